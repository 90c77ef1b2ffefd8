import '../piezas/filtros.css';
import './importar.css';
import { useEffect, useRef, useState } from 'react';
import { NoConnection, RegistryError } from '../api.ts';
import { useLostConnection } from '../conexion.ts';
import { counted } from '../formato.ts';
import { Aviso, announce, announceError } from '../piezas/avisos.tsx';
import { Boton } from '../piezas/boton.tsx';
import { Falla } from '../piezas/estados.tsx';
import { Pagina } from '../piezas/pagina.tsx';
import { useReread } from '../piezas/releer.ts';
import { Columnas, Encabezados } from './columnas.tsx';
import { ElegirArchivo } from './elegir-archivo.tsx';
import { type Archivo, type Informe, type Opciones, SIN_OPCIONES, send } from './envio.ts';
import { Cuentas, Observaciones } from './observaciones.tsx';
import { OpcionesDeImportacion } from './opciones.tsx';
import { Agregados, Descargas, Resultado } from './resultado.tsx';

const PASOS = ['Archivo', 'Revisión', 'Importación'];

/** The registry's review of the file: the outcome with these options, and its time. */
interface Revision {
  informe: Informe;
  opciones: Opciones;
  hora: Date;
}

type Trabajo = 'revisar' | 'importar';

/** Brings a sheet of works in: it is chosen, reviewed without writing anything, and imported. */
export default function Importar() {
  const { archivo, opciones, revision, resultado, trabajo, error, ...does } = useImportacion();
  const { choose, review, write, begin, stop, setOpciones } = does;
  const step = resultado || trabajo === 'importar' ? 2 : archivo ? 1 : 0;
  // The button that was pressed is gone with its step: whoever goes by keyboard goes on where the next one begins.
  const place = useRef<HTMLDivElement>(null);
  const state = `${step} ${trabajo ?? ''}`;
  const known = useRef(state);
  useEffect(() => {
    if (known.current === state) return;
    known.current = state;
    place.current?.focus();
  }, [state]);
  return (
    <Pagina titulo="Importar obras">
      <ol className="en-fila pasos">
        {PASOS.map((paso, index) => (
          <li key={paso} aria-current={index === step ? 'step' : undefined}>
            {paso}
          </li>
        ))}
      </ol>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form */}
      <div role="group" className="paso" aria-label={PASOS[step]} tabIndex={-1} ref={place}>
        {!archivo ? (
          <ElegirArchivo onChoose={choose} />
        ) : resultado && revision ? (
          <Resultado
            archivo={archivo.nombre}
            informe={resultado}
            desde={revision.hora}
            onAgain={begin}
          />
        ) : trabajo ? (
          <Espera trabajo={trabajo} archivo={archivo.nombre} onStop={stop} />
        ) : (
          <>
            <div className="en-fila a-los-lados archivo-elegido">
              <p>
                Archivo: <strong>{archivo.nombre}</strong>
              </p>
              <Boton onPress={begin}>Elegir otro archivo</Boton>
            </div>
            {error && (
              <Fallido
                {...error}
                onAgain={() =>
                  void (error.of === 'revisar' ? review(archivo, opciones) : write(archivo))
                }
              />
            )}
            {error?.of === 'revisar' && lacksHeadings(error.failure) && (
              <Encabezados onName={(columnas) => void review(archivo, { ...opciones, columnas })} />
            )}
            {error?.of === 'revisar' && Object.keys(opciones.columnas).length > 0 && (
              <Boton onPress={() => void review(archivo, { ...opciones, columnas: {} })}>
                Revisar sin lo que indiqué de las columnas
              </Boton>
            )}
            {revision && (
              <Decision
                revision={revision}
                archivo={archivo}
                opciones={opciones}
                onReview={() => void review(archivo, opciones)}
                onWrite={() => void write(archivo)}
                onOptions={setOpciones}
              />
            )}
            {!revision && error && (
              <OpcionesDeImportacion
                archivo={archivo.nombre}
                opciones={opciones}
                onChange={setOpciones}
              />
            )}
          </>
        )}
      </div>
    </Pagina>
  );
}

