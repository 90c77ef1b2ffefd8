import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { SaxesParser } from 'saxes';
import type { components } from '../../../portal/generado/openapi.d.ts';
import type { Database } from '../../../src/core/db/db.ts';
import { MOST_COUNTED } from '../../../src/features/cambios/entradas.ts';
import { hasFeature } from '../../features.ts';
import { jobEnd, report } from '../../imports.ts';
import { manyObras } from '../../many-obras.ts';
import { table } from '../../table.ts';
import { plainly } from '../../wire.ts';
import {
  addressFor,
  base,
  call,
  contratoBody,
  db,
  emailOf,
  get,
  newObra,
  noteArchivo,
  otherApp,
  people,
  programaBody,
  refused,
  resetWithCatalog,
  tokenOf,
  ubicacionBody,
  wkt,
} from '../../world.ts';

// What feeds tell of the works' changes, and to whom.

type Entrada = components['schemas']['EntradaDeCambios'];

/** The next obras get ids that no obra had before: the ledger outlives the tests, and feeds read it. */
let first = 700_000;
/** The ledger's last row before a test. */
let mark = 0;

async function begin(): Promise<void> {
  await resetWithCatalog();
  first += 10_000;
  await db.query(`SELECT setval(pg_get_serial_sequence('obras', 'id'), $1, false)`, [first]);
  await markHere();
}
async function markHere(): Promise<void> {
  mark = Number((await db.one<{ id: string }>('SELECT max(id) AS id FROM bitacora'))?.id);
}

const rowOf = ({ id }: Entrada) => Number(/\/(?:carga-)?(\d+)$/.exec(id)?.[1]);
const items = async (query = '', who: 'user' | 'nobody' = 'user', url = base): Promise<Entrada[]> =>
  (await get(`/cambios.json?${query}`, who, { url })).body.items;
/** The entries of this test, newest first. */
const news = async (query = '') => (await items(query)).filter((entry) => rowOf(entry) > mark);
/** Their sentences, oldest first. */
const told = async (query = '') =>
  (await news(query)).map(({ content_text }) => content_text).reverse();

const change = async (id: number, changes: object) =>
  assert.equal((await call('admin', 'PATCH', `/obras/${id}`, changes)).status, 200);
const make = async (path: string, body: object): Promise<number> => {
  const { status, body: made, text } = await call('admin', 'POST', path, body);
  assert.equal(status, 201, text);
  return made.id;
};
const remove = async (path: string) =>
  assert.equal((await call('admin', 'DELETE', path)).status, 200);

const contratos = (id: number) => `/obras/${id}/contratos`;

