import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { embeddedEnvironment } from '../empty-registry.ts';
import { ownPostgres, until } from './postgres.ts';
import {
  assertLedgerAgrees,
  assertThere,
  assertWhole,
  newRegistry,
  type Obra,
  obraBody,
  openRegistry,
  type Registry,
  type Reply,
  type Versions,
  versionBody,
} from './registry.ts';

/** A start on the embedded database takes four times what one on PostgreSQL takes. */
const ROUNDS = { postgres: 6, embedded: 4 };
const WRITERS = 6;

/** The writes that the registry has answered for, and those that it has not. */
interface Known {
  versions: Versions;
  deleted: Set<string>;
  /** Each may or may not have happened: the service was killed before it answered. */
  doubts: { key: string; body: ReturnType<typeof obraBody> }[];
}

const version = (number: number) => `versión ${number}`;

/** Registers, changes and now and then deletes obras until the service ends. */
async function write(registry: Registry, known: Known): Promise<void> {
  for (let count = 1; ; count++) {
    const body = obraBody(version(0));
    const key = randomUUID();
    const made = await registry.call('POST', '/obras', body, { 'idempotency-key': key });
    if (!isAnswered(made)) {
      known.doubts.push({ key, body });
      if (made.status === 0) return;
      continue;
    }
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { id, numeroObra } = made.body as Obra;
    const state = { answered: 0, asked: 0, id, numeroObra };
    known.versions.set(body.claveUnica, state);
    for (state.asked = 1; state.asked <= 2; state.asked++) {
      const next = versionBody(version(state.asked));
      const changed = await registry.call('PATCH', `/obras/${id}`, next);
      if (changed.status === 0) return;
      if (!isAnswered(changed)) continue;
      assert.equal(changed.status, 200);
      state.answered = state.asked;
    }
    state.asked -= 1;
    if (count % 4 === 0) {
      // Until it is answered it may be there or not.
      known.versions.delete(body.claveUnica);
      const deleted = await registry.call('DELETE', `/obras/${id}`);
      if (deleted.status === 0) return;
      if (!isAnswered(deleted)) continue;
      assert.equal(deleted.status, 200);
      known.deleted.add(body.claveUnica);
    }
  }
}

/** A service that has ended, or a slow machine's that waited too long for its database, leaves open what happened. */
const isAnswered = ({ status }: Reply) => status !== 0 && status !== 503;

/** Holds what is stored against what was answered. */
function assertNothingLost(obras: Obra[], known: Known): void {
  assertWhole(obras);
  assertThere(obras, known.versions);
  for (const { claveUnica } of obras) assert.ok(!known.deleted.has(claveUnica), 'one is back');
}

/** @param isOver waits until nothing of a service that was killed goes on in its database */
async function killAgainAndAgain(
  environment: Record<string, string>,
  rounds: number,
  isOver = async () => {},
): Promise<void> {
  const known: Known = { versions: new Map(), deleted: new Set(), doubts: [] };
  let registry = await newRegistry(environment);
  let replayed = 0;
  for (let round = 0; round < rounds; round++) {
    const before = known.versions.size;
    const writers = Promise.all(Array.from({ length: WRITERS }, () => write(registry, known)));
    // Writers end only with the service: that they fail before it is killed is a failure.
    await Promise.race([
      until('obras are made', () => known.versions.size >= before + 10),
      writers,
    ]);
    // Not always at the same moment of a write.
    await setTimeout(round * 9);
    await registry.service.stop('SIGKILL');
    await writers;
    await isOver();

    registry = await openRegistry(environment);
    assertNothingLost(await registry.obras(), known);
    // A client without an answer asks again, twice. One obra comes of it, whether the first request was written or not.
    const doubts = known.doubts.splice(0);
    for (const { key, body } of doubts) {
      const header = { 'idempotency-key': key };
      const first = await registry.call('POST', '/obras', body, header);
      const second = await registry.call('POST', '/obras', body, header);
      assert.deepEqual([first.status, second.status], [201, 201], JSON.stringify(first.body));
      assert.deepEqual(second.body, first.body);
      assert.equal(second.headers.get('idempotency-replayed'), 'true');
      if (first.headers.get('idempotency-replayed')) replayed += 1;
      const { id, numeroObra } = first.body as Obra;
      known.versions.set(body.claveUnica, { answered: 0, asked: 0, id, numeroObra });
    }
    assertNothingLost(await registry.obras(), known);
    await assertLedgerAgrees(registry);
  }
  assert.equal(await registry.service.stop(), 0);
  console.log(
    `${known.versions.size} obras; respuestas perdidas que se dieron otra vez: ${replayed}`,
  );
}

describe('the service killed again and again during parallel writes', () => {
  test('loses and doubles no work on PostgreSQL', async () => {
    const server = await ownPostgres();
    const environment = await server.environment();
    const isLeft = async () => (await server.connections(environment)) > 0;
    await killAgainAndAgain(environment, ROUNDS.postgres, () =>
      until('no connection of it is left', async () => !(await isLeft())),
    );
  });

  test('loses and doubles no work on the embedded database', async () => {
    await killAgainAndAgain(await embeddedEnvironment(), ROUNDS.embedded);
  });
});
