import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isAllowed, recallCaller } from '../../auth/access.ts';
import { dayOf } from '../../base/time.ts';
import type { Context } from '../context.ts';
import type { Figures } from '../figures.ts';
import { logAnswer, logsRequests } from '../log.ts';
import { createRequestIds, createTrustCheck } from '../server-options.ts';
import { type Answer, type Reading, sendAnswer } from './answers.ts';

// Clients repeat the same GET, byte for byte. This answers the repetition from the cache, ahead of Fastify.

/** Fastify's reading of a head: the route and its parameters. */
interface KnownHead extends Reading {
  token: string | undefined;
  params: unknown;
  config: FastifyContextConfig & { url: string };
}

/** Heads may take this part of the cache's size besides. */
const PART = 16;
/** Bytes of an entry beside its head, roughly. */
const KNOWN_BYTES = 500;
/** Characters of the longest head that is remembered. */
const LONGEST_HEAD = 4_096;

interface Needs extends Pick<Context, 'config' | 'cache' | 'tokens'> {
  /** Whether the service refuses requests now. */
  isOverloaded: () => boolean;
  /** Count an answer. */
  figures: Pick<Figures, 'count'>;
}

/**
 * Answers a GET from the cache ahead of all hooks, if its head is byte for byte that of an earlier GET which Fastify
 * answered from the cache. The same functions as in the pipeline check what depends on more than the head: the token's time,
 * the user's role and activity, the day, and whether the answer is still valid. A request that fails a check goes to
 * Fastify. Nothing is refused here.
 *
 * @returns a function that remembers the head of a request that was answered from the cache
 */
export function serveRepeatedGet(
  app: FastifyInstance,
  { config, cache, tokens, isOverloaded, figures }: Needs,
): (request: FastifyRequest, reading: Reading) => void {
  if (config.CACHE_MB === 0) return () => {};
  const heads = new LRUCache<string, KnownHead>({
    maxSize: (config.CACHE_MB * 1_048_576) / PART,
    sizeCalculation: (_known, head) => head.length + KNOWN_BYTES,
  });
  const idOf = createRequestIds(config);
  const trusts = createTrustCheck(config.TRUST_PROXY);
  const isLogged = logsRequests(config.LOG_LEVEL);

  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    const head = headOf(request);
    const known =
      head === undefined || app.isStopping() || isOverloaded() ? undefined : heads.get(head);
    if (!known) return false;
    // On the next day the same head asks for another answer.
    if (known.day !== undefined && known.day !== dayOf(new Date())) return false;
    if (known.token !== undefined) {
      const caller = recallCaller(tokens, cache, known.token);
      if (!caller || !isAllowed(known.config, caller, known.params)) return false;
    }
    const stored = cache.peek<Answer>(known.key, known.tags);
    if (!stored) return false;
    const id = idOf(request);
    const reply = new FastReply(response);
    response.once('finish', () => figures.count('GET', known.config.url, 200, reply.elapsedTime));
    if (isLogged) {
      const { method = '', url = '' } = request;
      const described = { method, url, ip: proxyAddr(request, trusts) };
      logAnswer(app.log.child({ reqId: id }), described, reply);
    }
    sendAnswer(response, stored, id);
    return true;
  };
  const [handle] = app.server.listeners('request') as [RequestListener];
  app.server.removeListener('request', handle);
  app.server.on('request', (request, response) => {
    if (!answer(request, response)) handle(request, response);
  });

  return (request, reading) => {
    const { raw, headers, params, caller, routeOptions } = request;
    const head = headOf(raw);
    // An id differs in each request. E-mail and password, and a token that is not valid, are checked in the pipeline.
    if (head === undefined || 'x-request-id' in headers) return;
    if (caller ? caller.token === '' : 'authorization' in headers) return;
    heads.set(head, { ...reading, token: caller?.token, params, config: routeOptions.config });
  };
}

/** An answer under way, as the log and the metrics need it. */
class FastReply {
  readonly raw: ServerResponse;
  readonly statusCode = 200;
  readonly #begun = performance.now();
  constructor(raw: ServerResponse) {
    this.raw = raw;
  }
  /** Milliseconds since the request came in. */
  get elapsedTime() {
    return performance.now() - this.#begun;
  }
}

/** The head of a GET as one text; undefined where the head is not remembered. */
function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  // Neither addresses nor headers have line ends in them.
  const head = method === 'GET' && httpVersion === '1.1' && `${url}\n${rawHeaders.join('\n')}`;
  return head && head.length <= LONGEST_HEAD ? head : undefined;
}