describe('a feed tells', () => {
  before(begin);

  test('each act as done, without who did it', async () => {
    const { id } = await newObra({ claveUnica: 'F-1', monto: 1000 });
    await change(id, { monto: 2000, nombre: 'Calle 62' });
    await change(id, { ubicaciones: [ubicacionBody()] });
    await change(id, { descripcion: 'Concreto.', estatusObraId: 5 });
    await make(`/obras/${id}/programas`, programaBody());
    const later = { fechaTermino: '2026-11-30', motivo: 'Lluvias' };
    await make(`/obras/${id}/programas`, programaBody(later));
    const contrato = await make(contratos(id), contratoBody({ numero: 'C-1', monto: 1000 }));
    await call('admin', 'PATCH', `${contratos(id)}/${contrato}`, { monto: 1200 });
    await make(`${contratos(id)}/${contrato}/convenios`, {
      ...{ fecha: '2026-03-01', montoNuevo: 1500, justificacion: 'Más obra' },
    });
    const report = { fechaCorte: '2026-06-30', avanceFisico: 45, observaciones: 'Nada' };
    const avance = await make(`/obras/${id}/avances`, report);
    await call('admin', 'PATCH', `/obras/${id}/avances/${avance}`, { observaciones: 'Va bien' });
    await call('admin', 'PATCH', `/obras/${id}/ejecucion`, { fechaInicioReal: '2026-02-03' });
    await remove(`/obras/${id}/avances/${avance}`);
    const sentences = table`
      Se registró la obra «Pavimentación de la calle 60», «F-1», por $1,000.00.
      Se cambió el monto de $1,000.00 a $2,000.00; el nombre de «Pavimentación de la calle 60» a «Calle 62».
      Se cambiaron las ubicaciones (1 agregada).
      Se cambió la descripción; el estatus de «En proceso» a «Suspendida».
      Se registró el programa original, del 1 de febrero de 2026 al 31 de octubre de 2026.
      Se reprogramó la obra, del 1 de febrero de 2026 al 30 de noviembre de 2026, porque «Lluvias».
      Se registró el contrato «C-1» con «Constructora del Mayab, S.A. de C.V.» por $1,000.00, del 1 de febrero de 2026 al 31 de octubre de 2026.
      Se cambió del contrato «C-1» el monto de $1,000.00 a $1,200.00.
      Se registró el convenio 1 del contrato «C-1»: el monto nuevo $1,500.00; la justificación «Más obra».
      Se reportó 45.00 % de avance al 30 de junio de 2026.
      Se cambiaron del avance al 30 de junio de 2026 las observaciones.
      Se indicó la fecha de inicio real 3 de febrero de 2026.
      Se eliminó el avance al 30 de junio de 2026.
    `.flat();
    assert.deepEqual(await told(), sentences);
  });

  test('a title of the work’s name and of what was done, and leads to its page', async () => {
    const { id } = await newObra({ claveUnica: 'F-2', nombre: 'Parque', monto: 1 });
    await change(id, { monto: 2 });
    const [changed, made] = await news(`obraId=${id}`);
    assert.equal(made?.title, 'Se registró la obra «Parque», «F-2», por $1.00');
    assert.equal(changed?.title, 'Parque: se cambió el monto de $1.00 a $2.00');
    assert.deepEqual([changed?.url, changed?.tags], [`${base}/portal/obras/${id}`, ['Obra']]);
    await change(id, { nombre: 'Ñ'.repeat(255), descripcion: 'x'.repeat(2000) });
    const [long] = await news(`obraId=${id}`);
    assert.equal([...(long?.title ?? '')].length, 250);
  });

  test('nothing of users, favorites, catalogs and sign-ins, nor who made a change', async () => {
    await markHere();
    const email = emailOf('admin');
    const { id } = await newObra({ nombre: 'Sin autor' });
    const fav = `/users/${people.user.id}/favorites/${id}`;
    assert.equal((await call('user', 'POST', fav)).status, 201);
    const person = {
      email: 'nueva@ejemplo.mx',
      nombreCompleto: 'Nueva',
      password: 'una-contraseña-larga',
      roles: 'user',
    };
    await make('/users', person);
    await make('/dependencias', { nombre: 'Dependencia nueva' });
    await call('nobody', 'POST', '/auth/login', { email, password: 'no es esta' });
    const [entry, ...others] = await news();
    assert.deepEqual(others, []);
    assert.match(entry?.content_text ?? '', /^Se registró la obra «Sin autor»/);
    for (const path of ['/cambios.json', '/cambios.atom']) {
      const { text } = await get(path);
      for (const secret of [
        email,
        'Persona admin',
        people.admin.id,
        '127.0.0.1"',
        'registro-obras',
      ])
        assert.ok(!text.includes(secret), `${path} has ${secret}`);
    }
  });

  test('of a deleted work its deletion, by what it was last', async () => {
    await markHere();
    const agency = await make('/dependencias', { nombre: 'Otra' });
    const { id } = await newObra({ nombre: 'Efímera', monto: 500, municipioId: 1 });
    await make(contratos(id), contratoBody());
    await change(id, { municipioId: 50, dependenciaId: agency });
    await remove(`/obras/${id}`);
    const [gone, ...others] = await news();
    assert.deepEqual(others, []);
    assert.equal(gone?.title, 'Se eliminó la obra «Efímera»');
    assert.ok(!('url' in (gone ?? {})));
    const { ejercicioFiscalId, tipoProyectoId } = { ejercicioFiscalId: 1, tipoProyectoId: 1 };
    for (const [query, isFound] of [
      ['municipioId=50', true],
      ['municipioId=1', false],
      [`dependenciaId=${agency}`, true],
      ['dependenciaId=1', false],
      ['estatusObraId=4', true],
      ['estatusObraId=5', false],
      [`ejercicioFiscalId=${ejercicioFiscalId}&tipoProyectoId=${tipoProyectoId}`, true],
      ['anioMax=2026', true],
      ['anioMax=2025', false],
      ['montoMin=500&montoMax=500', true],
      ['montoMin=501', false],
      ['q=Efímera', false],
      [`obraId=${id}`, true],
      [`obraId=${id}&municipioId=1`, false],
    ] as const) {
      assert.equal((await news(query)).length, isFound ? 1 : 0, query);
    }
  });

  test('works after two agencies were merged, under the same ids', async () => {
    await markHere();
    const wrong = await make('/dependencias', { nombre: 'Obras Publicas de antes' });
    const { id } = await newObra({ dependenciaId: wrong });
    const before = await news(`obraId=${id}`);
    const body = { destinoId: 1 };
    assert.equal((await call('admin', 'POST', `/dependencias/${wrong}/fusion`, body)).status, 200);
    const [moved, ...others] = await news(`obraId=${id}`);
    assert.deepEqual(
      others.map((entry) => entry.id),
      before.map((entry) => entry.id),
    );
    assert.match(
      moved?.content_text ?? '',
      /^Se cambió la dependencia de «Obras Publicas de antes» a «Secretaría de Obras»\.$/,
    );
    assert.ok((await news('dependenciaId=1')).some(({ id }) => id === moved?.id));
  });
});

