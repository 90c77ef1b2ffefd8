import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { columnsOf } from '../../columns.ts';
import { hasFeature } from '../../features.ts';
import { table } from '../../table.ts';
import {
  appoint,
  call,
  contratoBody,
  db,
  get,
  newObra,
  refused,
  resetWithCatalog,
  serving,
  tokenOf,
  write,
} from '../../world.ts';

// The thresholds of a year: who may write them, what is refused, and that rules follow them at once.

const DIRECTA = { procedimiento: 'ADJUDICACION_DIRECTA', monto: 1_000_000 };
const INVITACION = { procedimiento: 'INVITACION', monto: 5_000_000 };
const PATH = '/umbrales/2026';
const put = (umbrales: unknown, headers = {}) =>
  call('admin', 'PUT', PATH, { umbrales }, { headers });
const umbrales = async () => (await get(PATH)).body.umbrales;

describe('the thresholds of a year', () => {
  beforeEach(resetWithCatalog);

  test('are none at first, and are replaced as a whole', async () => {
    assert.deepEqual((await get(PATH)).body, { ejercicio: 2026, umbrales: [] });
    const both = await put([INVITACION, DIRECTA]);
    assert.deepEqual(both.body, { ejercicio: 2026, umbrales: [DIRECTA, INVITACION] });
    await put([{ ...INVITACION, monto: 0.01 }]);
    assert.deepEqual(await umbrales(), [{ ...INVITACION, monto: 0.01 }]);
    await put([]);
    assert.deepEqual(await umbrales(), []);
  });

  test('of two that are equal, and of the largest amounts, are taken', async () => {
    const most = 9_999_999_999_999.99;
    const same = [
      { ...DIRECTA, monto: most },
      { ...INVITACION, monto: most },
    ];
    assert.deepEqual((await put(same)).body.umbrales, same);
  });

  test('change only in the state that was read', async () => {
    const etag = (await get(PATH)).headers.get('etag') as string;
    assert.equal((await put([DIRECTA], { 'if-match': etag })).status, 200);
    refused(await put([INVITACION], { 'if-match': etag }), 412, /cambió/);
    assert.deepEqual(await umbrales(), [DIRECTA]);
  });

  test('are in the ledger, each by its year and procedure, and not where nothing changes', async () => {
    await put([DIRECTA, INVITACION]);
    await put([DIRECTA, { ...INVITACION, monto: 6_000_000 }]);
    await put([DIRECTA]);
    const { body } = await get('/bitacora?recurso=umbrales&limit=4', 'admin');
    assert.deepEqual(columnsOf(body, 'accion', 'registro', 'resumen'), [
      [
        'eliminar',
        '2026/INVITACION',
        'Persona admin quitó el umbral de 2026 para invitación a cuando menos tres, $6,000,000.00.',
      ],
      [
        'cambiar',
        '2026/INVITACION',
        'Persona admin cambió el umbral de 2026 para invitación a cuando menos tres de $5,000,000.00 a $6,000,000.00.',
      ],
      [
        'crear',
        '2026/INVITACION',
        'Persona admin registró el umbral de 2026 para invitación a cuando menos tres: $5,000,000.00.',
      ],
      [
        'crear',
        '2026/ADJUDICACION_DIRECTA',
        'Persona admin registró el umbral de 2026 para adjudicación directa: $1,000,000.00.',
      ],
    ]);
  });

  test('go with their year', async () => {
    await put([DIRECTA]);
    await write('admin', 'DELETE', '/ejercicio-fiscal/1');
    refused(await call('admin', 'GET', PATH), 404, /No hay un ejercicio fiscal 2026/);
  });

  test('of a year that the catalog lacks are not there, nor by its id', async () => {
    for (const anio of ['2099', '1', '99999999999']) {
      refused(await call('user', 'GET', `/umbrales/${anio}`), 404, /No hay un ejercicio fiscal/);
      const written = await call('admin', 'PUT', `/umbrales/${anio}`, { umbrales: [DIRECTA] });
      refused(written, 404, /No hay un ejercicio fiscal/);
    }
  });

  test('are written by administrators alone, also while that right is taken away', async () => {
    await appoint([1]);
    assert.equal((await call('user', 'PUT', PATH, { umbrales: [DIRECTA] })).status, 403);
    assert.equal((await call('nobody', 'PUT', PATH, { umbrales: [DIRECTA] })).status, 401);
    assert.deepEqual(await umbrales(), []);
  });

  const REFUSED = table`
    # umbrales | sentence
    ["x"]                                                                | umbrales[0]
    null                                                                 | umbrales
    {}                                                                   | umbrales
    [{"procedimiento":"LICITACION_PUBLICA","monto":1}]                   | umbrales[0].procedimiento
    [{"procedimiento":"INVITACION"}]                                     | umbrales[0].monto
    [{"procedimiento":"INVITACION","monto":0}]                           | umbrales[0].monto
    [{"procedimiento":"INVITACION","monto":-1}]                          | umbrales[0].monto
    [{"procedimiento":"INVITACION","monto":1.001}]                       | umbrales[0].monto
    [{"procedimiento":"INVITACION","monto":1e14}]                        | umbrales[0].monto
    [{"procedimiento":"INVITACION","monto":"1"}]                         | umbrales[0].monto
    [{"procedimiento":"INVITACION","monto":1,"anio":2026}]               | umbrales[0]
    [{"procedimiento":"INVITACION","monto":1},{"procedimiento":"INVITACION","monto":1}] | umbrales[1].procedimiento: ya tiene un umbral en esta lista; indique uno.
    [{"procedimiento":"INVITACION","monto":1},{"procedimiento":"INVITACION","monto":2}] | umbrales[1].procedimiento: ya tiene un umbral en esta lista; indique uno.
    [{"procedimiento":"INVITACION","monto":1},{"procedimiento":"ADJUDICACION_DIRECTA","monto":1.01}] | umbrales: el de invitación no debe ser menor que el de adjudicación directa; revise si están al revés.`;
  test('of a body that is wrong are refused, and stay as they were', async () => {
    await put([DIRECTA]);
    for (const [body = '', sentence = ''] of REFUSED) {
      const { status, body: answer } = await put(JSON.parse(body));
      assert.equal(status, 400, body);
      assert.ok(
        [answer.message].flat().some((one: string) => one.startsWith(sentence)),
        `${body}: ${JSON.stringify(answer.message)}`,
      );
    }
    for (const more of [{}, { umbrales: [], otro: 1 }, [], 'x']) {
      assert.equal((await call('admin', 'PUT', PATH, more)).status, 400);
    }
    assert.deepEqual(await umbrales(), [DIRECTA]);
  });

  test('that two administrators write at once are those of one of them', async () => {
    const [one, other] = [[DIRECTA, INVITACION], [{ ...DIRECTA, monto: 2_000_000 }]];
    const answers = await Promise.all([put(one), put(other)]);
    for (const { status } of answers) assert.equal(status, 200);
    const now = JSON.stringify(await umbrales());
    assert.ok(
      [one, other].some((each) => JSON.stringify(each) === now),
      now,
    );
  });
});