/** The state of a file so far, and the way on. */
function useImportacion() {
  const [archivo, setArchivo] = useState<Archivo | null>(null);
  const [opciones, setOpciones] = useState(SIN_OPCIONES);
  const [revision, setRevision] = useState<Revision | null>(null);
  const [resultado, setResultado] = useState<Informe | null>(null);
  const [trabajo, setTrabajo] = useState<Trabajo | null>(null);
  const [error, setError] = useState<{ of: Trabajo; failure: unknown } | null>(null);
  const running = useRef<AbortController | null>(null);
  const reread = useReread();
  /** Whether somebody still looks at this page. */
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);

  /** Sends the file, and answers nothing where that failed or was stopped. */
  const run = async (of: Trabajo, sent: Archivo, chosen: Opciones) => {
    const controller = new AbortController();
    running.current = controller;
    setTrabajo(of);
    setError(null);
    try {
      return await send(sent, chosen, of === 'revisar', controller.signal);
    } catch (failure) {
      setError({ of, failure: controller.signal.aborted ? new Stopped() : failure });
      return undefined;
    } finally {
      setTrabajo(null);
      running.current = null;
    }
  };
  const review = async (sent: Archivo, chosen: Opciones) => {
    setOpciones(chosen);
    const done = await run('revisar', sent, chosen);
    setRevision(done ? { ...done, opciones: chosen } : null);
  };
  const write = async (sent: Archivo) => {
    const done = await run('importar', sent, opciones);
    if (done) setResultado(done.informe);
    // Going to another page of the portal does not stop it, and it is told there.
    if (!isThere.current) {
      const { creadas, actualizadas } = done?.informe ?? { creadas: 0, actualizadas: 0 };
      if (done)
        announce(
          `Terminó la importación de «${sent.nombre}»: ${counted(creadas, 'obra nueva', 'obras nuevas')} y ${counted(actualizadas, 'actualizada', 'actualizadas')}.`,
        );
      else
        announceError(
          `La importación de «${sent.nombre}» no terminó. Importe otra vez el mismo archivo: es seguro.`,
        );
    }
    // Even where it was cut short, something may have been written.
    void reread('obras', 'obra', 'mapa', 'resumen', 'catalogos', 'bitacora');
  };
  const begin = () => {
    setArchivo(null);
    setOpciones(SIN_OPCIONES);
    setRevision(null);
    setResultado(null);
    setError(null);
  };
  return {
    archivo,
    opciones,
    setOpciones,
    revision,
    resultado,
    trabajo,
    error,
    choose(chosen: Archivo) {
      setArchivo(chosen);
      void review(chosen, SIN_OPCIONES);
    },
    review,
    write,
    begin,
    stop: () => running.current?.abort(),
  };
}