if (hasFeature('archivos'))
  describe('a file in a feed', () => {
    before(begin);
    const titles = async (id: number) =>
      (await told(`obraId=${id}`)).filter((text) => !text.includes('la obra'));
    const set = (archivo: number, to: string) =>
      db.query(`UPDATE archivos SET ${to} WHERE id = $1`, [archivo]);

    test('is told where it is public, and only as long', async () => {
      const { id } = await newObra();
      const foto = await noteArchivo(id, { titulo: 'Cimentación' });
      await set(foto, `titulo = 'Cimientos'`);
      const all = [
        'Se agregó la foto «Cimentación».',
        'Se cambió de la foto «Cimentación» el título de «Cimentación» a «Cimientos».',
      ];
      assert.deepEqual(await titles(id), all);
      await set(foto, 'publico = false');
      assert.deepEqual(await titles(id), []);
      await set(foto, `titulo = 'Secreto de un tercero'`);
      await set(foto, `titulo = 'Losa', publico = true`);
      assert.deepEqual(await titles(id), [...all, 'Se hizo pública la foto «Losa».']);
      const { text } = await get(`/cambios.atom?obraId=${id}`);
      assert.ok(!text.includes('Secreto'));
      await db.query('DELETE FROM archivos WHERE id = $1', [foto]);
      assert.deepEqual(await titles(id), []);
    });

    test('that was private is new once it is public, under an id that no entry had', async () => {
      const { id } = await newObra();
      const contrato = await noteArchivo(id, {
        clase: 'CONTRATO',
        titulo: 'Borrador',
        publico: false,
      });
      const ids = async () => (await news(`obraId=${id}`)).map((entry) => entry.id);
      const before = await ids();
      assert.equal(before.length, 1);
      await set(contrato, `titulo = 'Con firmas de particulares'`);
      assert.deepEqual(await ids(), before);
      await set(contrato, `titulo = 'Versión pública', publico = true`);
      const [opened, ...others] = await news(`obraId=${id}`);
      assert.deepEqual(
        others.map((entry) => entry.id),
        before,
      );
      assert.match(opened?.content_text ?? '', /^Se hizo público el \S+ «Versión pública»\.$/);
      assert.doesNotMatch((await get(`/cambios.json?obraId=${id}`)).text, /Borrador|particulares/);
    });
  });

