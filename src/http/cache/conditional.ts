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

// Conditional requests (RFC 9110 section 13): who has an answer already is told so, and two people who edit one
// record can't overwrite each other unawares.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is streamed: its ETag is weak, made of versions (`cacheTags`). */
    streams?: true;
  }
}

/**
 * The tag that a client holds of an answer, as the client has it; undefined where it holds another state, or none. It is
 * the one place that decides on 304 (If-None-Match, compared weakly).
 *
 * @param isThere whether there is an answer for certain: `*` names any
 */
function matchingTag(
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
 * The stages that give every answer that is one text an ETag, and 304 to those who hold it. A compressed answer is another
 * representation (RFC 9110 section 8.8.3.3): its tag says so.
 *
 * Streams are not known ahead. Their tag is weak. It is made before they are read, of the versions of the tables behind
 * them. There is none while changes are not heard, or while it is not certain which day it is. Another instance gives
 * another tag, and then the answer is sent. An unchanged list costs no statement.
 */
export function conditionalReads(changes: Changes) {
  const instance = randomBytes(6).toString('base64url');

  const tagStream: onRequestHookHandler = (request, reply, done) => {
    const version = changes.version(tagsOf(request));
    if (version === undefined || !isLasting(request)) return done();
    const etag = `W/${etagOf(`${instance} ${version} ${addressOf(request)}`)}`;
    reply.header('etag', etag);
    // Whose the path's record is, is judged later.
    if (request.routeOptions.config.guard?.startsWith('owner')) return done();
    if (matchingTag(request, etag, false) === undefined) return done();
    // Nothing is left to be done: it goes straight out. Nobody holds a tag of an address that is refused.
    reply.header('x-request-id', request.id).removeHeader('content-type').hijack();
    reply.raw.writeHead(304, reply.getHeaders() as OutgoingHttpHeaders).end();
  };

  /** The same for who turned out to be the owner. */
  const endUnchanged: preHandlerHookHandler = (request, reply, done) => {
    const etag = reply.getHeader('etag') as string | undefined;
    if (etag === undefined || matchingTag(request, etag, false) === undefined) return done();
    reply.removeHeader('content-type').code(304).send();
  };

  const tagAnswer: onSendHookHandler = (request, reply, payload, done) => {
    // A list that turned out to be none.
    if (reply.statusCode >= 400) reply.removeHeader('etag');
    if (reply.statusCode !== 200) return done(null, payload);
    // A kept answer brings its tag along.
    const kept = reply.getHeader('etag') as string | undefined;
    const etag = kept ?? (typeof payload === 'string' ? etagOf(payload) : undefined);
    // A stream under way was compared before it began.
    if (etag === undefined || payload instanceof Readable) return done(null, payload);
    const held = matchingTag(request, etag, true);
    const isWeak = etag.startsWith('W/');
    if (kept === undefined || held !== undefined)
      reply.header('etag', isWeak ? etag : (held ?? etag));
    if (held === undefined) return done(null, payload);
    // The headers that describe the answer's body stay away with it (section 15.4.5).
    for (const name of DESCRIBING) reply.removeHeader(name);
    reply.code(304);
    done(null, '');
  };
  return { tagStream, endUnchanged, tagAnswer };
}

const DESCRIBING = [
  'content-type',
  'content-encoding',
  'content-disposition',
  'content-crs',
  'link',
  'x-total-count',
];

/** Says in a tag how the answer was compressed. */
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
 * Sends the part of an answer that `Range` asks for (RFC 9110 section 14.2), where its length and its state are known: it
 * is one text with a tag of its own, compressed or not. Of a list under way, and for several parts, the whole is sent.
 */
export const cutPart: onSendHookHandler = (request, reply, payload, done) => {
  const { range, 'if-range': condition } = request.headers;
  const etag = reply.getHeader('etag') as string | undefined;
  const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
  if (!range || request.method !== 'GET' || reply.statusCode !== 200 || !isWhole || !etag)
    return done(null, payload);
  const isOther = condition !== undefined && condition !== etag;
  const [, from, to] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? [];
  if (etag.startsWith('W/') || isOther || from === undefined) return done(null, payload);
  const bytes = Buffer.from(payload);
  const { length } = bytes;
  const [first, last] = from === '' ? [length - Number(to), length - 1] : [from, to || length - 1];
  const [start, end] = [Math.max(Number(first), 0), Math.min(Number(last), length - 1)];
  if (start > end) {
    for (const name of ['etag', ...DESCRIBING]) reply.removeHeader(name);
    return done(unsatisfiableRange(`bytes */${length}`));
  }
  reply.code(206).header('content-range', `bytes ${start}-${end}/${length}`);
  reply.header('content-length', end - start + 1);
  done(null, bytes.subarray(start, end + 1));
};

/**
 * Writes one record, unless `If-Match` says that the caller had read another state of it than the present one.
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
 * A statement that fails, and with it the transaction (as 412), where a record is in none of these states. The record is
 * to be locked before; of one that does not exist it says nothing.
 *
 * @param find a whole statement that answers the record's JSON; its $1 is the id, or the list of those that name it
 */
export const requireState = (
  find: string,
  id: string | number | (number | null)[] | null,
  states: string[],
): Statement => [`SELECT require_state(json::text, $2) FROM (${find}) registro`, [id, states]];
