import {
  type QueryClient,
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api, read, readWhole, type Schema } from '../api.ts';
import { nextOf } from '../piezas/direccion.ts';
import { useIsAdmin } from '../usar.ts';
import { CAMPOS_DE_PARTES } from './campos-de-filas.ts';
import { CAMPOS, CAMPOS_CON_LUGAR, camposDeLista, type Fila, type Orden, PAGE } from './filas.ts';
import { type Filtros, queryOf } from './filtros/direccion.ts';

// The questions of the page of works to the registry, all of them with the same filters.

interface Pagina {
  filas: Fila[];
  /** The number of works that pass the filters. */
  total: number;
  /** The beginning of the next page, if the registry has said it. */
  cursor: string | null;
}

const pageKey = (filtros: Filtros, orden: Orden, page: number, isAdmin: boolean) =>
  ['obras', 'lista', filtros, orden, page, isAdmin] as const;

/**
 * A page of the list, counted from 0. One that follows a page that is known goes by its cursor, which costs the same
 * however far down it is; one that the user jumps to goes by its number.
 */
const pageOf = (queries: QueryClient, ...[filtros, orden, page, isAdmin]: PageKey) =>
  queryOptions({
    queryKey: pageKey(filtros, orden, page, isAdmin),
    queryFn: async ({ signal }): Promise<Pagina> => {
      const before = queries.getQueryData<Pagina>(pageKey(filtros, orden, page - 1, isAdmin));
      const place =
        page === 0 ? {} : before?.cursor ? { cursor: before.cursor } : { page: page + 1 };
      const { data, headers } = await readWhole(
        api.GET('/obras', {
          params: {
            query: {
              ...queryOf(filtros),
              orden,
              campos: camposDeLista(isAdmin, filtros, CAMPOS_DE_PARTES),
              limit: PAGE,
              ...place,
            },
          },
          signal,
        }),
      );
      return {
        filas: data as Fila[],
        total: Number(headers.get('x-total-count')),
        cursor: nextOf(headers)?.get('cursor') ?? null,
      };
    },
    // As long as the user may come back to the place in the list.
    gcTime: 30 * 60_000,
  });
type PageKey = Parameters<typeof pageKey>;

/** A page of the list, counted from 0. While another one, or another order, is read, that of before stays. */
export function usePagina(filtros: Filtros, orden: Orden, page: number) {
  const queries = useQueryClient();
  const isAdmin = useIsAdmin();
  return useQuery({
    ...pageOf(queries, filtros, orden, page, isAdmin),
    // Rows of other filters would be told to pass these.
    placeholderData: (before, query) => (query?.queryKey[2] === filtros ? before : undefined),
  });
}

/** Pages of the list, counted from 0. */
export function useFilas(filtros: Filtros, orden: Orden, pages: number[]) {
  const queries = useQueryClient();
  const isAdmin = useIsAdmin();
  return useQueries({
    queries: pages.map((page) => pageOf(queries, filtros, orden, page, isAdmin)),
  });
}

/** Reads the rows of the list from one to another, counted from 0, as an administrator has them. */
export async function readFilas(
  queries: QueryClient,
  filtros: Filtros,
  orden: Orden,
  from: number,
  to: number,
): Promise<Fila[]> {
  const read: Fila[] = [];
  for (let page = Math.floor(from / PAGE); page <= Math.floor(to / PAGE); page++) {
    const { filas } = await queries.ensureQueryData(pageOf(queries, filtros, orden, page, true));
    read.push(...filas.slice(Math.max(0, from - page * PAGE), to - page * PAGE + 1));
  }
  return read;
}

/** A work's place in a list, counted from 0, and the number of works, as far as the list has been read. */
export function placeOf(queries: QueryClient, filtros: Filtros, orden: Orden, id: number) {
  const key = ['obras', 'lista', filtros, orden];
  for (const [{ 4: page }, data] of queries.getQueriesData<Pagina>({ queryKey: key })) {
    const index = data?.filas.findIndex((fila) => fila.id === id) ?? -1;
    if (data && index >= 0) return { place: PAGE * Number(page) + index, total: data.total };
  }
  return undefined;
}

/** The first works of a list, as many as `limit`, with how many there are. */
export const firstObras = (filtros: Filtros, orden: Orden, limit: number) =>
  queryOptions({
    queryKey: ['obras', 'primeras', filtros, orden, limit],
    queryFn: async ({ signal }) => {
      const { data, headers } = await readWhole(
        api.GET('/obras', {
          params: {
            query: { ...queryOf(filtros), orden, campos: CAMPOS_CON_LUGAR.join(','), limit },
          },
          signal,
        }),
      );
      return { filas: data as Fila[], total: Number(headers.get('x-total-count')) };
    },
  });

/** One work with its places, as the map marks it and its card tells it. */
export const useObraElegida = (id: string | undefined) =>
  useQuery({
    queryKey: ['obra', id, 'elegida'],
    queryFn: ({ signal }) =>
      read(
        api.GET('/obras/{id}', {
          params: {
            // The id goes as it stands in the address. The registry refuses one that is no number.
            path: { id: id as unknown as number },
            query: { campos: [...CAMPOS, 'ubicaciones'].join(',') },
          },
          signal,
        }),
      ) as Promise<Fila & Pick<Schema<'Obra'>, 'ubicaciones'>>,
    enabled: id !== undefined,
  });
