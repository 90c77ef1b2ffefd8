import type { paths } from '../../generado/openapi.d.ts';
import { api, etagOf, read, readWhole } from '../api.ts';
import type { Valores } from './campo.ts';

/** A record in the state that the registry has it in. */
export interface Leido {
  valores: Valores;
  etag: string;
}

/** The registry's operations on a record; a new one is named by the answer that made it. */
export interface Recurso {
  /** Names its draft: the record's address, or for a new one that of its list. */
  de: string;
  /** Makes a new record; a resource that has none is there already. */
  create?: (body: Valores, clave: string) => Promise<Valores>;
  read?: (made?: Valores) => Promise<Leido>;
  change?: (body: Valores, etag: string, made?: Valores) => Promise<Valores>;
  remove?: (etag: string) => Promise<unknown>;
}

/** A record whose every operation the registry has. */
type Completo = Recurso & Required<Pick<Recurso, 'read' | 'change' | 'remove'>>;

/** To the types each path is another. What they take of a record and answer is alike: a body, and the record. */
const anyPath = api as unknown as Record<
  'GET' | 'POST' | 'PATCH' | 'DELETE',
  (
    path: keyof paths,
    init: { params: object; body?: object },
  ) => Promise<{ data?: Valores; error?: unknown; response: Response }>
>;

const addressOf = (path: string, ids: Record<string, string | number>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? ''));

/** A record as it was read, with its ETag. If a proxy takes that away, any state will do, which is told (`etagOf`). */
const leido = ({ data, headers }: { data: object; headers: Headers }): Leido => ({
  valores: data as Valores,
  etag: etagOf(headers) ?? '*',
});

/**
 * The operations of a record by its address, such as `/obras/{id}/contratos/{contratoId}`.
 *
 * @param ids the numbers in the address; a new record has not got its own yet
 */
export function recursoAt(one: keyof paths, ids: Record<string, string | number>): Completo {
  const own = /\{(\w+)\}$/.exec(one)?.[1] ?? '';
  const isNew = one.endsWith('}') && ids[own] === undefined;
  const all = one.replace(/\/\{\w+\}$/, '') as keyof paths;
  const pathOf = (made?: Valores) =>
    isNew && made ? { ...ids, [own]: made.id as string | number } : ids;
  const header = (etag: string) => ({ 'if-match': etag });
  return {
    de: addressOf(isNew ? all : one, ids),
    ...(isNew && {
      create: (body: Valores, clave: string) =>
        read(
          anyPath.POST(all, { params: { path: ids, header: { 'idempotency-key': clave } }, body }),
        ),
    }),
    read: async (made) =>
      leido(await readWhole(anyPath.GET(one, { params: { path: pathOf(made) } }))),
    change: (body, etag, made) =>
      read(anyPath.PATCH(one, { params: { path: pathOf(made), header: header(etag) }, body })),
    remove: (etag) => read(anyPath.DELETE(one, { params: { path: ids, header: header(etag) } })),
  };
}
