import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database, Db } from '../db/index.ts';
import { badRequest, HttpError } from './errors.ts';

// Conditional requests (RFC 9110 section 13): who has an answer already is told so, and two people who edit one
// record can't overwrite each other unawares.

/** The strong entity tag of an answer: a digest of its text. */
export function etagOf(json: string): string {
  return `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`;
}

/** Gives every answer that is one text an ETag, and 304 to those who hold it. Streams have none. */
export function conditionalReads(app: FastifyInstance): void {
  app.addHook('onSend', async ({ method, headers }, reply, payload) => {
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const etag = etagOf(payload);
    reply.header('etag', etag);
    const held = headers['if-none-match'];
    if (held === undefined || !(held.trim() === '*' || tagsIn(held)?.has(etag))) return payload;
    reply.code(304).removeHeader('content-type');
    return '';
  });
}

/**
 * Writes one record, unless `If-Match` says that the caller had read another state of it than the present one.
 * The record is locked, compared and written in one transaction; without the header `write` runs as it is.
 *
 * @param lock locks the record's row: a whole statement whose $1 is the id
 * @param find the record's JSON as GET answers it, undefined where there is none (`write` then says so)
 * @throws HttpError 412 where the record has changed, 400 where the header is malformed
 */
export async function unlessChanged<T>(
  db: Database,
  request: FastifyRequest,
  [lock, id]: [lock: string, id: string | number | null],
  find: (tx: Db) => Promise<string | undefined>,
  write: (tx: Db) => Promise<T>,
): Promise<T> {
  const header = request.headers['if-match'];
  if (header === undefined) return write(db);
  const isAny = header.trim() === '*';
  const tags = tagsIn(header, true);
  if (!isAny && !tags) {
    throw badRequest(['If-Match debe ser * o una lista de etiquetas entre comillas.']);
  }
  return db.transaction(async (tx) => {
    await tx.query(lock, [id]);
    const json = await find(tx);
    if (json !== undefined && !isAny && !tags?.has(etagOf(json))) {
      throw new HttpError(
        412,
        'El registro cambió desde que lo consultó; consúltelo de nuevo antes de modificarlo.',
      );
    }
    return write(tx);
  });
}

const TAG = /^(W\/)?("[\x21\x23-\x7e\x80-\xff]*")$/;

/**
 * The entity tags of a list, undefined where it is none. Weakly compared a tag's W/ does not matter; compared
 * strongly a weak tag equals nothing (RFC 9110 section 8.8.3.2).
 */
function tagsIn(list: string, strongly = false): Set<string> | undefined {
  const tags = new Set<string>();
  for (const item of list.split(',')) {
    const [, weak, tag] = TAG.exec(item.trim()) ?? [];
    if (tag === undefined) return undefined;
    if (!weak || !strongly) tags.add(tag);
  }
  return tags;
}
