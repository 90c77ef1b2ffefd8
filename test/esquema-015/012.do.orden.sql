-- Lists in the order of nombre and of monto, and filters by monto.

-- As in the catalogs. Decomposed, a nombre can be longer than an index row may be; no name is told apart from another
-- after so many letters.
ALTER TABLE obras ADD COLUMN nombre_orden text COLLATE "C"
  GENERATED ALWAYS AS (left(spanish_order(nombre), 600)) STORED;
CREATE INDEX obras_nombre_orden_idx ON obras (nombre_orden, id);

-- It carries what the works are filtered and grouped by, so that sums are made from the index alone.
CREATE INDEX obras_monto_idx ON obras (monto, id)
  INCLUDE (municipio_id, dependencia_id, tipo_proyecto_id, estatus_obra_id, ejercicio_fiscal_id);
