// People who write and read at a cluster while something of it breaks, what they are answered, and that it is all there afterwards.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { columnOf } from '../columns.ts';
import type { Cluster, Machine } from './cluster.ts';
import { until } from './postgres.ts';
import {
  assertLedgerAgrees,
  assertNumbered,
  assertThere,
  assertUnavailable,
  logIn,
  newRegistry,
  type Obra,
  obraBody,
  type Reply,
  type Service,
  tally,
  type Versions,
  versionBody,
} from './registry.ts';

const WRITERS = 4;
const READERS = 3;
/** The pauses of a writer and a reader between two requests, in milliseconds. */
const PAUSE = { written: 120, read: 60 };
/** Every request is answered within so many milliseconds where the machine that it goes to lives. */
const ANSWERED_WITHIN = 10_000 * Number(process.env.TEST_TIMEOUT_FACTOR ?? 1);

/** Everything that was answered as done. */
export interface Known {
  obras: Versions;
  /** Registrations that needed more than one request. */
  repeated: { key: string; body: ReturnType<typeof obraBody>; id: number }[];
}

/** The outcome of a fault. Times are in seconds. */
export interface Outcome {
  written: number;
  writes: Record<number, number>;
  reads: Record<number, number>;
  /** The longest time without a write, and without a read, that was answered as done. */
  writingAway: number;
  readingAway: number;
  slowest: number;
}

export interface Load {
  /** Answers of writes and reads so far; status 0 where none came. */
  writes: (Reply & { sentAt: number })[];
  reads: Reply[];
  goesOn(writes?: number): Promise<void>;
  /** Ends it, and waits until every write under way is done; throws what a client met that must not be. */
  stop(): Promise<Outcome>;
}

/** A service that runs already. */
export const serviceAt = (url: string) => async (): Promise<Service> => ({
  url,
  output: () => '',
  stop: async () => 0,
});

/** Each of them asks one machine after the other, as a client does whom one does not answer. */
export async function newPeople(cluster: Cluster) {
  const machines = cluster.machines as [Machine, Machine, Machine];
  const registry = await newRegistry({}, serviceAt(machines[0].url));
  const { token } = await logIn(registry);
  const known: Known = { obras: new Map(), repeated: [] };

  const call = async (
    machine: Machine,
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    try {
      const answer = await fetch(machine.url + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWERED_WITHIN),
      });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.includes('json');
      return {
        status: answer.status,
        body: isJson ? JSON.parse(text) : text,
        headers: answer.headers,
      };
    } catch {
      return { status: 0, body: undefined, headers: new Headers() };
    }
  };

  /** @param machines at whose HAProxy people come */
  const load = (entries: readonly Machine[] = machines): Load => {
    let isOver = false;
    const begun = performance.now();
    const done = { writes: [begun], reads: [begun] };
    let slowest = 0;
    const writes: Load['writes'] = [];
    const reads: Reply[] = [];
    const entry = (i: number) => entries[i % entries.length] as Machine;

    /** Sends a write again until it is done, at one machine after the other. */
    const write = async (writer: number, send: (machine: Machine) => Promise<Reply>) => {
      for (let attempt = 0; ; attempt++) {
        const sentAt = performance.now();
        const reply = await send(entry(writer + attempt));
        writes.push({ ...reply, sentAt });
        if (reply.status !== 0) slowest = Math.max(slowest, performance.now() - sentAt);
        if (reply.status === 200 || reply.status === 201) {
          done.writes.push(performance.now());
          return { reply, attempts: attempt + 1 };
        }
        // The first request with the key is still under way.
        const isUnderWay = reply.status === 409 && reply.headers.has('retry-after');
        assert.ok(
          [0, 502, 503, 504].includes(reply.status) || isUnderWay,
          `${reply.status} ${JSON.stringify(reply.body)}`,
        );
        await setTimeout(PAUSE.written);
      }
    };
    const writer = async (n: number) => {
      while (!isOver) {
        const body = obraBody('versión 0');
        const key = randomUUID();
        const { reply, attempts } = await write(n, (machine) =>
          call(machine, 'POST', '/obras', body, { 'idempotency-key': key }),
        );
        const { id, numeroObra } = reply.body as Obra;
        const state = { id, numeroObra, answered: 0, asked: 1 };
        known.obras.set(body.claveUnica, state);
        if (attempts > 1) known.repeated.push({ key, body, id });
        await setTimeout(PAUSE.written);
        if (id % 3 > 0) continue;
        const next = versionBody('versión 1');
        await write(n, (machine) => call(machine, 'PATCH', `/obras/${id}`, next));
        state.answered = 1;
      }
    };
    const reader = async (n: number) => {
      for (let i = n; !isOver; i++) {
        const sentAt = performance.now();
        const reply = await call(entry(i), 'GET', '/obras?limit=10');
        reads.push(reply);
        if (reply.status !== 0) slowest = Math.max(slowest, performance.now() - sentAt);
        if (reply.status === 200) done.reads.push(performance.now());
        assert.ok([0, 200, 502, 503, 504].includes(reply.status), JSON.stringify(reply.body));
        await setTimeout(PAUSE.read);
      }
    };
    const clients = Promise.all([
      ...Array.from({ length: WRITERS }, (_, n) => writer(n)),
      ...Array.from({ length: READERS }, (_, n) => reader(n)),
    ]);
    const longest = (times: number[]) => {
      const all = [...times, performance.now()];
      const gaps = all.slice(1).map((time, i) => time - (all[i] as number));
      return seconds(Math.max(...gaps));
    };
    return {
      writes,
      reads,
      goesOn: async (count = 20) => {
        const wanted = done.writes.length + count;
        // The clients end before only by failing.
        await Promise.race([until('writes go on', () => done.writes.length >= wanted), clients]);
      },
      stop: async () => {
        isOver = true;
        const [writingAway, readingAway] = [longest(done.writes), longest(done.reads)];
        await clients;
        return {
          written: done.writes.length - 1,
          writes: tally(writes),
          reads: tally(reads),
          writingAway,
          readingAway,
          slowest: seconds(slowest),
        };
      },
    };
  };

  /** Everything that was answered is there, once, whole and numbered without gaps, and the ledger tells the same. */
  const assertAllThere = async () => {
    const obras = await registry.obras();
    assert.equal(new Set(columnOf(obras, 'claveUnica')).size, obras.length);
    assertThere(obras, known.obras);
    assertNumbered(obras);
    // Sent once more, under its key, a registration is answered with the same work.
    for (const { key, body, id } of known.repeated.splice(0)) {
      const again = await registry.call('POST', '/obras', body, { 'idempotency-key': key });
      assert.deepEqual([again.status, again.body.id], [201, id], JSON.stringify(again.body));
      assert.equal(again.headers.get('idempotency-replayed'), 'true');
    }
    await assertLedgerAgrees(registry);
  };

  return { registry, call, load, assertAllThere };
}

