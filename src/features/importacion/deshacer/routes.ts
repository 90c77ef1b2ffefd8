import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { authorOf } from '../../../core/auth/access.ts';
import { conflict, HttpError, notFound, serviceUnavailable } from '../../../core/base/errors.ts';
import { sentAs } from '../../../core/base/schemas.ts';
import type { Db } from '../../../core/db/db.ts';
import type { App, Context } from '../../../core/http/context.ts';
import {
  type AnyKind,
  alreadyOver,
  beginImport,
  cancelImportacion,
  findDeshacer,
  flag,
  IdDeImportacion,
  importacionOf,
  runImport,
} from '../../../hojas/index.ts';
import type { Tie, Undo } from '../../../hojas-de-obras/hojas.ts';
import { findImportada, findUnnamed, type Importada, touchedOf } from './queries.ts';
import { InformeDeDeshacer } from './schema.ts';
import { undoImport } from './undo.ts';

// An import is undone as it was made: by a job that goes on without its client. It takes the place of an import, so neither runs
// beside it.

const tags = ['Importación'];

const stopped = () =>
  serviceUnavailable(
    'El servicio se detiene; deshacer de nuevo la importación termina lo que falta.',
  );
const unknownImportacion = () =>
  notFound(
    'La bitácora no tiene ninguna importación con ese identificador. Las de antes de esta versión no lo llevan y no se pueden deshacer.',
  );
const notBegun = () => notFound('Nadie ha deshecho esa importación en el último día.');
const ofBefore = () =>
  conflict(
    'Esa importación es de antes de que la bitácora nombrara la de cada renglón: no se sabe qué escribió, y no se puede deshacer.',
  );

/** The routes that take back the imports of a kind of sheets. */
export function undoRoutes(
  app: App,
  { db }: Context,
  { clase, route, rows, lost }: AnyKind,
  undo: Undo,
  ties: Tie[],
): void {
  const Deshacer = importacionOf(rows.fields.words, InformeDeDeshacer, 'Deshacer');
  const touched = touchedOf(undo, ties);
  const { access, suffix, called } = route;
  const path = `${route.path}/:id/deshacer`;
  const stopping = new AbortController();
  /** Undos under way. */
  const jobs = new Set<Promise<void>>();
  app.addHook('preClose', async () => stopping.abort(stopped()));
  app.addHook('onClose', async () => void (await Promise.all(jobs)));
  const ownerIn = (request: FastifyRequest) => ({ clase, usuario: route.ownerOf(request) });

  app.post(
    path,
    {
      config: { ...access, takesNoKey: true },
      schema: {
        tags,
        operationId: `undoImportacion${suffix}`,
        summary: `Deshace una importación${called}: elimina lo que registró y devuelve lo que cambió`,
        description:
          'Según la bitácora. Lo que alguien cambió después se queda como está, y el informe lo dice uno por uno; lo que la importación agregó a los catálogos se elimina si nada más lo usa. Va por lotes, cada uno una transacción, y sigue sin la conexión: en la dirección de Location se pregunta cómo va y, durante un día, con qué informe terminó. Deshacer otra vez termina lo que falta y no repite nada. Deshacer no se deshace: se importa de nuevo el archivo.',
        params: IdDeImportacion,
        querystring: Type.Object({
          simular: flag(
            'Sólo revisar',
            'true: sólo dice qué se desharía, antes → después; no escribe nada.',
          ),
        }),
        response: {
          202: sentAs('application/json', Deshacer, {
            Location: Type.String({ description: 'Dónde preguntar cómo va.' }),
          }),
          404: unknownImportacion(),
          409: ofBefore(),
        },
      },
    },
    async (request, reply) => {
      stopping.signal.throwIfAborted();
      const owner = ownerIn(request);
      const { archivo, importacion } = await importedBy(db, request.params.id, undo, owner);
      const simular = request.query.simular === 'true';
      // Its own statements ask for the right (`route.right`), and go on where its author has left.
      const author = { ...authorOf(request), derecho: undefined };
      const begun = await beginImport(db, {
        archivo,
        author,
        simular,
        deshace: importacion,
        ...owner,
      });
      const job = runImport(
        db,
        {
          ...{ id: begun.id, outlivesRun: true, author, right: route.right(request), lost },
          did: 'deshacía la importación',
        },
        (importer, follower) => {
          const caller = owner.usuario ?? null;
          return undoImport(
            db,
            importer,
            { importacion, archivo, undo, touched, caller, simular },
            follower,
          );
        },
        { signal: stopping.signal },
      ).then(
        ({ registros, eliminados, devueltos, dejados }) =>
          request.log.info(
            { importacion, simular, registros, eliminados, devueltos, dejados },
            'importación deshecha',
          ),
        (error) =>
          request.log[error instanceof HttpError ? 'warn' : 'error'](
            { importacion, err: error },
            'importación sin deshacer',
          ),
      );
      jobs.add(job);
      job.finally(() => jobs.delete(job));
      reply.code(202).header('location', `${route.path}/${importacion}/deshacer`);
      return begun.json;
    },
  );

  app.get(
    path,
    {
      config: access,
      schema: {
        tags,
        operationId: `findDeshacer${suffix}`,
        summary: `Cómo va deshacer una importación${called}, y su informe cuando terminó`,
        description: 'Lo último que se pidió de ella, también si fue sólo revisar.',
        params: IdDeImportacion,
        response: { 200: Deshacer, 404: notBegun() },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const json = await findDeshacer(db, request.params.id, ownerIn(request));
      if (!json) throw notBegun();
      return json;
    },
  );

  app.delete(
    path,
    {
      config: access,
      schema: {
        tags,
        operationId: `cancelDeshacer${suffix}`,
        summary: `Deja de deshacer una importación${called}, y la responde`,
        description: 'El lote que se está escribiendo se termina, y lo deshecho se queda deshecho.',
        params: IdDeImportacion,
        response: { 200: Deshacer, 404: notBegun(), 409: alreadyOver() },
      },
    },
    async (request) => {
      const { id } = request.params;
      const json = await cancelImportacion(db, id, request.caller?.id, ownerIn(request), true);
      if (!json) throw notBegun();
      return json;
    },
  );
}

/**
 * The import of this id that the caller may undo.
 *
 * @throws HttpError 404 where there is none, or it is somebody else's; 409 where it can't be undone
 */
async function importedBy(
  db: Db,
  id: string,
  undo: Undo,
  owner: { clase: string; usuario: string | undefined },
): Promise<Importada & { importacion: string }> {
  const { clase, usuario } = owner;
  const imported = await findImportada(db, id);
  if (imported) {
    const isOwn = usuario === undefined || imported.usuario === usuario;
    if (!undo.recursos.includes(imported.recurso) || !isOwn) throw unknownImportacion();
    return { ...imported, importacion: id };
  }
  const unnamed = await findUnnamed(db, id, clase, usuario);
  if (!unnamed) throw unknownImportacion();
  if (unnamed.deshace) {
    throw conflict(
      'Deshacer no se deshace: para volver a lo importado, importe de nuevo el archivo.',
    );
  }
  // Its rows bear the name of the interrupted import that it finished.
  if (unnamed.serie && unnamed.serie !== id) {
    return importedBy(db, unnamed.serie, undo, owner);
  }
  throw unnamed.escritas > 0
    ? ofBefore()
    : conflict('Esa importación no escribió nada: no hay qué deshacer.');
}
