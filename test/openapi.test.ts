import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Operation } from './openapi-check.ts';
import {
  type Answer,
  base,
  call,
  db,
  obraBody,
  people,
  reset,
  someCatalog,
  ubicacionBody,
} from './world.ts';

interface Documented extends Operation {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
}

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: { default?: unknown };
  example?: unknown;
}

const document = (await (await fetch(`${base}/openapi.json`)).json()) as {
  openapi: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, Documented>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);
const documented = (name: string, status: number) =>
  operations.find((operation) => operation.name === name)?.operation.responses[status];
const ajv = new Ajv2020({ strict: false, validateFormats: false });

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1 and names every operation of the service', () => {
    assert.equal(document.openapi, '3.1.0');
    assert.equal(operations.length, 38);
  });

  test('names each operation once, as a client’s function would be called', () => {
    const ids = operations.map(({ operation }) => operation.operationId ?? '');
    for (const id of ids) assert.match(id, /^[a-z]+([A-Z][a-z]+)*$/);
    assert.equal(new Set(ids).size, operations.length);
  });

  test('says what each of its tags is, and uses them all', () => {
    const used = new Set(operations.flatMap(({ operation }) => operation.tags ?? ['']));
    assert.deepEqual([...used].sort(), document.tags.map(({ name }) => name).sort());
  });

  test('asks for no parameter that has a default', () => {
    const parameters = operations.flatMap(({ operation }) => operation.parameters ?? []);
    const withDefault = parameters.filter(({ schema }) => schema.default !== undefined);
    assert.deepEqual([...new Set(withDefault.map(({ name }) => name))].sort(), [
      'limit',
      'page',
      'ver_todo',
    ]);
    for (const { name, required } of parameters.filter(({ in: place }) => place !== 'path')) {
      assert.equal(required, false, name);
    }
  });

  for (const { name, operation } of operations) {
    test(`${name} says who may call it, what comes in and what goes out`, () => {
      assert.ok(operation.summary);
      assert.match(operation.description ?? '', /Acceso: /);
      const statuses = Object.keys(operation.responses);
      assert.ok(statuses.some((status) => status.startsWith('2')));
      for (const [status, answer] of Object.entries(operation.responses)) {
        assert.match(answer.description, /^[A-ZÁÉÍÓÚ]/, status);
        assert.notEqual(answer.description, 'Default Response', status);
      }
      for (const status of ['500', '503']) assert.ok(statuses.includes(status), status);
      assert.equal(
        statuses.includes('401'),
        operation.security !== undefined || name.includes('login'),
      );
      if (operation.requestBody) assert.ok(statuses.includes('400'));
      const path = name.split(' ')[1] ?? '';
      const inPath = operation.parameters?.filter((parameter) => parameter.in === 'path') ?? [];
      assert.equal(inPath.length, path.split('{').length - 1);
    });

    test(`${name} shows an example of every body, which fits its schema`, () => {
      const bodies = [operation.requestBody, ...Object.values(operation.responses)];
      for (const { schema, example } of bodies.flatMap((body) =>
        Object.values(body?.content ?? {}),
      )) {
        assert.notEqual(example, undefined);
        assert.ok(ajv.validate(schema, example), `${ajv.errorsText()}: ${JSON.stringify(example)}`);
      }
    });
  }

  describe('tried with the examples of its parameters', () => {
    before(async () => {
      await reset();
      await someCatalog();
      // Another test may have deleted the first of them.
      await db.query(
        `INSERT INTO localidades (id, nombre, municipio_id) OVERRIDING SYSTEM VALUE
         VALUES (1, 'Cholul', 50) ON CONFLICT DO NOTHING`,
      );
      const obra = obraBody({ ubicaciones: [ubicacionBody()] });
      assert.equal((await call('admin', 'POST', '/obras', obra)).status, 201);
      const favorite = `/users/${people.user.id}/favorites/1`;
      assert.equal((await call('user', 'POST', favorite)).status, 201);
    });

    for (const { name, operation } of operations.filter(({ name }) => name.startsWith('get '))) {
      test(`${name} answers with something`, async () => {
        let path = name.split(' ')[1] ?? '';
        const query = new URLSearchParams();
        for (const { name, in: place, schema, example } of operation.parameters ?? []) {
          const value = String(example ?? schema.default ?? '');
          // Nobody's id can be known beforehand.
          if (place === 'path') path = path.replace(`{${name}}`, value || people.user.id);
          if (place === 'query' && value) query.set(name, value);
        }
        const answer = await call('admin', 'GET', `${path}?${query}`);
        assert.equal(answer.status, 200, answer.text);
        assert.ok((answer.body.data ?? [answer.body].flat()).length > 0, answer.text);
      });
    }
  });

  test('declares the headers that answers have', async () => {
    await reset();
    await someCatalog();
    const headers = { 'idempotency-key': randomUUID() };
    for (const body of [obraBody(), obraBody()]) {
      assert.equal((await call('admin', 'POST', '/obras', body)).status, 201);
    }
    const dependencia = { nombre: 'Una' };
    await call('nobody', 'POST', '/dependencias', dependencia, { headers });
    const cases: [name: string, answer: Answer, headers: string[]][] = [
      ['get /obras', await call('user', 'GET', '/obras?limit=1'), ['X-Total-Count', 'Link']],
      ['get /obras/{id}', await call('user', 'GET', '/obras/1'), ['ETag']],
      ['get /bitacora', await call('admin', 'GET', '/bitacora?limit=1'), ['ETag', 'Link']],
      ['get /obras/{id}/historial', await call('admin', 'GET', '/obras/1/historial'), ['ETag']],
      [
        'post /dependencias',
        await call('nobody', 'POST', '/dependencias', dependencia, { headers }),
        ['Idempotency-Replayed'],
      ],
      ['get /users', await call('nobody', 'GET', '/users'), ['WWW-Authenticate']],
      ['delete /obras/{id}', await call('admin', 'DELETE', '/obras/1'), []],
    ];
    for (const [name, { status, headers }, sent] of cases) {
      const answer = documented(name, status);
      for (const header of [...sent, 'X-Request-Id']) {
        assert.ok(answer?.headers?.[header], `${name} ${status}: ${header}`);
        assert.ok(headers.get(header), `${name} ${status}: ${header}`);
      }
    }
  });

  test('shows the sentences of each resource as examples of its errors', async () => {
    await reset();
    await someCatalog();
    const user = `/users/${people.user.id}`;
    const refusals: [name: string, answer: Answer][] = [
      ['get /obras/{id}', await call('user', 'GET', '/obras/99')],
      ['get /dependencias/{id}', await call('user', 'GET', '/dependencias/99')],
      ['get /ejercicio-fiscal/{id}', await call('user', 'GET', '/ejercicio-fiscal/99')],
      ['get /users/{id}', await call('other', 'GET', user)],
      [
        'delete /users/{id}/favorites/{obraId}',
        await call('user', 'DELETE', `${user}/favorites/1`),
      ],
      ['post /ejercicio-fiscal', await call('user', 'POST', '/ejercicio-fiscal', { anio: 2026 })],
      ['post /users', await call('admin', 'POST', '/users', {})],
      [
        'post /auth/login',
        await call('nobody', 'POST', '/auth/login', { email: 'x', password: 'x' }),
      ],
    ];
    for (const [name, { status, body }] of refusals) {
      const { example } = documented(name, status)?.content?.['application/json'] ?? {};
      assert.deepEqual(example, body, name);
    }
    const tooLarge = (name: string) => JSON.stringify(documented(name, 413)?.content);
    assert.match(tooLarge('post /obras'), /máximo de 8 MB\./);
    assert.match(tooLarge('post /users'), /máximo de 1 MB\./);
  });

  test('can be browsed at /docs', async () => {
    const page = await fetch(`${base}/docs`);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /swagger-ui/);
    const script = await fetch(`${base}/docs/static/swagger-ui-bundle.js`);
    assert.equal(script.status, 200);
  });
});
