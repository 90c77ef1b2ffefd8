import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { call, refused, reset } from './world.ts';

describe('dependencias', () => {
  beforeEach(reset);

  test('need no token, from creation to deactivation', async () => {
    const created = await call('nobody', 'POST', '/dependencias', {
      nombre: '  Secretaría de Obras  ',
      siglas: ' sop ',
    });
    assert.equal(created.status, 201);
    assert.deepEqual(created.body, {
      id: 1,
      nombre: 'Secretaría de Obras',
      siglas: 'SOP',
      activo: true,
    });
    assert.deepEqual((await call('nobody', 'GET', '/dependencias/1')).body, created.body);

    const changed = await call('nobody', 'PATCH', '/dependencias/1', { siglas: ' ñandú ' });
    assert.deepEqual(changed.body, { ...created.body, siglas: 'ÑANDÚ' });

    const deleted = await call('nobody', 'DELETE', '/dependencias/1');
    assert.equal(deleted.status, 200);
    assert.deepEqual(deleted.body, { ...changed.body, activo: false });
    assert.deepEqual((await call('nobody', 'DELETE', '/dependencias/1')).body, deleted.body);
    assert.deepEqual((await call('nobody', 'GET', '/dependencias')).body, []);
    assert.deepEqual((await call('nobody', 'GET', '/dependencias?ver_todo=true')).body, [
      deleted.body,
    ]);

    const back = await call('nobody', 'PATCH', '/dependencias/1', { activo: true });
    assert.equal(back.body.activo, true);
  });

  test('ver_todo counts only when it is true', async () => {
    await call('nobody', 'POST', '/dependencias', { nombre: 'A', activo: false });
    for (const value of ['false', 'TRUE', '1', '', 'verdadero', 'tru']) {
      const { status, body } = await call('nobody', 'GET', `/dependencias?ver_todo=${value}`);
      assert.deepEqual([status, body], [200, []], value);
    }
    refused(await call('nobody', 'GET', '/dependencias?ver_todo=true&ver_todo=true'), 400, [
      'ver_todo se indicó más de una vez.',
    ]);
  });

  test('are sorted as Spanish sorts', async () => {
    const names = ['Ñandú', 'zeta', 'Álamo', 'Nube', 'alameda', 'Oso', 'Alba', 'ñu', 'Nz', 'éxito'];
    for (const nombre of names) await call('nobody', 'POST', '/dependencias', { nombre });
    const { body } = await call('nobody', 'GET', '/dependencias');
    assert.deepEqual(
      body.map(({ nombre }: { nombre: string }) => nombre),
      names.toSorted(new Intl.Collator('es').compare),
    );
  });

  const invalid: [string, unknown, (string | RegExp)[]][] = [
    ['an empty nombre', { nombre: '' }, ['nombre no debe estar vacío.']],
    ['a nombre of blanks', { nombre: ' \t\n ' }, ['nombre no debe estar vacío.']],
    [
      'an invisible nombre',
      { nombre: '\u200b\u2060\ufeff\u00ad' },
      ['nombre no debe estar vacío.'],
    ],
    ['a null nombre', { nombre: null }, ['nombre debe ser un texto.']],
    [
      'numbers for texts',
      { nombre: 5, siglas: 5 },
      [/^nombre debe/, /^siglas debe ser un texto o null/],
    ],
  ];
  for (const [what, body, sentences] of invalid) {
    test(`POST refuses ${what}`, async () => {
      refused(await call('nobody', 'POST', '/dependencias', body), 400, sentences);
      assert.deepEqual((await call('nobody', 'GET', '/dependencias?ver_todo=true')).body, []);
    });
  }

  test('siglas may be absent, empty or null, and are then null', async () => {
    const bodies = [{ nombre: 'A' }, { nombre: 'B', siglas: ' ' }, { nombre: 'C', siglas: null }];
    for (const body of bodies) {
      const created = await call('nobody', 'POST', '/dependencias', body);
      assert.equal(created.body.siglas, null);
    }
    await call('nobody', 'PATCH', '/dependencias/1', { siglas: 'x' });
    const kept = await call('nobody', 'PATCH', '/dependencias/1', { nombre: 'A2' });
    assert.equal(kept.body.siglas, 'X');
    const cleared = await call('nobody', 'PATCH', '/dependencias/1', { siglas: null });
    assert.equal(cleared.body.siglas, null);
  });

  test('nombre is unique, whatever its case and composition, up to 255 characters', async () => {
    const nombre = `Ñandú Łódź ЖУК ${'ÿ'.repeat(240)}`;
    assert.equal((await call('nobody', 'POST', '/dependencias', { nombre })).status, 201);
    for (const same of [nombre.toLowerCase(), nombre.toUpperCase(), nombre.normalize('NFD')]) {
      const twice = await call('nobody', 'POST', '/dependencias', { nombre: ` ${same} ` });
      refused(twice, 409, `Ya existe una dependencia con el nombre "${same.normalize('NFC')}".`);
    }
    const { body } = await call('nobody', 'POST', '/dependencias', { nombre: 'B' });
    refused(
      await call('nobody', 'PATCH', `/dependencias/${body.id}`, { nombre: nombre.toUpperCase() }),
      409,
      /^Ya existe una dependencia/,
    );
    refused(await call('nobody', 'POST', '/dependencias', { nombre: `${nombre}x` }), 400, [
      'nombre no debe tener más de 255 caracteres.',
    ]);
    // Its own name in another case is no duplicate.
    const own = await call('nobody', 'PATCH', `/dependencias/${body.id}`, { nombre: 'b' });
    assert.equal(own.status, 200);
  });

  test('parallel duplicates give one 201 and 409 for the rest', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call('nobody', 'POST', '/dependencias', { nombre: 'Una' })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, ...Array(9).fill(409)]);
  });
});