if (hasFeature('importacion'))
  describe('an import in a feed', () => {
    before(begin);
    const HEAD = 'clave,nombre,monto,ejercicio fiscal,dependencia,municipio,tipo,estatus';
    const sheet = (count: number, monto: number, prefix: string, municipio = 'Mérida') =>
      [
        HEAD,
        ...Array.from(
          { length: count },
          (_, i) =>
            `${prefix}-${i},Obra ${i},${monto},2026,SOP,${i === 0 ? 'Abalá' : municipio},Vialidades,En proceso`,
        ),
      ].join('\r\n');
    const load = async (csv: string): Promise<string> =>
      (await report(csv, 'actualizar=true&confirmar=montos,estatus,nombres&archivo=secreto.csv'))
        .importacion;

    test('of up to ten changes is told one by one, without its file and rows', async () => {
      await markHere();
      await load(sheet(10, 1, 'DIEZ'));
      const sentences = await told();
      assert.equal(sentences.length, 10);
      assert.equal(sentences[0], 'Se registró la obra «Obra 0», «DIEZ-0», por $1.00 en una carga.');
    });

    test('of more is one entry that leads nowhere, and so is what takes it back', async () => {
      await markHere();
      await load(sheet(3, 1, 'ONCE'));
      await markHere();
      const carga = await load(`${sheet(12, 2, 'ONCE')}`);
      const [one, ...others] = await news();
      assert.deepEqual(others, []);
      const text = 'Se registraron 9 obras y se cambiaron 3 en una carga.';
      assert.deepEqual(
        [one?.title, one?.content_text, one?.tags],
        [text.slice(0, -1), text, ['Carga']],
      );
      assert.ok(!('url' in (one ?? {})));
      assert.ok(!(await get('/cambios.atom')).text.includes(carga));
      // Of what a filter leaves, one by one where it leaves little.
      const [few, ...none] = await news('municipioId=1');
      assert.deepEqual(none, []);
      assert.equal(few?.content_text, 'Se cambió el monto de $1.00 a $2.00 en una carga.');
      const [eleven] = await news('municipioId=50');
      assert.equal(eleven?.id, one?.id);
      assert.equal(eleven?.content_text, 'Se registraron 9 obras y se cambiaron 2 en una carga.');
      await newObra({ nombre: 'Después' });
      const undo = await call('admin', 'POST', `/obras/importacion/${carga}/deshacer`);
      assert.equal((await jobEnd(undo)).estado, 'terminada');
      assert.deepEqual(await told(), [
        'Se registraron 9 obras y se cambiaron 3 en una carga.',
        (await told('q=Después'))[0],
        'Se cambiaron 3 obras y se eliminaron 9 al deshacer una carga.',
      ]);
    });

    test('is told once, on the page of its last change', async () => {
      const { id } = await newObra();
      const write = (rows: number, carga: boolean) =>
        db.query(
          `INSERT INTO bitacora (programa, accion, recurso, registro, antes, despues, importacion, archivo, fila)
           SELECT '', 'cambiar', 'obras', $1, '{"monto": 1}', '{"monto": 2}', $2::uuid, $3::text, CASE WHEN $3::text IS NOT NULL THEN n END
           FROM generate_series(1, $4::integer) n`,
          [String(id), carga ? 'c'.repeat(32) : null, carga ? 'c.csv' : null, rows],
        );
      await write(11, true);
      await write(101, false);
      await write(11, true);
      const told = (await pages(`obraId=${id}`)).map(({ tags }) => tags[0]);
      assert.deepEqual(told, ['Carga', ...Array(102).fill('Obra')]);
    });
  });

/** All entries, page after page, as a reader gets them that follows the links. */
async function pages(query: string): Promise<Entrada[]> {
  const all: Entrada[] = [];
  let next: string | undefined = `${base}/cambios.json?${query}`;
  for (let n = 0; next !== undefined && n < 60; n++) {
    const { body, headers } = await get(next.slice(base.length));
    const link = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    assert.equal(body.next_url, link && base + link);
    all.push(...body.items);
    next = body.next_url;
  }
  return all;
}

