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

// The cache holds rendered answers until one of the tables changes that they were made of. A route names these tables in
// `cacheTags`, and knows nothing else of the cache. `CACHE_MB=0` turns it off.

/** Bytes that an answer's headers take, roughly. */
const HEAD_BYTES = 2_000;

/** Bytes of the longest body that is sent in one piece with its head, which costs less than two pieces. */
const SENT_IN_ONE_PIECE = 16_384;

export interface Answer {
  /**
   * All headers but those of the connection, the length first. Names and values alternate: Node writes this form fastest.
   */
  head: string[];
  /** The bytes; a short body is a text with one character for each byte (`latin1`). */
  body: Buffer | string;
}

/** The place of a request's answer in the cache. */
export interface Reading {
  key: string;
  tags: Tag[];
  /** The day for which the answer holds, where it depends on the day. */
  day: string | undefined;
}

/** Sends an answer of the cache as it is. */
export function sendAnswer(response: ServerResponse, { head, body }: Answer, id: string): void {
  response.writeHead(200, [...head, 'x-request-id', id]).end(body, 'latin1');
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The tables that the answer is made of; `obras/:id` is the one obra whose id stands in the path. */
    cacheTags?: readonly Tag[];
    /** The answer depends on the day. */
    isDated?: true;
    /**
     * Takes out of the answer's text what somebody without a session may not read. The answers are kept apart. Of a streamed answer
     * the route does it itself (`isAnonymous`).
     */
    hides?: (text: string) => string;
  }
  interface FastifyRequest {
    /** Stores the answer under way; null where the answer is not for the cache. */
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
 * The stages that answer GETs from the cache after the guards have let the caller in, and that store other answers as the bytes
 * that are sent, compressed or not. The cache knows of a write before its client does (`Changes.atCommit`). So a client that
 * has the answer to a write never reads an older state.
 *
 * @param onCacheHit is called with each request that was answered from the cache
 */
export function createAnswerCache(
  app: FastifyInstance,
  cache: Cache,
  onCacheHit: (request: FastifyRequest, reading: Reading) => void,
) {
  app.decorateRequest('storeAnswer', null);
  const copying = createCopier(cache);
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  const answerFromCache: onRequestHookHandler = (request, reply, done) => {
    // A caller who may not read it is refused after the path has been checked.
    if (closing || !isAllowed(request.routeOptions.config, request.caller, request.params)) {
      return done();
    }
    const tags = tagsOf(request);
    const { 'if-none-match': condition, range } = request.headers;
    const now = new Date();
    const key = cacheKey(request, reply, now);
    const answer = cache.get<Answer>(key, tags);
    if (answer && (condition !== undefined || range !== undefined)) {
      // The length is left out: the answer may turn out to have no body (304).
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
    const headers = Object.entries(reply.getHeaders())
      .filter(([name]) => !OF_CONNECTION.has(name))
      .flatMap(([name, value]) => [name, String(value)]);
    const end = (chunks: (string | Buffer)[]) => {
      const body = ownBuffer(chunks);
      const head = ['content-length', String(body.length), ...headers];
      const sent = body.length <= SENT_IN_ONE_PIECE ? body.toString('latin1') : body;
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

/** A copy in memory of its own. Node cuts small Buffers out of slabs of 8 kB, and a slab stays as long as one of its Buffers. */
function ownBuffer(chunks: (string | Buffer)[]): Buffer {
  const pieces = chunks.map((chunk) => Buffer.from(chunk));
  const own = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) at += piece.copy(own, at);
  return own;
}

/**
 * Returns a function that passes a stream on, and calls `end` with all its pieces at the end if there is room for them. A
 * client that leaves ends the stream as it would without this.
 */
function createCopier({ largest, perStream: share }: Cache) {
  /** Bytes that all copies take beyond the part that each may take. */
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
        const more = Math.max(0, bytes - share) - own;
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
    // Fastify, which sends the copy, handles its failures.
    return pipeline(source, copy, () => {});
  };
}

/**
 * The key of an answer: its coding, the origin that it is open to, its preference and its address. Headers are used as the
 * service understood them (`request-head.ts`, CORS). So they have few values, and none has a line end.
 */
function cacheKey(request: FastifyRequest, reply: FastifyReply, now: Date): string {
  const {
    'accept-encoding': coding = '',
    'x-no-compression': plain,
    prefer = '',
  } = request.headers;
  const origin = reply.getHeader('access-control-allow-origin') ?? '';
  return [plain === undefined ? coding : '', origin, prefer, addressOf(request, now)].join('\n');
}

/** Whether a route hides something from those without a session, and its caller has none. */
export const isAnonymous = ({ routeOptions, caller }: FastifyRequest): boolean =>
  routeOptions.config.hides !== undefined && caller === null;

/** The stage that takes it out of a text. */
export const hideFromAnonymous: onSendHookHandler = (request, reply, payload, done) => {
  const { hides } = request.routeOptions.config;
  const isHidden = hides && typeof payload === 'string' && reply.statusCode < 400;
  done(null, isHidden && isAnonymous(request) ? hides(payload) : payload);
};

/**
 * The path, and the parameters that the route reads: others would only fill the cache. It has the caller's id where the answer
 * depends on the caller, HTML where the answer is a page, and the day where the answer depends on it.
 */
export function addressOf(request: FastifyRequest, now = new Date()): string {
  const { url, query, caller, isPage } = request;
  const end = url.indexOf('?');
  const isDated = changesDaily(request);
  const isPublic = isAnonymous(request);
  if (end === -1 && !isPage && !isDated && !isPublic) return url;
  const values = query as Record<string, unknown>;
  let address = end === -1 ? url : url.slice(0, end);
  if (isPage) address += ' HTML';
  if (isPublic) address += ' anonymous';
  if (isDated) address += ` ${dayOf(now)}`;
  if (ownTables(request).length > 0) address += ` ${caller?.id}`;
  const { names, isClosed } = parametersOf(request);
  for (const name of names) {
    if (values[name] !== undefined) address += ` ${name}=${JSON.stringify(values[name])}`;
  }
  // Nothing is kept of an address that is refused.
  if (isClosed && Object.keys(values).some((name) => !names.includes(name))) address += ' ?';
  return address;
}

/**
 * Whether an answer to this request stays valid until one of its tables changes. In the first minute of a day an answer that
 * depends on the day may not: the database's clock may still be in the day before.
 */
export function isLasting(request: FastifyRequest, now = new Date()): boolean {
  if (!changesDaily(request)) return true;
  return dayOf(now) === dayOf(new Date(now.getTime() - CLOCK_TOLERANCE * 1000));
}

/** A value that is remembered, and how to remember it once it is known. */
export interface Remembered<Value extends object> {
  value?: Value | undefined;
  keep?: ((value: Value, bytes: number) => void) | undefined;
}

/**
 * Returns a function that remembers a value, under a text that says what it is the value of, until one of the tables changes
 * that the answer to this request is made of. Routes of the same tables share it.
 */
export const createMemory =
  (cache: Cache, request: FastifyRequest) =>
  <Value extends object>(what: string): Remembered<Value> => {
    if (!isLasting(request)) return {};
    const tags = tagsOf(request);
    const key = `${changesDaily(request) ? dayOf(new Date()) : ''} ${tags} ${what}`;
    const value = cache.peek<Value>(key, tags);
    return value === undefined ? { keep: cache.begin<Value>(key, tags) } : { value };
  };

/** The tables and records that the answer to a request is made of. */
export function tagsOf(request: FastifyRequest): Tag[] {
  const { cacheTags = [] } = request.routeOptions.config;
  const tags = cacheTags.map((tag) => (tag.endsWith('/:id') ? recordTag(tag, request) : tag));
  for (const table of ownTables(request)) tags.push(`${table}/${request.caller?.id}`);
  tags.push(...dependentTables(request));
  return tags;
}

/** The tag of the record whose id stands in the path, without leading zeros and in lower case. */
function recordTag(tag: Tag, request: FastifyRequest): Tag {
  const { id = '' } = request.params as { id?: string };
  return tag.replace(':id', isInteger(id) ? String(Number(id)) : id.toLowerCase());
}
