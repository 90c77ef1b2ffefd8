import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation, useParams } from 'wouter';
import { isFoto, useArchivos } from '../../../features/archivos/consultas.ts';
import cssMapaFicha from '../../../features/mapa/mapa-ficha.module.css';
import cssBarra from '../../../features/seguimiento/barra.module.css';
import { isClosed, isKnown, useSeguimiento } from '../../../features/seguimiento/consultas.ts';
import { plannedAt, plannedOf } from '../../../features/seguimiento/curva.ts';
import {
  asOf,
  CAUSAS,
  EN_EL_PLAZO_VIGENTE,
  percent,
  plazoOf,
  pointsApart,
} from '../../../features/seguimiento/palabras.ts';
import { FraseDeRezago } from '../../../features/seguimiento/rezago.tsx';
import { Avance as DE_AVANCE, Obra as ETIQUETAS } from '../../../generado/etiquetas.ts';
import { api, RegistryError, read } from '../../api.ts';
import { useEstatus } from '../../catalogos.ts';
import { useLostConnection } from '../../conexion.ts';
import { useCaptura } from '../../derechos.ts';
import { Estatus } from '../../estatus.tsx';
import { counted, grouped, isWholeInWords, moment, money, moneyInWords } from '../../formato.ts';
import { type IconName, Icono } from '../../icons.tsx';
import { useMinWidth } from '../../piezas/ancho.ts';
import { Aviso, announce } from '../../piezas/avisos.tsx';
import { Boton, EnlaceBoton } from '../../piezas/boton.tsx';
import { copyAddress } from '../../piezas/copiar.ts';
import { Confirmacion } from '../../piezas/dialogo.tsx';
import { Esqueleto, Falla, Vacio } from '../../piezas/estados.tsx';
import { asksToPrint, printWhole } from '../../piezas/imprimir.ts';
import { type Accion, MenuAcciones } from '../../piezas/menu.tsx';
import { NoHayPagina } from '../../piezas/no-hay-pagina.tsx';
import { ErrorBoundary, Pagina } from '../../piezas/pagina.tsx';
import piezas from '../../piezas/piezas.module.css';
import { useReread } from '../../piezas/releer.ts';
import { Termino } from '../../piezas/termino.tsx';
import { useIsAdmin, useSession } from '../../sesion.ts';
import { useFavoritas } from '../favoritas.ts';
import { lastLista } from '../lista/lugar-en-lista.ts';
import { type Obra, useObra } from '../obra.ts';
import css from './ficha.module.css';
import { Ubicaciones } from './ubicaciones-ficha.tsx';
import { useVecinas } from './vecinas.ts';

const SinMapa = () => (
  <p className={piezas.ayuda}>
    No se pudo cargar el mapa. Las coordenadas están junto a cada ubicación.
  </p>
);
const MapaFicha = lazy(() => import('../../../features/mapa/mapa-ficha.tsx'));
const Galeria = lazy(() => import('../../../features/archivos/galeria.tsx'));
const Documentos = lazy(() => import('../../../features/archivos/documentos.tsx'));
const SeccionSeguimiento = lazy(() => import('../../../features/seguimiento/seguimiento.tsx'));

/** The sheet of a work: all that the registry knows of it, on the screen and on letter paper. */
export default function Ficha() {
  const { id = '' } = useParams();
  return /^\d+$/.test(id) ? <DeObra id={id} /> : <NoHayPagina />;
}

