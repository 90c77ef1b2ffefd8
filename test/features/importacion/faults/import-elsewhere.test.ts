import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { importCommand } from '../../../../src/features/importacion/command/command.ts';
import { assertRowsWhole, fileOf, large, ROWS, stopped } from '../../../faults/importing.ts';
import { freePort, ownPostgres, type Postgres, until } from '../../../faults/postgres.ts';
import { ADMIN, inThisProcess, newRegistry, openRegistry } from '../../../faults/registry.ts';
import { startFront } from '../../../faults/rolling.ts';
import { runHere, start } from '../../../process.ts';

const SMALL = fileOf(ROWS);
const LARGE = large(SMALL);
const CUT = 'Se cortó la importación; se envía otra vez el archivo';
const COUNTS = /^900 filas: ([\d,]+) obras? nuevas?, 0 actualizadas, ([\d,]+) sin cambio, /m;
const BEFORE = /^De las filas sin cambio, ([\d,]+) se escribieron antes de que se cortara\.$/m;

describe('an import by command that another instance takes over', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'registro-otra-')), 'hoja.csv');
  let server: Postgres;
  before(async () => {
    server = await ownPostgres();
  });

  /** The number of works now; the database says it while no instance is asked. */
  const worksIn = async (environment: Record<string, string>) =>
    (await server.query('SELECT FROM obras', environment)).length;

  /**
   * Imports a file through HAProxy at one of two instances, which ends when some batches are written.
   *
   * @param moreRows rows that are there at least when it ends; unset where it ends within a batch
   * @returns what the command has printed
   */
  async function imported(file: string, signal: NodeJS.Signals, moreRows?: number) {
    const environment = { ...ADMIN, ...(await server.environment()), TEST_TIMEOUT_FACTOR: '3' };
    await (await newRegistry(environment, inThisProcess)).service.stop();
    const one = { ...environment, PORT: String(await freePort()) };
    const other = { ...environment, PORT: String(await freePort()) };
    const [first, second] = await Promise.all([start(one), start(other)]);
    const front = await startFront([one.PORT, other.PORT], true);
    await front.sees(1);
    writeFileSync(path, file);
    const service = ['--servicio', `http://127.0.0.1:${front.port}`];
    const importing = runHere(importCommand, ADMIN, [path, ...service]);
    await stopped(server, environment, 'obras', async (isStopped, goOn) => {
      await isStopped();
      if (moreRows !== undefined) {
        await goOn();
        await until('they are there', async () => (await worksIn(environment)) >= moreRows);
      }
      await first.stop(signal);
      await goOn();
    });
    const { code, output } = await importing;
    assert.equal(code, 0, output);
    assert.equal(await second.stop(), 0);
    const registry = await openRegistry(environment, inThisProcess);
    assert.equal(await assertRowsWhole(registry), ROWS);
    await registry.service.stop();
    return output;
  }

  const numbers = (pattern: RegExp, output: string) =>
    (pattern.exec(output) ?? assert.fail(output))
      .slice(1)
      .map((text) => Number(text.replaceAll(',', '')));

  for (const [when, file] of [
    ['halfway, with the rows that were written before in its report', LARGE],
    ['before the answer to a small file', SMALL],
  ] as const) {
    test(`goes on after a kill ${when}`, async () => {
      const output = await imported(file, 'SIGKILL');
      assert.ok(output.includes(CUT), output);
      const [made = 0, same = 0] = numbers(COUNTS, output);
      assert.equal(made + same, ROWS);
      assert.ok(made > 0 && same > 0, output);
      if (file === LARGE) assert.deepEqual(numbers(BEFORE, output), [same]);
    });
  }

  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    test(`goes on after ${signal} at random moments`, async () => {
      for (const file of [LARGE, SMALL]) {
        const output = await imported(file, signal, Math.floor(Math.random() * ROWS));
        // A file that was imported whole by then has no further report.
        const [made = 0, same = 0] = numbers(COUNTS, output);
        assert.equal(made + same, ROWS, output);
        if (!output.includes(CUT)) assert.equal(made, ROWS, output);
      }
    });
  }
});
