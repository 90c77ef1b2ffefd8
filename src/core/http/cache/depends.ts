import type { FastifyRequest } from 'fastify';
import { CALLERS_OWN, DATED, DEPENDS_ON, FOR_ADMINS, REFUSED } from '../../base/schemas.ts';

/**
 * The parameters that a route reads, by their effects on guard, cache and ETag (`Effects`).
 */
interface Parameters {
  names: string[];
  /** Whether the route refuses others. */
  isClosed: boolean;
  callersOwn: [name: string, table: string][];
  forAdmins: string[];
  /** Parameters that make the answer depend on a table, with any value or with these, of which a list may have one. */
  dependent: [name: string, table: string, values: true | readonly string[]][];
  dated: string[];
}
const NO_PARAMETERS: Parameters = {
  names: [],
  isClosed: false,
  callersOwn: [],
  forAdmins: [],
  dependent: [],
  dated: [],
};
interface Keywords {
  [CALLERS_OWN]?: string;
  [FOR_ADMINS]?: true;
  [DEPENDS_ON]?: Record<string, true | readonly string[]>;
  [DATED]?: true;
}
/** By the query's schema, which is read once. */
const parametersKnown = new WeakMap<object, Parameters>();

/** The parameters that a request's route reads; none where the address has no query. */
export function parametersOf({ url, routeOptions }: FastifyRequest): Parameters {
  const schema = url.includes('?') ? routeOptions.schema?.querystring : undefined;
  if (!schema) return NO_PARAMETERS;
  let parameters = parametersKnown.get(schema);
  if (!parameters) {
    const {
      properties = {},
      additionalProperties,
      [REFUSED]: refused = {},
    } = schema as {
      properties?: Record<string, Keywords>;
      additionalProperties?: boolean;
      [REFUSED]?: Record<string, string>;
    };
    parameters = {
      // A refusal is no answer of the same address without the parameter.
      names: [...Object.keys(properties), ...Object.keys(refused)],
      isClosed: additionalProperties === false,
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
    parametersKnown.set(schema, parameters);
  }
  return parameters;
}

/**
 * The tables of which a request asks for the caller's own records, by the parameters in its query (`CALLERS_OWN`). Where there
 * is one, the request needs a token, and the answer is for its caller alone.
 */
export function ownTables(request: FastifyRequest): string[] {
  const { callersOwn } = parametersOf(request);
  if (callersOwn.length === 0) return [];
  const query = request.query as Record<string, unknown>;
  return callersOwn.flatMap(([name, table]) => (query[name] === undefined ? [] : [table]));
}

/** Whether a request has a parameter that is for administrators alone (`FOR_ADMINS`). */
export function isForAdmins(request: FastifyRequest): boolean {
  const { forAdmins } = parametersOf(request);
  const query = request.query as Record<string, unknown>;
  return forAdmins.some((name) => query[name] !== undefined);
}

/** The tables that the answer depends on because of parameters of the query (`DEPENDS_ON`). */
export function dependentTables(request: FastifyRequest): string[] {
  const { dependent } = parametersOf(request);
  const query = request.query as Record<string, unknown>;
  return dependent.flatMap(([name, table, values]) => {
    const value = query[name];
    if (value === undefined) return [];
    const among = (one: string) => values === true || values.includes(one);
    return String(value).split(',').some(among) ? [table] : [];
  });
}

/** Whether the answer changes with the day, by its route or by a parameter (`DATED`). */
export function changesDaily(request: FastifyRequest): boolean {
  if (request.routeOptions.config.isDated) return true;
  const { dated } = parametersOf(request);
  const query = request.query as Record<string, unknown>;
  return dated.some((name) => query[name] !== undefined);
}
