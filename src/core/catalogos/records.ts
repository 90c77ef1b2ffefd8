import './constraints.ts';
import type { Static, TSchema } from 'typebox';
import type { Access } from '../auth/access.ts';
import { type HttpError, hasChanged } from '../base/errors.ts';
import { IdParams, Mensaje } from '../base/schemas.ts';
import { int4 } from '../base/text.ts';
import type { Tag } from '../db/changes.ts';
import type { Db } from '../db/db.ts';
import { unlessChanged } from '../http/cache/conditional.ts';
import type { App } from '../http/context.ts';

/**
 * The statements of a catalog whose records are the rows of one table, each field in a column of its name.
 *
 * @param fields without the id
 * @param order of the list
 */
export function statementsOf(table: Tag, fields: object, order: string) {
  const columns = Object.keys(fields).join(', ');
  const json = (rows: string) =>
    `SELECT row_to_json(r) AS json FROM (SELECT id, ${columns} FROM ${rows}) r`;
  return {
    find: json(`${table} WHERE id = $1`),
    /** The JSON of the active records; with `all` the inactive ones too. */
    list: (db: Db, all: boolean): Promise<string> =>
      db.json(
        `SELECT coalesce(json_agg(r), '[]') AS json
         FROM (SELECT id, ${columns} FROM ${table} WHERE activo OR $1 ORDER BY ${order}) r`,
        [all],
      ),
    create: (db: Db, body: object): Promise<string> =>
      db.json(
        `WITH created AS (
           INSERT INTO ${table} (${columns})
           SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1) RETURNING *
         )
         SELECT keep_answer(json::text) AS json FROM (${json('created')}) answer`,
        [JSON.stringify({ activo: true, ...body })],
      ),
    /** A field that the body lacks keeps its value. */
    update: (db: Db, id: number | null, body: object): Promise<string | undefined> =>
      db.jsonOrNothing(
        `WITH updated AS (
           UPDATE ${table} t SET (${columns}) = (SELECT ${columns} FROM jsonb_populate_record(t, $2))
           WHERE id = $1 RETURNING *
         )
         ${json('updated')}`,
        [id, JSON.stringify(body)],
      ),
  };
}

/** The order of records by their names, as Spanish sorts them. */
export const BY_NAME = 'nombre_orden, nombre COLLATE "C", id';

/** A catalog that callers write, and its differences from the others. */
export interface Catalog<New extends TSchema, Changed extends TSchema> {
  path: string;
  /** Its section in the OpenAPI document. */
  tags: string[];
  /** The end of its operations' names, such as `Localidad` of `findLocalidad`. */
  name: string;
  /** A record in summaries, such as `una localidad`. */
  one: string;
  read: Access;
  write: Access;
  /** The tables behind an answer; the first is the catalog's own. */
  tables: [Tag, ...Tag[]];
  schemas: { record: TSchema; created: New; changed: Changed };
  /** The refusal of an id that no record has. */
  unknown: (id: string) => HttpError;
  /** The refusal of a duplicate record, for catalogs that have one. */
  taken?: HttpError | undefined;
  /** The statement that returns the JSON of the record $1. */
  find: string;
  create: (db: Db, body: Static<New>) => Promise<string>;
  /** Returns undefined where no record has the id. */
  update: (db: Db, id: number | null, body: Static<Changed>) => Promise<string | undefined>;
  /** For catalogs whose records can be deleted: the summary, the answer's message, and the refusal of a record in use. */
  deletion?: { summary: string; message: string; inUse?: HttpError };
}

/** The routes of single records, the same in every catalog: find, create, update and delete. */
export function recordRoutes<New extends TSchema, Changed extends TSchema>(
  app: App,
  db: Db,
  catalog: Catalog<New, Changed>,
): void {
  const { path, tags, name, one, write, tables, schemas, unknown, find, deletion } = catalog;
  const lock = `SELECT FROM ${tables[0]} WHERE id = $1 FOR UPDATE`;
  const taken = catalog.taken ? { 409: catalog.taken } : {};

  app.get(
    `${path}/:id`,
    {
      config: { ...catalog.read, cacheTags: tables },
      schema: {
        tags,
        operationId: `find${name}`,
        summary: `${one.charAt(0).toUpperCase()}${one.slice(1)}`,
        params: IdParams,
        response: { 200: schemas.record, 404: unknown('99') },
      },
    },
    async ({ params: { id } }) => {
      const json = await db.jsonOrNothing(find, [int4(id)]);
      if (!json) throw unknown(id);
      return json;
    },
  );

  app.post(
    path,
    {
      config: write,
      schema: {
        tags,
        operationId: `create${name}`,
        summary: `Crea ${one}`,
        body: schemas.created,
        response: { 201: schemas.record, ...taken },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return catalog.create(request.db, request.body as Static<New>);
    },
  );

  app.patch(
    `${path}/:id`,
    {
      config: write,
      schema: {
        tags,
        operationId: `update${name}`,
        summary: `Cambia los campos indicados de ${one}`,
        params: IdParams,
        body: schemas.changed,
        response: { 200: schemas.record, 404: unknown('99'), ...taken, 412: hasChanged() },
      },
    },
    async (request) => {
      const { id } = request.params;
      const json = await unlessChanged(request, [lock, find, int4(id)], (tx) =>
        catalog.update(tx, int4(id), request.body as Static<Changed>),
      );
      if (!json) throw unknown(id);
      return json;
    },
  );

  if (!deletion) return;
  const { summary, message, inUse } = deletion;
  app.delete(
    `${path}/:id`,
    {
      config: write,
      schema: {
        tags,
        operationId: `delete${name}`,
        summary,
        params: IdParams,
        response: {
          200: Mensaje(message),
          404: unknown('99'),
          ...(inUse ? { 409: inUse } : {}),
          412: hasChanged(),
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      const deleted = await unlessChanged(request, [lock, find, int4(id)], (tx) =>
        tx.one(`DELETE FROM ${tables[0]} WHERE id = $1 RETURNING id`, [int4(id)]),
      );
      if (!deleted) throw unknown(id);
      return { message };
    },
  );
}

/** A body whose empty siglas are none. */
export const emptyIsNull = <Body extends { siglas?: string | null }>(body: Body): Body =>
  body.siglas === '' ? { ...body, siglas: null } : body;

/** `DELETE` of a catalog whose records stay, inactive (specification section 3). */
export function deactivationRoute(
  app: App,
  catalog: Pick<
    Catalog<TSchema, TSchema>,
    'path' | 'tags' | 'name' | 'one' | 'write' | 'unknown' | 'find' | 'tables'
  > & {
    record: TSchema;
    update: (db: Db, id: number | null, body: { activo: boolean }) => Promise<string | undefined>;
  },
): void {
  const { path, tags, name, one, write, unknown, find, record, update } = catalog;
  const lock = `SELECT FROM ${catalog.tables[0]} WHERE id = $1 FOR UPDATE`;
  const it = one.startsWith('una ') ? 'la' : 'lo';
  app.delete(
    `${path}/:id`,
    {
      config: write,
      schema: {
        tags,
        operationId: `deactivate${name}`,
        summary: `Desactiva ${one} y ${it} responde`,
        params: IdParams,
        response: { 200: record, 404: unknown('99'), 412: hasChanged() },
      },
    },
    async (request) => {
      const { id } = request.params;
      const key = int4(id);
      const json = await unlessChanged(request, [lock, find, key], (tx) =>
        update(tx, key, { activo: false }),
      );
      if (!json) throw unknown(id);
      return json;
    },
  );
}
