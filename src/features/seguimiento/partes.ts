import './constraints.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { clerk, reader } from '../../core/auth/access.ts';
import type { HttpError } from '../../core/base/errors.ts';
import { int4 } from '../../core/base/text.ts';
import type { Db } from '../../core/db/db.ts';
import type { App, Context } from '../../core/http/context.ts';
import { keeping } from '../../core/http/idempotency.ts';
import { obraNotFound } from '../../core/obras/documents.ts';
import {
  bodyOf,
  changeRoutes,
  type KindOfPart,
  keyOf,
  OF_KEY,
  type Paths,
  sqlOf,
  writePart,
} from '../../core/obras/partes.ts';

// The common code of the parts of a work's follow-up.

export const tags = ['Seguimiento'];
/** The tables of an answer of one obra's follow-up: its own, and the obra's for amount and status. */
export const cacheTags = ['seguimiento/:id', 'obras/:id'];

/** The statement for the JSON list of an obra's parts; no row where there is no such obra. */
export const listOf = (table: string, json: string, order: string) =>
  `SELECT (SELECT coalesce(json_agg(${json} ORDER BY ${order}), '[]') FROM ${table} t WHERE t.obra_id = o.id) AS json
   FROM obras o WHERE o.id = $1`;

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

/** A kind of part with its own records, and its list. */
interface ListedPart<New extends TSchema, Changed extends TSchema>
  extends Omit<KindOfPart<Changed>, 'tags'> {
  schemas: { record: TSchema; created: New; changed: Changed };
  /** The last word of its list's operation: `Avances`. */
  names: string;
  /** The summary of its list, and its order. */
  list: string;
  order: string;
  /** Takes out of its JSON what somebody without a session does not read. */
  hides?: ((json: string) => string) | undefined;
}

/** The routes of such a kind: list, find, create, change, delete. */
export function partRoutes<New extends TSchema, Changed extends TSchema>(
  app: App,
  context: Pick<Context, 'db' | 'heavyReads'>,
  part: ListedPart<New, Changed>,
): void {
  const { db } = context;
  const { path, param, params, table, names, name, called, fields, schemas, json, unknown } = part;
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
  const config = { ...reader, cacheTags, ...(part.hides && { hides: part.hides }) };

  app.get(
    `/obras/:id/${path}`,
    {
      config,
      schema: {
        tags,
        operationId: `list${names}`,
        summary: part.list,
        params: obraParams,
        response: { 200: Type.Array(schemas.record), 404: obraNotFound('99') },
      },
    },
    async (request, reply) => readOfObra(context, listOf(table, json, part.order), request, reply),
  );

  app.get(
    `/obras/:id/${path}/:${param}`,
    {
      config,
      schema: {
        tags,
        operationId: `find${name}`,
        summary: capital(called),
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
        operationId: `create${name}`,
        summary: `Registra ${called}`,
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

  changeRoutes(app, { ...part, tags });
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
