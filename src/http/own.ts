import type { FastifyRequest } from 'fastify';
import { OWN } from '../base/schemas.ts';

/** What a route reads of the query: the parameters' names, and the tables of those that ask for the caller's own. */
interface Parameters {
  names: string[];
  own: [name: string, table: string][];
}
const NONE: Parameters = { names: [], own: [] };
/** By the schema of the query: each is read once. */
const known = new WeakMap<object, Parameters>();

/** What a request's route reads of the query; nothing where the address has none. */
export function parametersOf({ url, routeOptions }: FastifyRequest): Parameters {
  const schema = url.includes('?') ? routeOptions.schema?.querystring : undefined;
  if (!schema) return NONE;
  let parameters = known.get(schema);
  if (!parameters) {
    const { properties = {} } = schema as { properties?: Record<string, { [OWN]?: string }> };
    parameters = {
      names: Object.keys(properties),
      own: Object.entries(properties).flatMap(([name, { [OWN]: table }]) =>
        table === undefined ? [] : [[name, table]],
      ),
    };
    known.set(schema, parameters);
  }
  return parameters;
}

/**
 * The tables of whose records a request asks for the caller's own, by the parameters in its query (`OWN`). Where there are
 * any, somebody has to be calling, and the answer is theirs alone.
 */
export function ownTables(request: FastifyRequest): string[] {
  const { own } = parametersOf(request);
  if (own.length === 0) return [];
  const asked = request.query as Record<string, unknown>;
  return own.flatMap(([name, table]) => (asked[name] === undefined ? [] : [table]));
}
