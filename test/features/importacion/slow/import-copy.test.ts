import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyTo } from '../../../../src/commands/backup/read.ts';
import { restore } from '../../../../src/commands/backup/restore-command.ts';
import { holdingApp, importFile, jobEnd, large } from '../../../imports.ts';
import { runHere, session, startHere } from '../../../process.ts';
import {
  db,
  emailOf,
  emptyEnvironment,
  numbers,
  password,
  resetWithCatalog,
} from '../../../world.ts';

/** Rows that are written in two batches: this many are of the first. */
const FIRST = 200;
const TWO = FIRST + 50;

test('an import under way is, in a copy that is made meanwhile, an interrupted one', async (t) => {
  await resetWithCatalog();
  const held = await holdingApp();
  t.after(() => held.close());
  const { reached, letGo } = held.hold('writing', 2);
  const sheet = [
    'claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus',
    ...numbers(1, TWO).map((i) => `T-${i},Obra ${i},${i}.50,2026,SOP,Mérida,Planeada`),
  ];
  const answer = await importFile(large(sheet.join('\r\n')), '', { url: held.url });
  await reached;
  const file = join(mkdtempSync(join(tmpdir(), 'registro-copia-')), 'copia.jsonl.gz');
  await copyTo(db, file, () => {});
  letGo();
  assert.equal((await jobEnd(answer)).estado, 'terminada');

  const { DATA_DIR = '', ...rest } = await emptyEnvironment();
  const { DATABASE_URL } = rest;
  const place = { DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) };
  assert.equal((await runHere(restore, place, [file])).code, 0);
  const { url, db: restored, stop } = await startHere({ ...rest, DATA_DIR, PORT: '0' });
  const admin = await session(url, emailOf('admin'), password);
  const found = async () => {
    const response = await admin('GET', answer.headers.get('location') as string);
    return (await response.json()) as Record<string, unknown>;
  };
  let job = await found();
  // Until no instance can be running it any more.
  while (job.terminadaEn === null) job = await found();
  const there = await restored.one('SELECT count(*)::integer AS n FROM obras');
  assert.deepEqual(there, { n: FIRST });
  assert.deepEqual([job.estado, job.filasEscritas], ['interrumpida', FIRST]);
  assert.equal(
    job.error,
    `Se interrumpió antes de terminar: ${FIRST} filas ya están; importe de nuevo el mismo archivo para terminar.`,
  );
  await stop();
});
