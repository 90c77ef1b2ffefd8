import { Obra } from '../../../generado/etiquetas.ts';
import {
  type ConsultaFiltros,
  chipOf,
  type EnPalabras,
  type Filtro,
  LISTAS,
  type Lista,
} from './palabras.ts';

// The filters of works stand in the page's address, under the names that the API gives them, and nowhere else. So an
// address can be kept, sent and gone back to. Values are not judged here: what the registry refuses it says itself.

/** The filters that are set, each as it stands in the address. */
export type Filtros = { [name in Filtro]?: string };

/** The filters but for the part in sight, as one text: the same search wherever the map is. */
export const seekingOf = ({ bbox: _, ...filtros }: Filtros): string => JSON.stringify(filtros);

export const NOTHING = seekingOf({});

/** The filters as the API's typed calls take them: `api.GET('/obras', { params: { query: queryOf(filtros) } })`. */
export const queryOf = (filtros: Filtros): ConsultaFiltros =>
  // The filters go as text, as they stand in the address. The registry refuses wrong numbers in its own words.
  filtros as ConsultaFiltros;

/** The ids of a filter of several values. */
export const idsOf = (filtros: Filtros, lista: Filtro): string[] =>
  filtros[lista]?.split(',').filter(Boolean) ?? [];

/** One filter's one value in words, with the change that takes it away. */
export interface Chip {
  filtro: Filtro;
  /** The one of the filter's values: an id, or nothing where the filter has a single value. */
  valor: string;
  /** «Municipio: Mérida» */
  texto: string;
  sin: Filtros;
}

const isLista = (filtro: Filtro): filtro is Lista => LISTAS.includes(filtro as Lista);

/** A chip has little room: two names are shorter here than elsewhere. */
export const NOMBRES: Record<Lista, string> = {
  ...Obra,
  ejercicioFiscalId: 'Año',
  tipoProyectoId: 'Tipo',
};

/** All filters, in the order of their chips: words first, then the lists. */
export function filtrosOf(en: EnPalabras): Filtro[] {
  const [first, ...rest] = Object.keys(en) as Filtro[];
  return [first as Filtro, ...LISTAS, ...rest];
}

/** The filters in words. @param nombres the catalogs' names by `field/id` */
export const chipsOf = (
  en: EnPalabras,
  filtros: Filtros,
  nombres: ReadonlyMap<string, string>,
): Chip[] =>
  filtrosOf(en).flatMap((filtro): Chip[] => {
    const value = filtros[filtro];
    if (!value) return [];
    const own = isLista(filtro) ? undefined : en[filtro];
    if (!own || own.catalogo) {
      const ids = idsOf(filtros, filtro);
      const words = (name: string) => own?.chip(name) ?? `${NOMBRES[filtro as Lista]}: ${name}`;
      return ids.map((id) => ({
        filtro,
        valor: id,
        texto: words(nombres.get(`${filtro}/${id}`) ?? id),
        sin: { [filtro]: ids.filter((other) => other !== id).join(',') },
      }));
    }
    const texto = chipOf(own, value);
    return [{ filtro, valor: '', texto, sin: { [filtro]: '' } }];
  });
