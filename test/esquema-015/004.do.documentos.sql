-- The JSON of each obra stands rendered beside it, so that a list is read and not made anew: in three pieces, between
-- which reading puts the fiscal year, the dependencia and the project type as they are at that moment (catalogs that
-- change at a request, each for thousands of obras at once). What else a document is made of changes with its obra or
-- hardly ever; triggers keep the document true, whoever makes the change.

-- The catalogs' own JSON within an obra. row_to_json is only called stable for the sake of types that are not here.
CREATE FUNCTION ejercicio_fiscal_json(id integer, anio integer, activo boolean)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT row_to_json(r)::text FROM (SELECT id, anio, activo) r);
CREATE FUNCTION dependencia_json(id integer, nombre text, siglas text, activo boolean)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT row_to_json(r)::text FROM (SELECT id, nombre, siglas, activo) r);
CREATE FUNCTION tipo_proyecto_json(id integer, nombre text, activo boolean)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT row_to_json(r)::text FROM (SELECT id, nombre, activo) r);

ALTER TABLE ejercicios_fiscales
  ADD COLUMN json text GENERATED ALWAYS AS (ejercicio_fiscal_json(id, anio, activo)) STORED;
ALTER TABLE dependencias
  ADD COLUMN json text GENERATED ALWAYS AS (dependencia_json(id, nombre, siglas, activo)) STORED;
ALTER TABLE tipos_proyecto
  ADD COLUMN json text GENERATED ALWAYS AS (tipo_proyecto_json(id, nombre, activo)) STORED;

-- The one place where the pieces of an obra's JSON are made.
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

CREATE TABLE obras_documentos (
  obra_id integer CONSTRAINT obras_documentos_pkey PRIMARY KEY
    CONSTRAINT obras_documentos_obra_id_fkey REFERENCES obras ON DELETE CASCADE,
  -- The catalogs between the pieces, here as well so that reading needs no look at the obra.
  ejercicio_fiscal_id integer NOT NULL,
  dependencia_id integer NOT NULL,
  tipo_proyecto_id integer,
  cabeza text NOT NULL,
  medio text NOT NULL,
  cola text NOT NULL
);
-- Not compressed, so that a document's size is known unread.
ALTER TABLE obras_documentos
  ALTER COLUMN cabeza SET STORAGE EXTERNAL,
  ALTER COLUMN medio SET STORAGE EXTERNAL,
  ALTER COLUMN cola SET STORAGE EXTERNAL;
INSERT INTO obras_documentos SELECT * FROM obras_piezas;

-- Renders obras anew. Their rows are locked first: of two transactions that change one obra, the second sees what the
-- first has done before it renders; and so of two of which one gives a municipio or a status another name.
CREATE FUNCTION render_obras(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('registro.obras_documentos_nombres'));
  PERFORM FROM obras WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  INSERT INTO obras_documentos AS d
  SELECT * FROM obras_piezas WHERE obra_id = ANY (ids)
  ON CONFLICT (obra_id) DO UPDATE SET
    ejercicio_fiscal_id = excluded.ejercicio_fiscal_id,
    dependencia_id = excluded.dependencia_id,
    tipo_proyecto_id = excluded.tipo_proyecto_id,
    cabeza = excluded.cabeza,
    medio = excluded.medio,
    cola = excluded.cola
  WHERE d IS DISTINCT FROM excluded;
END $$;

CREATE FUNCTION render_changed_obras() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM render_obras(ARRAY(SELECT id FROM nuevas));
  RETURN NULL;
END $$;
CREATE TRIGGER obras_render_inserted AFTER INSERT ON obras REFERENCING NEW TABLE AS nuevas
  FOR EACH STATEMENT EXECUTE FUNCTION render_changed_obras();
CREATE TRIGGER obras_render_updated AFTER UPDATE ON obras REFERENCING NEW TABLE AS nuevas
  FOR EACH STATEMENT EXECUTE FUNCTION render_changed_obras();

CREATE FUNCTION render_obras_of_ubicaciones() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids integer[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    ids := ARRAY(SELECT DISTINCT obra_id FROM nuevas);
  ELSIF TG_OP = 'DELETE' THEN
    ids := ARRAY(SELECT DISTINCT obra_id FROM viejas);
  ELSE
    ids := ARRAY(SELECT obra_id FROM nuevas UNION SELECT obra_id FROM viejas);
  END IF;
  PERFORM render_obras(ids);
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
  PERFORM render_obras(ARRAY(SELECT id FROM obras));
  RETURN NULL;
END $$;
CREATE TRIGGER ubicaciones_render_truncated AFTER TRUNCATE ON ubicaciones
  FOR EACH STATEMENT EXECUTE FUNCTION render_all_obras();

-- A municipio or a status can be given another name by hand. Meanwhile nobody renders.
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

-- The pieces and what goes between them.
CREATE FUNCTION join_obra(
  cabeza text, ejercicio text, dependencia_id integer, dependencia text, medio text, tipo text, cola text)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN cabeza || ejercicio || ',"dependenciaId":' || dependencia_id::text || ',"dependencia":' || dependencia
  || medio || coalesce(tipo, 'null') || cola;

-- An obra's JSON for the very statement that writes it: being volatile, the function sees what the statement has
-- written so far, where a query beside it does not, and the triggers above have yet to run.
CREATE FUNCTION written_obra(obra integer) RETURNS text LANGUAGE sql VOLATILE
RETURN (
  SELECT join_obra(cabeza, ef.json, dependencia_id, dep.json, medio, tp.json, cola)
  FROM obras_piezas p
  JOIN ejercicios_fiscales ef ON ef.id = p.ejercicio_fiscal_id
  JOIN dependencias dep ON dep.id = p.dependencia_id
  LEFT JOIN tipos_proyecto tp ON tp.id = p.tipo_proyecto_id
  WHERE obra_id = obra
);
