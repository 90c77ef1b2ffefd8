import type { Database } from '../../core/db/db.ts';
import { NO_TIMEOUTS } from '../../core/db/db.ts';
import { type Ask, type Renglon, readRenglones } from './lectura.ts';

/** The registry at one instant. */
export interface Foto {
  /** ISO 8601, in UTC. */
  instante: string;
  /** How many works there are. */
  total: number;
  /** All works by ascending id. */
  renglones: AsyncIterable<Renglon[]>;
}

const HEAD = `SELECT iso8601(clock_timestamp()) AS instante, count(*)::integer AS total FROM obras`;

/** Runs work on a snapshot of the registry: one transaction in which nothing changes, while others write. */
export function withFoto<T>(db: Database, work: (foto: Foto) => Promise<T>): Promise<T> {
  return db.session(async (client) => {
    const ask: Ask = async (text, values) =>
      (await client.query({ name: 'corte', text, values })).rows;
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      await client.query(NO_TIMEOUTS);
      const { rows } = await client.query<{ instante: string; total: number }>(HEAD);
      const [head] = rows as [{ instante: string; total: number }];
      return await work({ ...head, renglones: readRenglones(ask) });
    } finally {
      await client.query('ROLLBACK');
    }
  });
}
