-- Records under a work, of whatever feature: the right to write them, the refusal of those that would contradict others, and how
-- many one work may have.

-- The present day in Yucatán.
CREATE FUNCTION hoy() RETURNS date LANGUAGE sql STABLE PARALLEL SAFE
RETURN (now() AT TIME ZONE 'America/Merida')::date;

-- Lets a transaction write the follow-up of a work, where its caller is an active admin or a clerk of the work's agency,
-- with a valid token. User and work are locked until the transaction ends. So the loss of a right, or a move of the work to
-- another agency, comes wholly before the write or after it, and reports on one work follow one another.
--
-- issued and digest are as in require_admin.
CREATE FUNCTION require_clerk(obra integer, caller uuid, issued bigint, digest text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  found users := require_caller(caller, issued, digest);
  agency integer;
  refused text;
BEGIN
  SELECT dependencia_id INTO agency FROM obras WHERE id = obra FOR NO KEY UPDATE;
  IF found.roles = 'admin' THEN
    refused := CASE WHEN agency IS NULL THEN 'caller_obra' END;
  ELSE
    SELECT CASE
      WHEN count(*) = 0 THEN 'caller_admin'
      WHEN agency IS NULL THEN 'caller_obra'
      WHEN agency <> ALL (array_agg(dependencia_id)) THEN 'caller_dependencia'
    END INTO refused FROM capturistas WHERE user_id = caller;
  END IF;
  IF refused IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = refused, MESSAGE = 'the caller may not write here';
  END IF;
END $$;

CREATE FUNCTION refuse_part(regla text, detalle json DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = regla, MESSAGE = 'the follow-up would contradict itself',
    DETAIL = coalesce(detalle::text, '');
END $$;

-- Bounds the records of a table under one work. The bound is many times the need of a work in all its years; more would be a
-- mistake, and slow for all. Existing records stay, and may be changed. The work is locked, so no other transaction adds a record
-- meanwhile. New records of a sheet that its trial does not insert count as well (`registro.ademas`).
--
-- cuantos: an expression for the number of those that the work of NEW has
CREATE FUNCTION keep_bound(tabla text, tope integer, cuantos text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($f$
    CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $t$
    BEGIN
      PERFORM FROM obras WHERE id = NEW.obra_id FOR NO KEY UPDATE;
      IF %2$s + coalesce((nullif(current_setting('registro.ademas', true), '')::jsonb ->> %3$L)::integer, 0) >= %4$s THEN
        PERFORM refuse_part(%5$L, json_build_object('tope', %4$s));
      END IF;
      RETURN NEW;
    END $t$
    $f$, 'bound_' || tabla, cuantos, tabla, tope, tabla || '_tope');
  EXECUTE format('CREATE TRIGGER %I BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION %I()',
    tabla || '_bound', tabla, 'bound_' || tabla);
END $$;
