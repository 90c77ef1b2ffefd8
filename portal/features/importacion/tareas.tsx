import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { Link } from 'wouter';
import { RegistryError, sentencesOf } from '../../core/errores.ts';
import { counted, grouped, moment, time } from '../../core/formato.ts';
import { useMutacion } from '../../core/mutacion.ts';
import { Aviso, announceError } from '../../core/piezas/avisos.tsx';
import { Boton } from '../../core/piezas/boton.tsx';
import { hrefOf } from '../../core/piezas/direccion.ts';
import { Esqueleto, Estado, Falla } from '../../core/piezas/estados.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { Tabla } from '../../core/piezas/tabla.tsx';
import { useLostConnection, useSession } from '../../core/usar.ts';
import { Cambios } from './cambios.tsx';
import { useClase } from './de-clase.tsx';
import type { TareaListada } from './eleccion.ts';
import { Grupos } from './grupos.tsx';
import css from './importar.module.css';
import { Cuentas, Observaciones } from './observaciones.tsx';
import { Descargas, Resultado } from './resultado.tsx';
import { isOver, pollUntilOver, readListada, readTarea, stopTarea } from './tarea.ts';
import { ESTADOS, whoOf } from './trabajo.ts';

/** The task's progress, in rows. */
function Avance({ tarea }: { tarea: TareaListada }) {
  const id = useId();
  const isReview = tarea.estado === 'revisando';
  const done = isReview ? tarea.filasRevisadas : tarea.filasEscritas;
  const all = (isReview ? tarea.filasTotal : tarea.filasPorEscribir) ?? 0;
  const verb = isReview ? 'Revisando' : tarea.deshace === null ? 'Escribiendo' : 'Deshaciendo';
  const tenths = all > 0 ? Math.floor((10 * done) / all) : 0;
  return (
    <>
      <p id={id}>
        {verb}:{' '}
        <strong>
          {all > 0
            ? `${grouped(done)} de ${counted(all, 'fila', 'filas')}`
            : counted(done, 'fila', 'filas')}
        </strong>
      </p>
      <progress aria-labelledby={id} {...(all > 0 && { value: Math.min(done, all), max: all })} />
      {/* A screen reader says each tenth and not each second. */}
      <span className={piezas.soloOido} role="status">
        {verb}
        {tenths > 0 && `, ${tenths * 10} %`}
      </span>
    </>
  );
}

/** A review or import of a large file that is under way, the user's own or a colleague's. */
export function EnMarcha({ tarea }: { tarea: TareaListada }) {
  const lostSince = useLostConnection();
  const clase = useClase();
  const isOwn = useSession()?.user.email === tarea.usuario;
  const stop = useMutacion({
    mutationFn: () => stopTarea(clase, tarea),
    onError: (failure) => announceError(`No se detuvo. ${sentencesOf(failure).join(' ')}`),
  });
  const isStopping = stop.isPending || stop.isSuccess;
  const isUndo = tarea.deshace !== null;
  const work = tarea.simular ? 'la revisión' : isUndo ? 'lo que se deshace' : 'la importación';
  const doing = `${tarea.simular ? 'revisando' : isUndo ? 'deshaciendo' : 'importando'}${isUndo ? ' la importación de' : ''}`;
  return (
    <section
      className={`${piezas.tarjeta} ${css.espera}`}
      aria-labelledby="titulo-en-marcha"
      aria-busy="true"
    >
      <h2 id="titulo-en-marcha">
        {isOwn
          ? `Se está ${doing} «${tarea.archivo}»`
          : `${whoOf(tarea)} está ${doing} «${tarea.archivo}»`}
      </h2>
      <Avance tarea={tarea} />
      {lostSince && (
        <Aviso>
          Sin conexión desde las {time(lostSince)}: {work} sigue en el registro, y aquí se verá por
          dónde va en cuanto vuelva.
        </Aviso>
      )}
      <p className={piezas.ayuda}>
        {isOwn
          ? `Puede ir a otra página, o cerrar ésta: ${work} sigue, y su informe se queda aquí un día.`
          : 'Se atiende un archivo a la vez: cuando éste termine puede importar el suyo.'}
      </p>
      {isOwn && (
        <Boton onPress={() => stop.mutate()} isDisabled={isStopping || lostSince !== null}>
          {isStopping ? 'Deteniendo…' : 'Detener'}
        </Boton>
      )}
    </section>
  );
}

