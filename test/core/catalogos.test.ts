import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { limites } from '../../src/limites/limites.ts';
import { ascending, columnOf, columnsOf } from '../columns.ts';
import { manyObras } from '../many-obras.ts';
import { refusals, table } from '../table.ts';
import {
  type Answer,
  call,
  db,
  get,
  idsOf,
  newObra,
  numbers,
  obraBody,
  people,
  refused,
  reset,
  resetWithCatalog,
  someCatalog,
  statusesOf,
  UNSTORABLE,
  whileInactive,
} from '../world.ts';

const spanish = new Intl.Collator('es');
const UNKNOWN = ['999999', '0', '-1', '2147483648', '99999999999', '9'.repeat(150)];
const MALFORMED = ['x', '1.0', '+1', '%201', '1e2', '0x1', '١', '1%00', 'activo'];

const ACTIVO = 'activo debe ser true o false.';

type Body = Record<string, unknown>;

/** Takes away what these tests have made, and leaves the people. */
async function empty(): Promise<void> {
  for (const table of ['obras', 'ejercicios_fiscales', 'dependencias', 'tipos_proyecto']) {
    await db.query(`DELETE FROM ${table}`);
  }
  await db.query('DELETE FROM localidades WHERE id > 2439');
}

/** Makes a record of a catalog, as any user may. */
async function made(path: string, body: Body) {
  const answer = await call('user', 'POST', path, body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

const names = (answer: Answer): string[] => columnOf(answer.body, 'nombre');

/** The common part of the four catalogs that callers keep. */
interface Catalog {
  path: string;
  /** The least that a record needs, and the record that it makes. */
  body: Body;
  whole: Body;
  /** Changes of one field each, as they come back. */
  changes: Body[];
  notFound: (id: string | number) => string;
  required: string[];
}

const merida = { municipioId: 50, municipio: { id: 50, nombre: 'Mérida' } };
const catalogs: Record<string, Catalog> = {
  'ejercicio-fiscal': {
    path: '/ejercicio-fiscal',
    body: { anio: 2026 },
    whole: { anio: 2026, activo: true },
    changes: [{ anio: 2027 }, { activo: false }],
    notFound: () => 'Fiscal year not found',
    required: ['anio'],
  },
  'tipo-proyecto': {
    path: '/catalogos/tipo-proyecto',
    body: { nombre: '  Vialidades \t' },
    whole: { nombre: 'Vialidades', activo: true },
    changes: [{ nombre: 'Puentes' }, { activo: false }],
    notFound: () => 'Project type not found',
    required: ['nombre'],
  },
  localidad: {
    path: '/localidad',
    body: { nombre: '  Cholul Nuevo ', municipioId: 50 },
    whole: { nombre: 'Cholul Nuevo', clave: null, activo: true, ...merida },
    changes: [
      { nombre: 'Cholul Viejo' },
      { clave: '310509999' },
      { municipioId: 1, municipio: { id: 1, nombre: 'Abalá' } },
      { activo: false },
    ],
    notFound: () => 'Locality not found',
    required: ['nombre', 'municipioId'],
  },
  dependencias: {
    path: '/dependencias',
    body: { nombre: '  Secretaría de Obras ' },
    whole: { nombre: 'Secretaría de Obras', siglas: null, activo: true },
    changes: [{ nombre: 'Junta de Agua' }, { siglas: 'JDA' }, { activo: false }],
    notFound: (id) => `Dependencia #${id} no encontrada`,
    required: ['nombre'],
  },
};
/** Wrong values of members that are the same in all of them. */
const WRONG = refusals(table`
  activo | "true", 1, null | debe ser true o false.
  activa | true            | no es un campo reconocido.
  id     | 1               | no es un campo reconocido.
`);
/** A change as a body: without the record that only comes back. */
const asBody = ({ municipio, ...body }: Body) => body;

for (const [name, { path, body, whole, changes, notFound, required }] of Object.entries(catalogs)) {
  describe(name, () => {
    before(reset);
    beforeEach(empty);

    const create = () => made(path, body);

    test('is created, changed and deleted by a user who is no admin', async () => {
      for (const who of ['user', 'admin'] as const) {
        const created = await call(who, 'POST', path, body);
        assert.equal(created.status, 201);
        const { id } = created.body;
        assert.ok(Number.isInteger(id));
        assert.deepEqual(created.body, { id, ...whole });
        const record = `${path}/${id}`;
        assert.deepEqual((await call(who, 'GET', record)).body, created.body);
        const listed = (await call(who, 'GET', path)).body;
        const found = listed.filter((one: { id: number }) => one.id === id);
        assert.deepEqual(found, [created.body]);
        let expected = created.body;
        for (const change of changes) {
          const changed = await call(who, 'PATCH', record, asBody(change));
          expected = { ...expected, ...change };
          assert.deepEqual([changed.status, changed.body], [200, expected]);
          assert.deepEqual((await call(who, 'GET', record)).body, expected);
        }

        // A dependencia is deactivated, and stays.
        if (name === 'dependencias') break;
        const deleted = await call(who, 'DELETE', record);
        assert.equal(deleted.status, 200);
        assert.deepEqual(Object.keys(deleted.body), ['message']);
        assert.match(deleted.body.message, /\S/);
        refused(await call(who, 'GET', record), 404, notFound(id));
        refused(await call(who, 'DELETE', record), 404, notFound(id));
      }
    });

    test('answers 404 for unknown ids after the body has been checked', async () => {
      for (const id of UNKNOWN) {
        const at = `${path}/${id}`;
        refused(await call('user', 'GET', at), 404, notFound(id));
        refused(await call('user', 'PATCH', at, {}), 404, notFound(id));
        refused(await call('user', 'PATCH', at, { activo: true }), 404, notFound(id));
        refused(await call('user', 'DELETE', at), 404, notFound(id));
        refused(await call('user', 'PATCH', at, { activo: 1 }), 400, [ACTIVO]);
      }
    });

    test('answers 400 for ids that are no integers, with what else is wrong', async () => {
      for (const id of MALFORMED) {
        refused(await call('user', 'GET', `${path}/${id}`), 400, [/^id /]);
        refused(await call('user', 'DELETE', `${path}/${id}`), 400, [/^id /]);
        const wrong = await call('user', 'PATCH', `${path}/${id}`, { activo: null });
        refused(wrong, 400, [/^id /, ACTIVO]);
      }
    });

    test('answers 400 to a body that is missing, no object, misspelt or of the wrong type', async () => {
      const { id } = await create();
      for (const [method, where] of [
        ['POST', path],
        ['PATCH', `${path}/${id}`],
      ] as const) {
        const base = method === 'POST' ? body : {};
        refused(await call('user', method, where), 400, [/^El cuerpo es obligatorio/]);
        for (const odd of [[], '"x"'])
          refused(await call('user', method, where, odd), 400, ['El cuerpo debe ser un objeto.']);
        for (const [changes, sentence] of WRONG) {
          refused(await call('user', method, where, { ...base, ...changes }), 400, [sentence]);
        }
      }
      const missing = required.map((field) => `${field} es obligatorio.`);
      refused(await call('user', 'POST', path, {}), 400, missing);
      assert.deepEqual((await get(`${path}/${id}`)).body, { id, ...whole });
    });

    test('takes activo from the start, and stays as it is under an empty PATCH', async () => {
      const { body: created } = await call('user', 'POST', path, { ...body, activo: false });
      assert.equal(created.activo, false);
      const same = await call('user', 'PATCH', `${path}/${created.id}`, {});
      assert.deepEqual([same.status, same.body], [200, created]);
    });

    test('holds parallel PATCHes of different fields', async () => {
      const created = await create();
      const record = `${path}/${created.id}`;
      const { id, ...first } = created;
      for (let round = 0; round < 4; round++) {
        // There and back again, so that every round changes every field.
        const back = (change: Body) =>
          Object.fromEntries(Object.keys(change).map((field) => [field, first[field]]));
        const wanted = changes.map((change) => (round % 2 === 0 ? change : back(change)));
        const patch = (change: Body) => call('user', 'PATCH', record, asBody(change));
        const answers = await Promise.all(wanted.map(patch));
        for (const { status, text } of answers) assert.equal(status, 200, text);
        assert.deepEqual((await get(record)).body, Object.assign({}, created, ...wanted));
      }
    });
  });
}

/** Refusals of a nombre that has to have a character, and has so many at most. */
const nameless = (most: number) => table`
  nombre | "${'x'.repeat(most + 1)}", "${'😀'.repeat(most + 1)}" | no debe tener más de ${most} caracteres.
  nombre | "", " \t\n ", "\u200b\u2060\ufeff\u00ad"             | no debe estar vacío.
  nombre | null, 5                                            | debe ser un texto.
`;
const MUNICIPIO = 'debe ser un número entero.';

/** What each catalog refuses: by POST and by PATCH, and nothing is different afterwards. */
const REFUSED: Record<string, string[][]> = {
  'ejercicio-fiscal': table`
    anio | 1999, 2101, -1e300             | debe estar entre 2000 y 2100.
    anio | 2024.5, "2024", null, [2024]   | debe ser un número entero.
  `,
  'tipo-proyecto': [...nameless(150), ...table`nombre | "a\u0000b" | ${UNSTORABLE}`],
  dependencias: [...nameless(255), ['siglas', '5', 'debe ser un texto o null.']],
  localidad: [
    ...nameless(100),
    ...table`
      clave       | 310500074              | debe ser un texto o null.
      clave       | "${'1'.repeat(51)}"    | no debe tener más de 50 caracteres.
      municipioId | "50", 50.5, null       | ${MUNICIPIO}
      municipio   | {"id": 50}             | no es un campo reconocido.
    `,
  ],
};
/** Bodies with several wrong values, and references to records that are not there. */
const REFUSED_TOO: Record<string, [Body, (string | RegExp)[]][]> = {
  'ejercicio-fiscal': [
    [
      { anio: 1999, activo: 'no', año: 2024 },
      [/^año no es un campo/, 'anio debe estar entre 2000 y 2100.', ACTIVO],
    ],
  ],
  localidad: [
    ...[107, 0, -1, 2147483648, 99999999999].map((municipioId): [Body, string[]] => [
      { municipioId },
      [`municipioId: no existe el registro ${municipioId}.`],
    ]),
    [{ nombre: 5, municipioId: '0' }, ['nombre debe ser un texto.', `municipioId ${MUNICIPIO}`]],
  ],
};
for (const [name, rows] of Object.entries(REFUSED)) {
  const { path, body } = catalogs[name] as Catalog;
  test(`POST and PATCH of ${path} answer 400 with the sentence of each field`, async () => {
    await reset();
    const record = `${path}/${(await made(path, body)).id}`;
    const state = async () => [(await get(path)).text, (await get(record)).text];
    const before = await state();
    const one = refusals(rows).map(([changes, sentence]) => [changes, [sentence]] as const);
    for (const [changes, sentences] of [...one, ...(REFUSED_TOO[name] ?? [])]) {
      refused(await call('user', 'POST', path, { ...body, ...changes }), 400, [...sentences]);
      refused(await call('user', 'PATCH', record, changes), 400, [...sentences]);
    }
    assert.deepEqual(await state(), before);
  });
}

test('PATCH of an unknown localidad answers 404 whatever municipio it names', async () => {
  const unknown = await call('user', 'PATCH', '/localidad/999999', { municipioId: 107 });
  refused(unknown, 404, 'Locality not found');
});

describe('ejercicio-fiscal', () => {
  before(reset);
  beforeEach(empty);

  const path = '/ejercicio-fiscal';
  test('has years from 2000 to 2100', async () => {
    for (const anio of [2000, 2100, 2026]) {
      const { status, body } = await call('user', 'POST', path, { anio });
      assert.deepEqual([status, body], [201, { id: body.id, anio, activo: true }]);
    }
    const { body } = await call('user', 'POST', path, '{"anio": 2.024e3}');
    assert.equal(body.anio, 2024);
  });

  test('has every year once', async () => {
    const first = (await call('user', 'POST', path, { anio: 2026 })).body;
    const second = (await call('user', 'POST', path, { anio: 2027, activo: false })).body;
    const sentence = (anio: number) => `Ya existe un ejercicio fiscal con el año ${anio}.`;
    refused(await call('user', 'POST', path, { anio: 2026 }), 409, sentence(2026));
    refused(await call('user', 'POST', path, { anio: 2027 }), 409, sentence(2027));
    const taken = { anio: 2026, activo: true };
    refused(await call('user', 'PATCH', `${path}/${second.id}`, taken), 409, sentence(2026));
    assert.deepEqual((await call('user', 'GET', `${path}/${second.id}`)).body, second);
    const own = await call('user', 'PATCH', `${path}/${first.id}`, { anio: 2026 });
    assert.deepEqual([own.status, own.body], [200, first]);

    const answers = numbers(1, 5).map(() => call('user', 'POST', path, { anio: 2030 }));
    assert.deepEqual(statusesOf(await Promise.all(answers)), [201, 409, 409, 409, 409]);
  });

  test('lists all years, or the active ones alone', async () => {
    for (const anio of [2027, 2025, 2026]) {
      await call('user', 'POST', path, { anio, activo: anio !== 2025 });
    }
    const years = async (where: string) => columnsOf((await get(where)).body, 'anio', 'activo');
    const active = [2026, 2027].map((anio) => [anio, true]);
    assert.deepEqual(await years(path), [[2025, false], ...active]);
    assert.deepEqual(await years(`${path}/activos`), active);
  });
});

for (const [name, called, most] of [
  ['tipo-proyecto', 'un tipo de proyecto', 150],
  ['dependencias', 'una dependencia', 255],
] as const) {
  describe(name, () => {
    before(reset);
    beforeEach(empty);

    const { path } = catalogs[name] as Catalog;
    test(`has a nombre of 1 to ${most} characters, whatever their size`, async () => {
      for (const nombre of ['x', 'y'.repeat(most), '😀'.repeat(most), 'ñ'.repeat(most)]) {
        const { status, body } = await call('user', 'POST', path, { nombre: `  ${nombre}  ` });
        assert.deepEqual([status, body.nombre], [201, nombre]);
      }
      const nombre = 'é'.repeat(most);
      const { body } = await call('user', 'POST', path, { nombre: nombre.normalize('NFD') });
      assert.equal(body.nombre, nombre.normalize('NFC'));
    });

    test('has every nombre once, whatever its case and composition', async () => {
      const nombre = `Niñez y Áreas verdes, Łódź ЖУК ${'ÿ'.repeat(most - 31)}`;
      const first = (await call('user', 'POST', path, { nombre })).body;
      const second = (await call('user', 'POST', path, { nombre: 'Puentes' })).body;
      const capitals = nombre.toUpperCase();
      for (const same of [nombre, capitals, nombre.toLowerCase(), nombre.normalize('NFD')]) {
        const sentence = `Ya existe ${called} con el nombre "${same.normalize('NFC')}".`;
        refused(await call('user', 'POST', path, { nombre: ` ${same} ` }), 409, sentence);
        const taken = { nombre: same, activo: false };
        refused(await call('user', 'PATCH', `${path}/${second.id}`, taken), 409, sentence);
      }
      assert.deepEqual((await get(`${path}/${second.id}`)).body, second);
      // Its own name in another case is no duplicate, nor is one without accents.
      const changed = await call('user', 'PATCH', `${path}/${first.id}`, { nombre: capitals });
      assert.deepEqual([changed.status, changed.body], [200, { ...first, nombre: capitals }]);
      const bare = nombre.normalize('NFD').replace(/\p{M}/gu, '');
      assert.equal((await call('user', 'POST', path, { nombre: bare })).status, 201);
    });

    test('has one record of parallel ones of one nombre', async () => {
      const ways = [...['una', 'Una', 'UNA', 'uNa'], ...Array(6).fill('una')];
      const answers = ways.map((nombre) => call('user', 'POST', path, { nombre }));
      assert.deepEqual(statusesOf(await Promise.all(answers)), [201, ...Array(9).fill(409)]);
    });

    test('is listed as Spanish sorts, with what is not active', async () => {
      const given = ['Ñandú', 'zeta', 'Álamo', 'Nube', 'alameda', 'Oso', 'Alba', 'ñu', 'éxito'];
      given.push('Nz', '2 a');
      for (const [i, nombre] of given.entries()) {
        await call('user', 'POST', path, { nombre, activo: i % 2 === 0 });
      }
      const query = name === 'dependencias' ? '?ver_todo=true' : '';
      assert.deepEqual(names(await get(path + query)), given.toSorted(spanish.compare));
    });
  });
}

describe('tipo-proyecto', () => {
  beforeEach(reset);

  const path = '/catalogos/tipo-proyecto';
  test('is deleted or referred to, never both, when the two happen at once', async () => {
    const catalog = await someCatalog();
    for (let round = 0; round < 8; round++) {
      const { body } = await call('user', 'POST', path, { nombre: `Tipo ${round}` });
      const [made, deleted] = await Promise.all([
        call('admin', 'POST', '/obras', obraBody({ ...catalog, tipoProyectoId: body.id })),
        call('user', 'DELETE', `${path}/${body.id}`),
      ]);
      const outcome = [made.status, deleted.status];
      assert.ok(['201,409', '400,200'].includes(String(outcome)), String(outcome));
    }
  });
});

/** The catalogs whose records are not deleted while an obra refers to them, and how it lets go of one. */
const REFERRED: [name: string, field: 'ejercicioFiscal' | 'tipoProyecto', letGo: Body | null][] = [
  ['ejercicio-fiscal', 'ejercicioFiscal', null],
  ['tipo-proyecto', 'tipoProyecto', { tipoProyectoId: null }],
];
for (const [name, field, letGo] of REFERRED) {
  describe(name, () => {
    beforeEach(reset);

    test('stays while an obra refers to it', async () => {
      const catalog = await someCatalog();
      const obra = await newObra(catalog);
      const record = `${catalogs[name]?.path}/${catalog[`${field}Id`]}`;
      refused(await call('user', 'DELETE', record), 409, /\bactivo\b.*\bfalse\b/);
      assert.deepEqual((await get(record)).body, obra[field]);
      assert.equal((await call('user', 'PATCH', record, { activo: false })).status, 200);
      if (letGo) await call('admin', 'PATCH', `/obras/${obra.id}`, letGo);
      else await call('admin', 'DELETE', `/obras/${obra.id}`);
      assert.equal((await call('user', 'DELETE', record)).status, 200);
    });
  });
}

describe('dependencias', () => {
  beforeEach(reset);

  const path = '/dependencias';
  const patch = (body: Body) => call('nobody', 'PATCH', `${path}/1`, body);
  const listed = async (query = '') => (await get(path + query, 'nobody')).body;

  test('need no token to be created, changed and deactivated', async () => {
    const given = { nombre: '  Secretaría de Obras  ', siglas: ' sop ' };
    const created = await call('nobody', 'POST', path, given);
    const first = { id: 1, nombre: 'Secretaría de Obras', siglas: 'SOP', activo: true };
    assert.deepEqual([created.status, created.body], [201, first]);
    assert.deepEqual((await get(`${path}/1`, 'nobody')).body, first);

    const changed = { ...first, siglas: 'ÑANDÚ' };
    assert.deepEqual((await patch({ siglas: ' ñandú ' })).body, changed);

    const inactive = { ...changed, activo: false };
    const deleted = await call('nobody', 'DELETE', `${path}/1`);
    assert.deepEqual([deleted.status, deleted.body], [200, inactive]);
    assert.deepEqual((await call('nobody', 'DELETE', `${path}/1`)).body, inactive);
    assert.deepEqual(await listed(), []);
    assert.deepEqual(await listed('?ver_todo=true'), [inactive]);
    assert.equal((await patch({ activo: true })).body.activo, true);
  });

  test('are all listed only where ver_todo is true', async () => {
    await call('nobody', 'POST', path, { nombre: 'A', activo: false });
    for (const value of ['false', 'TRUE', '1', '', 'verdadero', 'tru']) {
      assert.deepEqual(await listed(`?ver_todo=${value}`), [], value);
    }
    refused(await call('nobody', 'GET', `${path}?ver_todo=true&ver_todo=true`), 400, [
      'ver_todo se indicó más de una vez.',
    ]);
  });

  test('have siglas that may be absent, empty or null, and are then null', async () => {
    const bodies = [{ nombre: 'A' }, { nombre: 'B', siglas: ' ' }, { nombre: 'C', siglas: null }];
    for (const body of bodies) {
      assert.equal((await call('nobody', 'POST', path, body)).body.siglas, null);
    }
    await patch({ siglas: 'x' });
    assert.equal((await patch({ nombre: 'A2' })).body.siglas, 'X');
    assert.equal((await patch({ siglas: null })).body.siglas, null);
  });
});

describe('localidad', () => {
  before(reset);
  beforeEach(empty);

  const path = '/localidad';
  const create = async (changes: Body = {}) =>
    made(path, { nombre: 'Cholul Nuevo', municipioId: 50, ...changes });
  test('refuses a municipio that is not active, and leaves alone who is there already', async () => {
    const there = await create({ municipioId: 106 });
    const elsewhere = await create();
    await whileInactive(106, async () => {
      const sentence = ['municipioId: el registro 106 está inactivo.'];
      const body = { nombre: 'Otra', municipioId: 106 };
      refused(await call('user', 'POST', path, body), 400, sentence);
      refused(await call('user', 'PATCH', `${path}/${elsewhere.id}`, body), 400, sentence);
      assert.deepEqual((await call('user', 'GET', `${path}/${elsewhere.id}`)).body, elsewhere);
      const stays = await call('user', 'PATCH', `${path}/${there.id}`, body);
      assert.deepEqual([stays.status, stays.body], [200, { ...there, nombre: 'Otra' }]);
      assert.equal((await call('user', 'PATCH', `${path}/${there.id}`, {})).status, 200);
      const moved = await call('user', 'PATCH', `${path}/${there.id}`, { municipioId: 102 });
      assert.deepEqual(moved.body.municipio, { id: 102, nombre: 'Valladolid' });
    });
  });

  test('has a nombre of 1 to 100 characters, and a clave that may be absent, null or empty, and is then null', async () => {
    // A nombre others may have, too.
    for (const nombre of ['x', 'y'.repeat(100), '😀'.repeat(100), 'x']) {
      assert.equal((await create({ nombre: ` ${nombre} ` })).nombre, nombre);
    }
    for (const clave of [undefined, null, '', ' \t', '\u200b']) {
      assert.equal((await create({ clave })).clave, null, JSON.stringify(clave));
    }
    const { id } = await create({ clave: ' 310509999 ' });
    const clave = async (body: Body) =>
      (await call('user', 'PATCH', `${path}/${id}`, body)).body.clave;
    assert.equal(await clave({ nombre: 'Otra' }), '310509999');
    assert.equal(await clave({ clave: null }), null);
    assert.equal(await clave({ clave: 'A-1' }), 'A-1');
    assert.equal(await clave({ clave: '  ' }), null);
  });

  test('is listed whole, as Spanish sorts, with what is not active', async () => {
    const own = await create({ nombre: 'Ñapa', activo: false });
    const answer = await call('user', 'GET', path);
    assert.equal(answer.status, 200);
    assert.equal(answer.body.length, 2_440);
    const found = answer.body.filter(({ id }: { id: number }) => id === own.id);
    assert.deepEqual(found, [own]);
    const listed = names(answer);
    const misplaced = listed
      .slice(1)
      .map((nombre, i) => [listed[i] as string, nombre] as const)
      .filter(([before, nombre]) => spanish.compare(before, nombre) > 0);
    assert.deepEqual(misplaced, []);
    const seat = { nombre: 'Mérida', clave: '310500001' };
    const main = answer.body.find(({ clave }: { clave: string }) => clave === seat.clave);
    assert.deepEqual(main, { id: main.id, ...seat, activo: true, ...merida });
  });
});

describe('GET /municipios', () => {
  before(reset);

  test('has the 106 of the state with INEGI’s keys, as Spanish sorts', async () => {
    const answer = await get('/municipios');
    const listed = names(answer);
    assert.deepEqual(listed, listed.toSorted(spanish.compare));
    assert.equal(new Set(listed).size, 106);
    assert.deepEqual(idsOf(answer.body).sort(ascending), numbers(1, 106));
    for (const one of answer.body) {
      assert.deepEqual(Object.keys(one).sort(), ['activo', 'clave', 'id', 'nombre', 'ubicacion']);
      assert.equal(one.clave, `31${String(one.id).padStart(3, '0')}`);
      assert.equal(one.activo, true);
      const { type, coordinates, ...rest } = one.ubicacion;
      assert.deepEqual([type, coordinates.length, rest], ['Point', 2, {}]);
      const [longitude, latitude] = coordinates;
      assert.ok(longitude > -90.7 && longitude < -87.3, `${one.nombre}: ${longitude}`);
      assert.ok(latitude > 19.5 && latitude < 21.7, `${one.nombre}: ${latitude}`);
    }
    const byId = new Map(answer.body.map((one: { id: number }) => [one.id, one]));
    const nombres = [1, 50, 102, 106].map((id) => (byId.get(id) as { nombre: string }).nombre);
    assert.deepEqual(nombres, ['Abalá', 'Mérida', 'Valladolid', 'Yobaín']);
    const { ubicacion } = byId.get(50) as { ubicacion: { coordinates: number[] } };
    const rounded = ubicacion.coordinates.map((degrees) => degrees.toFixed(1));
    assert.deepEqual(rounded, ['-89.6', '21.0']);
  });

  test('has the active ones alone, whatever the query says', async () => {
    await whileInactive(50, async () => {
      for (const query of ['', '?ver_todo=true', '?activo=false']) {
        const answer = await call('user', 'GET', `/municipios${query}`);
        assert.equal(answer.body.length, 105);
        assert.ok(!names(answer).includes('Mérida'));
      }
    });
    assert.equal((await call('user', 'GET', '/municipios')).body.length, 106);
  });
});

describe('GET /estatus-obra', () => {
  before(reset);

  test('has seven, in the order of an obra’s life', async () => {
    const { body } = await get('/estatus-obra');
    const begun = ['Planeada', 'En licitación', 'Contratada', 'En proceso'];
    const nombres = [...begun, 'Suspendida', 'Terminada', 'Cancelada'];
    assert.deepEqual(
      body,
      nombres.map((nombre, i) => ({ id: i + 1, nombre })),
    );
  });
});

describe('catalogs that can’t be edited', () => {
  before(reset);

  for (const path of ['/municipios', '/estatus-obra']) {
    test(`POST, PUT, PATCH and DELETE of ${path} answer 404 to an administrator, too`, async () => {
      const before = (await call('user', 'GET', path)).text;
      const writes = ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, path]);
      writes.push(...['PUT', 'PATCH', 'DELETE'].map((method) => [method, `${path}/1`]));
      for (const [method = '', where = ''] of writes) {
        const sent = method === 'DELETE' ? undefined : { nombre: 'Otro', activo: false };
        const answer = await call('admin', method, where, sent);
        refused(answer, 404, `No existe la ruta ${method} ${where}.`);
      }
      assert.equal((await call('user', 'GET', path)).text, before);
    });
  }
});

