import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Blocked, createThrottle, networkOf } from '../../src/core/auth/throttle.ts';

const fails = async () => undefined;
const succeeds = async () => 'session';

describe('the throttle of logins', () => {
  test('opens again a minute after each failure', async () => {
    let now = 1_000_000;
    const { attempt } = createThrottle(10, () => now);
    for (let i = 0; i < 10; i++) {
      assert.equal(await attempt('a', fails), undefined);
      now += 1_000;
    }
    const blocked = await attempt('a', succeeds);
    assert.ok(blocked instanceof Blocked);
    assert.equal(blocked.seconds, 50);
    now += 49_999;
    assert.ok((await attempt('a', succeeds)) instanceof Blocked);
    now += 1;
    assert.equal(await attempt('a', fails), undefined);
    assert.ok((await attempt('a', succeeds)) instanceof Blocked);
    now += 60_000;
    assert.equal(await attempt('a', succeeds), 'session');
  });

  test('does not count an attempt that ended without a decision', async () => {
    const { attempt } = createThrottle(10);
    const away = () => Promise.reject(new Error('no database'));
    for (let i = 0; i < 20; i++) await assert.rejects(attempt('a', away));
    assert.equal(await attempt('a', succeeds), 'session');
  });

  test('lets no parallel guess slip past, whatever order they end in', async () => {
    const { attempt } = createThrottle(10);
    let tried = 0;
    const guess = () =>
      attempt('a', async () => {
        tried += 1;
        await new Promise((resolve) => setTimeout(resolve, (tried * 7) % 5));
        return undefined;
      });
    const outcomes = await Promise.all(Array.from({ length: 500 }, guess));
    assert.equal(tried, 10);
    assert.equal(outcomes.filter((outcome) => outcome instanceof Blocked).length, 490);
  });

  test('remembers a bounded number of accounts, the latest ones', async () => {
    const { attempt } = createThrottle(10);
    for (let i = 0; i < 10; i++) await attempt('first', fails);
    for (let i = 0; i < 99_999; i++) await attempt(`account ${i}`, fails);
    assert.ok((await attempt('first', succeeds)) instanceof Blocked);
    for (let i = 0; i < 100_000; i++) await attempt(`other ${i}`, fails);
    assert.equal(await attempt('first', succeeds), 'session');
  });
});

describe('the network that a login is counted by', () => {
  const cases: [string, string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::'],
    ['2001:db8:1:3::1', '2001:db8:1:3::'],
    ['fe80::1%eth0', 'fe80::'],
    ['desconocida', '?'],
    ['203.0.113.7:443', '203.0.113.7'],
    ['[2001:db8:1:2::7]:443', '2001:db8:1:2::'],
    ['[2001:db8:1:2::7]', '2001:db8:1:2::'],
    ['203.0.113.7:x', '?'],
    [`fe80::1%${'x'.repeat(10_000)}`, '?'],
    ['x'.repeat(10_000), '?'],
  ];
  for (const [address, counted] of cases) {
    test(`is ${counted} for ${address.slice(0, 50)}`, () => {
      assert.equal(networkOf(address), counted);
    });
  }

  test('is «?» for a client that is gone already', () => {
    assert.equal(networkOf(undefined), '?');
  });
});
