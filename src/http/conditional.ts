import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, onSendHookHandler } from 'fastify';
import type { Db } from '../db/index.ts';
import { badRequest, HttpError } from './errors.ts';

// Conditional requests (RFC 9110 section 13): who has an answer already is told so, and two people who edit one
// record can't overwrite each other unawares.

/** The strong entity tag of an answer: a digest of its text. */
export function etagOf(json: string): string {
  return `"${hash('sha256', json, 'base64url').slice(0, 22)}"`;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is streamed and so has no ETag. */
    streams?: true;
  }
}

/**
 * Gives every answer that is one text an ETag, and 304 to those who hold it. Streams have none. A compressed answer
 * is another representation (RFC 9110 section 8.8.3.3): its tag says so.
 */
export function conditionalReads(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    // Last, after the compression.
    route.onSend = [...[route.onSend ?? []].flat(), nameEncoding];
  });
  app.addHook('onSend', async ({ method, headers }, reply, payload) => {
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead || reply.statusCode !== 200) return payload;
    // A kept answer brings its tag along.
    const kept = reply.getHeader('etag') as string | undefined;
    const etag = kept ?? (typeof payload === 'string' ? etagOf(payload) : undefined);
    if (etag === undefined) return payload;
    if (headers['if-none-match'] === undefined) {
      if (kept === undefined) reply.header('etag', etag);
      return payload;
    }
    const list = headers['if-none-match'];
    const held = list.trim() === '*' ? etag : tagsIn(list)?.get(etag.replace(ENCODED, '$1"'));
    reply.header('etag', held ?? etag);
    if (held === undefined) return payload;
    // What describes the answer that is not sent again stays away with it (section 15.4.5).
    for (const name of ['content-type', 'content-encoding', 'link']) reply.removeHeader(name);
    reply.code(304);
    return '';
  });
}

const nameEncoding: onSendHookHandler = (_request, reply, payload, done) => {
  const etag = reply.getHeader('etag') as string | undefined;
  const encoding = reply.getHeader('content-encoding');
  if (etag && encoding && !ENCODED.test(etag)) {
    reply.header('etag', etag.replace(/"$/, `-${encoding}"`));
  }
  done(null, payload);
};

export const hasChanged = () =>
  new HttpError(
    412,
    'El registro cambió desde que lo consultó; consúltelo de nuevo antes de modificarlo.',
  );

/**
 * Writes one record, unless `If-Match` says that the caller had read another state of it than the present one.
 * The record is locked, compared and written in one transaction; without the header `write` runs as it is.
 *
 * @param lock locks the record's row: a whole statement whose $1 is the id
 * @param find the record's JSON as GET answers it, undefined where there is none (`write` then says so)
 * @throws HttpError 412 where the record has changed, 400 where the header is malformed
 */
export async function unlessChanged<T>(
  request: FastifyRequest,
  [lock, id]: [lock: string, id: string | number | null],
  find: (tx: Db) => Promise<string | undefined>,
  write: (tx: Db) => Promise<T>,
): Promise<T> {
  const header = request.headers['if-match'];
  if (header === undefined) return write(request.db);
  const isAny = header.trim() === '*';
  const tags = tagsIn(header, true);
  if (!isAny && !tags) {
    throw badRequest(['If-Match debe ser * o una lista de etiquetas entre comillas.']);
  }
  return request.db.transaction(async (tx) => {
    await tx.query(lock, [id]);
    const json = await find(tx);
    if (json !== undefined && !isAny && !tags?.has(etagOf(json))) {
      throw hasChanged();
    }
    return write(tx);
  });
}

const TAG = /^(W\/)?("[\x21\x23-\x7e\x80-\xff]*")$/;

/** A tag of ours, of a compressed answer. */
const ENCODED = /^("[\w-]{22})-(br|gzip)"$/;

/**
 * The entity tags of a list as given, by what they are without an encoding; undefined where it is no list. Weakly
 * compared a tag's W/ does not matter; compared strongly a weak tag equals nothing (RFC 9110 section 8.8.3.2).
 */
function tagsIn(list: string, strongly = false): Map<string, string> | undefined {
  const tags = new Map<string, string>();
  for (const item of list.split(',')) {
    const [, weak, tag] = TAG.exec(item.trim()) ?? [];
    if (tag === undefined) return undefined;
    if (!weak || !strongly) tags.set(tag.replace(ENCODED, '$1"'), tag);
  }
  return tags;
}
