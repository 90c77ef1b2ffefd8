import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import { columnsOf } from '../columns.ts';
import { NO_SESSION } from '../process.ts';
import { config, db, emailOf, password, reset, ubicacionBody } from '../world.ts';

// The service of the specification, whole, without any feature.

interface Answer {
  status: number;
  body: unknown;
}

describe('the service without any feature', () => {
  let app: FastifyInstance;
  let address: string;
  let authorization: string | undefined;

  const ask = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
  ) => {
    const answer = await fetch(`${address}${url}`, {
      method,
      headers: {
        ...(authorization ? { authorization } : {}),
        ...(payload ? { 'content-type': 'application/json' } : {}),
      },
      ...(payload ? { body: JSON.stringify(payload) } : {}),
    });
    const body = await answer.text();
    return { status: answer.status, body: body === '' ? undefined : JSON.parse(body) } as Answer;
  };
  /** Asserts the status, and answers the body. */
  const asked = async <T>(status: number, ...request: Parameters<typeof ask>): Promise<T> => {
    const answer = await ask(...request);
    assert.equal(answer.status, status, JSON.stringify([request, answer.body]));
    return answer.body as T;
  };

  before(async () => {
    await reset();
    app = await buildApp(config, db, []);
    address = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(() => app.close());

  test('signs in, and keeps works, favorites, catalogs, users and the ledger', async () => {
    await asked(NO_SESSION, 'GET', '/obras');
    const credentials = { email: emailOf('admin'), password };
    type Login = { access_token: string; user: { id: string } };
    const { access_token, user } = await asked<Login>(200, 'POST', '/auth/login', credentials);
    authorization = `Bearer ${access_token}`;

    const made = async (path: string, body: object) =>
      (await asked<{ id: number }>(201, 'POST', path, body)).id;
    const ejercicioFiscalId = await made('/ejercicio-fiscal', { anio: 2031 });
    const agency = { nombre: 'Obras del núcleo', siglas: 'odn' };
    const dependenciaId = await made('/dependencias', agency);
    const tipoProyectoId = await made('/catalogos/tipo-proyecto', { nombre: 'Del núcleo' });
    await made('/localidad', { nombre: 'Del núcleo', municipioId: 50 });
    assert.equal((await asked<unknown[]>(200, 'GET', '/municipios')).length, 106);
    assert.equal((await asked<unknown[]>(200, 'GET', '/estatus-obra')).length, 7);

    const obra = await asked<{ id: number; numeroObra: number }>(201, 'POST', '/obras', {
      ...{ claveUnica: 'NUCLEO-1', nombre: 'Obra del núcleo', monto: 10.5, municipioId: 50 },
      ...{ ejercicioFiscalId, dependenciaId, tipoProyectoId, estatusObraId: 1 },
      ubicaciones: [ubicacionBody()],
    });
    assert.equal(obra.numeroObra, 1);
    const changed = await asked(200, 'PATCH', `/obras/${obra.id}`, { monto: 11 });
    assert.deepEqual(await asked(200, 'GET', `/obras/${obra.id}`), changed);
    for (const query of [`ejercicioFiscalId=${ejercicioFiscalId}`, 'limit=10']) {
      assert.deepEqual(await asked(200, 'GET', `/obras?${query}`), [changed]);
    }

    const favorites = `/users/${user.id}/favorites`;
    await asked(201, 'POST', `${favorites}/${obra.id}`);
    await asked(400, 'POST', `${favorites}/${obra.id}`);
    const { data } = await asked<{ data: unknown[] }>(200, 'GET', favorites);
    assert.deepEqual(data, [changed]);
    await asked(200, 'DELETE', `${favorites}/${obra.id}`);

    type Rows = { recurso: string; accion: string }[];
    const rows = await asked<Rows>(200, 'GET', '/bitacora?recurso=obras&limit=2');
    const acts = ['cambiar', 'crear'].map((accion) => ['obras', accion]);
    assert.deepEqual(columnsOf(rows, 'recurso', 'accion'), acts);
    // Works of other files had this id before, and the ledger keeps their stories, too.
    const story = await asked<Rows>(200, 'GET', `/obras/${obra.id}/historial`);
    assert.ok(story.length >= 2);
    await asked(200, 'DELETE', `/obras/${obra.id}`);
    await asked(404, 'GET', `/obras/${obra.id}`);
    await asked(200, 'GET', `/users/${user.id}`);
  });

  test('answers 404 at the addresses of features', async () => {
    for (const path of ['/', '/openapi.json', '/metrics', '/portal/', '/seguimiento', '/oc4ids']) {
      await asked(404, 'GET', path);
    }
    await asked(200, 'GET', '/health/ready');
  });
});
