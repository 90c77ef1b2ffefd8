import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { hasPendientes } from '../features/archivos/marca.ts';
import { useMisDependencias } from '../features/seguimiento/derechos.ts';
import { ajustes } from './ajustes.ts';
import { useStore } from './almacen.ts';
import { sinEtiquetas } from './api.ts';
import { noteLoss, useLostConnection } from './conexion.ts';
import { bringAcceso, VentanaSesion } from './cuenta/ventana-sesion.tsx';
import { ended, time } from './formato.ts';
import { type IconName, Icono } from './icons.tsx';
import { PROPIOS } from './obras/propios.ts';
import { heightAs } from './piezas/ancho.ts';
import { Anuncios, Aviso } from './piezas/avisos.tsx';
import { Boton, EnlaceBoton } from './piezas/boton.tsx';
import { Dialogo } from './piezas/dialogo.tsx';
import { Esqueleto } from './piezas/estados.tsx';
import { type Accion, MenuAcciones } from './piezas/menu.tsx';
import { NoHayPagina } from './piezas/no-hay-pagina.tsx';
import { ErrorBoundary, Pagina } from './piezas/pagina.tsx';
import { useAqui } from './piezas/parametros.ts';
import piezas from './piezas/piezas.module.css';
import { type Access, fetchPage, RUTAS, type Ruta } from './rutas.tsx';
import { type Session, signOut, useIsAdmin, useSession, useUnended } from './sesion.ts';

// Most people never come to it.
const NoAdministra = lazy(() => import('./cuenta/no-administra.tsx'));

// Few people have photos to send.
const loadPorEnviar = () => import('../features/archivos/por-enviar.tsx');
const PorEnviar = lazy(loadPorEnviar);

/** The time before a session's end at which the notice shows, in milliseconds. */
const SOON = 5 * 60_000;

/** The frame of every page: the bar with its ways, the notices, and on a phone the tabs below. */
export function Marco() {
  const [path] = useLocation();
  useCodeForClerks();
  return (
    <>
      <a className={piezas.salto} href="#contenido">
        Ir al contenido
      </a>
      <Barra />
      <SinConexion />
      <FotosPorEnviar />
      <FinDeSesion />
      <SalidaPendiente />
      <SinEtiquetas />
      <main id="contenido" tabIndex={-1}>
        <ErrorBoundary key={path}>
          <Suspense fallback={<Esqueleto />}>
            <Switch>
              {RUTAS.map((ruta) => (
                <Route key={ruta.path} path={ruta.path}>
                  <Puerta {...ruta} />
                </Route>
              ))}
              <Route>
                <NoHayPagina />
              </Route>
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </main>
      <Pestanas />
      <VentanaSesion />
      <Anuncios />
      <VersionNueva />
    </>
  );
}

/** Where a clerk takes photos there may be no network: the code for that comes before. */
function useCodeForClerks() {
  const isClerk = useIsClerk();
  useEffect(() => {
    if (!isClerk) return;
    for (const task of ['reportar', 'fotos']) void fetchPage(`/obras/0/${task}`);
    loadPorEnviar().catch(() => {});
  }, [isClerk]);
}

/** Leads a user on from the first page, as signing in does: to a clerk's own works, or to all works. */
function DeSesion() {
  const own = useMisDependencias();
  if (!own) return <Esqueleto />;
  return <Redirect to={own.length > 0 ? MIS_OBRAS.href : OBRAS.href} replace />;
}

/** Opens a page to users who may see it. Others are led to the login, or told that they lack the role. */
function Puerta({ access, page: Page, path }: Ruta) {
  const session = useSession();
  const search = useSearch();
  const back = encodeURIComponent(useAqui());
  // Favorites and the like belong to a user, also where everybody reads the works.
  const params = new URLSearchParams(search);
  const isOwn = PROPIOS.some((filtro) => params.has(filtro));
  const allowed = isOwn && !session ? 'sign in' : allows(access, session);
  if (allowed === 'sign in') {
    return <Redirect to={path === '/' ? '/entrar' : `/entrar?volver=${back}`} replace />;
  }
  if (path === '/' && session) return <DeSesion />;
  if (session?.user.mustChangePassword && path !== '/cuenta' && path !== '/entrar') {
    return <Redirect to={`/cuenta?volver=${back}`} replace />;
  }
  if (allowed === 'refused') {
    return (
      <Pagina titulo="Sólo para administradores" ancho="texto">
        <NoAdministra />
      </Pagina>
    );
  }
  return <Page />;
}

function allows(access: Access, session: Session | null): 'yes' | 'sign in' | 'refused' {
  if (access === 'open' || (access === 'reader' && ajustes().lecturaPublica)) return 'yes';
  if (!session) return 'sign in';
  return access === 'admin' && session.user.roles !== 'admin' ? 'refused' : 'yes';
}

