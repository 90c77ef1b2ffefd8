-- The record of works: whose money, what for, for whom.

-- Sources are known funds, each once, that are active or were the work's before. Their amounts are above 0, to the cent. A merge of a
-- fund comes wholly before or after: it locks the fund (src/features/fusion/fusion.ts).
CREATE FUNCTION check_expediente() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  antes jsonb;
  mala record;
BEGIN
  PERFORM FROM obras WHERE id = NEW.obra_id FOR NO KEY UPDATE;
  IF NEW.fecha_aprobacion > hoy() THEN
    PERFORM refuse_part('expedientes_futuro');
  END IF;
  PERFORM FROM fondos WHERE id IN (SELECT (value ->> 'fondoId')::bigint FROM jsonb_array_elements(NEW.fuentes))
  ORDER BY id FOR SHARE;
  SELECT fuentes INTO antes FROM expedientes WHERE obra_id = NEW.obra_id;
  SELECT regla, lugar, id INTO mala FROM (
    SELECT f.lugar - 1 AS lugar, f.id, CASE
      WHEN fondo.id IS NULL THEN 'expedientes_fuentes_fondo'
      WHEN row_number() OVER (PARTITION BY f.id ORDER BY f.lugar) > 1 THEN 'expedientes_fuentes_repetido'
      WHEN NOT fondo.activo AND NOT coalesce(antes, '[]') @> jsonb_build_array(jsonb_build_object('fondoId', f.id))
        THEN 'expedientes_fuentes_inactivo'
      WHEN f.monto IS NULL OR f.monto NOT BETWEEN 0.01 AND 9999999999999.99 OR f.monto <> round(f.monto, 2)
        THEN 'expedientes_fuentes_monto'
    END AS regla
    FROM (
      SELECT lugar, (value ->> 'fondoId')::bigint AS id, (value ->> 'monto')::numeric AS monto
      FROM jsonb_array_elements(NEW.fuentes) WITH ORDINALITY AS e (value, lugar)) f
    LEFT JOIN fondos fondo ON fondo.id = f.id) r
  WHERE regla IS NOT NULL ORDER BY lugar LIMIT 1;
  IF FOUND THEN
    PERFORM refuse_part(mala.regla, json_build_object('lugar', mala.lugar, 'id', mala.id, 'obra',
      (SELECT coalesce(clave_unica, id::text) FROM obras WHERE id = NEW.obra_id)));
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER expedientes_check BEFORE INSERT OR UPDATE ON expedientes FOR EACH ROW EXECUTE FUNCTION check_expediente();

-- A row for each fund of a work, for filters and sums.
CREATE FUNCTION spread_fuentes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.fuentes = OLD.fuentes THEN
    RETURN NULL;
  END IF;
  DELETE FROM obras_fondos WHERE obra_id = NEW.obra_id;
  INSERT INTO obras_fondos (obra_id, fondo_id, monto)
  SELECT NEW.obra_id, (value ->> 'fondoId')::integer, (value ->> 'monto')::numeric FROM jsonb_array_elements(NEW.fuentes);
  RETURN NULL;
END $$;
CREATE TRIGGER expedientes_spread AFTER INSERT OR UPDATE ON expedientes FOR EACH ROW EXECUTE FUNCTION spread_fuentes();

-- The works that have sources, with their amount and the sum of the sources.
CREATE VIEW obras_fuentes AS
SELECT o.id AS obra_id, o.monto, f.fuentes
FROM (SELECT obra_id, sum(monto) AS fuentes FROM obras_fondos GROUP BY obra_id) f JOIN obras o ON o.id = f.obra_id;

CREATE FUNCTION monto_fuentes(obra integer) RETURNS numeric LANGUAGE sql STABLE PARALLEL SAFE
RETURN (SELECT sum(monto) FROM obras_fondos WHERE obra_id = obra);

-- The sources with one fund in place of another, at the place of the first of both. Their amounts are added.
CREATE FUNCTION merge_fuentes(fuentes jsonb, viejo integer, nuevo integer) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT jsonb_agg(jsonb_build_object('fondoId', fondo, 'monto', monto) ORDER BY lugar) FROM (
    SELECT fondo, sum(monto) AS monto, min(lugar) AS lugar
    FROM jsonb_array_elements(fuentes) WITH ORDINALITY AS e (value, lugar)
    CROSS JOIN LATERAL (SELECT (value ->> 'monto')::numeric AS monto,
      CASE (value ->> 'fondoId')::integer WHEN viejo THEN nuevo ELSE (value ->> 'fondoId')::integer END AS fondo) f
    GROUP BY fondo) s);

