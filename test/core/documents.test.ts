import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { columnOf } from '../columns.ts';
import {
  call,
  db,
  newObra,
  obraBody,
  resetWithCatalog,
  ubicacionBody,
  untrueDocuments,
} from '../world.ts';

// Each obra's JSON is kept rendered in a table. Any statement may change what it is made of. A document must still be
// what the tables say.

const create = async (changes: Record<string, unknown> = {}): Promise<number> =>
  (await newObra(changes)).id;

const read = async (id: number) => (await call('user', 'GET', `/obras/${id}`)).body;

describe('the rendered documents', () => {
  beforeEach(resetWithCatalog);

  test('are what POST has answered', async () => {
    const ubicaciones = [ubicacionBody(), ubicacionBody({ direccion: 'Otra' })];
    const created = await call('admin', 'POST', '/obras', obraBody({ ubicaciones }));
    assert.equal((await call('user', 'GET', `/obras/${created.body.id}`)).text, created.text);
  });

  test('have the catalogs as they are at that moment', async () => {
    const id = await create();
    await db.query(`UPDATE dependencias SET nombre = 'Otra', siglas = 'O', activo = false`);
    await db.query(`UPDATE ejercicios_fiscales SET anio = 2099, activo = false`);
    await db.query(`UPDATE tipos_proyecto SET nombre = 'Otro', activo = false`);
    const { dependencia, ejercicioFiscal, tipoProyecto } = await read(id);
    const record = { id: 1, activo: false };
    assert.deepEqual(
      [dependencia, ejercicioFiscal, tipoProyecto],
      [
        { ...record, nombre: 'Otra', siglas: 'O' },
        { ...record, anio: 2099 },
        { ...record, nombre: 'Otro' },
      ],
    );
  });

  test('change with the names of municipios and statuses', async () => {
    const id = await create({ municipioId: 50, ubicaciones: [ubicacionBody({ municipioId: 1 })] });
    const rename = async (table: string, which: number, from: string, to: string) => {
      await db.query(`UPDATE ${table} SET nombre = $2 WHERE id = $1`, [which, to]);
      try {
        const text = JSON.stringify(await read(id));
        assert.ok(text.includes(to) && !text.includes(from), text);
        assert.deepEqual(await untrueDocuments(), []);
      } finally {
        await db.query(`UPDATE ${table} SET nombre = $2 WHERE id = $1`, [which, from]);
      }
    };
    await rename('municipios', 50, 'Mérida', 'Ichkaantijo');
    await rename('municipios', 1, 'Abalá', 'Otro Lugar');
    const { estatusObra } = await read(id);
    await rename('estatus_obra', estatusObra.id, estatusObra.nombre, 'Rebautizada');
  });

  test('change with statements by hand on many obras and their ubicaciones', async () => {
    const first = await create({ ubicaciones: [ubicacionBody(), ubicacionBody()] });
    const second = await create();
    await db.query(`UPDATE obras SET nombre = nombre || ' (revisada)', monto = monto + 1`);
    assert.match((await read(first)).nombre, /revisada/);
    assert.match((await read(second)).nombre, /revisada/);

    await db.query(
      `UPDATE ubicaciones SET obra_id = $2
       WHERE id = (SELECT min(id) FROM ubicaciones WHERE obra_id = $1)`,
      [first, second],
    );
    assert.equal((await read(first)).ubicaciones.length, 1);
    assert.equal((await read(second)).ubicaciones.length, 1);

    await db.query('DELETE FROM ubicaciones WHERE obra_id = $1', [first]);
    assert.deepEqual((await read(first)).ubicaciones, []);
    await db.query('TRUNCATE ubicaciones, archivos');
    assert.deepEqual((await read(second)).ubicaciones, []);
    await db.query('DELETE FROM obras');
    assert.deepEqual(await db.query('SELECT FROM obras_documentos'), []);
  });

  test('change with a statement about obras and the ubicaciones of these or of others', async () => {
    const first = await create({ ubicaciones: [ubicacionBody(), ubicacionBody()] });
    const one = async () => create({ ubicaciones: [ubicacionBody()] });
    const [second, third] = [await one(), await one()];
    const statement = (name: string) => `
      WITH quitada AS (DELETE FROM ubicaciones WHERE obra_id = ${second}),
        movida AS (UPDATE ubicaciones SET direccion = 'Calle ${name}' WHERE obra_id = ${first}),
        colocada AS (
          INSERT INTO ubicaciones (obra_id, municipio_id, direccion, tipo_geometria, geometria_json, orden)
          SELECT ${third}, 50, 'Nueva ${name}', tipo_geometria, geometria_json, 9 FROM ubicaciones WHERE obra_id = ${first})
      UPDATE obras SET nombre = '${name}' WHERE id = ${first}`;
    const texts = async () =>
      await db.query<{ lugares: string }>('SELECT nombre, lugares FROM obras ORDER BY id');
    await db.query(statement('primera'));
    assert.deepEqual(await untrueDocuments(), []);
    const [changed, two, three] = await texts();
    assert.deepEqual(changed, { nombre: 'primera', lugares: 'Calle primera' });
    assert.equal(two?.lugares, '');
    assert.match(three?.lugares ?? '', /\nNueva primera$/);
    assert.deepEqual((await read(second)).ubicaciones, []);
    // One that changes no obra at all, one that fails, and others that follow in the same transaction.
    await db.query(statement('segunda').replace(/WHERE id = \d+$/, 'WHERE false'));
    assert.deepEqual(await untrueDocuments(), []);
    assert.equal((await texts())[0]?.lugares, 'Calle segunda');
    await db.transaction(async (tx) => {
      await tx.query(`DO $$ BEGIN
        UPDATE obras SET monto = 1 WHERE id = ${first} OR 1 / (id - id) = 0;
      EXCEPTION WHEN division_by_zero THEN END $$`);
      await tx.query(`UPDATE ubicaciones SET direccion = 'Tercera' WHERE obra_id = ${first}`);
      await tx.query(`UPDATE obras SET monto = monto + 1`);
      await tx.query(`DELETE FROM ubicaciones WHERE obra_id = ${third}`);
    });
    assert.deepEqual(await untrueDocuments(), []);
    assert.deepEqual(columnOf(await texts(), 'lugares'), ['Tercera', '', '']);
  });
});

