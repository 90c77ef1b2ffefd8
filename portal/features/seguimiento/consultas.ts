import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CANCELADA, TERMINADA } from '../../../src/core/obras/reglas.ts';
import { api, read, type Schema } from '../../core/api.ts';
import { type Filtros, queryOf } from '../../core/obras/filtros/filtros.ts';

export type Seguimiento = Schema<'SeguimientoDeObra'>;
export type Avance = Schema<'Avance'>;
export type Contrato = Schema<'Contrato'>;

/** A work's follow-up: the newest report and programme, its contracts, and how late it is today. */
export const useSeguimiento = (obraId: number | undefined) =>
  useQuery({
    queryKey: ['seguimiento', obraId],
    queryFn: ({ signal }) =>
      read(api.GET('/obras/{id}/seguimiento', { params: { path: { id: obraId ?? 0 } }, signal })),
    enabled: obraId !== undefined,
  });

/** The progress of a work, as a list tells it. */
export type Marcha = Schema<'FilaDeSeguimiento'>;

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

/** Whether anything at all is known of how a work goes. */
export const isKnown = ({ avance, programa, contratos, ejecucion }: Seguimiento): boolean =>
  avance !== null ||
  programa !== null ||
  contratos.length > 0 ||
  Object.values(ejecucion).some((value) => value !== null);

/** Whether a work is finished or cancelled, by the fixed catalog of statuses (specification section 3). */
export const isClosed = (estatusObraId: number): boolean =>
  [TERMINADA, CANCELADA].includes(estatusObraId);
export { CANCELADA, TERMINADA };
