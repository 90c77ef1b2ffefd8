import { useEffect, useRef, useState } from 'react';
import { NoConnection, RegistryError } from '../api.ts';
import { useLostConnection } from '../conexion.ts';
import { Aviso } from './avisos.tsx';
import { Boton } from './boton.tsx';
import piezas from './piezas.module.css';

// Sending a form. The request carries an Idempotency-Key or If-Match, so it may go out again without
// doing a thing twice: by itself where the registry says when, and when somebody asks for it where no answer came.

/** The most tries of a sending that the registry puts off. */
const MOST_TRIES = 6;

export type EstadoEnvio =
  | { que: 'nada' }
  | { que: 'enviando' }
  /** The registry has put the sending off, in its words, for so many seconds. */
  | { que: 'esperando'; frases: string[]; segundos: number }
  /** The sending went out, and no answer came. */
  | { que: 'sin respuesta' };

export interface Envios {
  estado: EstadoEnvio;
  /** Whether a sending is on its way, or will be again by itself. */
  isBusy: boolean;
  /**
   * Sends, and waits and sends again where the registry puts it off.
   *
   * @throws the refusal of the last sending
   */
  send: <T>(request: () => Promise<T>) => Promise<T>;
  /** Ends the waiting: the sending fails with the refusal that put it off. */
  stop: () => void;
}

/** Whether a refusal is for the moment alone: 429, 503, and 409 while the same request is still under way. */
const isPutOff = (error: unknown): error is RegistryError =>
  error instanceof RegistryError &&
  (error.status === 429 ||
    error.status === 503 ||
    (error.status === 409 && error.retryAfter !== null));

/** A form's sendings, one at a time, and how the present one stands. */
export function useEnvios(): Envios {
  const [estado, setEstado] = useState<EstadoEnvio>({ que: 'nada' });
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

  return {
    estado,
    isBusy: estado.que === 'enviando' || estado.que === 'esperando',
    stop: () => stop.current?.(),
    async send(request) {
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
    },
  };
}

/** The button that sends the form. */
export function Enviar({
  envios: { estado },
  isDisabled = false,
  children,
}: {
  envios: Envios;
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

/** The state of the sending, above the buttons. */
export function AvisoEnvio({ envios, isStored }: { envios: Envios; isStored: boolean }) {
  const { estado, stop } = envios;
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