describe('pages of a feed', () => {
  before(begin);

  test('have all changes once and in order, whatever comes in meanwhile', async () => {
    const { id } = await newObra({ monto: 1 });
    for (let monto = 2; monto <= 230; monto++)
      await db.query('UPDATE obras SET monto = $2 WHERE id = $1', [id, monto]);
    const query = `obraId=${id}`;
    const { body } = await get(`/cambios.json?${query}`);
    assert.equal(body.items.length, 100);
    await change(id, { monto: 999 });
    const second = await get(body.next_url.slice(base.length));
    const third = await get(second.body.next_url.slice(base.length));
    const all = [body, second.body, third.body].flatMap((page) => page.items).map(rowOf);
    assert.equal(all.length, 230);
    assert.deepEqual(
      all,
      [...new Set(all)].sort((a, b) => b - a),
    );
    assert.equal(third.body.next_url, undefined);
    assert.equal(third.headers.get('link'), null);
  });

  test('of works that are many go on below a depth, and each change is on one of them', async () => {
    await begin();
    await manyObras(600, { municipio_id: '7' });
    const ids = await db.query<{ id: number }>('SELECT id FROM obras ORDER BY id LIMIT 1');
    const { id } = ids[0] as { id: number };
    await db.query('UPDATE obras SET monto = 77 WHERE id = $1', [id]);
    await db.query('UPDATE obras SET municipio_id = 8 WHERE id = $1 + 1', [id]);
    const mine = rowOf((await news('municipioId=7'))[0] as Entrada);
    // Other changes stand above it, more than one look has.
    await db.query(
      `INSERT INTO bitacora (programa, accion, recurso, registro, antes, despues)
       SELECT '', 'cambiar', 'obras', ($1::integer + 1)::text, '{"monto": 1}', '{"monto": 2}' FROM generate_series(1, 11000)`,
      [id],
    );
    // No change of a work is announced by rows that are written by hand: this feed was not asked for before.
    const above = await get('/cambios.json?municipioId=7&montoMin=0');
    assert.deepEqual(above.body.items, []);
    const next = await get(above.body.next_url.slice(base.length));
    assert.deepEqual(
      next.body.items.map(rowOf).filter((row: number) => row > mark),
      [mine],
    );
    // Of one work, and of few, the feed is whole at once.
    assert.deepEqual((await news(`obraId=${id}`)).map(rowOf), [mine]);
  });

  test('of works that are few have a deletion below a thousand of other records', async () => {
    const { id } = await newObra({ municipioId: 5 });
    await remove(`/obras/${id}`);
    const mine = rowOf((await news('municipioId=5'))[0] as Entrada);
    await db.query(
      `INSERT INTO bitacora (programa, accion, recurso, registro, antes)
       SELECT '', 'eliminar', 'favorites', n::text, '{}' FROM generate_series(1, 1001) n`,
    );
    // This feed was not asked for before.
    assert.equal(rowOf((await news('municipioId=5&montoMin=0'))[0] as Entrada), mine);
  });

  test('of a number that was given again have the deletion under the name it had, and no other change', async () => {
    const { id } = await newObra({ nombre: 'La primera' });
    await change(id, { monto: 7 });
    await remove(`/obras/${id}`);
    await db.query(`SELECT setval(pg_get_serial_sequence('obras', 'id'), $1, false)`, [id]);
    assert.equal((await newObra({ nombre: 'La segunda', monto: 1 })).id, id);
    const titles = (await news()).map(({ title }) => /^.*La (primera|segunda)\b/.exec(title)?.[0]);
    assert.deepEqual(titles.filter(Boolean), [
      'Se registró la obra «La segunda',
      'Se eliminó la obra «La primera',
    ]);
  });

  test('of imports that follow one another are bounded by what is counted, and each is on one of them', async () => {
    const { id } = await newObra();
    for (const letter of ['a', 'b']) {
      await db.query(
        `INSERT INTO bitacora (programa, accion, recurso, registro, antes, despues, importacion, archivo, fila)
         SELECT '', 'cambiar', 'obras', $1, '{"monto": 1}', '{"monto": 2}', $2::uuid, 'a.csv', n FROM generate_series(1, $3::integer) n`,
        [String(id), letter.repeat(32), MOST_COUNTED + 1],
      );
    }
    const pages = [];
    for (let next = `/cambios.json?obraId=${id}`; pages.length < 2; ) {
      const { body } = await get(next);
      pages.push(body.items.map(({ content_text }: Entrada) => content_text));
      next = (body.next_url ?? base).slice(base.length);
    }
    const carga = 'Se hicieron más de 10,000 cambios en una carga.';
    assert.deepEqual(
      pages.map(([first, ...others]) => [first, others.length]),
      [
        [carga, 0],
        [carga, 1],
      ],
    );
  });

  test('refuse a cursor of another list, and one that is none', async () => {
    for (const cursor of [
      Buffer.from('bitacora/7').toString('base64url'),
      Buffer.from('cambios/-1').toString('base64url'),
      Buffer.from(`cambios/${2n ** 63n}`).toString('base64url'),
      'x',
    ]) {
      refused(await call('user', 'GET', `/cambios.json?cursor=${cursor}`), 400, [
        'cursor no es un cursor válido.',
      ]);
    }
  });
});

