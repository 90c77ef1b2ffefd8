import { createHash, createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { DatabaseError } from 'pg';
import { authorOf } from '../auth/access.ts';
import { badRequest, HttpError } from '../base/errors.ts';
import type { Database, Idempotencia } from '../db/db.ts';

// Idempotency-Key on POSTs (IETF draft-ietf-httpapi-idempotency-key-header). A client that got no answer sends its request
// again with the same key. The second request gets the answer of the first, and makes no second record.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A POST that makes no record: it takes no Idempotency-Key, and is answered on a nearly full disk. */
    makesNothing?: 'login' | 'logout';
    /** A POST that can be sent again as it is: it takes no Idempotency-Key. */
    takesNoKey?: true;
  }
}

/** Milliseconds between two removals of older answers. */
const CLEANING = 3_600_000;
/** A structured-field string (RFC 8941 section 3.3.3) without escapes, or the same without its quotes, as is common. */
const KEY_PATTERN =
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
 * Returns the handler of a POST. With an Idempotency-Key each transaction of `request.db` begins by looking up the key, and the
 * statement that answers stores the answer in the transaction that writes (`keep_answer`). An interruption leaves both or
 * neither. A refusal is not stored. Without the header the handler runs as it is.
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
      // Read by a write: its commit waits for a synchronous standby, and so for the first request's commit too. That one
      // may be on this server alone, where its wait was given up.
      if (constraint === 'idempotencia_respondida') {
        const [[first] = []] = (await db.batch([[CONFIRM_ANSWER, [idempotencia.clave]]])) as [
          StoredAnswer[],
        ];
        if (first) {
          // This instance may not have heard of it: the first answer was lost, or another instance's. Its lists shall have it.
          await db.changes.heard();
          reply.code(first.estatus).header('idempotency-replayed', 'true');
          return first.respuesta;
        }
      }
      // The first answer may have been removed at this moment; the request may be sent again then, too.
      throw constraint?.startsWith('idempotencia_') ? stillRunning() : error;
    }
  };

interface StoredAnswer {
  estatus: number;
  respuesta: string;
}
const CONFIRM_ANSWER = `
  UPDATE idempotencias SET creada = creada WHERE clave = decode($1, 'hex') RETURNING estatus, respuesta`;

/** The statement that answers such a POST: it reads the new record's JSON, `json`, with `find`, and stores it. */
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

/** Removes answers that no longer count (`answers_kept_since`). On a nearly full disk it waits for another time, since a removal writes. */
export async function removeOldAnswers(db: Pick<Database, 'query' | 'hasSpace'>): Promise<void> {
  if ((await db.hasSpace?.('change')) === false) return;
  await db.query('DELETE FROM idempotencias WHERE creada < answers_kept_since()');
}

/** @throws HttpError 400 where the key is malformed */
function readKey(request: FastifyRequest, header: string): Idempotencia {
  const [, quoted, plain] = KEY_PATTERN.exec(header.trim()) ?? [];
  const key = quoted ?? plain;
  if (key === undefined) {
    throw badRequest([
      {
        field: 'Idempotency-Key',
        text: 'debe tener de 1 a 255 caracteres ASCII visibles, sin comas, comillas ni diagonales inversas.',
      },
    ]);
  }
  // A key belongs to its caller, so nobody gets another's answer. Without a token the address stands for the caller.
  const caller = request.caller?.id ?? `sin token ${request.ip}`;
  const { response = {} } = request.routeOptions.schema as { response?: object };
  return {
    clave: createHash('sha256').update(`${caller} ${key}`).digest('hex'),
    // The digest is keyed, and the key is stored nowhere. A body may have a password, which a plain digest would reveal to
    // guesses.
    huella: createHmac('sha256', key)
      .update(`${request.method} ${request.url} ${JSON.stringify(request.body)}`)
      .digest('hex'),
    estatus: '201' in response ? 201 : 200,
  };
}
