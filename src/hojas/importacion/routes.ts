import './constraints.ts';
import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { authorOf } from '../../core/auth/access.ts';
import { violation } from '../../core/base/constraints.ts';
import {
  badRequest,
  connectionClosed,
  HttpError,
  notFound,
  serviceUnavailable,
} from '../../core/base/errors.ts';
import { fileAnswer, sentAs } from '../../core/base/schemas.ts';
import type { Database } from '../../core/db/db.ts';
import { TEST_TIMEOUT_FACTOR } from '../../core/db/timeouts.ts';
import type { App, Context } from '../../core/http/context.ts';
import { whenOver } from '../../core/http/exchange.ts';
import { drainBody, tooSlow } from '../../subidas/uploads.ts';
import { Unreadable } from '../celdas/cell.ts';
import { XLSX_TYPE } from '../formatos/write-xlsx.ts';
import type { ReadRow } from './findings.ts';
import {
  alreadyOver,
  beginImport,
  busy,
  cancelImportacion,
  findImportacion,
  listImportaciones,
  type OwnerFilter,
  refuseSecond,
  runImport,
  tidyImports,
} from './job.ts';
import type { AnyKind, Change, Follower, Kind, Route, SheetOptions, SheetQuery } from './kind.ts';
import { createRefusedRows } from './refused.ts';
import { importSheet } from './run.ts';
import {
  IdDeImportacion,
  type ImportReport,
  importacionListada,
  importacionOf,
  importBody,
  reportOf,
} from './schema.ts';
import { LARGEST, noFile, receive, tooLarge, type Upload } from './upload.ts';

/**
 * Bytes of the largest file that is answered with its report. A larger one is answered at once, with the address of its import.
 */
const ANSWERED_AT_ONCE = 524_288;
/**
 * Milliseconds for which a file whose client waits for its report goes on after the service begins to close. A batch that then
 * waits for a lock ends before the close gives up on requests under way (src/server.ts).
 */
const LAST_ONES = 5_000 * TEST_TIMEOUT_FACTOR;

const stopped = () =>
  serviceUnavailable(
    'El servicio se detiene; lo importado hasta aquí queda, e importar de nuevo el mismo archivo termina lo que falta.',
  );

const cancelled = () => violation('importacion_under_way') as HttpError;
const unknownJob = () =>
  notFound('No hay una importación con ese identificador, o terminó hace más de un día.');

const tags = ['Importación'];

declare module 'fastify' {
  interface FastifyRequest {
    upload: Upload | undefined;
  }
}

/** The routes of a kind of sheet: importing, reading its imports, and cancelling one. */
export function importRoutes<O extends SheetOptions, S, R extends ReadRow, W extends Change>(
  app: App,
  { db }: Context,
  kind: Kind<O, S, R, W>,
): void {
  const { route } = kind;
  const { path, suffix } = route;
  const report = reportOf(kind.rows.fields, suffix, route.report);
  const importacion = importacionOf(kind.rows.fields.words, report, `Importacion${suffix}`);
  // A scope of its own, since elsewhere bodies are JSON.
  app.register(async (scope: App) => {
    const stopping = new AbortController();
    const lastOnes = new AbortController();
    const door = createDoor(db, route, lastOnes.signal);
    /** Imports that continue after their answer. */
    const jobs = new Set<Promise<void>>();
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, {
      limits: { files: 1, fields: 20, parts: 21, fieldSize: 1_000, fileSize: LARGEST.csv + 1 },
      throwFileSizeLimit: false,
    });
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.decorateRequest('upload', undefined);
    scope.addHook('preClose', async () => {
      stopping.abort(stopped());
      setTimeout(() => lastOnes.abort(stopped()), LAST_ONES).unref();
    });
    // Each import writes its end into its row.
    scope.addHook('onClose', async () => void (await Promise.all(jobs)));
    scope.addHook('onListen', () =>
      tidyImports(db).catch((error) =>
        app.log.warn({ err: error }, 'no se revisó qué importaciones quedaron a medias'),
      ),
    );

    uploadRoute(
      scope,
      { kind, door },
      {
        operationId: route.operationId,
        summary: route.summary,
        description: `${route.description} Primero se revisa todo el archivo y después se escribe, por lotes. Una conexión cortada deja lotes enteros, y el mismo archivo otra vez termina lo que falta. Una celda vacía no borra nada. Se atiende un archivo a la vez en todo el registro. Uno de más de 512 kB se responde con 202 en cuanto llegó: la importación sigue sin la conexión, y en la dirección de Location se pregunta cómo va y, durante un día, con qué informe terminó.`,
        response: {
          200: report,
          202: sentAs('application/json', importacion, {
            Location: Type.String({ description: 'Dónde preguntar por ella.' }),
          }),
        },
      },
      async (request, reply) => {
        const { bytes } = uploadOf(request);
        const options = await kind.readOptions(db, request.query as SheetQuery);
        const isSmall = bytes <= ANSWERED_AT_ONCE;
        const signal = isSmall ? door.endsWith(request, reply) : stopping.signal;
        signal.throwIfAborted();
        const { id, json, run } = await beginOf(db, kind, request, options, !isSmall, () =>
          door.letGo(request, 'job'),
        );
        if (isSmall) return run({ signal }).catch(rethrowInWords);
        const job = logged(
          app.log,
          id,
          door.whileHolding(request, 'job', () => run({ signal })),
        );
        jobs.add(job);
        job.finally(() => jobs.delete(job));
        reply.code(202).header('location', `${path}/${id}`);
        return json;
      },
    );
    refusedRoute(scope, db, kind, door);
  });

  jobRoutes(app, db, kind, importacion);
}

