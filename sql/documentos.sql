-- The JSON of each obra is stored beside it. So lists read it and do not render it. It is in three pieces. Readers put the
-- fiscal year, the dependencia and the project type between them. One request can change these for thousands of obras. The
-- rest of a document changes with its obra or hardly ever. Triggers render a document after every change, whatever session
-- makes it.

-- The pieces of an obra's JSON, defined here only.
CREATE VIEW obras_piezas AS
SELECT
  o.id AS obra_id,
  o.ejercicio_fiscal_id,
  o.dependencia_id,
  o.tipo_proyecto_id,
  left(row_to_json(cabeza)::text, -1) || ',"ejercicioFiscal":' AS cabeza,
  ',' || substr(left(row_to_json(medio)::text, -1), 2) || ',"tipoProyecto":' AS medio,
  ',' || substr(row_to_json(cola)::text, 2) AS cola
FROM obras o
JOIN municipios m ON m.id = o.municipio_id
JOIN estatus_obra s ON s.id = o.estatus_obra_id
CROSS JOIN LATERAL (
  SELECT
    o.id,
    o.numero_obra AS "numeroObra",
    o.clave_unica AS "claveUnica",
    o.nombre,
    o.descripcion,
    o.monto,
    o.ejercicio_fiscal_id AS "ejercicioFiscalId"
) cabeza
CROSS JOIN LATERAL (
  SELECT
    o.municipio_id AS "municipioId",
    (SELECT row_to_json(r) FROM (SELECT m.id, m.nombre) r) AS municipio,
    o.tipo_proyecto_id AS "tipoProyectoId"
) medio
CROSS JOIN LATERAL (
  SELECT
    o.estatus_obra_id AS "estatusObraId",
    (SELECT row_to_json(r) FROM (SELECT s.id, s.nombre) r) AS "estatusObra",
    coalesce(
      (SELECT json_agg(lugar ORDER BY lugar.orden, lugar.id)
       FROM (
         SELECT
           u.id,
           u.municipio_id AS "municipioId",
           (SELECT row_to_json(r) FROM (
             SELECT um.id, um.nombre FROM municipios um WHERE um.id = u.municipio_id) r) AS municipio,
           u.direccion,
           u.localidad_referencia AS "localidadReferencia",
           u.referencia_lugar AS "referenciaLugar",
           u.tipo_geometria AS "tipoGeometria",
           u.geometria_json AS "geometriaJson",
           u.orden
         FROM ubicaciones u
         WHERE u.obra_id = o.id
       ) lugar),
      '[]'
    ) AS ubicaciones
) cola;

-- The texts of an obra's ubicaciones for its column `lugares`, where they differ from it: searches read that column. A
-- statement that writes both has set it already (src/core/obras/escribir.ts), so this view has the changes of others.
CREATE VIEW obras_textos AS
SELECT o.id AS obra_id, t.lugares
FROM obras o
CROSS JOIN LATERAL (
  SELECT coalesce(string_agg(
    DISTINCT place_text(u.direccion, u.localidad_referencia, u.referencia_lugar) COLLATE "C", E'\n'), '') AS lugares
  FROM ubicaciones u WHERE u.obra_id = o.id
) t
WHERE o.lugares <> t.lugares;

-- Renders obras anew. Their rows are locked first. When two transactions change one obra, the second then sees the changes
-- of the first. The same holds when one renames a municipio or a status. Plans are made once, not for each array anew. When
-- a statement changes obras and their ubicaciones, the trigger of obras renders both.
CREATE FUNCTION render_obras(ids integer[], of_places boolean DEFAULT false) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF cardinality(ids) = 0 THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtext('registro.obras_documentos_nombres'));
  PERFORM FROM obras WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  IF of_places AND current_setting('registro.por_dibujar', true) <> '' THEN
    PERFORM set_config(
      'registro.por_dibujar', (current_setting('registro.por_dibujar')::integer[] || ids)::text, true);
    RETURN;
  END IF;
  IF of_places AND EXISTS (SELECT FROM obras_textos WHERE obra_id = ANY (ids)) THEN
    UPDATE obras o SET lugares = t.lugares FROM obras_textos t WHERE t.obra_id = o.id AND o.id = ANY (ids);
  END IF;
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

-- A new obra gets its ubicaciones in the same statement. Their trigger renders it.
CREATE FUNCTION render_new_obras() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM render_obras(ARRAY(
    SELECT id FROM nuevas n WHERE NOT EXISTS (SELECT FROM ubicaciones WHERE obra_id = n.id)));
  RETURN NULL;
END $$;
CREATE TRIGGER obras_render_inserted AFTER INSERT ON obras REFERENCING NEW TABLE AS nuevas
  FOR EACH STATEMENT EXECUTE FUNCTION render_new_obras();

-- A statement that changes an obra and its ubicaciones fires several triggers at its end. The obras of the others wait in
-- this setting for the trigger that every such statement fires. It is '{}' from the start of a statement that changes obras
-- until that trigger, and otherwise empty.
CREATE FUNCTION expect_changed_obras() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('registro.por_dibujar', true), '') = '' THEN
    PERFORM set_config('registro.por_dibujar', '{}', true);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER obras_render_expected BEFORE UPDATE ON obras
  FOR EACH STATEMENT EXECUTE FUNCTION expect_changed_obras();

-- The map comes after the documents, when the obras' rows are locked.
CREATE FUNCTION render_changed_obras() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids integer[] := ARRAY(SELECT id FROM nuevas);
  -- Empty where another statement that changes obras came between: it has rendered those that waited.
  otras integer[] := nullif(current_setting('registro.por_dibujar', true), '');
