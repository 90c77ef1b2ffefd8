import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createGroupCommit, LockNotAvailable } from '../../src/core/db/group-commit.ts';
import { columnOf } from '../columns.ts';

const UNLIMITED = 60_000;
const nobodys = () => false;

/** Runs groups one at a time, when told to. */
function groups() {
  const seen: number[][] = [];
  const waiting: { resolve: (results: string[]) => void; reject: (error: Error) => void }[] = [];
  const run = (parts: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      seen.push(parts);
      waiting.push({ resolve, reject });
    });
  /** Ends the oldest group that is under way, and lets what follows from it happen. */
  const end = async (error?: Error) => {
    const group = waiting.shift();
    if (error) group?.reject(error);
    else group?.resolve((seen.at(-1 - waiting.length) ?? []).map((part) => `hecho ${part}`));
    await new Promise(setImmediate);
  };
  /** What gathers groups of them, of which none fails for want of a database. */
  const groupCommit = createGroupCommit(run, nobodys, UNLIMITED);
  return { run, seen, end, groupCommit };
}

describe('writes that wait for one row', () => {
  test('go together once the one before is done, and each gets its own answer', async () => {
    const { seen, end, groupCommit } = groups();
    const all = Promise.all([1, 2, 3].map((part) => groupCommit({ name: 'a' }, part, 1)));
    const other = groupCommit({ name: 'b' }, 9, 1);
    assert.deepEqual(seen, [[1], [9]]);
    await end();
    assert.deepEqual(seen, [[1], [9], [2, 3]]);
    await end();
    await end();
    assert.deepEqual(await all, ['hecho 1', 'hecho 2', 'hecho 3']);
    assert.equal(await other, 'hecho 9');
    const later = groupCommit({ name: 'a' }, 4, 1);
    assert.deepEqual(seen.at(-1), [4]);
    await end();
    assert.equal(await later, 'hecho 4');
  });

  test('go alone where they are large, and no more than 32 together', async () => {
    const { seen, end, groupCommit } = groups();
    const sizes = [1, 1, 1_000_000, ...Array(40).fill(1)];
    const all = Promise.all(sizes.map((bytes, part) => groupCommit({ name: 'a' }, part, bytes)));
    for (let i = 0; i < 5; i++) await end();
    assert.deepEqual(columnOf(seen, 'length'), [1, 1, 1, 32, 8]);
    assert.equal((await all).length, 43);
  });

  test('go one by one where one of them is refused', async () => {
    const { seen, end, groupCommit } = groups();
    const outcomes = Promise.allSettled(
      [1, 2, 3, 4].map((part) => groupCommit({ name: 'a' }, part, 1)),
    );
    await end();
    await end(new Error('el tercero'));
    await end();
    await end(new Error('el tercero'));
    await end();
    assert.deepEqual(seen, [[1], [2, 3, 4], [2], [3], [4]]);
    assert.deepEqual(columnOf(await outcomes, 'status'), [
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  test('go all at once where one of them is refused and they need nothing of each other', async () => {
    const { run, seen, end } = groups();
    const waits: boolean[] = [];
    const groupCommit = createGroupCommit(
      (parts: number[], nowait) => {
        waits.push(nowait);
        return run(parts);
      },
      nobodys,
      UNLIMITED,
    );
    const ask = (part: number) => groupCommit({ name: 'a', isIndependent: true }, part, 1);
    const outcomes = Promise.allSettled([1, 2, 3, 4].map(ask));
    await end();
    const later = ask(5);
    await end(new Error('el segundo'));
    // The line does not wait for those that now go by themselves.
    assert.deepEqual(seen, [[1], [2, 3, 4], [2], [3], [4], [5]]);
    assert.deepEqual(waits, [true, true, false, false, false, true]);
    await end(new Error('el segundo'));
    for (let i = 0; i < 3; i++) await end();
    assert.deepEqual(columnOf(await outcomes, 'status'), [
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    assert.equal(await later, 'hecho 5');
  });

  test('do not wait for one that is held up, where they need nothing of each other', async () => {
    const { seen, end, groupCommit } = groups();
    const ask = (part: number) => groupCommit({ name: 'a', isIndependent: true }, part, 1);
    const first = ask(1);
    const second = ask(2);
    await end(new LockNotAvailable());
    assert.deepEqual(seen, [[1], [1], [2]]);
    await end();
    await end();
    assert.deepEqual(await Promise.all([first, second]), ['hecho 1', 'hecho 2']);
  });

  test('are all refused at once where the database is away', async () => {
    const { run, seen, end } = groups();
    const groupCommit = createGroupCommit(run, () => true, UNLIMITED);
    const outcomes = Promise.allSettled(
      [1, 2, 3].map((part) => groupCommit({ name: 'a' }, part, 1)),
    );
    await end();
    await end(new Error('no hay base'));
    assert.deepEqual(seen, [[1], [2, 3]]);
    assert.deepEqual(columnOf(await outcomes, 'status'), ['fulfilled', 'rejected', 'rejected']);
  });

  for (const [what, error, expected] of [
    ['the one before took long', undefined, /^El servicio recibe más solicitudes /],
    ['the database did not answer the one before', new Error('no hay base'), /^no hay base$/],
  ] as const) {
    test(`are refused once they have waited long enough: ${what}`, async () => {
      const { run, seen, end } = groups();
      const groupCommit = createGroupCommit(run, (failure) => failure === error, 2);
      const outcomes = Promise.allSettled(
        [1, 2].map((part) => groupCommit({ name: 'a' }, part, 1)),
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
      await end(error);
      assert.deepEqual(seen, [[1]]);
      const [first, second] = await outcomes;
      assert.equal(first?.status, error ? 'rejected' : 'fulfilled');
      assert.match(second?.status === 'rejected' ? second.reason.message : '', expected);
    });
  }
});
