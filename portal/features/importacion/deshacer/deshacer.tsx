import { useEffect, useState } from 'react';
import { Link, useParams } from 'wouter';
import { RECURSOS } from '../../../core/bitacora/recursos.ts';
import { counted, grouped } from '../../../core/formato.ts';
import { Cambios } from '../../../core/obras/historial/cambios.tsx';
import { Aviso } from '../../../core/piezas/avisos.tsx';
import { Boton } from '../../../core/piezas/boton.tsx';
import { Esqueleto, Falla } from '../../../core/piezas/estados.tsx';
import { Pagina } from '../../../core/piezas/pagina.tsx';
import piezas from '../../../core/piezas/piezas.module.css';
import { Tabla } from '../../../core/piezas/tabla.tsx';
import { CLASES, type Clase } from '../clase.ts';
import {
  type Deshacer,
  isOver,
  listTareas,
  pollUntilOver,
  readDeshacer,
  startDeshacer,
} from '../tarea.ts';
import { EnMarcha, Inconclusa } from '../tareas.tsx';

type Informe = NonNullable<Deshacer['informe']>;

/** The undo of an import: first what would go back, then its progress, and then what stayed and why. */
export default function PaginaDeshacer() {
  const { clase: de, id = '' } = useParams();
  const clase = CLASES[de as keyof typeof CLASES] ?? CLASES.obras;
  return (
    <Pagina
      titulo="Deshacer una importación"
      ancho="tabla"
      antetitulo={<Link href={clase.ruta}>{clase.titulo}</Link>}
    >
      <div className={piezas.apilada}>
        <Pasos key={`${clase.id}/${id}`} clase={clase} id={id} />
      </div>
    </Pagina>
  );
}

function Pasos({ clase, id }: { clase: Clase; id: string }) {
  const [tarea, setTarea] = useState<Deshacer | null>(null);
  const [error, setError] = useState<unknown>(null);
  /** What is asked of the registry; each attempt asks anew. */
  const [paso, setPaso] = useState<{ simular: boolean; intento: number }>({
    simular: true,
    intento: 0,
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const follow = async () => {
      setError(null);
      const begun = await beginOrFind(clase, id, paso.simular, paso.intento === 0);
      if (signal.aborted) return;
      setTarea(begun);
      if (isOver(begun)) return;
      const again = (at: AbortSignal | undefined) => readDeshacer(clase, id, at);
      const over = await pollUntilOver(again, setTarea, signal);
      if (!signal.aborted) setTarea(over);
    };
    follow().catch((failure) => signal.aborted || setError(failure));
    return () => controller.abort();
  }, [clase, id, paso]);
  const ask = (simular: boolean) => {
    setTarea(null);
    setPaso(({ intento }) => ({ simular, intento: intento + 1 }));
  };
  if (error !== null) return <Falla error={error} onRetry={() => ask(paso.simular)} />;
  if (!tarea) return <Esqueleto />;
  if (!isOver(tarea)) return <EnMarcha tarea={tarea} />;
  const { informe } = tarea;
  if (!informe) {
    return (
      <>
        <Inconclusa tarea={tarea} />
        <div className={piezas.acciones}>
          <Boton onPress={() => ask(true)}>Revisar de nuevo</Boton>
        </div>
      </>
    );
  }
  return informe.simulacro ? (
    <Revision informe={informe} onUndo={() => ask(false)} />
  ) : (
    <Hecho clase={clase} informe={informe} onAgain={() => ask(true)} />
  );
}

/**
 * Begins, unless the page was opened again while an undo goes on or after it has ended.
 *
 * @param isFirst whether the page has just been opened
 */
async function beginOrFind(clase: Clase, id: string, simular: boolean, isFirst: boolean) {
  if (isFirst) {
    const isKnown = (await listTareas(clase)).some(({ deshace }) => deshace === id);
    const known = isKnown ? await readDeshacer(clase, id) : undefined;
    if (known && (!isOver(known) || (!known.simular && known.estado === 'terminada'))) return known;
  }
  return startDeshacer(clase, id, simular);
}

/** What would go back, before anything does. */
function Revision({ informe, onUndo }: { informe: Informe; onUndo: () => void }) {
  const { archivo, eliminados, devueltos, yaDeshechos, catalogosEliminados } = informe;
  const many = eliminados + devueltos - yaDeshechos;
  return (
    <>
      {many + catalogosEliminados === 0 ? (
        <Aviso>De «{archivo}» no queda nada que se pueda deshacer.</Aviso>
      ) : (
        <Aviso>
          Es una revisión: todavía no se ha cambiado nada. Deshacer no se deshace; para volver a lo
          importado se importa de nuevo el archivo.
        </Aviso>
      )}
      <Cuentas informe={informe} />
      {many + catalogosEliminados > 0 && (
        <div className={piezas.acciones}>
          <Boton tono="peligro" onPress={onUndo}>
            Deshacer la importación de «{archivo}»
          </Boton>
        </div>
      )}
      <Restantes informe={informe} />
      <Vueltas informe={informe} />
    </>
  );
}

