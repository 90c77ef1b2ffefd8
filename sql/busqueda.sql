-- Stored columns and indexes are made of fold_accents and short_numbers. When a migration gives these another form, what is
-- stored is made anew, some works at a time (src/core/db/migrate.ts). The comment of the index has the digest of the form in which
-- all is. last is the last work that was looked at. Returns the next such work; NULL where all have the present form.
CREATE FUNCTION fold_outdated(last integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  forma text := 'fold_accents ' || md5(
    pg_get_functiondef('fold_accents(text)'::regprocedure) || pg_get_functiondef('short_numbers(text)'::regprocedure));
  ids integer[];
BEGIN
  IF obj_description('obras_busqueda_idx'::regclass, 'pg_class') IS NOT DISTINCT FROM forma THEN
    RETURN NULL;
  END IF;
  ids := ARRAY(SELECT id FROM obras WHERE id > last ORDER BY id LIMIT 1000);
  IF ids = '{}' THEN
    EXECUTE format('COMMENT ON INDEX obras_busqueda_idx IS %L', forma);
    RETURN NULL;
  END IF;
  -- Only texts with other than the usual letters, or with a number that touches its street, can differ. To write one column of
  -- those that the generated ones are made of makes these anew.
  UPDATE obras SET nombre = nombre
  WHERE id = ANY (ids)
    AND busqueda ~ '[\u0001-\u0009\u000b-\u001f\u007f-\u00d6\u00d8-\uffff\U00010000-\U0010ffff]|calles?[0-9]'
    AND (busqueda <> fold_accents(nombre || E'\n' || lugares || E'\n' || clave_unica || E'\n' || descripcion)
      OR numeros <> short_numbers(nombre || E'\n' || lugares || E'\n' || descripcion));
  -- No document has changed, so nothing else forgets the kept answers.
  IF FOUND THEN
    PERFORM announce('obras');
  END IF;
  RETURN ids[cardinality(ids)];
END $$;
