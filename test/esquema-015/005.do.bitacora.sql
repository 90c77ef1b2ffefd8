-- The ledger: one row for each create, change and delete of every resource, whoever makes it, written by triggers in the
-- transaction of the change; and one for each login and failed login, written by the service. Rows are only ever added.

CREATE TABLE bitacora (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT bitacora_pkey PRIMARY KEY,
  instante timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Who, as they were then; null where nobody was known: no token, a start of the service, a statement by hand.
  usuario_id uuid,
  usuario_email text,
  -- From which network address, and the id that the service's log gives the request.
  direccion text,
  solicitud text,
  -- Which program had the connection, and as which role of the database.
  programa text NOT NULL DEFAULT current_setting('application_name'),
  rol name NOT NULL DEFAULT session_user,
  -- What: the resource as its address names it, the record's id, and the record as far as it changed: whole in `antes`
  -- where it was deleted, whole in `despues` where it was created.
  accion text NOT NULL CONSTRAINT bitacora_accion_check CHECK (
    accion IN ('crear', 'cambiar', 'contraseña', 'eliminar', 'vaciar', 'entrar', 'entrada fallida')),
  recurso text NOT NULL,
  registro text,
  antes jsonb,
  despues jsonb
);
CREATE INDEX bitacora_registro_idx ON bitacora (recurso, registro, id);
CREATE INDEX bitacora_usuario_idx ON bitacora (usuario_id, id);
CREATE INDEX bitacora_instante_idx ON bitacora USING brin (instante);

CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of bitacora are never changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER bitacora_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON bitacora
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

-- Who makes the changes of a transaction, said by the service at its beginning (src/db/index.ts): id of the user,
-- address and request.
CREATE FUNCTION ledger_author() RETURNS jsonb LANGUAGE sql STABLE
RETURN nullif(current_setting('registro.autor', true), '')::jsonb;

CREATE FUNCTION write_ledger(accion text, recurso text, registro text, antes jsonb, despues jsonb)
RETURNS void LANGUAGE sql VOLATILE
BEGIN ATOMIC
  INSERT INTO bitacora (
    usuario_id, usuario_email, direccion, solicitud, accion, recurso, registro, antes, despues)
  SELECT u.id,
    -- Who changes their own e-mail was known by the one before.
    coalesce(CASE WHEN recurso = 'users' AND registro = u.id::text THEN antes ->> 'email' END, u.email),
    autor ->> 'direccion', autor ->> 'solicitud', accion, recurso, registro, antes, despues
  FROM (SELECT ledger_author() AS autor) a LEFT JOIN users u ON u.id = (autor ->> 'usuario')::uuid;
END;

-- A row as the interface names its fields, without those that are the database's own, and never a password.
CREATE FUNCTION ledger_record(fila jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT jsonb_object_agg(lower(left(nombre, 1)) || substr(nombre, 2), value)
  FROM jsonb_each(fila), replace(initcap(replace(key, '_', ' ')), ' ', '') AS nombre
  WHERE key NOT IN (
    'password_hash', 'tokens_valid_from', 'updated_at', 'ultimo_numero_obra', 'nombre_orden', 'ubicacion', 'json')
);

-- The fields of a record whose value is not the other's.
CREATE FUNCTION ledger_difference(fila jsonb, otra jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT jsonb_object_agg(key, value) FROM jsonb_each(fila) WHERE value IS DISTINCT FROM otra -> key
);

-- After each row of a resource: its name and the column that identifies its records are the trigger's arguments.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  recurso text := TG_ARGV[0];
  vieja jsonb := to_jsonb(OLD);
  nueva jsonb := to_jsonb(NEW);
  registro text := coalesce(nueva, vieja) ->> 'id';
  antes jsonb := ledger_record(vieja);
  despues jsonb := ledger_record(nueva);
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
CREATE TRIGGER users_ledger AFTER INSERT OR UPDATE OR DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION note_change('users');
CREATE TRIGGER favorites_ledger AFTER INSERT OR UPDATE OR DELETE ON favorites
  FOR EACH ROW EXECUTE FUNCTION note_change('favorites');
