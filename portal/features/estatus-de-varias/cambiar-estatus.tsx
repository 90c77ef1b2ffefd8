import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { api, read } from '../../core/api.ts';
import { useEstatus } from '../../core/catalogos.ts';
import { RegistryError } from '../../core/errores.ts';
import { Estatus } from '../../core/estatus.tsx';
import { counted } from '../../core/formato.ts';
import type { Seleccion, Seleccionada } from '../../core/obras/lista/elegidas.ts';
import css from '../../core/obras/lista/seleccion.module.css';
import { changeSeleccion, removeSeleccionadas } from '../../core/obras/lista/seleccion.ts';
import { announce } from '../../core/piezas/avisos.tsx';
import { Boton } from '../../core/piezas/boton.tsx';
import { Confirmacion, Dialogo } from '../../core/piezas/dialogo.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { useReread } from '../../core/piezas/releer.ts';
import { useSave } from '../../core/records/save.tsx';
import { inWords, type Rechazada, type Resultado } from './resultado.ts';

/**
 * The button that gives the selected works another status, its question, and the report of the outcome. Works that
 * another user has changed meanwhile stay selected as they are now, so that it may be tried again with them.
 */
export function CambiarEstatus({
  seleccion,
  focusElse,
}: {
  seleccion: NonNullable<Seleccion>;
  /** Called where the question closes and its button is gone, with nothing selected. */
  focusElse: () => void;
}) {
  const [open, setOpen] = useState<'pregunta' | Resultado>();
  const [chosen, setChosen] = useState('');
  const changeAll = useCambio();
  const close = () => setOpen(undefined);
  const isOpen = open !== undefined;
  const wasOpen = useRef(false);
  useEffect(() => {
    const isClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    // After the window has given the focus back, where that could be.
    if (isClosed && seleccion.size === 0) {
      requestAnimationFrame(() => requestAnimationFrame(focusElse));
    }
  });

  const obras = [...seleccion.values()];
  const accion = `Cambiar estatus de ${counted(obras.length, 'obra', 'obras')}`;
  return (
    <>
      {obras.length > 0 && (
        <Boton
          tono="principal"
          onPress={() => {
            setChosen('');
            setOpen('pregunta');
          }}
        >
          {accion}
        </Boton>
      )}
      {open === 'pregunta' && (
        <Confirmacion
          titulo={accion}
          isOpen
          // The question closes itself when it is answered. The report stays.
          onClose={() => setOpen((now) => (now === 'pregunta' ? undefined : now))}
          accion={accion}
          tono="principal"
          isDisabled={chosen === '' || obras.length === 0}
          onConfirm={async () => {
            const done = await changeAll(Number(chosen), obras);
            // A user who has closed the question meanwhile gets an announcement.
            if (done.rechazadas.length > 0) setOpen(done);
            else announce(inWords(done));
          }}
        >
          <Pregunta obras={obras} chosen={chosen} onChoose={setChosen} />
        </Confirmacion>
      )}
      {typeof open === 'object' && (
        <Informe resultado={open} onRetry={() => setOpen('pregunta')} onClose={close} />
      )}
    </>
  );
}

