import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { OpcionDeCatalogo } from '../../catalogos/opciones.ts';
import { useNombres, useOpciones } from '../../catalogos.ts';
import { type How, useParametros } from '../../piezas/parametros.ts';
import { type Chip, chipsOf, type Filtros, filtrosOf, NOMBRES } from './direccion.ts';
import { EN_PALABRAS } from './filtros-en-palabras.ts';
import { readFiltros } from './leer.ts';
import { LISTAS, type Lista } from './palabras.ts';

/** All filters, in the order of their chips. */
export const FILTROS = filtrosOf(EN_PALABRAS);

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
  const key = JSON.stringify(readFiltros(FILTROS, params));
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

/** The filters in words, for chips, headings and the notice of no works. */
export function useChips(filtros: Filtros): Chip[] {
  const nombres = useNombres();
  const deFeatures = useQueries({
    queries: CON_CATALOGO.map(([filtro, catalogo]) => ({
      ...catalogo(filtros[filtro] ?? ''),
      enabled: filtros[filtro] !== undefined,
    })),
  });
  const todos = new Map(nombres);
  for (const [at, { data = [] }] of deFeatures.entries()) {
    for (const { id, nombre } of data) todos.set(`${CON_CATALOGO[at]?.[0]}/${id}`, nombre);
  }
  return chipsOf(EN_PALABRAS, filtros, todos);
}

/** The filters of features that have a catalog, each with the question for it. */
const CON_CATALOGO = FILTROS.flatMap((filtro) => {
  const { catalogo } = EN_PALABRAS[filtro as keyof typeof EN_PALABRAS] ?? {};
  return catalogo ? [[filtro, catalogo] as const] : [];
});

/** The name of each filter of several values, and its choices. There are none while a catalog is on its way. */
export function useCatalogosDeFiltros() {
  const { opciones } = useOpciones();
  return Object.fromEntries(
    LISTAS.map((lista) => [lista, { nombre: NOMBRES[lista], opciones: opciones[lista] }]),
  ) as Record<Lista, { nombre: string; opciones: OpcionDeCatalogo[] }>;
}