describe('two transactions that change one obra at once', {
  skip: !process.env.TEST_DATABASE_URL && 'the embedded database has one session',
}, () => {
  let id: number;
  before(async () => {
    await resetWithCatalog();
    id = await create({ ubicaciones: [ubicacionBody(), ubicacionBody()] });
  });
  after(async () => assert.deepEqual(await untrueDocuments(), []));

  /** Makes two changes of the obra, of which the second waits for the commit of the first. */
  const together = (earlier: string, later: string) =>
    db.session(async (one) => {
      await db.session(async (two) => {
        await one.query('BEGIN');
        await two.query('BEGIN');
        await one.query(earlier, [id]);
        const changed = two.query(later, [id]);
        await one.query('COMMIT');
        await changed;
        await two.query('COMMIT');
      });
    });

  test('show both changes in its document, whichever commits last', async () => {
    // The second is not the obra's own row, so only the trigger can make it wait.
    await together(
      `UPDATE obras SET nombre = 'Cambiada por una' WHERE id = $1`,
      `UPDATE ubicaciones SET direccion = 'Cambiada por otra' WHERE obra_id = $1`,
    );
    const obra = await read(id);
    assert.equal(obra.nombre, 'Cambiada por una');
    const twice = Array(2).fill('Cambiada por otra');
    assert.deepEqual(columnOf(obra.ubicaciones, 'direccion'), twice);
  });

  test('show both changes on the map', async () => {
    for (const later of [
      `INSERT INTO ubicaciones (obra_id, municipio_id, direccion, tipo_geometria, geometria_json, orden)
       VALUES ($1, 50, 'Nueva', 'PUNTO', '{"type":"Point","coordinates":[-89,20]}', 3)`,
      `UPDATE ubicaciones SET geometria_json = '{"type":"Point","coordinates":[-88,21]}' WHERE obra_id = $1`,
    ]) {
      await together(
        'UPDATE obras SET estatus_obra_id = 8 - estatus_obra_id, monto = monto + 1 WHERE id = $1',
        later,
      );
      assert.deepEqual(await untrueDocuments(), []);
    }
  });
});
