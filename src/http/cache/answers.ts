import type { ServerResponse } from 'node:http';
import { pipeline, Readable, Transform } from 'node:stream';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  onSendHookHandler,
} from 'fastify';
import { isAllowed } from '../../auth/access.ts';
import { CLOCK_TOLERANCE } from '../../base/config.ts';
import { isInteger } from '../../base/text.ts';
import { dayOf } from '../../base/time.ts';
import type { Cache } from '../../db/cache.ts';
import type { Tag } from '../../db/changes.ts';
import { changesDaily, dependentTables, ownTables, parametersOf } from './depends.ts';

// Rendered answers are kept until something that they are made of changes. A route says what that is (`cacheTags`);
// that is all that a resource knows of it. `CACHE_MB=0` turns it off.

/** About what an answer's headers take. */
const HEAD_BYTES = 2_000;

/** A body that is not longer goes out in one piece with its head, which costs less than in two. */
const SHORT = 16_384;

export interface Answer {
  /**
   * All headers but those that belong to the connection, the length first, as Node writes them fastest: names and
   * values in turns.
   */
  head: string[];
  /** The bytes; of a short one as text, a character for each byte (`latin1`). */
  body: Buffer | string;
}

/** The result of reading a request that was answered from the cache: where its answer is kept, and for whom. */
export interface Reading {
  key: string;
  tags: Tag[];
  /** The day that the answer says, where it says one: on the next it is not to be given any more. */
  day: string | undefined;
}

/** Sends a kept answer: nothing is left to be done to it. */
export function sendAnswer(response: ServerResponse, { head, body }: Answer, id: string): void {
  response.writeHead(200, [...head, 'x-request-id', id]).end(body, 'latin1');
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The tables that the answer is made of; `obras/:id` is the one obra whose id stands in the path. */
    cacheTags?: readonly Tag[];
    /** The answer says which day it is: it is another on the next. */
    isDated?: true;
  }
  interface FastifyRequest {
    /** Keeps the answer under way; null where it is not to be kept. */
    storeAnswer: ((answer: Answer, bytes: number) => void) | null;
  }
}

/** Headers that belong to one connection or one request. */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'x-request-id',
]);

/**
 * The stages that answer GETs from the cache, once the guards have let the caller in, and keep what goes out otherwise, as
 * the bytes that are sent, compressed or not. A write is heard of before it is answered (`Changes.atCommit`), so that nobody who
 * has the answer is given anything older.
 *
 * @param onCacheHit hears of requests that were answered from the cache
 */
export function createAnswerCache(
  app: FastifyInstance,
  cache: Cache,
  onCacheHit: (request: FastifyRequest, reading: Reading) => void,
) {
  app.decorateRequest('storeAnswer', null);
  const copying = copier(cache);
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  const answerFromCache: onRequestHookHandler = (request, reply, done) => {
    // Who may not have it is refused once the path has been checked.
    if (closing || !isAllowed(request.routeOptions.config, request.caller, request.params)) {
      return done();
    }
    const tags = tagsOf(request);
    const { 'if-none-match': condition, range } = request.headers;
    const now = new Date();
    const key = keyOf(request, reply, now);
    const answer = cache.get<Answer>(key, tags);
    if (answer && (condition !== undefined || range !== undefined)) {
      // Without the length, which may be that of an answer without body.
      for (let i = 2; i < answer.head.length; i += 2) {
        reply.header(answer.head[i] as string, answer.head[i + 1]);
      }
      const { body } = answer;
      return void reply.send(typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
    }
    if (answer) {
      onCacheHit(request, { key, tags, day: changesDaily(request) ? dayOf(now) : undefined });
      reply.hijack();
      sendAnswer(reply.raw, answer, request.id);
      return;
    }
    if (isLasting(request, now)) request.storeAnswer = cache.begin<Answer>(key, tags) ?? null;
    done();
  };
  const storeAnswer: onSendHookHandler = ({ storeAnswer: keep }, reply, payload, done) => {
    if (!keep || reply.statusCode !== 200) return done(null, payload);
    const given = Object.entries(reply.getHeaders())
      .filter(([name]) => !OF_CONNECTION.has(name))
      .flatMap(([name, value]) => [name, String(value)]);
    const end = (chunks: (string | Buffer)[]) => {
      const body = ownBuffer(chunks);
      const head = ['content-length', String(body.length), ...given];
      const sent = body.length <= SHORT ? body.toString('latin1') : body;
      keep({ head, body: sent }, body.length + HEAD_BYTES);
    };
    if (payload instanceof Readable || (payload as Readable | null)?.pipe) {
      return done(null, copying(payload as Readable, end));
    }
    end([payload as string | Buffer]);
    done(null, payload);
  };
  return { answerFromCache, storeAnswer };
}

/** A copy in memory of its own: Node cuts small Buffers out of slabs of 8 kB, of which the last one left keeps all. */
function ownBuffer(chunks: (string | Buffer)[]): Buffer {
  const pieces = chunks.map((chunk) => Buffer.from(chunk));
  const own = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) at += piece.copy(own, at);
  return own;
}