-- Writes records of a sheet, each whole or not at all, and returns the outcome of each: `nueva`, `cambiada`, with the registered
-- values that it changes (`antes`), `igual`; or the registered values that it differs from (`existe`), or the broken rule (`regla`,
-- `detalle`). So a sheet and a form obey the same rules, those of the moment at which it is written: a fund may be merged since the
-- trial.
--
-- filas: [{"fila": 14, "clave": "SOP-1", "valores": {"proposito": …, "fuentes": [{"fondoId": 1, "monto": 10.5}]}}], by the names of
-- columns. Values that are missing stay; sources are the whole list, in any order.
-- caller: the clerk whose agencies' works may be written; null for all works. An admin may write all.
-- actualizar: whether existing records take the sheet's values.
-- revisar: a trial, which writes nothing.
CREATE FUNCTION import_expedientes(filas jsonb, caller uuid, actualizar boolean, revisar boolean) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  todas boolean := caller IS NULL OR EXISTS (SELECT FROM users WHERE id = caller AND roles = 'admin');
  cada jsonb;
  este jsonb;
  obra record;
  viejo expedientes;
  nuevo expedientes;
  antes jsonb;
  regla text;
  detalle text;
  resultados jsonb := '[]';
BEGIN
  -- A merge of a fund locks it before the works.
  PERFORM FROM fondos WHERE id IN (
    SELECT (fuente ->> 'fondoId')::integer
    FROM jsonb_array_elements(filas) AS f (value) CROSS JOIN jsonb_array_elements(f.value -> 'valores' -> 'fuentes') AS fuente)
  ORDER BY id FOR SHARE;
  -- Other writers of the same works wait here, in one order.
  PERFORM FROM obras
  WHERE clave_unica IN (SELECT value ->> 'clave' FROM jsonb_array_elements(filas)) ORDER BY id FOR NO KEY UPDATE;
  BEGIN
    FOR cada IN SELECT value FROM jsonb_array_elements(filas) LOOP
      BEGIN
        PERFORM set_config('registro.fila', cada ->> 'fila', true);
        SELECT o.id, todas OR EXISTS (
            SELECT FROM capturistas c WHERE c.user_id = caller AND c.dependencia_id = o.dependencia_id) AS suya
        INTO obra FROM obras o WHERE o.clave_unica = cada ->> 'clave';
        IF obra.id IS NULL THEN
          PERFORM refuse_part('caller_obra');
        ELSIF NOT obra.suya THEN
          PERFORM refuse_part('caller_dependencia');
        END IF;
        SELECT * INTO viejo FROM expedientes WHERE obra_id = obra.id;
        nuevo := jsonb_populate_record(viejo, cada -> 'valores');
        IF viejo.obra_id IS NULL THEN
          INSERT INTO expedientes (obra_id, proposito, meta_cantidad, meta_unidad, beneficiarios, modalidad, fecha_aprobacion, fuentes)
          VALUES (obra.id, nuevo.proposito, nuevo.meta_cantidad, nuevo.meta_unidad, nuevo.beneficiarios, nuevo.modalidad,
            nuevo.fecha_aprobacion, coalesce(nuevo.fuentes, '[]'));
          este := '{"resultado": "nueva"}';
        ELSE
          IF by_fund(nuevo.fuentes) = by_fund(viejo.fuentes) THEN
            nuevo.fuentes := viejo.fuentes;
          END IF;
          SELECT jsonb_object_agg(key, to_jsonb(viejo) -> key) INTO antes
          FROM jsonb_each(to_jsonb(nuevo)) WHERE value <> to_jsonb(viejo) -> key;
          IF antes IS NULL THEN
            este := '{"resultado": "igual"}';
          ELSIF NOT actualizar THEN
            este := jsonb_build_object('existe', antes);
          ELSE
            UPDATE expedientes SET proposito = nuevo.proposito, meta_cantidad = nuevo.meta_cantidad,
              meta_unidad = nuevo.meta_unidad, beneficiarios = nuevo.beneficiarios, modalidad = nuevo.modalidad,
              fecha_aprobacion = nuevo.fecha_aprobacion, fuentes = nuevo.fuentes
            WHERE obra_id = obra.id;
            este := jsonb_build_object('resultado', 'cambiada', 'antes', antes);
          END IF;
        END IF;
      EXCEPTION WHEN integrity_constraint_violation THEN
        GET STACKED DIAGNOSTICS regla = CONSTRAINT_NAME, detalle = PG_EXCEPTION_DETAIL;
        este := jsonb_build_object('regla', regla, 'detalle', detalle);
      END;
      resultados := resultados || jsonb_build_array(este || jsonb_build_object('fila', cada -> 'fila'));
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
  RETURN resultados;
END $$;

-- Sources in one order, for comparison.
CREATE FUNCTION by_fund(fuentes jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT coalesce(jsonb_agg(value ORDER BY (value ->> 'fondoId')::integer), '[]') FROM jsonb_array_elements(fuentes));

SELECT keep_ledger('expedientes', 'expediente', '{obra_id}', 'obra_id'), keep_announced('expedientes', 'expedientes', 'obra_id'),
  keep_ledger('fondos', 'fondos', '{nombre_orden,fusionado_en}'), keep_announced('fondos'),
  keep_ledger('contactos', 'contacto', '{dependencia_id}', 'dependencia_id'), keep_announced('contactos');
-- Records and sums have the names of funds, and a new one may have the siglas of another.
CREATE TRIGGER fondos_announce_names AFTER INSERT OR UPDATE ON fondos FOR EACH STATEMENT EXECUTE FUNCTION announce_table('expedientes');
