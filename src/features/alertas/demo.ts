import type { Db } from '../../core/db/db.ts';

// Invented thresholds for the demonstration, and what its sheets have no motive of: one bidder alone, and awards to one firm.

/** Loads them into the database, which has the years and the contracts of the sheets. */
export async function loadParts(tx: Db): Promise<void> {
  await tx.query(
    `INSERT INTO umbrales (ejercicio_fiscal_id, procedimiento, monto)
     SELECT id, procedimiento, monto
     FROM ejercicios_fiscales
     CROSS JOIN (VALUES ('ADJUDICACION_DIRECTA', 4000000), ('INVITACION', 7500000)) u (procedimiento, monto)
     WHERE anio >= 2022`,
  );
  await tx.query(
    `UPDATE contratos SET numero_proponentes = 1 WHERE id = (
       SELECT id FROM contratos WHERE procedimiento = 'LICITACION_PUBLICA' AND numero_proponentes = 2 ORDER BY id LIMIT 1)`,
  );
  // Two awards of one agency, 18 days apart.
  await tx.query(
    `UPDATE contratos c SET contratista = otro.contratista FROM contratos otro
     WHERE c.numero = 'INCAY-2024-00004-C' AND otro.numero = 'INCAY-2024-00005-C'`,
  );
}