describe('a feed of a filter', () => {
  before(begin);

  test('has the changes of the works that pass it now', async () => {
    const { id } = await newObra({
      municipioId: 1,
      ubicaciones: [ubicacionBody({ geometriaJson: wkt('POINT (-88 21)') })],
    });
    const other = await newObra({ municipioId: 50 });
    const ids = async (query: string) => [
      ...new Set((await news(query)).map(({ url }) => Number(/\d+$/.exec(url ?? '')?.[0]))),
    ];
    assert.deepEqual(await ids('municipioId=1'), [id]);
    assert.deepEqual(
      await ids('bbox=-88.1,20.9,-87.9,21.1'),
      hasFeature('mapa') ? [id] : [other.id, id],
    );
    await change(id, { municipioId: 50 });
    assert.deepEqual(await ids('municipioId=1'), []);
    assert.deepEqual(await ids('municipioId=50'), [id, other.id]);
  });

  test('that finds nothing is empty, dated, and says what it is of', async () => {
    // No work of another file has such an amount there: the ledger keeps their deletions.
    const filter = 'municipioId=2&montoMin=9999999999999.98';
    const { body } = await get(`/cambios.json?${filter}`);
    assert.deepEqual(body.items, []);
    const amount = 'Monto desde: $9,999,999,999,999.98';
    assert.equal(body.title, `Cambios de obras · Municipio: Acanceh · ${amount}`);
    const { text } = await get(`/cambios.atom?${filter}`);
    assert.match(text, /<updated>\d{4}-\d\d-\d\dT[\d:.]+Z<\/updated>/);
  });

  test('refuses values as the list does, and a work that never was', async () => {
    for (const query of ['municipioId=x', 'montoMin=-1', 'anioMax=1999', 'obraId=x']) {
      assert.equal((await call('user', 'GET', `/cambios.json?${query}`)).status, 400, query);
    }
    const never = await call('user', 'GET', '/cambios.atom?obraId=4000000');
    refused(never, 404, 'Obra 4000000 no encontrada.');
    refused(
      await call('user', 'GET', '/cambios.json?obraId=99999999999'),
      404,
      'Obra 99999999999 no encontrada.',
    );
  });
});

