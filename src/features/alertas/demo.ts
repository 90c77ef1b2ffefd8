import type { Db } from '../../core/db/db.ts';

// Invented thresholds for the demonstration, which of 2022 are not known, and the motives to review that its sheets have no work of.

const STEPS = [
  `INSERT INTO umbrales (ejercicio_fiscal_id, procedimiento, monto)
   SELECT id, procedimiento, monto
   FROM ejercicios_fiscales
   CROSS JOIN (VALUES ('ADJUDICACION_DIRECTA', 4000000), ('INVITACION', 7500000)) u (procedimiento, monto)
   WHERE anio >= 2023 ON CONFLICT DO NOTHING`,
  `UPDATE contratos SET numero_proponentes = 1 WHERE id = (
     SELECT id FROM contratos WHERE procedimiento = 'LICITACION_PUBLICA' AND numero_proponentes = 2 ORDER BY id LIMIT 1)`,
  // Two awards of one agency, 18 days apart, are one firm's.
  `UPDATE contratos c SET contratista = otro.contratista, contratista_rfc = otro.contratista_rfc FROM contratos otro
   WHERE c.numero = 'INCAY-2024-00004-C' AND otro.numero = 'INCAY-2024-00005-C'`,
  `INSERT INTO convenios (contrato_id, obra_id, orden, fecha, alcance, justificacion)
   SELECT id, obra_id, 1, fecha_termino + 6, 'Señalamiento y pintura.', 'Lo pidió el municipio antes de recibir la obra.'
   FROM contratos c
   WHERE naturaleza = 'OBRA' AND terminacion = 'CONCLUIDO' AND fecha_terminacion >= fecha_termino + 6
     AND NOT EXISTS (SELECT FROM convenios WHERE contrato_id = c.id)
   ORDER BY id LIMIT 1`,
  `UPDATE avances a SET monto_pagado = s.monto_vigente + 84300.50 FROM obras_seguimiento s
   WHERE s.obra_id = a.obra_id AND s.fecha_corte = a.fecha_corte AND a.obra_id = (
     SELECT obra_id FROM obras_seguimiento WHERE avance_fisico = 100 AND monto_pagado = monto_vigente ORDER BY obra_id LIMIT 1)`,
];

/** Adds them to the loaded demonstration. */
export async function change(tx: Db): Promise<void> {
  for (const step of STEPS) await tx.query(step);
}
