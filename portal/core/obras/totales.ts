import { useQuery } from '@tanstack/react-query';
import { api, readWhole } from '../api.ts';
import { ofFeatures } from '../feature.ts';
import { type Filtros, queryOf } from './filtros/direccion.ts';

/** A question to the registry, for `useQuery`. */
export interface Consulta<Data> {
  queryKey: unknown[];
  queryFn(context: { signal: AbortSignal }): Promise<Data>;
}

/** The number of works, and where a feature sums them up, their amounts and their number by group. */
interface Totales {
  total: { obras: number; monto?: number };
  grupos: { id: number | null; obras: number }[];
}

/**
 * The question of the feature that sums works up: `totales.ts` in its folder has it as `totalesOf`.
 *
 * @param por the way of grouping
 */
export type TotalesOf = (filtros: Filtros, por: string) => Consulta<Totales>;

const [sums] = ofFeatures(
  import.meta.glob<TotalesOf>('../../features/*/totales.ts', { eager: true, import: 'totalesOf' }),
);

/** The number alone. */
const countOf: TotalesOf = (filtros) => ({
  queryKey: ['obras', 'cuantas', filtros],
  queryFn: async ({ signal }) => {
    const query = { ...queryOf(filtros), campos: 'id', limit: 1 };
    const { headers } = await readWhole(api.GET('/obras', { params: { query }, signal }));
    return { total: { obras: Number(headers.get('x-total-count')) }, grupos: [] };
  },
});

/** The number of works that pass the filters, and the sum of their amounts where it is known. */
export const useTotales = (filtros: Filtros) => useQuery((sums ?? countOf)(filtros, 'estatus'));

/** Whether works are counted by group. */
export const hasGrupos = sums !== undefined;

/** The number of works of each group; without a way of grouping nothing is asked. */
export const useGrupos = (por: string | undefined) =>
  useQuery({
    ...(sums ?? countOf)({}, por ?? 'estatus'),
    enabled: hasGrupos && por !== undefined,
  }).data?.grupos;
