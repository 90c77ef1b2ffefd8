import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import pg from 'pg';
import { ascending, columnOf } from '../columns.ts';
import { table } from '../table.ts';
import {
  type Answer,
  call,
  config,
  count,
  db,
  get,
  newObra,
  numbers,
  obraBody,
  people,
  refused,
  reset,
  resetWithCatalog,
  someCatalog,
  statusesOf,
  TEST_DATABASE_URL,
  UNSTORABLE,
  ubicacionBody,
  untrueDocuments,
  whileInactive,
  wkt,
} from '../world.ts';

const read = async (id: number) => (await get(`/obras/${id}`)).body;
const post = (body?: unknown, options?: { headers: Record<string, string> }) =>
  call('admin', 'POST', '/obras', body, options);
type Id = number | string | bigint | undefined;
const patch = (id: Id, body?: unknown) => call('admin', 'PATCH', `/obras/${id}`, body);
const remove = (id: Id) => call('admin', 'DELETE', `/obras/${id}`);

/** The rows that a request left in an obra's ledger, where other tests' obras had its id before. */
const entriesOf = (answer: Answer, id: number) =>
  db.query<{ accion: string; usuarioId: string; nombre: string }>(
    `SELECT accion, usuario_id AS "usuarioId", despues ->> 'nombre' AS nombre FROM bitacora
     WHERE recurso = 'obras' AND registro = $1 AND solicitud::text = $2`,
    [String(id), answer.headers.get('x-request-id')],
  );

/** A registry with two records of each catalog, and an inactive third. */
async function someWorld() {
  await resetWithCatalog();
  await db.query(
    'INSERT INTO ejercicios_fiscales (anio, activo) VALUES (2027, true), (2028, false)',
  );
  await db.query(
    `INSERT INTO dependencias (nombre, activo) VALUES ('Junta de Agua', true), ('Extinta', false)`,
  );
  await db.query(
    `INSERT INTO tipos_proyecto (nombre, activo) VALUES ('Agua', true), ('Olvidado', false)`,
  );
}

const unstorable = (field: string) => `${field} ${UNSTORABLE}`;

describe('POST /obras', () => {
  before(someWorld);

  test('answers 201 with the whole obra, as GET does', async () => {
    const ubicacion = {
      direccion: 'Calle 60 x 61',
      localidadReferencia: 'Mérida',
      referenciaLugar: 'Frente al parque',
      tipoGeometria: 'PUNTO',
      geometriaJson: { type: 'Point', coordinates: [-89.6237, 20.9674] },
      municipioId: 1,
      orden: 7,
    };
    const own = {
      claveUnica: 'SOP-2026-0001',
      nombre: 'Pavimentación de la calle 60',
      descripcion: 'Concreto hidráulico',
      monto: 1500000.5,
      ejercicioFiscalId: 1,
      dependenciaId: 1,
      municipioId: 50,
      tipoProyectoId: 1,
      estatusObraId: 4,
    };
    const created = await post({ ...own, ubicaciones: [ubicacion] });
    assert.equal(created.status, 201);
    assert.match(created.headers.get('content-type') ?? '', /^application\/json; charset=utf-8$/);
    assert.deepEqual(created.body, {
      id: 1,
      numeroObra: 1,
      ...own,
      ejercicioFiscal: { id: 1, anio: 2026, activo: true },
      dependencia: { id: 1, nombre: 'Secretaría de Obras', siglas: 'SOP', activo: true },
      municipio: { id: 50, nombre: 'Mérida' },
      tipoProyecto: { id: 1, nombre: 'Vialidades', activo: true },
      estatusObra: { id: 4, nombre: 'En proceso' },
      ubicaciones: [{ id: 1, ...ubicacion, municipio: { id: 1, nombre: 'Abalá' } }],
    });
    for (const who of ['admin', 'user'] as const) {
      assert.deepEqual((await call(who, 'GET', '/obras/1')).body, created.body);
    }
  });

  test('gives optional fields their defaults', async () => {
    const { tipoProyectoId, ...body } = obraBody();
    const { body: obra } = await post(body);
    const defaults = { descripcion: '', tipoProyectoId: null, tipoProyecto: null, ubicaciones: [] };
    assert.deepEqual({ ...obra, ...defaults }, obra);
    assert.deepEqual(await read(obra.id), obra);
    const cleared = await newObra({ tipoProyectoId: null });
    assert.deepEqual([cleared.tipoProyectoId, cleared.tipoProyecto], [null, null]);
  });

  test('answers every monto as it was sent', async () => {
    const montos = [
      0, 0.01, 0.1, 0.29, 1.1, 4.35, 1.15, 1500000.5, 1234567890123.45, 9999999999999.98,
      9999999999999.99,
    ];
    for (const monto of montos) {
      const obra = await newObra({ monto });
      assert.equal(obra.monto, monto);
      assert.equal((await read(obra.id)).monto, monto);
    }
  });

  test('trims texts and composes them', async () => {
    const place = { direccion: ' Calle\u00a0 60 ', localidadReferencia: ' Me\u0301rida ' };
    const obra = await newObra({
      claveUnica: '\u00a0 CLAVE\u0301-1\t',
      nombre: '  Pavimentacio\u0301n \n de  la calle\u3000',
      descripcion: '\n  Primer renglón\n\n  An\u0303o \r\n',
      ubicaciones: [ubicacionBody({ ...place, referenciaLugar: '\tEsquina\t' })],
    });
    const { claveUnica, nombre, descripcion, ubicaciones } = obra;
    const { direccion, localidadReferencia, referenciaLugar } = ubicaciones[0];
    assert.deepEqual(
      [claveUnica, nombre, descripcion],
      ['CLAVÉ-1', 'Pavimentación \n de  la calle', 'Primer renglón\n\n  Año'],
    );
    assert.deepEqual(
      [direccion, localidadReferencia, referenciaLugar],
      ['Calle\u00a0 60', 'Mérida', 'Esquina'],
    );
  });

  test('answers 409 to a claveUnica that is taken, in the form in which it is kept', async () => {
    await newObra({ claveUnica: 'CLAVÉ "1"' });
    const there = await count('obras');
    const text = 'Ya existe una obra con la clave única "CLAVÉ "1"".';
    for (const claveUnica of ['CLAVÉ "1"', '  CLAVÉ "1" ', 'CLAVE\u0301 "1"']) {
      refused(await post(obraBody({ claveUnica })), 409, text);
    }
    const other = await newObra();
    const taken = { claveUnica: 'CLAVÉ "1"' };
    refused(await patch(other.id, taken), 409, text);
    assert.deepEqual(await read(other.id), other);
    assert.equal(await count('obras'), there + 1);
  });

  test('answers parallel duplicates with one 201, and 409 for the rest', async () => {
    const answers = await Promise.all(
      numbers(1, 8).map(() => post(obraBody({ claveUnica: 'UNA' }))),
    );
    assert.deepEqual(statusesOf(answers), [201, ...Array(7).fill(409)]);
    assert.equal(await count(`obras WHERE clave_unica = 'UNA'`), 1);
    const { numeroObra } = answers.find(({ status }) => status === 201)?.body ?? {};
    assert.equal((await newObra()).numeroObra, numeroObra + 1);
  });

  test('keeps nothing of an obra when its ubicaciones are refused', async () => {
    const bowTie = wkt('POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))');
    const wrong = [
      ubicacionBody({ municipioId: 107 }),
      ubicacionBody({ direccion: '' }),
      ubicacionBody({ orden: 2147483648 }),
      ubicacionBody({ tipoGeometria: 'POLIGONO', geometriaJson: bowTie }),
    ];
    const { numeroObra } = await newObra();
    const counts = () => Promise.all(['obras', 'ubicaciones'].map(count));
    const before = await counts();
    for (const ubicacion of wrong) {
      const body = obraBody({ ubicaciones: [ubicacionBody(), ubicacion] });
      const answer = await post(body);
      assert.equal(answer.status, 400, answer.text);
    }
    assert.deepEqual(await counts(), before);
    assert.equal((await newObra()).numeroObra, numeroObra + 1);
  });
});

