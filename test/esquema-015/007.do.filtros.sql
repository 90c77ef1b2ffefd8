-- Filters combine: each of their indexes carries the other filters' columns, so that whichever leads, the matches are
-- counted and paged through from the index alone.
DROP INDEX obras_dependencia_id_idx, obras_municipio_id_idx, obras_tipo_proyecto_id_idx, obras_estatus_obra_id_idx,
  obras_ejercicio_fiscal_id_idx;
CREATE INDEX obras_dependencia_id_idx ON obras (dependencia_id, id)
  INCLUDE (municipio_id, tipo_proyecto_id, estatus_obra_id, ejercicio_fiscal_id);
CREATE INDEX obras_municipio_id_idx ON obras (municipio_id, id)
  INCLUDE (dependencia_id, tipo_proyecto_id, estatus_obra_id, ejercicio_fiscal_id);
CREATE INDEX obras_tipo_proyecto_id_idx ON obras (tipo_proyecto_id, id)
  INCLUDE (dependencia_id, municipio_id, estatus_obra_id, ejercicio_fiscal_id);
CREATE INDEX obras_estatus_obra_id_idx ON obras (estatus_obra_id, id)
  INCLUDE (dependencia_id, municipio_id, tipo_proyecto_id, ejercicio_fiscal_id);
CREATE INDEX obras_ejercicio_fiscal_id_idx ON obras (ejercicio_fiscal_id, id)
  INCLUDE (dependencia_id, municipio_id, tipo_proyecto_id, estatus_obra_id);
