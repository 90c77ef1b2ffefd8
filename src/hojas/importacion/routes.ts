import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { authorOf } from '../../auth/access.ts';
import { violation } from '../../base/constraints.ts';
import {
  badRequest,
  connectionClosed,
  HttpError,
  notFound,
  serviceUnavailable,
} from '../../base/errors.ts';
import { sentAs } from '../../base/schemas.ts';
import type { Database } from '../../db/db.ts';
import type { App, Context } from '../../http/context.ts';
import { readRest, tooSlow } from '../../http/pace.ts';
import { whenOver } from '../../http/pressure.ts';
import { Unreadable } from '../celdas/cell.ts';
import type { ReadRow } from './findings.ts';
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
import type { Change, Kind, Route, SheetOptions, SheetQuery } from './kind.ts';
import { importSheet } from './run.ts';
import {
  IdDeImportacion,
  ImportacionListada,
  ImportBody,
  type ImportReport,
  importacionOf,
  reportOf,
} from './schema.ts';
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

const tags = ['Importación'];

declare module 'fastify' {
  interface FastifyRequest {
    upload: Upload | undefined;
  }
}

/** The routes of a kind of sheet: one that takes it, and those by which its imports are asked for and ended. */
export function importRoutes<O extends SheetOptions, S, R extends ReadRow, W extends Change>(
  app: App,
  { db }: Context,
  kind: Kind<O, S, R, W>,
): void {
  const { route } = kind;
  const { path, access, suffix } = route;
  const report = reportOf(kind.rows.fields, suffix, route.report);
  const importacion = importacionOf(report, `Importacion${suffix}`);
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
          operationId: route.operationId,
          summary: route.summary,
          description: `${route.description} Primero se revisa todo el archivo y después se escribe, por lotes. Una conexión cortada deja lotes enteros, y el mismo archivo otra vez termina lo que falta. Una celda vacía no borra nada. Se atiende un archivo a la vez en todo el registro. Uno de más de 512 kB se responde con 202 en cuanto llegó: la importación sigue sin la conexión, y en la dirección de Location se pregunta cómo va y, durante un día, con qué informe terminó.`,
          querystring: route.query,
          body: ImportBody,
          response: {
            200: report,
            202: sentAs('application/json', importacion, {
              Location: Type.String({ description: 'Dónde preguntar por ella.' }),
            }),
            408: tooSlow(),
            409: cancelled(),
            413: tooLarge(),
          },
        },
        preValidation: async (request, reply) => {
          // Before the file is here, as far as is known: nobody sends it for nothing.
          await refuseSecond(db, route.ownerOf(request));
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
          const query = request.query as SheetQuery;
          if (!upload) throw noFile();
          const options = await kind.readOptions(db, query);
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
          const whose = { clase: kind.clase, usuario: route.ownerOf(request) };
          const { id, json } = await beginImport(db, { archivo, author, simular, ...whose });
          const run = () =>
            runImport(
              db,
              {
                id,
                isKept: !isSmall,
                author,
                right: route.right(request),
                lost: kind.lost,
                release: () => letGo(request, 'job'),
              },
              (importer, follower) => {
                const file = { fd: upload.file.fd, name: archivo };
                return importSheet(kind, db, importer, file, options, follower);
              },
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

  jobRoutes(app, db, kind, importacion);
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
function jobRoutes(
  app: App,
  db: Database,
  { clase, route }: { clase: Whose['clase']; route: Route },
  importacion: TSchema,
): void {
  const { path, access, suffix, called } = route;
  const whose = (request: FastifyRequest): Whose => ({ clase, usuario: route.ownerOf(request) });
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
      return listImportaciones(db, whose(request));
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
        response: { 200: importacion, 404: unknown() },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const json = await findImportacion(db, request.params.id, whose(request));
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
        response: { 200: importacion, 404: unknown(), 409: alreadyOver() },
      },
    },
    async (request) => {
      const json = await cancelImportacion(
        db,
        request.params.id,
        request.caller?.id,
        whose(request),
      );
      if (!json) throw unknown();
      return json;
    },
  );
}