describe('POST /obras with texts at their limits', () => {
  before(someWorld);

  test('keeps them trimmed and composed', async () => {
    // What NFC makes of the longest is in errors.test.ts.
    for (const [field, text] of [
      ['claveUnica', '🚧'.repeat(50)],
      ['claveUnica', ` ${'y'.repeat(50)}   `],
      ['nombre', '🏗'.repeat(255)],
      ['descripcion', 'Año '.repeat(25_000)],
      ['nombre', `'); DROP TABLE obras; --"\\{}$1`],
    ] as const) {
      const obra = await newObra({ [field]: text });
      assert.equal(obra[field], text.trim());
      assert.deepEqual(await read(obra.id), obra);
    }
  });
});

const references = 'ejercicioFiscalId dependenciaId municipioId tipoProyectoId estatusObraId'.split(
  ' ',
);

describe('POST /obras refuses', () => {
  before(someWorld);

  async function nothingMade(body: unknown, sentences: (string | RegExp)[]) {
    refused(await post(body), 400, sentences);
    assert.equal(await count('obras'), 0);
  }

  const required = {
    claveUnica: 'un texto',
    nombre: 'un texto',
    monto: 'un número',
    ejercicioFiscalId: 'un número entero',
    dependenciaId: 'un número entero',
    municipioId: 'un número entero',
    estatusObraId: 'un número entero',
  };
  const mustBe = Object.entries(required).map(([field, kind]) => `${field} debe ser ${kind}.`);

  test('a body that is no object, a missing one, and null', async () => {
    for (const body of [[], '"obra"', '5']) {
      await nothingMade(body, ['El cuerpo debe ser un objeto.']);
    }
    for (const body of ['null', '', undefined]) {
      await nothingMade(body, ['El cuerpo es obligatorio: debe ser un objeto JSON.']);
    }
  });

  test('fields that are missing, null, of another type, or that only the service gives, with a sentence for each', async () => {
    const names = Object.keys(required);
    await nothingMade(
      {},
      names.map((field) => `${field} es obligatorio.`),
    );
    const nulls = [...names, 'descripcion', 'ubicaciones'].map((field) => [field, null]);
    await nothingMade(Object.fromEntries(nulls), [
      ...mustBe,
      ...['descripcion debe ser un texto.', 'ubicaciones debe ser una lista.'],
    ]);
    // No value is converted.
    const texts = { claveUnica: 1, nombre: true, descripcion: ['A'], monto: '1' };
    const ids = {
      ejercicioFiscalId: '1',
      dependenciaId: 1.5,
      municipioId: true,
      tipoProyectoId: '1',
    };
    await nothingMade({ ...texts, ...ids, estatusObraId: [4], ubicaciones: {} }, [
      ...[...mustBe, 'descripcion debe ser un texto.'],
      'tipoProyectoId debe ser un número entero o null.',
      'ubicaciones debe ser una lista.',
    ]);
    await nothingMade(obraBody({ id: 5, numeroObra: 9, municipio: { id: 50 } }), [
      ...['id', 'numeroObra', 'municipio'].map((name) => `${name} no es un campo reconocido.`),
    ]);
  });

  test('a monto that is no amount in pesos and cents within its range', async () => {
    for (const [sentence, ...montos] of [
      ['no debe tener más de dos decimales.', '1.005', '0.001', '1e-7', '0.30000000000000004'],
      ['debe estar entre 0 y 9,999,999,999,999.99.', '-1', '-0.01', '1e13', '1e300'],
      ['no se puede leer sin redondearlo: 1e400.', '1e400'],
      ['debe ser un número.', 'null', '"1"', 'true', '[1]'],
    ] as const) {
      for (const monto of montos) {
        const text = JSON.stringify(obraBody({ monto: '@' })).replace('"@"', monto);
        await nothingMade(text, [`monto ${sentence}`]);
      }
    }
  });

  test('unknown fields, and a __proto__ that carries a required one', async () => {
    for (const name of ['claveunica', 'descripción', 'constructor', 'toString', '']) {
      const text = JSON.stringify(obraBody()).replace('{', `{${JSON.stringify(name)}: "x", `);
      await nothingMade(text, [new RegExp(`^${name || '.*'} no es un campo reconocido\\.$`)]);
    }
    const { nombre, ...rest } = obraBody();
    const text = JSON.stringify(rest).replace('{', `{"__proto__": {"nombre": "A"}, `);
    await nothingMade(text, ['nombre es obligatorio.', '__proto__ no es un campo reconocido.']);
  });

  test('texts without content, and longer ones than their fields take', async () => {
    for (const [field, most, letter, ...blank] of [
      ['claveUnica', 50, 'x', '', ' \u00a0\n'],
      ['claveUnica', 50, '🚧'],
      ['nombre', 255, 'ñ', '\u200b\u2060\ufeff'],
      ['nombre', 255, '🏗'],
    ] as const) {
      const long = obraBody({ [field]: letter.repeat(most + 1) });
      await nothingMade(long, [`${field} no debe tener más de ${most} caracteres.`]);
      for (const text of blank) {
        await nothingMade(obraBody({ [field]: text }), [`${field} no debe estar vacío.`]);
      }
    }
  });

  test('texts that the database cannot hold, wherever they stand', async () => {
    for (const bad of ['a\u0000b', '\u0000', 'a\ud800b', '\udc00', '\udc00\ud800']) {
      for (const field of ['claveUnica', 'nombre', 'descripcion']) {
        await nothingMade(obraBody({ [field]: bad }), [unstorable(field)]);
      }
      for (const field of ['direccion', 'localidadReferencia', 'referenciaLugar']) {
        await nothingMade(obraBody({ ubicaciones: [ubicacionBody({ [field]: bad })] }), [
          unstorable(`ubicaciones[0].${field}`),
        ]);
      }
      const geometriaJson = { type: 'Point', coordinates: [bad, 20] };
      await nothingMade(obraBody({ ubicaciones: [ubicacionBody({ geometriaJson })] }), [
        unstorable('ubicaciones[0].geometriaJson.coordinates'),
        /^ubicaciones\[0\]\.geometriaJson debe/,
      ]);
      const answer = await post(obraBody({ [`x${bad}`]: 1 }));
      assert.equal(answer.status, 400, answer.text);
    }
    assert.equal(await count('obras'), 0);
  });

  test('a reference that does not exist', async () => {
    for (const field of references) {
      for (const id of [0, -1, 999, 2147483647, 2147483648, -2147483649, 2 ** 53]) {
        await nothingMade(obraBody({ [field]: id }), [`${field}: no existe el registro ${id}.`]);
      }
    }
  });

  test('all references that do not exist at once', () =>
    nothingMade(
      obraBody({
        ...Object.fromEntries(references.map((field, i) => [field, 200 + i])),
        ubicaciones: [300, 50, 301].map((municipioId) => ubicacionBody({ municipioId })),
      }),
      [
        ...references.map((field, i) => `${field}: no existe el registro ${200 + i}.`),
        'ubicaciones[0].municipioId: no existe el registro 300.',
        'ubicaciones[2].municipioId: no existe el registro 301.',
      ],
    ));

  test('references to inactive records, each and all at once', () =>
    whileInactive(106, async () => {
      const inactive = { ejercicioFiscalId: 3, dependenciaId: 3, municipioId: 106 };
      const all = { ...inactive, tipoProyectoId: 3 };
      for (const [field, id] of Object.entries(all)) {
        await nothingMade(obraBody({ [field]: id }), [
          `${field}: el registro ${id} está inactivo.`,
        ]);
      }
      await nothingMade(obraBody({ ubicaciones: [ubicacionBody({ municipioId: 106 })] }), [
        'ubicaciones[0].municipioId: el registro 106 está inactivo.',
      ]);
      const each = Object.entries(all).map(
        ([name, id]) => `${name}: el registro ${id} está inactivo.`,
      );
      await nothingMade(obraBody({ ...all, estatusObraId: 8 }), [
        ...each,
        'estatusObraId: no existe el registro 8.',
      ]);
    }));
});

