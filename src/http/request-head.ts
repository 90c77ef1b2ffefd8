import type { IncomingMessage } from 'node:http';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countHeader } from '../base/count-header.ts';
import { HttpError } from '../base/errors.ts';

// The head of a request, judged ahead of every route.

/** More than anybody sends. Node would drop those past 2,000 in silence, and with them what they say of the rest. */
const MAX_HEADERS = 2_000;

/** The codings that answers are compressed with, the better one first. */
export const CODINGS: ('br' | 'gzip')[] = ['br', 'gzip'];

/**
 * Refuses what no HTTP request says. That is more headers than are read (431), no Host or several (400, RFC 9112 section
 * 3.2), or an expectation that nobody can meet (417). Without it Node drops such headers, or answers in a shape of its own.
 * Brings Accept-Encoding to the one coding that an answer will have, and leaves out a Range that is none.
 */
export function judgeHeads(app: FastifyInstance): void {
  // All of them are kept, so that they can be counted; their size is bounded to 16 kB.
  app.server.maxHeadersCount = 0;
  const expecting = new WeakSet<IncomingMessage>();
  app.server.on('checkExpectation', (request, response) => {
    expecting.add(request);
    app.routing(request, response);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, headers } = request;
    if (raw.rawHeaders.length > 2 * MAX_HEADERS) {
      return done(refusal(431, 'La solicitud trae más de 2,000 encabezados.'));
    }
    if (raw.httpVersion === '1.1' && countHeader(raw, 'host') !== 1) {
      return done(refusal(400, 'La solicitud debe traer un encabezado Host, y sólo uno.'));
    }
    if (expecting.has(raw)) {
      return done(refusal(417, 'El encabezado Expect sólo admite 100-continue.'));
    }
    if (headers.range !== undefined && !isRange(headers.range)) delete headers.range;
    const accepted = headers['accept-encoding'];
    if (accepted !== undefined) headers['accept-encoding'] = codingOf(String(accepted));
    done();
  });
}

/** Whether a header says parts of a file. One that says anything else is as good as none (RFC 9110 section 14.2). */
const isRange = (range: string): boolean =>
  /^bytes=[ \t]*(?:\d+-\d*|-\d+)(?:[ \t]*,[ \t]*(?:\d+-\d*|-\d+))*$/i.test(range) &&
  [...range.matchAll(/(\d+)-(\d+)/g)].every(([, first, last]) => Number(first) <= Number(last));

/** Whoever sent such a head has a body on its way that nobody will read. */
const refusal = (status: number, sentence: string) =>
  new HttpError(status, sentence, { Connection: 'close' });

/** The compression of an answer for a client that accepts these codings. */
const codingOf = (accepted: string): string => negotiate(plainly(accepted), CODINGS) ?? 'identity';

/** A client that takes anything takes gzip for certain; x-gzip is an old name of it (RFC 9110 section 8.4.1.3). */
const plainly = (accepted: string) => accepted.toLowerCase().replace(/\*|x-gzip/g, 'gzip');

/** Whether a client takes what is packed already in one of these codings: of all that it names, not only the best. */
export const takes = ({ raw }: FastifyRequest, coding: (typeof CODINGS)[number]): boolean =>
  negotiate(plainly(raw.headersDistinct['accept-encoding']?.join(',') ?? ''), [coding]) === coding;
