import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { type Access, authorOf } from '../../auth/access.ts';
import { violation } from '../../base/constraints.ts';
import {
  badRequest,
  connectionClosed,
  HttpError,
  notFound,
  remark,
  serviceUnavailable,
} from '../../base/errors.ts';
import { sentAs } from '../../base/schemas.ts';
import type { Database, Statement } from '../../db/db.ts';
import type { App, Context } from '../../http/context.ts';
import { readRest, tooSlow } from '../../http/pace.ts';
import { whenOver } from '../../http/pressure.ts';
import { Unreadable } from '../celdas/cell.ts';
import type { Fields, NamedColumns } from '../celdas/fields.ts';
import { quoted } from '../celdas/text.ts';
import {
  alreadyOver,
  beginImport,
  busy,
  cancelImportacion,
  findImportacion,
  listImportaciones,
  refuseSecond,
  runImport,
  tidyImports,
  type Whose,
} from './job.ts';
import type { Follower, Importer, SheetOptions } from './run.ts';
import { IdDeImportacion, ImportacionListada, ImportBody, type ImportReport } from './schema.ts';
import { LARGEST, noFile, receive, tooLarge, type Upload } from './upload.ts';

/** Bytes of the largest file that is answered with its report. A larger one is answered at once, with where to ask. */
const SMALL = 524_288;

const stopped = () =>
  serviceUnavailable(
    'El servicio se detiene; lo importado hasta aquí queda, e importar de nuevo el mismo archivo termina lo que falta.',
  );

const cancelled = () => violation('importacion_under_way') as HttpError;
const unknown = () =>
  notFound('No hay una importación con ese identificador, o terminó hace más de un día.');

declare module 'fastify' {
  interface FastifyRequest {
    upload: Upload | undefined;
  }
}

/** A kind of sheet that comes in over HTTP. */
export interface Door<Q extends TObject> {
  /** Where its sheets are sent, and its imports asked for. */
  path: string;
  tags: string[];
  /** Who may. */
  access: Access;
  /** The operation that takes a sheet, as the document names it. */
  operationId: string;
  summary: string;
  description: string;
  /** The end of the names of the operations that ask for its imports, and what their summaries call those imports. */
  suffix: string;
  called: string;
  query: Q;
  report: TSchema;
  importacion: TSchema;
  /** Whose imports a caller sees. */
  whose(request: FastifyRequest): Whose;
  /** The statements that fail where the caller may import no more. */
  right(request: FastifyRequest): Statement[];
  /** How somebody lost it, as a sentence about them begins. */
  lost: string;
  /**
   * Reads the query.
   *
   * @throws HttpError 400 where it can't be meant
   */
  prepare(
    db: Database,
    query: Static<Q>,
  ): Promise<{
    options: SheetOptions;
    work(
      db: Database,
      importer: Importer,
      file: { fd: number; name: string },
      follower: Follower,
    ): Promise<ImportReport>;
  }>;
}

/** The routes of a kind of sheet: one that takes it, and those by which its imports are asked for and ended. */
export function importRoutes<Q extends TObject>(app: App, { db }: Context, door: Door<Q>): void {
  const { path, tags, access } = door;
  // A scope of its own, since elsewhere bodies are JSON.
  app.register(async (scope: App) => {
    let isBusy = false;
    const stopping = new AbortController();
    /** Imports that go on after their answer. */
    const jobs = new Set<Promise<void>>();
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, {
      limits: { files: 1, fields: 20, parts: 21, fieldSize: 1_000, fileSize: LARGEST.csv + 1 },
      throwFileSizeLimit: false,
    });
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.decorateRequest('upload', undefined);
    scope.addHook('preClose', async () => stopping.abort(stopped()));
    // Each says in its row what it leaves.
    scope.addHook('onClose', async () => void (await Promise.all(jobs)));
    scope.addHook('onListen', () =>
      tidyImports(db).catch((error) =>
        app.log.warn({ err: error }, 'no se revisó qué importaciones quedaron a medias'),
      ),
    );

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
      path,
      {
        config: { ...access, takesNoKey: true, bodyToDisk: true },
        bodyLimit: LARGEST.csv,
        schema: {
          tags,
          operationId: door.operationId,
          summary: door.summary,
          description: `${door.description} Primero se revisa todo el archivo y después se escribe, por lotes. Una conexión cortada deja lotes enteros, y el mismo archivo otra vez termina lo que falta. Una celda vacía no borra nada. Se atiende un archivo a la vez en todo el registro. Uno de más de 512 kB se responde con 202 en cuanto llegó: la importación sigue sin la conexión, y en la dirección de Location se pregunta cómo va y, durante un día, con qué informe terminó.`,
          querystring: door.query,
          body: ImportBody,
          response: {
            200: door.report,
            202: sentAs('application/json', door.importacion, {
              Location: Type.String({ description: 'Dónde preguntar por ella.' }),
            }),
            408: tooSlow(),
            409: cancelled(),
            413: tooLarge(),
          },
        },
        preValidation: async (request, reply) => {
          // Before the file is here, as far as is known: nobody sends it for nothing.
          await refuseSecond(db, door.whose(request).usuario);
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
          const { upload } = request;
          const query = request.query as Static<Q> & { archivo?: string };
          if (!upload) throw noFile();
          const { options, work } = await door.prepare(db, query);
          const isSmall = upload.bytes <= SMALL;
          const leaving = new AbortController();
          if (isSmall) {
            whenOver(request, reply, () => leaving.abort(connectionClosed()));
            // Nothing is written to the connection until the import is done.
            request.raw.socket.setTimeout(0);
          }
          stopping.signal.throwIfAborted();
          const author = authorOf(request);
          const archivo = query.archivo ?? upload.name;
          const { simular } = options;
          const whose = door.whose(request);
          const { id, json } = await beginImport(db, { archivo, author, simular, ...whose });
          const run = () =>
            runImport(
              db,
              {
                id,
                isKept: !isSmall,
                author,
                right: door.right(request),
                lost: door.lost,
                release: () => letGo(request, 'job'),
              },
              (importer, follower) =>
                work(db, importer, { fd: upload.file.fd, name: archivo }, follower),
              { signal: AbortSignal.any([stopping.signal, leaving.signal]) },
            );
          if (isSmall) {
            return run().catch((error) => {
              throw error instanceof Unreadable ? badRequest(error.message) : error;
            });
          }
          const job = logged(app.log, id, whileHolding(request, 'job', run));
          jobs.add(job);
          job.finally(() => jobs.delete(job));
          reply.code(202).header('location', `${path}/${id}`);
          return json;
        }),
    );
  });

  jobRoutes(app, db, door);
}