describe('POST of a fusion of two records', () => {
  for (const [path, field, column] of [
    ['/dependencias', 'dependenciaId', 'dependencia'],
    ['/catalogos/tipo-proyecto', 'tipoProyectoId', 'tipoProyecto'],
  ] as const) {
    test(`of ${path} passes the works to the other, says so in the ledger and deactivates the record`, async () => {
      await resetWithCatalog();
      const make = async (nombre: string) => (await made(path, { nombre })).id as number;
      const [wrong, right] = [await make('Secretaria de Obras'), await make('Secretaría Obras')];
      const works = [await newObra({ [field]: wrong }), await newObra({ [field]: wrong })];
      const other = await newObra({ [field]: right });
      const tag = (await get(`${path}/${wrong}`)).headers.get('etag') as string;
      const merge = (body: object, headers = {}, id = wrong) =>
        call('admin', 'POST', `${path}/${id}/fusion`, body, { headers });
      refused(await merge({ destinoId: wrong }), 400, ['destinoId debe ser otro registro.']);
      for (const destinoId of [9999, 99999999999]) {
        refused(await merge({ destinoId }), 400, [
          `destinoId: no existe el registro ${destinoId}.`,
        ]);
      }
      refused(await merge({}), 400, [/^destinoId /]);
      assert.equal((await merge({ destinoId: right }, {}, 9999)).status, 404);
      assert.equal((await merge({ destinoId: right }, { 'if-match': '"otro"' })).status, 412);
      const { status, body } = await merge({ destinoId: right }, { 'if-match': tag });
      assert.equal(status, 200);
      assert.deepEqual([body.obras, body.restan, body.destino.id], [2, 0, right]);
      for (const { id } of [...works, other]) {
        assert.equal((await get(`/obras/${id}`)).body[column].id, right);
      }
      assert.equal((await get(`${path}/${wrong}`)).body.activo, false);
      const rows = `/bitacora?recurso=obras&registro=${works[0]?.id}`;
      const [{ accion, cambios }] = (await get(rows, 'admin')).body;
      const passed = { campo: field, antes: wrong, despues: right };
      assert.deepEqual([accion, cambios], ['cambiar', [passed]]);
      // An inactive record takes in no works.
      refused(await merge({ destinoId: wrong }, {}, right), 400, [
        `destinoId: el registro ${wrong} está inactivo.`,
      ]);
      // Again there is nothing to move.
      assert.equal((await merge({ destinoId: right })).body.obras, 0);
    });
  }

  test('of two dependencias makes clerks of the one clerks of the other, once', async () => {
    await resetWithCatalog();
    const make = async (nombre: string) => (await made('/dependencias', { nombre })).id as number;
    const [wrong, right] = [await make('Obras Publicas'), await make('Obras Públicas')];
    const clerks = [people.user.id, people.other.id, wrong, right];
    await db.query('INSERT INTO capturistas VALUES ($1, $3), ($2, $3), ($2, $4)', clerks);
    const body = { destinoId: right };
    const merged = await call('admin', 'POST', `/dependencias/${wrong}/fusion`, body);
    assert.equal(merged.status, 200);
    for (const { id } of [people.user, people.other]) {
      const { body } = await get(`/users/${id}/dependencias`, 'admin');
      assert.deepEqual(body.dependenciaIds, [right]);
    }
  });

  test('passes a thousand works at a time, and the record with the last', async () => {
    await resetWithCatalog();
    const target = await made('/dependencias', { nombre: 'Otra' });
    await manyObras(1_001);
    await db.query('INSERT INTO capturistas VALUES ($1, 1)', [people.user.id]);
    const rights = async () =>
      (await get(`/users/${people.user.id}/dependencias`, 'admin')).body.dependenciaIds;
    const merge = async () => {
      const into = { destinoId: target.id };
      const { body } = await call('admin', 'POST', '/dependencias/1/fusion', into);
      return [body.obras, body.restan, (await get('/dependencias/1')).body.activo];
    };
    assert.deepEqual(await merge(), [1_000, 1, true]);
    // Their clerks write on the works of the one that is left, too.
    assert.deepEqual(await rights(), [1, target.id]);
    assert.deepEqual(await merge(), [1, 0, false]);
    assert.deepEqual(await rights(), [target.id]);
  });
});

