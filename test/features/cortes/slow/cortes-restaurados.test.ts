// Copies and restores carry cuts, and a registry that was restored elsewhere says so in its next seal.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { backup } from '../../../../src/commands/backup/backup-command.ts';
import { restore } from '../../../../src/commands/backup/restore-command.ts';
import { readConfig } from '../../../../src/core/base/config.ts';
import { openRegistry } from '../../../../src/core/registry.ts';
import { openAlmacen } from '../../../../src/features/archivos/almacen/abrir.ts';
import { type Manifiesto, makeCorte } from '../../../../src/features/cortes/corte.ts';
import { readLlave } from '../../../../src/features/cortes/llave.ts';
import { beginTrabajo, runTrabajo } from '../../../../src/features/cortes/trabajo.ts';
import { verifyAll } from '../../../../src/features/cortes/verificar.ts';
import { newFolder } from '../../../empty-registry.ts';
import { runHere } from '../../../process.ts';
import { emptyEnvironment, freshEnvironment } from '../../../world.ts';

type Environment = Record<string, string>;

/** Seals a cut of a registry that is not running. Answers its manifest, and what does not fit in the whole chain. */
async function sealIn(environment: Environment, clave: string) {
  const config = readConfig({ ...environment, LOG_LEVEL: 'silent' });
  const { db } = await openRegistry(config, () => {});
  const almacen = await openAlmacen(config, db);
  try {
    const before = await verifyAll(db, almacen, () => {});
    const { id } = await beginTrabajo(db, { clave, titulo: clave, usuario: undefined });
    const pedido = {
      id,
      clave,
      titulo: clave,
      author: { usuario: undefined, direccion: undefined },
    };
    const llave = await readLlave(config);
    const { signal } = new AbortController();
    const manifiesto: Manifiesto = await runTrabajo(
      db,
      id,
      (tell, over) => makeCorte({ db, almacen, llave }, pedido, tell, over),
      signal,
    );
    return { manifiesto, wrong: [...before, ...(await verifyAll(db, almacen, () => {}))] };
  } finally {
    almacen.close();
    await db.close();
  }
}

test('a restored registry has its cuts, verifies them, and says in the next that it was restored', async () => {
  const inFull = (environment: Environment): Environment => ({
    ...environment,
    FILES_URL: join(newFolder(), 'archivos'),
  });
  const [first, second] = [inFull(await freshEnvironment()), inFull(await emptyEnvironment())];
  const { manifiesto } = await sealIn(first, '2026-T2');
  assert.equal(manifiesto.registro.restaurado, false);
  const [file, copies] = [join(newFolder(), 'copia.jsonl.gz'), newFolder()];
  const copied = await runHere(backup, first, [file, '--archivos', join(copies, 'archivos')]);
  assert.equal(copied.code, 0, copied.output);
  const restored = await runHere(restore, second, [file, '--archivos', join(copies, 'archivos')]);
  assert.equal(restored.code, 0, restored.output);
  assert.match(restored.output, /No falta ninguno de sus 1 archivos/);

  const again = await sealIn(second, '2026-T3');
  assert.deepEqual(again.wrong, []);
  const { registro, numero, bitacora } = again.manifiesto;
  assert.deepEqual([registro.restaurado, registro.id], [true, manifiesto.registro.id]);
  assert.notEqual(registro.titular, manifiesto.registro.titular);
  // Another key, since a copy has none: it is the second entry.
  assert.equal(numero, 3);
  assert.equal(bitacora.despuesDe, manifiesto.bitacora.hasta);
});