describe('Atom', () => {
  before(begin);

  /** The elements of a document that is well-formed and has every name in Atom’s namespace. */
  function elementsOf(xml: string) {
    const parser = new SaxesParser({ xmlns: true });
    const all: { name: string; attributes: Record<string, string>; text: string }[] = [];
    const stack: typeof all = [];
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ name, uri, attributes }) => {
      assert.equal(uri, 'http://www.w3.org/2005/Atom', name);
      const values = Object.entries(attributes).map(([key, { value }]) => [key, value]);
      stack.push({ name, attributes: Object.fromEntries(values), text: '' });
      all.push(stack.at(-1) as (typeof all)[0]);
    });
    parser.on('text', (text) => {
      for (const element of stack.slice(-1)) element.text += text;
    });
    parser.on('closetag', () => stack.pop());
    parser.write(xml).close();
    return all;
  }

  test('is a feed of RFC 4287 with the entries of the JSON feed', async () => {
    const { id } = await newObra({ nombre: 'Pozo <b>&"profundo\' ]]>' });
    await db.query(`UPDATE obras SET nombre = nombre || E'\\x01\\uFFFF' WHERE id = $1`, [id]);
    await make(contratos(id), contratoBody());
    const { text, headers } = await get(`/cambios.atom?obraId=${id}`);
    assert.equal(headers.get('content-type'), 'application/atom+xml; charset=utf-8');
    const { body } = await get(`/cambios.json?obraId=${id}`);
    const all = elementsOf(text);
    const of = (name: string) => all.filter((element) => element.name === name);
    const texts = (name: string) => of(name).map((element) => element.text);
    const entries = body.items as Entrada[];
    assert.equal(entries.length, 3);
    assert.deepEqual(
      texts('id').slice(1),
      entries.map((entry) => entry.id),
    );
    assert.deepEqual(
      texts('content'),
      entries.map((entry) => entry.content_text.replace(/\p{Cc}|\uffff/gu, '')),
    );
    assert.deepEqual(
      texts('published'),
      entries.map((entry) => entry.date_published),
    );
    for (const name of ['id', 'title', 'updated'])
      assert.equal(of(name).length, 1 + entries.length);
    assert.deepEqual([texts('name'), of('author').length], [['Registro de Obras Públicas'], 1]);
    const links = of('link').map(({ attributes }) => [
      attributes.rel,
      attributes.type,
      attributes.href,
    ]);
    assert.deepEqual(links.slice(0, 2), [
      ['self', 'application/atom+xml', `${base}/cambios.atom?obraId=${id}`],
      ['alternate', 'text/html', `${base}/portal/cambios?obraId=${id}`],
    ]);
    assert.deepEqual(
      links.slice(2),
      entries.map(({ url }) => ['alternate', 'text/html', url]),
    );
    for (const id of texts('id'))
      assert.match(id, /^tag:[a-z.-]+,2026:[0-9a-f]{16}\/[\w.~%?&=-]+$/);
  });

  test('names its next page as the header does', async () => {
    const { id } = await newObra({ monto: 1 });
    for (let monto = 2; monto <= 102; monto++)
      await db.query('UPDATE obras SET monto = $2 WHERE id = $1', [id, monto]);
    const { text, headers } = await get(`/cambios.atom?obraId=${id}`);
    const next = elementsOf(text).find(({ attributes }) => attributes.rel === 'next');
    assert.equal(headers.get('link'), `<${next?.attributes.href?.slice(base.length)}>; rel="next"`);
    const { text: rest } = await get(next?.attributes.href?.slice(base.length) as string);
    assert.equal(elementsOf(rest).filter(({ name }) => name === 'entry').length, 2);
  });
});

