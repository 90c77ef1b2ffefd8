import type { FastifyRequest } from 'fastify';
import { CALLERS_OWN, FOR_ADMINS } from '../base/schemas.ts';

/**
 * The part of the query that a route reads: the parameters' names, the tables of those that ask for the caller's own, and
 * those that are for administrators.
 */
interface Parameters {
  names: string[];
  callersOwn: [name: string, table: string][];
  forAdmins: string[];
}
const NONE: Parameters = { names: [], callersOwn: [], forAdmins: [] };
/** By the schema of the query: each is read once. */
const known = new WeakMap<object, Parameters>();

/** Finds the part of the query that a request's route reads; nothing where the address has none. */
export function parametersOf({ url, routeOptions }: FastifyRequest): Parameters {
  const schema = url.includes('?') ? routeOptions.schema?.querystring : undefined;
  if (!schema) return NONE;
  let parameters = known.get(schema);
  if (!parameters) {
    const { properties = {} } = schema as {
      properties?: Record<string, { [CALLERS_OWN]?: string; [FOR_ADMINS]?: true }>;
    };
    parameters = {
      names: Object.keys(properties),
      callersOwn: Object.entries(properties).flatMap(([name, { [CALLERS_OWN]: table }]) =>
        table === undefined ? [] : [[name, table]],
      ),
      forAdmins: Object.keys(properties).filter((name) => properties[name]?.[FOR_ADMINS]),
    };
    known.set(schema, parameters);
  }
  return parameters;
}

/**
 * The tables of whose records a request asks for the caller's own, by the parameters in its query (`CALLERS_OWN`). Where there are
 * any, somebody has to be calling, and the answer is theirs alone.
 */
export function tablesOfCaller(request: FastifyRequest): string[] {
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
