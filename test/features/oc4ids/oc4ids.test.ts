import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { readConfig } from '../../../src/core/base/config.ts';
import { columnOf } from '../../columns.ts';
import { hasFeature } from '../../features.ts';
import { manyObras, withBlanks } from '../../many-obras.ts';
import {
  type Answer,
  base,
  call,
  db,
  get,
  newObra,
  obraBody,
  refused,
  resetWithCatalog,
  tagged,
  ubicacionBody,
  type Who,
  withApp,
  wkt,
  write,
} from '../../world.ts';
import { assertValid, isPackage } from './oc4ids-schema.ts';

// Packages are held to the official schema. What the follow-up of works adds is in oc4ids-seguimiento.test.ts.

/** The projects of an answer that is a valid package. */
async function projectsAt(path: string, who: Who = 'user') {
  const { body } = await get(path, who);
  assertValid(body);
  return body.projects;
}

const create = async (changes: Record<string, unknown> = {}): Promise<number> =>
  (await newObra(changes)).id;

describe('OC4IDS', () => {
  beforeEach(resetWithCatalog);

  test('has all fields of an obra, in the words of the standard', async () => {
    const classes = { sectorOc4ids: 'transport.road', tipoOc4ids: 'rehabilitation' };
    await call('admin', 'PATCH', '/catalogos/tipo-proyecto/1/oc4ids', classes);
    const near = { localidadReferencia: 'Mérida', referenciaLugar: 'Frente al parque' };
    const line = wkt('LINESTRING (-89.6 20.9 8.5, -89.5 20.8)');
    await create({
      claveUnica: 'SOP-2026-0001',
      nombre: 'Pavimentación de la calle 60',
      descripcion: 'Concreto «hidráulico».',
      monto: 1000,
      ubicaciones: [
        ubicacionBody({ tipoGeometria: 'RUTA', geometriaJson: line, municipioId: 2, orden: 2 }),
        ubicacionBody({ ...near, orden: 1 }),
      ],
    });
    const { text, body } = await call('user', 'GET', '/oc4ids');
    assertValid(body);
    assert.match(text, /"amount":1000\.00,/);
    const { publishedDate, ...head } = body;
    const [{ updated, ...project }] = body.projects;
    assert.deepEqual([head.uri, head.version], [`${base}/oc4ids`, '0.9']);
    assert.deepEqual(head.publisher, { name: 'Registro de Obras Públicas' });
    assert.equal(updated, publishedDate);
    assert.ok(Math.abs(Date.parse(updated) - Date.now()) < 60_000);
    const amount = { amount: 1000, currency: 'MXN' };
    const [startDate, endDate] = ['2026-01-01T00:00:00-06:00', '2026-12-31T23:59:59-06:00'];
    const period = { startDate, endDate };
    const yucatan = { region: 'Yucatán', countryName: 'México' };
    assert.deepEqual(project, {
      id: 'oc4ids-xxxxxx-SOP-2026-0001',
      title: 'Pavimentación de la calle 60',
      description: 'Concreto «hidráulico».',
      identifiers: [
        { scheme: 'MX-YUC-claveUnica', id: 'SOP-2026-0001' },
        { scheme: 'MX-YUC-numeroObra', id: '1/2026' },
      ],
      status: 'implementation',
      type: 'rehabilitation',
      sector: ['transport', 'transport.road'],
      additionalClassifications: [
        { scheme: 'MX-YUC-tipoProyecto', id: '1', description: 'Vialidades' },
      ],
      budget: {
        amount,
        budgetBreakdowns: [
          {
            id: 'ejercicio-fiscal',
            description: 'Por ejercicio fiscal',
            budgetBreakdown: [{ id: '2026', description: 'Ejercicio fiscal 2026', amount, period }],
          },
        ],
      },
      publicAuthority: { id: 'MX-YUC-1', name: 'Secretaría de Obras' },
      parties: [{ id: 'MX-YUC-1', name: 'Secretaría de Obras', roles: ['publicAuthority'] }],
      locations: [
        {
          id: 'municipio-31050',
          description: 'Mérida',
          address: { locality: 'Mérida', ...yucatan },
          gazetteer: { scheme: 'x_INEGI', identifiers: ['31050'] },
        },
        {
          id: project.locations[1].id,
          description: 'Mérida, Frente al parque',
          geometry: { type: 'Point', coordinates: [-89.6237, 20.9674] },
          address: { streetAddress: 'Calle 60 x 61, Centro', locality: 'Mérida', ...yucatan },
          gazetteer: { scheme: 'x_INEGI', identifiers: ['31050'] },
        },
        {
          id: project.locations[2].id,
          geometry: line,
          address: { streetAddress: 'Calle 60 x 61, Centro', locality: 'Acanceh', ...yucatan },
          gazetteer: { scheme: 'x_INEGI', identifiers: ['31002'] },
        },
      ],
    });
    for (const { id } of project.locations.slice(1)) assert.match(id, /^ubicacion-\d+$/);
  });

  test('leaves out the empty fields of an obra', async () => {
    await create({ descripcion: '', tipoProyectoId: null });
    await create();
    const projects = await projectsAt('/oc4ids');
    for (const project of projects) {
      for (const field of ['description', 'type', 'sector', 'metrics', 'completion'])
        assert.ok(!(field in project), field);
      assert.equal(project.locations.length, 1);
    }
  });

  test('has a word of the standard for every status', async () => {
    const words = ['identification', 'preparation', 'preparation', 'implementation'];
    words.push('implementation', 'completion', 'cancelled');
    for (const [i] of words.entries()) await create({ estatusObraId: i + 1 });
    const projects = await projectsAt('/oc4ids');
    assert.deepEqual(columnOf(projects, 'status'), words);
  });

  test('takes the filters of GET /obras, and answers 404 where no work passes them', async () => {
    await create({ municipioId: 1, nombre: 'Pozo' });
    await create({ municipioId: 50, nombre: 'Calle', ubicaciones: [ubicacionBody()] });
    for (const [query, count] of [
      ['municipioId=50', 1],
      ['q=pozo', 1],
      ['bbox=-89.7,20.9,-89.5,21', 1],
      ['estatusObraId=4', 2],
      ['nada=1', 2],
    ] as const) {
      if (!query.startsWith('bbox') || hasFeature('mapa'))
        assert.equal((await projectsAt(`/oc4ids?${query}`)).length, count, query);
    }
    const { body } = await call('user', 'GET', '/oc4ids?q=calle%20%26%C3%B1&municipioId=50');
    assert.equal(body.statusCode, 404);
    const asked = await call('user', 'GET', '/oc4ids?municipioId=50&q=c%C3%A1lle');
    assert.equal(asked.body.uri, `${base}/oc4ids?municipioId=50&q=c%C3%A1lle`);
    const empty = 'Ninguna obra cumple los filtros, y un paquete de OC4IDS no puede estar vacío.';
    refused(await call('user', 'GET', '/oc4ids?municipioId=3'), 404, empty);
  });

  test('has one obra by its key, whatever characters the key has', async () => {
    for (const claveUnica of ['SOP-1', 'Ñandú/2026 «a» 50%', '../../../x?y#z', '"\\']) {
      await create({ claveUnica });
      const [project, ...rest] = await projectsAt(`/oc4ids/${encodeURIComponent(claveUnica)}`);
      assert.equal(project.id, `oc4ids-xxxxxx-${claveUnica}`);
      assert.deepEqual(rest, []);
    }
    const unknown = await call('user', 'GET', '/oc4ids/NO-HAY');
    refused(unknown, 404, 'Ninguna obra tiene la clave única «NO-HAY».');
    assert.equal((await call('user', 'GET', '/oc4ids/%00')).status, 400);
  });

  test('streams as many as there are, and large ones, each once', async () => {
    const point = { type: 'Point', coordinates: [-89.6, 20.9] };
    await manyObras(
      120,
      { municipio_id: '1 + n % 106', estatus_obra_id: '1 + n % 7' },
      `SELECT id, 50, 'Larga', 'PUNTO', ${withBlanks(point, 400_000)}, 1 FROM obras WHERE id <= 4`,
    );
    const projects = await projectsAt('/oc4ids');
    assert.equal(projects.length, 120);
    assert.deepEqual(projects[3].locations[1].geometry, point);
  });

  test('has the time at which obras or catalogs last changed, whoever logs in meanwhile', async () => {
    await create();
    const { body: first } = await call('user', 'GET', '/oc4ids');
    await db.query(`INSERT INTO bitacora (accion, recurso) VALUES ('entrada fallida', 'auth')`);
    const { body: second } = await call('user', 'GET', '/oc4ids');
    assert.equal(second.publishedDate, first.publishedDate);
    await call('admin', 'PATCH', '/dependencias/1', { siglas: 'X' });
    const { body: third } = await call('user', 'GET', '/oc4ids');
    assert.ok(third.publishedDate > first.publishedDate);
  });

  test('has address, publisher and prefix from the settings', async () => {
    await create({ claveUnica: 'A-1' });
    const settings = {
      PUBLIC_URL: 'https://obras.ejemplo.gob.mx/registro',
      PUBLISHER: 'Gobierno de Yucatán',
      OC4IDS_PREFIX: 'oc4ids-bu3kcz',
    };
    await withApp(settings, async (url) => {
      for (const path of ['/oc4ids', '/oc4ids/A-1']) {
        const { body, headers } = await tagged(() => get(path, 'user', { url }));
        assertValid(body);
        assert.equal(body.uri, settings.PUBLIC_URL + path);
        assert.equal(body.publisher.name, 'Gobierno de Yucatán');
        assert.equal(body.projects[0].id, 'oc4ids-bu3kcz-A-1');
        const condition = { headers: { 'if-none-match': headers.get('etag') ?? '' }, url };
        const again = await tagged(() => call('user', 'GET', path, undefined, condition));
        assert.equal(again.status, 304);
      }
    });
  });

  test('is refused by its schema where it is wrong', async () => {
    await create({ ubicaciones: [ubicacionBody()] });
    const { text } = await call('user', 'GET', '/oc4ids');
    const wrong: [what: string, change: (project: Record<string, unknown>) => void][] = [
      ['a status of another list', (project) => Object.assign(project, { status: 'completed' })],
      ['an empty text', (project) => Object.assign(project, { description: '' })],
      ['an empty list', (project) => Object.assign(project, { sector: [] })],
      ['another type', (project) => Object.assign(project, { type: 'pavimentación' })],
      ['no date', (project) => Object.assign(project, { updated: 'ayer' })],
      ['no id', (project) => delete project.id],
    ];
    for (const [what, change] of wrong) {
      const body = JSON.parse(text);
      change(body.projects[0]);
      assert.ok(!isPackage(body), what);
    }
    assert.ok(!isPackage({ ...JSON.parse(text), projects: [] }));
  });
});

