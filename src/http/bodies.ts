import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, compressedBody, type Failure, wrongMediaType } from '../base/errors.ts';
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

async function readJson({ method, headers, raw }: FastifyRequest, body: Buffer): Promise<unknown> {
  if (timesGiven(raw, 'content-type') > 1) throw wrongMediaType(method);
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw compressedBody();
  if (body.length === 0) return undefined;
  let text: string;
  let read: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    read = JSON.parse(text);
  } catch {
    throw badRequest('El cuerpo no es JSON válido en UTF-8.');
  }
  const rounded = roundedMembers(text);
  if (rounded.length > 0) throw badRequest(rounded);
  return read;
}

/** A member that is a number, by its name, with as many digits as a double may lose one of, or an exponent. */
const LONG_MEMBER = /"([^"\\]{1,100})"\s*:\s*(-?(?:[\d.]{16,}(?:e[+-]?\d+)?|[\d.]+e[+-]?\d+))/gi;

/**
 * A failure for each member whose number a double can't hold (RFC 8259 section 6): it would be rounded unseen, an amount of
 * three decimals to one of two. Coordinates stand in lists, which this does not look at: there a double is enough.
 */
const roundedMembers = (text: string): Failure[] =>
  [...text.matchAll(LONG_MEMBER)].flatMap(([, field = '', digits = '']) =>
    plainly(digits) === plainly(String(Number(digits)))
      ? []
      : [{ field, text: `no se puede leer sin redondearlo: ${digits.slice(0, 50)}.` }],
  );

/** A number's digits without zeros at either end, and its power of ten: the same for the same number however it is written. */
function plainly(number: string): string {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = (whole + part).replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (short === '') return whole === '' ? number : '0';
  return `${sign}${short}e${Number(power) - part.length + digits.length - short.length}`;
}
