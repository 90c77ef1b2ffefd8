import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation, useParams, useSearch } from 'wouter';
import { Obra as ETIQUETAS } from '../../../generado/etiquetas.ts';
import { api, read } from '../../api.ts';
import { useEstatus } from '../../catalogos.ts';
import { useCapturas } from '../../derechos.ts';
import { RegistryError } from '../../errores.ts';
import { Estatus } from '../../estatus.tsx';
import { grouped, isWholeInWords, moment, money, moneyInWords } from '../../formato.ts';
import { type Icon, Icono } from '../../icons.tsx';
import { useMinWidth } from '../../piezas/ancho.ts';
import { Aviso, announce } from '../../piezas/avisos.tsx';
import { Boton, EnlaceBoton } from '../../piezas/boton.tsx';
import { Confirmacion } from '../../piezas/dialogo.tsx';
import { Esqueleto, Falla, Vacio } from '../../piezas/estados.tsx';
import { asksToPrint, printWhole } from '../../piezas/imprimir.ts';
import { MenuAcciones } from '../../piezas/menu.tsx';
import { NoHayPagina } from '../../piezas/no-hay-pagina.tsx';
import { Pagina } from '../../piezas/pagina.tsx';
import piezas from '../../piezas/piezas.module.css';
import { useReread } from '../../piezas/releer.ts';
import { Termino } from '../../piezas/termino.tsx';
import { useIsAdmin, useLostConnection, useSession } from '../../usar.ts';
import { DeEntonces, useEntonces } from '../entonces.ts';
import { useFavoritas } from '../favoritas.ts';
import { lastLista } from '../lista/lugar-en-lista.ts';
import { type Obra, useObra } from '../obra.ts';
import { Cifra } from './cifra.tsx';
import { compartirOf } from './compartir.ts';
import { etapasOf, withPlaces } from './etapas.ts';
import css from './ficha.module.css';
import { DEL_PASADO, type DeObra, type Parte, partesWith, type Tarea, tareasOf } from './partes.ts';
import { Ubicaciones } from './ubicaciones-ficha.tsx';
import { useVecinas } from './vecinas.ts';

/** The sheet of a work: all that the registry knows of it, on the screen and on letter paper. */
export default function Ficha() {
  const { id = '' } = useParams();
  const search = useSearch();
  const entonces = DEL_PASADO?.of(new URLSearchParams(search));
  if (!/^\d+$/.test(id)) return <NoHayPagina />;
  return (
    <DeEntonces.Provider value={entonces}>
      {/* Another instant is another page. */}
      <FichaDe key={entonces && search} id={id} />
    </DeEntonces.Provider>
  );
}

/** The answers of the registry to a question about a time of which it has no such work. */
const SIN_PASADO = [400, 409, 410];

function FichaDe({ id }: { id: string }) {
  const entonces = useEntonces();
  const { data, error, refetch } = useObra(id, entonces);
  const capturaOf = useCapturas();
  const [refusal, setRefusal] = useState<string>();
  const isAdmin = useIsAdmin();
  const isGone = error instanceof RegistryError && error.status === 404;

  if (isGone) return <NoExiste id={id} sentence={error.message} />;
  if (entonces && error instanceof RegistryError && SIN_PASADO.includes(error.status)) {
    return <NoSeSabe id={id} sentence={error.message} />;
  }
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
  const props = { obra, etag, captura: !entonces && capturaOf(obra.dependenciaId) };
  return (
    <Pagina titulo={obra.nombre} antetitulo={<Vecinas id={obra.id} />}>
      <div className={css.ficha}>
        {entonces && DEL_PASADO && <DEL_PASADO.Banda {...props} />}
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
          <Acciones {...props} onChanged={setRefusal} />
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
        <EnOrden partes={CABEZA} {...props} />
        <div className={css.cuerpo}>
          <EnOrden partes={CUERPO} {...props} />
        </div>
        <AlPie />
      </div>
    </Pagina>
  );
}

/** The way of a work from plan to end, and where on it the work is today. */
function Etapas({ obra: { estatusObraId, estatusObra } }: { obra: Obra }) {
  const { data = [] } = useEstatus();
  const { etapas, passed, isStopped } = etapasOf(estatusObraId);
  return (
    <ol className={isStopped ? `${css.etapas} ${css.detenida}` : css.etapas} aria-label="Etapas">
      {etapas.map((id, i) =>
        id === estatusObraId ? (
          <li key={id} aria-current="step">
            <Estatus id={id} nombre={estatusObra.nombre} />
          </li>
        ) : (
          <li key={id} className={i < passed ? css.pasada : undefined}>
            <span>{data.find((one) => one.id === id)?.nombre}</span>
          </li>
        ),
      )}
    </ol>
  );
}

