import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { reader } from '../../core/auth/access.ts';
import {
  badRequest,
  type HttpError,
  serviceUnavailable,
  unsatisfiableRange,
} from '../../core/base/errors.ts';
import { safeWords } from '../../core/base/text.ts';
import { matchingTag, rangeIn } from '../../core/http/cache/conditional.ts';
import type { App, Context } from '../../core/http/context.ts';
import { whenOver } from '../../core/http/exchange.ts';
import type { Almacen } from './almacen/almacen.ts';
import { findArchivo, keepPrivate, unknownArchivo } from './archivo.ts';
import { ArchivoParams, ContenidoQuery } from './schema.ts';

const LONGEST_FILE_NAME = 80;

/** The policy of a file: a browser loads and runs no part of it, whatever type it guesses. */
const POLICY = "sandbox; default-src 'none'";

interface Stored {
  tipo: 'FOTO' | 'DOCUMENTO';
  titulo: string;
  tipoMedia: string;
  /** The digest and the bytes of what is sent. */
  objeto: string;
  bytes: number;
}

const onlyPhotos = () =>
  badRequest([{ field: 'tamano', text: 'mini es de fotos; un documento se descarga entero.' }]);

const bytesAnswer = (description: string) => ({
  description,
  headers: { 'Content-Disposition': Type.String({ description: 'Con el nombre del archivo.' }) },
  content: {
    'image/jpeg': { schema: Type.String({ examples: ['ÿØÿ…'] }) },
    'application/pdf': { schema: Type.String({ examples: ['%PDF-1.7…'] }) },
  },
});

/** The bytes of a photo or document: `GET /obras/:id/archivos/:archivoId/contenido`. */
export function contenido(app: App, { db, almacen }: Context & { almacen: Almacen }): void {
  app.get(
    '/obras/:id/archivos/:archivoId/contenido',
    {
      config: { ...reader, cacheTags: ['archivos/:id'] },
      schema: {
        tags: ['Archivos'],
        operationId: 'downloadArchivo',
        summary: 'Una foto, en dos tamaños, o un documento',
        description:
          'Con ETag y Range. Un documento se descarga siempre. De una foto no queda nada de lo que la cámara escribe junto a ella, como el lugar.',
        params: ArchivoParams,
        querystring: ContenidoQuery,
        response: {
          200: bytesAnswer('El archivo.'),
          206: bytesAnswer('La parte del archivo que pide Range, que dice Content-Range.'),
          404: unknownArchivo('99'),
          416: unsatisfiableRange('bytes */482113'),
          503: away(),
        },
      },
    },
    async (request, answer) => {
      const reply = answer as FastifyReply;
      const isMini = request.query.tamano === 'mini';
      const column = isMini ? 'coalesce(t.objeto_mini, t.objeto)' : 't.objeto';
      const { publico, tipo, titulo, tipoMedia, objeto, bytes } = await findArchivo<Stored>(
        db,
        request,
        `t.tipo, t.titulo, t.tipo_media AS "tipoMedia", ${column} AS objeto,
         (SELECT o.bytes FROM objetos o WHERE o.huella = ${column}) AS bytes`,
      );
      if (isMini && tipo === 'DOCUMENTO') throw onlyPhotos();
      if (!publico) keepPrivate(request, reply);
      // Larger ones would push lists out of the memory of kept answers.
      if (!isMini) request.storeAnswer = null;
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
        request.log.error({ objeto }, 'falta un archivo en el almacén');
        throw away();
      }
      const isPhoto = tipo === 'FOTO';
      const name = fileNameOf(titulo, isPhoto ? 'jpg' : 'pdf');
      reply
        .type(tipoMedia)
        .header('content-disposition', `${isPhoto ? 'inline' : 'attachment'}; filename="${name}"`)
        .header('content-security-policy', POLICY)
        .header('accept-ranges', 'bytes');
      if (range) {
        reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
      }
      if (isMini && !range && !isHead) return reply.send(await buffer(stream));
      reply.header('content-length', range ? range.end - range.start + 1 : bytes);
      return reply.send(stream);
    },
  );
}

const away = (): HttpError =>
  serviceUnavailable(
    'El archivo no está disponible por el momento; intente de nuevo más tarde.',
    60,
  );

/** A name for the file in letters that are valid in file names of every system. */
function fileNameOf(titulo: string, extension: string): string {
  const words = safeWords(titulo);
  while (words.join('-').length > LONGEST_FILE_NAME) words.pop();
  return `${words.join('-') || 'archivo'}.${extension}`;
}