describe('a threshold that is changed on another instance', () => {
  const other = serving({});
  before(resetWithCatalog);

  test('is followed at once by lists, files and rules that were kept', async () => {
    const { id } = await newObra();
    const award = { procedimiento: 'ADJUDICACION_DIRECTA', monto: 1_500_000 };
    await write('admin', 'POST', `/obras/${id}/contratos`, contratoBody(award));
    const found = async () => (await get('/obras?sobreUmbral=true')).body.length;
    const figure = async () => (await get('/seguimiento')).body[0].excesoUmbral;
    const rule = async () =>
      hasFeature('calidad')
        ? (await get('/calidad', 'admin')).body.find(
            ({ regla }: { regla: string }) => regla === 'sobreUmbral',
          ).obras
        : undefined;
    assert.deepEqual([await found(), await figure()], [0, null]);
    if (hasFeature('calidad')) assert.equal(await rule(), null);
    for (const [monto, obras, exceso] of [
      [1_000_000, 1, 500_000],
      [1_500_000, 0, 0],
      [1_499_999.99, 1, 0.01],
    ] as const) {
      const answer = await fetch(`${other.url}${PATH}`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${await tokenOf('admin')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ umbrales: [{ ...DIRECTA, monto }] }),
      });
      assert.equal(answer.status, 200);
      await db.changes.heard();
      assert.deepEqual([await found(), await figure()], [obras, exceso]);
      if (hasFeature('calidad')) assert.equal(await rule(), obras);
    }
  });
});
