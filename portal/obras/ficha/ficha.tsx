import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation, useParams } from 'wouter';
import { api, RegistryError, read } from '../../api.ts';
import { useLostConnection } from '../../conexion.ts';
import { Estatus } from '../../estatus.tsx';
import { grouped, moment, money } from '../../formato.ts';
import { Obra as ETIQUETAS } from '../../generado/etiquetas.ts';
import { Icono } from '../../icons.tsx';
import cssMapaFicha from '../../mapa/mapa-ficha.module.css';
import { Aviso, announce } from '../../piezas/avisos.tsx';
import { Boton, EnlaceBoton } from '../../piezas/boton.tsx';
import { copyAddress } from '../../piezas/copiar.ts';
import { Confirmacion } from '../../piezas/dialogo.tsx';
import { Esqueleto, Falla, Vacio } from '../../piezas/estados.tsx';
import { Importe } from '../../piezas/importe.tsx';
import { Contencion, Pagina } from '../../piezas/pagina.tsx';
import piezas from '../../piezas/piezas.module.css';
import { useReread } from '../../piezas/releer.ts';
import { isKnown, useSeguimiento } from '../../seguimiento/consultas.ts';
import { useCaptura } from '../../seguimiento/derechos.ts';
import { asOf, percent, plazoOf } from '../../seguimiento/palabras.ts';
import { useIsAdmin, useSession } from '../../sesion.ts';
import { useFavoritas } from '../favoritas.ts';
import { lastLista } from '../lista/lugar-en-lista.ts';
import { type Obra, useObra } from '../obra.ts';
import { FraseDeRezago } from '../rezago.tsx';
import css from './ficha.module.css';
import { Ubicaciones } from './ubicaciones-ficha.tsx';
import { useVecinas } from './vecinas.ts';

const SinMapa = () => (
  <p className={piezas.ayuda}>
    No se pudo cargar el mapa. Las coordenadas están junto a cada ubicación.
  </p>
);
const MapaFicha = lazy(() => import('../../mapa/mapa-ficha.tsx'));
const SeccionSeguimiento = lazy(() => import('../../seguimiento/seguimiento.tsx'));

/** The sheet of a work: all that the registry knows of it, on the screen and on letter paper. */
export default function Ficha() {
  const { id = '' } = useParams();
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
        {refusal && (
          <Aviso tono="error">
            <p>{refusal}</p>
            <p>
              Lo que ve ahora es lo más reciente: revíselo antes de eliminarla.{' '}
              {isAdmin && <Link href={`/obras/${obra.id}/historial`}>Ver quién la cambió</Link>}
            </p>
          </Aviso>
        )}
        <div className={`${piezas.enFila} ${piezas.tarjeta} ${css.cifras}`}>
          <Cifra nombre={ETIQUETAS.monto}>
            <Importe monto={obra.monto} />
          </Cifra>
          <Cifra nombre={ETIQUETAS.estatusObraId}>
            <Estatus id={obra.estatusObraId} nombre={obra.estatusObra.nombre} />
          </Cifra>
          <Cifra nombre={ETIQUETAS.ejercicioFiscalId}>{obra.ejercicioFiscal.anio}</Cifra>
          <Cifra nombre={ETIQUETAS.municipioId}>
            <Link href={`/obras?municipioId=${obra.municipio.id}`}>{obra.municipio.nombre}</Link>
          </Cifra>
          <Cifra nombre={ETIQUETAS.dependenciaId}>
            <Link href={`/obras?dependenciaId=${obra.dependencia.id}`}>
              {obra.dependencia.nombre}
            </Link>
            {obra.dependencia.siglas && ` (${obra.dependencia.siglas})`}
          </Cifra>
          <CifraDeAvance obra={obra} />
          <FraseDeRezago obra={obra} />
        </div>
        <Acciones obra={obra} etag={etag} onChanged={setRefusal} />
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
          {obra.ubicaciones.length > 0 && (
            <div className={css.mapa}>
              {/* Without its map the sheet still says everything. */}
              <Contencion sino={<SinMapa />}>
                <Suspense fallback={<div className={cssMapaFicha.mapaFicha} />}>
                  <MapaFicha obra={obra} />
                </Suspense>
              </Contencion>
            </div>
          )}
          <Ubicaciones obra={obra} />
        </div>
        <AlPie />
      </div>
    </Pagina>
  );
}

const Cifra = ({ nombre, children }: { nombre: string; children: ReactNode }) => (
  <div>
    <span className={piezas.ayuda}>{nombre}</span>
    <strong>{children}</strong>
  </div>
);

