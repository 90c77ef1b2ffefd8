import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { readerOrProgram } from '../../core/auth/access.ts';
import { serviceUnavailable, unsatisfiableRange } from '../../core/base/errors.ts';
import { fileAnswer } from '../../core/base/schemas.ts';
import { attached } from '../../core/http/attached.ts';
import { matchingTag, rangeIn } from '../../core/http/cache/conditional.ts';
import type { App, Context } from '../../core/http/context.ts';
import { whenOver } from '../../core/http/exchange.ts';
import type { Almacen } from '../archivos/almacen/almacen.ts';
import type { Manifiesto } from './corte.ts';
import { requireSello, tags, tagsOfCuts, unknownCorte } from './routes.ts';
import { CorteParams, ManifiestoDeCorte } from './schema.ts';

/** The file of a cut is missing in the store. */
export const fileAway = () =>
  serviceUnavailable(
    'El archivo de este corte no está disponible por el momento; intente de nuevo más tarde.',
    60,
  );

/** The file of a cut: `/cortes/:clave.ndjson.gz`. */
export function descargaDeCorte(app: App, context: Context & { almacen: Almacen }): void {
  const { almacen } = context;
  app.get(
    '/cortes/:clave(^[^/.]+).ndjson.gz',
    {
      config: { ...readerOrProgram, cacheTags: tagsOfCuts },
      schema: {
        tags,
        operationId: 'downloadCorte',
        summary: 'El archivo de un corte, tal como se selló',
        description:
          'NDJSON comprimido con gzip: en cada línea una obra, por id, como {"obra":…,"seguimiento":…}: lo que respondían GET /obras/:id y GET /obras/:id/seguimiento, éste con todos sus avances, escrito según RFC 8785. Con ETag y Range.',
        params: CorteParams,
        response: {
          200: fileAnswer('application/gzip', '…'),
          206: fileAnswer('application/gzip', '…'),
          404: unknownCorte('2026-T9'),
          416: unsatisfiableRange('bytes */482113'),
          503: fileAway(),
        },
      },
    },
    async (request, answer) => {
      const reply = answer as FastifyReply;
      const { clave, objeto, manifiesto } = await requireSello(context, request);
      const { bytes } = (JSON.parse(manifiesto) as Manifiesto).archivo;
      // It would push lists out of the memory of kept answers.
      request.storeAnswer = null;
      const etag = `"${objeto}"`;
      reply.header('etag', etag);
      if (matchingTag(request, etag, true) !== undefined) {
        return reply.code(304).removeHeader('content-type').send();
      }
      const isHead = request.method === 'HEAD';
      // Range is ignored for HEAD (RFC 9110 section 14.2).
      const range = isHead ? undefined : rangeIn(request, etag, bytes);
      const leaving = new AbortController();
      whenOver(request, reply, () => leaving.abort());
      const stream = isHead
        ? (await almacen.size(objeto)) !== undefined && Readable.from([])
        : await almacen.get(objeto, range, leaving.signal);
      if (!stream) {
        request.log.error({ clave, objeto }, 'falta el archivo de un corte en el almacén');
        throw fileAway();
      }
      attached(reply, 'application/gzip', `corte-${clave}.ndjson.gz`).header(
        'accept-ranges',
        'bytes',
      );
      if (range) {
        reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
      }
      reply.header('content-length', range ? range.end - range.start + 1 : bytes);
      return reply.send(stream);
    },
  );
}

/** What a stranger needs besides, to check a cut: its manifest, the signature and the key. */
export function selloDeCorte(app: App, context: Context): void {
  app.get(
    '/cortes/:clave/manifiesto',
    {
      config: { ...readerOrProgram, cacheTags: tagsOfCuts },
      schema: {
        tags,
        operationId: 'findManifiesto',
        summary: 'El manifiesto de un corte, con las letras que se firmaron',
        description: 'JSON según RFC 8785. Su firma está en /cortes/:clave/manifiesto.sig.',
        params: CorteParams,
        response: { 200: ManifiestoDeCorte, 404: unknownCorte('2026-T9') },
      },
    },
    async (request) => (await requireSello(context, request)).manifiesto,
  );

  app.get(
    '/cortes/:clave/manifiesto.sig',
    {
      config: { ...readerOrProgram, cacheTags: tagsOfCuts },
      schema: {
        tags,
        operationId: 'findFirma',
        summary: 'La firma Ed25519 de un manifiesto: 64 bytes',
        params: CorteParams,
        response: {
          200: fileAnswer('application/octet-stream', '…'),
          404: unknownCorte('2026-T9'),
        },
      },
    },
    async (request, reply) => {
      const { firma, clave } = await requireSello(context, request);
      return attached(
        reply as FastifyReply,
        'application/octet-stream',
        `corte-${clave}-manifiesto.sig`,
      ).send(Buffer.from(firma, 'base64'));
    },
  );

  app.get(
    '/cortes/:clave/llave',
    {
      config: { ...readerOrProgram, cacheTags: tagsOfCuts },
      schema: {
        tags,
        operationId: 'findLlaveDeCorte',
        summary: 'La llave pública con la que se selló un corte, en PEM',
        params: CorteParams,
        response: {
          200: fileAnswer('application/x-pem-file', '-----BEGIN PUBLIC KEY-----…'),
          404: unknownCorte('2026-T9'),
        },
      },
    },
    async (request, reply) => {
      const { llave, clave } = await requireSello(context, request);
      return attached(
        reply as FastifyReply,
        'application/x-pem-file',
        `corte-${clave}-llave.pem`,
      ).send(llave);
    },
  );
}