function DeObra({ id }: { id: string }) {
  const { data, error, refetch } = useObra(id);
  const [refusal, setRefusal] = useState<string>();
  const isAdmin = useIsAdmin();
  const isGone = error instanceof RegistryError && error.status === 404;

  if (isGone) return <NoExiste id={id} sentence={error.message} />;
  if (!data) {
    return (
      <Pagina titulo="Obra" antetitulo={<Vecinas id={Number(id)} />}>
        {error ? (
          <Falla error={error} onRetry={() => void refetch()} />
        ) : (
          <Esqueleto renglones={9} />
        )}
      </Pagina>
    );
  }
  const { obra, etag } = data;
  return (
    <Pagina titulo={obra.nombre} antetitulo={<Vecinas id={obra.id} />}>
      <div className={css.ficha}>
        <div className={`${piezas.enFila} ${piezas.aLosLados}`}>
          <p>
            <Link href={`/obras?municipioId=${obra.municipio.id}`}>{obra.municipio.nombre}</Link>
            {' · '}
            <Link href={`/obras?dependenciaId=${obra.dependencia.id}`}>
              {obra.dependencia.nombre}
            </Link>
            {obra.dependencia.siglas && ` (${obra.dependencia.siglas})`}
            {` · ${obra.ejercicioFiscal.anio}`}
          </p>
          <Acciones obra={obra} etag={etag} onChanged={setRefusal} />
        </div>
        {refusal && (
          <Aviso tono="error">
            <p>{refusal}</p>
            <p>
              Lo que ve ahora es lo más reciente: revíselo antes de eliminarla.{' '}
              {isAdmin && <Link href={`/obras/${obra.id}/historial`}>Ver quién la cambió</Link>}
            </p>
          </Aviso>
        )}
        <Etapas obra={obra} />
        <Fotos obra={obra} />
        <Cifras obra={obra} />
        <FraseDeRezago obra={obra} />
        <div className={css.cuerpo}>
          <Datos obra={obra} />
          <section className={css.descripcion}>
            <h2>{ETIQUETAS.descripcion}</h2>
            {obra.descripcion ? (
              <p className={css.texto}>{obra.descripcion}</p>
            ) : (
              <p className={piezas.ayuda}>Sin descripción.</p>
            )}
          </section>
          <Avance obra={obra} etag={etag} />
          <DeArchivo obra={obra} />
          {obra.ubicaciones.length > 0 && (
            <div className={isMark(obra) ? `${css.mapa} ${css.marca}` : css.mapa}>
              {/* Without its map the sheet still says everything. */}
              <ErrorBoundary fallback={<SinMapa />}>
                <Suspense fallback={<div className={cssMapaFicha.mapaFicha} />}>
                  <MapaFicha obra={obra} />
                </Suspense>
              </ErrorBoundary>
            </div>
          )}
          <Ubicaciones obra={obra} />
        </div>
        <AlPie />
      </div>
    </Pagina>
  );
}

/** Whether the map has no more to show than where the work is. */
const isMark = ({ ubicaciones }: Obra) =>
  ubicaciones.length === 1 && ubicaciones[0]?.tipoGeometria === 'PUNTO';

/** The stages of a work, by their ids in the fixed catalog of statuses. */
const ETAPAS = [1, 2, 3, 4, 6];

/**
 * The way of a work from plan to end, and where on it the work is today. «Suspendida» and «Cancelada» are no stages: the
 * registry does not say which stage such a work had reached, so none counts as passed.
 */
function Etapas({ obra: { estatusObraId, estatusObra } }: { obra: Obra }) {
  const { data = [] } = useEstatus();
  const at = ETAPAS.indexOf(estatusObraId);
  const etapas = at < 0 ? [...ETAPAS, estatusObraId] : ETAPAS;
  return (
    <ol className={at < 0 ? `${css.etapas} ${css.detenida}` : css.etapas} aria-label="Etapas">
      {etapas.map((id, i) =>
        id === estatusObraId ? (
          <li key={id} aria-current="step">
            <Estatus id={id} nombre={estatusObra.nombre} />
          </li>
        ) : (
          <li key={id} className={i < at ? css.pasada : undefined}>
            <span>{data.find((one) => one.id === id)?.nombre}</span>
          </li>
        ),
      )}
    </ol>
  );
}

const PLAZOS = {
  bien: `${piezas.conSenal} ${cssBarra.bien}`,
  tarde: `${piezas.conSenal} ${cssBarra.tarde}`,
  sin: piezas.conSenal,
};

