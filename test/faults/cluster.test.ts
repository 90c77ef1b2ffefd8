import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Cluster, type Machine, newCluster, unusedBlocks } from './cluster.ts';
import { assertSurvives, type Fault, newPeople, type People } from './cluster-load.ts';

// Three machines as docs/tres-maquinas.md sets them up. The further faults are in cluster-more.test.ts.

/** How often the primary is frozen at random moments, and where the row of those moments begins. */
const FREEZES = Number(process.env.TEST_FREEZES ?? 1);
const SEED = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 32));

/** Numbers from 0 to 1, the same for the same seed. */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
const random = randomNumbers(SEED);
const upTo = (limit: number) => random.next().value * limit;

/** Another machine leads, and people write there. */
async function isReplaced(cluster: Cluster, lost: Machine, writesGoOn: () => Promise<void>) {
  const next = await cluster.someLeader(lost);
  await writesGoOn();
  return next;
}

const FAULTS: Fault[] = [
  {
    what: 'the primary and its Patroni are killed',
    strike: async (cluster, { goesOn }, { leader: lost }) => {
      await lost.signal('postgres', 'KILL');
      await isReplaced(cluster, lost, goesOn);
      return () => lost.run('sudo systemctl start patroni');
    },
  },
  {
    what: 'the primary is handed over',
    strike: async (cluster, { goesOn }, { leader: old }) => {
      await old.run(
        `sudo -u postgres patronictl -c /etc/patroni/config.yml switchover registro --leader maquina${old.n} --force`,
      );
      await isReplaced(cluster, old, goesOn);
      return () => {};
    },
  },
];

/** Its database alone or all of it, at a random moment; then PostgreSQL wakes a random time before its Patroni and the rest. */
const freeze = (round: number): Fault => {
  const isWhole = upTo(1) < 0.5;
  const pauses = [upTo(5_000), upTo(3_000), upTo(2_000)] as const;
  return {
    what: `the primary freezes, another is chosen, and it wakes, ${round} of ${FREEZES}`,
    isSilent: isWhole,
    strike: async (cluster, { goesOn }) => {
      await setTimeout(pauses[0]);
      const frozen = await cluster.someLeader();
      await frozen.signal(isWhole ? 'root' : 'postgres', 'STOP');
      const next = await isReplaced(cluster, frozen, goesOn);
      await setTimeout(pauses[1]);
      return async () => {
        await frozen.run('pkill -CONT -x postgres');
        await setTimeout(pauses[2]);
        await frozen.signal('root', 'CONT');
        await goesOn();
        assert.equal((await cluster.someLeader()).n, next.n, 'it has taken the lead back');
      };
    },
  };
};

describe(`three machines of which one is lost (TEST_SEED=${SEED})`, () => {
  let cluster: Cluster;
  let people: People;
  before(async () => {
    cluster = await newCluster();
    people = await newPeople(cluster);
  });

  test('are made by the blocks of docs/tres-maquinas.md, every one', () => {
    assert.deepEqual(unusedBlocks(), []);
  });

  for (const fault of [...FAULTS, ...Array.from({ length: FREEZES }, (_, i) => freeze(i + 1))]) {
    test(`${fault.what}: no answered write is lost or doubled`, () =>
      assertSurvives(cluster, people, fault));
  }
});
