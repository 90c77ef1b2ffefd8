import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { admin, authorOf, requireAdmin } from '../../auth/access.ts';
import {
  badRequest,
  connectionClosed,
  HttpError,
  remark,
  serviceUnavailable,
} from '../../base/errors.ts';
import { isStorable } from '../../base/text.ts';
import type { App, Context } from '../../http/context.ts';
import { atPace, readRest, tooSlow } from '../../http/pace.ts';
import { whenOver } from '../../http/pressure.ts';
import { CATALOG_FIELDS } from '../campos.ts';
import { Unreadable } from './cells.ts';
import { valuesNamed } from './equivalents.ts';
import { CAMPOS, type NamedColumns } from './headings.ts';
import { importObras } from './import.ts';
import type { Fallbacks } from './judge.ts';
import { ImportBody, ImportQuery, ImportReport } from './schema.ts';
import { append, openNameless } from './spool.ts';
import { quoted } from './values.ts';

const MEGABYTE = 1_048_576;
/** Bytes of a file: a workbook is compressed, and larger than it looks. */
const LARGEST = { xlsx: 32 * MEGABYTE, csv: 64 * MEGABYTE };
/** The ledger's name for a file whose name nobody has told, and how long a name may be. */
const UNNAMED = 'sin nombre';
const LONGEST_NAME = 255;
/** After how many seconds whoever finds an import under way is to ask again. */
const COME_BACK = 10;

const busy = () =>
  serviceUnavailable(
    'Se está importando otro archivo; espere a que termine e intente de nuevo.',
    COME_BACK,
  );
const tooLarge = () =>
  new HttpError(413, 'El archivo excede el tamaño máximo: 32 MB si es .xlsx, 64 MB si es .csv.');
const noFile = () =>
  badRequest('Falta el archivo: envíelo como cuerpo, o en el campo archivo de un formulario.');
const stopped = () =>
  serviceUnavailable(
    'El servicio se detiene; lo importado hasta aquí queda, e importar de nuevo el mismo archivo termina lo que falta.',
  );

/** A file on its way in, or here; it has no name and goes when it is closed. */
interface Upload {
  file: FileHandle;
  /** As whoever sent it called it, for the ledger. */
  name: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    upload: Upload | undefined;
  }
}

export function importacion(app: App, { db }: Context): void {
  // A scope of its own, since elsewhere bodies are JSON.
  app.register(async (scope: App) => {
    let isBusy = false;
    const running = new Set<AbortController>();
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, {
      limits: { files: 1, fields: 20, parts: 21, fieldSize: 1_000, fileSize: LARGEST.csv + 1 },
      throwFileSizeLimit: false,
    });
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.decorateRequest('upload', undefined);
    scope.addHook('preClose', async () => {
      for (const controller of running) controller.abort(stopped());
    });

    /** One import at a time; the place is free again when `work` and the answer are done. */
    const holding = new WeakMap<FastifyRequest, Set<string>>();
    const letGo = (request: FastifyRequest, holder: string) => {
      const holders = holding.get(request);
      if (!holders?.delete(holder) || holders.size > 0) return;
      isBusy = false;
      request.upload?.file.close().catch(() => {});
      request.upload = undefined;
    };
    const whileHolding = async <T>(
      request: FastifyRequest,
      holder: string,
      work: () => Promise<T>,
    ): Promise<T> => {
      holding.get(request)?.add(holder);
      try {
        return await work();
      } finally {
        letGo(request, holder);
      }
    };

    scope.post(
      '/obras/importacion',
      {
        config: { ...admin, takesNoKey: true, bodyToDisk: true },
        bodyLimit: LARGEST.csv,
        schema: {
          tags: ['Importación'],
          operationId: 'importObras',
          summary: 'Importa obras de una hoja de cálculo (.xlsx o .csv)',
          description:
            'Cada fila es una obra, reconocida por su clave única: las que no están se registran, las que están iguales quedan como están. Primero se revisa todo el archivo y después se escribe, por lotes. Una conexión cortada deja lotes enteros, y el mismo archivo otra vez termina lo que falta. Una celda vacía no borra nada. Se atiende un archivo a la vez.',
          querystring: ImportQuery,
          body: ImportBody,
          response: { 200: ImportReport, 408: tooSlow(), 413: tooLarge() },
        },
        preValidation: async (request, reply) => {
          if (isBusy) throw busy();
          whenOver(request, reply, () => letGo(request, 'answer'));
          isBusy = true;
          holding.set(request, new Set(['answer']));
          await whileHolding(request, 'upload', async () => {
            request.upload = await receive(request).catch((error) => {
              readRest(request);
              throw error;
            });
          });
        },
      },
      async (request, reply) =>
        whileHolding(request, 'import', async () => {
          const { upload, query } = request as FastifyRequest & { query: ImportQuery };
          if (!upload) throw noFile();
          const controller = new AbortController();
          whenOver(request, reply, () => controller.abort(connectionClosed()));
          running.add(controller);
          // Nothing is written to the connection until the import is done.
          request.raw.socket.setTimeout(0);
          try {
            return await importObras(
              db,
              { author: authorOf(request), right: requireAdmin(request) },
              { fd: upload.file.fd, name: query.archivo ?? upload.name },
              optionsOf(query),
              { signal: controller.signal },
            );
          } catch (error) {
            if (controller.signal.aborted) throw controller.signal.reason;
            throw error instanceof Unreadable ? badRequest(error.message) : error;
          } finally {
            running.delete(controller);
          }
        }),
    );
  });
}

