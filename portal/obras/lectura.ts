import { api, etagOf, nextOf, read, readWhole, type Schema } from '../api.ts';
import type { Leida } from './borrador.ts';

/** A work as it is now, with the ETag of that state. */
export async function readLeida(id: number): Promise<Leida> {
  const { data, headers } = await readWhole(api.GET('/obras/{id}', { params: { path: { id } } }));
  return {
    obra: data as Leida['obra'],
    // Where a proxy takes the tag away, any state will do: nothing better can be said.
    etag: etagOf(headers) ?? '*',
    instante: new Date(headers.get('date') ?? Date.now()).toISOString(),
  };
}

/** The changes that a work's history has since it was read, the oldest first. */
export async function changesSince({
  obra: { id },
  instante,
}: Leida): Promise<Schema<'RenglonHistorial'>[]> {
  const found: Schema<'RenglonHistorial'>[] = [];
  let cursor: string | undefined;
  do {
    const { data, headers } = await readWhole(
      api.GET('/obras/{id}/historial', {
        params: { path: { id }, query: { limit: 100, ...(cursor && { cursor }) } },
      }),
    );
    found.push(...data.filter((one) => Date.parse(one.instante) >= Date.parse(instante)));
    cursor = nextOf(headers)?.get('cursor') ?? undefined;
  } while (cursor);
  return found;
}

/** The catalogs' names by field and id; those of the works come first, since a catalog may have changed. */
export async function namesOfCatalogs(): Promise<
  (campo: string, id: number) => string | undefined
> {
  const [municipios, dependencias, ejercicios, tipos, estatus] = await Promise.all([
    read(api.GET('/municipios')),
    read(api.GET('/dependencias', { params: { query: { ver_todo: 'true' } } })),
    read(api.GET('/ejercicio-fiscal')),
    read(api.GET('/catalogos/tipo-proyecto')),
    read(api.GET('/estatus-obra')),
  ]);
  const lists: Record<string, { id: number; nombre?: string; anio?: number }[]> = {
    municipioId: municipios,
    dependenciaId: dependencias,
    ejercicioFiscalId: ejercicios,
    tipoProyectoId: tipos,
    estatusObraId: estatus,
  };
  return (campo, id) => {
    const one = lists[campo]?.find((each) => each.id === id);
    return one && String(one.nombre ?? one.anio);
  };
}
