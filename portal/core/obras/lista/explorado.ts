import { hrefOf } from '../../piezas/direccion.ts';
import type { Orden } from '../filas.ts';
import type { Filtros } from '../filtros/direccion.ts';
import { readPage } from '../filtros/leer.ts';
import type { Rectangulo } from './mapa.ts';
import { ordenOf } from './orden.ts';

// The works' page by its address, and what its acts change there: undefined takes a parameter out.

const VISTAS = ['mapa', 'lista'] as const;
/** Both beside each other where there is room; the map alone, or the list alone. */
export type Vista = (typeof VISTAS)[number] | undefined;

/** The page's address, and how wide the page is. */
export interface Vistazo {
  params: URLSearchParams;
  filtros: Filtros;
  /** From which width on the list lies over the map. */
  isWide: boolean;
  /** Whether there is a map at all. */
  hasMap: boolean;
  /** The part of the map that the list keeps to while the map moves, as the filter has it. */
  fija?: string | undefined;
}

type Changes = Record<string, string | undefined>;
const pageInAddress = (page: number) => (page > 1 ? String(page) : undefined);

/** What the address says is seen. A parameter that filters nothing stands in `OF_PAGE` of `primeras.ts`, too. */
export function vistaOf({ params, filtros, isWide, hasMap, fija }: Vistazo) {
  const vista: Vista = hasMap ? VISTAS.find((one) => one === params.get('vista')) : 'lista';
  return {
    vista,
    isMapSeen: isWide ? vista !== 'lista' : vista === 'mapa',
    orden: ordenOf(params.get('orden'), filtros),
    page: readPage(params),
    lugar: params.get('lugar') ?? undefined,
    elegida: params.get('obra') ?? undefined,
    /** Whether only what is in sight is listed, so that the list follows the map. */
    sigueAlMapa: filtros.bbox !== undefined && filtros.bbox !== fija,
  };
}

/** Leads to the map, where that is to be seen and is not. */
const toMap = (at: Vistazo): Changes =>
  vistaOf(at).isMapSeen ? {} : { vista: at.isWide ? undefined : 'mapa' };

/** A work is chosen for the map, or none: where only the list is seen that leads to the map. */
export const choosing = (at: Vistazo, obraId: number | undefined): Changes =>
  obraId === undefined ? { obra: undefined } : { obra: String(obraId), ...toMap(at) };

/** A place is shown on the map. */
export const going = (at: Vistazo, lugar: string): Changes => ({ lugar, ...toMap(at) });

/** The list is put into another order: the usual one needs no name. */
export const sorting = ({ filtros }: Vistazo, next: Orden): Changes => ({
  orden: next === ordenOf(null, filtros) ? undefined : next,
  pagina: undefined,
});

/** The map was moved: a list of what is in sight follows it. */
export const moving = (at: Vistazo, lugar: string, enVista: Rectangulo): Changes => ({
  lugar,
  ...(vistaOf(at).sigueAlMapa && { bbox: enVista.join(','), pagina: undefined }),
});

/** Only the works in a part of the map are listed; the list is shown, too, where only the map is and `isShown` asks for it. */
export const listing = (at: Vistazo, part: Rectangulo | undefined, isShown = false): Changes => ({
  bbox: part?.join(','),
  pagina: undefined,
  ...(isShown && vistaOf(at).vista === 'mapa' && { vista: undefined }),
});

/** Another page of the list. */
export const paging = (page: number): Changes => ({ pagina: pageInAddress(page) });
/** The address of another page of the list. */
export const hrefOfPage = ({ params }: Vistazo, page: number): string =>
  hrefOf('/obras', { ...Object.fromEntries(params), ...paging(page) });
