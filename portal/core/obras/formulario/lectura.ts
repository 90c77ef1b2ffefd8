import { api, etagOf, readPages, readWhole, type Schema } from '../../api.ts';
import type { Leida } from './borrador.ts';

/** A work as it is now, with the ETag of that state. */
export async function readLeida(id: number): Promise<Leida> {
  const { data, headers } = await readWhole(api.GET('/obras/{id}', { params: { path: { id } } }));
  return {
    obra: data as Leida['obra'],
    // If a proxy takes the tag away, any state will do: nothing better can be said.
    etag: etagOf(headers) ?? '*',
    instante: new Date(headers.get('date') ?? Date.now()).toISOString(),
  };
}

/** The changes that a work's history has since it was read, the oldest first. */
export async function changesSince({
  obra: { id },
  instante,
}: Leida): Promise<Schema<'RenglonHistorial'>[]> {
  const changes = await readPages((cursor) =>
    api.GET('/obras/{id}/historial', {
      params: { path: { id }, query: { limit: 100, ...cursor } },
    }),
  );
  return changes.filter((one) => Date.parse(one.instante) >= Date.parse(instante));
}
