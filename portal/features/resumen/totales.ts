import { api, read, type Schema } from '../../core/api.ts';
import { type Filtros, queryOf } from '../../core/obras/filtros/direccion.ts';
import type { TotalesOf } from '../../core/obras/totales.ts';

/**
 * The question for the number of works that pass the filters, and the sum of their amounts: in all and by group.
 *
 * @param por one way of grouping, or two with a comma between
 */
export const resumenOf = (filtros: Filtros, por: string) => ({
  queryKey: ['resumen', por, filtros],
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const query = { ...queryOf(filtros), por: por as Schema<'Resumen'>['por'] };
    return read(api.GET('/obras/resumen', { params: { query }, signal }));
  },
});

export const totalesOf: TotalesOf = resumenOf;
