-- The ledger. Each create, change and delete leaves a row in the table bitacora.

-- The author of a transaction's changes. The service sets it at the beginning (src/core/db/client.ts): id of the user, address
-- and request. An import adds its file, its name for the ledger, and the row in the file of each claveUnica. Imports that write
-- row by row set the present row as `registro.fila`. An undo of an import says so.
CREATE FUNCTION ledger_author() RETURNS jsonb LANGUAGE sql STABLE
RETURN nullif(current_setting('registro.autor', true), '')::jsonb;

-- A command names itself as the author's program. Its transactions are single statements.
CREATE FUNCTION write_ledger(
  accion text, recurso text, registro text, antes jsonb, despues jsonb, clave text DEFAULT NULL, obra integer DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  autor jsonb := ledger_author();
  id uuid;
  email text;
BEGIN
  IF autor ? 'usuario' THEN
    SELECT u.id, u.email INTO id, email FROM users u WHERE u.id = (autor ->> 'usuario')::uuid;
  END IF;
  INSERT INTO bitacora (
    usuario_id, usuario_email, direccion, solicitud, programa, accion, recurso, registro, antes, despues, archivo, fila,
    obra_id, importacion, deshace)
  VALUES (
    id,
    -- The entry of users who change their own e-mail has the old one.
    coalesce(CASE WHEN recurso = 'users' AND registro = id::text THEN antes ->> 'email' END, email),
    autor ->> 'direccion', autor ->> 'solicitud',
    coalesce(autor ->> 'programa', current_setting('application_name')),
    accion, recurso, registro, antes, despues,
    autor ->> 'archivo', coalesce((autor -> 'filas' ->> clave)::integer, nullif(current_setting('registro.fila', true), '')::integer),
    obra, (autor ->> 'importacion')::uuid, coalesce((autor ->> 'deshace')::boolean, false));
END $$;

-- A row with the interface's names of its fields, without the columns that its table hides.
CREATE FUNCTION ledger_record(fila jsonb, ocultas text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT jsonb_object_agg(lower(left(nombre, 1)) || substr(nombre, 2), value)
  FROM jsonb_each(fila - ocultas), replace(initcap(replace(key, '_', ' ')), ' ', '') AS nombre
);

-- The fields whose values differ between two records.
CREATE FUNCTION ledger_difference(fila jsonb, otra jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT jsonb_object_agg(key, value) FROM jsonb_each(fila) WHERE value IS DISTINCT FROM otra -> key
);

-- After each row of a resource. The trigger's arguments are the resource's name and the hidden columns.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  recurso text := TG_ARGV[0];
  vieja jsonb := to_jsonb(OLD);
  nueva jsonb := to_jsonb(NEW);
  registro text := coalesce(nueva, vieja) ->> 'id';
  antes jsonb := ledger_record(vieja, TG_ARGV[1]::text[]);
  despues jsonb := ledger_record(nueva, TG_ARGV[1]::text[]);
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM write_ledger('crear', recurso, registro, NULL, despues);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM write_ledger('eliminar', recurso, registro, antes, NULL);
  ELSIF vieja -> 'password_hash' IS DISTINCT FROM nueva -> 'password_hash' THEN
    PERFORM write_ledger('contraseña', recurso, registro,
      ledger_difference(antes, despues), ledger_difference(despues, antes));
  ELSIF antes <> despues THEN
    PERFORM write_ledger('cambiar', recurso, registro,
      ledger_difference(antes, despues), ledger_difference(despues, antes));
  END IF;
  RETURN NULL;
END $$;

-- The ledger has no rows about importaciones: it has the obras that they change, and importaciones has their progress, for a
-- day.

-- An obra with its ubicaciones is one record. Its document has the values before and after. Names of catalogs belong to the
-- catalogs; the obra has their ids. One function returns its fields, the other its status and ubicaciones.
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
  -- Most changes leave the ubicaciones as they are, so they need not be compared.
  IF OLD.cola <> NEW.cola THEN
    antes := antes || ledger_obra_places(OLD);
    despues := despues || ledger_obra_places(NEW);
  END IF;
  IF antes <> despues THEN
    SELECT jsonb_object_agg(key, a.value), jsonb_object_agg(key, d.value) INTO antes, despues
    FROM jsonb_each(antes) a JOIN jsonb_each(despues) d USING (key)
    WHERE a.value <> d.value;
    -- A field in only one of them came or went with a column. No user has changed the obra.
    IF antes IS NOT NULL THEN
      PERFORM write_ledger('cambiar', 'obras', NEW.obra_id::text, antes, despues, clave);
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER obras_documentos_ledger AFTER INSERT OR UPDATE OR DELETE ON obras_documentos
  FOR EACH ROW EXECUTE FUNCTION note_obra_change();

-- A part of a work: the trigger's arguments are the resource, the column of its id and the hidden columns. The entry names the
-- work. With a work its parts go one after the other: that one loses another then is no change of its own.
CREATE FUNCTION note_part() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  vieja jsonb := to_jsonb(OLD);
  nueva jsonb := to_jsonb(NEW);
  fila jsonb := coalesce(nueva, vieja);
  recurso text := TG_ARGV[0];
  registro text := fila ->> TG_ARGV[1];
  obra integer := (fila ->> 'obra_id')::integer;
  antes jsonb := ledger_record(vieja, TG_ARGV[2]::text[]);
  despues jsonb := ledger_record(nueva, TG_ARGV[2]::text[]);
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM write_ledger('crear', recurso, registro, NULL, despues, NULL, obra);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM write_ledger('eliminar', recurso, registro, antes, NULL, NULL, obra);
  ELSIF antes <> despues AND (obra IS NULL OR EXISTS (SELECT FROM obras WHERE id = obra)) THEN
    PERFORM write_ledger('cambiar', recurso, registro,
      ledger_difference(antes, despues), ledger_difference(despues, antes), NULL, obra);
  END IF;
  RETURN NULL;
END $$;

-- A manual TRUNCATE calls no row trigger. It gets one entry here.
CREATE FUNCTION note_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_ledger('vaciar', TG_ARGV[0], NULL, NULL, NULL);
  RETURN NULL;
END $$;

-- Has every change of a table noted in the ledger under the name of its resource. The ledger hides the columns in `ocultas`: those
-- that the database or the store keeps for itself, passwords, and times that every change moves. They are named for each table,
-- because a name may be a field elsewhere.
--
-- columna: of a part of a work, the column of its id
-- de: the columns whose changes count; without them all do
-- altas: the trigger's function that notes a new row in place of this file's; its argument is the hidden columns
CREATE FUNCTION keep_ledger(
  tabla text, recurso text, ocultas text, columna text DEFAULT NULL, de text DEFAULT NULL, altas text DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF altas IS NOT NULL THEN
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I FOR EACH ROW EXECUTE FUNCTION %I(%L)',
      tabla || '_ledger_new', tabla, altas, ocultas);
  END IF;
  EXECUTE format('CREATE TRIGGER %I AFTER %s DELETE OR UPDATE %s ON %I FOR EACH ROW EXECUTE FUNCTION %s',
    tabla || '_ledger', CASE WHEN altas IS NULL THEN 'INSERT OR' END, 'OF ' || de, tabla,
    CASE WHEN columna IS NULL THEN format('note_change(%L, %L)', recurso, ocultas)
      ELSE format('note_part(%L, %L, %L)', recurso, columna, ocultas) END);
  EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION note_truncate(%L)',
    tabla || '_truncate_ledger', tabla, recurso);
END $$;

SELECT keep_ledger('users', 'users', '{password_hash,tokens_valid_from,token_kept,updated_at}'),
  keep_ledger('favorites', 'favorites', '{}'),
  keep_ledger('capturistas', 'capturistas', '{}', 'user_id'),
  keep_ledger('dependencias', 'dependencias', '{nombre_orden,json,fusionado_en}'),
  keep_ledger('tipos_proyecto', 'tipo-proyecto', '{nombre_orden,json,fusionado_en}'),
  keep_ledger('localidades', 'localidad', '{nombre_orden}'),
  keep_ledger('municipios', 'municipios', '{nombre_orden}'),
  keep_ledger('estatus_obra', 'estatus-obra', '{estado_oc4ids}'),
  -- A new number of an obra changes its fiscal year's row, and is no change of that year.
  keep_ledger('ejercicios_fiscales', 'ejercicio-fiscal', '{ultimo_numero_obra,json}', NULL, 'id, anio, activo');
-- An obra's entries are made of its document.
CREATE TRIGGER obras_truncate_ledger AFTER TRUNCATE ON obras
  FOR EACH STATEMENT EXECUTE FUNCTION note_truncate('obras');