describe('GET /municipios/limites', () => {
  test('answers GeoJSON of the 106 municipios that names its source', async () => {
    const { headers, body, text } = await get('/municipios/limites');
    assert.match(headers.get('content-type') ?? '', /^application\/geo\+json/);
    assert.equal(body.type, 'FeatureCollection');
    assert.match(body.fuente, /INEGI/);
    assert.deepEqual(idsOf(body.features), numbers(1, 106));
    const municipios = (await get('/municipios')).body as { id: number }[];
    const catalog = new Map(municipios.map((municipio) => [municipio.id, municipio] as const));
    for (const { id, type, properties, geometry } of body.features) {
      const { clave, nombre } = catalog.get(id) as unknown as Record<string, string>;
      assert.deepEqual([type, properties], ['Feature', { clave, nombre }]);
      assert.deepEqual(geometry, limites()[id - 1]?.geometry);
    }
    const coding = { headers: { 'accept-encoding': 'br' } };
    const packed = await get('/municipios/limites', 'user', coding);
    assert.equal(packed.headers.get('content-encoding'), 'br');
    assert.equal(packed.text, text);
  });
});

describe('GET /localidad/puntos', () => {
  test('answers GeoJSON of the localidades in use, the largest first, and names its source', async () => {
    const { headers, body } = await get('/localidad/puntos');
    assert.match(headers.get('content-type') ?? '', /^application\/geo\+json/);
    assert.match(body.fuente, /INEGI/);
    assert.ok(body.features.length > 2_400, String(body.features.length));
    const [merida, kanasin] = body.features;
    assert.deepEqual(merida, {
      type: 'Feature',
      id: merida.id,
      properties: { nombre: 'Mérida', municipioId: 50, poblacion: 921_771 },
      geometry: { type: 'Point', coordinates: [-89.624392, 20.967537] },
    });
    assert.equal(kanasin.properties.nombre, 'Kanasín');
    const isThere = async (id: number) =>
      (await get('/localidad/puntos')).body.features.some((one: { id: number }) => one.id === id);
    const path = `/localidad/${kanasin.id}`;
    for (const activo of [false, true]) {
      assert.equal((await call('admin', 'PATCH', path, { activo })).status, 200);
      assert.equal(await isThere(kanasin.id), activo);
    }
    // One that the census does not know has no place.
    const added = await call('admin', 'POST', '/localidad', { nombre: 'Nueva', municipioId: 50 });
    assert.deepEqual([added.status, await isThere(added.body.id)], [201, false]);
    assert.equal((await call('admin', 'DELETE', `/localidad/${added.body.id}`)).status, 200);
  });
});

describe('GET /localidad', () => {
  const list = async (query: string) =>
    (await get(`/localidad${query}`)).body as { municipioId: number }[];

  test('answers the localities of some municipios, in the order of all', async () => {
    const all = await list('');
    for (const ids of [[50], [1, 106], [50, 50], [99999999999, 41], [0], [-5]]) {
      const expected = all.filter(({ municipioId }) => ids.includes(municipioId));
      assert.deepEqual(await list(`?municipioId=${ids}`), expected);
    }
    assert.ok((await list('?municipioId=50')).length > 100);
    assert.deepEqual(await list('?municipio=50'), all);
  });

  test('answers 400 to a municipioId that is no integer', async () => {
    for (const [query, sentence] of table`
      municipioId=x                | municipioId debe ser un número entero.
      municipioId=50,              | municipioId debe ser una lista de números enteros separados por comas.
      municipioId=50&municipioId=x | municipioId debe ser una lista de números enteros separados por comas.
    `) {
      refused(await call('user', 'GET', `/localidad?${query}`), 400, [sentence as string]);
    }
  });
});