describe('an obra that a foreign trigger drops', () => {
  before(reset);
  const UNEXPECTED = /^Ocurrió un error inesperado\./;
  /** Makes a trigger drop the rows of a table that are written, or those for which the condition holds. */
  const swallow = async (table: string, condition = 'true') => {
    await db.query(
      `CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql
       AS $$BEGIN IF ${condition} THEN RETURN NULL; END IF; RETURN NEW; END$$`,
    );
    await db.query(
      `CREATE TRIGGER swallow BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION swallow()`,
    );
  };
  const spit = () => db.query('DROP FUNCTION IF EXISTS swallow CASCADE');

  test('answers 500 once, without trying on', async (t) => {
    await someCatalog();
    const { id } = await newObra();
    t.after(spit);
    for (const table of ['obras', 'ejercicios_fiscales']) {
      await swallow(table);
      refused(await post(obraBody()), 500, UNEXPECTED);
      if (table === 'obras') {
        refused(await patch(id, { nombre: 'Otro' }), 500, UNEXPECTED);
      }
      await spit();
    }
    assert.equal(await count('obras'), 1);
    await newObra();
  });

  test('answers 500 where one of its ubicaciones is dropped, and keeps nothing of the request', async (t) => {
    const { id } = await newObra({ ubicaciones: [ubicacionBody({ direccion: 'vieja' })] });
    await swallow('ubicaciones', "NEW.direccion = 'tragada'");
    t.after(spit);
    const counts = () => Promise.all(['obras', 'bitacora', 'idempotencias'].map(count));
    const before = await counts();
    const ubicaciones = ['una', 'tragada'].map((direccion) => ubicacionBody({ direccion }));
    const [{ id: place }] = (await read(id)).ubicaciones;
    const moved = [{ ...ubicacionBody({ direccion: 'tragada' }), id: place }];
    const headers = { 'idempotency-key': 'tragada' };
    const answers = [
      await post(obraBody({ ubicaciones })),
      await post(obraBody({ ubicaciones }), { headers }),
      await patch(id, { ubicaciones }),
      await patch(id, { ubicaciones: moved }),
    ];
    for (const answer of answers) refused(answer, 500, UNEXPECTED);
    assert.deepEqual(await counts(), before);
    assert.deepEqual(columnOf((await read(id)).ubicaciones, 'direccion'), ['vieja']);
    // Nor are ubicaciones replaced of an obra that itself was swallowed.
    await spit();
    await swallow('obras');
    const answer = await patch(id, { ubicaciones: [] });
    refused(answer, 500, UNEXPECTED);
    assert.equal((await read(id)).ubicaciones.length, 1);
  });
});