/** The work's cost, progress and term: a figure each, and below it as of when it counts. */
function Cifras({ obra }: { obra: Obra }) {
  const { data } = useSeguimiento(obra.id);
  const plazo = data && plazoOf(data, obra.estatusObraId);
  const avance = data?.avance;
  const planned = avance && data.programa && plannedAt(plannedOf(data.programa), avance.fechaCorte);
  return (
    <dl className={css.cifras}>
      <Cifra nombre={<Termino de="monto-registrado">{ETIQUETAS.monto}</Termino>}>
        <strong title={money(obra.monto)}>{moneyInWords(obra.monto)}</strong>
      </Cifra>
      <Cifra nombre={<Termino de="avance-fisico">{DE_AVANCE.avanceFisico}</Termino>}>
        <strong>{avance ? percent(avance.avanceFisico) : data ? 'Sin dato' : '…'}</strong>
        {avance && <small>{asOf(avance.fechaCorte)}</small>}
        {avance && typeof planned === 'number' && (
          <small>
            Se había previsto {percent(planned)} {pointsApart(avance.avanceFisico - planned)}
          </small>
        )}
        {avance === null && <small>Nunca se ha reportado</small>}
      </Cifra>
      <Cifra nombre={<Termino de="atraso">Plazo</Termino>}>
        <strong className={PLAZOS[plazo?.estado ?? 'sin']}>
          {plazo && plazo.estado !== 'sin' && (
            <Icono nombre={plazo.estado === 'tarde' ? 'aviso' : 'listo'} />
          )}
          {plazo?.texto === EN_EL_PLAZO_VIGENTE ? (
            <Termino de="en-el-plazo-vigente">{plazo.texto}</Termino>
          ) : (
            (plazo?.texto ?? '…')
          )}
        </strong>
        <small>{plazo?.detalle}</small>
        {avance?.causaAtraso && (
          <small>
            {DE_AVANCE.causaAtraso} {asOf(avance.fechaCorte)}:{' '}
            {CAUSAS[avance.causaAtraso].toLowerCase()}
          </small>
        )}
      </Cifra>
    </dl>
  );
}

