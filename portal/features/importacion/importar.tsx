import { useEffect, useRef, useState } from 'react';
import { useOpciones } from '../../core/catalogos.ts';
import { RegistryError } from '../../core/errores.ts';
import { counted } from '../../core/formato.ts';
import { Aviso, announce, announceError } from '../../core/piezas/avisos.tsx';
import { Boton } from '../../core/piezas/boton.tsx';
import { Falla } from '../../core/piezas/estados.tsx';
import { Pagina } from '../../core/piezas/pagina.tsx';
import { useParametros } from '../../core/piezas/parametros.ts';
import piezas from '../../core/piezas/piezas.module.css';
import { useReread } from '../../core/piezas/releer.ts';
import type { Clase } from './clase.ts';
import { Encabezados } from './columnas.tsx';
import { useClase } from './de-clase.tsx';
import { Decision, type Revision } from './decision.tsx';
import {
  type Archivo,
  type Informe,
  keepOpciones,
  type Opciones,
  readOpciones,
  SIN_OPCIONES,
  type Tarea,
} from './eleccion.ts';
import { ElegirArchivo } from './elegir-archivo.tsx';
import { send } from './envio.ts';
import css from './importar.module.css';
import { withSheet } from './opciones.ts';
import { Hojas, OpcionesDeImportacion } from './opciones.tsx';
import { withProposals } from './remedios.ts';
import { Resultado } from './resultado.tsx';
import { isOver, pollImport } from './tarea.ts';
import { DeHoy, EnMarcha, Inconclusa, Seguida, TareaPorId } from './tareas.tsx';
import { hasChoices, isRefused, isUncertain, NADA_DICHO, Stopped, Unfinished } from './trabajo.ts';
import { useTareas } from './usar-tareas.ts';

/** The most times that a file is sent. */
const MOST_SENT = 10;

const PASOS = ['Archivo', 'Revisión', 'Importación'];

/** The work under way. A large file's is a task of the registry as soon as the file is there. */
interface Trabajo {
  of: 'revisar' | 'importar';
  tarea?: Tarea;
}

