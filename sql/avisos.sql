-- Every change behind an answer is announced, whatever session makes it. The announcement names a whole table, or table/id
-- of one record. src/db/changes.ts hears it. A new number of an obra changes its fiscal year's row. No answer shows that, so
-- it is not announced.

-- On PostgreSQL a change is a row, which each instance reads. A transaction with NOTIFY locks the whole server until its
-- commit is on disk, so commits would queue. The embedded database has a setting for its one session. There a notification
-- waits for nothing, and arrives before the statement's answer.
CREATE FUNCTION announce(aviso text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('registro.una_sesion', true) = 'on' THEN
    PERFORM pg_notify('registro', aviso);
  ELSE
    INSERT INTO cambios (aviso) VALUES (aviso);
  END IF;
END $$;

-- A whole table; its name is the trigger's argument.
CREATE FUNCTION announce_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce(TG_ARGV[0]);
  RETURN NULL;
END $$;
CREATE TRIGGER ejercicios_fiscales_announce
  AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF anio, activo ON ejercicios_fiscales
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table('ejercicios_fiscales');
DO $$
DECLARE
  cada record;
BEGIN
  FOR cada IN SELECT * FROM (VALUES
    ('dependencias'), ('municipios'), ('tipos_proyecto'), ('estatus_obra'), ('localidades')) AS t (tabla)
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT
      EXECUTE FUNCTION announce_table(%L)', cada.tabla || '_announce', cada.tabla, cada.tabla);
  END LOOP;
  -- Single records of these are announced below. A manual TRUNCATE announces all of them.
  FOR cada IN SELECT * FROM (VALUES
    ('obras', 'obras'), ('ubicaciones', 'obras'), ('obras_documentos', 'obras'), ('users', 'users'),
    ('capturistas', 'users'), ('sesiones_terminadas', 'users'), ('favorites', 'favorites'),
    ('archivos', 'archivos')) AS t (tabla, aviso)
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION announce_table(%L)',
      cada.tabla || '_announce_all', cada.tabla, cada.aviso);
  END LOOP;
END $$;

-- An obra has changed when its document has.
CREATE FUNCTION announce_obra() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('obras/' || coalesce(NEW.obra_id, OLD.obra_id));
  RETURN NULL;
END $$;
CREATE TRIGGER obras_documentos_announce AFTER INSERT OR UPDATE OR DELETE ON obras_documentos
  FOR EACH ROW EXECUTE FUNCTION announce_obra();

-- All records of one owner are announced together. The arguments are the announcement's name and the column of the owner's id: a
-- user's list of favorites changes as a whole, a clerk's rights and ended sessions are part of the user, and a page shows all
-- files of a work. A user is their own owner.
CREATE FUNCTION announce_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce(TG_ARGV[0] || '/' || (coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> TG_ARGV[1]));
  RETURN NULL;
END $$;
CREATE TRIGGER users_announce AFTER INSERT OR UPDATE OR DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION announce_owner('users', 'id');
CREATE TRIGGER favorites_announce AFTER INSERT OR UPDATE OR DELETE ON favorites
  FOR EACH ROW EXECUTE FUNCTION announce_owner('favorites', 'user_id');
CREATE TRIGGER archivos_announce AFTER INSERT OR UPDATE OR DELETE ON archivos
  FOR EACH ROW EXECUTE FUNCTION announce_owner('archivos', 'obra_id');
CREATE TRIGGER capturistas_announce AFTER INSERT OR UPDATE OR DELETE ON capturistas
  FOR EACH ROW EXECUTE FUNCTION announce_owner('users', 'user_id');
-- The removal of old ones changes nothing: their tokens have expired.
CREATE TRIGGER sesiones_terminadas_announce AFTER INSERT ON sesiones_terminadas
  FOR EACH ROW EXECUTE FUNCTION announce_owner('users', 'user_id');

-- Reports and contracts are announced with the row that is made of them (sql/seguimiento.sql).