const Cifra = ({ nombre, children }: { nombre: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{nombre}</dt>
    <dd>{children}</dd>
  </div>
);

/** The work's follow-up, where there is any or the reader may report. */
function Avance({ obra, etag }: { obra: Obra; etag: string | undefined }) {
  const { data, error, refetch } = useSeguimiento(obra.id);
  const captura = useCaptura(obra.dependenciaId);
  if (error && !data) {
    return (
      <section>
        <h2>Avance</h2>
        <Falla error={error} onRetry={() => void refetch()} />
      </section>
    );
  }
  if (!data || !(captura || isKnown(data))) return null;
  return (
    <ErrorBoundary
      fallback={<p className={piezas.ayuda}>No se pudo cargar el avance de la obra.</p>}
    >
      <Suspense fallback={<Esqueleto renglones={3} />}>
        <SeccionSeguimiento obra={obra} etag={etag} seguimiento={data} captura={captura} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The photos of a work: one without any fetches nothing for them. */
function Fotos({ obra }: { obra: Obra }) {
  const captura = useCaptura(obra.dependenciaId);
  const fotos = (useArchivos(obra.id, captura).data ?? []).filter(isFoto);
  if (fotos.length === 0) return null;
  return (
    <ErrorBoundary
      fallback={<p className={piezas.ayuda}>No se pudieron cargar las fotos de la obra.</p>}
    >
      <Suspense fallback={<Esqueleto renglones={1} alto={156} />}>
        <Galeria obraId={obra.id} fotos={fotos} captura={captura} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The documents of a work, where there are any or the reader may add some; what keeps them and the photos from being read, too. */
function DeArchivo({ obra }: { obra: Obra }) {
  const captura = useCaptura(obra.dependenciaId);
  const { data, error, refetch } = useArchivos(obra.id, captura);
  if (error && !data) {
    return (
      <section>
        <h2>Fotos y documentos</h2>
        <Falla error={error} onRetry={() => void refetch()} />
      </section>
    );
  }
  const documentos = (data ?? []).filter((one) => !isFoto(one));
  if (!data || (documentos.length === 0 && !captura)) return null;
  return (
    <ErrorBoundary fallback={<p className={piezas.ayuda}>No se pudieron cargar los documentos.</p>}>
      <Suspense fallback={<Esqueleto renglones={2} />}>
        <Documentos obraId={obra.id} documentos={documentos} captura={captura} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Datos({ obra }: { obra: Obra }) {
  const { tipoProyecto, ejercicioFiscal } = obra;
  const { data = [] } = useArchivos(obra.id, useCaptura(obra.dependenciaId));
  const documentos = data.filter((one) => !isFoto(one)).length;
  return (
    <dl className={css.datos}>
      {!isWholeInWords(obra.monto) && (
        <Cifra nombre={`${ETIQUETAS.monto} exacto`}>{money(obra.monto)}</Cifra>
      )}
      <Cifra nombre={<Termino de="clave-unica">{ETIQUETAS.claveUnica}</Termino>}>
        {obra.claveUnica}
      </Cifra>
      <Cifra nombre={ETIQUETAS.numeroObra}>
        {obra.numeroObra} de {ejercicioFiscal.anio}
      </Cifra>
      <Cifra nombre={ETIQUETAS.tipoProyectoId}>
        {tipoProyecto ? (
          <Link href={`/obras?tipoProyectoId=${tipoProyecto.id}`}>{tipoProyecto.nombre}</Link>
        ) : (
          'Sin tipo'
        )}
      </Cifra>
      {documentos > 0 && (
        <Cifra nombre="Documentos">
          <a href="#documentos">{counted(documentos, 'documento', 'documentos')}</a>
        </Cifra>
      )}
    </dl>
  );
}

/** The way back to the list, and to the works before and after this one in it. */
function Vecinas({ id }: { id: number }) {
  const { lista, lugar, anterior, siguiente } = useVecinas(id);
  return (
    <nav
      className={`${piezas.enFila} ${css.vecinas} ${piezas.noSeImprime}`}
      aria-label="Lista de obras"
    >
      <Link href={lista}>Volver a las obras</Link>
      {anterior !== undefined && (
        <Link href={`/obras/${anterior}`} rel="prev">
          <Icono nombre="anterior" />
          Anterior
        </Link>
      )}
      {lugar && (
        <span>
          {grouped(lugar.numero)} de {grouped(lugar.total)}
        </span>
      )}
      {siguiente !== undefined && (
        <Link href={`/obras/${siguiente}`} rel="next">
          Siguiente
          <Icono nombre="siguiente" />
        </Link>
      )}
    </nav>
  );
}

interface AccionesProps {
  obra: Obra;
  etag: string | undefined;
  /** Called with the registry's sentence when another user had changed the work in the meantime. */
  onChanged: (sentence: string | undefined) => void;
}

/** The one thing that this user needs of a work in this state, the star, and all else behind «⋯». */
function Acciones({ obra, etag, onChanged }: AccionesProps) {
  const isAdmin = useIsAdmin();
  const reports = useCaptura(obra.dependenciaId);
  const isOffline = useLostConnection() !== null;
  const [isAsking, setAsking] = useState(false);
  const compartir = compartirOf(obra.nombre);
  const queries = useQueryClient();
  const reread = useReread();
  const [, navigate] = useLocation();

  async function remove() {
    try {
      await read(
        api.DELETE('/obras/{id}', {
          params: { path: { id: obra.id }, ...(etag && { header: { 'if-match': etag } }) },
        }),
      );
    } catch (error) {
      if (!(error instanceof RegistryError) || error.status !== 412) throw error;
      await queries.invalidateQueries({ queryKey: ['obra', String(obra.id)] });
      onChanged(error.message);
      return;
    }
    announce(`Se eliminó la obra «${obra.nombre}».`);
    navigate(lastLista(), { replace: true });
    // While the sheet goes, nothing of a work that is gone is read again.
    for (const queryKey of [
      ['obra', String(obra.id)],
      ['seguimiento', obra.id],
      ['archivos', obra.id],
    ]) {
      queries.removeQueries({ queryKey });
    }
    void reread();
  }

  const to = (page: string, nombre: string, icono: IconName): Accion => ({
    id: page,
    nombre,
    icono,
    href: `/obras/${obra.id}/${page}`,
  });
  const reportar = reports && to('reportar', 'Reportar avance', 'agregar');
  // A work that is over is hardly ever reported.
  const acciones = [
    isAdmin && to('editar', 'Editar', 'editar'),
    !isClosed(obra.estatusObraId) && reportar,
    compartir,
    isClosed(obra.estatusObraId) && reportar,
    { id: 'imprimir', nombre: 'Imprimir', icono: 'imprimir', onAction: () => void printWhole() },
    isAdmin && to('historial', 'Historial', 'historial'),
    isAdmin && {
      id: 'eliminar',
      nombre: 'Eliminar',
      icono: 'eliminar',
      isDisabled: isOffline,
      onAction: () => setAsking(true),
    },
  ].filter((one) => one !== false) as [Accion, ...Accion[]];
  const [first, ...rest] = acciones;
  return (
    <div className={piezas.acciones}>
      {first.href ? (
        <EnlaceBoton href={first.href} tono="principal" icono={first.icono}>
          {first.nombre}
        </EnlaceBoton>
      ) : (
        <Boton icono={first.icono} onPress={first.onAction}>
          {first.nombre}
        </Boton>
      )}
      {reports && (
        <EnlaceBoton href={`/obras/${obra.id}/fotos`} icono="foto">
          Agregar fotos
        </EnlaceBoton>
      )}
      <Favorita id={obra.id} />
      <MenuAcciones
        boton={
          <Boton icono="mas" soloIcono>
            Más acciones
          </Boton>
        }
        acciones={rest}
      />
      <Confirmacion
        titulo="Eliminar esta obra"
        accion="Eliminar la obra"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          onChanged(undefined);
          return remove();
        }}
      >
        <p>
          Se eliminará «{obra.nombre}» ({obra.claveUnica}), de {money(obra.monto)},{' '}
          {withPlaces(obra.ubicaciones.length)}. No se puede deshacer; su historial se conserva.
        </p>
      </Confirmacion>
    </div>
  );
}

/** «con su ubicación», «con sus 3 ubicaciones» */
const withPlaces = (many: number): string =>
  many === 0
    ? 'sin ubicaciones'
    : many === 1
      ? 'con su ubicación'
      : `con sus ${grouped(many)} ubicaciones`;

/** For users with a session: whether the work is one of their favorites, and the way to change it. */
function Favorita({ id }: { id: number }) {
  const favoritas = useFavoritas();
  const isNarrow = !useMinWidth(480);
  const isOffline = useLostConnection() !== null;
  if (!favoritas) return null;
  return (
    <Boton
      icono="favorita"
      className={css.marcaFavorita}
      // The star needs no word where the thumb has little room.
      soloIcono={isNarrow}
      aria-pressed={favoritas.isFavorita(id)}
      isDisabled={isOffline}
      onPress={() => favoritas.toggle(id)}
    >
      Favorita
    </Boton>
  );
}

/** Gives the work's address to another program where the browser has a way to, and copies it elsewhere. */
function compartirOf(nombre: string): Accion {
  const address = location.origin + location.pathname;
  const copy = () => void copyAddress(address, 'Se copió el enlace de la obra.');
  if (!('share' in navigator)) {
    return { id: 'compartir', nombre: 'Copiar enlace', icono: 'enlace', onAction: copy };
  }
  const share = async () => {
    try {
      await navigator.share({ title: nombre, url: address });
    } catch (error) {
      // A user who thinks better of it closes the choice, which arrives as an error.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      copy();
    }
  };
  return {
    id: 'compartir',
    nombre: 'Compartir',
    icono: 'compartir',
    onAction: () => void share(),
  };
}

/** On paper: when, by whom and from where it was printed. */
function AlPie() {
  const email = useSession()?.user.email;
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const note = () => flushSync(() => setNow(new Date()));
    const print = (event: KeyboardEvent) => {
      if (!asksToPrint(event)) return;
      event.preventDefault();
      if (!event.repeat) void printWhole();
    };
    window.addEventListener('beforeprint', note);
    window.addEventListener('keydown', print);
    return () => {
      window.removeEventListener('beforeprint', note);
      window.removeEventListener('keydown', print);
    };
  }, []);
  return (
    <p className={css.alPie}>
      Registro de Obras Públicas. Impreso el {moment(now)} (hora de Mérida)
      {email ? ` por ${email}` : ''}. {location.origin + location.pathname}
    </p>
  );
}

function NoExiste({ id, sentence }: { id: string; sentence: string }) {
  const isAdmin = useIsAdmin();
  return (
    <Pagina titulo="Esta obra no existe o se eliminó" ancho="texto">
      <Vacio titulo={sentence}>
        {isAdmin && (
          <p>
            Si se eliminó, <Link href={`/obras/${id}/historial`}>su historial</Link> dice quién lo
            hizo y cuándo.
          </p>
        )}
        <p>
          Búsquela por su nombre o su clave entre <Link href="/obras">las obras</Link>.
        </p>
      </Vacio>
    </Pagina>
  );
}