/** The upload of a request, after it was received. */
function uploadOf({ upload }: FastifyRequest): Upload {
  if (!upload) throw noFile();
  return upload;
}

const rethrowInWords = (error: unknown): never => {
  throw error instanceof Unreadable ? badRequest(error.message) : error;
};

/**
 * Begins the import of a request's file.
 *
 * @param outlivesRun whether its row stays when the import has ended
 * @param release called when its file is no longer read
 * @returns its id, its row as JSON, and a function that runs it
 */
async function beginOf<O extends SheetOptions, S, R extends ReadRow, W extends Change>(
  db: Database,
  kind: Kind<O, S, R, W>,
  request: FastifyRequest,
  options: O,
  outlivesRun: boolean,
  release?: () => void,
) {
  const { file, name } = uploadOf(request);
  // Its own statements ask for the right (`kind.route.right`), and go on where its author has left.
  const caller = { ...authorOf(request), derecho: undefined };
  const archivo = (request.query as SheetQuery).archivo ?? name;
  const owner = { clase: kind.clase, usuario: kind.route.ownerOf(request) };
  const { simular } = options;
  const begun = await beginImport(db, { archivo, author: caller, simular, ...owner });
  const { id, json, importacion } = begun;
  const author = { ...caller, importacion };
  const right = kind.route.right(request);
  const run = (by: Follower) =>
    runImport(
      db,
      { id, outlivesRun, author, right, lost: kind.lost, ...(release && { release }) },
      async (importer, follower) => {
        const sheet = { fd: file.fd, name: archivo };
        const report = await importSheet(kind, db, importer, sheet, options, follower);
        const hasRows = report.creadas + report.actualizadas > 0 || importacion !== id;
        return report.aplicada && hasRows ? { ...report, importacion } : report;
      },
      by,
    );
  return { id, json, run };
}

/**
 * A route that takes a file. The next file is admitted when `work` is done, and whatever else holds the request has released
 * it.
 */
function uploadRoute(
  scope: App,
  { kind: { route }, door }: { kind: Pick<AnyKind, 'route'>; door: Door },
  { response, ...schema }: FastifySchema & { response: object },
  work: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  path = route.path,
): void {
  scope.post(
    path,
    {
      config: { ...route.access, takesNoKey: true, bodyToDisk: true },
      bodyLimit: LARGEST.csv,
      schema: {
        ...{
          tags,
          ...schema,
          querystring: route.query,
          body: importBody(route.suffix, route.sheet),
        },
        response: { ...response, 408: tooSlow(), 409: cancelled(), 413: tooLarge() },
      },
      preValidation: door.receiveAlone,
    },
    async (request, reply) => door.whileHolding(request, 'import', () => work(request, reply)),
  );
}

