import { pipeline, Readable, Transform } from 'node:stream';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
} from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Changes, Tag } from '../db/changes.ts';
import { ownTables } from './own.ts';
import { isInteger } from './text.ts';

// Rendered answers are kept until something that they are made of changes. A route says what that is (`madeOf`);
// that is all that a resource knows of it. `CACHE_MB=0` turns it off.

/** What is remembered, bounded in bytes, the least recently used forgotten first. */
export interface Cache {
  /** What is kept under a key, unless something behind its tags has changed or changes can't be heard. */
  get<T extends object>(key: string, tags: readonly Tag[]): T | undefined;
  /**
   * Called before the database is read: answers how to keep what comes of it, which counts only while nothing behind
   * the tags changes from here on. Undefined where nothing can be kept.
   */
  begin<T extends object>(
    key: string,
    tags: readonly Tag[],
  ): ((value: T, bytes: number) => void) | undefined;
  /** The largest thing that is kept, in bytes. */
  largest: number;
  /** How often something asked for was there or not since the start, and what is kept now. */
  stats(): CacheStats;
}

export interface CacheStats {
  hits: number;
  misses: number;
  entries: number;
  bytes: number;
}

/** An answer may take this part of the bound, and is held beside it until it is known to be larger. */
const LARGEST_PART = 32;

/** @param megabytes the bound; 0 keeps nothing */
export function createCache(megabytes: number, changes: Changes): Cache {
  let hits = 0;
  let misses = 0;
  if (megabytes === 0) {
    return {
      largest: 0,
      get: () => undefined,
      begin: () => undefined,
      stats: () => ({ hits, misses, entries: 0, bytes: 0 }),
    };
  }
  const bytes = megabytes * 1_048_576;
  const largest = bytes / LARGEST_PART;
  const kept = new LRUCache<string, { version: number; value: object }>({
    maxSize: bytes,
    maxEntrySize: largest,
  });
  return {
    largest,
    stats: () => ({ hits, misses, entries: kept.size, bytes: kept.calculatedSize }),
    get: <T>(key: string, tags: readonly Tag[]) => {
      const entry = kept.get(key);
      if (!entry || entry.version !== changes.version(tags)) {
        misses += 1;
        return undefined;
      }
      hits += 1;
      return entry.value as T;
    },
    begin: (key, tags) => {
      const version = changes.version(tags);
      if (version === undefined) return undefined;
      return (value, size) => {
        kept.set(key, { version, value }, { size: size + 2 * key.length + OVERHEAD });
      };
    },
  };
}

/** About what an entry takes beside its value and key, and an answer's headers. */
const OVERHEAD = 300;
const HEAD_BYTES = 2_000;

interface Answer {
  /**
   * All headers but those that belong to the connection, the length first, as Node writes them fastest: names and
   * values in turns.
   */
  head: string[];
  body: Buffer;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The tables that the answer is made of; `obras/:id` is the one obra whose id stands in the path. */
    madeOf?: readonly Tag[];
  }
  interface FastifyRequest {
    /** Keeps the answer under way; null where it is not to be kept. */
    keepAnswer: ((answer: Answer, bytes: number) => void) | null;
  }
}

/** What belongs to one connection or one request. */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'x-request-id',
]);

/**
 * Answers GETs from the cache, once the guards have let the caller in. What goes out otherwise is kept, as the bytes that
 * are sent, compressed or not. A write is heard of before it is answered (`Changes.own`), so that nobody who has the
 * answer is given anything older.
 */
