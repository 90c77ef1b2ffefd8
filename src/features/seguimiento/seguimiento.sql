-- The follow-up of works: rules beyond a constraint, and one row a work for lists and filters. Writes of works call
-- nothing here, except their deletion.

-- Rules between rows of one table, and with the clock -----------------------------------------------------------------------

-- Each trigger locks the work first. Then no other transaction changes its follow-up, and earlier commits are seen.

-- No report is on a future day. A fall of progress or payment needs an explanation, also when a report comes between two
-- others. Missing values are not compared: a payment is compared with the last one before it.
CREATE FUNCTION check_avance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  antes avances;
  despues avances;
  pagado avances;
  pagado_despues avances;
BEGIN
  -- Earlier rows of a sheet were checked in their own batch: a trial inserts them again.
  IF current_setting('registro.revisado', true) = '1' THEN
    RETURN NEW;
  END IF;
  PERFORM FROM obras WHERE id = NEW.obra_id FOR NO KEY UPDATE;
  IF NEW.fecha_corte > hoy() THEN
    PERFORM refuse_part('avances_futuro');
  END IF;
  SELECT * INTO antes FROM avances WHERE obra_id = NEW.obra_id AND fecha_corte < NEW.fecha_corte AND id <> NEW.id
  ORDER BY fecha_corte DESC LIMIT 1;
  SELECT * INTO despues FROM avances WHERE obra_id = NEW.obra_id AND fecha_corte > NEW.fecha_corte AND id <> NEW.id
  ORDER BY fecha_corte LIMIT 1;
  SELECT * INTO pagado FROM avances
  WHERE obra_id = NEW.obra_id AND fecha_corte < NEW.fecha_corte AND id <> NEW.id AND monto_pagado IS NOT NULL
  ORDER BY fecha_corte DESC LIMIT 1;
  SELECT * INTO pagado_despues FROM avances
  WHERE obra_id = NEW.obra_id AND fecha_corte > NEW.fecha_corte AND id <> NEW.id AND monto_pagado IS NOT NULL
  ORDER BY fecha_corte LIMIT 1;
  IF NEW.observaciones = '' AND NEW.avance_fisico < antes.avance_fisico THEN
    PERFORM refuse_part('avances_retroceso',
      json_build_object('fecha', antes.fecha_corte, 'antes', antes.avance_fisico, 'ahora', NEW.avance_fisico));
  ELSIF NEW.observaciones = '' AND NEW.monto_pagado < pagado.monto_pagado THEN
    PERFORM refuse_part('avances_retroceso_pagado',
      json_build_object('fecha', pagado.fecha_corte, 'antes', pagado.monto_pagado, 'ahora', NEW.monto_pagado));
  ELSIF despues.observaciones = '' AND despues.avance_fisico < NEW.avance_fisico THEN
    PERFORM refuse_part('avances_posterior',
      json_build_object('fecha', despues.fecha_corte, 'antes', NEW.avance_fisico, 'ahora', despues.avance_fisico));
  ELSIF pagado_despues.observaciones = '' AND pagado_despues.monto_pagado < NEW.monto_pagado THEN
    PERFORM refuse_part('avances_posterior_pagado',
      json_build_object('fecha', pagado_despues.fecha_corte, 'antes', NEW.monto_pagado, 'ahora', pagado_despues.monto_pagado));
  END IF;
  -- A write without a change leaves the obra's tag as it is.
  IF TG_OP = 'INSERT' OR NEW IS DISTINCT FROM OLD THEN
    NEW.actualizado_en := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER avances_check BEFORE INSERT OR UPDATE ON avances FOR EACH ROW EXECUTE FUNCTION check_avance();

-- A report that is deleted, moves to another day or loses its payment may leave an unexplained fall behind it, if it
-- explained that fall.
CREATE FUNCTION check_avance_gone() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  antes avances;
  despues avances;
BEGIN
  PERFORM FROM obras WHERE id = OLD.obra_id FOR NO KEY UPDATE;
  -- With the work all its reports are deleted.
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT * INTO antes FROM avances WHERE obra_id = OLD.obra_id AND fecha_corte <= OLD.fecha_corte
  ORDER BY fecha_corte DESC LIMIT 1;
  SELECT * INTO despues FROM avances WHERE obra_id = OLD.obra_id AND fecha_corte > OLD.fecha_corte
  ORDER BY fecha_corte LIMIT 1;
  IF despues.observaciones = '' AND despues.avance_fisico < antes.avance_fisico THEN
    PERFORM refuse_part('avances_hueco',
      json_build_object('fecha', despues.fecha_corte, 'antes', antes.avance_fisico, 'ahora', despues.avance_fisico));
  END IF;
  SELECT * INTO antes FROM avances
  WHERE obra_id = OLD.obra_id AND fecha_corte <= OLD.fecha_corte AND monto_pagado IS NOT NULL
  ORDER BY fecha_corte DESC LIMIT 1;
  SELECT * INTO despues FROM avances
  WHERE obra_id = OLD.obra_id AND fecha_corte > OLD.fecha_corte AND monto_pagado IS NOT NULL
  ORDER BY fecha_corte LIMIT 1;
  IF despues.observaciones = '' AND despues.monto_pagado < antes.monto_pagado THEN
    PERFORM refuse_part('avances_hueco_pagado',
      json_build_object('fecha', despues.fecha_corte, 'antes', antes.monto_pagado, 'ahora', despues.monto_pagado));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER avances_gone AFTER DELETE ON avances FOR EACH ROW EXECUTE FUNCTION check_avance_gone();
