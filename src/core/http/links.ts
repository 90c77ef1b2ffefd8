import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../base/config.ts';
import { badRequest } from '../base/errors.ts';
import type { Tag } from '../db/changes.ts';

// Absolute links, where a standard asks for them, and those from page to page.

/**
 * The beginning of absolute links, without a slash at the end: PUBLIC_URL, or else the request's own protocol and host, with
 * TRUST_PROXY those of the proxy. The client chooses its host, so no other client gets that answer.
 *
 * @throws HttpError 400 where the request names no host that could be called
 */
export function linkRoot(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  { protocol, host }: FastifyRequest,
  reply: FastifyReply,
): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL;
  reply.header('cache-control', 'private, no-cache');
  const address = `${protocol === 'https' ? 'https' : 'http'}://${host}`;
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(address)) {
    throw badRequest('El encabezado Host no es una dirección válida.');
  }
  return new URL(address).origin;
}

/**
 * The cache tags of an answer with absolute links, where they begin with PUBLIC_URL. Otherwise the answer is not cached, and has
 * no tag that the answer for another host could have.
 */
export function linkCacheTags({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, tables: readonly Tag[]) {
  return PUBLIC_URL === undefined ? {} : { cacheTags: tables, streams: true as const };
}

/** An address with the parameters that have a value. */
export function withQuery(
  path: string,
  query: Record<string, string | number | boolean | undefined>,
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

/** One link of `Link` (RFC 8288): the same question at another place of its pages. */
export const pageLink = (
  rel: 'first' | 'last' | 'prev' | 'next',
  path: string,
  query: Parameters<typeof withQuery>[1],
  place: { page: number } | { cursor: string },
) => `<${withQuery(path, { ...query, ...place })}>; rel="${rel}"`;
