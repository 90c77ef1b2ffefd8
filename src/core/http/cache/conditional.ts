import { randomBytes } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type {
  FastifyRequest,
  onRequestHookHandler,
  onSendHookHandler,
  preHandlerHookHandler,
} from 'fastify';
import { badRequest, unsatisfiableRange } from '../../base/errors.ts';
import type { Changes } from '../../db/changes.ts';
import type { Db, Statement } from '../../db/db.ts';
import { addressOf, isLasting, tagsOf } from './answers.ts';
import { ENCODED, etagOf, tagsIn } from './etag.ts';

// Conditional requests (RFC 9110 section 13). A client that has the answer already gets 304, and two people who edit one
// record can't overwrite each other unawares.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is streamed: its ETag is weak, made of versions (`cacheTags`). */
    streams?: true;
  }
}

/**
 * Returns the client's own tag where it matches (If-None-Match, compared weakly), else undefined. This is the one place
 * that decides on 304.
 *
 * @param isThere whether there is an answer for certain, which `*` matches
 */
export function matchingTag(
  { headers }: FastifyRequest,
  etag: string,
  isThere: boolean,
): string | undefined {
  const list = headers['if-none-match'];
  if (list === undefined) return undefined;
  if (isThere && list.trim() === '*') return etag;
  return tagsIn(list)?.get(etag.replace(/^W\//, '').replace(ENCODED, '$1"'));
}

/**
 * The stages that set the ETag of every answer that is one text, and answer 304 to a client that has it. A compressed answer is
 * another representation (RFC 9110 section 8.8.3.3), and its tag says so.
 *
 * The text of a stream is not known ahead, so its tag is weak. The tag is made of the versions of the stream's tables, before
 * it is read. There is no tag while the service does not hear of changes, or while the day is not certain. Another instance makes
 * another tag; then the answer is sent. An unchanged list costs no statement.
 */
export function conditionalReads(changes: Changes) {
  const instance = randomBytes(6).toString('base64url');

  const tagStream: onRequestHookHandler = (request, reply, done) => {
    const version = changes.version(tagsOf(request));
    if (version === undefined || !isLasting(request)) return done();
    const etag = `W/${etagOf(`${instance} ${version} ${addressOf(request)}`)}`;
    reply.header('etag', etag);
    // The owner is checked after validation.
    if (request.routeOptions.config.guard?.startsWith('owner')) return done();
    if (matchingTag(request, etag, false) === undefined) return done();
    // A client with a tag of this address has passed all checks before, so the answer goes out at once.
    reply.header('x-request-id', request.id).removeHeader('content-type').hijack();
    reply.raw.writeHead(304, reply.getHeaders() as OutgoingHttpHeaders).end();
  };

  /** The same after the owner has been checked. */
  const endUnchanged: preHandlerHookHandler = (request, reply, done) => {
    const etag = reply.getHeader('etag') as string | undefined;
    if (etag === undefined || matchingTag(request, etag, false) === undefined) return done();
    reply.removeHeader('content-type').code(304).send();
  };

  const tagAnswer: onSendHookHandler = (request, reply, payload, done) => {
    // A list that failed has no tag.
    if (reply.statusCode >= 400) reply.removeHeader('etag');
    if (reply.statusCode !== 200) return done(null, payload);
    // An answer from the cache has its tag.
    const stored = reply.getHeader('etag') as string | undefined;
    const etag = stored ?? (typeof payload === 'string' ? etagOf(payload) : undefined);
    // `tagStream` compared the tag of a stream before it began.
    if (etag === undefined || payload instanceof Readable) return done(null, payload);
    const match = matchingTag(request, etag, true);
    const isWeak = etag.startsWith('W/');
    if (stored === undefined || match !== undefined)
      reply.header('etag', isWeak ? etag : (match ?? etag));
    if (match === undefined) return done(null, payload);
    // 304 has no body, and none of the headers that describe one (section 15.4.5).
    for (const name of DESCRIBING) reply.removeHeader(name);
    reply.code(304);
    done(null, '');
  };
  return { tagStream, endUnchanged, tagAnswer };
}

/** Headers that describe a body: 304 has none of them. */
export const DESCRIBING = [
  'content-type',
  'content-encoding',
  'content-disposition',
  'content-crs',
  'link',
  'x-total-count',
  'preference-applied',
];

/** Names the coding of a compressed answer in its tag. */
export const nameEncoding: onSendHookHandler = (_request, reply, payload, done) => {
  const etag = reply.getHeader('etag') as string | undefined;
  const encoding = reply.getHeader('content-encoding');
  // A weak tag holds for the list however it is encoded.
  if (etag && encoding && !etag.startsWith('W/') && !ENCODED.test(etag)) {
    reply.header('etag', etag.replace(/"$/, `-${encoding}"`));
  }
  done(null, payload);
};

/**
 * The first and last byte that `Range` asks for (RFC 9110 section 14.2); undefined where the answer is sent whole: without the
 * header, for several parts, and where `If-Range` names another state.
 *
 * @param length bytes of the whole answer
 * @throws HttpError 416 where nothing of it is there
 */
export function rangeIn(
  { headers }: FastifyRequest,
  etag: string,
  length: number,
): { start: number; end: number } | undefined {
  const { range = '', 'if-range': condition } = headers;
  const isOther = condition !== undefined && condition !== etag;
  const [, from, to] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? [];
  if (etag.startsWith('W/') || isOther || from === undefined) return undefined;
  const [first, last] = from === '' ? [length - Number(to), length - 1] : [from, to || length - 1];
  const [start, end] = [Math.max(Number(first), 0), Math.min(Number(last), length - 1)];
  if (start > end) throw unsatisfiableRange(`bytes */${length}`);
  return { start, end };
}

/**
 * Sends the part of an answer that `Range` asks for, if the answer is one text with a strong tag, compressed or not. A
 * streamed list, and an answer to a request for several parts, is sent whole.
 */
export const cutPart: onSendHookHandler = (request, reply, payload, done) => {
  const etag = reply.getHeader('etag') as string | undefined;
  const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
  const { range } = request.headers;
  if (!range || request.method !== 'GET' || reply.statusCode !== 200 || !isWhole || !etag)
    return done(null, payload);
  const bytes = Buffer.from(payload);
  let part: ReturnType<typeof rangeIn>;
  try {
    part = rangeIn(request, etag, bytes.length);
  } catch (error) {
    for (const name of ['etag', ...DESCRIBING]) reply.removeHeader(name);
    return done(error as Error);
  }
  if (!part) return done(null, payload);
  const { start, end } = part;
  reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes.length}`);
  reply.header('content-length', end - start + 1);
  done(null, bytes.subarray(start, end + 1));
};

/**
 * Writes one record, unless `If-Match` names another state of it than the present one.
 * The record is locked, compared and written in one transaction; without the header `write` runs as it is.
 *
 * @param lock locks the record's row, and `find` answers its JSON as GET does: whole statements whose $1 is the id
 * @throws HttpError 400 where the header is malformed; the database refuses another state (`requireState`)
 */
export function unlessChanged<T>(
  request: FastifyRequest,
  [lock, find, id]: [lock: string, find: string, id: string | number | null],
  write: (tx: Db) => Promise<T>,
): Promise<T> {
  const states = statesOf(request);
  if (!states) return write(request.db);
  return request.db.transaction(async (tx) => {
    await tx.batch([[lock, [id]], requireState(find, id, states)]);
    return write(tx);
  });
}

/**
 * The digests of the states that `If-Match` names; undefined without the header, and for `*`, which any state matches.
 *
 * @throws HttpError 400 where the header is malformed
 */
export function statesOf({ headers }: FastifyRequest): string[] | undefined {
  const header = headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  const tags = tagsIn(header, true);
  if (!tags)
    throw badRequest([
      { field: 'If-Match', text: 'debe ser * o una lista de etiquetas entre comillas.' },
    ]);
  return [...tags.keys()].map((tag) => tag.slice(1, -1));
}

/**
 * A statement that fails the transaction (as 412) where a record is in none of these states. The record has to be locked
 * before. A record that does not exist does not fail.
 *
 * @param find a whole statement that answers the record's JSON; its $1 is the id, or the list of those that name it
 */
export const requireState = (
  find: string,
  id: string | number | (number | null)[] | null,
  states: string[],
): Statement => [`SELECT require_state(json::text, $2) FROM (${find}) registro`, [id, states]];
