import { queryOptions } from '@tanstack/react-query';
import { api, read, type Schema } from '../../core/api.ts';

export type Corte = Schema<'CorteBreve'>;
export type Trabajo = Schema<'TrabajoDeCorte'>;

/** The sealed cuts, the newest first. */
export const CORTES = queryOptions({
  queryKey: ['cortes'],
  queryFn: ({ signal }) => read(api.GET('/cortes', { signal })),
});

/** Milliseconds between two questions for a cut that is being made. */
const ASKED_EVERY = 1_000;

export const isOver = ({ terminadoEn }: Trabajo): boolean => terminadoEn !== null;

/** The cuts that are being made, and those that ended within a day; asked again while one goes on. */
export const TRABAJOS = queryOptions({
  queryKey: ['cortes', 'trabajos'],
  queryFn: ({ signal }) => read(api.GET('/cortes/trabajos', { signal })),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) =>
    data?.some((one) => !isOver(one)) === true && ASKED_EVERY,
});
