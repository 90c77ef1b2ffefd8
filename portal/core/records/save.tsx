import { type ReactNode, useEffect, useRef, useState } from 'react';
import { newKey } from '../azar.ts';
import { NoConnection } from '../errores.ts';
import { Aviso } from '../piezas/avisos.tsx';
import { Boton } from '../piezas/boton.tsx';
import piezas from '../piezas/piezas.module.css';
import { useLostConnection } from '../usar.ts';
import type { BorradorAbierto } from './borrador.ts';
import type { Envio } from './borradores.ts';
import { isJudged, isPutOff, isUsed, MOST_TRIES } from './envio.ts';

// Sending a form. The request carries an Idempotency-Key or If-Match, so it may go out again without
// doing a thing twice: by itself where the registry says when, and when the user asks for it where no answer came.

export type EstadoEnvio =
  | { que: 'nada' }
  | { que: 'enviando' }
  /** The registry has put the sending off, in its words, for so many seconds. */
  | { que: 'esperando'; frases: string[]; segundos: number }
  /** The sending went out, and no answer came. */
  | { que: 'sin respuesta' };

/** A new record that the registry has, and the body that it was made of. */
export interface Hecho<Registro> {
  registro: Registro;
  cuerpo: string;
}

export interface Save {
  estado: EstadoEnvio;
  /** Whether a sending is on its way, will be again by itself, or can't be for want of a connection. */
  isBusy: boolean;
  /**
   * Sends, and waits and sends again where the registry puts it off.
   *
   * @throws the refusal of the last sending
   */
  send: <T>(request: () => Promise<T>) => Promise<T>;
  /**
   * Sends a new record under a key that stays with its body. One that was changed after a lost answer goes under the key of
   * the first: if that one came through, the registry says so, and it is answered as it was made, with its own body. Its key
   * stays until the draft is dropped or `forget` is called.
   *
   * @throws the refusal of the last sending
   */
  create: <T>(
    cuerpo: string,
    post: (cuerpo: string, clave: string) => Promise<T>,
  ) => Promise<Hecho<T>>;
  /** Ends a key: what is sent next is another record. */
  forget: () => void;
  /** Ends the waiting: the sending fails with the refusal that put it off. */
  stop: () => void;
}

/**
 * A form's sendings, one at a time, and how the present one stands.
 *
 * @param draft keeps what is on its way with the form's values: the tab may be closed meanwhile
 */
export function useSave(draft?: Pick<BorradorAbierto, 'envio' | 'keep'>): Save {
  const [estado, setEstado] = useState<EstadoEnvio>({ que: 'nada' });
  const isLost = useLostConnection() !== null;
  const own = useRef<Envio>(undefined);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  /** Counts down; answers whether it came to its end. */
  const wait = (seconds: number, frases: string[]) =>
    new Promise<boolean>((resolve) => {
      let left = seconds;
      setEstado({ que: 'esperando', frases, segundos: left });
      const timer = setInterval(() => {
        left -= 1;
        if (left > 0) setEstado({ que: 'esperando', frases, segundos: left });
        else end(true);
      }, 1000);
      const end = (isOver: boolean) => {
        clearInterval(timer);
        stop.current = null;
        resolve(isOver);
      };
      stop.current = () => end(false);
    });

  const send: Save['send'] = async (request) => {
    for (let tries = 1; ; tries++) {
      setEstado({ que: 'enviando' });
      try {
        const answer = await request();
        setEstado({ que: 'nada' });
        return answer;
      } catch (error) {
        const goesOn =
          isPutOff(error) &&
          tries < MOST_TRIES &&
          (await wait(Math.ceil(error.retryAfter ?? tries), error.labelledSentences));
        if (goesOn) continue;
        setEstado({ que: error instanceof NoConnection ? 'sin respuesta' : 'nada' });
        throw error;
      }
    }
  };

  const keep = (envio: Envio | undefined) => {
    own.current = envio;
    draft?.keep(envio);
  };

  const create: Save['create'] = async (cuerpo, post) => {
    const { clave, cuerpos } = draft?.envio() ?? own.current ?? { clave: newKey(), cuerpos: [] };
    const one = async (sent: string) => ({
      registro: await send(() => post(sent, clave)),
      cuerpo: sent,
    });
    const others = cuerpos.filter((each) => each !== cuerpo);
    keep({ clave, cuerpos: [...others, cuerpo] });
    try {
      return await one(cuerpo);
    } catch (error) {
      if (!isJudged(error)) throw error;
      keep(others.length > 0 ? { clave, cuerpos: others } : undefined);
      if (!isUsed(error)) throw error;
      for (const other of others) {
        try {
          return await one(other);
        } catch (failure) {
          if (!isUsed(failure)) throw failure;
        }
      }
      // A key that was used for something else is of no more use.
      keep(undefined);
      throw error;
    }
  };

  return {
    estado,
    isBusy: estado.que === 'enviando' || estado.que === 'esperando' || isLost,
    send,
    create,
    forget: () => keep(undefined),
    stop: () => stop.current?.(),
  };
}

/** The button that sends the form. */
export function Enviar({
  save: { estado },
  isDisabled = false,
  children,
}: {
  save: Save;
  isDisabled?: boolean;
  children: string;
}) {
  const isLost = useLostConnection() !== null;
  return (
    <Boton
      tono="principal"
      type="submit"
      isPending={estado.que === 'enviando'}
      isDisabled={isLost || isDisabled || estado.que === 'esperando'}
    >
      {children}
    </Boton>
  );
}

/** The end of a long form: the state of the sending and the button that sends it, at the thumb of a phone, and other ways on. */
export const PieDeEnvio = ({
  isStored,
  isDisabled = false,
  accion,
  children,
  ...sent
}: {
  save: Save;
  isStored: boolean;
  isDisabled?: boolean;
  accion: string;
  children: ReactNode;
}) => (
  <div className={piezas.acciones}>
    <div className={piezas.alPulgar}>
      <div>
        <AvisoEnvio {...sent} isStored={isStored} />
      </div>
      <Enviar {...sent} isDisabled={isDisabled}>
        {accion}
      </Enviar>
    </div>
    {children}
  </div>
);

/** The state of the sending, above the buttons. */
export function AvisoEnvio({ save, isStored = true }: { save: Save; isStored?: boolean }) {
  const { estado, stop } = save;
  const since = useLostConnection();
  return (
    <>
      {estado.que === 'esperando' && (
        <Aviso>
          <p>{estado.frases.join(' ')}</p>
          <p aria-live="off">Se envía otra vez en {estado.segundos} s.</p>
          <Boton onPress={stop}>No esperar</Boton>
        </Aviso>
      )}
      {estado.que === 'sin respuesta' && (
        <Aviso tono="error">
          <p>No hubo respuesta del registro: no se sabe si llegó.</p>
          <p>Guarde otra vez cuando vuelva la conexión. No se guardará dos veces.</p>
        </Aviso>
      )}
      {since && (
        <p className={piezas.ayuda} id="por-que-no">
          Sin conexión no se puede guardar. Lo que escribe se conserva en este equipo.
        </p>
      )}
      {!isStored && (
        <Aviso tono="error">
          Este navegador no deja conservar borradores: guarde antes de cerrar la página.
        </Aviso>
      )}
    </>
  );
}