/** An import that this page did not begin, as it goes on. Leaving the page ends the asking, and not the import. */
export function Seguida({ tarea, onOver }: { tarea: TareaListada; onOver: () => void }) {
  const clase = useClase();
  const [now, setNow] = useState<TareaListada>(tarea);
  const [error, setError] = useState<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is followed once, as it was found
  useEffect(() => {
    const controller = new AbortController();
    const again = (signal: AbortSignal | undefined) => readListada(clase, tarea, signal);
    pollUntilOver(again, setNow, controller.signal).then(onOver, (failure) => {
      if (controller.signal.aborted) return;
      // The registry keeps nothing of a small file.
      if (failure instanceof RegistryError && failure.status === 404) onOver();
      else setError(failure);
    });
    return () => controller.abort();
  }, [tarea.id]);
  return error === null ? <EnMarcha tarea={now} /> : <Falla error={error} />;
}

/** The day's reviews and imports of large files, each with its report. */
export function DeHoy({ tareas }: { tareas: TareaListada[] }) {
  const { ruta, id: de } = useClase();
  return (
    <section aria-labelledby="titulo-de-hoy">
      <h2 id="titulo-de-hoy">Importaciones de hoy</h2>
      <Tabla
        titulo="Importaciones de hoy"
        filas={tareas}
        claveDe={({ id }) => id}
        columnas={[
          { titulo: 'Archivo', clase: piezas.seParte, celda: ({ archivo }) => archivo },
          { titulo: 'Empezó', celda: ({ iniciadaEn }) => moment(iniciadaEn) },
          { titulo: 'De', clase: piezas.seParte, celda: whoOf },
          {
            titulo: 'Qué',
            sinTitulo: true,
            celda: ({ simular, estado, deshace }) => (
              <>
                {simular ? 'Revisión' : 'Importación'}
                {deshace !== null && (simular ? ' de lo que se desharía' : ' deshecha')}{' '}
                <Estado
                  esBueno={estado === 'terminada'}
                  esMalo={['fallida', 'interrumpida'].includes(estado)}
                >
                  {ESTADOS[estado]}
                </Estado>
              </>
            ),
          },
          {
            titulo: 'Informe',
            sinTitulo: true,
            celda: ({ id, archivo, deshace }) => (
              <Link
                href={
                  deshace === null
                    ? hrefOf(ruta, { importacion: id })
                    : `/deshacer/${de}/${deshace}`
                }
              >
                Ver<span className={piezas.soloOido}> el informe de {archivo}</span>
              </Link>
            ),
          },
        ]}
      />
    </section>
  );
}

/** The end of a review or import without a report, in the registry's words. */
export const Inconclusa = ({ tarea: { estado, error, simular } }: { tarea: TareaListada }) => (
  <Aviso tono={estado === 'cancelada' ? 'nota' : 'error'}>
    {error ?? (simular ? 'La revisión no terminó.' : 'La importación no terminó.')}
  </Aviso>
);

/** A review or import by its address, after a reload or of earlier in the day. */
export function TareaPorId({ id, onAgain }: { id: string; onAgain: () => void }) {
  const clase = useClase();
  const tarea = useQuery({
    queryKey: ['importacion', clase.id, id],
    queryFn: ({ signal }) => readTarea(clase, id, signal),
    staleTime: 0,
  });
  const email = useSession()?.user.email;
  const again = (
    <Boton icono="importar" onPress={onAgain}>
      Importar otro archivo
    </Boton>
  );
  if (tarea.isPending) return <Esqueleto />;
  if (tarea.error) {
    return (
      <>
        <Falla error={tarea.error} onRetry={() => void tarea.refetch()} />
        <div className={piezas.acciones}>{again}</div>
      </>
    );
  }
  const { data } = tarea;
  if (!isOver(data)) return <Seguida tarea={data} onOver={() => void tarea.refetch()} />;
  const { informe, archivo, simular } = data;
  return (
    <>
      <p className={css.archivoElegido}>
        {simular ? 'Revisión de' : 'Importación de'} <strong>{archivo}</strong>,{' '}
        {moment(data.iniciadaEn)}, {whoOf(data)}
      </p>
      {informe && !simular ? (
        <Resultado
          archivo={archivo}
          informe={informe}
          desde={new Date(data.iniciadaEn)}
          isOwn={data.usuario === email}
          onAgain={onAgain}
        />
      ) : (
        <>
          {informe ? (
            <Aviso>
              Es el informe de una revisión: no se escribió nada. Para importar el archivo, elíjalo
              otra vez.
            </Aviso>
          ) : (
            <Inconclusa tarea={data} />
          )}
          {informe && <Cuentas informe={informe} />}
          <div className={piezas.acciones}>
            {again}
            {data.filasEscritas > 0 && (
              <Link className={piezas.boton} href={`/deshacer/${clase.id}/${id}`}>
                Deshacer lo que se importó
              </Link>
            )}
            {informe && <Descargas archivo={archivo} informe={informe} />}
          </div>
          {informe && <Grupos informe={informe} />}
          {informe && <Cambios informe={informe} />}
          {informe && <Observaciones informe={informe} />}
        </>
      )}
    </>
  );
}
