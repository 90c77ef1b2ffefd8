-- Writes the progress of an import, which also shows that it goes on. A batch does so in its transaction, which fails here
-- where the import was ended meanwhile.
CREATE FUNCTION tell_import(importacion uuid, revisadas integer, total integer, por_escribir integer, escritas integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- A transaction that waited here for another batch has older figures.
  UPDATE importaciones SET
    estado = CASE WHEN coalesce(filas_por_escribir, por_escribir) IS NULL THEN 'revisando' ELSE 'escribiendo' END,
    latido = clock_timestamp(),
    filas_revisadas = greatest(filas_revisadas, revisadas),
    filas_total = coalesce(total, filas_total),
    filas_por_escribir = coalesce(filas_por_escribir, por_escribir),
    filas_escritas = greatest(filas_escritas, escritas)
  WHERE id = importacion AND terminada_en IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION USING
      ERRCODE = 'check_violation', CONSTRAINT = 'importacion_under_way', MESSAGE = 'the import was ended meanwhile';
  END IF;
END $$;
