import type { Database, Db } from '../db/db.ts';
import { nameProgram } from '../db/db.ts';

// A copy takes everything out of the registry, the hashes of passwords included: the ledger says when one was made.

/** The ledger's entry for a copy: when it was read, which schema it has, and how many rows. */
export interface Copy {
  creado: string;
  esquema: number;
  filas: number;
}

/**
 * Writes to the ledger that a copy was made, as the record of a resource `respaldos`.
 *
 * @throws where the database takes no rows: it is a standby, or its disk is full
 */
export async function noteCopy(db: Database, { creado, esquema, filas }: Copy): Promise<void> {
  if (db.hasSpace && !(await db.hasSpace('login'))) throw new Error('the disk is full');
  await db.transaction(async (tx) => {
    await nameProgram(tx, 'backup');
    await tx.query(`SELECT write_ledger('crear', 'respaldos', NULL, NULL, $1::jsonb)`, [
      JSON.stringify({ creado, esquema, filas }),
    ]);
  });
}

/** When the newest copy was made, in seconds since 1970; 0 where there is none. */
export async function findLastCopy(db: Pick<Db, 'one'>): Promise<number> {
  const row = await db.one<{ instante: number }>(
    `SELECT coalesce(extract(epoch FROM max(instante)), 0)::double precision AS instante
     FROM bitacora WHERE recurso = 'respaldos'`,
  );
  return row?.instante ?? 0;
}
