import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { newKey, temporaryPassword } from '../../portal/core/azar.ts';

test('each sign of a random key is as likely as any other, since bytes beyond a whole multiple are thrown away', () => {
  // 31 signs: 248 is the first byte that there is no whole round of them for.
  let next = 246;
  const given = mock.method(crypto, 'getRandomValues', (bytes: Uint8Array) =>
    bytes.map(() => next++ % 256),
  );
  const key = newKey();
  given.mock.restore();
  assert.equal(key.slice(0, 4), '89ab');
  assert.equal(key.length, 26);
});

test('a key has 26 signs that are not taken for one another, and a password three groups of four', () => {
  assert.match(newKey(), /^[a-hjkmnp-z2-9]{26}$/);
  assert.notEqual(newKey(), newKey());
  assert.match(temporaryPassword(), /^[a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4}$/);
});
