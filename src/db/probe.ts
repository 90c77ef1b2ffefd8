import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { unavailable } from '../base/constraints.ts';
import { TEST_TIMEOUT_FACTOR } from './timeouts.ts';

/** A server without an answer for so long is away, in milliseconds. */
const SILENCE = 1_200 * TEST_TIMEOUT_FACTOR;
/** Connections that are tried one after another before a server that ends them counts as away. */
const TRIES = 4;
/** Silence is counted in pieces, in milliseconds: an answer may need several turns of a process that does much else. */
const PIECE = 100;
/** A piece that ends later than this shows that this process was busy: then it has not listened. Milliseconds. */
const LATE = 50;

/**
 * Whether a server that refused a beat can be written to all the same: it has no place for one connection more, a full
 * disk, or a schema of before.
 */
export const answers = (error: unknown) => {
  const { code } = error as pg.DatabaseError;
  return code !== undefined && (code.startsWith('53') || !unavailable(error));
};

/** Asks a server over one connection, which is made again whenever it was lost. */
export function createProbe(settings: pg.ClientConfig) {
  const waiting = new Set<() => void>();
  let client: pg.Client | undefined;
  let isClosed = false;
  /** Cut, not closed: a connection that does not answer would not answer a goodbye either. */
  const cut = (lost: pg.Client | undefined) => {
    if (client === lost) client = undefined;
    (lost as { connection?: { stream: Duplex } } | undefined)?.connection?.stream.destroy();
  };
  const connect = async () => {
    const fresh = new pg.Client({ ...settings, application_name: 'registro-obras guardia' });
    fresh.on('error', () => cut(fresh));
    client = fresh;
    await fresh.connect();
    return fresh;
  };
  return {
    /** @throws Error where there is no answer in `SILENCE`, nor over new connections where the kept one was lost */
    ask: async <Row extends object>(text: string, values: unknown[]): Promise<Row | undefined> => {
      let isOver = false;
      const answer = async () => {
        for (let tries = 1; ; tries++) {
          try {
            const open = client ?? (await connect());
            return (await open.query({ name: 'guardia', text, values })).rows[0];
          } catch (error) {
            cut(client);
            // A connection that was lost is no loss of the server, nor are several that somebody cut. Refusals come at once.
            if (answers(error) || isOver || isClosed || tries === TRIES) throw error;
          }
        }
      };
      try {
        return await within(SILENCE, answer());
      } catch (error) {
        isOver = true;
        cut(client);
        throw error;
      }
    },
    /** The answer to another question to that server, or an error as soon as `giveUp` is called. */
    unlessAway: <T>(answer: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const end = () => reject(new Error('Connection terminated: the server is away'));
        waiting.add(end);
        answer.then(resolve, reject).finally(() => waiting.delete(end));
      }),
    giveUp: () => {
      for (const end of waiting) end();
    },
    close: () => {
      isClosed = true;
      cut(client);
    },
  };
}

/** The answer, or an error after so long, and after three times as long where this process was busy itself. */
async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  const answered = new AbortController();
  const silence = async () => {
    const end = performance.now() + 3 * milliseconds;
    for (let waited = 0; waited < milliseconds && performance.now() < end; ) {
      const due = performance.now() + PIECE;
      await sleep(PIECE, undefined, { signal: answered.signal });
      if (performance.now() < due + LATE) waited += PIECE;
    }
    throw new Error(`sin respuesta en ${milliseconds} ms`);
  };
  try {
    return await Promise.race([answer, silence()]);
  } finally {
    answered.abort();
  }
}
