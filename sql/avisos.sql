-- Every change behind an answer is announced, whatever session makes it. The announcement names a whole table, or table/id
-- of one record. src/core/db/changes.ts hears it. A new number of an obra changes its fiscal year's row. No answer shows that, so
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
-- An obra has changed when its document has.
CREATE FUNCTION announce_obra() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('obras/' || coalesce(NEW.obra_id, OLD.obra_id));
  RETURN NULL;
END $$;

-- All records of one owner are announced together. The arguments are the announcement's name and the column of the owner's id: a
-- user's list of favorites changes as a whole, a clerk's rights and ended sessions are part of the user, and a page shows all
-- files of a work. A user is their own owner.
CREATE FUNCTION announce_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce(TG_ARGV[0] || '/' || (coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> TG_ARGV[1]));
  RETURN NULL;
END $$;

-- Has a manual TRUNCATE of a table announced, as a change of all that is called `aviso`.
CREATE FUNCTION keep_truncate_announced(tabla text, aviso text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION announce_table(%L)',
    tabla || '_announce_all', tabla, aviso);
END $$;

-- Has every change of a table announced as a change of the whole table.
CREATE FUNCTION keep_announced(tabla text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT
    EXECUTE FUNCTION announce_table(%L)', tabla || '_announce', tabla, tabla);
END $$;

-- Has every change of a table announced as one of the record `aviso` with the id in `columna`.
CREATE FUNCTION keep_announced(tabla text, aviso text, columna text, cambios text DEFAULT 'INSERT OR UPDATE OR DELETE')
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I FOR EACH ROW EXECUTE FUNCTION announce_owner(%L, %L)',
    tabla || '_announce', cambios, tabla, aviso, columna);
  PERFORM keep_truncate_announced(tabla, aviso);
END $$;

SELECT keep_announced('dependencias'), keep_announced('municipios'), keep_announced('tipos_proyecto'),
  keep_announced('estatus_obra'), keep_announced('localidades');
CREATE TRIGGER ejercicios_fiscales_announce
  AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF anio, activo ON ejercicios_fiscales
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table('ejercicios_fiscales');

SELECT keep_truncate_announced('obras', 'obras'), keep_truncate_announced('ubicaciones', 'obras'),
  keep_truncate_announced('obras_documentos', 'obras');
CREATE TRIGGER obras_documentos_announce AFTER INSERT OR UPDATE OR DELETE ON obras_documentos
  FOR EACH ROW EXECUTE FUNCTION announce_obra();

SELECT keep_announced('users', 'users', 'id'), keep_announced('favorites', 'favorites', 'user_id'),
  keep_announced('capturistas', 'users', 'user_id'),
  -- The removal of old ones changes nothing: their tokens have expired.
  keep_announced('sesiones_terminadas', 'users', 'user_id', 'INSERT');