/**
 * Answers how to pass a stream on and be told of all its pieces at the end, where there is room to hold them. A client
 * that leaves ends the stream as it would end without this.
 */
function copier({ largest, held }: Cache) {
  /** What all hold beyond what each may hold. */
  let beyond = 0;
  return (source: Readable, end: (chunks: Buffer[]) => void): Readable => {
    let chunks: Buffer[] | undefined = [];
    let bytes = 0;
    let own = 0;
    const drop = () => {
      chunks = undefined;
      beyond -= own;
      own = 0;
    };
    const copy = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        const more = Math.max(0, bytes - held) - own;
        if (chunks && (bytes > largest || beyond + more > largest)) drop();
        if (chunks) {
          chunks.push(chunk);
          own += more;
          beyond += more;
        }
        done(null, chunk);
      },
      flush(done) {
        if (chunks) end(chunks);
        done();
      },
      destroy(error, done) {
        drop();
        done(error);
      },
    });
    // The copy's sender hears of its failures.
    return pipeline(source, copy, () => {});
  };
}

/**
 * The key of an answer, of all that it depends on: its coding, the origin that it is open to, its address. Headers
 * count not as the caller wrote them but as they were understood (`request-head.ts`, CORS): few values, none with a
 * line end.
 */
function keyOf(request: FastifyRequest, reply: FastifyReply, now: Date): string {
  const { 'accept-encoding': coding = '', 'x-no-compression': plain } = request.headers;
  const origin = reply.getHeader('access-control-allow-origin') ?? '';
  return [plain === undefined ? coding : '', origin, addressOf(request, now)].join('\n');
}

/**
 * The path with what the route reads of the query: what it does not read would only fill the cache. Where it asks for what
 * is the caller's own, whose that is; whether it is answered with a page; and the day, where the answer says it.
 */
export function addressOf(request: FastifyRequest, now = new Date()): string {
  const { url, query, caller, isPage } = request;
  const end = url.indexOf('?');
  const isDated = changesDaily(request);
  if (end === -1 && !isPage && !isDated) return url;
  const asked = query as Record<string, unknown>;
  let address = end === -1 ? url : url.slice(0, end);
  if (isPage) address += ' HTML';
  if (isDated) address += ` ${dayOf(now)}`;
  if (ownTables(request).length > 0) address += ` ${caller?.id}`;
  for (const name of parametersOf(request).names) {
    if (asked[name] !== undefined) address += ` ${name}=${JSON.stringify(asked[name])}`;
  }
  return address;
}

/**
 * Whether an answer to this request is right until something that it is made of changes. In the first minute of a day one that
 * says the day may not be: the database, whose clock is another, may still be in the day before.
 */
export function isLasting(request: FastifyRequest, now = new Date()): boolean {
  if (!changesDaily(request)) return true;
  return dayOf(now) === dayOf(new Date(now.getTime() - CLOCK_TOLERANCE * 1000));
}

/** What the answer to a request is made of. */
export function tagsOf(request: FastifyRequest): Tag[] {
  const { cacheTags = [] } = request.routeOptions.config;
  const tags = cacheTags.map((tag) => (tag.endsWith('/:id') ? recordTag(tag, request) : tag));
  for (const table of ownTables(request)) tags.push(`${table}/${request.caller?.id}`);
  tags.push(...dependentTables(request));
  return tags;
}

/** The tag of the record whose id stands in the path, however many zeros lead it and in whichever case it is. */
function recordTag(tag: Tag, request: FastifyRequest): Tag {
  const { id = '' } = request.params as { id?: string };
  return tag.replace(':id', isInteger(id) ? String(Number(id)) : id.toLowerCase());
}
