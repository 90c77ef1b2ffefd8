import { useQuery } from '@tanstack/react-query';
import { api, etagOf, readWhole, type Schema } from '../api.ts';

export type Obra = Schema<'Obra'>;
export type Ubicacion = Schema<'Ubicacion'>;

/** A work as its sheet shows it, with the ETag that says which state of it this is, for `If-Match`. */
export const useObra = (id: string) =>
  useQuery({
    queryKey: ['obra', id, 'ficha'],
    queryFn: async ({ signal }) => {
      // As the address has it: what is no number the registry refuses itself.
      const path = { id: id as unknown as number };
      const { data, headers } = await readWhole(
        api.GET('/obras/{id}', { params: { path }, signal }),
      );
      return { obra: data as Obra, etag: etagOf(headers) };
    },
  });
