-- The works that nobody has said to be done, by their term: those that are late are read from here alone, and counted.
CREATE INDEX obras_seguimiento_pendiente_idx ON obras_seguimiento (fecha_termino_vigente, obra_id)
  WHERE fecha_termino_real IS NULL AND terminada_al IS NULL;