describe('the OC4IDS codes of project types', () => {
  const path = '/catalogos/tipo-proyecto/1/oc4ids';
  before(resetWithCatalog);

  test('are set by administrators, and leave the project types as they are', async () => {
    const unset = { id: 1, nombre: 'Vialidades', sectorOc4ids: null, tipoOc4ids: null };
    assert.deepEqual((await call('user', 'GET', path)).body, unset);
    const set = { sectorOc4ids: 'transport', tipoOc4ids: 'expansion' };
    const changed = await call('admin', 'PATCH', path, set);
    assert.deepEqual(changed.body, { ...unset, ...set });
    assert.deepEqual((await call('user', 'GET', '/catalogos/tipo-proyecto/oc4ids')).body, [
      { ...unset, ...set },
    ]);
    const type = { id: 1, nombre: 'Vialidades', activo: true };
    assert.deepEqual((await call('user', 'GET', '/catalogos/tipo-proyecto/1')).body, type);
    const obra = await call('admin', 'POST', '/obras', obraBody());
    assert.deepEqual(obra.body.tipoProyecto, type);
    const { body: ledger } = await call('admin', 'GET', '/bitacora?recurso=tipo-proyecto&limit=1');
    assert.equal(ledger[0].accion, 'cambiar');
    const fields = columnOf(ledger[0].cambios, 'campo').sort();
    assert.deepEqual(fields, ['sectorOc4ids', 'tipoOc4ids']);
    const cleared = await call('admin', 'PATCH', path, { sectorOc4ids: null });
    assert.deepEqual(cleared.body, { ...unset, tipoOc4ids: 'expansion' });
  });

  test('are those of the standard alone', async () => {
    const wrong = { sectorOc4ids: 'vialidad', tipoOc4ids: 3, x: 1 };
    refused(await call('admin', 'PATCH', path, wrong), 400, [
      /^x no es un campo reconocido\.$/,
      /^sectorOc4ids debe ser education, health, /,
      /^tipoOc4ids debe ser un texto o null\.$/,
    ]);
    const unknown = '/catalogos/tipo-proyecto/99/oc4ids';
    refused(await call('admin', 'PATCH', unknown, {}), 404, 'Project type not found');
    refused(await call('user', 'GET', unknown), 404, 'Project type not found');
    // The database takes what the interface takes.
    for (const column of ['sector_oc4ids', 'tipo_oc4ids']) {
      const update = db.query(`UPDATE tipos_proyecto SET ${column} = 'otro'`);
      await assert.rejects(update, { code: '23514' });
    }
  });

  test('are taken by the database wherever the interface names them', async () => {
    const document = await fetch(`${base}/openapi.json`);
    const { components } = (await document.json()) as Answer['body'];
    const { properties } = components.schemas.CambiosClasificacion;
    for (const [field, { enum: codes }] of Object.entries<{ enum: string[] }>(properties)) {
      assert.ok(codes.length > 5);
      for (const code of codes) await write('admin', 'PATCH', path, { [field]: code });
    }
  });
});

test('an OC4IDS_PREFIX of another form is refused in one sentence', () => {
  for (const prefix of ['bu3kcz', 'oc4ids-BU3KCZ']) {
    assert.throws(
      () => readConfig({ PORT: '0', JWT_SECRET: 'x'.repeat(32), OC4IDS_PREFIX: prefix }),
      ({ message }: Error) => /^OC4IDS_PREFIX [^\n]+\.$/.test(message) && message.includes(prefix),
    );
  }
});