/** The second step: what would happen, and with which options something else would. */
function Decision({
  revision: { informe, opciones: reviewed },
  archivo,
  opciones,
  onReview,
  onWrite,
  onOptions,
}: {
  revision: Revision;
  archivo: Archivo;
  opciones: Opciones;
  onReview: () => void;
  onWrite: () => void;
  onOptions: (opciones: Opciones) => void;
}) {
  const isOffline = useLostConnection() !== null;
  const isStale = JSON.stringify(opciones) !== JSON.stringify(reviewed);
  const { filas, creadas, actualizadas, rechazadas } = informe;
  const written = creadas + actualizadas;
  const isStopped = rechazadas > 0 && !opciones.parcial;
  return (
    <>
      <section className="tarjeta" aria-labelledby="titulo-revision">
        <h2 id="titulo-revision">
          Qué pasaría con {counted(filas, 'fila', 'filas')}: todavía no se escribe nada
        </h2>
        <Cuentas informe={informe} />
        {isStale ? (
          <Aviso>Cambió las opciones o las columnas: revise de nuevo antes de importar.</Aviso>
        ) : filas === 0 ? (
          <Aviso>El archivo no tiene filas con datos.</Aviso>
        ) : isStopped ? (
          <Aviso tono="error">
            {counted(rechazadas, 'fila se rechaza', 'filas se rechazan')} y eso detiene todo.
            Corrija el archivo y elíjalo otra vez, cambie las opciones, o importe sólo las filas
            correctas.
          </Aviso>
        ) : written === 0 ? (
          <Aviso>
            Todas las obras del archivo están ya igual en el registro: no hay qué importar.
          </Aviso>
        ) : null}
        <div className="acciones">
          {isStale ? (
            <Boton tono="principal" onPress={onReview} isDisabled={isOffline}>
              Revisar de nuevo
            </Boton>
          ) : (
            <Boton
              tono="principal"
              icono="importar"
              onPress={onWrite}
              isDisabled={isOffline || isStopped || written === 0}
            >
              {written === 0 ? 'Importar' : `Importar ${counted(written, 'obra', 'obras')}`}
            </Boton>
          )}
          <Descargas archivo={archivo.nombre} informe={informe} />
        </div>
      </section>
      <Agregados informe={informe} />
      <OpcionesDeImportacion archivo={archivo.nombre} opciones={opciones} onChange={onOptions} />
      <Columnas
        columnas={informe.columnas}
        named={opciones.columnas}
        onName={(columnas) => onOptions({ ...opciones, columnas })}
      />
      <Observaciones informe={informe} />
    </>
  );
}

/** Somebody stopped what was under way. */
class Stopped extends Error {}

const lacksHeadings = (failure: unknown) =>
  failure instanceof RegistryError &&
  failure.message.startsWith('No se encontraron los encabezados');

/** A failure; of an import, also the fate of the rows that were under way. */
function Fallido({ of, failure, onAgain }: { of: Trabajo; failure: unknown; onAgain: () => void }) {
  const isUncertain =
    of === 'importar' &&
    (failure instanceof Stopped ||
      failure instanceof NoConnection ||
      (failure instanceof RegistryError && failure.status >= 500));
  return (
    <>
      {failure instanceof Stopped ? (
        <Aviso>
          {of === 'importar' ? 'Usted detuvo la importación.' : 'Usted detuvo la revisión.'}
        </Aviso>
      ) : (
        <Falla error={failure} />
      )}
      {isUncertain && (
        <p>
          Puede haberse escrito una parte, y lo escrito está completo. Importar otra vez el mismo
          archivo es seguro: no repite ninguna obra y termina lo que falta.
        </p>
      )}
      <div className="acciones">
        <Boton tono="principal" onPress={onAgain}>
          {of === 'importar' ? 'Importar otra vez' : 'Revisar otra vez'}
        </Boton>
      </div>
    </>
  );
}

/** A file is on its way, or being read or written: for how long, and how to stop it. */
function Espera({
  trabajo,
  archivo,
  onStop,
}: {
  trabajo: Trabajo;
  archivo: string;
  onStop: () => void;
}) {
  const [seconds, setSeconds] = useState(0);
  const isImport = trabajo === 'importar';
  useEffect(() => {
    const since = Date.now();
    const timer = setInterval(() => setSeconds(Math.round((Date.now() - since) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (!isImport) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isImport]);
  return (
    <section className="tarjeta espera" aria-busy="true">
      <p role="status">
        {isImport ? 'Importando' : 'Revisando'} «{archivo}»…
      </p>
      <progress aria-label={isImport ? 'Importando' : 'Revisando'} />
      <p className="ayuda">
        {seconds > 0 && `Van ${counted(seconds, 'segundo', 'segundos')}. `}
        {isImport
          ? 'Con miles de filas puede tardar más de un minuto. No cierre esta página.'
          : 'Se leen todas las filas; no se escribe nada.'}
      </p>
      <Boton onPress={onStop}>{isImport ? 'Detener la importación' : 'Detener la revisión'}</Boton>
    </section>
  );
}