function Pregunta({
  obras,
  chosen,
  onChoose,
}: {
  obras: Seleccionada[];
  chosen: string;
  onChoose: (estatusObraId: string) => void;
}) {
  const { data: estatus = [] } = useEstatus();
  const field = useId();
  return (
    <>
      <div className={piezas.campo}>
        <label htmlFor={field}>Nuevo estatus</label>
        {/* The browser's own: a phone shows it as it shows all of them. */}
        <select id={field} value={chosen} onChange={({ target }) => onChoose(target.value)}>
          <option value="" disabled hidden>
            Elija…
          </option>
          {estatus.map(({ id, nombre }) => (
            <option key={id} value={id}>
              {nombre}
            </option>
          ))}
        </select>
      </div>
      <p>Cada una cambia sólo si sigue como se muestra aquí:</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <ul className={css.obrasPorCambiar} tabIndex={0} aria-label="Obras seleccionadas">
        {obras.map(({ id, nombre, estatusObra }) => (
          <li key={id}>
            <span>{nombre}</span>
            <Estatus {...estatusObra} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Informe({
  resultado,
  onRetry,
  onClose,
}: {
  resultado: Resultado;
  onRetry: () => void;
  onClose: () => void;
}) {
  const { rechazadas } = resultado;
  const left = rechazadas.filter(({ isGone }) => !isGone).length;
  return (
    <Dialogo
      titulo={counted(rechazadas.length, 'obra no se cambió', 'obras no se cambiaron')}
      isOpen
      onClose={onClose}
    >
      <p>{inWords(resultado)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <ul className={css.obrasPorCambiar} tabIndex={0} aria-label="Obras que no se cambiaron">
        {rechazadas.map(({ antes, ahora, isGone }) => (
          <li key={antes.id}>
            {isGone ? antes.nombre : <Link href={`/obras/${antes.id}`}>{antes.nombre}</Link>}
            <span>
              {isGone ? 'Ya no existe.' : 'Alguien la cambió mientras tanto.'}
              {ahora && (
                <>
                  {' Ahora está: '}
                  <Estatus {...ahora.estatusObra} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <footer>
        <Boton onPress={onClose}>Cerrar</Boton>
        {left > 0 && (
          <Boton tono="principal" onPress={onRetry}>
            Intentar de nuevo con {counted(left, 'obra', 'obras')}
          </Boton>
        )}
      </footer>
    </Dialogo>
  );
}

/** Changes the status of works that were seen like this, and takes the done and the gone out of the selection. */
function useCambio() {
  const reread = useReread();
  const save = useSave();

  return async (estatusObraId: number, obras: Seleccionada[]): Promise<Resultado> => {
    const cuerpo = JSON.stringify({
      estatusObraId,
      obras: obras.map(({ id, etag }) => ({ id, etag })),
    });
    const send = () =>
      save.create(cuerpo, (text, clave) =>
        read(
          api.POST('/obras/estatus', {
            params: { header: { 'idempotency-key': clave } },
            body: JSON.parse(text),
          }),
        ),
      );
    let hecho = await send();
    save.forget();
    // An earlier change came through although its answer was lost: this one is another.
    if (hecho.cuerpo !== cuerpo) hecho = await send();
    save.forget();
    const { cambiadas, obras: judged } = hecho.registro;
    const isOf = (...results: string[]) =>
      obras.filter((_, at) => results.includes(judged[at]?.resultado ?? ''));
    const changed = await Promise.all(
      isOf('cambió').map(async (antes) => ({ antes, ...(await readAnew(antes)) })),
    );
    const gone = isOf('no existe').map((antes) => ({ antes, isGone: true }));
    const rechazadas = [...changed, ...gone];
    const anew = new Map(
      changed.flatMap(({ ahora }) => (ahora ? [[ahora.id, ahora] as const] : [])),
    );
    changeSeleccion(
      (now) => now && new Map([...now].map(([id, one]) => [id, anew.get(id) ?? one])),
    );
    const stays = new Set(changed.flatMap(({ antes, isGone }) => (isGone ? [] : [antes.id])));
    removeSeleccionadas(obras.map(({ id }) => id).filter((id) => !stays.has(id)));
    void reread();
    return { cambiadas, sinCambio: isOf('sin cambio').length, rechazadas };
  };
}

/** A work as it is now. Where it can't be read, it stays as it was seen, and is refused again. */
async function readAnew({ id }: Seleccionada): Promise<Omit<Rechazada, 'antes'>> {
  try {
    const ahora = await read(
      api.GET('/obras/{id}', {
        params: { path: { id }, query: { campos: 'id,nombre,estatusObra,etag' } },
      }),
    );
    return { isGone: false, ahora: ahora as Seleccionada };
  } catch (error) {
    return { isGone: error instanceof RegistryError && error.status === 404 };
  }
}
