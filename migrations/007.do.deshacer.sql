-- The import that a row of the ledger is of: it wrote the row, or the row takes back what it wrote (src/deshacer/). Rows of before
-- name a file alone.
ALTER TABLE bitacora ADD COLUMN importacion uuid;
ALTER TABLE bitacora ADD COLUMN deshace boolean NOT NULL DEFAULT false;
-- Rows that no import wrote are in neither.
CREATE INDEX bitacora_importacion_idx ON bitacora (importacion, id) WHERE importacion IS NOT NULL;
CREATE INDEX bitacora_archivo_idx ON bitacora (archivo, instante) WHERE archivo IS NOT NULL;

-- The name that its rows of the ledger bear: its own id, or that of the interrupted import which it finishes.
ALTER TABLE importaciones ADD COLUMN serie uuid;
-- The import that it takes back, where it takes one back.
ALTER TABLE importaciones ADD COLUMN deshace uuid;
