import type { FastifyRequest } from 'fastify';
import { CALLERS_OWN, DATED, DEPENDS_ON, FOR_ADMINS } from '../../base/schemas.ts';

/**
 * The part of the query that a route reads: the parameters' names, the tables of those that ask for the caller's own, and
 * those that are for administrators.
 */
interface Parameters {
  names: string[];
  callersOwn: [name: string, table: string][];
  forAdmins: string[];
  /** Those that make the answer one of a table too, with any value or with these. */
  dependent: [name: string, table: string, values: true | readonly string[]][];
  dated: string[];
}
const NONE: Parameters = { names: [], callersOwn: [], forAdmins: [], dependent: [], dated: [] };
interface Keywords {
  [CALLERS_OWN]?: string;
  [FOR_ADMINS]?: true;
  [DEPENDS_ON]?: Record<string, true | readonly string[]>;
  [DATED]?: true;
}
/** By the schema of the query: each is read once. */
const known = new WeakMap<object, Parameters>();

/** Finds the part of the query that a request's route reads; nothing where the address has none. */
export function parametersOf({ url, routeOptions }: FastifyRequest): Parameters {
  const schema = url.includes('?') ? routeOptions.schema?.querystring : undefined;
  if (!schema) return NONE;
  let parameters = known.get(schema);
  if (!parameters) {
    const { properties = {} } = schema as {
      properties?: Record<string, Keywords>;
    };
    parameters = {
      names: Object.keys(properties),
      callersOwn: Object.entries(properties).flatMap(([name, { [CALLERS_OWN]: table }]) =>
        table === undefined ? [] : [[name, table]],
      ),
      forAdmins: Object.keys(properties).filter((name) => properties[name]?.[FOR_ADMINS]),
      dependent: Object.entries(properties).flatMap(([name, { [DEPENDS_ON]: tables = {} }]) =>
        Object.entries(tables).map(([table, values]): Parameters['dependent'][0] => [
          name,
          table,
          values,
        ]),
      ),
      dated: Object.keys(properties).filter((name) => properties[name]?.[DATED]),
    };
    known.set(schema, parameters);
  }
  return parameters;
}

/**
 * The tables of whose records a request asks for the caller's own, by the parameters in its query (`CALLERS_OWN`). Where there are
 * any, somebody has to be calling, and the answer is theirs alone.
 */
export function ownTables(request: FastifyRequest): string[] {
  const { callersOwn } = parametersOf(request);
  if (callersOwn.length === 0) return [];
  const asked = request.query as Record<string, unknown>;
  return callersOwn.flatMap(([name, table]) => (asked[name] === undefined ? [] : [table]));
}

/** Whether a request gives a parameter that only administrators may give (`FOR_ADMINS`). */
export function isForAdmins(request: FastifyRequest): boolean {
  const { forAdmins } = parametersOf(request);
  const asked = request.query as Record<string, unknown>;
  return forAdmins.some((name) => asked[name] !== undefined);
}

/** The tables that the answer is made of because of what is given. */
export function dependentTables(request: FastifyRequest): string[] {
  const { dependent } = parametersOf(request);
  const asked = request.query as Record<string, string | undefined>;
  return dependent.flatMap(([name, table, values]) => {
    const given = asked[name];
    return given !== undefined && (values === true || values.includes(given)) ? [table] : [];
  });
}

/** Whether the answer is another on the next day: its route says so, or a parameter that is given. */
export function changesDaily(request: FastifyRequest): boolean {
  if (request.routeOptions.config.isDated) return true;
  const { dated } = parametersOf(request);
  const asked = request.query as Record<string, unknown>;
  return dated.some((name) => asked[name] !== undefined);
}
