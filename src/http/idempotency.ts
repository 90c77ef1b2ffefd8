import { createHash, createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { badRequest, HttpError } from '../base/errors.ts';
import type { Database } from '../db/db.ts';

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

/** How long an answer is kept. */
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
 * The handler of a POST, which with an Idempotency-Key keeps its answer in the same transaction. An interruption leaves
 * both or neither. A refusal is not kept. Without the header it runs as it is.
 *
 * @throws HttpError 400 where the key is malformed, 422 where it came with another request before, 409 while that
 *   request is still under way
 */
export const idempotent = (handler: RouteHandlerMethod): RouteHandlerMethod =>
  function (request, reply) {
    const header = request.headers['idempotency-key'];
    if (header === undefined) return handler.call(this, request, reply);
    return once(request, reply, String(header), () => handler.call(this, request, reply));
  };

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

function once(
  request: FastifyRequest,
  reply: FastifyReply,
  header: string,
  handle: () => unknown,
): Promise<string> {
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
  const digest = createHash('sha256').update(`${caller} ${key}`).digest();
  // Under the key, which is stored nowhere: a body may hold a password, which a plain digest would let be guessed.
  const fingerprint = createHmac('sha256', key)
    .update(`${request.method} ${request.url} ${JSON.stringify(request.body)}`)
    .digest();

  return request.db.transaction(async (tx) => {
    // Refused rather than queued: whoever repeats impatiently would take up every connection.
    const lock = await tx.one<{ free: boolean }>(
      `SELECT pg_try_advisory_xact_lock(('x' || encode($1::bytea, 'hex'))::bit(64)::bigint) AS free`,
      [digest.subarray(0, 8)],
    );
    if (!lock?.free) throw stillRunning();
    const first = await tx.one<{ huella: Buffer; estatus: number; respuesta: string }>(
      `SELECT huella, estatus, respuesta FROM idempotencias
       WHERE clave = $1 AND creada >= now() - ${LIFETIME}`,
      [digest],
    );
    if (first) {
      if (!first.huella.equals(fingerprint)) throw usedKey();
      reply.code(first.estatus).header('idempotency-replayed', 'true');
      return first.respuesta;
    }
    // All that the handler writes belongs to this transaction.
    request.db = tx;
    const answer = await handle();
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    await tx.query(
      `INSERT INTO idempotencias (clave, huella, estatus, respuesta) VALUES ($1, $2, $3, $4)
       ON CONFLICT (clave) DO UPDATE SET
         huella = excluded.huella, estatus = excluded.estatus,
         respuesta = excluded.respuesta, creada = excluded.creada`,
      [digest, fingerprint, reply.statusCode, text],
    );
    return text;
  });
}