CREATE TRIGGER avances_moved AFTER UPDATE ON avances FOR EACH ROW
  WHEN ((OLD.obra_id, OLD.fecha_corte) <> (NEW.obra_id, NEW.fecha_corte)
    OR (OLD.monto_pagado IS NOT NULL AND NEW.monto_pagado IS NULL))
  EXECUTE FUNCTION check_avance_gone();

CREATE FUNCTION keep_programa() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_part('programas_no_cambian');
END $$;
CREATE TRIGGER programas_keep BEFORE UPDATE ON programas FOR EACH ROW EXECUTE FUNCTION keep_programa();

CREATE FUNCTION check_ejecucion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM obras WHERE id = NEW.obra_id FOR NO KEY UPDATE;
  IF greatest(NEW.fecha_inicio_real, NEW.fecha_termino_real, NEW.fecha_entrega_recepcion) > hoy() THEN
    PERFORM refuse_part('ejecuciones_futuro');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ejecuciones_check BEFORE INSERT OR UPDATE ON ejecuciones
  FOR EACH ROW EXECUTE FUNCTION check_ejecucion();

-- A contract's signature and end are not in the future. Its agreements come after the signature, and its end after its
-- beginning.
CREATE FUNCTION check_contrato() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM obras WHERE id = NEW.obra_id FOR NO KEY UPDATE;
  IF greatest(NEW.fecha_firma, NEW.fecha_terminacion, NEW.fecha_entrega_recepcion) > hoy() THEN
    PERFORM refuse_part('contratos_futuro');
  ELSIF EXISTS (SELECT FROM convenios WHERE contrato_id = NEW.id AND fecha < NEW.fecha_firma) THEN
    PERFORM refuse_part('contratos_firma_convenios');
  ELSIF EXISTS (SELECT FROM convenios WHERE contrato_id = NEW.id AND fecha_termino_nueva < NEW.fecha_inicio) THEN
    PERFORM refuse_part('contratos_inicio_convenios');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER contratos_check BEFORE INSERT OR UPDATE ON contratos FOR EACH ROW EXECUTE FUNCTION check_contrato();

CREATE FUNCTION check_convenio() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  contrato contratos;
BEGIN
  PERFORM FROM obras WHERE id = NEW.obra_id FOR NO KEY UPDATE;
  SELECT * INTO contrato FROM contratos WHERE id = NEW.contrato_id;
  IF NEW.fecha > hoy() THEN
    PERFORM refuse_part('convenios_futuro');
  ELSIF NEW.fecha < contrato.fecha_firma THEN
    PERFORM refuse_part('convenios_fecha_firma', json_build_object('fecha', contrato.fecha_firma));
  ELSIF NEW.fecha_termino_nueva < contrato.fecha_inicio THEN
    PERFORM refuse_part('convenios_fecha_inicio', json_build_object('fecha', contrato.fecha_inicio));
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER convenios_check BEFORE INSERT OR UPDATE ON convenios FOR EACH ROW EXECUTE FUNCTION check_convenio();

-- One row a work ------------------------------------------------------------------------------------------------------------

-- The present value of a contract: the last amount and the last term of its agreements count. One that ended early counts
-- with its final amount. While nobody has said that, it counts with what was paid of its work, where no other contract builds the
-- work: then the payments are all its own. Otherwise they can't be told apart, and it counts with none.
--
-- monto_comparado is the amount of its signature beside which that value is held. Of one that ended early it is no more than
-- its final amount: what was not built neither grew nor shrank by an agreement. Without a final amount it is null: a payment that is
-- held against itself tells nothing.
CREATE VIEW contratos_vigentes AS
SELECT c.id AS contrato_id, v.convenios, early AS anticipado, agreed AS monto_convenido,
  CASE WHEN NOT early THEN agreed WHEN c.monto_final IS NOT NULL THEN c.monto_final
    WHEN c.naturaleza = 'OBRA' AND NOT EXISTS (
      SELECT FROM contratos otro WHERE otro.obra_id = c.obra_id AND otro.naturaleza = 'OBRA' AND otro.id <> c.id)
    THEN (SELECT monto_pagado FROM avances WHERE obra_id = c.obra_id AND monto_pagado IS NOT NULL
      ORDER BY fecha_corte DESC LIMIT 1) END AS monto_vigente,
  CASE WHEN NOT early THEN c.monto WHEN c.monto_final IS NOT NULL THEN least(c.monto, c.monto_final) END AS monto_comparado,
  coalesce(v.fecha_termino_nueva, c.fecha_termino) AS fecha_termino_vigente
FROM contratos c
CROSS JOIN LATERAL (
  SELECT count(*)::integer AS convenios,
    (array_agg(monto_nuevo ORDER BY fecha DESC, orden DESC) FILTER (WHERE monto_nuevo IS NOT NULL))[1] AS monto_nuevo,
    (array_agg(fecha_termino_nueva ORDER BY fecha DESC, orden DESC) FILTER (WHERE fecha_termino_nueva IS NOT NULL))[1]
      AS fecha_termino_nueva
  FROM convenios WHERE contrato_id = c.id) v
CROSS JOIN LATERAL (
  SELECT coalesce(c.terminacion IN ('ANTICIPADA', 'RESCISION'), false) AS early,
    coalesce(v.monto_nuevo, c.monto) AS agreed) e;

