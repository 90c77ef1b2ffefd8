import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isAllowed, recallCaller } from '../../auth/access.ts';
import { dayOf } from '../../base/time.ts';
import type { Context } from '../context.ts';
import { logAnswer, logsRequests } from '../log.ts';
import { isTrusted, requestIds } from '../server-options.ts';
import { type Answer, type Reading, sendAnswer } from './answers.ts';

// Clients ask for the same over and over, with the same words. A request's head is read once.

/** The result of reading a head. */
interface Known extends Reading {
  token: string | undefined;
  params: unknown;
  config: FastifyContextConfig & { url: string };
}

/** The part of the cache's bound that heads may take besides, and about what one takes beside its text. */
const PART = 16;
const KNOWN_BYTES = 500;
/** A longer head is read each time. */
const LONGEST = 4_096;

interface Needs extends Pick<Context, 'config' | 'cache' | 'tokens'> {
  /** Whether requests are refused at the moment. */
  isOverloaded: () => boolean;
  /** Counts an answer. */
  count: (method: string, route: string, status: number, milliseconds: number) => void;
}

/**
 * Answers from the cache, ahead of all hooks, a request whose head is to the letter that of an earlier one that was
 * answered from it. Everything that depends on more than the head is looked at each time, by the same functions as
 * elsewhere: the token's time, the user's role and activity, the day, and whether the answer is still right. A request
 * that is not as it should be goes the usual way, and is judged there: here nothing is refused.
 *
 * @returns what hears of requests that were answered from the cache
 */
export function serveRepeatedGet(
  app: FastifyInstance,
  { config, cache, tokens, isOverloaded, count }: Needs,
): (request: FastifyRequest, reading: Reading) => void {
  if (config.CACHE_MB === 0) return () => {};
  const heads = new LRUCache<string, Known>({
    maxSize: (config.CACHE_MB * 1_048_576) / PART,
    sizeCalculation: (_known, head) => head.length + KNOWN_BYTES,
  });
  const idOf = requestIds(config);
  const trusts = isTrusted(config.TRUST_PROXY);
  const isLogged = logsRequests(config.LOG_LEVEL);

  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    const head = headOf(request);
    const known =
      head === undefined || app.isStopping() || isOverloaded() ? undefined : heads.get(head);
    if (!known) return false;
    // Tomorrow the same words ask for another answer.
    if (known.day !== undefined && known.day !== dayOf(new Date())) return false;
    if (known.token !== undefined) {
      const caller = recallCaller(tokens, cache, known.token);
      if (!caller || !isAllowed(known.config, caller, known.params)) return false;
    }
    const kept = cache.peek<Answer>(known.key, known.tags);
    if (!kept) return false;
    const id = idOf(request);
    const reply = new FastReply(response);
    response.once('finish', () => count('GET', known.config.url, 200, reply.elapsedTime));
    if (isLogged) {
      const { method = '', url = '' } = request;
      const asked = { method, url, ip: proxyAddr(request, trusts) };
      logAnswer(app.log.child({ reqId: id }), asked, reply);
    }
    sendAnswer(response, kept, id);
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
    // No two requests have the same id. E-mail and password are checked elsewhere, and so is a token that does not count.
    if (head === undefined || 'x-request-id' in headers) return;
    if (caller ? caller.token === '' : 'authorization' in headers) return;
    heads.set(head, { ...reading, token: caller?.token, params, config: routeOptions.config });
  };
}

/** An answer under way, as the log and the figures see it. */
class FastReply {
  readonly raw: ServerResponse;
  readonly statusCode = 200;
  readonly #begun = performance.now();
  constructor(raw: ServerResponse) {
    this.raw = raw;
  }
  /** Milliseconds so far. */
  get elapsedTime() {
    return performance.now() - this.#begun;
  }
}

/** All that the head of a GET says, in one text; undefined where it is to be read each time. */
function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  // Neither addresses nor headers have line ends in them.
  const head = method === 'GET' && httpVersion === '1.1' && `${url}\n${rawHeaders.join('\n')}`;
  return head && head.length <= LONGEST ? head : undefined;
}
