import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { admin, authorOf, requireAdmin } from '../../auth/access.ts';
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
import type { Database } from '../../db/db.ts';
import type { App, Context } from '../../http/context.ts';
import { readRest, tooSlow } from '../../http/pace.ts';
import { whenOver } from '../../http/pressure.ts';
import { CATALOG_FIELDS } from '../campos.ts';
import { findBrokenReferences } from '../judge.ts';
import { readCatalogs } from './catalogs.ts';
import { Unreadable } from './cells.ts';
import { equivalentsOf, valuesNamed } from './equivalents.ts';
import { CAMPOS, type NamedColumns } from './headings.ts';
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
} from './job.ts';
import type { Fallbacks } from './judge.ts';
import {
  COLUMNS_EXAMPLE,
  IdDeImportacion,
  Importacion,
  ImportacionListada,
  ImportBody,
  ImportQuery,
  ImportReport,
} from './schema.ts';
import { LARGEST, noFile, receive, tooLarge, type Upload } from './upload.ts';
import { quoted } from './values.ts';

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

const tags = ['Importación'];

export function importacion(app: App, { db }: Context): void {
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
      '/obras/importacion',
      {
        config: { ...admin, takesNoKey: true, bodyToDisk: true },
        bodyLimit: LARGEST.csv,
        schema: {
          tags,
          operationId: 'importObras',
          summary: 'Importa obras de una hoja de cálculo (.xlsx, .ods o .csv)',
          description:
            'Cada fila es una obra, reconocida por su clave única: las que no están se registran, las que están iguales quedan como están. Primero se revisa todo el archivo y después se escribe, por lotes. Una conexión cortada deja lotes enteros, y el mismo archivo otra vez termina lo que falta. Una celda vacía no borra nada. Se atiende un archivo a la vez en todo el registro. Uno de más de 512 kB se responde con 202 en cuanto llegó: la importación sigue sin la conexión, y en la dirección de Location se pregunta cómo va y, durante un día, con qué informe terminó.',
          querystring: ImportQuery,
          body: ImportBody,
          response: {
            200: ImportReport,
            202: sentAs('application/json', Importacion, {
              Location: Type.String({ description: 'Dónde preguntar por ella.' }),
            }),
            408: tooSlow(),
            409: cancelled(),
            413: tooLarge(),
          },
        },
        preValidation: async (request, reply) => {
          // Before the file is here, as far as is known: nobody sends it for nothing.
          await refuseSecond(db);
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
          const { upload, query } = request;
          if (!upload) throw noFile();
          const options = optionsOf(query);
          const broken = await findBrokenReferences(db, null, options.fallbacks);
          if (broken.length > 0) throw badRequest(broken);
          if (options.valores) equivalentsOf(options.valores, await readCatalogs(db));
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
          const { id, json } = await beginImport(db, { archivo, author, ...options });
          const run = () =>
            runImport(
              db,
              {
                id,
                isKept: !isSmall,
                author,
                right: requireAdmin(request),
                release: () => letGo(request, 'job'),
              },
              { fd: upload.file.fd, name: archivo },
              options,
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
          reply.code(202).header('location', `/obras/importacion/${id}`);
          return json;
        }),
    );
  });

  asked(app, db);
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
function asked(app: App, db: Database): void {
  app.get(
    '/obras/importacion',
    {
      config: admin,
      schema: {
        tags,
        operationId: 'listImportaciones',
        summary: 'Las importaciones en curso y las del último día, la más reciente primero',
        description:
          'Las de archivos de más de 512 kB y las de la orden npm run import; hasta 100. Una pequeña sólo está mientras dura.',
        response: { 200: Type.Array(ImportacionListada) },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return listImportaciones(db);
    },
  );

  app.get(
    '/obras/importacion/:id',
    {
      config: admin,
      schema: {
        tags,
        operationId: 'findImportacion',
        summary: 'Una importación: cómo va, y su informe cuando terminó',
        params: IdDeImportacion,
        response: { 200: Importacion, 404: unknown() },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const json = await findImportacion(db, request.params.id);
      if (!json) throw unknown();
      return json;
    },
  );

  app.delete(
    '/obras/importacion/:id',
    {
      config: admin,
      schema: {
        tags,
        operationId: 'cancelImportacion',
        summary: 'Cancela una importación en curso y la responde',
        description:
          'El lote que se está escribiendo se termina, y lo escrito se queda. Cancelarla otra vez responde lo mismo.',
        params: IdDeImportacion,
        response: { 200: Importacion, 404: unknown(), 409: alreadyOver() },
      },
    },
    async (request) => {
      const json = await cancelImportacion(db, request.params.id, request.caller?.id);
      if (!json) throw unknown();
      return json;
    },
  );
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
        text: `debe ser un objeto JSON de encabezados y campos, como ${COLUMNS_EXAMPLE}.`,
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
