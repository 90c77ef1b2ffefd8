-- A password that users set for themselves ends every token but the one they called with, older and newer. Other tokens
-- count by their time (tokens_valid_from); this one is known by its digest (src/auth/tokens.ts).
ALTER TABLE users ADD COLUMN token_kept text;

-- As in migration 005, without the new column: the ledger never shows what has to do with passwords.
CREATE OR REPLACE FUNCTION ledger_record(fila jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT jsonb_object_agg(lower(left(nombre, 1)) || substr(nombre, 2), value)
  FROM jsonb_each(fila), replace(initcap(replace(key, '_', ' ')), ' ', '') AS nombre
  WHERE key NOT IN (
    'password_hash', 'tokens_valid_from', 'token_kept', 'updated_at', 'ultimo_numero_obra', 'nombre_orden', 'ubicacion',
    'json')
);