const Cifras = (props: DeObra) => (
  <dl className={css.cifras}>
    <EnOrden partes={CIFRAS} {...props} />
  </dl>
);

const Monto = ({ obra: { monto } }: DeObra) => (
  <Cifra nombre={<Termino de="monto-registrado">{ETIQUETAS.monto}</Termino>}>
    <strong title={money(monto)}>{moneyInWords(monto)}</strong>
  </Cifra>
);

function Descripcion({ obra: { descripcion } }: DeObra) {
  return (
    <section className={css.descripcion}>
      <h2>{ETIQUETAS.descripcion}</h2>
      {descripcion ? (
        <p className={css.texto}>{descripcion}</p>
      ) : (
        <p className={piezas.ayuda}>Sin descripción.</p>
      )}
    </section>
  );
}

function DatosFijos({ obra }: DeObra) {
  const { tipoProyecto, ejercicioFiscal } = obra;
  return (
    <>
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
    </>
  );
}

const Datos = (props: DeObra) => (
  <dl className={css.datos}>
    <EnOrden partes={DATOS} {...props} />
  </dl>
);

// The sheet from above to below: what the core knows, and what each feature adds at its place.
const pasado = true;
const CIFRAS = partesWith('cifras', [{ place: 10, Parte: Monto, pasado }]);
const DATOS = partesWith('datos', [{ place: 10, Parte: DatosFijos, pasado }]);
const CABEZA = partesWith('cabeza', [
  { place: 10, Parte: Etapas, pasado },
  { place: 30, Parte: Cifras, pasado },
]);
const CUERPO = partesWith('cuerpo', [
  { place: 10, Parte: Datos, pasado },
  { place: 20, Parte: Descripcion, pasado },
  { place: 60, Parte: Ubicaciones, pasado },
]);
const BOTONES = partesWith('botones');

function EnOrden({ partes, ...props }: DeObra & { partes: Parte[] }) {
  const entonces = useEntonces();
  return partes
    .filter((parte) => !entonces || parte.pasado)
    .map(({ place, Parte }) => <Parte key={place} {...props} />);
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

interface AccionesProps extends DeObra {
  /** Called with the registry's sentence when another user had changed the work in the meantime. */
  onChanged: (sentence: string | undefined) => void;
}

/** The one thing that this user needs of a work in this state, the star, and all else behind «⋯». */
function Acciones({ onChanged, ...props }: AccionesProps) {
  const { obra, etag } = props;
  const entonces = useEntonces();
  const isAdmin = useIsAdmin();
  const isOffline = useLostConnection() !== null;
  const [isAsking, setAsking] = useState(false);
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
    queries.removeQueries({
      predicate: ({ queryKey: [, id] }) => id === obra.id || id === String(obra.id),
    });
    void reread();
  }

  const to = (page: string, nombre: string, icono: Icon, place: number) => ({
    ...{ id: page, nombre, icono, place },
    href: `/obras/${obra.id}/${page}`,
  });
  const compartir: Tarea = {
    ...compartirOf(obra.nombre, entonces ? location.search : ''),
    ...{ place: 30, pasado: true },
  };
  const acciones: (false | Tarea)[] = [
    isAdmin && to('editar', 'Editar', 'editar', 10),
    compartir,
    {
      ...{ id: 'imprimir', nombre: 'Imprimir', icono: 'imprimir', place: 50, pasado: true },
      onAction: () => void printWhole(),
    },
    isAdmin && { ...to('historial', 'Historial', 'historial', 60), pasado: true },
    isAdmin && {
      ...{ id: 'eliminar', nombre: 'Eliminar', icono: 'eliminar', place: 70 },
      isDisabled: isOffline,
      onAction: () => setAsking(true),
    },
    ...tareasOf(props),
  ];
  const [first = compartir, ...rest] = acciones
    .filter((one) => one !== false)
    .filter((one) => !entonces || one.pasado)
    .map(({ pasado: _, ...one }) => one)
    .sort((a, b) => a.place - b.place);
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
      <EnOrden partes={BOTONES} {...props} />
      {!entonces && <Favorita id={obra.id} />}
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

/** On paper: when, by whom and from where it was printed. */
function AlPie() {
  const entonces = useEntonces();
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
      {entonces && location.search}
    </p>
  );
}

/** In place of a sheet of a time of which the registry has none. */
function NoSeSabe({ id, sentence }: { id: string; sentence: string }) {
  const { data } = useObra(id);
  return (
    <Pagina titulo="No se puede mostrar cómo estaba la obra" ancho="texto">
      <Vacio titulo={sentence}>
        {data && (
          <p>
            <Link href={`/obras/${id}`}>Ver la obra como está hoy</Link>
          </p>
        )}
      </Vacio>
    </Pagina>
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
