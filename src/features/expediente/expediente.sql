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
    PERFORM refuse_part(mala.regla, json_build_object('lugar', mala.lugar, 'id', mala.id));
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

SELECT keep_ledger('expedientes', 'expediente', '{obra_id}', 'obra_id'), keep_announced('expedientes', 'expedientes', 'obra_id'),
  keep_ledger('fondos', 'fondos', '{nombre_orden}'), keep_announced('fondos'),
  keep_ledger('contactos', 'contacto', '{dependencia_id}', 'dependencia_id'), keep_announced('contactos');
-- Records and sums have the names of funds.
CREATE TRIGGER fondos_announce_names AFTER UPDATE ON fondos FOR EACH STATEMENT EXECUTE FUNCTION announce_table('expedientes');
