-- Motives to review a work: the deciding figure of each rule, made of the follow-up as it is read. Nothing is kept, so a changed
-- threshold counts at once. A figure is null where the rule is not asked of the work.

-- The thresholds by the year of a contract's signature.
CREATE VIEW umbrales_de_anio AS
SELECT e.anio, u.procedimiento, u.monto FROM umbrales u JOIN ejercicios_fiscales e ON e.id = u.ejercicio_fiscal_id;

-- A contract's number, which is one whatever its case: of ASCII, as most are, in a tenth of the time that fold_case takes.
CREATE FUNCTION fold_numero(numero text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length(numero) = length(numero) THEN lower(numero COLLATE "C") ELSE fold_case(numero) END;

-- The contracts that build works and that a threshold is for, with that of their year; null where nobody has said it. Supervision and
-- projects are services, which have others. One that pays several works has a row in each, with its part: all of them are one award.
-- Each has its work. The join is a LEFT one so that the planner leaves it out where nobody asks for the agency.
CREATE VIEW contratos_con_umbral AS
SELECT c.obra_id, o.dependencia_id, c.firma, fold_numero(c.numero) AS numero, c.procedimiento, c.fecha_firma, c.monto, u.monto AS umbral
FROM contratos c LEFT JOIN obras o ON o.id = c.obra_id
LEFT JOIN umbrales_de_anio u ON u.anio = extract(year FROM c.fecha_firma)::integer AND u.procedimiento = c.procedimiento
WHERE c.naturaleza = 'OBRA' AND c.procedimiento IN ('INVITACION', 'ADJUDICACION_DIRECTA');

-- The direct awards of one agency to one firm, none above its threshold. `exceso` is the most by which those of 30 days, this one among
-- them, are together above it; null where no other is so near. Around New Year the higher of both thresholds counts.
CREATE VIEW adjudicaciones_juntas AS
SELECT unnest(obras) AS obra_id, dependencia_id, firma, max(exceso) OVER (
  PARTITION BY dependencia_id, firma ORDER BY fecha_firma
  RANGE BETWEEN interval '30 days' PRECEDING AND CURRENT ROW) AS exceso
FROM (
  SELECT obras, dependencia_id, firma, fecha_firma, CASE WHEN count(*) OVER juntas > 1
    THEN sum(monto) OVER juntas - greatest(first_value(umbral) OVER juntas, last_value(umbral) OVER juntas) END AS exceso
  FROM (
    SELECT array_agg(obra_id) AS obras, dependencia_id, firma, fecha_firma, sum(monto) AS monto, max(umbral) AS umbral
    FROM contratos_con_umbral WHERE procedimiento = 'ADJUDICACION_DIRECTA' AND firma IS NOT NULL
    GROUP BY dependencia_id, firma, numero, fecha_firma HAVING sum(monto) <= max(umbral)) adjudicaciones
  WINDOW juntas AS (
    PARTITION BY dependencia_id, firma ORDER BY fecha_firma RANGE BETWEEN CURRENT ROW AND interval '30 days' FOLLOWING)
) desde;

-- All figures, a row a work. Those of one work are made of its own rows alone, and of the awards around its own; of all works
-- adjudicaciones_juntas has them sooner.
CREATE VIEW obras_alertas AS
SELECT o.id AS obra_id,
  -- Where a term is known from: the contracts that build it, each of which has one, and its programme.
  CASE WHEN b.empezada AND NOT b.exenta
    THEN coalesce(s.contratos, 0) + (s.fecha_termino_base IS NOT NULL)::integer END AS plazos,
  -- A report and a file are of their own day, not of that on which somebody sent them. Without any, and where nobody has said when the
  -- works began, the days go from the first that may have been it: that of its contracts, else of its programme, else of its year.
  CASE WHEN b.empezada THEN greatest(0, hoy() - coalesce(
    greatest(s.fecha_corte, a.dia, x.fecha_inicio_real), k.inicio, s.fecha_inicio_base, make_date(f.anio, 1, 1)))
    END AS dias_sin_movimiento,
  k.proponentes, k.sobre_umbral, v.dias_convenio,
  CASE WHEN k.directas > 0 THEN (
    SELECT max(exceso) FROM (
      SELECT j.propia, max(j.exceso) OVER (
        PARTITION BY firma ORDER BY fecha_firma RANGE BETWEEN interval '30 days' PRECEDING AND CURRENT ROW) AS exceso
      FROM (
        SELECT a.propia, a.firma, a.fecha_firma, CASE WHEN count(*) OVER juntas > 1
          THEN sum(a.monto) OVER juntas - greatest(first_value(a.umbral) OVER juntas, last_value(a.umbral) OVER juntas) END AS exceso
        FROM (
          SELECT c.firma, c.fecha_firma, sum(c.monto) AS monto, max(c.umbral) AS umbral, bool_or(c.obra_id = o.id) AS propia FROM (
            SELECT firma, min(fecha_firma) - 30 AS desde, max(fecha_firma) + 30 AS hasta FROM contratos
            WHERE obra_id = o.id AND procedimiento = 'ADJUDICACION_DIRECTA' AND naturaleza = 'OBRA' GROUP BY firma) propias
          JOIN contratos_con_umbral c ON c.firma = propias.firma AND c.fecha_firma BETWEEN desde AND hasta
          WHERE c.procedimiento = 'ADJUDICACION_DIRECTA' AND c.dependencia_id = o.dependencia_id
          GROUP BY c.firma, c.numero, c.fecha_firma HAVING sum(c.monto) <= max(c.umbral)) a
        WINDOW juntas AS (
          PARTITION BY a.firma ORDER BY a.fecha_firma RANGE BETWEEN CURRENT ROW AND interval '30 days' FOLLOWING)) j) propio
    WHERE propio.propia) END AS fraccionado,
  -- One that ended early without a final amount counts with all that was agreed: more than that was never owed.
  s.monto_pagado - CASE WHEN k.sin_final > 0
    THEN CASE WHEN s.contratos > 1 THEN coalesce(s.monto_vigente, 0) ELSE 0 END + (
      SELECT sum(coalesce((
        SELECT monto_nuevo FROM convenios WHERE contrato_id = c.id AND monto_nuevo IS NOT NULL
        ORDER BY fecha DESC, orden DESC LIMIT 1), c.monto))
      FROM contratos c WHERE c.obra_id = o.id AND c.naturaleza = 'OBRA'
        AND c.terminacion IN ('ANTICIPADA', 'RESCISION') AND c.monto_final IS NULL)
    ELSE s.monto_vigente END AS pagado_de_mas,
  CASE WHEN e.estado_oc4ids <> 'cancelled' AND NOT b.exenta AND x.fecha_entrega_recepcion IS NULL AND k.entrega IS NULL
    THEN hoy() - coalesce(s.fecha_termino_real, s.terminada_al, CASE WHEN e.estado_oc4ids = 'completion' THEN k.terminacion END)
    END AS dias_sin_acta
FROM obras o
JOIN estatus_obra e ON e.id = o.estatus_obra_id
JOIN ejercicios_fiscales f ON f.id = o.ejercicio_fiscal_id
LEFT JOIN obras_seguimiento s ON s.obra_id = o.id
LEFT JOIN ejecuciones x ON x.obra_id = o.id
LEFT JOIN expedientes p ON p.obra_id = o.id
LEFT JOIN (SELECT obra_id, max(dia) AS dia FROM archivos GROUP BY obra_id) a ON a.obra_id = o.id
LEFT JOIN (
  SELECT c.obra_id,
    min(c.numero_proponentes) FILTER (WHERE c.procedimiento IN ('LICITACION_PUBLICA', 'INVITACION')) AS proponentes,
    -- With its parts in other works: most have none, and then no number is folded. Each procedure has an index by firm and day.
    max(c.monto - u.monto + coalesce(CASE WHEN u.monto IS NULL THEN NULL WHEN c.procedimiento = 'ADJUDICACION_DIRECTA' THEN (
      SELECT sum(t.monto) FROM contratos t JOIN obras ot ON ot.id = t.obra_id
      WHERE t.procedimiento = 'ADJUDICACION_DIRECTA' AND t.firma = c.firma AND t.fecha_firma = c.fecha_firma AND t.id <> c.id
        AND t.naturaleza = 'OBRA' AND fold_numero(t.numero) = fold_numero(c.numero) AND ot.dependencia_id = oc.dependencia_id)
    ELSE (
      SELECT sum(t.monto) FROM contratos t JOIN obras ot ON ot.id = t.obra_id
      WHERE t.procedimiento = 'INVITACION' AND t.firma = c.firma AND t.fecha_firma = c.fecha_firma AND t.id <> c.id
        AND t.naturaleza = 'OBRA' AND fold_numero(t.numero) = fold_numero(c.numero) AND ot.dependencia_id = oc.dependencia_id)
    END, 0)) AS sobre_umbral,
    count(*) FILTER (WHERE c.naturaleza = 'OBRA' AND c.procedimiento = 'ADJUDICACION_DIRECTA') AS directas,
    count(*) FILTER (WHERE c.naturaleza = 'OBRA' AND c.terminacion IN ('ANTICIPADA', 'RESCISION') AND c.monto_final IS NULL)
      AS sin_final,
    min(c.fecha_inicio) FILTER (WHERE c.naturaleza = 'OBRA') AS inicio,
    max(c.fecha_entrega_recepcion) FILTER (WHERE c.naturaleza = 'OBRA') AS entrega,
    max(c.fecha_terminacion) FILTER (WHERE c.naturaleza = 'OBRA') AS terminacion
  FROM contratos c JOIN obras oc ON oc.id = c.obra_id
  LEFT JOIN umbrales_de_anio u
    ON u.anio = extract(year FROM c.fecha_firma)::integer AND u.procedimiento = c.procedimiento AND c.naturaleza = 'OBRA'
  GROUP BY c.obra_id) k ON k.obra_id = o.id
LEFT JOIN (
  -- An agreement after the term that the ones before it had left.
  SELECT obra_id, max(fecha - coalesce(antes[cardinality(antes)], fecha_termino)) AS dias_convenio FROM (
    SELECT c.obra_id, c.fecha_termino, v.fecha, array_agg(v.fecha_termino_nueva) FILTER (WHERE v.fecha_termino_nueva IS NOT NULL) OVER (
      PARTITION BY c.obra_id, c.id ORDER BY v.fecha, v.orden ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS antes
    FROM contratos c JOIN convenios v ON v.contrato_id = c.id) firmados
  GROUP BY obra_id) v ON v.obra_id = o.id
CROSS JOIN LATERAL (SELECT
  -- Of a suspended one no report is expected, and one whose end is known has none to say.
  e.estado_oc4ids NOT IN ('completion', 'cancelled') AND e.id <> 5
    AND coalesce(s.fecha_termino_real, s.terminada_al) IS NULL AND (e.id = 4
    OR coalesce(greatest(s.avance_fisico, s.monto_pagado) > 0, false) OR x.fecha_inicio_real IS NOT NULL) AS empezada,
  -- Of a work by direct administration no contract is asked for. Where it has one all the same, that is looked at as any other.
  coalesce(p.modalidad = 'ADMINISTRACION_DIRECTA', false) AND coalesce(s.contratos, 0) = 0 AS exenta) b;

-- The ledger knows a threshold by year and procedure: `2026/INVITACION`. With its year it goes too, and then has the year's id.
CREATE FUNCTION note_umbral() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fila umbrales := coalesce(NEW, OLD);
  registro text := coalesce((SELECT anio FROM ejercicios_fiscales WHERE id = fila.ejercicio_fiscal_id), fila.ejercicio_fiscal_id)
    || '/' || fila.procedimiento;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM write_ledger('crear', TG_ARGV[0], registro, NULL, ledger_record(to_jsonb(NEW), '{ejercicio_fiscal_id}'));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM write_ledger('eliminar', TG_ARGV[0], registro, ledger_record(to_jsonb(OLD), '{ejercicio_fiscal_id}'), NULL);
  ELSE
    PERFORM write_ledger('cambiar', TG_ARGV[0], registro, jsonb_build_object('monto', OLD.monto), jsonb_build_object('monto', NEW.monto));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER umbrales_ledger AFTER INSERT OR UPDATE OR DELETE ON umbrales FOR EACH ROW EXECUTE FUNCTION note_umbral('umbrales');
CREATE TRIGGER umbrales_truncate_ledger AFTER TRUNCATE ON umbrales
  FOR EACH STATEMENT EXECUTE FUNCTION note_truncate('umbrales');
-- A year that is another one has other contracts.
SELECT keep_announced('umbrales');
CREATE TRIGGER ejercicios_fiscales_umbrales AFTER UPDATE OF anio ON ejercicios_fiscales
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table('umbrales');
