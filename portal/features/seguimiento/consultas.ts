import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, read } from '../../core/api.ts';
import { useEntonces } from '../../core/obras/entonces.ts';
import { type Filtros, queryOf } from '../../core/obras/filtros/direccion.ts';
import { recursoAt } from '../../core/records/resource.ts';
import type { Seguimiento } from './estado.ts';

/** A work's follow-up: the newest report and programme, its contracts, and how late it is; at the instant that the page shows. */
export function useSeguimiento(obraId: number | undefined) {
  const query = useEntonces()?.query;
  return useQuery({
    queryKey: ['seguimiento', obraId, ...(query ? [query] : [])],
    queryFn: ({ signal }) =>
      read(
        api.GET('/obras/{id}/seguimiento', {
          params: { path: { id: obraId ?? 0 }, query: query as never },
          signal,
        }),
        // Of then it lacks times that no page shows.
      ) as Promise<Seguimiento>,
    enabled: obraId !== undefined,
  });
}

/** The question how the works that pass the filters are reported and go, in all and by dependencia. */
export const resumenDeSeguimientoOf = (filtros: Filtros) => ({
  queryKey: ['seguimiento', 'resumen', filtros],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(
      api.GET('/seguimiento/resumen', {
        params: { query: { ...queryOf(filtros), por: 'dependencia' } },
        signal,
      }),
    ),
});
export type ResumenDeSeguimiento = Awaited<
  ReturnType<ReturnType<typeof resumenDeSeguimientoOf>['queryFn']>
>;

/** How the works that pass the filters are reported and go. While other ones are read, those of before stay. */
export const useResumenDeSeguimiento = (filtros: Filtros) =>
  useQuery({ ...resumenDeSeguimientoOf(filtros), placeholderData: keepPreviousData });

/** A report by its address; a new one has no id. */
export const avanceAt = (id: number, avanceId?: number) =>
  recursoAt('/obras/{id}/avances/{avanceId}', { id, ...(avanceId && { avanceId }) });