/** Writes a line to the log when an import is over that nobody waits for. */
function logged(log: App['log'], importacion: string, importing: Promise<ImportReport>) {
  return importing.then(
    ({ filas, creadas, actualizadas, sinCambio, rechazadas }) =>
      log.info(
        { importacion, filas, creadas, actualizadas, sinCambio, rechazadas },
        'importación terminada',
      ),
    (error) => {
      const isForeseen = error instanceof HttpError || error instanceof Unreadable;
      log[isForeseen ? 'warn' : 'error']({ importacion, err: error }, 'importación sin terminar');
    },
  );
}

/** The routes by which imports are asked for, and ended. */
function jobRoutes<Q extends TObject>(app: App, db: Database, door: Door<Q>): void {
  const { path, tags, access, suffix, called } = door;
  app.get(
    path,
    {
      config: access,
      schema: {
        tags,
        operationId: `listImportaciones${suffix}`,
        summary: `Las importaciones${called} en curso y las del último día, la más reciente primero`,
        description:
          'Las de archivos de más de 512 kB y las de la orden npm run import; hasta 100. Una pequeña sólo está mientras dura.',
        response: { 200: Type.Array(ImportacionListada) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return listImportaciones(db, door.whose(request));
    },
  );

  app.get(
    `${path}/:id`,
    {
      config: access,
      schema: {
        tags,
        operationId: `findImportacion${suffix}`,
        summary: `Una importación${called}: cómo va, y su informe cuando terminó`,
        params: IdDeImportacion,
        response: { 200: door.importacion, 404: unknown() },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const json = await findImportacion(db, request.params.id, door.whose(request));
      if (!json) throw unknown();
      return json;
    },
  );

  app.delete(
    `${path}/:id`,
    {
      config: access,
      schema: {
        tags,
        operationId: `cancelImportacion${suffix}`,
        summary: `Cancela una importación${called} en curso y la responde`,
        description:
          'El lote que se está escribiendo se termina, y lo escrito se queda. Cancelarla otra vez responde lo mismo.',
        params: IdDeImportacion,
        response: { 200: door.importacion, 404: unknown(), 409: alreadyOver() },
      },
    },
    async (request) => {
      const json = await cancelImportacion(
        db,
        request.params.id,
        request.caller?.id,
        door.whose(request),
      );
      if (!json) throw unknown();
      return json;
    },
  );
}

/**
 * The importer's word on columns (`columnas`).
 *
 * @throws HttpError 400 where the text is no JSON object of headings and fields
 */
export function columnsNamed<C extends string>(
  json: string | undefined,
  { campos }: Fields<C>,
  example: string,
): NamedColumns<C> | undefined {
  if (json === undefined) return undefined;
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
        text: `debe ser un objeto JSON de encabezados y campos, como ${example}.`,
      },
    ]);
  }
  const unknown = Object.values(named).find((campo) => campo !== null && !campos.includes(campo));
  if (unknown !== undefined) {
    throw badRequest([
      remark(
        'columnas',
        `no existe el campo ${quoted(String(unknown))}; son: ${campos.join(', ')}.`,
      ),
    ]);
  }
  return named as NamedColumns<C>;
}
