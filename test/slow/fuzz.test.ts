import { after, describe, test } from 'node:test';
import { openRange } from '../fuzz.ts';

// A short run of the fuzzer, other requests each time. Its finds can be seen again with the seed that it tells; `npm
// run fuzz` runs it for longer.
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const runs = Number(process.env.FUZZ_RUNS ?? 2);

describe(`random requests (FUZZ_SEED=${seed} FUZZ_RUNS=${runs})`, async () => {
  const range = await openRange();
  after(() => range.close());

  for (const target of range.targets) {
    test(`to ${target.name} are answered as documented`, () => range.fire(target, runs, seed));
  }
  for (const target of range.targets.filter(({ method }) => method === 'GET')) {
    test(`to ${target.name} cost as much as was sent, however full a parameter is`, () =>
      range.fill(target));
  }
});
