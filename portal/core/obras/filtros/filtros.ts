import { useCallback, useMemo } from 'react';
import { Obra } from '../../../generado/etiquetas.ts';
import { type OpcionDeCatalogo, useNombres, useOpciones } from '../../catalogos.ts';
import { type How, useParametros } from '../../piezas/parametros.ts';
import {
  type ConsultaFiltros,
  chipOf,
  EN_PALABRAS,
  type Filtro,
  LISTAS,
  type Lista,
} from './filtros-en-palabras.ts';

// The filters of works stand in the page's address, under the names that the API gives them, and nowhere else. So an
// address can be kept, sent and gone back to. Values are not judged here: what the registry refuses it says itself.

/** The filters that are set, each as it stands in the address. */
export type Filtros = { [name in Filtro]?: string };

const [FIRST, ...REST] = Object.keys(EN_PALABRAS) as Filtro[];
const FILTROS: Filtro[] = [FIRST as Filtro, ...LISTAS, ...REST];

/** The filters but for the part in sight, as one text: the same search wherever the map is. */
export const seekingOf = ({ bbox: _, ...filtros }: Filtros): string => JSON.stringify(filtros);
export const NOTHING = seekingOf({});

/** The filters of an address's query, such as `?municipioId=50,41&q=parque`. Empty ones and other parameters are left out. */
export function readFiltros(search: string): Filtros {
  const params = new URLSearchParams(search);
  const filtros: Filtros = {};
  for (const name of FILTROS) {
    const value = params.getAll(name).filter(Boolean).join(',');
    if (value) filtros[name] = value;
  }
  return filtros;
}

/** The filters as the API's typed calls take them: `api.GET('/obras', { params: { query: queryOf(filtros) } })`. */
export const queryOf = (filtros: Filtros): ConsultaFiltros =>
  // The filters go as text, as they stand in the address. The registry refuses wrong numbers in its own words.
  filtros as ConsultaFiltros;

/** The ids of a filter of several values. */
export const idsOf = (filtros: Filtros, lista: Lista): string[] =>
  filtros[lista]?.split(',').filter(Boolean) ?? [];

/**
 * The filters of the page's address, and how to change them. `filtros` is the same object for as long as the address says
 * the same, so that it can stand in the key of a query: `['resumen', filtros]`.
 */
export function useFiltros(): {
  filtros: Filtros;
  /** Sets and takes out filters: `changeFiltros({ municipioId: '50,41', q: undefined })`. The rest of the address stays. */
  changeFiltros: (changes: Filtros, how?: How) => void;
  /** Takes all of them out. */
  clearFiltros: () => void;
} {
  const { params, changeParams } = useParametros();
  const key = JSON.stringify(readFiltros(params.toString()));
  const filtros = useMemo(() => JSON.parse(key) as Filtros, [key]);
  // The list of other filters begins at its first page.
  const changeFiltros = useCallback(
    (changes: Filtros, how?: How) => changeParams({ ...changes, pagina: undefined }, how),
    [changeParams],
  );
  const clearFiltros = useCallback(
    () => changeFiltros(Object.fromEntries(FILTROS.map((name) => [name, undefined]))),
    [changeFiltros],
  );
  return { filtros, changeFiltros, clearFiltros };
}

/** One filter's one value in words, with the change that takes it away. */
export interface Chip {
  filtro: Filtro;
  /** The one of the filter's values: an id, or nothing where the filter has a single value. */
  valor: string;
  /** «Municipio: Mérida» */
  texto: string;
  sin: Filtros;
}

/** The filters in words, for chips, headings and the notice of no works. */
export function useChips(filtros: Filtros): Chip[] {
  const nombres = useNombres();
  return FILTROS.flatMap((filtro): Chip[] => {
    const value = filtros[filtro];
    if (!value) return [];
    if (isLista(filtro)) {
      const ids = idsOf(filtros, filtro);
      return ids.map((id) => ({
        filtro,
        valor: id,
        texto: `${NOMBRES[filtro]}: ${nombres.get(`${filtro}/${id}`) ?? id}`,
        sin: { [filtro]: ids.filter((other) => other !== id).join(',') },
      }));
    }
    return [{ filtro, valor: '', texto: chipOf(filtro, value), sin: { [filtro]: '' } }];
  });
}

const isLista = (filtro: Filtro): filtro is Lista => LISTAS.includes(filtro as Lista);

/** The name of each filter of several values, and its choices. There are none while a catalog is on its way. */
export function useCatalogosDeFiltros() {
  const { opciones } = useOpciones();
  return Object.fromEntries(
    LISTAS.map((lista) => [lista, { nombre: NOMBRES[lista], opciones: opciones[lista] }]),
  ) as Record<Lista, { nombre: string; opciones: OpcionDeCatalogo[] }>;
}

/** A chip has little room: two names are shorter here than elsewhere. */
const NOMBRES: Record<Lista, string> = {
  ...Obra,
  ejercicioFiscalId: 'Año',
  tipoProyectoId: 'Tipo',
};
