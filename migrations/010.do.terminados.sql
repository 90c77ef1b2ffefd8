-- What the contracts that build a work were signed for, as far as they are compared: one that ended early counts with no more
-- than its final amount, and without one not at all (sql/seguimiento.sql). Rows get it in steps after the start.
ALTER TABLE obras_seguimiento ADD COLUMN monto_comparado numeric;
-- Contracts that ended early, whose final amount is not known.
CREATE INDEX contratos_sin_monto_final_idx ON contratos (obra_id)
  WHERE terminacion IN ('ANTICIPADA', 'RESCISION') AND monto_final IS NULL;
