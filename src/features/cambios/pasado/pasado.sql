-- What the ledger says of records as they stood before an instant.

-- A record of the ledger by the names of its table's columns: the other way round than ledger_record.
CREATE FUNCTION ledger_columns(registro jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT coalesce(jsonb_object_agg(lower(regexp_replace(key, '([A-Z])', '_\1', 'g')), value), '{}') FROM jsonb_each(registro));

-- A value without the blanks that jsonb writes between its parts, which those within its texts are not.
CREATE FUNCTION compact_json(valor jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
  -- A geometry without further members has no text with a blank. It may be long.
  WHEN valor - '{type,coordinates}'::text[] = '{}' THEN replace(replace(valor::text, ': ', ':'), ', ', ',')
  ELSE regexp_replace(valor::text, '("(?:[^"\\]|\\.)*")|\s+', '\1', 'g')
END;

-- The records of these resources as the ledger has them before an instant: the first resource's with this number, and the
-- others' under this work.
--
-- estado: `viva`, `futura` (not yet there), `eliminada`; `incierta` where the ledger does not begin with its registration
-- fila: its fields at that instant, as far as rows before or after it have them
-- sigue: the same record is there until the end of the ledger
-- cambia: the ledger has changes of it after that instant
--
-- Rows count in the order of their numbers, in which one transaction saw the other. The clock may have it otherwise: a row counts
-- from the instant at which all before it do. Each life of a record begins with a registration, since numbers may be given again.
CREATE FUNCTION ledger_until(recursos text[], numero text, obra integer, hasta timestamptz)
RETURNS TABLE (recurso text, registro text, estado text, fila jsonb, sigue boolean, cambia boolean)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH renglones AS MATERIALIZED (
    SELECT b.id, b.instante, b.accion, b.recurso, b.registro, b.antes, b.despues
    FROM bitacora b WHERE b.recurso = recursos[1] AND b.registro = numero
    UNION ALL
    SELECT b.id, b.instante, b.accion, b.recurso, b.registro, b.antes, b.despues
    FROM bitacora b WHERE b.obra_id = obra AND b.recurso = ANY (recursos[2:])
  ), vaciados AS MATERIALIZED (
    SELECT b.id, b.instante, b.recurso
    FROM bitacora b WHERE b.recurso = ANY (recursos) AND b.registro IS NULL AND b.accion = 'vaciar'
  ), corte AS (
    SELECT coalesce(min(id), 9223372036854775807) AS id
    FROM (SELECT id, instante FROM renglones UNION ALL SELECT id, instante FROM vaciados) r
    WHERE instante >= hasta
  ), vidas AS (
    SELECT r.recurso, r.registro, c.id AS corte,
      max(r.id) FILTER (WHERE r.accion = 'crear' AND r.id < c.id) AS alta,
      greatest(max(r.id) FILTER (WHERE r.accion = 'eliminar' AND r.id < c.id), v.antes, 0) AS fin,
      max(r.id) FILTER (WHERE r.id < c.id) AS ultimo,
      min(r.id) FILTER (WHERE r.id >= c.id) AS siguiente,
      min(r.id) FILTER (WHERE r.accion = 'eliminar' AND r.id >= c.id) AS baja,
      least(min(r.id) FILTER (WHERE r.accion = 'crear' AND r.id >= c.id), v.luego, 9223372036854775807) AS otra,
      (array_agg(r.accion ORDER BY r.id))[1] AS primera
    FROM renglones r CROSS JOIN corte c
    CROSS JOIN LATERAL (
      SELECT max(e.id) FILTER (WHERE e.id < c.id) AS antes, min(e.id) FILTER (WHERE e.id >= c.id) AS luego
      FROM vaciados e WHERE e.recurso = r.recurso) v
    GROUP BY r.recurso, r.registro, c.id, v.antes, v.luego
  ), campos AS (
    -- The last value before the instant counts, or else what the first change after it found. A value may be long: only this one
    -- is taken out of its row.
    SELECT v.recurso, v.registro, campo, coalesce(max(r.id) FILTER (WHERE r.id < v.corte), min(r.id)) AS id
    FROM vidas v
    JOIN renglones r ON r.recurso = v.recurso AND r.registro = v.registro
    CROSS JOIN LATERAL jsonb_object_keys(CASE
      WHEN r.id < v.corte AND r.id >= coalesce(v.alta, 0) THEN r.despues
      WHEN r.id >= v.corte AND r.id < v.otra THEN r.antes
    END) AS campo
    GROUP BY v.recurso, v.registro, campo
  ), filas AS (
    SELECT e.recurso, e.registro,
      jsonb_object_agg(e.campo, CASE WHEN r.id < c.id THEN r.despues ELSE r.antes END -> e.campo) AS fila
    FROM campos e JOIN renglones r ON r.id = e.id CROSS JOIN corte c
    GROUP BY e.recurso, e.registro
  )
  SELECT v.recurso, v.registro,
    CASE
      WHEN v.ultimo IS NULL AND v.primera = 'crear' THEN 'futura'
      WHEN v.alta > v.fin THEN 'viva'
      WHEN v.ultimo <= v.fin THEN 'eliminada'
      ELSE 'incierta'
    END,
    coalesce(f.fila, '{}'),
    v.baja IS NULL AND v.otra = 9223372036854775807,
    coalesce(v.siguiente < v.otra, false)
  FROM vidas v LEFT JOIN filas f ON f.recurso = v.recurso AND f.registro = v.registro;
END $$;