describe('numeroObra', () => {
  beforeEach(someWorld);

  test('counts 1, 2, 3 within each fiscal year', async () => {
    const years = [1, 1, 2, 1, 2];
    const given = [];
    for (const ejercicioFiscalId of years) {
      given.push((await newObra({ ejercicioFiscalId })).numeroObra);
    }
    assert.deepEqual(given, [1, 2, 1, 3, 2]);
  });

  test('is not given again after a delete, not even of the last or the only obra', async () => {
    const first = await newObra();
    assert.equal((await remove(first.id)).status, 200);
    const second = await newObra();
    assert.equal(second.numeroObra, 2);
    const third = await newObra();
    assert.equal((await remove(third.id)).status, 200);
    assert.equal((await newObra()).numeroObra, 4);
  });

  test('has no gap and no double under parallel creates', async () => {
    const answers = await Promise.all(
      numbers(1, 30).map((i) => post(obraBody({ ejercicioFiscalId: 1 + (i % 2) }))),
    );
    for (const year of [1, 2]) {
      const given = answers
        .filter(({ body }) => body.ejercicioFiscalId === year)
        .map(({ body }) => body.numeroObra);
      assert.deepEqual(given.sort(ascending), numbers(1, 15));
    }
    const thirty = await Promise.all(numbers(1, 30).map(() => newObra()));
    assert.deepEqual(thirty.map(({ numeroObra }) => numeroObra).sort(ascending), numbers(16, 45));
  });

  test('has no gap where some of many parallel creates are refused, and each row has its own author', async () => {
    await newObra({ claveUnica: 'UNA' });
    const crossed = ubicacionBody({
      tipoGeometria: 'POLIGONO',
      geometriaJson: wkt('POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))'),
    });
    const kinds: [Record<string, unknown>, number, RegExp?][] = [
      [{}, 201],
      [{ ubicaciones: [ubicacionBody()] }, 201],
      [{ claveUnica: 'UNA' }, 409, /Ya existe una obra con la clave única \\"UNA\\"/],
      [{ dependenciaId: 99 }, 400, /dependenciaId: no existe el registro 99\./],
      [{ monto: -1 }, 400, /monto debe/],
      [{ ubicaciones: [ubicacionBody({ municipioId: 107 })] }, 400, /no existe el registro 107/],
      [{ ubicaciones: [crossed] }, 400, /no es un polígono válido/],
    ];
    const answers = await Promise.all(
      numbers(0, 55).map(async (i) => {
        const [changes, status, text = /./] = kinds[i % kinds.length] as (typeof kinds)[number];
        const who = i % 2 ? 'admin' : 'admin2';
        const answer = await call(who, 'POST', '/obras', obraBody(changes));
        assert.equal(answer.status, status, answer.text);
        assert.match(answer.text, text);
        return { who, answer };
      }),
    );
    const created = answers.filter(({ answer }) => answer.status === 201);
    assert.deepEqual(
      created.map(({ answer }) => answer.body.numeroObra).sort(ascending),
      numbers(2, 17),
    );
    for (const { who, answer } of created) {
      const own = await entriesOf(answer, answer.body.id);
      const usuarioId = people[who as 'admin' | 'admin2'].id;
      assert.deepEqual(own, [{ accion: 'crear', usuarioId, nombre: answer.body.nombre }]);
    }
    assert.deepEqual(await untrueDocuments(), []);
  });

  test('stays while the fiscal year does, and is new when that changes', async () => {
    await newObra({ ejercicioFiscalId: 2 });
    const [first, second] = [await newObra(), await newObra()];
    const same = await patch(second.id, { ejercicioFiscalId: 1, nombre: 'Otro' });
    assert.deepEqual(same.body, { ...second, nombre: 'Otro' });

    const moved = await patch(second.id, { ejercicioFiscalId: 2 });
    assert.deepEqual(moved.body, {
      ...same.body,
      numeroObra: 2,
      ejercicioFiscalId: 2,
      ejercicioFiscal: { id: 2, anio: 2027, activo: true },
    });
    assert.deepEqual(await read(second.id), moved.body);

    const back = await patch(second.id, { ejercicioFiscalId: 1 });
    assert.equal(back.body.numeroObra, 3);
    assert.equal((await read(first.id)).numeroObra, 1);
    assert.equal((await newObra()).numeroObra, 4);
    assert.equal((await newObra({ ejercicioFiscalId: 2 })).numeroObra, 3);
  });

  test('is not used up by a move that fails, which changes nothing', async () => {
    await newObra({ claveUnica: 'UNA' });
    const obra = await newObra({ ubicaciones: [ubicacionBody()] });
    for (const [status, part] of [
      [409, { claveUnica: 'UNA' }],
      [400, { dependenciaId: 99 }],
      [400, { ubicaciones: [ubicacionBody(), { ...ubicacionBody(), id: 99 }] }],
    ] as const) {
      const body = { ejercicioFiscalId: 2, nombre: 'Otro', ubicaciones: [], ...part };
      const answer = await patch(obra.id, body);
      assert.equal(answer.status, status, answer.text);
      assert.deepEqual(await read(obra.id), obra);
    }
    assert.equal((await newObra({ ejercicioFiscalId: 2 })).numeroObra, 1);
  });

  test('has no double when obras move into a year in parallel with creates and with one another', async () => {
    const movers = await Promise.all(numbers(1, 10).map(() => newObra()));
    await Promise.all([
      ...movers.map(({ id }) => patch(id, { ejercicioFiscalId: 2 })),
      ...movers.map(() => newObra({ ejercicioFiscalId: 2 })),
      ...movers.map(({ id }) => patch(id, { ejercicioFiscalId: 2 })),
    ]);
    const { body } = await call('user', 'GET', '/obras?ejercicioFiscalId=2');
    const given = body.map(({ numeroObra }: { numeroObra: number }) => numeroObra);
    assert.deepEqual(given.sort(ascending), numbers(1, 20));
  });
});

