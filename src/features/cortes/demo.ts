import { type Config, StartError } from '../../core/base/config.ts';
import { HttpError } from '../../core/base/errors.ts';
import { type Database, nameProgram } from '../../core/db/db.ts';
import { openAlmacen } from '../archivos/almacen/abrir.ts';
import { hidingOf } from '../seguimiento/rfc.ts';
import { makeCorte } from './corte.ts';
import { readLlave } from './llave.ts';
import { beginTrabajo, runTrabajo } from './trabajo.ts';

// Two cuts to compare, of the last two full quarters. Ahead of the first, some amounts are smaller and what has ended is still under
// way, so that the demonstration ends with its own works.

export const settings = ['CORTES_KEY'];
export const help = ' Tiene dos cortes sellados, para compararlos.';

/** Works whose amounts grow from the first cut to the second, by what part of the second, and works that end meanwhile. */
const GROWN = 12;
const PART = 0.04;
const ENDED = 5;
/** Statuses of the specification (section 4): En proceso, Terminada. */
const [UNDER_WAY, FINISHED] = [4, 6];

const QUARTERS = `
  SELECT to_char(d, 'YYYY"-T"Q') AS clave, (ARRAY['Primer', 'Segundo', 'Tercer', 'Cuarto'])[extract(quarter FROM d)::integer]
    || to_char(d, '" trimestre de "YYYY') || ' (demostración)' AS titulo
  FROM (SELECT date_trunc('quarter', hoy()::timestamp) - n * interval '3 months' AS d, n FROM unnest(ARRAY[2, 1]) AS n) q
  ORDER BY n DESC`;

/**
 * Seals both cuts. Where the store takes nothing, there are none.
 *
 * @throws StartError where the store is of another registry, or of none
 */
export async function finish(
  db: Database,
  config: Config,
  print: (line: string) => void,
): Promise<void> {
  const author = { usuario: undefined, direccion: undefined, programa: 'registro-obras demo' };
  const almacen = await openAlmacen(config, db);
  try {
    const llave = await readLlave(config);
    const seal = async ({ clave, titulo }: { clave: string; titulo: string }) => {
      const { id } = await beginTrabajo(db, { clave, titulo, usuario: undefined });
      const { signal } = new AbortController();
      const pedido = { id, clave, titulo, author };
      await runTrabajo(
        db,
        id,
        (tell, over) =>
          makeCorte({ db, almacen, llave, hides: hidingOf(config)?.text }, pedido, tell, over),
        signal,
      );
    };
    const [first, second] = (await db.query(QUARTERS)) as [Quarter, Quarter];
    const changed = await db.transaction(async (tx) => {
      await nameProgram(tx, 'demo');
      return tx.query<{ id: number; monto: string; estatus: number }>(
        `WITH crecen AS (
           SELECT id FROM obras WHERE monto > 1000000 AND id > 71 ORDER BY id % 7, id LIMIT ${GROWN}
         ), terminan AS (
           SELECT id FROM obras WHERE estatus_obra_id = ${FINISHED} AND id > 71 ORDER BY id % 5, id LIMIT ${ENDED}
         ), antes AS (
           SELECT o.id, o.monto, o.estatus_obra_id AS estatus, t.id IS NOT NULL AS termina,
             CASE WHEN c.id IS NULL THEN o.monto ELSE round(o.monto * ${1 - PART}, 2) END AS menos
           FROM obras o LEFT JOIN crecen c ON c.id = o.id LEFT JOIN terminan t ON t.id = o.id
           WHERE c.id IS NOT NULL OR t.id IS NOT NULL
         ), puestas AS (
           UPDATE obras o SET monto = a.menos,
             estatus_obra_id = CASE WHEN a.termina THEN ${UNDER_WAY} ELSE o.estatus_obra_id END
           FROM antes a WHERE o.id = a.id
         ) SELECT id, monto::text, estatus FROM antes`,
      );
    });
    try {
      await seal(first);
    } finally {
      await db.transaction(async (tx) => {
        await nameProgram(tx, 'demo');
        await tx.query(
          `UPDATE obras o SET monto = a.monto, estatus_obra_id = a.estatus
           FROM json_to_recordset($1) AS a (id integer, monto numeric, estatus integer) WHERE o.id = a.id`,
          [JSON.stringify(changed)],
        );
      });
    }
    await seal(second);
    print(`Cortes de demostración: ${first.clave} y ${second.clave}.`);
  } catch (error) {
    if (!(error instanceof HttpError) || error instanceof StartError) throw error;
    print(`Sin cortes de demostración. ${error.text}`);
  } finally {
    almacen.close();
  }
}
interface Quarter {
  clave: string;
  titulo: string;
}