export function keepAnswers(app: FastifyInstance, cache: Cache): void {
  app.decorateRequest('keepAnswer', null);
  /** Whose the path's record is, is judged later than a kept answer is given: what only owners read is not kept. */
  const isKept = ({ madeOf, guard }: FastifyContextConfig) => madeOf && !guard?.startsWith('owner');
  app.addHook('onRoute', (route) => {
    if (!isKept(route.config ?? {})) return;
    // Last, when the bytes are what will be sent.
    route.onSend = [...[route.onSend ?? []].flat(), keep];
  });
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!isKept(request.routeOptions.config) || closing || request.method !== 'GET') return done();
    const tags = tagsOf(request);
    const condition = request.headers['if-none-match'];
    const key = keyOf(request, reply);
    const answer = cache.get<Answer>(key, tags);
    if (answer && condition !== undefined) {
      // Without the length, which may be that of an answer without body.
      for (let i = 2; i < answer.head.length; i += 2) {
        reply.header(answer.head[i] as string, answer.head[i + 1]);
      }
      return void reply.send(answer.body);
    }
    if (answer) {
      // Nothing is left to be done to it: it goes straight out.
      reply.hijack();
      reply.raw.writeHead(200, [...answer.head, 'x-request-id', request.id]).end(answer.body);
      return;
    }
    request.keepAnswer = cache.begin<Answer>(key, tags) ?? null;
    done();
  });
  const keep: onSendHookHandler = ({ keepAnswer }, reply, payload, done) => {
    if (!keepAnswer || reply.statusCode !== 200) return done(null, payload);
    const given = Object.entries(reply.getHeaders())
      .filter(([name]) => !OF_CONNECTION.has(name))
      .flatMap(([name, value]) => [name, String(value)]);
    const end = (chunks: (string | Buffer)[]) => {
      const body = ownBuffer(chunks);
      const head = ['content-length', String(body.length), ...given];
      keepAnswer({ head, body }, body.length + HEAD_BYTES);
    };
    if (payload instanceof Readable || (payload as Readable | null)?.pipe) {
      return done(null, copying(payload as Readable, cache.largest, end));
    }
    end([payload as string | Buffer]);
    done(null, payload);
  };
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
 * Passes a stream on and tells of all its pieces at the end, where they are no more than `most` bytes. A client that
 * leaves ends the stream as it would end without this.
 */
function copying(source: Readable, most: number, end: (chunks: Buffer[]) => void): Readable {
  let chunks: Buffer[] = [];
  let bytes = 0;
  const copy = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= most) chunks.push(chunk);
      else chunks = [];
      done(null, chunk);
    },
    flush(done) {
      if (bytes <= most) end(chunks);
      done();
    },
  });
  // Whoever sends the copy hears of its failures.
  return pipeline(source, copy, () => {});
}

/**
 * What an answer depends on: its coding, the origin that it is open to, its address. Of the headers not what the
 * caller wrote but what was made of it (`request-head.ts`, CORS): few values, none with a line end.
 */
function keyOf(request: FastifyRequest, reply: FastifyReply): string {
  const { 'accept-encoding': coding = '', 'x-no-compression': plain } = request.headers;
  const origin = reply.getHeader('access-control-allow-origin') ?? '';
  return [plain === undefined ? coding : '', origin, addressOf(request)].join('\n');
}

/**
 * The path with what the route reads of the query: what it does not read would only fill the cache. Where it asks for what
 * is the caller's own, whose that is.
 */
export function addressOf(request: FastifyRequest): string {
  const { url, query, routeOptions, caller } = request;
  if (!url.includes('?')) return url;
  const { properties = {} } = (routeOptions.schema?.querystring ?? {}) as { properties?: object };
  const [path = ''] = url.split('?', 1);
  const asked = query as Record<string, unknown>;
  return Object.keys(properties).reduce(
    (address, name) =>
      asked[name] === undefined ? address : `${address} ${name}=${JSON.stringify(asked[name])}`,
    ownTables(request).length > 0 ? `${path} ${caller?.id}` : path,
  );
}

/** What the answer to a request is made of. */
export function tagsOf(request: FastifyRequest): Tag[] {
  const { madeOf = [] } = request.routeOptions.config;
  return [
    ...madeOf.map((tag) => (tag.endsWith('/:id') ? recordTag(tag, request) : tag)),
    ...ownTables(request).map((table) => `${table}/${request.caller?.id}`),
  ];
}

/** The tag of the record whose id stands in the path, however many zeros lead it and in whichever case it is. */
function recordTag(tag: Tag, request: FastifyRequest): Tag {
  const { id = '' } = request.params as { id?: string };
  return tag.replace(':id', isInteger(id) ? String(Number(id)) : id.toLowerCase());
}
