-- Limits of the follow-up of one work. Each is many times the need of a work in all its years; more would be a mistake, and
-- slow for all. Existing records stay, and may be changed.

-- The argument is the limit. The work is locked, so no other transaction adds a record meanwhile. New records of a sheet
-- that its trial does not insert count as well (`ademas` of import_seguimiento).
CREATE FUNCTION bound_part() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cuantos integer;
BEGIN
  PERFORM FROM obras WHERE id = NEW.obra_id FOR NO KEY UPDATE;
  cuantos := CASE TG_TABLE_NAME
    -- The row of the follow-up has the count: a sheet may have hundreds for one work.
    WHEN 'avances' THEN (SELECT reportes FROM obras_seguimiento WHERE obra_id = NEW.obra_id)
    WHEN 'programas' THEN (SELECT count(*) FROM programas WHERE obra_id = NEW.obra_id)
    WHEN 'contratos' THEN (SELECT count(*) FROM contratos WHERE obra_id = NEW.obra_id)
    WHEN 'archivos' THEN (SELECT count(*) FROM archivos WHERE obra_id = NEW.obra_id)
    ELSE (SELECT count(*) FROM contratos c JOIN convenios v ON v.contrato_id = c.id WHERE c.obra_id = NEW.obra_id)
  END + coalesce((nullif(current_setting('registro.ademas', true), '')::jsonb ->> TG_TABLE_NAME)::integer, 0);
  IF cuantos >= TG_ARGV[0]::integer THEN
    PERFORM refuse_part(TG_TABLE_NAME || '_tope', json_build_object('tope', TG_ARGV[0]::integer));
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER avances_bound BEFORE INSERT ON avances FOR EACH ROW EXECUTE FUNCTION bound_part('1000');
CREATE TRIGGER programas_bound BEFORE INSERT ON programas FOR EACH ROW EXECUTE FUNCTION bound_part('100');
CREATE TRIGGER contratos_bound BEFORE INSERT ON contratos FOR EACH ROW EXECUTE FUNCTION bound_part('100');
CREATE TRIGGER convenios_bound BEFORE INSERT ON convenios FOR EACH ROW EXECUTE FUNCTION bound_part('200');
CREATE TRIGGER archivos_bound BEFORE INSERT ON archivos FOR EACH ROW EXECUTE FUNCTION bound_part('500');

-- Whether a work has so much follow-up that reading all of it is slow.
CREATE FUNCTION has_much_follow_up(obra integer) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
RETURN (SELECT count(*) > 10 FROM contratos WHERE obra_id = obra)
  OR (SELECT count(*) > 20 FROM contratos c JOIN convenios v ON v.contrato_id = c.id WHERE c.obra_id = obra)
  OR (SELECT count(*) > 10 FROM programas WHERE obra_id = obra)
  OR coalesce((SELECT reportes > 100 FROM obras_seguimiento WHERE obra_id = obra), false);
