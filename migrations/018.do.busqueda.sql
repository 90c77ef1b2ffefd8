-- The search parameter q looks through the addresses too, and through whole numbers apart (src/obras/filters.ts).

-- The whole numbers of up to four digits in a text, each once. A number is whole where neither a letter nor a digit
-- touches it, nor a point or comma with a digit behind it: 60 and 61 in «C.60×61-A», none in «1450GYR0060» or «89.603».
-- The pattern is that of `numbersIn` in src/obras/palabras.ts. Behind a million characters none is looked for: millions of
-- numbers take seconds.
CREATE FUNCTION short_numbers(text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  texto text COLLATE "C" := translate(left($1, 1000000), '×X', 'xx');
BEGIN
  IF texto !~ '[0-9]' THEN
    RETURN '{}';
  END IF;
  RETURN ARRAY(
    SELECT DISTINCT numero COLLATE "C"
    FROM regexp_matches(texto, '[A-Za-z]*[0-9][0-9A-Za-z]*(?:[.,][0-9][0-9A-Za-z]*)*', 'g') AS m,
      string_to_table(m[1], 'x') AS numero
    WHERE m[1] ~ '^[0-9]{1,4}(?:x[0-9]{1,4})*$');
END $$;

-- What an ubicación says of where it is.
CREATE FUNCTION place_text(direccion text, localidad_referencia text, referencia_lugar text)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN direccion || coalesce(', ' || localidad_referencia, '') || coalesce(', ' || referencia_lugar, '');

DROP INDEX obras_busqueda_idx;
ALTER TABLE obras DROP COLUMN busqueda;
-- The texts of its ubicaciones, a line each. Who writes an obra writes them with it; sql/documentos.sql keeps them true.
ALTER TABLE obras ADD COLUMN lugares text NOT NULL DEFAULT '';
UPDATE obras o SET lugares = l.lugares
FROM (
  SELECT obra_id, string_agg(
    DISTINCT place_text(direccion, localidad_referencia, referencia_lugar) COLLATE "C", E'\n') AS lugares
  FROM ubicaciones GROUP BY obra_id
) l
WHERE l.obra_id = o.id;
ALTER TABLE obras
  ADD COLUMN busqueda text COLLATE "C" GENERATED ALWAYS AS
    (fold_accents(nombre || E'\n' || lugares || E'\n' || clave_unica || E'\n' || descripcion)) STORED,
  ADD COLUMN numeros text[] COLLATE "C" GENERATED ALWAYS AS
    (short_numbers(nombre || E'\n' || lugares || E'\n' || descripcion)) STORED;
CREATE INDEX obras_busqueda_idx ON obras USING gin (busqueda gin_trgm_ops);
CREATE INDEX obras_numeros_idx ON obras USING gin (numeros);
