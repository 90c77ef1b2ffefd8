import { createHash, createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { DatabaseError } from 'pg';
import { authorOf } from '../auth/access.ts';
import { badRequest, HttpError } from '../base/errors.ts';
import type { Database, Idempotencia } from '../db/db.ts';

// Idempotency-Key on POSTs (IETF draft-ietf-httpapi-idempotency-key-header). A client without an answer sends its request
// again under the same key. That gets the first one's answer, and makes no second record.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A POST that makes no record (the login): it takes no Idempotency-Key, and is answered on a nearly full disk. */
    makesNothing?: true;
    /** A POST that can be sent again as it is: it takes no Idempotency-Key. */
    takesNoKey?: true;
  }
}

/** How long an answer is kept (`require_first`). */
const LIFETIME = `interval '24 hours'`;
/** How often answers kept for longer are removed, in milliseconds. */
const CLEANING = 3_600_000;
/** A structured-field string (RFC 8941 section 3.3.3) without escapes, or the same without its quotes, as is common. */
const KEY =
  /^(?:"([\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]{1,255}))$/;

export const stillRunning = () =>
  new HttpError(
    409,
    'La primera solicitud con esta Idempotency-Key sigue en curso; intente de nuevo en 1 segundo.',
    { 'Retry-After': '1' },
  );
export const usedKey = () =>
  new HttpError(
    422,
    'Esta Idempotency-Key ya se usó con otra solicitud; cada solicitud nueva lleva una clave nueva.',
  );

/**
 * The handler of a POST. With an Idempotency-Key each transaction of `request.db` begins with the look at the key, and the
 * statement that answers keeps its answer in the one that writes (`keep_answer`). An interruption leaves both or neither.
 * A refusal is not kept. Without the header the handler runs as it is.
 *
 * @throws HttpError 400 where the key is malformed, 422 where it came with another request before, 409 while that
 *   request is still under way
 */
export const idempotent = (db: Database, handler: RouteHandlerMethod): RouteHandlerMethod =>
  async function (request, reply) {
    const header = request.headers['idempotency-key'];
    if (header === undefined) return handler.call(this, request, reply);
    const idempotencia = readKey(request, String(header));
    request.db = db.as({ ...authorOf(request), idempotencia });
    try {
      return await handler.call(this, request, reply);
    } catch (error) {
      const { constraint } = error as DatabaseError;
      if (constraint === 'idempotencia_usada') throw usedKey();
      const first =
        constraint === 'idempotencia_respondida'
          ? await db.one<{ estatus: number; respuesta: string }>(
              `SELECT estatus, respuesta FROM idempotencias WHERE clave = decode($1, 'hex')`,
              [idempotencia.clave],
            )
          : undefined;
      if (first) {
        reply.code(first.estatus).header('idempotency-replayed', 'true');
        return first.respuesta;
      }
      // One whose time was over in that moment may be sent again as well.
      throw constraint?.startsWith('idempotencia_') ? stillRunning() : error;
    }
  };

/** The statement that answers such a POST: that which finds the JSON of what was made, `json`, and keeps it. */
export const keeping = (find: string) =>
  `SELECT keep_answer(json::text) AS json FROM (${find}) hecha`;

/** Removes old answers once the service listens, and every hour from then on. */
export function forgetOldAnswers(app: FastifyInstance, db: Database): void {
  let cleaning: NodeJS.Timeout | undefined;
  const clean = () => {
    removeOldAnswers(db).catch((error) =>
      app.log.warn({ err: error }, 'no se borraron las respuestas viejas de Idempotency-Key'),
    );
  };
  app.addHook('onListen', async () => {
    clean();
    cleaning = setInterval(clean, CLEANING).unref();
  });
  app.addHook('onClose', async () => clearInterval(cleaning));
}

/** Removes the answers whose time is over; on a nearly full disk, where to remove is to write, another time. */
export async function removeOldAnswers(db: Pick<Database, 'query' | 'hasSpace'>): Promise<void> {
  if ((await db.hasSpace?.('change')) === false) return;
  await db.query(`DELETE FROM idempotencias WHERE creada < now() - ${LIFETIME}`);
}

/** @throws HttpError 400 where the key is malformed */
function readKey(request: FastifyRequest, header: string): Idempotencia {
  const [, quoted, plain] = KEY.exec(header.trim()) ?? [];
  const key = quoted ?? plain;
  if (key === undefined) {
    throw badRequest([
      {
        field: 'Idempotency-Key',
        text: 'debe tener de 1 a 255 caracteres ASCII visibles, sin comas, comillas ni diagonales inversas.',
      },
    ]);
  }
  // A key counts for its caller alone: nobody gets another's answer. Without a token the address says who calls.
  const caller = request.caller?.id ?? `sin token ${request.ip}`;
  const { response = {} } = request.routeOptions.schema as { response?: object };
  return {
    clave: createHash('sha256').update(`${caller} ${key}`).digest('hex'),
    // Under the key, which is stored nowhere: a body may hold a password, which a plain digest would let be guessed.
    huella: createHmac('sha256', key)
      .update(`${request.method} ${request.url} ${JSON.stringify(request.body)}`)
      .digest('hex'),
    estatus: '201' in response ? 201 : 200,
  };
}