CREATE TRIGGER dependencias_ledger AFTER INSERT OR UPDATE OR DELETE ON dependencias
  FOR EACH ROW EXECUTE FUNCTION note_change('dependencias');
CREATE TRIGGER ejercicios_fiscales_ledger AFTER INSERT OR DELETE OR UPDATE OF id, anio, activo ON ejercicios_fiscales
  FOR EACH ROW EXECUTE FUNCTION note_change('ejercicio-fiscal');
CREATE TRIGGER tipos_proyecto_ledger AFTER INSERT OR UPDATE OR DELETE ON tipos_proyecto
  FOR EACH ROW EXECUTE FUNCTION note_change('tipo-proyecto');
CREATE TRIGGER localidades_ledger AFTER INSERT OR UPDATE OR DELETE ON localidades
  FOR EACH ROW EXECUTE FUNCTION note_change('localidad');
CREATE TRIGGER municipios_ledger AFTER INSERT OR UPDATE OR DELETE ON municipios
  FOR EACH ROW EXECUTE FUNCTION note_change('municipios');
CREATE TRIGGER estatus_obra_ledger AFTER INSERT OR UPDATE OR DELETE ON estatus_obra
  FOR EACH ROW EXECUTE FUNCTION note_change('estatus-obra');

-- An obra with its ubicaciones is one record: its document is what was before and what is after. The catalogs' names
-- are theirs; what the obra has is their ids.
CREATE FUNCTION ledger_obra(documento obras_documentos) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT obra - ARRAY['ejercicioFiscal', 'dependencia', 'municipio', 'tipoProyecto', 'estatusObra']
    || jsonb_build_object('ubicaciones', (
      SELECT coalesce(jsonb_agg(ubicacion - 'municipio' ORDER BY lugar), '[]')
      FROM jsonb_array_elements(obra -> 'ubicaciones') WITH ORDINALITY AS u (ubicacion, lugar)))
  FROM (
    SELECT join_obra(
      documento.cabeza, 'null', documento.dependencia_id, 'null', documento.medio, NULL, documento.cola)::jsonb AS obra
  ) o
);
CREATE FUNCTION note_obra_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  registro text := coalesce(NEW.obra_id, OLD.obra_id);
  antes jsonb := ledger_obra(OLD);
  despues jsonb := ledger_obra(NEW);
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM write_ledger('crear', 'obras', registro, NULL, despues);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM write_ledger('eliminar', 'obras', registro, antes, NULL);
  ELSIF antes <> despues THEN
    PERFORM write_ledger('cambiar', 'obras', registro,
      ledger_difference(antes, despues), ledger_difference(despues, antes));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER obras_documentos_ledger AFTER INSERT OR UPDATE OR DELETE ON obras_documentos
  FOR EACH ROW EXECUTE FUNCTION note_obra_change();

-- TRUNCATE by hand takes no row's trigger along: at least that it was done stands here.
CREATE FUNCTION note_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_ledger('vaciar', TG_ARGV[0], NULL, NULL, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER users_truncate_ledger AFTER TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION note_truncate('users');
CREATE TRIGGER favorites_truncate_ledger AFTER TRUNCATE ON favorites
  FOR EACH STATEMENT EXECUTE FUNCTION note_truncate('favorites');
CREATE TRIGGER dependencias_truncate_ledger AFTER TRUNCATE ON dependencias
  FOR EACH STATEMENT EXECUTE FUNCTION note_truncate('dependencias');
CREATE TRIGGER ejercicios_fiscales_truncate_ledger AFTER TRUNCATE ON ejercicios_fiscales
  FOR EACH STATEMENT EXECUTE FUNCTION note_truncate('ejercicio-fiscal');
CREATE TRIGGER tipos_proyecto_truncate_ledger AFTER TRUNCATE ON tipos_proyecto
  FOR EACH STATEMENT EXECUTE FUNCTION note_truncate('tipo-proyecto');
CREATE TRIGGER localidades_truncate_ledger AFTER TRUNCATE ON localidades
  FOR EACH STATEMENT EXECUTE FUNCTION note_truncate('localidad');
CREATE TRIGGER obras_truncate_ledger AFTER TRUNCATE ON obras
  FOR EACH STATEMENT EXECUTE FUNCTION note_truncate('obras');
