-- The ledger grows for years: each of its filters, and time, has an index that is read in the order of the answer, newest
-- first, so that a page takes as long in ten years as it does today.
DROP INDEX bitacora_registro_idx, bitacora_usuario_idx, bitacora_instante_idx;
CREATE INDEX bitacora_instante_idx ON bitacora (instante);
CREATE INDEX bitacora_usuario_idx ON bitacora (usuario_id, instante);
CREATE INDEX bitacora_accion_idx ON bitacora (accion, instante);
CREATE INDEX bitacora_recurso_idx ON bitacora (recurso, instante);
CREATE INDEX bitacora_registro_idx ON bitacora (registro, instante);

-- How long the changes are as text, which says nothing of how long they are as they are stored: 1e308 is a number of few
-- digits in `jsonb` and of 309 in an answer. Pages of the ledger are bounded by it.
ALTER TABLE bitacora ADD COLUMN bytes bigint NOT NULL GENERATED ALWAYS AS (
  coalesce(octet_length(antes::text), 0)::bigint + coalesce(octet_length(despues::text), 0)) STORED;

-- Text of PostgreSQL's knows no U+0000, which `json` takes as an escape that the ledger (jsonb) then refuses: an obra with
-- it could not be changed any more. NOT VALID: rows that have it already keep nobody from upgrading.
ALTER TABLE ubicaciones ADD CONSTRAINT ubicaciones_geometria_json_check
  CHECK (geometria_json::jsonb IS NOT NULL) NOT VALID;
