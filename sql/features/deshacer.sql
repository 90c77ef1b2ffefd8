-- Takes back what an import wrote of the follow-up (src/features/deshacer/).

-- Takes reports and contracts back one after the other, each whole or not at all, and returns the broken rule of each that stays.
-- One that others keep from going back is tried again after them: figures that all rose have to fall from the first on.
--
-- registros: [{"i": 3, "tabla": "avances", "id": 7, "fila": 14, "antes": {…}}]; without `antes` the record is deleted. `antes` has
-- the names of columns, which come from the service's own table of fields.
-- revisar: a trial, which writes nothing.
CREATE FUNCTION undo_seguimiento(registros jsonb, revisar boolean) RETURNS TABLE (i integer, regla text, detalle text)
LANGUAGE plpgsql AS $$
DECLARE
  pendientes jsonb[] := ARRAY(SELECT value FROM jsonb_array_elements(registros) WITH ORDINALITY AS r (value, lugar) ORDER BY lugar);
  aplazadas jsonb[];
  cada jsonb;
  columnas text;
  -- By `i`.
  fallas jsonb;
BEGIN
  BEGIN
    LOOP
      aplazadas := '{}';
      fallas := '{}';
      FOREACH cada IN ARRAY pendientes LOOP
        BEGIN
          PERFORM set_config('registro.fila', coalesce(cada ->> 'fila', ''), true);
          IF jsonb_typeof(cada -> 'antes') = 'object' THEN
            SELECT string_agg(quote_ident(key), ', ') INTO columnas FROM jsonb_object_keys(cada -> 'antes') AS key;
            EXECUTE format(
              'UPDATE %1$I SET (%2$s) = (SELECT %2$s FROM jsonb_populate_record(NULL::%1$I, $1)) WHERE id = $2',
              cada ->> 'tabla', columnas) USING cada -> 'antes', (cada ->> 'id')::integer;
          ELSE
            EXECUTE format('DELETE FROM %I WHERE id = $1', cada ->> 'tabla') USING (cada ->> 'id')::integer;
          END IF;
        EXCEPTION WHEN integrity_constraint_violation THEN
          GET STACKED DIAGNOSTICS regla = CONSTRAINT_NAME, detalle = PG_EXCEPTION_DETAIL;
          fallas := fallas || jsonb_build_object(cada ->> 'i', jsonb_build_array(regla, detalle));
          aplazadas := cada || aplazadas;
        END;
      END LOOP;
      EXIT WHEN cardinality(aplazadas) IN (0, cardinality(pendientes));
      pendientes := aplazadas;
    END LOOP;
    IF revisar THEN
      RAISE EXCEPTION USING ERRCODE = 'RG001', MESSAGE = 'nothing stays of a trial';
    END IF;
  EXCEPTION WHEN SQLSTATE 'RG001' THEN
    -- The rollback leaves the variables as they are.
    NULL;
  END;
  -- What the same transaction writes next is of no row.
  PERFORM set_config('registro.fila', '', true);
  RETURN QUERY SELECT key::integer, value ->> 0, value ->> 1 FROM jsonb_each(fallas);
END $$;