/** The progress and the delay among the first figures, where somebody has reported them. */
function CifraDeAvance({ obra }: { obra: Obra }) {
  const { data } = useSeguimiento(obra.id);
  if (!data) return null;
  const { avance } = data;
  const plazo = plazoOf(data, obra.estatusObraId);
  if (!avance && plazo.estado !== 'tarde') return null;
  return (
    <Cifra nombre="Avance">
      {avance ? percent(avance.avanceFisico) : 'Sin reportes'}{' '}
      {avance && <small>{asOf(avance.fechaCorte)}</small>}
      {plazo.estado === 'tarde' && <small className={piezas.rezago}> {plazo.texto}</small>}
    </Cifra>
  );
}

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
    <Contencion sino={<p className={piezas.ayuda}>No se pudo cargar el avance de la obra.</p>}>
      <Suspense fallback={<Esqueleto renglones={3} />}>
        <SeccionSeguimiento obra={obra} etag={etag} seguimiento={data} captura={captura} />
      </Suspense>
    </Contencion>
  );
}

function Datos({ obra }: { obra: Obra }) {
  const { tipoProyecto, ejercicioFiscal } = obra;
  return (
    <dl className={css.datos}>
      <div>
        <dt>{ETIQUETAS.claveUnica}</dt>
        <dd>{obra.claveUnica}</dd>
      </div>
      <div>
        <dt>{ETIQUETAS.numeroObra}</dt>
        <dd>
          {obra.numeroObra} de {ejercicioFiscal.anio}
        </dd>
      </div>
      <div>
        <dt>{ETIQUETAS.tipoProyectoId}</dt>
        <dd>
          {tipoProyecto ? (
            <Link href={`/obras?tipoProyectoId=${tipoProyecto.id}`}>{tipoProyecto.nombre}</Link>
          ) : (
            'Sin tipo'
          )}
        </dd>
      </div>
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
  /** Called with the registry's sentence when somebody else had changed the work in the meantime. */
  onChanged: (sentence: string | undefined) => void;
}

function Acciones({ obra, etag, onChanged }: AccionesProps) {
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
    queries.removeQueries({ queryKey: ['obra', String(obra.id)] });
    queries.removeQueries({ queryKey: ['seguimiento', obra.id] });
    void reread();
  }

  return (
    <div className={piezas.acciones}>
      {isAdmin && (
        <EnlaceBoton href={`/obras/${obra.id}/editar`} tono="principal" icono="editar">
          Editar
        </EnlaceBoton>
      )}
      <Favorita id={obra.id} />
      <Compartir nombre={obra.nombre} />
      <Boton icono="imprimir" className={piezas.soloAncho} onPress={() => window.print()}>
        Imprimir
      </Boton>
      {isAdmin && (
        <>
          <EnlaceBoton href={`/obras/${obra.id}/historial`} icono="historial">
            Historial
          </EnlaceBoton>
          <Boton
            icono="eliminar"
            tono="discreto"
            className={css.alFinal}
            isDisabled={isOffline}
            onPress={() => setAsking(true)}
          >
            Eliminar
          </Boton>
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
        </>
      )}
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
  const isOffline = useLostConnection() !== null;
  if (!favoritas) return null;
  return (
    <Boton
      icono="favorita"
      className={css.marcaFavorita}
      aria-pressed={favoritas.isFavorita(id)}
      isDisabled={isOffline}
      onPress={() => favoritas.toggle(id)}
    >
      Favorita
    </Boton>
  );
}

/** Gives the work's address to another program where the browser has a way to, and copies it elsewhere. */
function Compartir({ nombre }: { nombre: string }) {
  const address = location.origin + location.pathname;
  const copy = () => copyAddress(address, 'Se copió el enlace de la obra.');
  if (!('share' in navigator)) {
    return (
      <Boton icono="enlace" onPress={() => void copy()}>
        Copiar enlace
      </Boton>
    );
  }
  const share = async () => {
    try {
      await navigator.share({ title: nombre, url: address });
    } catch (error) {
      // A user who thinks better of it closes the choice, which arrives as an error.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      await copy();
    }
  };
  return (
    <Boton icono="compartir" onPress={() => void share()}>
      Compartir
    </Boton>
  );
}

/** On paper: when, by whom and from where it was printed. */
function AlPie() {
  const email = useSession()?.user.email;
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const note = () => flushSync(() => setNow(new Date()));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
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
