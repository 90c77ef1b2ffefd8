-- Of what an import has written the ledger says from which row of which file.

ALTER TABLE bitacora ADD COLUMN archivo text, ADD COLUMN fila integer;

-- As in migration 009, with the file that the author names (src/db/db.ts) and the row. A command names itself there,
-- since its transactions are made of single statements.
DROP FUNCTION write_ledger(text, text, text, jsonb, jsonb);
CREATE FUNCTION write_ledger(
  accion text, recurso text, registro text, antes jsonb, despues jsonb, clave text DEFAULT NULL)
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
    usuario_id, usuario_email, direccion, solicitud, programa, accion, recurso, registro, antes, despues, archivo, fila)
  VALUES (
    id,
    -- Who changes their own e-mail was known by the one before.
    coalesce(CASE WHEN recurso = 'users' AND registro = id::text THEN antes ->> 'email' END, email),
    autor ->> 'direccion', autor ->> 'solicitud',
    coalesce(autor ->> 'programa', current_setting('application_name')),
    accion, recurso, registro, antes, despues,
    autor ->> 'archivo', (autor -> 'filas' ->> clave)::integer);
END $$;

-- As in migration 009; an obra's row in the file is found by its key.
CREATE OR REPLACE FUNCTION note_obra_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  antes jsonb;
  despues jsonb;
  clave text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    despues := ledger_obra_fields(NEW) || ledger_obra_places(NEW);
    PERFORM write_ledger('crear', 'obras', NEW.obra_id::text, NULL, despues, despues ->> 'claveUnica');
    RETURN NULL;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM write_ledger('eliminar', 'obras', OLD.obra_id::text,
      ledger_obra_fields(OLD) || ledger_obra_places(OLD), NULL);
    RETURN NULL;
  END IF;
  antes := ledger_obra_fields(OLD);
  despues := ledger_obra_fields(NEW);
  clave := despues ->> 'claveUnica';
  -- Most changes leave the ubicaciones as they are: these need not be taken apart.
  IF OLD.cola <> NEW.cola THEN
    antes := antes || ledger_obra_places(OLD);
    despues := despues || ledger_obra_places(NEW);
  END IF;
  IF antes <> despues THEN
    SELECT jsonb_object_agg(key, a.value), jsonb_object_agg(key, d.value) INTO antes, despues
    FROM jsonb_each(antes) a JOIN jsonb_each(despues) d USING (key)
    WHERE a.value <> d.value;
    PERFORM write_ledger('cambiar', 'obras', NEW.obra_id::text, antes, despues, clave);
  END IF;
  RETURN NULL;
END $$;
