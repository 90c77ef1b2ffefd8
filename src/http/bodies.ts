import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, HttpError, wrongMediaType } from '../base/errors.ts';
import { timesGiven } from '../base/times-given.ts';

/** Where no route asks for a body, none is read: an unknown route is unknown whatever comes with the request. */
export function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (_request: FastifyRequest, body: Readable) => {
    body.resume();
  });
}

/** Bodies are JSON in UTF-8 and nothing else. One without content counts as none, whatever its type says. */
export function jsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson);
}

async function readJson({ headers, raw }: FastifyRequest, body: Buffer): Promise<unknown> {
  if (timesGiven(raw, 'content-type') > 1) throw wrongMediaType();
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new HttpError(415, 'El cuerpo no debe enviarse comprimido (Content-Encoding).');
  }
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw badRequest('El cuerpo no es JSON válido en UTF-8.');
  }
}
