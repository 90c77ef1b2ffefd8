import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { RegistryError, sentencesOf } from '../errores.ts';
import { Aviso } from './avisos.tsx';
import { Boton } from './boton.tsx';
import piezas from './piezas.module.css';

/** The time before a wait is shown, in milliseconds: a sooner answer does not flicker. */
const SHORT = 150;

/** Rows of the right height in place of those on their way, in pixels at the usual font size. */
export function Esqueleto({ renglones = 6, alto = 44 }: { renglones?: number; alto?: number }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SHORT);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={piezas.esqueleto} aria-busy="true">
      <span className={piezas.soloOido}>Cargando…</span>
      {isLong &&
        Array.from({ length: renglones }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and stay where they are
          <div key={index} ref={(row) => row?.style.setProperty('height', `${alto / 16}rem`)} />
        ))}
    </div>
  );
}

/** An empty place: it says so, and what to do about it. */
export const Vacio = ({ titulo, children }: { titulo: string; children?: ReactNode }) => (
  <div className={piezas.vacio}>
    <p>
      <strong>{titulo}</strong>
    </p>
    {children}
  </div>
);

/** A state in a word; green where it is as it should be, and red where it is wrong. */
export const Estado = ({
  esBueno = false,
  esMalo = false,
  children,
}: {
  esBueno?: boolean | undefined;
  esMalo?: boolean;
  children: ReactNode;
}) => (
  <span
    className={
      esBueno
        ? `${piezas.marcaEstado} ${piezas.bien}`
        : esMalo
          ? `${piezas.marcaEstado} ${piezas.mal}`
          : piezas.marcaEstado
    }
  >
    {children}
  </span>
);

/** A failed read, in the registry's words, with a way to try again and the number to tell support. */
export function Falla({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const isRefusal = error instanceof RegistryError;
  if (isRefusal && error.status === 403) {
    return (
      <Vacio titulo="Esta página es para administradores.">
        <p>{error.message}</p>
        <p>
          Mientras tanto puede ver <Link href="/obras">las obras</Link>.
        </p>
      </Vacio>
    );
  }
  return (
    <Aviso tono="error">
      {sentencesOf(error).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {isRefusal && error.requestId && (
        <p className={piezas.ayuda}>
          Si pide ayuda, mencione esta solicitud: <code>{error.requestId}</code>
        </p>
      )}
      {onRetry && <Boton onPress={onRetry}>Intentar de nuevo</Boton>}
    </Aviso>
  );
}