BEGIN
  PERFORM set_config('registro.por_dibujar', '', true);
  PERFORM render_obras(ids || otras, otras <> '{}');
  PERFORM update_map(ids);
  RETURN NULL;
END $$;
CREATE TRIGGER obras_render_updated AFTER UPDATE ON obras REFERENCING NEW TABLE AS nuevas
  FOR EACH STATEMENT EXECUTE FUNCTION render_changed_obras();

CREATE FUNCTION render_obras_of_ubicaciones() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM render_obras(ARRAY(SELECT DISTINCT obra_id FROM nuevas), true);
    PERFORM move_on_map('{}', ARRAY(SELECT id FROM nuevas));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM render_obras(ARRAY(SELECT DISTINCT obra_id FROM viejas), true);
    PERFORM move_on_map(ARRAY(SELECT id FROM viejas), '{}');
  ELSE
    PERFORM render_obras(ARRAY(SELECT obra_id FROM nuevas UNION SELECT obra_id FROM viejas), true);
    -- Unchanged ubicaciones retain their rows. Most changes move none.
    PERFORM move_on_map(
      ARRAY(SELECT id FROM (
        SELECT id, obra_id, geometria FROM viejas EXCEPT SELECT id, obra_id, geometria FROM nuevas) v),
      ARRAY(SELECT id FROM (
        SELECT id, obra_id, geometria FROM nuevas EXCEPT SELECT id, obra_id, geometria FROM viejas) n));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ubicaciones_render_inserted AFTER INSERT ON ubicaciones REFERENCING NEW TABLE AS nuevas
  FOR EACH STATEMENT EXECUTE FUNCTION render_obras_of_ubicaciones();
CREATE TRIGGER ubicaciones_render_updated AFTER UPDATE ON ubicaciones
  REFERENCING OLD TABLE AS viejas NEW TABLE AS nuevas
  FOR EACH STATEMENT EXECUTE FUNCTION render_obras_of_ubicaciones();
CREATE TRIGGER ubicaciones_render_deleted AFTER DELETE ON ubicaciones REFERENCING OLD TABLE AS viejas
  FOR EACH STATEMENT EXECUTE FUNCTION render_obras_of_ubicaciones();

CREATE FUNCTION render_all_obras() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM render_obras(ARRAY(SELECT id FROM obras), true);
  DELETE FROM obras_mapa;
  RETURN NULL;
END $$;
CREATE TRIGGER ubicaciones_render_truncated AFTER TRUNCATE ON ubicaciones
  FOR EACH STATEMENT EXECUTE FUNCTION render_all_obras();

-- A municipio or a status can be renamed by hand. Meanwhile no obra is rendered.
CREATE FUNCTION lock_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('registro.obras_documentos_nombres'));
  RETURN NULL;
END $$;
CREATE TRIGGER municipios_lock_names BEFORE UPDATE OF nombre ON municipios
  FOR EACH STATEMENT EXECUTE FUNCTION lock_names();
CREATE TRIGGER estatus_obra_lock_names BEFORE UPDATE OF nombre ON estatus_obra
  FOR EACH STATEMENT EXECUTE FUNCTION lock_names();
CREATE FUNCTION render_obras_in_municipio() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM render_obras(ARRAY(
    SELECT id FROM obras WHERE municipio_id = NEW.id
    UNION SELECT obra_id FROM ubicaciones WHERE municipio_id = NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER municipios_render AFTER UPDATE ON municipios
  FOR EACH ROW WHEN (OLD.nombre <> NEW.nombre) EXECUTE FUNCTION render_obras_in_municipio();
CREATE FUNCTION render_obras_with_estatus() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM render_obras(ARRAY(SELECT id FROM obras WHERE estatus_obra_id = NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER estatus_obra_render AFTER UPDATE ON estatus_obra
  FOR EACH ROW WHEN (OLD.nombre <> NEW.nombre) EXECUTE FUNCTION render_obras_with_estatus();

-- The pieces and the catalogs between them.
CREATE FUNCTION join_obra(
  cabeza text, ejercicio text, dependencia_id integer, dependencia text, medio text, tipo text, cola text)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN cabeza || ejercicio || ',"dependenciaId":' || dependencia_id::text || ',"dependencia":' || dependencia
  || medio || coalesce(tipo, 'null') || cola;

-- An upgrade may change the form of the pieces. Then all are rendered anew, some works at a time (src/core/db/migrate.ts). The
-- comment of the table has the digest of the form in which all are. last is the last work that was looked at. Returns the next
-- such work; NULL where all documents have the present form.
CREATE FUNCTION render_outdated(last integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  forma text := 'obras_piezas ' || md5(pg_get_viewdef('obras_piezas'::regclass));
  ids integer[];
BEGIN
  IF obj_description('obras_documentos'::regclass, 'pg_class') IS NOT DISTINCT FROM forma THEN
    RETURN NULL;
  END IF;
  ids := ARRAY(SELECT obra_id FROM obras_documentos WHERE obra_id > last ORDER BY obra_id LIMIT 200);
  IF ids = '{}' THEN
    EXECUTE format('COMMENT ON TABLE obras_documentos IS %L', forma);
    RETURN NULL;
  END IF;
  -- What somebody else writes meanwhile has the present form.
  PERFORM render_obras(ARRAY(
    SELECT obra_id FROM obras_documentos d JOIN obras_piezas p USING (obra_id)
    WHERE obra_id = ANY (ids) AND d.* IS DISTINCT FROM p.*));
  RETURN ids[cardinality(ids)];
END $$;