describe('PATCH /obras/:id of few members', () => {
  before(someWorld);

  // biome-ignore format: rows
  const alone: [Record<string, unknown>, Record<string, unknown>?][] = [
    [{ claveUnica: 'NUEVA' }],
    [{ nombre: 'Nuevo' }],
    [{ descripcion: 'Nueva' }],
    [{ descripcion: '' }],
    [{ monto: 0 }],
    [{ ejercicioFiscalId: 2 }, { ejercicioFiscal: { id: 2, anio: 2027, activo: true }, numeroObra: 1 }],
    [{ dependenciaId: 2 }, { dependencia: { id: 2, nombre: 'Junta de Agua', siglas: null, activo: true } }],
    [{ municipioId: 1 }, { municipio: { id: 1, nombre: 'Abalá' } }],
    [{ tipoProyectoId: 2 }, { tipoProyecto: { id: 2, nombre: 'Agua', activo: true } }],
    [{ tipoProyectoId: null }, { tipoProyecto: null }],
    [{ estatusObraId: 7 }, { estatusObra: { id: 7, nombre: 'Cancelada' } }],
    [{ ubicaciones: [] }],
    [{}],
  ];
  for (const [changes, follows] of alone) {
    test(`with ${JSON.stringify(changes)} changes that, what follows from it and no more`, async () => {
      const other = await newObra();
      const obra = await newObra({ descripcion: 'Vieja', ubicaciones: [ubicacionBody()] });
      const changed = await patch(obra.id, changes);
      assert.equal(changed.status, 200, changed.text);
      assert.deepEqual(changed.body, { ...obra, ...changes, ...follows });
      assert.deepEqual(await read(obra.id), changed.body);
      assert.deepEqual(await read(other.id), other);
    });
  }
});

