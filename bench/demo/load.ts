import { findIds } from '../../src/commands/demo/expedientes.ts';
import { StartError } from '../../src/core/base/config.ts';
import { inactive } from '../../src/core/base/constraints.ts';
import { sentence } from '../../src/core/base/errors.ts';
import type { Db } from '../../src/core/db/db.ts';
import {
  type Broken,
  isWritten,
  type Row,
  type Written,
  writeRows,
} from '../../src/core/obras/escribir.ts';
import { loadParts, type Plan } from '../../src/features/seguimiento/demo.ts';
import type { DemoObra, DemoSeguimiento } from './obra.ts';

/**
 * Returns a function that loads works into the database in batches.
 *
 * @throws StartError where a record of a catalog exists, but is inactive
 */
export async function createLoader(tx: Db): Promise<(obras: DemoObra[]) => Promise<void>> {
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

/** The name of a field's record in a row. */
function nameOf({ anio, dependencia, tipoProyecto, municipioId }: Row, campo: Broken['campo']) {
  if (campo === 'ejercicioFiscalId') return anio;
  if (campo === 'dependenciaId') return dependencia;
  return campo === 'tipoProyectoId' ? tipoProyecto : municipioId;
}

// Follow-up ---------------------------------------------------------------------------------------

/** The tables of the follow-up, in the order of their references. */
export const FOLLOW_UP = ['programas', 'avances', 'ejecuciones', 'contratos', 'convenios'];

/** The parts of a work's follow-up that no sheet has. */
export const planOf = ({ claveUnica, programas, ejecucion, contratos }: DemoSeguimiento): Plan => ({
  claveUnica,
  programas,
  ejecucion,
  convenios: contratos.flatMap(({ numero, convenios }) =>
    convenios.map((convenio) => ({ numero, ...convenio })),
  ),
});

/** Loads the follow-up of existing works into the database: one statement a table. */
export async function loadSeguimiento(tx: Db, seguimiento: DemoSeguimiento[]): Promise<void> {
  const ids = await findIds(tx, seguimiento);
  const of = <T>(rows: (of: DemoSeguimiento) => T[]) =>
    JSON.stringify(
      seguimiento.flatMap((one) =>
        rows(one).map((row) => ({ ...row, obraId: ids.get(one.claveUnica) })),
      ),
    );
  await tx.query(
    `INSERT INTO avances (obra_id, fecha_corte, avance_fisico, monto_pagado, causa_atraso, observaciones)
     SELECT "obraId", "fechaCorte", "avanceFisico", "montoPagado", "causaAtraso", observaciones
     FROM json_to_recordset($1) AS r ("obraId" integer, "fechaCorte" date, "avanceFisico" numeric, "montoPagado" numeric,
       "causaAtraso" text, observaciones text)`,
    [of(({ avances }) => avances)],
  );
  await tx.query(
    `INSERT INTO contratos (obra_id, numero, naturaleza, procedimiento, numero_proponentes, objeto, contratista, contratista_rfc,
       presupuesto_base, monto, anticipo, fecha_firma, fecha_inicio, fecha_termino, terminacion, fecha_terminacion, monto_final,
       fecha_entrega_recepcion, motivo_terminacion)
     SELECT "obraId", numero, 'OBRA', procedimiento, "numeroProponentes", objeto, contratista, "contratistaRfc",
       "presupuestoBase", monto, anticipo, "fechaFirma", "fechaInicio", "fechaTermino", terminacion, "fechaTerminacion", "montoFinal", "fechaEntregaRecepcion",
       "motivoTerminacion"
     FROM json_to_recordset($1) AS r ("obraId" integer, numero text, procedimiento text, "numeroProponentes" integer,
       objeto text, contratista text, "contratistaRfc" text, "presupuestoBase" numeric, monto numeric, anticipo numeric, "fechaFirma" date, "fechaInicio" date,
       "fechaTermino" date, terminacion text, "fechaTerminacion" date, "montoFinal" numeric, "fechaEntregaRecepcion" date,
       "motivoTerminacion" text)`,
    [of(({ contratos }) => contratos)],
  );
  await loadParts(tx, seguimiento.map(planOf), ids);
}

/**
 * Disables the checks of each row of follow-up. Returns a function that enables them again and makes the rows of all works
 * for lists at once.
 */
export async function followAtEnd(tx: Db): Promise<() => Promise<void>> {
  for (const table of FOLLOW_UP) await tx.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  return async () => {
    for (const table of FOLLOW_UP) await tx.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    await tx.query('ANALYZE programas, avances, ejecuciones, contratos, convenios');
    await tx.query(
      `INSERT INTO obras_seguimiento SELECT * FROM seguimiento_de
       WHERE reportes > 0 OR contratos > 0 OR fecha_termino_base IS NOT NULL
       -- Works with an earlier follow-up have their row.
       ON CONFLICT DO NOTHING`,
    );
  };
}

// Indexes -----------------------------------------------------------------------------------------

/**
 * Drops the indexes of obras, ubicaciones and the map that enforce nothing. Returns a function that makes them again exactly
 * as they were. One sort at the end is much cheaper than an insertion for every row, above all in the trigram index. The
 * index from each obra's document to its ubicaciones stays.
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