/** Brings a sheet of works in: it is chosen, reviewed without writing anything, and imported. */
export default function Importar() {
  const { params, changeParams } = useParametros();
  const { titulo } = useClase();
  // The catalogs come while a file is chosen and read. The records for its names are chosen from them.
  useOpciones();
  const importacion = useImportacion((id) => changeParams({ importacion: id }, { replace: true }));
  const { archivo, revision, resultado, trabajo, begin } = importacion;
  const id = params.get('importacion');
  const step = resultado || trabajo?.of === 'importar' ? 2 : archivo ? 1 : 0;
  // The pressed button is gone with its step. The focus goes to the beginning of the next one.
  const place = useRef<HTMLDivElement>(null);
  const state = `${step} ${trabajo?.of ?? ''} ${archivo ? '' : id}`;
  const known = useRef(state);
  useEffect(() => {
    if (known.current === state) return;
    known.current = state;
    place.current?.focus();
  }, [state]);
  return (
    <Pagina titulo={titulo}>
      {(archivo || !id) && (
        <ol className={`${piezas.enFila} ${css.pasos}`}>
          {PASOS.map((paso, index) => (
            <li key={paso} aria-current={index === step ? 'step' : undefined}>
              {paso}
            </li>
          ))}
        </ol>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form */}
      <div
        role="group"
        className={css.paso}
        aria-label={archivo || !id ? PASOS[step] : 'Informe'}
        tabIndex={-1}
        ref={place}
      >
        {!archivo && id ? (
          <TareaPorId key={id} id={id} onAgain={begin} />
        ) : !archivo ? (
          <Comienzo onChoose={importacion.choose} />
        ) : resultado && revision ? (
          <Resultado
            archivo={archivo.nombre}
            enviado={{ archivo, opciones: importacion.opciones }}
            informe={resultado.informe}
            antes={resultado.antes}
            desde={revision.hora}
            onAgain={begin}
          />
        ) : trabajo ? (
          <Espera trabajo={trabajo} archivo={archivo.nombre} onStop={importacion.stop} />
        ) : (
          <Revisada {...importacion} archivo={archivo} />
        )}
      </div>
    </Pagina>
  );
}

/** The first step: a file to choose, unless the registry is at work on one, and the day's imports. */
function Comienzo({ onChoose }: { onChoose: (archivo: Archivo) => void }) {
  const tareas = useTareas();
  const current = tareas.data?.find((tarea) => !isOver(tarea));
  const over = tareas.data?.filter(isOver) ?? [];
  return (
    <>
      {current ? (
        <Seguida key={current.id} tarea={current} onOver={() => void tareas.refetch()} />
      ) : (
        <ElegirArchivo onChoose={onChoose} />
      )}
      {over.length > 0 && <DeHoy tareas={over} />}
    </>
  );
}

/** The second step: the registry's review, or the reason for none. */
function Revisada({
  archivo,
  opciones,
  revision,
  hojas,
  error,
  setOpciones,
  review,
  write,
  begin,
}: Omit<ReturnType<typeof useImportacion>, 'archivo'> & { archivo: Archivo }) {
  const isUnread = error?.of === 'revisar' && isRefused(error.failure);
  return (
    <>
      <div className={`${piezas.enFila} ${piezas.aLosLados} ${css.archivoElegido}`}>
        <p>
          Archivo: <strong>{archivo.nombre}</strong>
        </p>
        {!isUnread && <Boton onPress={begin}>Elegir otro archivo</Boton>}
      </div>
      {hojas.length > 1 && (
        <div className={css.hojaElegida}>
          <Hojas
            hojas={hojas}
            hoja={opciones.hoja}
            onChoose={(hoja) => void review(archivo, withSheet(opciones, hoja))}
          />
        </div>
      )}
      {error && (
        <Fallido
          {...error}
          onOther={isUnread ? begin : undefined}
          onAgain={() => void (error.of === 'revisar' ? review(archivo, opciones) : write(archivo))}
        />
      )}
      {isUnread && (
        <Encabezados onName={(columnas) => void review(archivo, { ...opciones, columnas })} />
      )}
      {isUnread && hasChoices(opciones) && (
        <Boton onPress={() => void review(archivo, { ...opciones, ...NADA_DICHO })}>
          Revisar sin lo que indiqué de este archivo
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
      {!revision && error && <OpcionesDeImportacion opciones={opciones} onChange={setOpciones} />}
    </>
  );
}

/**
 * The state of a file so far, and the way on.
 *
 * @param onTarea called with the file's task, whose address a reload finds it by, and with none at its end
 */
function useImportacion(onTarea: (id: string | undefined) => void) {
  const clase = useClase();
  const [archivo, setArchivo] = useState<Archivo | null>(null);
  const [opciones, setOpciones] = useState(SIN_OPCIONES);
  const [revision, setRevision] = useState<Revision | null>(null);
  /** The workbook's sheets, known from its first review on. */
  const [hojas, setHojas] = useState<Informe['hojas']>([]);
  const [resultado, setResultado] = useState<{ informe: Informe; antes: number } | null>(null);
  const [trabajo, setTrabajo] = useState<Trabajo | null>(null);
  const [error, setError] = useState<{ of: Trabajo['of']; failure: unknown } | null>(null);
  const running = useRef<AbortController | null>(null);
  const reread = useReread();
  /** Whether the page is still open. */
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const tellTarea = (id: string | undefined) => {
    if (isThere.current) onTarea(id);
  };

  /**
   * Sends the file and waits for its report; undefined after a failure or a stop. Where the program that runs the import ends
   * before it, the file is sent again: another instance of the registry may take it.
   */
  const run = async (of: Trabajo['of'], sent: Archivo, chosen: Opciones) => {
    const controller = new AbortController();
    running.current = controller;
    setTrabajo({ of });
    setError(null);
    tellTarea(undefined);
    try {
      let antes = 0;
      for (let times = 1; ; times++) {
        const answer = await send(clase, sent, chosen, of === 'revisar', controller.signal);
        if ('informe' in answer) return { ...answer, antes };
        tellTarea(answer.tarea.id);
        setTrabajo({ of, tarea: answer.tarea });
        const tarea = await pollImport(clase, answer.tarea.id, (now) =>
          setTrabajo({ of, tarea: now }),
        );
        if (tarea.informe) return { informe: tarea.informe, hora: answer.hora, antes };
        if (tarea.estado !== 'interrumpida' || times === MOST_SENT) throw new Unfinished(tarea);
        antes += tarea.filasEscritas;
      }
    } catch (failure) {
      setError({ of, failure: controller.signal.aborted ? new Stopped() : failure });
      return undefined;
    } finally {
      setTrabajo(null);
      running.current = null;
      void reread();
    }
  };
  const review = async (sent: Archivo, chosen: Opciones) => {
    setOpciones(chosen);
    keepOpciones(clase, sent, chosen);
    const done = await run('revisar', sent, chosen);
    setRevision(done ? { informe: done.informe, hora: done.hora, opciones: chosen } : null);
    if (!done) return;
    setHojas(done.informe.hojas);
    setOpciones(withProposals(chosen, done.informe));
  };
  const write = async (sent: Archivo) => {
    const done = await run('importar', sent, opciones);
    if (done) setResultado(done);
    // There is nothing left to repair: the next file of that name is another matter.
    if (done?.informe.rechazadas === 0) keepOpciones(clase, sent, SIN_OPCIONES);
    // Another page of the portal does not stop the import, and announces its end.
    if (!isThere.current) tellElsewhere(clase, sent.nombre, done?.informe);
    // An import that was cut short may have written something.
    void reread();
  };
  const begin = () => {
    setArchivo(null);
    setOpciones(SIN_OPCIONES);
    setRevision(null);
    setHojas([]);
    setResultado(null);
    setError(null);
    onTarea(undefined);
  };
  return {
    archivo,
    opciones,
    setOpciones(chosen: Opciones) {
      setOpciones(chosen);
      if (archivo) keepOpciones(clase, archivo, chosen);
    },
    revision,
    hojas,
    resultado,
    trabajo,
    error,
    choose(chosen: Archivo) {
      setArchivo(chosen);
      void review(chosen, readOpciones(clase, chosen));
    },
    review,
    write,
    begin,
    stop: () => running.current?.abort(),
  };
}

function tellElsewhere(clase: Clase, nombre: string, informe: Informe | undefined): void {
  if (informe) {
    announce(
      `Terminó la importación de «${nombre}»: ${clase.nuevas(informe.creadas)} y ${clase.cambiadas(informe.actualizadas)}.`,
    );
  } else {
    announceError(
      `La importación de «${nombre}» no terminó. Importe otra vez el mismo archivo: es seguro.`,
    );
  }
}

/** A failure; of an import, also the fate of the rows that were under way. */
function Fallido({
  of,
  failure,
  onOther,
  onAgain,
}: {
  of: Trabajo['of'];
  failure: unknown;
  /** Begins with another file, where this one is at fault and would fail again. */
  onOther: (() => void) | undefined;
  onAgain: () => void;
}) {
  const tareas = useTareas();
  const isBusy = failure instanceof RegistryError && failure.status === 503;
  const others = isBusy ? tareas.data?.find((tarea) => !isOver(tarea)) : undefined;
  return (
    <>
      {failure instanceof Stopped ? (
        <Aviso>
          {of === 'importar' ? 'Usted detuvo la importación.' : 'Usted detuvo la revisión.'}
        </Aviso>
      ) : failure instanceof Unfinished ? (
        <Inconclusa tarea={failure.tarea} />
      ) : (
        <Falla error={failure} />
      )}
      {others && <Seguida key={others.id} tarea={others} onOver={() => void tareas.refetch()} />}
      {of === 'importar' && isUncertain(failure) && !others && (
        <p>
          Puede haberse escrito una parte, y lo escrito está completo. Importar otra vez el mismo
          archivo es seguro: no repite nada y termina lo que falta.
        </p>
      )}
      <div className={piezas.acciones}>
        {onOther && (
          <Boton tono="principal" onPress={onOther}>
            Elegir otro archivo
          </Boton>
        )}
        <Boton tono={onOther ? 'normal' : 'principal'} onPress={onAgain}>
          {of === 'importar' ? 'Importar otra vez' : 'Revisar otra vez'}
        </Boton>
      </div>
    </>
  );
}

/** The progress of a file that is sent, read or written, and the button that stops it. */
function Espera({
  trabajo: { of, tarea },
  archivo,
  onStop,
}: {
  trabajo: Trabajo;
  archivo: string;
  onStop: () => void;
}) {
  const [seconds, setSeconds] = useState(0);
  const isImport = of === 'importar';
  // Only what is still a request ends with its page.
  const endsWithPage = isImport && !tarea;
  useEffect(() => {
    const since = Date.now();
    const timer = setInterval(() => setSeconds(Math.round((Date.now() - since) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (!endsWithPage) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [endsWithPage]);
  if (tarea) return <EnMarcha tarea={tarea} />;
  return (
    <section className={`${piezas.tarjeta} ${css.espera}`} aria-busy="true">
      <p role="status">
        {isImport ? 'Importando' : 'Revisando'} «{archivo}»…
      </p>
      <progress aria-label={isImport ? 'Importando' : 'Revisando'} />
      <p className={piezas.ayuda}>
        {seconds > 0 && `Van ${counted(seconds, 'segundo', 'segundos')}. `}
        {isImport
          ? 'El archivo va en camino. No cierre esta página.'
          : 'Se leen todas las filas; no se escribe nada.'}
      </p>
      <Boton onPress={onStop}>{isImport ? 'Detener la importación' : 'Detener la revisión'}</Boton>
    </section>
  );
}