interface Way {
  href: string;
  nombre: string;
  icono: IconName;
}

const MIS_OBRAS: Way = { href: '/mis-obras', nombre: 'Mis obras', icono: 'listo' };
const OBRAS: Way = { href: '/obras', nombre: 'Obras', icono: 'mapa' };
const RESUMEN: Way = { href: '/resumen', nombre: 'Resumen', icono: 'resumen' };
const FAVORITAS: Way = { href: '/obras?favoritas=true', nombre: 'Favoritas', icono: 'favorita' };
const CATALOGOS: Way = { href: '/catalogos', nombre: 'Catálogos', icono: 'lista' };
const AYUDA: Way = { href: '/ayuda', nombre: 'Ayuda', icono: 'ayuda' };
const CUENTA: Way = { href: '/cuenta', nombre: 'Mi cuenta', icono: 'cuenta' };
const ADMINISTRATION: Way[] = [
  { href: '/importar', nombre: 'Importar obras', icono: 'importar' },
  { href: '/importar/avances', nombre: 'Importar avances', icono: 'importar' },
  { href: '/calidad', nombre: 'Calidad', icono: 'listo' },
  { href: '/usuarios', nombre: 'Usuarios', icono: 'cuenta' },
  { href: '/bitacora', nombre: 'Bitácora', icono: 'historial' },
];

/** Whether the caller writes the follow-up of any agency. */
const useIsClerk = () => (useMisDependencias()?.length ?? 0) > 0;

/** Whether a way leads to where one is. */
function useIsHere(): (way: Way) => boolean {
  const [path] = useLocation();
  const isFavorites = new URLSearchParams(useSearch()).get('favoritas') === 'true';
  return ({ href, nombre }) => {
    const [to = ''] = href.split('?');
    if (to === '/importar') return path === to;
    if (!(path === to || path.startsWith(`${to}/`))) return false;
    return to !== '/obras' || (nombre === 'Favoritas') === (isFavorites && path === '/obras');
  };
}

/** With larger letters the bar has two lines, and what stays below it begins there. */
const asBarra = heightAs('--barra');

function Barra() {
  const session = useSession();
  const isAdmin = session?.user.roles === 'admin';
  const isHere = useIsHere();
  const isClerk = useIsClerk();
  const ways = [
    ...(isClerk ? [MIS_OBRAS] : []),
    OBRAS,
    RESUMEN,
    ...(session ? [FAVORITAS] : []),
    CATALOGOS,
  ];
  const leadTo = (way: Way): Accion => ({ ...way, id: way.href, isHere: isHere(way) });
  return (
    <header className={piezas.barra} ref={asBarra}>
      <Link
        href={isClerk ? MIS_OBRAS.href : session ? OBRAS.href : '/'}
        className={piezas.marcaRegistro}
      >
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M12 32 15 0h2l3 32z" />
        </svg>
        <span>Registro de Obras Públicas</span>
      </Link>
      <nav aria-label="Principal" className={piezas.soloAncho}>
        {ways.map((way) => (
          <Link key={way.href} href={way.href} aria-current={isHere(way) ? 'page' : undefined}>
            {way.nombre}
          </Link>
        ))}
        {isAdmin && (
          <MenuAcciones
            boton={
              <Boton
                tono="discreto"
                icono="abajo"
                aria-current={ADMINISTRATION.some(isHere) ? 'true' : undefined}
              >
                Administración
              </Boton>
            }
            acciones={ADMINISTRATION.map(leadTo)}
          />
        )}
      </nav>
      <div className={piezas.quien}>
        <Link href="/ayuda" className={piezas.soloAncho}>
          Ayuda
        </Link>
        {session ? (
          <MenuAcciones
            boton={
              <Boton tono="discreto" icono="cuenta" className={piezas.soloAncho}>
                {session.user.email}
              </Boton>
            }
            acciones={[
              leadTo(CUENTA),
              { id: 'salir', nombre: 'Salir', icono: 'salir', onAction: signOut },
            ]}
          />
        ) : (
          <EnlaceBoton href="/entrar" tono="discreto" icono="cuenta">
            Entrar
          </EnlaceBoton>
        )}
      </div>
    </header>
  );
}