/** The end of an undo. */
function Hecho({
  clase,
  informe,
  onAgain,
}: {
  clase: Clase;
  informe: Informe;
  onAgain: () => void;
}) {
  const { archivo, dejados, restantes } = informe;
  return (
    <>
      <Aviso tono="bien">Listo: se deshizo la importación de «{archivo}».</Aviso>
      <Cuentas informe={informe} />
      <div className={piezas.acciones}>
        {dejados + restantes.length > 0 && (
          <Boton onPress={onAgain}>Revisar de nuevo lo que se quedó</Boton>
        )}
        <Link className={piezas.boton} href={clase.ruta}>
          {clase.titulo}
        </Link>
      </div>
      <Restantes informe={informe} />
      <Vueltas informe={informe} />
    </>
  );
}

/** The numbers in words, in a review and after it. */
function Cuentas({ informe }: { informe: Informe }) {
  const { simulacro, eliminados, devueltos, dejados, catalogosEliminados } = informe;
  const [go, back, stay] = simulacro
    ? ['Se eliminarían', 'Volverían a como estaban', 'Se quedarían como están']
    : ['Se eliminaron', 'Volvieron a como estaban', 'Se quedaron como están'];
  return (
    <ul>
      <li>
        {go}: <strong>{grouped(eliminados)}</strong>
      </li>
      <li>
        {back}: <strong>{grouped(devueltos)}</strong>
      </li>
      <li>
        {stay}: <strong>{grouped(dejados)}</strong>
      </li>
      {catalogosEliminados > 0 && (
        <li>
          {go} de los catálogos: <strong>{grouped(catalogosEliminados)}</strong>
        </li>
      )}
    </ul>
  );
}

type Registro = Pick<Informe['restantes'][number], 'recurso' | 'obraId' | 'nombre' | 'claveUnica'>;

/** A record's name, which leads to its work where that is there. */
function Nombre({ registro, isThere }: { registro: Registro; isThere: boolean }) {
  const { recurso, obraId, nombre, claveUnica } = registro;
  const what = recurso === 'obras' ? '' : ` (${RECURSOS[recurso] ?? recurso})`;
  const text = [claveUnica, nombre].filter(Boolean).join(' · ') || `Obra ${obraId}`;
  return (
    <>
      {isThere && obraId !== null ? <Link href={`/obras/${obraId}`}>{text}</Link> : text}
      {what}
    </>
  );
}

/** What stays, record by record, with the reason. */
function Restantes({ informe }: { informe: Informe }) {
  const { restantes, restantesOmitidos, simulacro } = informe;
  if (restantes.length === 0) return null;
  return (
    <section className={piezas.apilada} aria-labelledby="titulo-restantes">
      <h2 id="titulo-restantes">{simulacro ? 'Lo que se quedaría' : 'Lo que se quedó'}</h2>
      <Tabla
        titulo="Lo que se queda, y por qué"
        filas={restantes}
        claveDe={({ recurso, registro }) => `${recurso}/${registro}`}
        columnas={[
          {
            titulo: 'Qué',
            clase: piezas.seParte,
            celda: (registro) => (
              <Nombre registro={registro} isThere={!registro.motivo.startsWith('Ya no está')} />
            ),
          },
          { titulo: 'Por qué', clase: piezas.seParte, celda: ({ motivo }) => motivo },
          { titulo: 'Fila', celda: ({ fila }) => fila },
        ]}
      />
      {restantesOmitidos > 0 && <p>Y {grouped(restantesOmitidos)} más.</p>}
    </section>
  );
}

/** Records whose changes are seen at once. Of an import of thousands the others are opened one by one. */
const OPEN = 20;

/** What goes back, record by record: what stands now, and what would. */
function Vueltas({ informe }: { informe: Informe }) {
  const { cambios, cambiosOmitidos, simulacro } = informe;
  const gone = cambios.filter(({ accion }) => accion === 'eliminar');
  const changed = cambios.filter(({ accion }) => accion === 'cambiar');
  return (
    <>
      {changed.length > 0 && (
        <section className={piezas.apilada} aria-labelledby="titulo-devueltos">
          <h2 id="titulo-devueltos">
            {simulacro ? 'Lo que volvería a como estaba' : 'Lo que volvió a como estaba'}
          </h2>
          {changed.map((registro, index) => (
            <details
              key={`${registro.recurso}/${registro.registro}`}
              className={piezas.plegable}
              open={index < OPEN}
            >
              <summary>
                {[registro.claveUnica, registro.nombre].filter(Boolean).join(' · ')}
                {registro.recurso !== 'obras' && ` (${RECURSOS[registro.recurso]})`}:{' '}
                {counted(registro.cambios.length, 'campo', 'campos')}
              </summary>
              <Cambios
                renglon={registro}
                titulos={simulacro ? ['Está', 'Quedaría'] : ['Estaba', 'Quedó']}
              />
            </details>
          ))}
        </section>
      )}
      {gone.length > 0 && (
        <section className={piezas.apilada} aria-labelledby="titulo-eliminados">
          <h2 id="titulo-eliminados">{simulacro ? 'Lo que se eliminaría' : 'Lo que se eliminó'}</h2>
          <ul>
            {gone.map((registro) => (
              <li key={`${registro.recurso}/${registro.registro}`}>
                <Nombre registro={registro} isThere={simulacro} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {cambiosOmitidos > 0 && <p>Y {grouped(cambiosOmitidos)} más que no se enumeran aquí.</p>}
    </>
  );
}
