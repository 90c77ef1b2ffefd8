import { Type } from 'typebox';
import { admin, authorOf, requireAdmin } from '../../core/auth/access.ts';
import {
  badRequest,
  HttpError,
  notFound,
  remark,
  serviceUnavailable,
} from '../../core/base/errors.ts';
import { sentAs } from '../../core/base/schemas.ts';
import { isUuid } from '../../core/base/text.ts';
import type { App, Context } from '../../core/http/context.ts';
import type { Almacen } from '../archivos/almacen/almacen.ts';
import { hidingOf } from '../seguimiento/rfc.ts';
import { claveTaken } from './constraints.ts';
import { findSello, makeCorte } from './corte.ts';
import { readLlave } from './llave.ts';
import { tags } from './routes.ts';
import { NewCorte, TrabajoDeCorte, TrabajoParams } from './schema.ts';
import { beginTrabajo, findTrabajo, listTrabajos, runTrabajo, tidyTrabajos } from './trabajo.ts';

const unknownTrabajo = () =>
  notFound('No hay ningún corte en curso con ese identificador, ni terminó en el último día.');
const serviceStopped = () => serviceUnavailable('El servicio se detuvo; pida el corte de nuevo.');

/** Asks for a cut, `POST /cortes`, and for how far it has come. */
export function pedirCortes(
  app: App,
  { db, config, almacen }: Context & { almacen: Almacen },
): void {
  const stopping = new AbortController();
  /** Cuts that go on after their answer. */
  const jobs = new Set<Promise<void>>();
  app.addHook('preClose', async () => stopping.abort(serviceStopped()));
  app.addHook('onClose', async () => void (await Promise.all(jobs)));
  app.addHook('onListen', () =>
    tidyTrabajos(db).catch((error) =>
      app.log.warn({ err: error }, 'no se revisó qué cortes quedaron a medias'),
    ),
  );

  app.post(
    '/cortes',
    {
      config: { ...admin, takesNoKey: true },
      schema: {
        tags,
        operationId: 'createCorte',
        summary: 'Sella un corte: todas las obras con su seguimiento, como están en este instante',
        description:
          'Sigue sin la conexión: en la dirección de Location se pregunta cómo va. Se hace uno a la vez en todo el registro, y los demás siguen escribiendo. Si no termina no queda nada de él, y la clave sigue libre. Un corte no se cambia ni se elimina: lo que la ley pida quitar después hace otro corte, que nombra en reemplaza al que lo tenía.',
        body: NewCorte,
        response: {
          202: sentAs('application/json', TrabajoDeCorte, {
            Location: Type.String({ description: 'Dónde preguntar cómo va.' }),
          }),
          409: claveTaken('2026-T3'),
        },
      },
    },
    async (request, reply) => {
      stopping.signal.throwIfAborted();
      const { clave, titulo, reemplaza } = request.body;
      if (reemplaza !== undefined && !(await findSello(db, reemplaza))) {
        throw badRequest([remark('reemplaza', `no hay ningún corte con la clave ${reemplaza}.`)]);
      }
      const llave = await readLlave(config);
      const author = { ...authorOf(request), derecho: undefined };
      const usuario = author.usuario;
      const { id, json } = await beginTrabajo(
        db,
        { clave, titulo, usuario },
        requireAdmin(request),
      );
      const job = runTrabajo(
        db,
        id,
        (tell, signal) =>
          makeCorte(
            { db, almacen, llave, hides: hidingOf(config)?.text },
            { id, clave, titulo, reemplaza, author },
            tell,
            signal,
          ),
        stopping.signal,
      ).then(
        ({ obras, instante }) => app.log.info({ clave, obras, instante }, 'corte sellado'),
        (error) =>
          app.log[error instanceof HttpError ? 'warn' : 'error'](
            { clave, err: error },
            'corte sin sellar',
          ),
      );
      jobs.add(job);
      job.finally(() => jobs.delete(job));
      reply.code(202).header('location', `/cortes/trabajos/${id}`);
      return json;
    },
  );

  app.get(
    '/cortes/trabajos',
    {
      config: admin,
      schema: {
        tags,
        operationId: 'listTrabajosDeCorte',
        summary: 'Los cortes que se están haciendo, y cómo terminaron los del último día',
        response: { 200: Type.Array(TrabajoDeCorte) },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return listTrabajos(db);
    },
  );

  app.get(
    '/cortes/trabajos/:id',
    {
      config: admin,
      schema: {
        tags,
        operationId: 'findTrabajoDeCorte',
        summary: 'Cómo va un corte que se pidió, o cómo terminó',
        params: TrabajoParams,
        response: { 200: TrabajoDeCorte, 404: unknownTrabajo() },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { id } = request.params;
      const json = isUuid(id) ? await findTrabajo(db, id) : undefined;
      if (!json) throw unknownTrabajo();
      return json;
    },
  );
}
