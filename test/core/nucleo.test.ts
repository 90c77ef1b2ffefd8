import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
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
    await asked(401, 'GET', '/obras');
    const { access_token, user } = await asked<{ access_token: string; user: { id: string } }>(
      200,
      'POST',
      '/auth/login',
      { email: emailOf('admin'), password },
    );
    authorization = `Bearer ${access_token}`;

    const { id: ejercicioFiscalId } = await asked<{ id: number }>(
      201,
      'POST',
      '/ejercicio-fiscal',
      { anio: 2031 },
    );
    const { id: dependenciaId } = await asked<{ id: number }>(201, 'POST', '/dependencias', {
      nombre: 'Obras del núcleo',
      siglas: 'odn',
    });
    const { id: tipoProyectoId } = await asked<{ id: number }>(
      201,
      'POST',
      '/catalogos/tipo-proyecto',
      { nombre: 'Del núcleo' },
    );
    await asked(201, 'POST', '/localidad', { nombre: 'Del núcleo', municipioId: 50 });
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
    assert.deepEqual(await asked(200, 'GET', `/obras?ejercicioFiscalId=${ejercicioFiscalId}`), [
      changed,
    ]);
    assert.deepEqual(await asked(200, 'GET', '/obras?limit=10'), [changed]);

    const favorites = `/users/${user.id}/favorites`;
    await asked(201, 'POST', `${favorites}/${obra.id}`);
    await asked(400, 'POST', `${favorites}/${obra.id}`);
    const { data } = await asked<{ data: unknown[] }>(200, 'GET', favorites);
    assert.deepEqual(data, [changed]);
    await asked(200, 'DELETE', `${favorites}/${obra.id}`);

    const rows = await asked<{ recurso: string; accion: string }[]>(
      200,
      'GET',
      '/bitacora?recurso=obras&limit=2',
    );
    assert.deepEqual(
      rows.map(({ recurso, accion }) => [recurso, accion]),
      [
        ['obras', 'cambiar'],
        ['obras', 'crear'],
      ],
    );
    // Works of other files had this id before, and the ledger keeps their stories, too.
    const story = await asked<typeof rows>(200, 'GET', `/obras/${obra.id}/historial`);
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
