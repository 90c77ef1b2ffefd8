import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Icono } from '../icons.tsx';
import { createStore } from '../store.ts';
import { useStore } from '../usar.ts';
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
const MESSAGE_STAYS = 6_000;

/** Says in a corner that something was done: «Se guardaron los cambios.» It outlives the page that says it. */
export const announce = (text: string): void => announced.set({ text, isError: false });
/** Announces a failure away from any form. */
export const announceError = (text: string): void => announced.set({ text, isError: true });

/**
 * The corners in which a message may stand, the usual one first. On a phone it is as wide as the window: there it stands over
 * the buttons at the foot of a map.
 */
const CORNERS = [
  'abajo-derecha',
  'abajo-izquierda',
  'encima-derecha',
  'arriba-derecha',
  'arriba-izquierda',
];
/** What is pressed or filled in. */
const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="tab"]';
/** Milliseconds between two looks at what a message covers: a page that is still being read moves below it. */
const LOOK = 250;

/** The number of controls that an element covers, and that would be seen without it. */
function coveredBy(element: HTMLElement): number {
  const over = element.getBoundingClientRect();
  return [...document.querySelectorAll(CONTROLS)].filter((control) => {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    if (left >= over.right || right <= over.left || top >= over.bottom || bottom <= over.top) {
      return false;
    }
    const below = document
      .elementsFromPoint((left + right) / 2, (top + bottom) / 2)
      .find((one) => !element.contains(one));
    return below !== undefined && control.contains(below);
  }).length;
}

/** Puts a message where it covers no control, or as few as can be. */
function settle(element: HTMLElement): void {
  if (element.dataset.lugar && coveredBy(element) === 0) return;
  let least = Number.POSITIVE_INFINITY;
  let best = CORNERS[0];
  for (const corner of CORNERS) {
    element.dataset.lugar = corner;
    const covered = coveredBy(element);
    if (covered < least) [least, best] = [covered, corner];
  }
  element.dataset.lugar = best;
}

/** The place of announcements, once a page. */
export function Anuncios() {
  const message = useStore(announced);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (!message || !element) return;
    settle(element);
    const looking = setInterval(() => settle(element), LOOK);
    return () => {
      clearInterval(looking);
      delete element.dataset.lugar;
    };
  }, [message]);
  useEffect(() => {
    if (!message || message.isError) return;
    const timer = setTimeout(() => announced.set(null), MESSAGE_STAYS);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <div className={piezas.anuncios} ref={place} role="status" aria-live="polite">
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
