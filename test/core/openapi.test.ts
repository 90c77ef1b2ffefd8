import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { Script } from 'node:vm';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { add, pdf } from '../archivos.ts';
import { ACCESS, accessOf } from '../client/pages.ts';
import { forgetCortes, sellar } from '../cortes.ts';
import { hasFeature, isHere, isWhole } from '../features.ts';
import { type Operation, resolved } from '../openapi-check.ts';
import { makeTown, writeArchive } from '../pmtiles.ts';
import { NO_SESSION } from '../process.ts';
import {
  type Answer,
  base,
  call,
  contratoBody,
  db,
  newObra,
  obraBody,
  otherApp,
  people,
  programaBody,
  resetWithCatalog,
  serving,
  ubicacionBody,
} from '../world.ts';

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

const published = await (await fetch(`${base}/openapi.json`)).text();
const document = resolved(
  JSON.parse(published) as {
    openapi: string;
    info: { description: string };
    tags: { name: string }[];
    paths: Record<string, Record<string, Documented>>;
    components: { schemas: Record<string, object> };
  },
);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);
const documented = (name: string, status: number) =>
  operations.find((operation) => operation.name === name)?.operation.responses[status];
const ajv = new Ajv2020({ strict: false, validateFormats: false });

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1 and names every operation of the service', () => {
    assert.equal(document.openapi, '3.1.0');
    if (isWhole()) assert.equal(operations.length, 175);
  });

  test('names each operation once, as a client’s function would be called', () => {
    const ids = operations.map(({ operation }) => operation.operationId ?? '');
    for (const id of ids) assert.match(id, /^[a-z]+([A-Z][a-z]+)*$/);
    assert.equal(new Set(ids).size, operations.length);
  });

  test('names its schemas as the interface does, and writes each once', () => {
    const names = Object.keys(document.components.schemas);
    const known = ['Obra', 'NuevaObra', 'Ubicacion', 'Geometria', 'Dependencia', 'Localidad'];
    for (const name of known) assert.ok(names.includes(name), name);
    // A generated class of that name would stand in the way of the language's own.
    assert.ok(!names.includes('Error'));
    for (const name of names) assert.match(name, /^[A-Z][A-Za-z]+$/);
    // Every body is one of them, or a list of one, or a file's text.
    for (const path of Object.values(JSON.parse(published).paths) as Record<string, Documented>[]) {
      for (const { operationId, requestBody, responses } of Object.values(path)) {
        for (const { schema } of [requestBody, ...Object.values(responses)].flatMap((body) =>
          Object.values(body?.content ?? {}),
        )) {
          const { $ref, items, type } = schema as Record<string, string> & {
            items?: { $ref: string };
          };
          if (type === 'string') continue;
          assert.match($ref ?? items?.$ref ?? '', /^#\/components\/schemas\//, operationId);
        }
      }
    }
    assert.ok(published.length < 800_000, String(published.length));
  });

  test('discriminates geometries by their type, and accepts and refuses those that the service does', async () => {
    const { oneOf, discriminator } = JSON.parse(published).components.schemas.Geometria;
    assert.equal(discriminator.propertyName, 'type');
    assert.deepEqual(
      oneOf.map(({ $ref }: { $ref: string }) => $ref),
      Object.values(discriminator.mapping),
    );
    const isGeometria = ajv.compile(document.components.schemas.Geometria as object);
    await resetWithCatalog();
    const ring = [0, 1, 2, 0].map((i) => [i === 0 ? 0 : 1, i === 2 ? 1 : 0]);
    const geometries: [tipoGeometria: string, geometriaJson: object, fits: boolean][] = [
      ['PUNTO', { type: 'Point', coordinates: [-89.6, 20.9, 8] }, true],
      ['PUNTO', { type: 'Point', coordinates: [-89.6, 20.9], bbox: [-90, 20, -89, 21] }, true],
      ['PUNTO', { type: 'MultiPoint', coordinates: [[-89.6, 20.9]] }, true],
      ['RUTA', { type: 'LineString', coordinates: ring }, true],
      ['RUTA', { type: 'MultiLineString', coordinates: [ring, ring] }, true],
      ['POLIGONO', { type: 'Polygon', coordinates: [ring] }, true],
      ['POLIGONO', { type: 'MultiPolygon', coordinates: [[ring]] }, true],
      ['PUNTO', { type: 'Point', coordinates: [-89.6] }, false],
      ['PUNTO', { type: 'Point', coordinates: [[-89.6, 20.9]] }, false],
      ['PUNTO', { type: 'Point', coordinates: [-89.6, '20.9'] }, false],
      ['PUNTO', { type: 'Point', coordinates: [-89.6, 20.9], bbox: [-90, 20, -89] }, false],
      ['PUNTO', { type: 'Point', coordinates: [-89.6, 20.9], crs: 'EPSG:4326' }, false],
      ['PUNTO', { type: 'Point' }, false],
      ['PUNTO', { type: 'MultiPoint', coordinates: [] }, false],
      ['RUTA', { type: 'LineString', coordinates: [[-89.6, 20.9]] }, false],
      ['RUTA', { type: 'MultiLineString', coordinates: ring }, false],
      ['POLIGONO', { type: 'Polygon', coordinates: [ring.slice(1)] }, false],
      ['POLIGONO', { type: 'MultiPolygon', coordinates: [] }, false],
      ['POLIGONO', { type: 'GeometryCollection', geometries: [] }, false],
    ];
    for (const [tipoGeometria, geometriaJson, fits] of geometries) {
      const text = JSON.stringify(geometriaJson);
      assert.equal(isGeometria(geometriaJson), fits, text);
      const body = obraBody({ ubicaciones: [ubicacionBody({ tipoGeometria, geometriaJson })] });
      assert.equal((await call('admin', 'POST', '/obras', body)).status, fits ? 201 : 400, text);
    }
  });

  test('marks as optional what may be left out, so that generated types do not ask for it', () => {
    const defaults: string[] = [];
    const look = (part: unknown, place: string) => {
      if (typeof part !== 'object' || part === null) return;
      if ('default' in part) defaults.push(place);
      for (const [key, value] of Object.entries(part)) look(value, `${place}.${key}`);
    };
    for (const { name, operation } of operations) look(operation.requestBody, name);
    assert.deepEqual(defaults, []);
    const { properties = {} } = document.components.schemas.NuevaObra as {
      properties?: Record<string, { description?: string }>;
    };
    assert.match(properties.descripcion?.description ?? '', /Si falta, vale ""\.$/);
    assert.match(properties.ubicaciones?.description ?? '', /Si falta, vale \[\]\.$/);
  });

  test('describes lists as generated clients send them, and a form before the file itself', () => {
    const parameters = operations.flatMap(({ operation }) => operation.parameters ?? []);
    const query = parameters.filter((parameter) => parameter.in === 'query');
    const lists = query.filter(({ schema }) => (schema as { type?: string }).type === 'array');
    assert.ok(lists.length > 40);
    // A default that says nothing is not repeated (OpenAPI 3.1, «style» and «explode»).
    for (const list of query) assert.ok(!('style' in list || 'explode' in list), list.name);
    for (const { name } of lists) assert.match(name, /Id$/);
    if (!hasFeature('importacion')) return;
    const imported = operations.find(({ name }) => /^post .*\/importacion$/.test(name))?.operation;
    assert.equal(Object.keys(imported?.requestBody?.content ?? {})[0], 'multipart/form-data');
  });

  test('has 431 of each operation, for a head too large', async () => {
    for (const { name } of operations) assert.ok(documented(name, 431)?.content, name);
    const answer = await fetch(`${base}/obras?q=${'x'.repeat(20_000)}`);
    assert.equal(answer.status, 431);
    const { example } = documented('get /obras', 431)?.content?.['application/json'] ?? {};
    assert.deepEqual(await answer.json(), example);
  });

  test('describes each of its tags, and uses them all', () => {
    const used = new Set(operations.flatMap(({ operation }) => operation.tags ?? ['']));
    assert.deepEqual([...used].sort(), document.tags.map(({ name }) => name).sort());
  });

  test('has one label for each parameter wherever it stands', () => {
    const names = operations
      .flatMap(({ operation }) => operation.parameters ?? [])
      .flatMap(({ name, schema }) => {
        const label = (schema as { 'x-etiqueta'?: string })['x-etiqueta'];
        return label === undefined ? [] : `${name}: ${label}`;
      });
    assert.deepEqual(
      [...new Set(names)].filter((one) => /^(montoMin|limit|variacionMonto):/.test(one)).sort(),
      ['limit: Renglones por página', 'montoMin: Monto desde', 'variacionMonto: Cambio del monto'],
    );
    const labelled = [...new Set(names)].map((one) => one.slice(0, one.indexOf(':')));
    assert.deepEqual(labelled, [...new Set(labelled)]);
  });

  test('requires no parameter that has a default', () => {
    const parameters = operations.flatMap(({ operation }) => operation.parameters ?? []);
    const withDefault = parameters.filter(({ schema }) => schema.default !== undefined);
    const ofCalidad = hasFeature('calidad') ? ['variacionMonto'] : [];
    const names = [...new Set(withDefault.map(({ name }) => name))].sort();
    assert.deepEqual(names, ['limit', 'page', ...ofCalidad, 'ver_todo']);
    for (const { name, required } of parameters.filter(({ in: place }) => place !== 'path')) {
      // The subject of a summary, and the other cut, have no default that would be anybody's.
      assert.equal(required, name === 'por' || name === 'con', name);
    }
  });

  for (const { name, operation } of operations) {
    test(`${name} documents its access, its request and its answers`, () => {
      assert.ok(operation.summary);
      assert.match(operation.description ?? '', /Acceso: /);
      const statuses = Object.keys(operation.responses);
      assert.ok(statuses.some((status) => status.startsWith('2') || status === '302'));
      for (const [status, answer] of Object.entries(operation.responses)) {
        assert.match(answer.description, /^[A-ZÁÉÍÓÚ]/, status);
        assert.notEqual(answer.description, 'Default Response', status);
      }
      for (const status of ['500', '503']) assert.ok(statuses.includes(status), status);
      const asksForSession = operation.security !== undefined || name.includes('login');
      assert.equal(statuses.includes(String(NO_SESSION)), asksForSession);
      if (operation.requestBody) assert.ok(statuses.includes('400'));
      const path = name.split(' ')[1] ?? '';
      const inPath = operation.parameters?.filter((parameter) => parameter.in === 'path') ?? [];
      assert.equal(inPath.length, path.split('{').length - 1);
    });

    test(`${name} shows an example of every body, which fits its schema`, () => {
      const bodies = [operation.requestBody, ...Object.values(operation.responses)];
      const contents = bodies.flatMap((body) => Object.values(body?.content ?? {}));
      for (const { schema, example } of contents) {
        assert.notEqual(example, undefined);
        assert.ok(ajv.validate(schema, example), `${ajv.errorsText()}: ${JSON.stringify(example)}`);
      }
    });
  }

  describe('tried with the examples of its parameters', () => {
    const withMap = serving({ MAP_FILE: writeArchive(makeTown()) });
    before(async () => {
      await resetWithCatalog();
      // Another test may have deleted the first of them.
      await db.query(
        `INSERT INTO localidades (id, nombre, municipio_id) OVERRIDING SYSTEM VALUE
         VALUES (1, 'Cholul', 50) ON CONFLICT DO NOTHING`,
      );
      await db.query(
        `INSERT INTO importaciones (id, archivo, simular, estado, terminada_en, clase)
         SELECT id, 'obras.csv', false, 'interrumpida', now(), clase
         FROM unnest($1::uuid[], ARRAY['obras', 'seguimiento', 'expedientes']) AS i (id, clase) ON CONFLICT DO NOTHING`,
        [[people.user.id, people.other.id, people.admin2.id]],
      );
      await db.query(
        `INSERT INTO importaciones (archivo, simular, estado, terminada_en, clase, deshace)
         SELECT archivo, false, estado, terminada_en, clase, id FROM importaciones WHERE id = ANY ($1::uuid[])`,
        [[people.user.id, people.other.id, people.admin2.id]],
      );
      await newObra({ claveUnica: 'SOP-2026-0001', ubicaciones: [ubicacionBody()] });
      for (const [path, body] of [
        ['avances', { fechaCorte: '2026-06-30', avanceFisico: 45.5 }],
        ['programas', programaBody()],
        ['contratos', contratoBody()],
      ] as const) {
        assert.equal((await call('admin', 'POST', `/obras/1/${path}`, body)).status, 201);
      }
      if (hasFeature('archivos'))
        await add(pdf(), { titulo: 'Contrato', clase: 'CONTRATO', publico: 'true' });
      await forgetCortes();
      if (hasFeature('cortes')) {
        assert.equal((await sellar('2026-T3')).error, null);
        await db.query('UPDATE cortes_trabajos SET id = $1', [people.user.id]);
      }
      const favorite = `/users/${people.user.id}/favorites/1`;
      assert.equal((await call('user', 'POST', favorite)).status, 201);
      const clerk = `/users/${people.user.id}/dependencias`;
      assert.equal((await call('admin', 'PATCH', clerk, { dependenciaIds: [1] })).status, 200);
    });

    // One that leads elsewhere has none of its own.
    const reads = operations.filter(
      ({ name, operation }) => name.startsWith('get ') && !(302 in operation.responses),
    );
    for (const { name, operation } of reads) {
      test(`${name} answers with some data`, async () => {
        let path = name.split(' ')[1] ?? '';
        const query = new URLSearchParams();
        for (const { name, in: place, schema, example } of operation.parameters ?? []) {
          const value = String(example ?? schema.default ?? '');
          // The ids of users can't be known beforehand.
          const { id } = path.startsWith('/seguimiento')
            ? people.other
            : path.startsWith('/expedientes')
              ? people.admin2
              : people.user;
          if (place === 'path') path = path.replace(`{${name}}`, value || id);
          if (place === 'query' && value) query.set(name, value);
        }
        // This one needs a file.
        const url = path.startsWith('/mapa/base') ? withMap.url : base;
        const answer = await call('admin', 'GET', `${path}?${query}`, undefined, { url });
        assert.equal(answer.status, 200, answer.text);
        assert.ok((answer.body.data ?? [answer.body].flat()).length > 0, answer.text);
      });
    }
  });

  test('declares the headers that answers have', async () => {
    await resetWithCatalog();
    const headers = { 'idempotency-key': randomUUID() };
    for (const _ of [1, 2]) await newObra();
    const dependencia = { nombre: 'Una' };
    await call('nobody', 'POST', '/dependencias', dependencia, { headers });
    const again = await call('nobody', 'POST', '/dependencias', dependencia, { headers });
    const cases: [name: string, answer: Answer, headers: string[]][] = [
      ['post /dependencias', again, ['Idempotency-Replayed']],
      ['get /obras', await call('user', 'GET', '/obras?limit=1'), ['X-Total-Count', 'Link']],
      ['get /obras/{id}', await call('user', 'GET', '/obras/1'), ['ETag']],
      ['get /bitacora', await call('admin', 'GET', '/bitacora?limit=1'), ['ETag', 'Link']],
      ['get /obras/{id}/historial', await call('admin', 'GET', '/obras/1/historial'), ['ETag']],
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
    await resetWithCatalog();
    const user = `/users/${people.user.id}`;
    // biome-ignore format: rows
    const refusals: [name: string, answer: Answer][] = [
      ['get /obras/{id}', await call('user', 'GET', '/obras/99')],
      ['get /dependencias/{id}', await call('user', 'GET', '/dependencias/99')],
      ['get /ejercicio-fiscal/{id}', await call('user', 'GET', '/ejercicio-fiscal/99')],
      ['get /users/{id}', await call('other', 'GET', user)],
      ['delete /users/{id}/favorites/{obraId}', await call('user', 'DELETE', `${user}/favorites/1`)],
      ['post /ejercicio-fiscal', await call('user', 'POST', '/ejercicio-fiscal', { anio: 2026 })],
      ['post /users', await call('admin', 'POST', '/users', {})],
      ['post /auth/login', await call('nobody', 'POST', '/auth/login', { email: 'x', password: 'x' })],
    ];
    for (const [name, { status, body }] of refusals) {
      const { example } = documented(name, status)?.content?.['application/json'] ?? {};
      assert.deepEqual(example, body, name);
    }
    const tooLarge = (name: string) => JSON.stringify(documented(name, 413)?.content);
    assert.match(tooLarge('post /obras'), /máximo de 8 MB\./);
    assert.match(tooLarge('post /users'), /máximo de 1 MB\./);
  });

  test('begins with how to log in, what the refusal of a session means and what is limited', async () => {
    const { description } = document.info;
    const headings = [...description.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    const meaning = `Qué significa un ${NO_SESSION}`;
    assert.deepEqual(headings, ['Para empezar', meaning, 'Límites', 'Si sólo se puede consultar']);
    assert.match(description, /POST \/auth\/login[\s\S]+access_token[\s\S]+\*\*Autorizar\*\*/);
    for (const row of [
      '| `Credenciales inválidas` | Al iniciar sesión: ',
      '| `Unauthorized` | En lo demás: ',
      `| Cuerpo de una solicitud | 1 MB; Obras: 8 MB${hasFeature('importacion') ? '; Importación: 64 MB' : ''}${hasFeature('archivos') ? '; Archivos: 25 MB' : ''} | 413 |`,
      '| 16 niveles; listas de 500 elementos; objetos de 100 campos | 400 |',
      '| 10 con una cuenta desde una dirección; 1,200 desde una dirección | 429 |',
      '| Escrituras sin token, por minuto | 1,200 desde una dirección | 429 |',
      '`GET /health/ready` responde entonces 200 con `{"status":"solo-lectura"}`',
    ]) {
      assert.ok(description.includes(row), row);
    }
    for (const [seconds, words] of [
      [8 * 3600, 'Vale 8 horas;'],
      [3600, 'Vale 1 hora;'],
      [5400, 'Vale 90 minutos;'],
      [3601, 'Vale 3,601 segundos;'],
    ] as const) {
      const other = await otherApp({ JWT_EXPIRES_IN: seconds });
      const text = await (await fetch(`${other.url}/openapi.json`)).text();
      await other.close();
      assert.ok(text.includes(words), words);
    }
  });

  /** Those whose body may have more megabytes than one. */
  const LARGE: [places: RegExp, megabytes: number][] = [
    [/ \/obras(\/\{id\})?$/, 8],
    [/\/importacion/, 64],
    [/^post \/obras\/\{id\}\/archivos$/, 25],
  ];
  test('has of each operation what the refusal of a session means, and the size of its body', () => {
    for (const { name, operation } of operations) {
      const { description } = operation.responses[NO_SESSION] ?? {};
      if (name === 'post /auth/login')
        assert.match(description ?? '', /^El correo o la contraseña/);
      else if (description) assert.match(description, /^Falta el token, no es válido, ya venció/);
      const limit = /Cuerpo: hasta (\d+) MB\./.exec(operation.description ?? '')?.[1];
      const [, most = 1] = LARGE.find(([places]) => places.test(name)) ?? [];
      assert.equal(limit, operation.requestBody && String(most), name);
      assert.equal(
        operation.description?.includes('Sin token: hasta 1,200 por minuto'),
        /^(?!get )\w+ \/dependencias(?!.*(?:fusion|contacto))/.test(name),
        name,
      );
    }
  });

  test('has the access of each operation as docs/accesos.md, which npm run pages makes of it', () => {
    // Of a feature that is not there the page has its lines, and nothing else may differ.
    const page = readFileSync(ACCESS, 'utf8')
      .split('\n')
      .filter((line) => isHere(/^\| `([^`]+)`/.exec(line)?.[1] ?? ''))
      .join('\n')
      .replaceAll(/\n## .+\n\n\| Operación \| Qué hace \|\n\| --- \| --- \|\n(?=\n|$)/g, '');
    assert.equal(page, accessOf(published));
  });

  test('can be browsed at /docs, in Spanish and without another product’s brand', async () => {
    const page = await fetch(`${base}/docs`);
    assert.equal(page.status, 200);
    const html = await page.text();
    assert.match(html, /<title>Registro de Obras Públicas<\/title>/);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'self'/);
    assert.doesNotMatch(policy, /script-src|unsafe-eval|https?:/);
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
    assert.ok(loaded.length >= 6);
    const files = new Map<string, string>();
    for (const path of loaded) {
      const answer = await fetch(new URL(path, base));
      assert.equal(answer.status, 200, path);
      files.set(path.replace(/.*\//, ''), await answer.text());
    }
    // The page that loads carries no script of its own.
    assert.doesNotMatch(html, /<script(?![^>]+src=)|favicon/);
    assert.match(files.get('swagger-initializer.js') ?? '', /"layout":"BaseLayout"/);
    const words = files.get('registro.js') ?? '';
    new Script(words);
    // The words that the introduction leads to are those that the page has for its own.
    for (const [theirs, ours] of [
      ['Authorize', 'Autorizar'],
      ['Try it out', 'Probar'],
      ['Execute', 'Ejecutar'],
    ] as const) {
      assert.ok(files.get('swagger-ui-bundle.js')?.includes(`"${theirs}`), theirs);
      assert.match(words, new RegExp(`"${theirs}":"${ours}"`));
      assert.ok(document.info.description.includes(`**${ours}**`), ours);
    }
  });
});
