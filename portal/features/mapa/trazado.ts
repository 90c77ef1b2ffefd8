import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Limites } from '../../core/catalogos.ts';
import {
  addVertex,
  isBegun,
  isComplete,
  isEmpty,
  isPlace,
  lastLine,
  moveVertex,
  type Posicion,
  places,
  removeVertex,
  type Trazo,
  vertexAt,
  withoutBegun,
} from '../../core/geometria/trazo.ts';
import type { PropsDeDibujo } from '../../core/obras/formulario/mapa.ts';
import type { Destino } from '../../core/obras/lugar-buscado.ts';
import { CLOSE, createLienzo, type Lienzo } from './lienzo.ts';

export interface Props extends PropsDeDibujo {
  limites: Limites;
  /** The map's next place. The drawing stays. */
  destino: Destino | null;
}

/**
 * The ways to change a drawing, each of them by the mouse, by the cross in the middle of the map
 * with a button (touch), and by the keys.
 *
 * @param target the element that the map goes into
 */
export function useTrazado(props: Props, target: RefObject<HTMLDivElement | null>) {
  const { tipo, trazo, onChange, elegido, onElegir, vecinas, limites, bbox } = props;
  const [isDrawing, setDrawing] = useState(() => !isComplete(tipo, trazo));
  const [cross, setCross] = useState<Posicion>([0, 0]);
  const lienzo = useRef<Lienzo>(null);
  const before = useRef(trazo);
  /** The drawing as it was made here, or as the map has gone to it. */
  const seen = useRef(trazo);

  const focus = () => target.current?.focus({ preventScroll: true });
  const change = (next: Trazo) => {
    now.current.trazo = next;
    seen.current = next;
    onChange(next);
  };
  const finish = () => {
    if (isBegun(now.current.trazo)) change(withoutBegun(now.current.trazo));
    setDrawing(false);
    focus();
  };
  /** A click or the cross: puts a vertex there, moves the chosen one there, or chooses the one that is there. */
  const put = (position: Posicion, near: (of: Posicion) => boolean) => {
    const { trazo, elegido, isDrawing, tipo } = now.current;
    const line = lastLine(trazo);
    if (isDrawing) {
      const first = tipo === 'POLIGONO' && line.length > 2 ? line[0] : undefined;
      const last = line.length > 0 && tipo !== 'PUNTO' ? line.at(-1) : undefined;
      const ends = [first, last].some((end) => end !== undefined && near(end));
      if (ends && isComplete(tipo, trazo)) return finish();
      if (ends) return;
      change(addVertex(tipo, trazo, position));
      if (tipo === 'PUNTO') setDrawing(false);
      return;
    }
    const under = places(trazo).find((lugar) => near(vertexAt(trazo, lugar) as Posicion));
    if (elegido && isPlace(under ?? null, elegido)) return onElegir(null);
    if (elegido && !under) {
      change(moveVertex(trazo, elegido, position));
      return onElegir(null);
    }
    if (under) return onElegir(under);
    if (tipo === 'PUNTO') change(addVertex(tipo, trazo, position));
  };
  const now = useRef({ tipo, trazo, elegido, vecinas, isDrawing, put, change, onElegir });
  now.current = { tipo, trazo, elegido, vecinas, isDrawing, put, change, onElegir };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is made once; what changes is shown by the effects below
  useEffect(() => {
    const made = createLienzo(target.current as HTMLElement, limites, now, setCross);
    lienzo.current = made;
    made.show();
    made.lookAt(trazo, bbox);
    return () => made.remove();
  }, [limites]);
  useEffect(() => lienzo.current?.show());
  // The view follows the municipio for as long as nothing is drawn.
  const where = bbox.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another municipio moves the map
  useEffect(() => {
    if (isEmpty(now.current.trazo)) lienzo.current?.lookAt([], bbox);
  }, [where]);
  // The map goes to positions that were typed or pasted beyond its edges.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is drawn moves the map
  useEffect(() => {
    const known = new Set(seen.current.flat(2));
    const isFirst = known.size === 0;
    seen.current = trazo;
    const added = trazo.flat(2).filter((position) => !known.has(position));
    if (added.length === 0 || (!isFirst && lienzo.current?.isInView(added))) return;
    lienzo.current?.lookAt(trazo, bbox);
  }, [trazo]);
  const { destino } = props;
  useEffect(() => {
    if (!destino) return;
    if ('bbox' in destino) lienzo.current?.lookAt([], destino.bbox);
    else lienzo.current?.moveTo(destino.position, CLOSE);
  }, [destino]);
  // Nothing is left, or it came whole from the table or a text.
  const count = places(trazo).length;
  useEffect(() => {
    if (count === 0) setDrawing(true);
  }, [count]);
  // A part or a hole was begun beside the table.
  const begun = isBegun(trazo);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each
  useEffect(() => {
    if (!begun) return;
    before.current = withoutBegun(trazo);
    setDrawing(true);
  }, [begun]);
  const [drawnAs, setDrawnAs] = useState(tipo);
  if (drawnAs !== tipo) {
    setDrawnAs(tipo);
    setDrawing(!isComplete(tipo, trazo));
  }

  return {
    isDrawing,
    cross,
    lienzo,
    finish,
    undo() {
      onElegir(null);
      props.onUndo();
      focus();
    },
    remove() {
      const lugar = elegido ?? places(trazo).at(-1);
      if (!lugar) return;
      onElegir(null);
      change(begun && !elegido ? withoutBegun(trazo) : removeVertex(trazo, lugar));
      focus();
    },
    next() {
      const all = places(trazo);
      const at = all.findIndex((lugar) => isPlace(lugar, elegido));
      const lugar = all[(at + 1) % all.length];
      if (!lugar) return;
      setDrawing(false);
      onElegir(lugar);
      lienzo.current?.moveTo(vertexAt(trazo, lugar) as Posicion);
    },
    cancel() {
      onElegir(null);
      change(before.current);
      setDrawing(!isComplete(tipo, before.current));
      focus();
    },
    begin() {
      before.current = trazo;
      onElegir(null);
      setDrawing(true);
      focus();
    },
  };
}
