import './constraints.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { clerk, reader, requireClerk } from '../../core/auth/access.ts';
import { type HttpError, hasChanged } from '../../core/base/errors.ts';
import { Mensaje } from '../../core/base/schemas.ts';
import { int4 } from '../../core/base/text.ts';
import type { Db, Statement } from '../../core/db/db.ts';
import { requireState, statesOf } from '../../core/http/cache/conditional.ts';
import type { App, Context } from '../../core/http/context.ts';
import { keeping } from '../../core/http/idempotency.ts';
import { type Field, recordOf } from '../../core/obras/campos.ts';
import { obraNotFound } from '../../core/obras/documents.ts';

// The common code of the parts of a work's follow-up. Their addresses are below their obra's, and the same clerks may write
// them.

export const tags = ['Seguimiento'];
/** The tables of an answer of one obra's follow-up: its own, and the obra's for amount and status. */
export const cacheTags = ['seguimiento/:id', 'obras/:id'];

type Fields = Record<string, Field>;
/** The path of a part: its obra's id, and the part's own. */
type Paths = Record<string, string> & { id: string };

// SQL ---------------------------------------------------------------------------------------------

/**
 * The SQL of a table's fields, for statements that read and write it. `t` is a row of the table. `n` is a body, by the API's
 * names.
 */
export function sqlOf(fields: Fields) {
  const written = Object.entries(fields).filter(([, { isAssigned }]) => !isAssigned);
  const list = (of: (name: string, field: Field) => string, all = written) =>
    all.map(([name, field]) => of(name, field)).join(', ');
  return {
    /** The columns that a body sets, and their values in the body. */
    columns: list((_, { column }) => column),
    values: list((name) => `n."${name}"`),
    /** The present row as a JSON body. */
    now: `jsonb_build_object(${list((name, { column }) => `'${name}', t.${column}`)})`,
    /** A JSON body as `n`. */
    from: (body: string) => `jsonb_to_record(${body}) AS n (${recordOf(fields)})`,
    /** The fields of an answer. */
    answered: list((name, { column }) => `t.${column} AS "${name}"`, Object.entries(fields)),
  };
}

/** A body as the statements read it, with defaults for missing fields. */
export function bodyOf(fields: Fields, body: object): string {
  const missing = Object.entries(fields).filter(([, { ifMissing }]) => ifMissing !== undefined);
  const defaults = Object.fromEntries(missing.map(([name, { ifMissing }]) => [name, ifMissing]));
  return JSON.stringify({ ...defaults, ...body });
}

/** The expression of a row's JSON: these columns of `t`. */
export const rendered = (columns: string) => `row_to_json((SELECT r FROM (SELECT ${columns}) r))`;

/** The key of a part in a statement's $1: `($1::integer[])[1]` is its obra, and `[2]` the part's own id. */
export const [OBRA_KEY, PART_KEY] = ['($1::integer[])[1]', '($1::integer[])[2]'];
/** The condition that `t` is that part. */
const OF_KEY = `t.obra_id = ${OBRA_KEY} AND t.id = ${PART_KEY}`;
export const keyOf = ({ id }: Paths, part: string) => [int4(id), int4(part)];

/** The statement for the JSON list of an obra's parts; no row where there is no such obra. */
export const listOf = (table: string, json: string, order: string) =>
  `SELECT (SELECT coalesce(json_agg(${json} ORDER BY ${order}), '[]') FROM ${table} t WHERE t.obra_id = o.id) AS json
   FROM obras o WHERE o.id = $1`;

// Reading and writing -----------------------------------------------------------------------------

/**
 * Reads a JSON answer of an obra's follow-up; 404 for an unknown obra. An obra with a long follow-up waits for a place among
 * the slow reads.
 *
 * @param statement whose $1 is the obra's id
 */