-- The RFC of a firm; null for the generic ones of the tax office (SAT, Resolución Miscelánea Fiscal, rules 2.7.1.23 and 3.17.8): of
-- the general public, and of foreigners. What has not the form of one, such as «S/N», is nobody's either.
CREATE FUNCTION own_rfc(rfc text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
  WHEN rfc ~ '^[A-ZÑ&]{3,4}[0-9]{6}[A-Z0-9]{3}$' AND rfc !~ '^(?:X[AE]XX010101000|EXTF?9[09]0101NI[0-9])$' THEN rfc
END;

-- The same of a company, whose RFC is no person's.
CREATE FUNCTION company_rfc(rfc text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN length(rfc) = 12 THEN own_rfc(rfc) END;

-- What seems wrong with an RFC; null where nothing does, and for a generic one. The form's own rule is rfc.ts, whose comments say more.
CREATE FUNCTION rfc_notice(rfc text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
  WHEN rfc ~ '^(?:X[AE]XX010101000|EXTF?9[09]0101NI[0-9])$' THEN NULL
  WHEN rfc !~ '^[A-ZÑ&]{3,4}[0-9]{6}[A-Z0-9]{3}$'
    THEN 'El RFC no tiene la forma de un RFC: tres o cuatro letras, seis cifras y la homoclave, por ejemplo CMA010203AB5.'
  WHEN left(right(rfc, 7), 2) NOT BETWEEN '01' AND '12' OR left(right(rfc, 5), 2)::integer NOT BETWEEN 1 AND extract(day FROM
      make_date(2000 + left(right(rfc, 9), 2)::integer, greatest(1, least(12, left(right(rfc, 7), 2)::integer)), 1)
        + interval '1 month' - interval '1 day')
    THEN 'El RFC trae una fecha que no existe; revise si está bien escrito.'
  WHEN right(rfc, 1) <> (
      SELECT substr('0A987654321', (sum((strpos('0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ', substr(lpad(rfc, 13), i, 1)) - 1)
        * (14 - i)) % 11)::integer + 1, 1)
      FROM generate_series(1, 12) i)
    THEN 'El RFC no concuerda con su último signo, que sale de los demás; revise si está bien escrito.'
END;

-- The firm of a contract: one RFC, else one folded name, whatever its blanks, periods and commas: «S. A. de C. V.» is «SA de CV».
CREATE FUNCTION firm_key(rfc text, nombre text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce('RFC ' || own_rfc(rfc), 'NOMBRE ' || coalesce(
  nullif(btrim(regexp_replace(regexp_replace(translate(fold_accents(nombre), '.,', ''), '\s+', ' ', 'g'),
    '\m([a-xz]) (?=[a-xz]\M)', '\1', 'g')), ''), fold_accents(nombre)));

-- The key of a firm in addresses: a company's RFC, which is public, else what nobody makes an RFC of. A person's RFC has so few forms that
-- a digest of it could be guessed, so a person is named by the oldest of their contracts.
CREATE FUNCTION firm_clave(firma text) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN CASE
  WHEN firma LIKE 'NOMBRE %' THEN 'n-' || md5(firma)
  WHEN length(firma) = 16 THEN substr(firma, 5)
  ELSE 'c-' || (SELECT min(c.id) FROM contratos c WHERE c.firma = firm_clave.firma)
END;

-- The firm that such a key names, in whatever case; any contract of the firm may stand for its oldest, also one that was deleted since,
-- as the ledger has it. Null where it names none.
CREATE FUNCTION firm_of(clave text) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN CASE
  WHEN clave ~* '^c-[0-9]{1,9}$' THEN coalesce(
    (SELECT c.firma FROM contratos c WHERE c.id = substr(clave, 3)::integer),
    (SELECT firm_key(antes ->> 'contratistaRfc', antes ->> 'contratista') FROM bitacora
     WHERE recurso = 'contratos' AND registro = substr(clave, 3) AND accion = 'eliminar' ORDER BY id DESC LIMIT 1))
  WHEN clave ~* '^n-[0-9a-f]{32}$'
    THEN (SELECT c.firma FROM contratos c WHERE c.firma LIKE 'NOMBRE %' AND md5(c.firma) = lower(substr(clave, 3)) LIMIT 1)
  WHEN length(clave) = 12 THEN (SELECT c.firma FROM contratos c WHERE c.firma = 'RFC ' || upper(clave) LIMIT 1)
END;

CREATE FUNCTION keep_firma() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.firma := firm_key(NEW.contratista_rfc, NEW.contratista);
  RETURN NEW;
END $$;
CREATE TRIGGER contratos_firma BEFORE INSERT OR UPDATE ON contratos FOR EACH ROW EXECUTE FUNCTION keep_firma();

-- The rows of obras_seguimiento, defined here only.
CREATE VIEW seguimiento_de AS
SELECT o.id AS obra_id, a.avance_fisico, a.fecha_corte, pago.monto_pagado, pago.fecha_corte AS fecha_pagado, a.causa_atraso,
  r.reportes,
  CASE WHEN a.avance_fisico = 100 THEN r.terminada_al END AS terminada_al,
  base.fecha_inicio AS fecha_inicio_base, base.fecha_termino AS fecha_termino_base,
  coalesce(c.fecha_termino_vigente, p.fecha_termino) AS fecha_termino_vigente,
  e.fecha_termino_real, c.contratos, c.monto_contratado, c.monto_vigente, c.convenios,
  quienes.contratista, c.monto_comparado
FROM obras o
LEFT JOIN LATERAL (SELECT * FROM avances WHERE obra_id = o.id ORDER BY fecha_corte DESC LIMIT 1) a ON true
-- A missing value states nothing: the last stated payment counts.
LEFT JOIN LATERAL (
  SELECT monto_pagado, fecha_corte FROM avances WHERE obra_id = o.id AND monto_pagado IS NOT NULL
  ORDER BY fecha_corte DESC LIMIT 1) pago ON true
CROSS JOIN LATERAL (
  SELECT count(*)::integer AS reportes,
    min(fecha_corte) FILTER (WHERE avance_fisico = 100 AND fecha_corte > coalesce(
      (SELECT max(fecha_corte) FROM avances WHERE obra_id = o.id AND avance_fisico < 100), '-infinity')) AS terminada_al
  FROM avances WHERE obra_id = o.id) r
LEFT JOIN programas base ON base.obra_id = o.id AND base.version = 1
LEFT JOIN LATERAL (SELECT * FROM programas WHERE obra_id = o.id ORDER BY version DESC LIMIT 1) p ON true
LEFT JOIN ejecuciones e ON e.obra_id = o.id
CROSS JOIN LATERAL (
  SELECT count(*)::integer AS contratos, sum(k.monto) AS monto_contratado, sum(v.monto_vigente) AS monto_vigente,
    sum(v.monto_comparado) AS monto_comparado, coalesce(sum(v.convenios), 0)::integer AS convenios,
    -- A contract that ended early builds no longer: its term counts where no other contract has one.
    coalesce(max(v.fecha_termino_vigente) FILTER (WHERE NOT v.anticipado), max(v.fecha_termino_vigente))
      AS fecha_termino_vigente
  FROM contratos k JOIN contratos_vigentes v ON v.contrato_id = k.id
  WHERE k.obra_id = o.id AND k.naturaleza = 'OBRA') c
-- Each contractor once, by the name in its newest contract.
CROSS JOIN LATERAL (
  SELECT string_agg(nombre, '; ' ORDER BY primera, id) AS contratista
  FROM (
    SELECT min(nombre) AS nombre, min(fecha_firma) AS primera, min(id) AS id
    FROM (
      SELECT id, fecha_firma, first_value(contratista) OVER (
        PARTITION BY coalesce(own_rfc(contratista_rfc), fold_accents(contratista)) ORDER BY fecha_firma DESC, id DESC) AS nombre
      FROM contratos WHERE obra_id = o.id AND naturaleza = 'OBRA') k
    GROUP BY fold_accents(nombre)) firma) quienes;

-- The days that a work was or is late; null where it has no term, or is closed without a known end.
CREATE FUNCTION days_late(termino date, terminada date, cerrada boolean) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE
  WHEN termino IS NOT NULL AND (terminada IS NOT NULL OR NOT cerrada) THEN greatest(coalesce(terminada, hoy()) - termino, 0)
END;

-- Runs after each row of a work's follow-up: renders the work's row anew and announces the change. One plan serves all
-- works.
CREATE FUNCTION follow_obra(obra integer) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  INSERT INTO obras_seguimiento AS s SELECT * FROM seguimiento_de WHERE obra_id = obra
  ON CONFLICT (obra_id) DO UPDATE SET
    avance_fisico = excluded.avance_fisico, fecha_corte = excluded.fecha_corte, monto_pagado = excluded.monto_pagado,
    fecha_pagado = excluded.fecha_pagado, causa_atraso = excluded.causa_atraso, reportes = excluded.reportes,
    terminada_al = excluded.terminada_al,
    fecha_inicio_base = excluded.fecha_inicio_base, fecha_termino_base = excluded.fecha_termino_base,
    fecha_termino_vigente = excluded.fecha_termino_vigente, fecha_termino_real = excluded.fecha_termino_real,
    contratos = excluded.contratos, monto_contratado = excluded.monto_contratado, monto_vigente = excluded.monto_vigente,
    convenios = excluded.convenios, contratista = excluded.contratista, monto_comparado = excluded.monto_comparado
  WHERE s IS DISTINCT FROM excluded;
  PERFORM announce('seguimiento/' || obra);
END $$;

CREATE FUNCTION follow_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM follow_obra(coalesce(NEW.obra_id, OLD.obra_id));
  IF TG_OP = 'UPDATE' AND OLD.obra_id <> NEW.obra_id THEN
    PERFORM follow_obra(OLD.obra_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER avances_follow AFTER INSERT OR UPDATE OR DELETE ON avances FOR EACH ROW EXECUTE FUNCTION follow_part();
CREATE TRIGGER programas_follow AFTER INSERT OR DELETE ON programas FOR EACH ROW EXECUTE FUNCTION follow_part();
CREATE TRIGGER ejecuciones_follow AFTER INSERT OR UPDATE OR DELETE ON ejecuciones
  FOR EACH ROW EXECUTE FUNCTION follow_part();
CREATE TRIGGER contratos_follow AFTER INSERT OR UPDATE OR DELETE ON contratos FOR EACH ROW EXECUTE FUNCTION follow_part();
CREATE TRIGGER convenios_follow AFTER INSERT OR UPDATE OR DELETE ON convenios FOR EACH ROW EXECUTE FUNCTION follow_part();

-- One step of a change of these rows' meaning, after the start of a new version: of the next 200 works after `last`, those whose
-- row differs are rendered anew. Returns the last id, or null at the end. A comment on the table says which form it has.
CREATE FUNCTION follow_outdated(last integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  forma text := 'seguimiento_de ' || md5(
    pg_get_viewdef('contratos_vigentes'::regclass) || pg_get_viewdef('seguimiento_de'::regclass));
  ids integer[];
  obra integer;
BEGIN
  IF obj_description('obras_seguimiento'::regclass, 'pg_class') IS NOT DISTINCT FROM forma THEN
    RETURN NULL;
  END IF;
  ids := ARRAY(SELECT obra_id FROM obras_seguimiento WHERE obra_id > last ORDER BY obra_id LIMIT 200);
  IF ids = '{}' THEN
    EXECUTE format('COMMENT ON TABLE obras_seguimiento IS %L', forma);
    RETURN NULL;
  END IF;
  -- Other writers of the same works wait. What they have written has the present form.
  PERFORM FROM obras WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  FOR obra IN
    SELECT s.obra_id FROM obras_seguimiento s JOIN seguimiento_de d ON d.obra_id = s.obra_id
    WHERE s.obra_id = ANY (ids) AND s.* IS DISTINCT FROM d.* ORDER BY 1
  LOOP
    PERFORM follow_obra(obra);
  END LOOP;
  RETURN ids[cardinality(ids)];
END $$;

-- A manual TRUNCATE has emptied a table.
CREATE FUNCTION follow_all() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM obras_seguimiento;
  INSERT INTO obras_seguimiento SELECT * FROM seguimiento_de d
  WHERE reportes > 0 OR contratos > 0 OR fecha_termino_base IS NOT NULL
    OR EXISTS (SELECT FROM ejecuciones e WHERE e.obra_id = d.obra_id);
  PERFORM announce('seguimiento');
  RETURN NULL;
END $$;
CREATE TRIGGER avances_follow_all AFTER TRUNCATE ON avances FOR EACH STATEMENT EXECUTE FUNCTION follow_all();
CREATE TRIGGER programas_follow_all AFTER TRUNCATE ON programas FOR EACH STATEMENT EXECUTE FUNCTION follow_all();
CREATE TRIGGER ejecuciones_follow_all AFTER TRUNCATE ON ejecuciones FOR EACH STATEMENT EXECUTE FUNCTION follow_all();
CREATE TRIGGER contratos_follow_all AFTER TRUNCATE ON contratos FOR EACH STATEMENT EXECUTE FUNCTION follow_all();
CREATE TRIGGER convenios_follow_all AFTER TRUNCATE ON convenios FOR EACH STATEMENT EXECUTE FUNCTION follow_all();

-- Sheets --------------------------------------------------------------------------------------------------------------------

-- Lets a transaction write a sheet of follow-up, where its caller is an active admin or a clerk of any agency, with a valid
-- token when the import began. The user is locked until the transaction ends. The right to each work is checked row by row.
--
-- issued and digest are as in require_admin.
CREATE FUNCTION require_capture(caller uuid, issued bigint, digest text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  found users := require_caller(caller, issued, digest, true, true);
BEGIN
  IF found.roles <> 'admin' AND NOT EXISTS (SELECT FROM capturistas WHERE user_id = caller) THEN
    RAISE EXCEPTION USING
      ERRCODE = 'check_violation', CONSTRAINT = 'caller_admin', MESSAGE = 'the caller writes no follow-up any more';
  END IF;
END $$;

-- A report of a sheet's row: created, changed in the row's values, or left unchanged. For a new one without a payment it
-- returns the last payment before it, and its day. `fecha_pagado` is the day of the payment, where the row has one, as the
-- registry's own files do. The payment of another day belongs to another report, which must have the same value.
--
-- simulado: the id of a trial's report, so that a trial uses none of the registry's ids; 0 outside of a trial.
CREATE FUNCTION import_avance(obra integer, valores jsonb, actualizar boolean, simulado integer) RETURNS jsonb
LANGUAGE plpgsql STRICT AS $$
DECLARE
  viejo avances;
  nuevo avances;
  pagado avances;
  -- The registered values that the row changes, by column.
  antes jsonb;
BEGIN
  IF valores ->> 'fecha_pagado' <> valores ->> 'fecha_corte' THEN
    SELECT * INTO pagado FROM avances WHERE obra_id = obra AND fecha_corte = (valores ->> 'fecha_pagado')::date;
    IF pagado.monto_pagado IS DISTINCT FROM (valores ->> 'monto_pagado')::numeric THEN
      PERFORM refuse_part('avances_pagado_otro_dia', json_build_object(
        'fecha', valores ->> 'fecha_pagado', 'antes', pagado.monto_pagado, 'ahora', (valores ->> 'monto_pagado')::numeric));
    END IF;
    valores := valores - 'monto_pagado';
  END IF;
  SELECT * INTO viejo FROM avances WHERE obra_id = obra AND fecha_corte = (valores ->> 'fecha_corte')::date;
  nuevo := jsonb_populate_record(viejo, valores);
  IF viejo.id IS NULL THEN
    IF nuevo.avance_fisico IS NULL THEN
      RETURN '{"falta": ["avance_fisico"]}';
    END IF;
    INSERT INTO avances (id, obra_id, fecha_corte, avance_fisico, monto_pagado, causa_atraso, observaciones)
    OVERRIDING SYSTEM VALUE
    VALUES (CASE simulado WHEN 0 THEN nextval(pg_get_serial_sequence('avances', 'id')) ELSE simulado END, obra, nuevo.fecha_corte, nuevo.avance_fisico, nuevo.monto_pagado, nuevo.causa_atraso,
      coalesce(nuevo.observaciones, ''));
    SELECT * INTO pagado FROM avances
    WHERE obra_id = obra AND fecha_corte < nuevo.fecha_corte AND monto_pagado IS NOT NULL AND nuevo.monto_pagado IS NULL
    ORDER BY fecha_corte DESC LIMIT 1;
    RETURN jsonb_build_object('resultado', 'nueva', 'pagado', pagado.monto_pagado, 'pagado_al', pagado.fecha_corte);
  END IF;
  SELECT jsonb_object_agg(key, to_jsonb(viejo) -> key) INTO antes
  FROM jsonb_each(to_jsonb(nuevo)) WHERE value <> to_jsonb(viejo) -> key;
  IF antes IS NULL THEN
    RETURN '{"resultado": "igual"}';
  ELSIF NOT actualizar THEN
    RETURN jsonb_build_object('existe', antes);
  END IF;
  UPDATE avances SET avance_fisico = nuevo.avance_fisico, monto_pagado = nuevo.monto_pagado,
    causa_atraso = nuevo.causa_atraso, observaciones = nuevo.observaciones
  WHERE id = viejo.id;
  RETURN jsonb_build_object('resultado', 'cambiada', 'antes', antes);
END $$;

-- A contract of a sheet's row, identified by its number in the work. Without a nature it is one that builds the work.
CREATE FUNCTION import_contrato(obra integer, valores jsonb, actualizar boolean, simulado integer) RETURNS jsonb
LANGUAGE plpgsql STRICT AS $$
DECLARE
  viejo contratos;
  nuevo contratos;
  faltan text[];
  antes jsonb;
BEGIN
  SELECT * INTO viejo FROM contratos WHERE obra_id = obra AND fold_case(numero) = fold_case(valores ->> 'numero');
  nuevo := jsonb_populate_record(viejo, valores);
  IF viejo.id IS NULL THEN
    SELECT array_agg(key ORDER BY lugar) INTO faltan
    FROM unnest(ARRAY['objeto', 'contratista', 'monto', 'fecha_firma', 'fecha_inicio', 'fecha_termino'])
      WITH ORDINALITY AS c (key, lugar)
    WHERE valores ->> key IS NULL;
    IF faltan IS NOT NULL THEN
      RETURN jsonb_build_object('falta', faltan);
    END IF;
    INSERT INTO contratos (id, obra_id, numero, naturaleza, procedimiento, numero_proponentes, objeto, contratista,
      contratista_rfc, ocid, url, monto, anticipo, presupuesto_base, fecha_firma, fecha_inicio, fecha_termino, terminacion,
      fecha_terminacion, monto_final, fecha_entrega_recepcion, motivo_terminacion)
    OVERRIDING SYSTEM VALUE
    VALUES (CASE simulado WHEN 0 THEN nextval(pg_get_serial_sequence('contratos', 'id')) ELSE simulado END, obra, nuevo.numero, coalesce(nuevo.naturaleza, 'OBRA'), nuevo.procedimiento, nuevo.numero_proponentes,
      nuevo.objeto, nuevo.contratista, nuevo.contratista_rfc, nuevo.ocid, nuevo.url, nuevo.monto, nuevo.anticipo,
      nuevo.presupuesto_base, nuevo.fecha_firma, nuevo.fecha_inicio, nuevo.fecha_termino, nuevo.terminacion, nuevo.fecha_terminacion,
      nuevo.monto_final, nuevo.fecha_entrega_recepcion, nuevo.motivo_terminacion);
    RETURN '{"resultado": "nueva"}';
  END IF;
  -- A number in other capitals is the same.
  nuevo.numero := viejo.numero;
  SELECT jsonb_object_agg(key, to_jsonb(viejo) -> key) INTO antes
  FROM jsonb_each(to_jsonb(nuevo)) WHERE value <> to_jsonb(viejo) -> key;
  IF antes IS NULL THEN
    RETURN '{"resultado": "igual"}';
  ELSIF NOT actualizar THEN
    RETURN jsonb_build_object('existe', antes);
  END IF;
  UPDATE contratos SET naturaleza = nuevo.naturaleza, procedimiento = nuevo.procedimiento,
    numero_proponentes = nuevo.numero_proponentes, objeto = nuevo.objeto, contratista = nuevo.contratista,
    contratista_rfc = nuevo.contratista_rfc, ocid = nuevo.ocid, url = nuevo.url, monto = nuevo.monto,
    anticipo = nuevo.anticipo, presupuesto_base = nuevo.presupuesto_base, fecha_firma = nuevo.fecha_firma, fecha_inicio = nuevo.fecha_inicio,
    fecha_termino = nuevo.fecha_termino, terminacion = nuevo.terminacion, fecha_terminacion = nuevo.fecha_terminacion,
    monto_final = nuevo.monto_final, fecha_entrega_recepcion = nuevo.fecha_entrega_recepcion,
    motivo_terminacion = nuevo.motivo_terminacion
  WHERE id = viejo.id;
  RETURN jsonb_build_object('resultado', 'cambiada', 'antes', antes);
END $$;

-- Writes rows of a sheet one after the other, each whole or not at all, and returns the outcome of each: `nueva`,
-- `cambiada`, with the registered values that it changes (`antes`), `igual`; or its missing values (`falta`), the registered
-- values that it differs from (`existe`), or the broken rule (`regla`, `detalle`). So a sheet and a form obey the same rules.
--
-- A row that breaks a rule against another of its work is tried again after the others: the other row may be corrected
-- further down. A contract that does not exist, and of which a report's row has too few values, is left out, with its
-- missing values as `aviso`: sheets of progress mention contracts. `pagado` has the payment before a report without one.
--
-- filas: [{"fila": 14, "clave": "SOP-1", "avance": {…}, "contrato": {…}}], the parts by the names of their columns. Rows
-- without `fila` stand earlier in the sheet and were checked there: they are written before those of their work, without an
-- outcome. In a trial `ademas` counts further new records of the row's work earlier in the sheet: {"avances": 800,
-- "contratos": 2}.
-- caller: the clerk whose agencies' works may be written; null for all works. An admin may write all.
-- actualizar: whether existing records take the sheet's values.
-- revisar: a trial, which writes nothing.
CREATE FUNCTION import_seguimiento(filas jsonb, caller uuid, actualizar boolean, revisar boolean) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  todas boolean := caller IS NULL OR EXISTS (SELECT FROM users WHERE id = caller AND roles = 'admin');
  pendientes jsonb[] := ARRAY(SELECT value FROM jsonb_array_elements(filas) WITH ORDINALITY AS f (value, lugar) ORDER BY lugar);
  aplazadas jsonb[];
  vueltas integer := 0;
  simulado integer := 0;
  cada jsonb;
  obra record;
  parte jsonb;
  otra jsonb;
  regla text;
  detalle text;
  -- By row.
  resultados jsonb := '{}';
BEGIN
  -- Other writers of the same works wait here, in one order.
  PERFORM FROM obras
  WHERE clave_unica IN (SELECT value ->> 'clave' FROM jsonb_array_elements(filas)) ORDER BY id FOR NO KEY UPDATE;
  BEGIN
    LOOP
      aplazadas := '{}';
      FOREACH cada IN ARRAY pendientes LOOP
        BEGIN
          PERFORM set_config('registro.fila', coalesce(cada ->> 'fila', ''), true),
            set_config('registro.revisado', CASE WHEN revisar AND NOT cada ? 'fila' THEN '1' ELSE '' END, true),
            set_config('registro.ademas', coalesce(cada ->> 'ademas', ''), true);
          simulado := CASE WHEN revisar THEN simulado - 1 ELSE 0 END;
          SELECT o.id, todas OR EXISTS (
              SELECT FROM capturistas c WHERE c.user_id = caller AND c.dependencia_id = o.dependencia_id) AS suya
          INTO obra FROM obras o WHERE o.clave_unica = cada ->> 'clave';
          IF obra.id IS NULL THEN
            PERFORM refuse_part('caller_obra');
          ELSIF NOT obra.suya THEN
            PERFORM refuse_part('caller_dependencia');
          END IF;
          parte := import_avance(obra.id, cada -> 'avance', actualizar, simulado);
          otra := import_contrato(obra.id, cada -> 'contrato', actualizar, simulado);
          IF coalesce(parte, '{}') ?| '{falta,existe}' OR otra ? 'existe' OR (otra ? 'falta' AND parte IS NULL) THEN
            -- The row's other part is rolled back, too.
            PERFORM refuse_part('fila_incompleta', json_build_object('avance', parte, 'contrato', otra));
          END IF;
          parte := jsonb_build_object('aviso', otra -> 'falta',
            'pagado', parte -> 'pagado', 'pagado_al', parte -> 'pagado_al',
            'avance', parte -> 'resultado', 'contrato', otra -> 'resultado',
            'antes', jsonb_build_object('avance', parte -> 'antes', 'contrato', otra -> 'antes'),
            'resultado', CASE
            WHEN 'nueva' IN (parte ->> 'resultado', otra ->> 'resultado') THEN 'nueva'
            WHEN 'cambiada' IN (parte ->> 'resultado', otra ->> 'resultado') THEN 'cambiada'
            ELSE 'igual' END);
        EXCEPTION WHEN integrity_constraint_violation THEN
          GET STACKED DIAGNOSTICS regla = CONSTRAINT_NAME, detalle = PG_EXCEPTION_DETAIL;
          parte := jsonb_build_object('regla', regla, 'detalle', detalle);
          IF regla ~ '^avances_(retroceso|posterior)' THEN
            -- In reverse order: of figures that all rise, each has to rise before the one below it.
            aplazadas := cada || aplazadas;
          END IF;
        END;
        IF cada ? 'fila' THEN
          resultados := resultados || jsonb_build_object(cada ->> 'fila', parte || jsonb_build_object('fila', cada -> 'fila'));
        END IF;
      END LOOP;
      vueltas := vueltas + 1;
      EXIT WHEN vueltas = 4 OR cardinality(aplazadas) IN (0, cardinality(pendientes));
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
  RETURN coalesce((SELECT jsonb_agg(value) FROM jsonb_each(resultados)), '[]');
END $$;

-- Takes reports and contracts back one after the other, each whole or not at all, and returns the broken rule of each that stays.
-- One that others keep from going back is tried again after them: figures that all rose have to fall from the first on.
--
-- registros: [{"i": 3, "tabla": "avances", "llave": "id", "id": 7, "fila": 14, "antes": {…}}]; without `antes` the record is deleted.
-- `antes` has the names of columns, which come from the service's own table of fields, as `llave` does: `id` where it is missing.
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
              'UPDATE %1$I SET (%2$s) = (SELECT %2$s FROM jsonb_populate_record(NULL::%1$I, $1)) WHERE %3$I = $2',
              cada ->> 'tabla', columnas, coalesce(cada ->> 'llave', 'id')) USING cada -> 'antes', (cada ->> 'id')::integer;
          ELSE
            EXECUTE format('DELETE FROM %I WHERE %I = $1', cada ->> 'tabla', coalesce(cada ->> 'llave', 'id'))
            USING (cada ->> 'id')::integer;
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

-- What the core keeps of these tables -------------------------------------------------------------------------------------

-- The ledger's entry of a new report has the progress of the report before it.
CREATE FUNCTION note_new_avance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_ledger('crear', 'avances', NEW.id::text, (
      SELECT jsonb_build_object('avanceFisico', avance_fisico) FROM avances
      WHERE obra_id = NEW.obra_id AND fecha_corte < NEW.fecha_corte ORDER BY fecha_corte DESC LIMIT 1),
    ledger_record(to_jsonb(NEW), TG_ARGV[0]::text[]), NULL, NEW.obra_id);
  RETURN NULL;
END $$;

SELECT keep_ledger('avances', 'avances', '{obra_id,creado_en,actualizado_en}', 'id', altas => 'note_new_avance'),
  keep_ledger('programas', 'programas', '{obra_id,creado_en}', 'version'),
  keep_ledger('ejecuciones', 'ejecucion', '{obra_id}', 'obra_id'),
  keep_ledger('contratos', 'contratos', '{obra_id,firma}', 'id'),
  keep_ledger('convenios', 'convenios', '{obra_id}', 'id');
-- They are announced with the row that is made of them (follow_obra).
SELECT
  -- That row has the count: a sheet may have hundreds for one work.
  keep_bound('avances', 1000, '(SELECT reportes FROM obras_seguimiento WHERE obra_id = NEW.obra_id)'),
  keep_bound('programas', 100, '(SELECT count(*) FROM programas WHERE obra_id = NEW.obra_id)'),
  keep_bound('contratos', 100, '(SELECT count(*) FROM contratos WHERE obra_id = NEW.obra_id)'),
  keep_bound('convenios', 200,
    '(SELECT count(*) FROM contratos c JOIN convenios v ON v.contrato_id = c.id WHERE c.obra_id = NEW.obra_id)');

-- Whether a work has so much follow-up that reading all of it is slow.
CREATE FUNCTION has_much_follow_up(obra integer) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
RETURN (SELECT count(*) > 10 FROM contratos WHERE obra_id = obra)
  OR (SELECT count(*) > 20 FROM contratos c JOIN convenios v ON v.contrato_id = c.id WHERE c.obra_id = obra)
  OR (SELECT count(*) > 10 FROM programas WHERE obra_id = obra)
  OR coalesce((SELECT reportes > 100 FROM obras_seguimiento WHERE obra_id = obra), false);

-- The firm of each contract and the index of contractors' names are made of fold_accents. When that or firm_key gets another form,
-- both are made anew (`renderOutdated`), the firms in steps. The comments have the digest of the form in which they are.
CREATE FUNCTION firms_outdated(last integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  forma text := 'fold_accents ' || md5(pg_get_functiondef('fold_accents(text)'::regprocedure));
  firma_forma text := 'firm_key ' || md5(pg_get_functiondef('fold_accents(text)'::regprocedure)
    || pg_get_functiondef('own_rfc(text)'::regprocedure) || pg_get_functiondef('firm_key(text, text)'::regprocedure));
  ids integer[];
BEGIN
  IF obj_description('contratos_firma_idx'::regclass, 'pg_class') IS DISTINCT FROM firma_forma THEN
    ids := ARRAY(SELECT id FROM contratos WHERE id > last ORDER BY id LIMIT 500);
    IF ids <> '{}' THEN
      UPDATE contratos SET firma = NULL
      WHERE id = ANY (ids) AND firma IS DISTINCT FROM firm_key(contratista_rfc, contratista);
      RETURN ids[cardinality(ids)];
    END IF;
    EXECUTE format('COMMENT ON INDEX contratos_firma_idx IS %L', firma_forma);
  END IF;
  IF obj_description('contratos_contratista_idx'::regclass, 'pg_class') IS NOT DISTINCT FROM forma THEN
    RETURN NULL;
  END IF;
  -- A row that stays the same has no new entry in an index. Few registries have such firms.
  IF EXISTS (
    SELECT FROM contratos
    WHERE (octet_length(contratista) <> length(contratista) OR contratista ~ '[\u0001-\u001f\u007f]')
      AND lower(regexp_replace(normalize(contratista, NFD) COLLATE "C", '[\u0300-\u036f]', '', 'g'))
        <> fold_accents(contratista))
  THEN
    REINDEX INDEX contratos_contratista_idx;
  END IF;
  EXECUTE format('COMMENT ON INDEX contratos_contratista_idx IS %L', forma);
  RETURN NULL;
END $$;
