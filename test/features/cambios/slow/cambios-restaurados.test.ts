// Entries of a feed keep their ids wherever the registry goes.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildApp } from '../../../../src/app.ts';
import { backup } from '../../../../src/commands/backup/backup-command.ts';
import { restore } from '../../../../src/commands/backup/restore-command.ts';
import { readConfig } from '../../../../src/core/base/config.ts';
import type { Database } from '../../../../src/core/db/db.ts';
import { openRegistry } from '../../../../src/core/registry.ts';
import { columnOf } from '../../../columns.ts';
import { newFolder } from '../../../empty-registry.ts';
import { runHere } from '../../../process.ts';
import { emptyEnvironment, freshEnvironment } from '../../../world.ts';

/** Of a registry that is not running, after some statements: the ids of its feed's entries. */
async function feedIn(environment: Record<string, string>, statements: string[] = []) {
  const config = readConfig({ ...environment, PUBLIC_READ: 'true', LOG_LEVEL: 'silent' });
  const { db }: { db: Database } = await openRegistry(config, () => {});
  const app = await buildApp(config, db);
  try {
    for (const each of statements) await db.query(each);
    const { body } = await app.inject('/cambios.json');
    return columnOf(JSON.parse(body).items, 'id');
  } finally {
    await app.close();
    await db.close();
  }
}

test('a feed’s entries have the ids in a restored registry that they had before, and a new one has its own', async () => {
  const [first, second] = [await freshEnvironment(), await emptyEnvironment()];
  const before = await feedIn(first, [
    'INSERT INTO ejercicios_fiscales (anio) VALUES (2026)',
    `INSERT INTO dependencias (nombre, siglas) VALUES ('Obras', 'SOP')`,
    `INSERT INTO obras (numero_obra, clave_unica, nombre, monto, ejercicio_fiscal_id, dependencia_id, municipio_id, estatus_obra_id)
     SELECT n, 'C-' || n, 'Obra ' || n, n, 1, 1, 50, 4 FROM generate_series(1, 3) n`,
    'UPDATE obras SET monto = 5 WHERE id = 2',
    'DELETE FROM obras WHERE id = 3',
  ]);
  // Of the deleted work its end alone is left.
  assert.deepEqual([before.length, new Set(before).size], [4, 4]);
  const file = join(newFolder(), 'copia.jsonl.gz');
  for (const [command, environment] of [
    [backup, first],
    [restore, second],
  ] as const) {
    const { code, output } = await runHere(command, environment, [file]);
    assert.equal(code, 0, output);
  }
  assert.deepEqual(await feedIn(second), before);
  const [added, ...rest] = await feedIn(second, ['UPDATE obras SET monto = 6 WHERE id = 1']);
  assert.deepEqual(rest, before);
  assert.ok(!before.includes(added));
});