describe('PATCH /obras/:id', () => {
  before(someWorld);

  test('changes all fields at once', async () => {
    const obra = await newObra();
    const texts = { claveUnica: 'NUEVA', nombre: 'Nuevo', descripcion: 'Nueva', monto: 1.01 };
    const ids = Object.fromEntries(references.map((field) => [field, 2]));
    const changes = { ...texts, ...ids };
    const { body } = await patch(obra.id, {
      ...changes,
      ubicaciones: [ubicacionBody()],
    });
    assert.deepEqual({ ...body, ...changes }, body);
    assert.equal(body.ubicaciones[0].municipioId, 2);
    assert.deepEqual(await read(obra.id), body);
  });

  test('takes the values that the obra has already', async () => {
    const obra = await newObra({ claveUnica: 'LA-MISMA', ubicaciones: [ubicacionBody()] });
    const names = ['descripcion', ...Object.keys(obraBody())];
    const present = Object.fromEntries(names.map((name) => [name, obra[name]]));
    const body = { ...present, claveUnica: ' LA-MISMA ' };
    const same = await patch(obra.id, body);
    assert.deepEqual([same.status, same.body], [200, obra]);
  });

  test('refuses what POST refuses', async () => {
    const obra = await newObra({ ubicaciones: [ubicacionBody()] });
    for (const [body = '', sentences = ''] of table`
      # body | sentences
      {"claveUnica":null,"nombre":null} | claveUnica debe ser un texto. nombre debe ser un texto.
      {"descripcion":null,"monto":null} | descripcion debe ser un texto. monto debe ser un número.
      {"municipioId":null}              | municipioId debe ser un número entero.
      {"estatusObraId":null}            | estatusObraId debe ser un número entero.
      {"ubicaciones":null}              | ubicaciones debe ser una lista.
      {"nombre":" "}                    | nombre no debe estar vacío.
      {"claveUnica":"${'x'.repeat(51)}"} | claveUnica no debe tener más de 50 caracteres.
      {"monto":1.005}                   | monto no debe tener más de dos decimales.
      {"nombre":"a\u0000"}              | ${unstorable('nombre')}
      {"descripcion":"\ud800"}          | ${unstorable('descripcion')}
      {"numeroObra":5}                  | numeroObra no es un campo reconocido.
      {"id":5,"Nombre":"A"}             | id no es un campo reconocido. Nombre no es un campo reconocido.
      {"estatusObraId":8}               | estatusObraId: no existe el registro 8.
      {"dependenciaId":2147483648}      | dependenciaId: no existe el registro 2147483648.
      {"__proto__":{}}                  | __proto__ no es un campo reconocido.
    `) {
      const answer = await patch(obra.id, body);
      assert.deepEqual([answer.status, answer.body.message.join(' ')], [400, sentences], body);
    }
    refused(await patch(obra.id), 400, [/^El cuerpo es obligatorio/]);
    assert.deepEqual(await read(obra.id), obra);
  });

  test('in parallel for different fields keeps them all', async () => {
    const obra = await newObra();
    for (let round = 0; round < 5; round++) {
      const changes = {
        nombre: `N${round}`,
        descripcion: `D${round}`,
        monto: round,
        municipioId: 1 + round,
        estatusObraId: 1 + round,
        dependenciaId: 1 + (round % 2),
        ubicaciones: Array(round).fill(ubicacionBody({ direccion: `U${round}` })),
      };
      const answers = await Promise.all(
        Object.entries(changes).map(([field, value]) => patch(obra.id, { [field]: value })),
      );
      assert.deepEqual(statusesOf(answers), Array(7).fill(200));
      const { ubicaciones, ...after } = await read(obra.id);
      const { ubicaciones: _, ...scalars } = changes;
      assert.deepEqual({ ...after, ...scalars }, after);
      assert.deepEqual(columnOf(ubicaciones, 'direccion'), Array(round).fill(`U${round}`));
    }
  });

  test('in parallel for different obras shares commits, and each is judged by itself', async () => {
    const obras: { id: number; nombre: string }[] = [];
    for (const _ of numbers(1, 12)) obras.push(await newObra({ ubicaciones: [ubicacionBody()] }));
    const etag = async (id: number) => (await get(`/obras/${id}`)).headers.get('etag') ?? '';
    const [first, second] = obras.map(({ id }) => id) as [number, number];
    const old = await etag(first);
    await patch(first, { monto: 1 });
    const present = await etag(second);
    type Kind = [
      changes: Record<string, unknown>,
      status: number,
      headers?: { 'if-match': string },
    ];
    const kinds: Kind[] = [
      [{ nombre: 'De la primera' }, 412, { 'if-match': old }],
      [{ nombre: 'De la segunda' }, 200, { 'if-match': present }],
      [{ nombre: 'Sin dependencia', dependenciaId: 99 }, 400],
      ...obras.slice(3).map((_, i): Kind => [{ nombre: `Otra ${i}`, monto: i }, 200]),
    ];
    const answers = await Promise.all(
      kinds.map(([changes, , headers = {}], i) =>
        call(i % 2 ? 'admin' : 'admin2', 'PATCH', `/obras/${obras[i]?.id}`, changes, { headers }),
      ),
    );
    for (const [i, [changes, status]] of kinds.entries()) {
      const { id, nombre } = obras[i] as { id: number; nombre: string };
      const answer = answers[i] as (typeof answers)[number];
      assert.equal(answer.status, status, answer.text);
      assert.equal((await read(id)).nombre, status === 200 ? changes.nombre : nombre);
      const usuarioId = people[i % 2 ? 'admin' : 'admin2'].id;
      const own = { accion: 'cambiar', usuarioId, nombre: changes.nombre };
      assert.deepEqual(await entriesOf(answer, id), status === 200 ? [own] : []);
    }
    assert.deepEqual(await untrueDocuments(), []);
    // None of them is refused: most go together.
    await Promise.all(obras.map(({ id }) => patch(id, { descripcion: 'Juntas' })));
    const shared = await db.one<{ commits: number }>(
      `SELECT count(DISTINCT xmin::text)::integer AS commits FROM obras WHERE descripcion = 'Juntas'`,
    );
    assert.ok((shared?.commits as number) < obras.length, `${shared?.commits} commits`);
  });

  if (TEST_DATABASE_URL) {
    test('waits for a row lock of the same obra alone', async (t) => {
      const obras: { id: number }[] = [];
      for (const _ of numbers(1, 12)) obras.push(await newObra());
      const [held, ...others] = obras as [{ id: number }, ...{ id: number }[]];
      const psql = new pg.Client({ connectionString: config.DATABASE_URL });
      await psql.connect();
      t.after(() => psql.end());
      await psql.query('BEGIN');
      await psql.query('SELECT FROM obras WHERE id = $1 FOR UPDATE', [held.id]);
      const rename = ({ id }: { id: number }) => patch(id, { nombre: 'Otro' });
      let isAnswered = false;
      const waiting = rename(held).finally(() => {
        isAnswered = true;
      });
      for (let round = 0; round < 3; round++) {
        const answers = await Promise.all([...others, ...others].map(rename));
        assert.ok(answers.every(({ status }) => status === 200));
      }
      assert.equal(isAnswered, false);
      await psql.query('COMMIT');
      assert.equal((await waiting).status, 200);
    });
  }

  test('in parallel with different ubicaciones leaves exactly one of the lists', async () => {
    const { id } = await newObra({ ubicaciones: [ubicacionBody({ direccion: 'vieja' })] });
    for (let round = 0; round < 5; round++) {
      const list = (direccion: string, length: number) =>
        Array.from({ length }, () => ubicacionBody({ direccion }));
      await Promise.all([
        patch(id, { ubicaciones: list('A', 3) }),
        patch(id, { ubicaciones: list('B', 2) }),
      ]);
      const left = (await read(id)).ubicaciones
        .map(({ direccion }: { direccion: string }) => direccion)
        .join('');
      assert.ok(left === 'AAA' || left === 'BB', left);
      assert.equal(await count(`ubicaciones WHERE obra_id = ${id}`), left.length);
    }
  });

  // The last: the catalog is not the same after it.
  test('keeps a reference that became inactive, but takes no other inactive one', () =>
    whileInactive(106, async () => {
      const obra = await newObra({ ubicaciones: [ubicacionBody()] });
      for (const catalog of ['ejercicios_fiscales', 'dependencias', 'tipos_proyecto'])
        await db.query(`UPDATE ${catalog} SET activo = false WHERE id = 1`);
      const present = { ejercicioFiscalId: 1, dependenciaId: 1, tipoProyectoId: 1 };
      await whileInactive(50, async () => {
        const { id, municipio, ...ubicacion } = obra.ubicaciones[0];
        const ubicaciones = [{ id, ...ubicacion }];
        const kept = await patch(obra.id, {
          ...present,
          municipioId: 50,
          nombre: 'Otro',
          ubicaciones,
        });
        assert.equal(kept.status, 200, kept.text);
        assert.deepEqual(kept.body, {
          ...obra,
          nombre: 'Otro',
          ejercicioFiscal: { ...obra.ejercicioFiscal, activo: false },
          dependencia: { ...obra.dependencia, activo: false },
          tipoProyecto: { ...obra.tipoProyecto, activo: false },
        });
      });
      const wrong = { ejercicioFiscalId: 3, dependenciaId: 3, municipioId: 106, tipoProyectoId: 3 };
      for (const [field, id] of Object.entries(wrong)) {
        refused(await patch(obra.id, { [field]: id }), 400, [
          `${field}: el registro ${id} está inactivo.`,
        ]);
      }
      const elsewhere = { ...ubicacionBody({ municipioId: 106 }), id: obra.ubicaciones[0].id };
      refused(await patch(obra.id, { ubicaciones: [elsewhere] }), 400, [
        'ubicaciones[0].municipioId: el registro 106 está inactivo.',
      ]);
      refused(await patch(obra.id, { ...wrong, estatusObraId: 99 }), 400, [
        ...Object.entries(wrong).map(([field, id]) => `${field}: el registro ${id} está inactivo.`),
        'estatusObraId: no existe el registro 99.',
      ]);
      assert.equal((await read(obra.id)).nombre, 'Otro');
      // Left, an inactive record cannot be returned to.
      assert.equal((await patch(obra.id, { dependenciaId: 2 })).status, 200);
      refused(await patch(obra.id, { dependenciaId: 1 }), 400, [
        'dependenciaId: el registro 1 está inactivo.',
      ]);
    }));
});