/** The route that returns the refused rows of a sheet. The service keeps none of them, since the client has the file. */
function refusedRoute<O extends SheetOptions, S, R extends ReadRow, W extends Change>(
  scope: App,
  db: Database,
  kind: Kind<O, S, R, W>,
  door: Door,
): void {
  const { path, suffix, called } = kind.route;
  uploadRoute(
    scope,
    { kind, door },
    {
      operationId: `downloadRechazadas${suffix}`,
      summary: `Las filas de una hoja${called} que se rechazan, con sus motivos, como hoja`,
      description:
        'Revisa el archivo como la importación, con los mismos parámetros, y no escribe nada. La respuesta es una hoja de la misma forma, un texto o un libro, con los títulos, los encabezados y las filas que se rechazan, cada una con su número y sus motivos en las dos primeras columnas. Corregidas ahí, se importa esa hoja con los mismos parámetros.',
      response: { 200: refusedFile, 404: noneRefused() },
    },
    async (request, reply) => {
      uploadOf(request);
      const options = await kind.readOptions(db, request.query as SheetQuery);
      const signal = door.endsWith(request, reply);
      signal.throwIfAborted();
      const refused = await createRefusedRows(kind.rows.fields);
      try {
        const trial = { ...options, simular: true };
        const { run } = await beginOf(db, kind, request, trial, false);
        await run({ signal, refused }).catch(rethrowInWords);
        const file = refused.toFile();
        if (!file) throw noneRefused();
        reply.header('content-disposition', `attachment; filename="rechazadas.${file.extension}"`);
        return reply.type(file.type).send(file.content);
      } catch (error) {
        await refused.close();
        throw error;
      }
    },
    `${path}/rechazadas`,
  );
}

const csvFile = fileAnswer('text/csv', 'fila rechazada,motivo del rechazo,clave única…');
const refusedFile = {
  ...csvFile,
  content: { ...csvFile.content, ...fileAnswer(XLSX_TYPE, 'PK…').content },
};
const noneRefused = () => notFound('Ninguna fila de ese archivo se rechaza.');

type Door = ReturnType<typeof createDoor>;

/**
 * Admits one file at a time. The next is admitted when all holders of the request have released it.
 *
 * @param lastOnes aborts work that a client waits for, when the service closes
 */
function createDoor(db: Database, route: Route, lastOnes: AbortSignal) {
  let isBusy = false;
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
  return {
    letGo,
    whileHolding,
    /** Admits the request until its answer is done, and receives its file. */
    receiveAlone: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      // Refused before the file is received, so that the client does not send it in vain.
      await refuseSecond(db, route.ownerOf(request));
      if (isBusy) throw busy();
      whenOver(request, reply, () => letGo(request, 'answer'));
      isBusy = true;
      holding.set(request, new Set(['answer']));
      await whileHolding(request, 'upload', async () => {
        request.upload = await receive(request).catch((error) => {
          drainBody(request);
          throw error;
        });
      });
    },
    /** A signal that aborts when the client leaves, or the service stops. */
    endsWith: (request: FastifyRequest, reply: FastifyReply): AbortSignal => {
      const leaving = new AbortController();
      whenOver(request, reply, () => leaving.abort(connectionClosed()));
      // The import sends nothing for a long time, so the connection has no timeout.
      request.raw.socket.setTimeout(0);
      return AbortSignal.any([lastOnes, leaving.signal]);
    },
  };
}

/** Logs the end of an import that no request waits for. */
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

/** The routes that read and cancel imports. */
function jobRoutes(
  app: App,
  db: Database,
  { clase, route, rows }: Pick<AnyKind, 'clase' | 'route' | 'rows'>,
  importacion: TSchema,
): void {
  const { path, access, suffix, called } = route;
  const ownerIn = (request: FastifyRequest): OwnerFilter => ({
    clase,
    usuario: route.ownerOf(request),
  });
  app.get(
    path,
    {
      config: access,
      schema: {
        tags,
        operationId: `listImportaciones${suffix}`,
        summary: `Las importaciones${called} en curso y las del último día, la más reciente primero`,
        description:
          'Las de archivos de más de 512 kB; hasta 100. Una pequeña sólo está mientras dura.',
        response: { 200: Type.Array(importacionListada(rows.fields.words)) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return listImportaciones(db, ownerIn(request));
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
        response: { 200: importacion, 404: unknownJob() },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const json = await findImportacion(db, request.params.id, ownerIn(request));
      if (!json) throw unknownJob();
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
        response: { 200: importacion, 404: unknownJob(), 409: alreadyOver() },
      },
    },
    async (request) => {
      const json = await cancelImportacion(
        db,
        request.params.id,
        request.caller?.id,
        ownerIn(request),
      );
      if (!json) throw unknownJob();
      return json;
    },
  );
}
