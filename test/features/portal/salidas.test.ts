import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hasBlanks, withoutBlanks } from '../../../src/features/portal/contrasena.ts';
import {
  afterEntry,
  afterExit,
  mayHaveSession,
  readSalidas,
  type Salidas,
  timesOf,
  wasEnded,
  wasLeft,
} from '../../../src/features/portal/salidas.ts';

// What people do in the tabs of one browser: `+ana 10` signs in and gets a token of second 10, `-ana 10` leaves with that token.

/** The browser after these acts. */
const after = (acts: string): Salidas =>
  acts.split(', ').reduce((all, act) => {
    const [who = '', at] = act.split(' ');
    const next = act.startsWith('+') ? afterEntry : afterExit;
    return next(all, who.slice(1), Number(at));
  }, {} as Salidas);

describe('the portal: a session of a tab', () => {
  const CASES: [acts: string, tab: [who: string, iat: number], left: boolean, ended: boolean][] = [
    ['+ana 10', ['ana', 10], false, false],
    ['+ana 10, -ana 10', ['ana', 10], true, true],
    // A tab from before it was known what was begun.
    ['-ana 10', ['ana', 10], true, true],
    // Two tokens of one account: either ends both, and the registry still takes the other.
    ['+ana 10, +ana 20, -ana 20', ['ana', 10], true, false],
    ['+ana 10, +ana 20, -ana 10', ['ana', 20], true, false],
    ['+ana 10, +ana 20, -ana 10', ['ana', 10], true, true],
    // Who signs in again goes on, and what was left stays left.
    ['+ana 10, -ana 10, +ana 30', ['ana', 30], false, false],
    ['+ana 10, -ana 10, +ana 30', ['ana', 10], true, true],
    // Two accounts.
    ['+ana 10, +beto 20, -beto 20', ['ana', 10], false, false],
    ['+ana 10, +beto 20, -beto 20', ['beto', 20], true, true],
    ['+ana 10, +beto 20, -ana 10, -beto 20', ['ana', 10], true, true],
    // The server's clock was set back between: who signs in now is in.
    ['+ana 50, -ana 50, +ana 20', ['ana', 20], false, false],
    ['+ana 50, -ana 50, +ana 20, -ana 20', ['ana', 20], true, true],
    // A token without a time ends only where the registry refuses it.
    ['+ana 10, -ana 10', ['ana', Number.NaN], false, false],
  ];
  for (const [acts, [who, iat], left, ended] of CASES) {
    test(`of ${who} at ${iat} ${left ? 'is over' : 'goes on'} after ${acts}`, () => {
      const all = readSalidas(JSON.stringify(after(acts)));
      assert.equal(wasLeft(all, who, iat), left);
      assert.equal(wasEnded(all, who, iat), ended);
    });
  }

  test('may be in another tab while one account has not left', () => {
    assert.equal(mayHaveSession({}), false);
    assert.equal(mayHaveSession(after('+ana 10')), true);
    assert.equal(mayHaveSession(after('+ana 10, -ana 10')), false);
    assert.equal(mayHaveSession(after('+ana 10, +beto 20, -ana 10')), true);
  });

  test('goes on where the kept text can’t be read', () => {
    for (const text of [null, '', '{', '[]', '7', '{"ana":null}', '{"ana":{"salida":"x"}}']) {
      assert.deepEqual(readSalidas(text), {}, String(text));
    }
  });

  test('has the times of its token to the last digit that counts', () => {
    const claims =
      '{"sub":"a","email":"ñandú@ejemplo.mx","iat":1764417600.1234560,"exp":1764446400.1234560}';
    const token = `x.${Buffer.from(claims).toString('base64url')}.y`;
    const { iat, exp } = timesOf(token);
    assert.deepEqual([iat, exp], [1764417600.123456, 1764446400.123456]);
    assert.ok(Number.isNaN(timesOf('nada').iat));
  });
});

describe('the portal: a password as it was pasted', () => {
  for (const [pasted, meant] of [
    ['clave-1', 'clave-1'],
    ['clave-1 ', 'clave-1'],
    ['  clave-1', 'clave-1'],
    ['clave-1\u00a0', 'clave-1'],
    ['clave-1\t\r\n', 'clave-1'],
    ['\u200bclave-1\ufeff', 'clave-1'],
    ['dos palabras', 'dos palabras'],
    [' dos  palabras ', 'dos  palabras'],
    ['   ', ''],
    ['', ''],
  ] as const) {
    test(`${JSON.stringify(pasted)} is meant as ${JSON.stringify(meant)}`, () => {
      assert.equal(withoutBlanks(pasted), meant);
      assert.equal(hasBlanks(pasted), pasted !== meant);
    });
  }
});
