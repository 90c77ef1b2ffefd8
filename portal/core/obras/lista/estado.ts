import { useEffect, useReducer, useRef } from 'react';
import { useMinWidth } from '../../piezas/ancho.ts';
import { cameBack } from '../../piezas/pagina.tsx';
import { useParametros } from '../../piezas/parametros.ts';
import type { Fila, Orden } from '../filas.ts';
import { NOTHING, seekingOf } from '../filtros/direccion.ts';
import { useFiltros } from '../filtros/filtros.ts';
import type { Hallado } from '../lugar-buscado.ts';
import {
  choosing,
  going,
  hrefOfPage,
  listing,
  moving,
  paging,
  sorting,
  type Vista,
  vistaOf,
} from './explorado.ts';
import { keepLista } from './lugar-en-lista.ts';
import { MAPA, type Rectangulo } from './mapa.ts';

/** From this width on the list lies over the map, in pixels. */
const SIDE_BY_SIDE = 801;

/** What is seen here and now, and would be nothing in another tab. All else stands in the address. */
interface Estado {
  /** The work that was chosen on this page, to be seen at all or from near. An address that is opened keeps its place. */
  buscada?: { obraId: number; isNear: boolean } | undefined;
  /** The place that was looked for and is marked. */
  hallado?: Hallado | undefined;
  /** The part of the map in sight: west, south, east, north in degrees. */
  enVista?: Rectangulo;
  /** The user's own place, once asked for: longitude and latitude in degrees. */
  aqui?: [number, number];
  /** The part of the map that the list keeps to while the map moves, as the filter has it: a circle's, or around the user. */
  fija?: string | undefined;
  /** The rows that are being printed. */
  impresas?: Fila[] | undefined;
}

/** The state of the works' page, and all that changes it. */
export function useExplorar() {
  const { params, changeParams } = useParametros();
  const { filtros } = useFiltros();
  const [estado, change] = useReducer(
    (now: Estado, changes: Partial<Estado>): Estado => ({ ...now, ...changes }),
    {},
  );
  const isWide = useMinWidth(SIDE_BY_SIDE);
  const at = { params, filtros, isWide, hasMap: MAPA !== undefined, fija: estado.fija };
  const seen = vistaOf(at);
  const { vista, isMapSeen, orden, page, lugar } = seen;

  const search = params.toString();
  useEffect(() => keepLista(search), [search]);

  // Another list begins at its top, and one that is gone back to where it was left.
  const cabeza = useRef<HTMLParagraphElement>(null);
  const list = JSON.stringify([filtros, orden, vista]);
  const shown = useRef({ list, page });
  useEffect(() => {
    const before = shown.current;
    shown.current = { list, page };
    if ((before.list === list && before.page === page) || cameBack()) return;
    window.scrollTo(0, 0);
    if (before.list === list) cabeza.current?.focus({ preventScroll: true });
  }, [list, page]);

  // The filters that the map has moved for. They outlive the map: filters chosen while only the list shows move it later.
  const seeking = seekingOf(filtros);
  // An address opens where it says.
  const encuadre = useRef(lugar || seeking === NOTHING ? seeking : undefined);

  return {
    ...estado,
    change,
    ...seen,
    filtros,
    isWide,
    encuadre,
    cabeza,
    /** Chooses a work for the map, or none. A choice where only the list is seen leads to the map. */
    choose: (obraId: number | undefined, isNear = false) => {
      change({ buscada: obraId === undefined ? undefined : { obraId, isNear } });
      changeParams(choosing(at, obraId), { replace: obraId === undefined || isMapSeen });
    },
    /** Shows a place on the map. */
    goTo: (place: string, hallado: Hallado | undefined) => {
      change({ hallado });
      changeParams(going(at, place));
    },
    sort: (next: Orden) => changeParams(sorting(at, next)),
    /** The map was moved; a list of what is in sight follows it. */
    move: (place: string, enVista: Rectangulo) =>
      changeParams(moving(at, place, enVista), { replace: true }),
    /** Lists only the works in sight from now on, or all again. */
    listInView: (only: boolean) => changeParams(listing(at, only ? estado.enVista : undefined)),
    /** Lists only the works in a part of the map, wherever the map goes; shows the list too, where it is closed. */
    listPart: (part: Rectangulo, isShown = false) => {
      change({ fija: part.join(',') });
      changeParams(listing(at, part, isShown));
    },
    show: (next: Vista) => changeParams({ vista: next }),
    hrefOfPage: (next: number) => hrefOfPage(at, next),
    goToPage: (next: number) => changeParams(paging(next), { replace: true }),
  };
}
export type Explorador = ReturnType<typeof useExplorar>;