describe('an obra’s unknown or malformed id', () => {
  before(async () => {
    await someWorld();
    await newObra();
  });

  const unknown = ['99', '0', '-1', '2147483648', '-2147483649', '99999999999', '9'.repeat(400)];
  for (const id of unknown) {
    test(`${id.slice(0, 20)} answers 404, after the body has been checked`, async () => {
      const text = `Obra ${id} no encontrada.`;
      refused(await call('user', 'GET', `/obras/${id}`), 404, text);
      refused(await patch(id, {}), 404, text);
      refused(await patch(id, { nombre: 'A' }), 404, text);
      refused(await patch(id, { dependenciaId: 99 }), 404, text);
      refused(await remove(id), 404, text);
      refused(await patch(id, { monto: -1, x: 1 }), 400, [
        'x no es un campo reconocido.',
        'monto debe estar entre 0 y 9,999,999,999,999.99.',
      ]);
    });
  }

  test('beyond all integers answers 404 or 400, whichever ids the records have', async () => {
    const lowest = -2147483648;
    await db.query(
      `INSERT INTO dependencias (id, nombre) OVERRIDING SYSTEM VALUE VALUES ($1, 'La más baja')`,
      [lowest],
    );
    await db.query(
      `INSERT INTO obras (id, clave_unica, numero_obra, nombre, descripcion, monto,
         ejercicio_fiscal_id, dependencia_id, municipio_id, estatus_obra_id) OVERRIDING SYSTEM VALUE
       SELECT $1, 'LA-MAS-BAJA', numero_obra + 1, nombre, descripcion, monto,
         ejercicio_fiscal_id, $1, municipio_id, estatus_obra_id FROM obras LIMIT 1`,
      [lowest],
    );
    for (const id of [2147483648, -2147483649, 1e21]) {
      refused(await post(obraBody({ dependenciaId: id })), 400, [
        `dependenciaId: no existe el registro ${id}.`,
      ]);
      const digits = BigInt(id);
      const answer = await patch(digits, { nombre: 'Otra' });
      refused(answer, 404, `Obra ${digits} no encontrada.`);
    }
    const right = await patch(lowest, { dependenciaId: lowest });
    assert.equal(right.body.dependencia.nombre, 'La más baja');
    assert.notEqual(right.body.nombre, 'Otra');
    await db.query('DELETE FROM obras WHERE id = $1', [lowest]);
    await db.query('DELETE FROM dependencias WHERE id = $1', [lowest]);
  });

  const malformed = ['x', '1.0', '+1', '%201', '1%20', '1%0A', '1%C2%A0', '%E2%80%8B1'];
  test('that is malformed answers 400', async () => {
    for (const id of [...malformed, '1e0', '0x1', '%D9%A1', '1%00', '--1', '-']) {
      refused(await call('user', 'GET', `/obras/${id}`), 400, [/^id /]);
      refused(await remove(id), 400, [/^id /]);
      refused(await patch(id, { nombre: '', x: 1 }), 400, [
        /^id /,
        'x no es un campo reconocido.',
        'nombre no debe estar vacío.',
      ]);
    }
    assert.equal(await count('obras'), 1);
  });
});