export async function readOfObra(
  { db, heavyReads }: Pick<Context, 'db' | 'heavyReads'>,
  statement: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { id } = request.params as Paths;
  const values = [int4(id)];
  const answer = await db.one<{ isMuch: boolean; json: string | null }>(
    `SELECT "isMuch", CASE WHEN NOT "isMuch" THEN (SELECT r.json FROM (${statement}) r) END AS json
     FROM (SELECT has_much_follow_up($1) AS "isMuch" OFFSET 0) m`,
    values,
  );
  const json = answer?.isMuch
    ? await (await heavyReads.page(request, reply, db)).jsonOrNothing(statement, values)
    : answer?.json;
  if (!json) throw obraNotFound(id);
  return json;
}

/** Reads one part; 404 for an unknown part, or for an unknown obra. */
export async function readPart(
  db: Db,
  statement: string,
  params: Paths,
  part: string,
  unknown: HttpError,
): Promise<string> {
  const json = await db.jsonOrNothing(statement, [keyOf(params, part)]);
  if (json) return json;
  const obra = await db.one('SELECT FROM obras WHERE id = $1', [int4(params.id)]);
  throw obra ? unknown : obraNotFound(params.id);
}

/**
 * Writes a part of an obra's follow-up in one round trip, and returns the rows of each statement. Before them, in the same
 * transaction, the database checks the caller's right, and locks the obra.
 *
 * @param state the statement and key that find the changed record's JSON, which is compared with `If-Match`
 * @throws HttpError 400 for a malformed If-Match; the database refuses with 401, 403, 404 and 412
 */
export async function writePart(
  request: FastifyRequest,
  statements: Statement[],
  state?: [find: string, key: (number | null)[]],
): Promise<{ json?: string }[][]> {
  const { id } = request.params as Paths;
  const states = state && statesOf(request);
  const before: Statement[] = [
    requireClerk(request, int4(id)),
    ...(state && states ? [requireState(...state, states)] : []),
  ];
  const results = await request.db.batch([...before, ...statements]);
  return results.slice(before.length);
}

// Routes ------------------------------------------------------------------------------------------

/** A kind of part with its own records. */
export interface Part<New extends TSchema, Changed extends TSchema> {
  /** The end of its address, such as `avances`, and the name of its id there. */
  path: string;
  param: string;
  params: TObject;
  table: string;
  /** The last words of its operations' names: `Avances`, `Avance`. */
  names: [many: string, one: string];
  /** The summary of its list, and one of them as summaries call it, such as `un avance de una obra`. */
  called: { list: string; one: string };
  fields: Fields;
  schemas: { record: TSchema; created: New; changed: Changed };
  /** The expression of a record's JSON over `t`, and the order of a list. */
  json: string;
  order: string;
  unknown: (id: string) => HttpError;
  taken: HttpError | undefined;
  /** The refusal to delete a record that others need, where that can happen. */
  needed?: HttpError | undefined;
  deletedMessage: string;
}

