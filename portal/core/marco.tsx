import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { ajustes } from './ajustes.ts';
import { sinEtiquetas } from './api.ts';
import { noteLoss } from './conexion.ts';
import { bringAcceso, VentanaSesion } from './cuenta/ventana-sesion.tsx';
import { useMisDependencias } from './derechos.ts';
import type { Way } from './feature.ts';
import { ended, time } from './hora.ts';
import { Icono } from './icons.tsx';
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
import { leadsHere, pasoOf } from './puerta.ts';
import { FEATURES, RUTAS, type Ruta } from './rutas.tsx';
import { signOut } from './sesion.ts';
import { useIsAdmin, useLostConnection, useSession, useStore, useUnended } from './usar.ts';

// Most people never come to them.
const NoAdministra = lazy(() => import('./cuenta/no-administra.tsx'));
const SinEtiquetas = lazy(() => import('./sin-etiquetas.tsx'));

// Few people have anything waiting.
const STRIPS = FEATURES.flatMap(({ strip }, key) =>
  strip ? [{ ...strip, key, Strip: lazy(strip.load) }] : [],
);

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
      <Franjas />
      <FinDeSesion />
      <SalidaPendiente />
      <SinVersiones />
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

/** Where a clerk works there may be no network: the code for that comes before. */
function useCodeForClerks() {
  const isClerk = useIsClerk();
  useEffect(() => {
    if (!isClerk) return;
    for (const { enCampo, fetch } of RUTAS) if (enCampo) fetch().catch(() => {});
    for (const { load } of STRIPS) load().catch(() => {});
  }, [isClerk]);
}

/** Leads a user on from the first page, as signing in does: to a clerk's own works, or to all works. */
function DeSesion() {
  const home = homeOf(useWays());
  if (!useMisDependencias()) return <Esqueleto />;
  return <Redirect to={home.href} replace />;
}

/** Opens a page to users who may see it. Others are led to the login, or told that they lack the role. */
function Puerta({ access, page: Page, path }: Ruta) {
  const session = useSession();
  const params = new URLSearchParams(useSearch());
  const paso = pasoOf({ access, path }, session?.user ?? null, {
    here: useAqui(),
    isOwn: PROPIOS.some((filtro) => params.has(filtro)),
    isPublic: ajustes().lecturaPublica,
  });
  if (paso === 'page') return <Page />;
  if (paso === 'home') return <DeSesion />;
  if (paso !== 'refused') return <Redirect to={paso} replace />;
  return (
    <Pagina titulo="Sólo para administradores" ancho="texto">
      <NoAdministra />
    </Pagina>
  );
}

const OBRAS: Way = { href: '/obras', nombre: 'Obras', icono: 'mapa', place: 20 };
const CUENTA: Way = { href: '/cuenta', nombre: 'Mi cuenta', icono: 'cuenta', place: 110 };
const WAYS: Way[] = [
  OBRAS,
  { href: '/obras?favoritas=true', nombre: 'Favoritas', icono: 'favorita', place: 40, de: 'user' },
  { href: '/catalogos', nombre: 'Catálogos', icono: 'lista', place: 50, cede: 'siempre' },
  { href: '/usuarios', nombre: 'Usuarios', icono: 'cuenta', place: 90, de: 'admin' },
  { href: '/bitacora', nombre: 'Bitácora', icono: 'historial', place: 100, de: 'admin' },
  ...FEATURES.flatMap(({ ways = [] }) => ways),
];
WAYS.sort((a, b) => a.place - b.place);

/** The user's ways, in their order. */
function useWays(): Way[] {
  const session = useSession();
  const has = {
    clerk: useIsClerk(),
    user: session !== null,
    admin: session?.user.roles === 'admin',
  };
  return WAYS.filter(({ de }) => !de || has[de]);
}

/** The page where a user's work begins. */
const homeOf = (ways: Way[]) => ways.find(({ de }) => de === 'clerk') ?? OBRAS;

const isForAdmins = ({ de }: Way) => de === 'admin';

/** The ways of the bar itself. */
const inBar = (ways: Way[]) => ways.filter((way) => !isForAdmins(way) && !way.isLast);

/** Whether the caller writes the follow-up of any agency. */
const useIsClerk = () => (useMisDependencias()?.length ?? 0) > 0;

/** Whether a way leads to where one is. */
function useIsHere(): (way: Way) => boolean {
  const [path] = useLocation();
  const search = useSearch();
  return (way) => leadsHere(way, WAYS, path, search);
}

/** With larger letters the bar has two lines, and what stays below it begins there. */
const asBarra = heightAs('--barra');

function Barra() {
  const session = useSession();
  const isHere = useIsHere();
  const ways = useWays();
  const administration = ways.filter(isForAdmins);
  const leadTo = (way: Way): Accion => ({ ...way, id: way.href, isHere: isHere(way) });
  return (
    <header className={piezas.barra} ref={asBarra}>
      <Link href={session ? homeOf(ways).href : '/'} className={piezas.marcaRegistro}>
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M12 32 15 0h2l3 32z" />
        </svg>
        <span>Registro de Obras Públicas</span>
      </Link>
      <nav aria-label="Principal" className={piezas.soloAncho}>
        {inBar(ways).map((way) => (
          <Link key={way.href} href={way.href} aria-current={isHere(way) ? 'page' : undefined}>
            {way.nombre}
          </Link>
        ))}
        {administration.length > 0 && (
          <MenuAcciones
            boton={
              <Boton
                tono="discreto"
                icono="abajo"
                aria-current={administration.some(isHere) ? 'true' : undefined}
              >
                Administración
              </Boton>
            }
            acciones={administration.map(leadTo)}
          />
        )}
      </nav>
      <div className={piezas.quien}>
        {ways
          .filter(({ isLast }) => isLast)
          .map(({ href, nombre }) => (
            <Link key={href} href={href} className={piezas.soloAncho}>
              {nombre}
            </Link>
          ))}
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

/** The ways that find room at the thumb, with «Más». */
const TABS = 3;

/** On a phone: the ways at the thumb, and what is seldom wanted behind «Más». */
function Pestanas() {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const isHere = useIsHere();
  const ways = useWays();
  const short = inBar(ways).filter(({ cede }) => cede !== 'siempre');
  const tabs = short.length > TABS ? short.filter(({ cede }) => !cede) : short;
  const more = [
    ...ways.filter((way) => !tabs.includes(way) && !way.isLast),
    ...(session ? [CUENTA] : []),
    ...ways.filter(({ isLast }) => isLast),
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

/** The features' strips for what a user has waiting. */
function Franjas() {
  const userId = useSession()?.user.id;
  // Something may have been left on the page before.
  useLocation();
  if (userId === undefined) return null;
  return STRIPS.filter(({ isDue }) => isDue(userId)).map(({ key, Strip }) => (
    <Aparte key={key}>
      <Strip userId={userId} />
    </Aparte>
  ));
}

/** A part whose code is fetched. Without it the page goes on. */
const Aparte = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary fallback={null}>
    <Suspense>{children}</Suspense>
  </ErrorBoundary>
);

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

/** For a user who writes: another person's change of the same can't be noticed here. */
function SinVersiones() {
  const writes = [useIsAdmin(), useIsClerk()].includes(true);
  return useStore(sinEtiquetas) && writes ? (
    <Aparte>
      <SinEtiquetas />
    </Aparte>
  ) : null;
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
