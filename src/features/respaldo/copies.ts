import type { Database, Db } from '../../core/db/db.ts';
import { nameProgram } from '../../core/db/db.ts';

// A copy has everything of the registry, hashes of passwords included. So each is entered in the ledger.

/** The ledger's entry for a copy: the time of its reading, its schema, and its rows. */
export interface Copy {
  creado: string;
  esquema: number;
  filas: number;
}

/**
 * Enters a copy in the ledger, as a record of the resource `respaldos`.
 *
 * @throws where the database takes no rows: a standby, or a full disk
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

/** The time of the newest copy, in seconds since 1970; 0 where there is none. */
export async function findLastCopy(db: Pick<Db, 'one'>): Promise<number> {
  const row = await db.one<{ instante: number }>(
    `SELECT coalesce(extract(epoch FROM max(instante)), 0)::double precision AS instante
     FROM bitacora WHERE recurso = 'respaldos'`,
  );
  return row?.instante ?? 0;
}
