import { db } from './world.ts';

/** The columns of an obra, each an SQL expression over its number n. */
const FIELDS = {
  numero_obra: 'n',
  clave_unica: `'C-' || n`,
  nombre: `'Obra ' || n`,
  descripcion: `''`,
  /** The texts of its ubicaciones; where they are not said here, they are put there later, which takes longer. */
  lugares: `''`,
  monto: 'n / 100.0',
  ejercicio_fiscal_id: '1',
  dependencia_id: '1',
  municipio_id: '50',
  tipo_proyecto_id: '1',
  estatus_obra_id: '4',
};

/** A geometry as SQL, with so many blanks in its JSON: many bytes, of which nobody who reads it sees any. */
export const withBlanks = (geometry: object, blanks: number) =>
  `('${JSON.stringify(geometry).slice(0, -1)}' || repeat(' ', ${blanks}) || '}')::json`;

/**
 * Registers obras by hand. Without the triggers that takes a fraction of the time: documents and places on the map are made
 * once for all of them, and the ledger has no rows of them.
 *
 * @param series what n is taken from: how many there are, or the SQL of their numbers
 * @param fields columns that are not as in `FIELDS`
 * @param places the query of their ubicaciones: obra, municipio, direccion, tipo de geometría, geometría, orden
 */
export async function manyObras(
  series: number | string,
  fields: Partial<Record<keyof typeof FIELDS, string>> = {},
  places?: string,
): Promise<void> {
  const columns = { ...FIELDS, ...fields };
  const numbers = typeof series === 'number' ? `generate_series(1, ${series})` : series;
  await db.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(
      `INSERT INTO obras (${Object.keys(columns)})
       SELECT ${Object.values(columns)} FROM ${numbers} AS n`,
    );
    if (places) {
      await tx.query(
        `INSERT INTO ubicaciones (obra_id, municipio_id, direccion, tipo_geometria, geometria_json, orden) ${places}`,
      );
      await tx.query(
        'UPDATE obras o SET lugares = t.lugares FROM obras_textos t WHERE t.obra_id = o.id',
      );
    }
    await tx.query(
      `INSERT INTO obras_documentos SELECT p.* FROM obras_piezas p
       WHERE NOT EXISTS (SELECT FROM obras_documentos d WHERE d.obra_id = p.obra_id)`,
    );
    await tx.query(
      `INSERT INTO obras_mapa SELECT l.* FROM obras_lugares l
       WHERE NOT EXISTS (SELECT FROM obras_mapa m WHERE m.ubicacion_id = l.ubicacion_id)`,
    );
    await tx.query(
      `UPDATE ejercicios_fiscales e SET ultimo_numero_obra = o.ultimo
       FROM (SELECT ejercicio_fiscal_id, max(numero_obra) AS ultimo FROM obras GROUP BY 1) o
       WHERE o.ejercicio_fiscal_id = e.id AND o.ultimo > e.ultimo_numero_obra`,
    );
    // Kept answers are forgotten.
    await tx.query(`SELECT announce('obras')`);
  });
}