describe('readers of a feed', () => {
  before(begin);

  test('need a session or their password, unless anybody may read', async (t) => {
    const { id } = await newObra();
    refused(await call('nobody', 'GET', '/cambios.atom'), 401, 'Unauthorized');
    const basic = `Basic ${Buffer.from(`${emailOf('user')}:secreto-de-prueba`).toString('base64')}`;
    const signed = await call('nobody', 'GET', '/cambios.atom', undefined, {
      headers: { authorization: basic },
    });
    assert.equal(signed.status, 200);
    const url = await addressFor(t, {
      PUBLIC_READ: true,
      PUBLIC_URL: 'https://obras.ejemplo.gob.mx',
    });
    const open = await call('nobody', 'GET', `/cambios.json?obraId=${id}`, undefined, { url });
    assert.equal(open.status, 200);
    assert.equal(open.body.items[0].url, `https://obras.ejemplo.gob.mx/portal/obras/${id}`);
    assert.equal(open.body.feed_url, `https://obras.ejemplo.gob.mx/cambios.json?obraId=${id}`);
    // The address of the service is no part of what an entry is called.
    const { body } = await get(`/cambios.json?obraId=${id}`);
    assert.deepEqual(
      open.body.items.map((entry: Entrada) => entry.id),
      body.items.map((entry: Entrada) => entry.id),
    );
  });

  test('who ask each second get 304, and nothing is read for them until something changes', async (t) => {
    const asked: string[] = [];
    const noting =
      <A extends unknown[], R>(ask: (...args: A) => R) =>
      (...args: A): R => {
        asked.push(String((args[0] as { text?: string }).text ?? args[0]));
        return ask(...args);
      };
    const counted = {
      ...db,
      query: noting(db.query),
      one: noting(db.one),
      json: noting(db.json),
      jsonOrNothing: noting(db.jsonOrNothing),
    } as Database;
    counted.reader = async () => counted;
    const token = { token: await tokenOf('user') };
    for (const changes of [{}, { PUBLIC_URL: 'https://obras.ejemplo.gob.mx' }]) {
      const url = await addressFor(t, changes, counted);
      const { id } = await newObra({ municipioId: 3 });
      const path = '/cambios.atom?municipioId=3';
      const ask = (headers = {}) => call(token, 'GET', path, undefined, { url, headers });
      const etag = (await ask()).headers.get('etag') as string;
      asked.length = 0;
      for (let n = 0; n < 3; n++) {
        const again = await ask({ 'if-none-match': etag });
        assert.deepEqual([again.status, again.text], [304, '']);
      }
      assert.deepEqual(
        asked.filter((text) => text.includes('bitacora')),
        [],
      );
      // Another work's change leaves the feed as it was.
      await newObra({ municipioId: 4 });
      assert.equal((await ask({ 'if-none-match': etag })).status, 304);
      await change(id, { monto: 5 });
      const changed = await ask({ 'if-none-match': etag });
      assert.equal(changed.status, 200);
      assert.match(changed.text, /se cambió el monto de .* a \$5\.00/);
    }
  });

  // biome-ignore format: rows of headers
  const AS_BROWSERS = table`
    # who | accept | sec-fetch-dest | upgrade-insecure-requests | where to
    Firefox, HTTPS | text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8 | document | 1 | page
    Chrome, HTTPS | text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8 | document | 1 | page
    Safari, HTTP | text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8 | - | 1 | page
    a script of a page | */* | empty | - | feed
    a script that asks as pages do | text/html,*/*;q=0.8 | empty | - | feed
    a reader that asks as browsers do | text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8 | - | - | feed
    SimplePie | application/atom+xml, application/rss+xml, application/xml;q=0.8, text/html;q=0.7, */*;q=0.1 | - | - | feed
    NetNewsWire | application/atom+xml,application/rss+xml,application/feed+json,*/*;q=0.1 | - | - | feed
    curl | */* | - | - | feed
    nothing said | - | - | - | feed
  `;
  for (const [who, accept, dest, upgrade, where] of AS_BROWSERS) {
    test(`who are ${who} get the ${where}`, async () => {
      const headers: Record<string, string> = {
        ...(accept && { accept }),
        ...(dest && { 'sec-fetch-dest': dest }),
        ...(upgrade && { 'upgrade-insecure-requests': upgrade }),
      };
      for (const path of ['/cambios.atom', '/cambios.json']) {
        const query = '?municipioId=1,50&q=calle%2060';
        // A browser has no token of the page's: it is led there before anybody is asked for one.
        const answer = await call(
          where === 'page' ? 'nobody' : 'user',
          'GET',
          path + query,
          undefined,
          { headers },
        );
        assert.equal(answer.status, where === 'page' ? 303 : 200);
        assert.match(
          answer.headers.get('vary') ?? '',
          /Accept, Sec-Fetch-Dest, Upgrade-Insecure-Requests/,
        );
        if (where === 'page')
          assert.equal(answer.headers.get('location'), `/portal/cambios${query}`);
      }
    });
  }

  test('who ask for the head alone get its headers', async () => {
    const { status, headers, text } = await call('user', 'HEAD', '/cambios.atom');
    assert.deepEqual([status, text], [200, '']);
    assert.match(headers.get('etag') ?? '', /^"/);
  });
});

test('the pages of a list and of a work name their feeds, with PUBLIC_READ', async () => {
  await begin();
  const { id } = await newObra({ nombre: 'Parque "central"' });
  const { url, close } = await otherApp({
    PUBLIC_READ: true,
    PUBLIC_URL: 'https://obras.ejemplo.gob.mx',
  });
  try {
    for (const [path, feed] of [
      ['/portal/obras?municipioId=50', '/cambios.atom?municipioId=50'],
      ['/portal/', '/cambios.atom'],
      [`/portal/obras/${id}`, `/cambios.atom?obraId=${id}`],
    ] as const) {
      const { text } = await plainly(url + path);
      const [, address] =
        /<link rel="alternate" type="application\/atom\+xml" title="[^"]+" href="([^"]+)">/.exec(
          text,
        ) ?? [];
      assert.equal(address, `https://obras.ejemplo.gob.mx${feed}`, path);
    }
    const own = await plainly(`${url}/portal/obras?favoritas=true`);
    assert.ok(!own.text.includes('rel="alternate"'));
  } finally {
    await close();
  }
});
