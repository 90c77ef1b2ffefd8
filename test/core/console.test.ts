import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { createBar } from '../../src/consola/console.ts';

describe('the progress of a command that takes long', () => {
  /** The text that is written while 50 rows of 200 are done each second. */
  function shown(total: number | null, isTerminal: boolean): string[] {
    const written: string[] = [];
    let now = 0;
    const clock = mock.method(performance, 'now', () => now);
    const stream = { write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
    const bar = createBar((line) => written.push(line), isTerminal ? stream : undefined);
    for (; now <= 4_000; now += 100) bar.show('filas revisadas', now / 20, total);
    bar.end();
    clock.mock.restore();
    return written;
  }

  test('is a bar on a terminal, in one line that is taken away at the end', () => {
    const drawn = shown(200, true);
    assert.equal(drawn.length, 21);
    assert.equal(
      drawn[9],
      `\r  ${'█'.repeat(12)}${'░'.repeat(12)}  100 de 200 filas revisadas (50 %), faltan 2 s\u001b[K`,
    );
    assert.equal(drawn.at(-1), '\r\u001b[K');
  });

  test('is a sentence now and then where there is no terminal', () => {
    assert.deepEqual(shown(200, false), ['  150 de 200 filas revisadas (75 %), falta 1 s']);
  });

  test('is a plain count where the whole is not known', () => {
    assert.deepEqual(shown(null, false), ['  150 filas revisadas']);
  });

  test('is a plain count where more is done than the file announced', () => {
    assert.deepEqual(shown(100, false), ['  150 filas revisadas']);
  });
});
