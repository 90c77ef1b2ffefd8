import type { FastifyRequest } from 'fastify';
import { OWN } from './schemas.ts';

/**
 * The tables of whose records a request asks for the caller's own, by the parameters in its query (`OWN`). Where there are
 * any, somebody has to be calling, and the answer is theirs alone.
 */
export function ownTables({ url, query, routeOptions }: FastifyRequest): string[] {
  if (!url.includes('?')) return [];
  const { properties = {} } = (routeOptions.schema?.querystring ?? {}) as {
    properties?: Record<string, { [OWN]?: string }>;
  };
  const asked = query as Record<string, unknown>;
  return Object.entries(properties).flatMap(([name, { [OWN]: table }]) =>
    table !== undefined && asked[name] !== undefined ? [table] : [],
  );
}
