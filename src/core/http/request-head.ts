import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { countHeader } from '../base/count-header.ts';
import { HttpError } from '../base/errors.ts';
import { preferenceOf } from './prefer.ts';

// The head of a request, checked ahead of every route.

/** No client sends more. Node would drop those past 2,000 in silence, Content-Length among them. */
const MAX_HEADERS = 2_000;

/** The codings that answers are compressed with, the better one first. */
export const CODINGS: ('br' | 'gzip')[] = ['br', 'gzip'];

/**
 * Refuses heads that no HTTP request has: more headers than are read (431), no Host or several (400, RFC 9112 section 3.2), or
 * an unknown expectation (417). Node would drop such headers, or answer in a shape of its own. Replaces Accept-Encoding by the
 * one coding that the answer will have, and removes a malformed Range and unknown preferences.
 */
export function checkHeads(app: FastifyInstance): void {
  // 0 keeps all headers, so that they can be counted. Their size is at most 16 kB.
  app.server.maxHeadersCount = 0;
  const expecting = new WeakSet<IncomingMessage>();
  app.server.on('checkExpectation', (request, response) => {
    expecting.add(request);
    app.routing(request, response);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, headers } = request;
    if (raw.rawHeaders.length > 2 * MAX_HEADERS) {
      return done(closingRefusal(431, 'La solicitud trae más de 2,000 encabezados.'));
    }
    if (raw.httpVersion === '1.1' && countHeader(raw, 'host') !== 1) {
      return done(closingRefusal(400, 'La solicitud debe traer un encabezado Host, y sólo uno.'));
    }
    if (expecting.has(raw)) {
      return done(closingRefusal(417, 'El encabezado Expect sólo admite 100-continue.'));
    }
    if (headers.range !== undefined && !isRange(headers.range)) delete headers.range;
    if (headers.prefer !== undefined) {
      const preference = preferenceOf(String(headers.prefer));
      if (preference) headers.prefer = preference;
      else delete headers.prefer;
    }
    const accepted = headers['accept-encoding'];
    if (accepted !== undefined) headers['accept-encoding'] = codingOf(String(accepted));
    done();
  });
}

/** Whether a Range header names parts in bytes. Any other is ignored (RFC 9110 section 14.2). */
const isRange = (range: string): boolean =>
  /^bytes=[ \t]*(?:\d+-\d*|-\d+)(?:[ \t]*,[ \t]*(?:\d+-\d*|-\d+))*$/i.test(range) &&
  [...range.matchAll(/(\d+)-(\d+)/g)].every(([, first, last]) => Number(first) <= Number(last));

/** A refusal that closes the connection, since the request's body will not be read. */
const closingRefusal = (status: number, sentence: string) =>
  new HttpError(status, sentence, { Connection: 'close' });

/** Characters of what a client accepts that are read, since reading takes time. No browser sends more. */
const LONGEST_ACCEPT = 500;

/** The choice of what a client accepts, by one of its headers. */
export const negotiator = (
  header: 'accept' | 'accept-encoding',
  value: string | undefined,
): Negotiator & Preferring =>
  new Negotiator({ headers: { [header]: value?.slice(0, LONGEST_ACCEPT) } });
/** A parameter that the library's types lack: the order of codings that a client accepts equally. */
interface Preferring {
  encodings(available: string[], options: { preferred: string[] }): string[];
}

/** The compression of an answer for a client that accepts these codings. */
const codingOf = (accepted: string): string => codingsOf(accepted)[0] ?? 'identity';

/** Accepted codings, the best first. `*` is gzip, and so is its old name x-gzip (RFC 9110 section 8.4.1.3). */
const codingsOf = (accepted: string) =>
  negotiator('accept-encoding', accepted.toLowerCase().replace(/\*|x-gzip/g, 'gzip')).encodings(
    CODINGS,
    { preferred: CODINGS },
  );

/** Whether a client takes a file that is compressed with this coding already, even if it prefers another. */
export const takes = ({ raw }: FastifyRequest, coding: (typeof CODINGS)[number]): boolean =>
  codingsOf(raw.headersDistinct['accept-encoding']?.join(',') ?? '').includes(coding);
