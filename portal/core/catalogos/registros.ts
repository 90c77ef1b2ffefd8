import { api, read } from '../api.ts';
import type { Valores } from '../records/campo.ts';
import { recursoAt } from '../records/resource.ts';

// The operations that the records of all catalogs have.

/** A catalog's records by their address; a new one is active. */
export const recordsAt =
  (
    one:
      | '/dependencias/{id}'
      | '/ejercicio-fiscal/{id}'
      | '/catalogos/tipo-proyecto/{id}'
      | '/localidad/{id}'
      | '/fondos/{id}',
  ) =>
  (id?: number) => {
    const { create, ...recurso } = recursoAt(one, id === undefined ? {} : { id });
    return {
      ...recurso,
      ...(create && {
        create: (body: Valores, clave: string) => create({ activo: true, ...body }, clave),
      }),
    };
  };

/** Moves all obras of a record to another, so many at a time; answers how many there were. */
export const merge =
  (
    ruta:
      | '/dependencias/{id}/fusion'
      | '/catalogos/tipo-proyecto/{id}/fusion'
      | '/fondos/{id}/fusion',
  ) =>
  async (id: number, destinoId: number, etag: string): Promise<number> => {
    const send = (header: object) =>
      read(
        api.POST(ruta as '/dependencias/{id}/fusion', {
          params: { path: { id }, header },
          body: { destinoId },
        }),
      );
    // Only the first request may find the record as it was read: the last deactivates it.
    let { obras, restan } = await send({ 'if-match': etag });
    while (restan > 0) {
      const next = await send({});
      obras += next.obras;
      restan = next.restan;
    }
    return obras;
  };