export type People = Awaited<ReturnType<typeof newPeople>>;

/** The machines of a whole cluster by what they do. */
export interface Places {
  leader: Machine;
  /** The standby that confirms commits, and the other. */
  confirming: Machine;
  other: Machine;
}

/** A fault, its consequences, and its repair. */
export interface Fault {
  what: string;
  /** Breaks it; answers what mends it, if anything has to. */
  strike(cluster: Cluster, load: Load, places: Places): Promise<() => unknown>;
  /** Whether reads are all answered meanwhile. */
  isRead?: boolean;
  /** Whether a machine itself is lost or hangs, which then answers nothing to those who ask it. */
  isSilent?: boolean;
}

/** Breaks something under load, mends it, and holds what is there against what was answered. */
export async function assertSurvives(
  cluster: Cluster,
  people: People,
  { what, strike, isRead = false, isSilent = false }: Fault,
): Promise<void> {
  await cluster.whole();
  const load = people.load();
  try {
    await load.goesOn();
    const places = { leader: await cluster.someLeader(), ...(await cluster.standbys()) };
    const mend = await strike(cluster, load, places);
    await mend();
    await cluster.whole();
    await load.goesOn();
    const outcome = await load.stop();
    console.log(`${what}: ${JSON.stringify(outcome)}`);
    for (const reply of [...load.writes, ...load.reads]) {
      if (reply.status === 503 && reply.headers.has('x-request-id')) assertUnavailable(reply);
    }
    assert.ok(outcome.slowest * 1_000 < ANSWERED_WITHIN, `${outcome.slowest} s`);
    if (!isSilent) assert.equal((outcome.writes[0] ?? 0) + (outcome.reads[0] ?? 0), 0);
    if (isRead) assert.deepEqual(Object.keys(outcome.reads), ['200']);
    await people.assertAllThere();
  } catch (error) {
    for (const { n, run } of cluster.machines) {
      const logs = await run('tail -n 12 /var/log/patroni.log /var/log/registro.log');
      console.log(`maquina${n}: ${logs}`);
    }
    // The next fault comes to a cluster that is whole.
    load.stop().catch(() => {});
    await cluster.mend();
    throw error;
  }
}

const seconds = (milliseconds: number) => Math.round(milliseconds / 100) / 10;