/** On a phone: the ways at the thumb, and what is seldom wanted behind «Más». */
function Pestanas() {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const isHere = useIsHere();
  const isAdmin = session?.user.roles === 'admin';
  const isClerk = useIsClerk();
  // Four find room at the thumb, with «Más».
  const tabs = isClerk
    ? [MIS_OBRAS, OBRAS, FAVORITAS]
    : [OBRAS, RESUMEN, ...(session ? [FAVORITAS] : [])];
  const more = [
    ...(isClerk ? [RESUMEN] : []),
    CATALOGOS,
    ...(isAdmin ? ADMINISTRATION : []),
    ...(session ? [CUENTA] : []),
    AYUDA,
  ];
  return (
    <nav className={piezas.pestanas} aria-label="Secciones">
      {tabs.map((way) => (
        <Link key={way.href} href={way.href} aria-current={isHere(way) ? 'page' : undefined}>
          <Icono nombre={way.icono} />
          {way.nombre}
        </Link>
      ))}
      <Boton tono="discreto" icono="mas" onPress={() => setOpen(true)}>
        Más
      </Boton>
      <Dialogo titulo="Más" isOpen={isOpen} onClose={() => setOpen(false)} forma="cajon">
        <ul className={piezas.caminos}>
          {more.map((way) => (
            <li key={way.href}>
              <Link href={way.href} onClick={() => setOpen(false)}>
                <Icono nombre={way.icono} />
                {way.nombre}
              </Link>
            </li>
          ))}
          {session && (
            <li>
              <Boton tono="discreto" icono="salir" onPress={signOut}>
                Salir ({session.user.email})
              </Boton>
            </li>
          )}
        </ul>
      </Dialogo>
    </nav>
  );
}

function SinConexion() {
  const since = useLostConnection();
  if (!since) return null;
  return (
    <div className={piezas.franja} role="status">
      {ended(`Sin conexión: lo que ve es de las ${time(since)}`)} Lo que escriba se conserva; podrá
      guardarlo cuando vuelva.
    </div>
  );
}

/** Photos that were left unsent go on to be sent as soon as a page opens. */
function FotosPorEnviar() {
  const userId = useSession()?.user.id;
  // Some may have been left on the page before.
  useLocation();
  if (userId === undefined || !hasPendientes(userId)) return null;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <PorEnviar userId={userId} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Some minutes before the session ends, a quiet notice. */
function FinDeSesion() {
  const session = useSession();
  const [isSoon, setSoon] = useState(false);
  const expiresAt = session?.expiresAt;
  useEffect(() => {
    setSoon(false);
    if (expiresAt === undefined) return;
    const left = expiresAt - SOON - Date.now();
    // A longer time than a timer can count is no matter of today.
    if (left > 2 ** 31 - 1) return;
    const timer = setTimeout(
      () => {
        setSoon(true);
        bringAcceso().catch(() => {});
      },
      Math.max(0, left),
    );
    return () => clearTimeout(timer);
  }, [expiresAt]);
  if (!session || !isSoon) return null;
  return (
    <div className={piezas.franja} role="status">
      {ended(`Su sesión termina a las ${time(new Date(session.expiresAt))}`)} Lo que esté
      escribiendo se conserva.
    </div>
  );
}

/** The person has left, and the registry does not know yet. */
function SalidaPendiente() {
  const until = useUnended();
  if (until === null) return null;
  return (
    <div className={piezas.franja} role="status">
      Salió de este navegador, pero el registro no responde.{' '}
      {ended(`Ahí la sesión sigue abierta hasta las ${time(new Date(until))}`)} Deje abierta esta
      página para que termine en cuanto responda.
    </div>
  );
}

/** For a user who writes, once: another person's change of the same can't be noticed here. */
function SinEtiquetas() {
  const isMissing = useStore(sinEtiquetas);
  const [isRead, setRead] = useState(false);
  const writes = [useIsAdmin(), useIsClerk()].includes(true);
  if (!isMissing || isRead || !writes) return null;
  return (
    <div className={piezas.franja} role="status">
      Algo entre usted y el registro quita las marcas de versión (el encabezado ETag). Si otra
      persona cambia lo mismo al mismo tiempo, se guarda lo último y no se avisa. Dígalo a quien
      cuida el servidor.{' '}
      <button
        type="button"
        className={`${piezas.llano} ${piezas.enlace}`}
        onClick={() => setRead(true)}
      >
        Entendido
      </button>
    </div>
  );
}

/** The registry was upgraded while the page was open: a part of the old one is no longer there. */
function VersionNueva() {
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    const notice = async () => {
      try {
        await fetch('/portal/ajustes.json', { cache: 'no-store' });
        setNew(true);
      } catch {
        // It is not the registry that is new: there is no network.
        noteLoss();
      }
    };
    window.addEventListener('vite:preloadError', notice);
    return () => window.removeEventListener('vite:preloadError', notice);
  }, []);
  return (
    <Dialogo titulo="Hay una versión nueva" isOpen={isNew} onClose={() => setNew(false)}>
      <Aviso>El portal se actualizó mientras usted lo usaba. Cárguelo de nuevo para seguir.</Aviso>
      <p>Lo que había escrito en un formulario se conserva.</p>
      <footer>
        <Boton tono="principal" onPress={() => location.reload()}>
          Cargar de nuevo
        </Boton>
      </footer>
    </Dialogo>
  );
}