/** The routes of such a kind: list, find, create, change, delete. */
export function partRoutes<New extends TSchema, Changed extends TSchema>(
  app: App,
  context: Pick<Context, 'db' | 'heavyReads'>,
  part: Part<New, Changed>,
): void {
  const { db } = context;
  const { path, param, params, table, names, called, fields, schemas, json, unknown } = part;
  const [many, one] = names;
  const sql = sqlOf(fields);
  const find = `SELECT ${json} AS json FROM ${table} t WHERE ${OF_KEY}`;
  // As a subquery, so that it is evaluated once and the index is used.
  const findNew = keeping(
    `SELECT ${json} AS json FROM ${table} t WHERE t.id = (SELECT currval(pg_get_serial_sequence('${table}', 'id')))`,
  );
  const create = `
    INSERT INTO ${table} (obra_id, ${sql.columns}) SELECT $1, ${sql.values} FROM ${sql.from('$2::jsonb')}`;
  const taken = part.taken ? { 409: part.taken } : {};
  const obraParams = Type.Pick(params, ['id']);
  const idIn = (request: { params: unknown }) => (request.params as Paths)[param] as string;

  app.get(
    `/obras/:id/${path}`,
    {
      config: { ...reader, cacheTags },
      schema: {
        tags,
        operationId: `list${many}`,
        summary: called.list,
        params: obraParams,
        response: { 200: Type.Array(schemas.record), 404: obraNotFound('99') },
      },
    },
    async (request, reply) => readOfObra(context, listOf(table, json, part.order), request, reply),
  );

  app.get(
    `/obras/:id/${path}/:${param}`,
    {
      config: { ...reader, cacheTags },
      schema: {
        tags,
        operationId: `find${one}`,
        summary: capital(called.one),
        params,
        response: { 200: schemas.record, 404: unknown('99') },
      },
    },
    async (request) =>
      readPart(db, find, request.params as Paths, idIn(request), unknown(idIn(request))),
  );

  app.post(
    `/obras/:id/${path}`,
    {
      config: clerk,
      schema: {
        tags,
        operationId: `create${one}`,
        summary: `Registra ${called.one}`,
        params: obraParams,
        body: schemas.created,
        response: { 201: schemas.record, 404: obraNotFound('99'), ...taken },
      },
    },
    async (request, reply) => {
      reply.code(201);
      const { id } = request.params as Paths;
      const body = bodyOf(fields, request.body as Static<New> & object);
      const [, records] = await writePart(request, [[create, [int4(id), body]], [findNew]]);
      return records?.[0]?.json;
    },
  );

  changeRoutes(app, part);
}

/** The part of such a kind that changing and deleting need. */
type Changeable<Changed extends TSchema> = Omit<Part<TSchema, Changed>, 'schemas' | 'order'> & {
  schemas: { record: TSchema; changed: Changed };
};

/** The routes that change and delete a record of such a kind. */
export function changeRoutes<Changed extends TSchema>(app: App, part: Changeable<Changed>): void {
  const { path, param, params, table, names, called, fields, schemas, json, unknown } = part;
  const [, one] = names;
  const sql = sqlOf(fields);
  const find = `SELECT ${json} AS json FROM ${table} t WHERE ${OF_KEY}`;
  const change = `
    UPDATE ${table} t SET (${sql.columns}) = (SELECT ${sql.values} FROM ${sql.from(`${sql.now} || $2::jsonb`)}) WHERE ${OF_KEY}`;
  const remove = `DELETE FROM ${table} t WHERE ${OF_KEY} RETURNING t.id`;
  const taken = part.taken ? { 409: part.taken } : {};
  const needed = part.needed ? { 409: part.needed } : {};
  const idIn = (request: { params: unknown }) => (request.params as Paths)[param] as string;

  app.patch(
    `/obras/:id/${path}/:${param}`,
    {
      config: clerk,
      schema: {
        tags,
        operationId: `update${one}`,
        summary: `Cambia los campos indicados de ${called.one}`,
        params,
        body: schemas.changed,
        response: { 200: schemas.record, 404: unknown('99'), ...taken, 412: hasChanged() },
      },
    },
    async (request) => {
      const key = keyOf(request.params as Paths, idIn(request));
      const body = JSON.stringify(request.body);
      const statements: Statement[] = [
        [change, [key, body]],
        [find, [key]],
      ];
      const [, records] = await writePart(request, statements, [find, key]);
      const json = records?.[0]?.json;
      if (!json) throw unknown(idIn(request));
      return json;
    },
  );

  app.delete(
    `/obras/:id/${path}/:${param}`,
    {
      config: clerk,
      schema: {
        tags,
        operationId: `delete${one}`,
        summary: `Elimina ${called.one}`,
        params,
        response: {
          200: Mensaje(part.deletedMessage),
          404: unknown('99'),
          ...needed,
          412: hasChanged(),
        },
      },
    },
    async (request) => {
      const key = keyOf(request.params as Paths, idIn(request));
      const [deleted] = await writePart(request, [[remove, [key]]], [find, key]);
      if (deleted?.length !== 1) throw unknown(idIn(request));
      return { message: part.deletedMessage };
    },
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
