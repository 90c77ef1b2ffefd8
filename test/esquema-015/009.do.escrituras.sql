-- Writes cost less and do not wait for one another: how changes are heard, how documents are rendered and how the ledger
-- is written, anew. What is heard, rendered and written stays as it was.

-- Hearing ----------------------------------------------------------------------------------------------------
-- A transaction that has notified holds a lock of the whole server until its commit is on disk, so that commits queue.
-- Changes are rows instead. Each instance reads those that its last look did not see (src/db/changes.ts), and old ones
-- are deleted. Nobody needs them after a crash: then everybody begins anew.
CREATE UNLOGGED TABLE cambios (
  -- The transaction that made the change. Rows become visible when it commits, in whatever order.
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- The name of the table that changed as a whole, or table/id of one record.
  aviso text NOT NULL
);
CREATE INDEX cambios_xid_idx ON cambios (xid);

-- The embedded database says of itself that it has one session. There a notification waits for nobody, and arrives before
-- the statement is answered.
CREATE FUNCTION announce(aviso text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('registro.una_sesion', true) = 'on' THEN
    PERFORM pg_notify('registro', aviso);
  ELSE
    INSERT INTO cambios (aviso) VALUES (aviso);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION announce_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce(TG_ARGV[0]);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION announce_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce(TG_TABLE_NAME || '/' || coalesce(NEW.id, OLD.id));
  RETURN NULL;
END $$;

-- An obra has changed when its document has, whichever of its tables was written.
DROP TRIGGER obras_announce ON obras;
DROP TRIGGER ubicaciones_announce ON ubicaciones;
DROP FUNCTION announce_ubicacion();
CREATE FUNCTION announce_obra() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('obras/' || coalesce(NEW.obra_id, OLD.obra_id));
  RETURN NULL;
END $$;
CREATE TRIGGER obras_documentos_announce AFTER INSERT OR UPDATE OR DELETE ON obras_documentos
  FOR EACH ROW EXECUTE FUNCTION announce_obra();
CREATE TRIGGER obras_documentos_announce_all AFTER TRUNCATE ON obras_documentos
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table('obras');

-- Documents --------------------------------------------------------------------------------------------------

-- Renders obras anew, as before, by a plan that is made once: for each array anew it would be made each time.
CREATE OR REPLACE FUNCTION render_obras(ids integer[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF cardinality(ids) = 0 THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtext('registro.obras_documentos_nombres'));
  PERFORM FROM obras WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  INSERT INTO obras_documentos AS d
  -- In order, and so in the ledger.
  SELECT * FROM obras_piezas WHERE obra_id = ANY (ids) ORDER BY obra_id
  ON CONFLICT (obra_id) DO UPDATE SET
    ejercicio_fiscal_id = excluded.ejercicio_fiscal_id,
    dependencia_id = excluded.dependencia_id,
    tipo_proyecto_id = excluded.tipo_proyecto_id,
    cabeza = excluded.cabeza,
    medio = excluded.medio,
    cola = excluded.cola
  WHERE d IS DISTINCT FROM excluded;
END $$;

-- A new obra that has ubicaciones got them in the same statement, and their trigger renders it.
CREATE FUNCTION render_new_obras() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM render_obras(ARRAY(
    SELECT id FROM nuevas n WHERE NOT EXISTS (SELECT FROM ubicaciones WHERE obra_id = n.id)));
  RETURN NULL;
END $$;
DROP TRIGGER obras_render_inserted ON obras;
CREATE TRIGGER obras_render_inserted AFTER INSERT ON obras REFERENCING NEW TABLE AS nuevas
  FOR EACH STATEMENT EXECUTE FUNCTION render_new_obras();

-- The service reads what it has written in a statement of its own, after the triggers.
DROP FUNCTION written_obra(integer);

-- The ledger -------------------------------------------------------------------------------------------------
-- What functions in SQL did is done by statements of plpgsql's, which are planned once per connection.

DROP TRIGGER obras_documentos_ledger ON obras_documentos;
DROP FUNCTION note_obra_change();
DROP FUNCTION ledger_obra(obras_documentos);

CREATE OR REPLACE FUNCTION write_ledger(accion text, recurso text, registro text, antes jsonb, despues jsonb)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  autor jsonb := nullif(current_setting('registro.autor', true), '')::jsonb;
  id uuid;
  email text;
BEGIN
  IF autor ? 'usuario' THEN
    SELECT u.id, u.email INTO id, email FROM users u WHERE u.id = (autor ->> 'usuario')::uuid;
  END IF;
  INSERT INTO bitacora (
    usuario_id, usuario_email, direccion, solicitud, accion, recurso, registro, antes, despues)
  VALUES (
    id,
    -- Who changes their own e-mail was known by the one before.
    coalesce(CASE WHEN recurso = 'users' AND registro = id::text THEN antes ->> 'email' END, email),
    autor ->> 'direccion', autor ->> 'solicitud', accion, recurso, registro, antes, despues);
END $$;

-- An obra without its ubicaciones and status, and those, each as the interface gives them but for the catalogs' records:
-- their names are theirs, what the obra has is their ids.
CREATE FUNCTION ledger_obra_fields(documento obras_documentos) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN (documento.cabeza || 'null,"dependenciaId":' || documento.dependencia_id || documento.medio || 'null}')::jsonb
    - ARRAY['ejercicioFiscal', 'municipio', 'tipoProyecto'];
END $$;
CREATE FUNCTION ledger_obra_places(documento obras_documentos) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  cola jsonb := '{' || substr(documento.cola, 2);
BEGIN
  RETURN cola - 'estatusObra' || jsonb_build_object('ubicaciones', (
    SELECT coalesce(jsonb_agg(ubicacion - 'municipio' ORDER BY lugar), '[]')
    FROM jsonb_array_elements(cola -> 'ubicaciones') WITH ORDINALITY AS u (ubicacion, lugar)));
END $$;

CREATE FUNCTION note_obra_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  antes jsonb;
  despues jsonb;
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM write_ledger('crear', 'obras', NEW.obra_id::text, NULL,
      ledger_obra_fields(NEW) || ledger_obra_places(NEW));
    RETURN NULL;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM write_ledger('eliminar', 'obras', OLD.obra_id::text,
      ledger_obra_fields(OLD) || ledger_obra_places(OLD), NULL);
    RETURN NULL;
  END IF;
  antes := ledger_obra_fields(OLD);
  despues := ledger_obra_fields(NEW);
  -- Most changes leave the ubicaciones as they are: these need not be taken apart.
  IF OLD.cola <> NEW.cola THEN
    antes := antes || ledger_obra_places(OLD);
    despues := despues || ledger_obra_places(NEW);
  END IF;
  IF antes <> despues THEN
    SELECT jsonb_object_agg(key, a.value), jsonb_object_agg(key, d.value) INTO antes, despues
    FROM jsonb_each(antes) a JOIN jsonb_each(despues) d USING (key)
    WHERE a.value <> d.value;
    PERFORM write_ledger('cambiar', 'obras', NEW.obra_id::text, antes, despues);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER obras_documentos_ledger AFTER INSERT OR UPDATE OR DELETE ON obras_documentos
  FOR EACH ROW EXECUTE FUNCTION note_obra_change();

-- Conditional writes -----------------------------------------------------------------------------------------
-- A PATCH or DELETE that names the states of the record it may change (If-Match) fails in any other. The digest is that
-- of src/http/conditional.ts.
CREATE FUNCTION require_state(registro text, digests text[]) RETURNS void LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF translate(left(encode(sha256(convert_to(registro, 'UTF8')), 'base64'), 22), '+/', '-_') = ANY (digests) THEN
    RETURN;
  END IF;
  RAISE EXCEPTION USING
    ERRCODE = 'check_violation', CONSTRAINT = 'if_match', MESSAGE = 'the record is in another state';
END $$;

-- Favorites --------------------------------------------------------------------------------------------------
-- A user's list of them changes as a whole.
CREATE FUNCTION announce_favorite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('favorites/' || coalesce(NEW.user_id, OLD.user_id));
  RETURN NULL;
END $$;
CREATE TRIGGER favorites_announce AFTER INSERT OR UPDATE OR DELETE ON favorites
  FOR EACH ROW EXECUTE FUNCTION announce_favorite();
CREATE TRIGGER favorites_announce_all AFTER TRUNCATE ON favorites
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table('favorites');

-- Geometries ---------------------------------------------------------------------------------------------------
-- The same rule as in migration 008, without reading the numbers: a large geometry is judged in a tenth of the time.
ALTER TABLE ubicaciones DROP CONSTRAINT ubicaciones_geometria_json_check;
ALTER TABLE ubicaciones ADD CONSTRAINT ubicaciones_geometria_json_check
  CHECK (strpos(geometria_json::text, '\u0000') = 0) NOT VALID;

-- Searching ----------------------------------------------------------------------------------------------------
-- As before, but each letter that is taken apart costs, so the usual ones are put in place of theirs before. Text of ASCII
-- alone is not taken apart at all: eight million letters take half a second, not four.
CREATE OR REPLACE FUNCTION fold_accents(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
  WHEN octet_length($1) = length($1) THEN lower($1 COLLATE "C")
  ELSE lower(
    regexp_replace(
      normalize(translate($1, 'áéíóúñüÁÉÍÓÚÑÜ', 'aeiounuAEIOUNU'), NFD) COLLATE "C",
      '[\u0300-\u036f]', '', 'g'
    ) COLLATE "C")
END;
