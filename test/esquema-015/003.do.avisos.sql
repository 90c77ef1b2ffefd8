-- Every change of what answers are made of is announced on the channel «registro», whoever made it: the name of the
-- table that changed as a whole, or table/id of the one record. src/db/changes.ts hears it. A number given to an obra
-- changes its fiscal year's row but nothing that is answered, so it is not announced.

CREATE FUNCTION announce_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('registro', TG_ARGV[0]);
  RETURN NULL;
END $$;

CREATE TRIGGER ejercicios_fiscales_announce
  AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF anio, activo ON ejercicios_fiscales
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table('ejercicios_fiscales');
CREATE TRIGGER dependencias_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON dependencias
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table('dependencias');
CREATE TRIGGER municipios_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON municipios
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table('municipios');
CREATE TRIGGER tipos_proyecto_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON tipos_proyecto
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table('tipos_proyecto');
CREATE TRIGGER estatus_obra_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON estatus_obra
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table('estatus_obra');
CREATE TRIGGER localidades_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON localidades
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table('localidades');

CREATE TRIGGER obras_announce_all AFTER TRUNCATE ON obras
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table('obras');
CREATE TRIGGER ubicaciones_announce_all AFTER TRUNCATE ON ubicaciones
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table('obras');
CREATE TRIGGER users_announce_all AFTER TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table('users');

-- Of obras and users the one record is announced.
CREATE FUNCTION announce_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('registro', TG_TABLE_NAME || '/' || coalesce(NEW.id, OLD.id));
  RETURN NULL;
END $$;
CREATE TRIGGER obras_announce AFTER INSERT OR UPDATE OR DELETE ON obras
  FOR EACH ROW EXECUTE FUNCTION announce_record();
CREATE TRIGGER users_announce AFTER INSERT OR UPDATE OR DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION announce_record();

-- An ubicación is part of its obra; moved to another by hand, it changes both.
CREATE FUNCTION announce_ubicacion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('registro', 'obras/' || coalesce(NEW.obra_id, OLD.obra_id));
  IF TG_OP = 'UPDATE' AND NEW.obra_id <> OLD.obra_id THEN
    PERFORM pg_notify('registro', 'obras/' || OLD.obra_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ubicaciones_announce AFTER INSERT OR UPDATE OR DELETE ON ubicaciones
  FOR EACH ROW EXECUTE FUNCTION announce_ubicacion();