/** @throws HttpError 400 where the text is no JSON object of headings and fields */
function columnsNamed(json: string): NamedColumns {
  let named: unknown;
  try {
    named = JSON.parse(json);
  } catch {
    // Told below.
  }
  if (typeof named !== 'object' || named === null || Array.isArray(named)) {
    throw badRequest([
      {
        field: 'columnas',
        text: 'debe ser un objeto JSON de encabezados y campos, como {"Núm. interno":"claveUnica"}.',
      },
    ]);
  }
  const unknown = Object.values(named).find((campo) => campo !== null && !CAMPOS.includes(campo));
  if (unknown !== undefined) {
    throw badRequest([
      remark(
        'columnas',
        `no existe el campo ${quoted(String(unknown))}; son: ${CAMPOS.join(', ')}.`,
      ),
    ]);
  }
  return named as NamedColumns;
}

function optionsOf(query: ImportQuery) {
  const fallbacks: Fallbacks = {};
  for (const field of CATALOG_FIELDS) {
    const digits = query[field];
    if (digits !== undefined) fallbacks[field] = Number(digits);
  }
  return {
    simular: query.simular === 'true',
    actualizar: query.actualizar === 'true',
    crearCatalogos: query.crearCatalogos === 'true',
    parcial: query.parcial === 'true',
    hoja: query.hoja,
    columnas: query.columnas === undefined ? undefined : columnsNamed(query.columnas),
    unidadMonto: query.unidadMonto,
    valores: query.valores === undefined ? undefined : valuesNamed(query.valores),
    fallbacks,
  };
}

/**
 * Writes a body to a file as it comes in.
 *
 * @throws HttpError 400 where there is none, or not all of it; 408 where it comes too slowly; 413 where it is too large; 415
 *   where it is compressed; 503 where there is no room for it
 */
async function receive(request: FastifyRequest): Promise<Upload> {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new HttpError(415, 'El cuerpo no debe enviarse comprimido (Content-Encoding).');
  }
  const declared = Number(request.headers['content-length'] ?? 0);
  // A form has some lines of its own.
  if (declared > LARGEST.csv + 65_536) throw tooLarge();
  const file = await openNameless();
  try {
    const name = await atPace(request, () => writeTo(file, request));
    return { file, name };
  } catch (error) {
    await file.close();
    if (error instanceof HttpError) throw error;
    if (request.raw.errored || request.raw.destroyed || request.isMultipart()) {
      throw badRequest('El archivo no llegó completo, o el formulario está mal formado.');
    }
    throw error;
  }
}

/** Writes what comes in, and answers its name. */
async function writeTo(file: FileHandle, request: FastifyRequest): Promise<string> {
  const [source, name] = await sourceOf(request);
  let bytes = 0;
  let most = LARGEST.csv;
  // Given up, the stream is not destroyed: the connection would go with it, and the answer.
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (bytes === 0 && chunk.toString('latin1', 0, 2) === 'PK') most = LARGEST.xlsx;
    if (bytes + chunk.length > most) throw tooLarge();
    await append(file, chunk);
    bytes += chunk.length;
  }
  if (bytes === 0) throw noFile();
  return name;
}

/** The stream that the file comes in by, and its name. */
async function sourceOf(request: FastifyRequest): Promise<[Readable, string]> {
  if (!request.isMultipart()) {
    const payload = request.body as Readable | undefined;
    if (!payload) throw noFile();
    return [payload, UNNAMED];
  }
  const part = await request.file();
  if (part?.fieldname !== 'archivo') throw noFile();
  const name = part.filename && isStorable(part.filename) ? part.filename : UNNAMED;
  return [part.file, name.slice(0, LONGEST_NAME).toWellFormed()];
}
