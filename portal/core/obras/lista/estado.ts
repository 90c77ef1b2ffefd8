import { useEffect, useReducer, useRef } from 'react';
import { useMinWidth } from '../../piezas/ancho.ts';
import { hrefOf } from '../../piezas/direccion.ts';
import { cameBack } from '../../piezas/pagina.tsx';
import { useParametros } from '../../piezas/parametros.ts';
import type { Fila, Orden } from '../consultas.ts';
import { NOTHING, seekingOf, useFiltros } from '../filtros/filtros.ts';
import type { Hallado } from '../lugar-buscado.ts';
import { keepLista } from './lugar-en-lista.ts';
import { MAPA, type Rectangulo } from './mapa.ts';
import { ordenOf } from './orden.ts';

/** From this width on the list lies over the map, in pixels. */
const SIDE_BY_SIDE = 801;

const VISTAS = ['mapa', 'lista'] as const;
/** Both beside each other where there is room; the map alone, or the list alone. */
export type Vista = (typeof VISTAS)[number] | undefined;

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
  const vista: Vista = MAPA ? VISTAS.find((one) => one === params.get('vista')) : 'lista';
  const isMapSeen = isWide ? vista !== 'lista' : vista === 'mapa';
  /** In the address, where the map is to be seen that is not. */
  const toMap = isMapSeen ? {} : { vista: isWide ? undefined : 'mapa' };
  const lugar = params.get('lugar') ?? undefined;
  const orden = ordenOf(params.get('orden'), filtros);
  const asked = Number(params.get('pagina'));
  const page = Number.isSafeInteger(asked) && asked > 0 ? asked : 1;

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
  const sigueAlMapa = filtros.bbox !== undefined && filtros.bbox !== estado.fija;

  return {
    ...estado,
    change,
    filtros,
    orden,
    page,
    vista,
    isWide,
    isMapSeen,
    /** Whether only what is in sight is listed, so that the list follows the map. */
    sigueAlMapa,
    lugar,
    elegida: params.get('obra') ?? undefined,
    encuadre,
    cabeza,
    /** Chooses a work for the map, or none. A choice where only the list is seen leads to the map. */
    choose: (obraId: number | undefined, isNear = false) => {
      change({ buscada: obraId === undefined ? undefined : { obraId, isNear } });
      if (obraId === undefined) changeParams({ obra: undefined }, { replace: true });
      else changeParams({ obra: String(obraId), ...toMap }, { replace: isMapSeen });
    },
    /** Shows a place on the map. */
    goTo: (place: string, hallado: Hallado | undefined) => {
      change({ hallado });
      changeParams({ lugar: place, ...toMap });
    },
    sort: (next: Orden) =>
      changeParams({
        orden: next === ordenOf(null, filtros) ? undefined : next,
        pagina: undefined,
      }),
    /** The map was moved; a list of what is in sight follows it. */
    move: (place: string, enVista: Rectangulo) =>
      changeParams(
        { lugar: place, ...(sigueAlMapa && { bbox: enVista.join(','), pagina: undefined }) },
        { replace: true },
      ),
    /** Lists only the works in sight from now on, or all again. */
    listInView: (only: boolean) =>
      changeParams({ bbox: only ? estado.enVista?.join(',') : undefined, pagina: undefined }),
    /** Lists only the works in a part of the map, wherever the map goes; shows the list too, where it is closed. */
    listPart: (part: Rectangulo, isShown = false) => {
      const bbox = part.join(',');
      change({ fija: bbox });
      changeParams({
        bbox,
        pagina: undefined,
        ...(isShown && vista === 'mapa' && { vista: undefined }),
      });
    },
    show: (next: Vista) => changeParams({ vista: next }),
    hrefOfPage: (next: number) =>
      hrefOf('/obras', {
        ...Object.fromEntries(params),
        pagina: next > 1 ? String(next) : undefined,
      }),
    goToPage: (next: number) =>
      changeParams({ pagina: next > 1 ? String(next) : undefined }, { replace: true }),
  };
}
export type Explorador = ReturnType<typeof useExplorar>;
