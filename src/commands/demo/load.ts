import { StartError } from '../../base/config.ts';
import { inactive } from '../../base/constraints.ts';
import { sentence } from '../../base/errors.ts';
import type { Db } from '../../db/db.ts';
import type { Broken, Row } from '../../obras/judge.ts';
import { isWritten, type Written, writeRows } from '../../obras/write.ts';
import type { DemoObra } from './obra.ts';

/**
 * Answers how to put works into the database in batches.
 *
 * @throws StartError where a catalog's record that they name is there already, but inactive
 */
export async function prepareLoader(tx: Db): Promise<(obras: DemoObra[]) => Promise<void>> {
  const statuses = await tx.query<{ nombre: string; id: number }>(
    'SELECT nombre, id FROM estatus_obra',
  );
  const estatus = new Map(statuses.map(({ nombre, id }) => [nombre, id]));
  return async (obras) => {
    const rows = obras.map(({ tipo, ubicaciones: _, ...obra }, fila): Row => {
      const estatusObraId = estatus.get(obra.estatus);
      if (estatusObraId === undefined) throw new Error(`not in the catalog: ${obra.estatus}`);
      return { ...obra, tipoProyecto: tipo, estatusObraId, fila };
    });
    const places = obras.flatMap(({ ubicaciones }, fila) =>
      ubicaciones.map((ubicacion, i) => ({ ...ubicacion, fila, lugar: i, orden: i + 1 })),
    );
    const answers = await tx.query<Written>(...writeRows(rows, places));
    const refused = answers.filter((answer) => !isWritten(answer)) as Broken[];
    if (refused.length > 0) {
      const named = refused.map(({ fila, campo }) =>
        sentence(inactive(campo, nameOf(rows[fila] as Row, campo))),
      );
      throw new StartError(
        `Los datos de demostración necesitan registros de catálogo que están inactivos. ${[...new Set(named)].join(' ')}`,
      );
    }
  };
}

/** What a row calls the record that a field names. */
function nameOf({ anio, dependencia, tipoProyecto, municipioId }: Row, campo: Broken['campo']) {
  if (campo === 'ejercicioFiscalId') return anio;
  if (campo === 'dependenciaId') return dependencia;
  return campo === 'tipoProyectoId' ? tipoProyecto : municipioId;
}

// Indexes -----------------------------------------------------------------------------------------

/**
 * Drops the indexes of obras, ubicaciones and the map that enforce nothing, and answers how to make them again exactly as they
 * were. One sort at the end costs far less than an insertion for every row, above all in the trigram index. Only the
 * index by which each obra's document finds its ubicaciones stays.
 */
export async function dropIndexes(tx: Db): Promise<() => Promise<void>> {
  const indexes = await tx.query<{ nombre: string; definicion: string }>(
    `SELECT indexrelid::regclass::text AS nombre, pg_get_indexdef(indexrelid) AS definicion
     FROM pg_index
     WHERE indrelid IN ('obras'::regclass, 'ubicaciones'::regclass, 'obras_mapa'::regclass) AND NOT indisunique
       AND indexrelid <> 'ubicaciones_obra_id_idx'::regclass
     ORDER BY indexrelid`,
  );
  for (const { nombre } of indexes) await tx.query(`DROP INDEX ${nombre}`);
  return async () => {
    for (const { definicion } of indexes) await tx.query(definicion);
  };
}
