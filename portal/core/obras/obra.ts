import { useQuery } from '@tanstack/react-query';
import { api, etagOf, readWhole, type Schema } from '../api.ts';
import type { Entonces } from './entonces.ts';

export type Obra = Schema<'Obra'>;
export type Ubicacion = Schema<'Ubicacion'>;

/**
 * A work as its sheet shows it, with the ETag that says which state of it this is, for `If-Match`.
 *
 * @param entonces the instant at which it is shown; without it today
 */
export const useObra = (id: string, entonces?: Entonces) =>
  useQuery({
    queryKey: ['obra', id, 'ficha', ...(entonces ? [entonces.query] : [])],
    queryFn: async ({ signal }) => {
      // As the address has it: what is no number the registry refuses itself.
      const path = { id: id as unknown as number };
      const { data, headers } = await readWhole(
        api.GET('/obras/{id}', { params: { path, query: entonces?.query as never }, signal }),
      );
      return { obra: data as Obra, etag: etagOf(headers) };
    },
  });