describe('DELETE /obras/:id', () => {
  before(someWorld);

  test('answers 200 without a body, takes ubicaciones and favorites along, and frees the claveUnica', async () => {
    const two = [ubicacionBody(), ubicacionBody()];
    const obra = await newObra({ claveUnica: 'UNA', ubicaciones: two });
    const kept = await newObra({ ubicaciones: [ubicacionBody()] });
    for (const who of ['user', 'other'] as const) {
      for (const { id } of [obra, kept]) {
        const path = `/users/${people[who].id}/favorites/${id}`;
        assert.equal((await call(who, 'POST', path)).status, 201);
      }
    }
    assert.deepEqual([await count('ubicaciones'), await count('favorites')], [3, 4]);

    const deleted = await remove(obra.id);
    assert.deepEqual([deleted.status, deleted.text], [200, '']);
    assert.equal(deleted.headers.get('content-length'), '0');
    assert.deepEqual([await count('ubicaciones'), await count('favorites')], [1, 2]);

    const text = `Obra ${obra.id} no encontrada.`;
    refused(await remove(obra.id), 404, text);
    refused(await call('user', 'GET', `/obras/${obra.id}`), 404, text);
    refused(await patch(obra.id, {}), 404, text);
    assert.deepEqual((await get('/obras')).body, [kept]);
    assert.notEqual((await newObra({ claveUnica: 'UNA' })).id, obra.id);
  });

  test('takes a JSON content type without a body', async () => {
    const [first, second] = [await newObra(), await newObra()];
    const headers = { 'content-type': 'application/json' };
    const bare = await call('admin', 'DELETE', `/obras/${first.id}`, undefined, { headers });
    assert.deepEqual([bare.status, bare.text], [200, '']);
    const empty = await call('admin', 'DELETE', `/obras/${second.id}`, '');
    assert.deepEqual([empty.status, empty.text], [200, '']);
    assert.equal(await count(`obras WHERE id IN (${first.id}, ${second.id})`), 0);
  });

  test('in parallel for one obra answers one 200, and 404 for the rest', async () => {
    const { id } = await newObra({ ubicaciones: [ubicacionBody()] });
    const answers = await Promise.all(numbers(1, 8).map(() => remove(id)));
    assert.deepEqual(statusesOf(answers), [200, ...Array(7).fill(404)]);
  });

  test('in parallel with a PATCH leaves no obra and no ubicaciones', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await newObra({ ubicaciones: [ubicacionBody()] });
      const [changed, deleted] = await Promise.all([
        patch(id, { ubicaciones: [ubicacionBody(), ubicacionBody()] }),
        remove(id),
      ]);
      assert.ok(changed.status === 200 || changed.status === 404, changed.text);
      assert.equal(deleted.status, 200);
      const left = [`obras WHERE id = ${id}`, `ubicaciones WHERE obra_id = ${id}`].map(count);
      assert.deepEqual(await Promise.all(left), [0, 0]);
    }
  });
});
