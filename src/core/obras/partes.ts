import type { FastifyRequest } from 'fastify';
import { type TObject, type TSchema, Type } from 'typebox';
import { clerk, requireClerk } from '../auth/access.ts';
import { registerConstraints } from '../base/constraints.ts';
import { forbidden, type HttpError, hasChanged, notFound } from '../base/errors.ts';
import { Id, Mensaje } from '../base/schemas.ts';
import { int4 } from '../base/text.ts';
import type { Statement } from '../db/db.ts';
import { requireState, statesOf } from '../http/cache/conditional.ts';
import type { App } from '../http/context.ts';
import { type Field, recordOf } from './campos.ts';

// Records under a work, of whatever feature. Their addresses are below their obra's, and the clerks of its agency may write them.

registerConstraints({
  caller_dependencia: () => forbidden('Esta obra no es de su dependencia.'),
  caller_obra: (_, { id }) => notFound(`Obra ${id} no encontrada.`),
});

export type Fields = Record<string, Field>;
/** The path of a part: its obra's id, and the part's own. */
export type Paths = Record<string, string> & { id: string };

/** An instant, as answers have it. */
export const instant = Type.String({ format: 'date-time', examples: ['2026-07-05T15:30:00.000Z'] });
export const ofObra = { id: Id('Identificador de la obra.', { examples: [1] }) };
export const ObraParams = Type.Object(ofObra);

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
export const OF_KEY = `t.obra_id = ${OBRA_KEY} AND t.id = ${PART_KEY}`;
export const keyOf = ({ id }: Paths, part: string) => [int4(id), int4(part)];

// Writing -----------------------------------------------------------------------------

/**
 * Writes a part of an obra in one round trip, and returns the rows of each statement. Before them, in the same
 * transaction, the database checks the caller's right, and locks the obra.
 *
 * @param state the statement and key that find the changed record's JSON, which is compared with `If-Match`
 * @param first statements that lock what others lock before an obra
 * @throws HttpError 400 for a malformed If-Match; the database refuses with 401, 403, 404 and 412
 */
export async function writePart(
  request: FastifyRequest,
  statements: Statement[],
  state?: [find: string, key: (number | null)[]],
  first: Statement[] = [],
): Promise<{ json?: string }[][]> {
  const { id } = request.params as Paths;
  const states = state && statesOf(request);
  const before: Statement[] = [
    ...first,
    requireClerk(request, int4(id)),
    ...(state && states ? [requireState(...state, states)] : []),
  ];
  const results = await request.db.batch([...before, ...statements]);
  return results.slice(before.length);
}

// Routes ------------------------------------------------------------------------------------------

/** A kind of part that has records of its own, as far as changing and deleting them goes. */
export interface KindOfPart<Changed extends TSchema> {
  tags: string[];
  /** The end of its address, such as `avances`, and the name of its id there. */
  path: string;
  param: string;
  params: TObject;
  table: string;
  /** The last word of its operations' names: `Avance`. */
  name: string;
  /** One of them as summaries call it, such as `un avance de una obra`. */
  called: string;
  fields: Fields;
  schemas: { record: TSchema; changed: Changed };
  /** The expression of a record's JSON over `t`. */
  json: string;
  unknown: (id: string) => HttpError;
  taken: HttpError | undefined;
  /** The refusal to delete a record that others need, where that can happen. */
  needed?: HttpError | undefined;
  deletedMessage: string;
}

/** The routes that change and delete a record of such a kind. */
export function changeRoutes<Changed extends TSchema>(app: App, part: KindOfPart<Changed>): void {
  const { tags, path, param, params, table, name, called, fields, schemas, json, unknown } = part;
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
        operationId: `update${name}`,
        summary: `Cambia los campos indicados de ${called}`,
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
        operationId: `delete${name}`,
        summary: `Elimina ${called}`,
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
