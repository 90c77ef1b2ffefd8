import { type ReactNode, useEffect } from 'react';
import { createStore, useStore } from '../almacen.ts';
import { Icono } from '../icons.tsx';
import { Boton } from './boton.tsx';
import piezas from './piezas.module.css';

const TONOS = {
  nota: piezas.aviso,
  error: `${piezas.aviso} ${piezas.error}`,
  bien: `${piezas.aviso} ${piezas.bien}`,
};

/** A notice at the place that it is about. A screen reader reads an error out at once. */
export function Aviso({
  tono = 'nota',
  children,
}: {
  tono?: 'nota' | 'error' | 'bien';
  children: ReactNode;
}) {
  return (
    <div className={TONOS[tono]} role={tono === 'error' ? 'alert' : 'status'}>
      <Icono nombre={tono === 'bien' ? 'listo' : 'aviso'} />
      <div>{children}</div>
    </div>
  );
}

const announced = createStore<{ text: string; isError: boolean } | null>(null);
/** The time that a message stays, in milliseconds. A message of an error stays until it is closed. */
const SHOWN = 6_000;

/** Says in a corner that something was done: «Se guardaron los cambios.» It outlives the page that says it. */
export const announce = (text: string): void => announced.set({ text, isError: false });
/** Announces a failure away from any form. */
export const announceError = (text: string): void => announced.set({ text, isError: true });

/** The place of announcements, once a page. */
export function Anuncios() {
  const message = useStore(announced);
  useEffect(() => {
    if (!message || message.isError) return;
    const timer = setTimeout(() => announced.set(null), SHOWN);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <div className={piezas.anuncios} role="status" aria-live="polite">
      {message && (
        <div className={message.isError ? `${piezas.anuncio} ${piezas.error}` : piezas.anuncio}>
          <Icono nombre={message.isError ? 'aviso' : 'listo'} />
          <span>{message.text}</span>
          <Boton tono="discreto" icono="cerrar" soloIcono onPress={() => announced.set(null)}>
            Cerrar el aviso
          </Boton>
        </div>
      )}
    </div>
  );
}
