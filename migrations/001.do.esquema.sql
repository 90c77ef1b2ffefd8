-- The tables, with those functions that their columns and indexes are made of. All other functions, views and triggers
-- stand in sql/. Constraints carry names: src/base/constraints.ts turns each into a status and a sentence.

CREATE EXTENSION IF NOT EXISTS postgis;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Text functions -------------------------------------------------------------------------------------------
-- They decompose before they compare, so that they give the same on every database, whatever its locale:
-- lower() of an Ñ depends on the locale, lower() of N and a combining tilde does not.

-- Equal for texts that differ only in upper and lower case: Latin letters by decomposition, those that have none and
-- Greek and Cyrillic ones by name.
CREATE FUNCTION fold_case(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(
  lower(normalize($1, NFD) COLLATE "C"),
  'ÆØŒŁĐÐÞĦŦŊΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐ',
  'æøœłđðþħŧŋαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґ'
);

-- Equal for texts that differ only in case and accents; ñ is found by n. The usual letters are put in place of theirs first.
-- Mostly only ASCII is left then, and that is not taken apart: eight million letters take half a second, not four.
-- The functions of columns are in PL/pgSQL: an expression of a column is put together anew for each statement that writes it.
-- Functions in SQL are part of it and are taken apart each time. Those in PL/pgSQL are called.
CREATE FUNCTION fold_accents(text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  texto text COLLATE "C" := $1;
BEGIN
  IF octet_length(texto) <> length(texto) THEN
    texto := translate(texto, 'áéíóúñüÁÉÍÓÚÑÜ', 'aeiounuAEIOUNU');
    IF octet_length(texto) <> length(texto) THEN
      texto := regexp_replace(normalize(texto, NFD) COLLATE "C", '[\u0300-\u036f]', '', 'g');
    END IF;
  END IF;
  RETURN lower(texto);
END $$;

-- Key of the Spanish alphabetical order under COLLATE "C": Á with A, Ñ after N. Spaces and punctuation come before
-- digits and letters, in the order of the Unicode collation (CLDR), so '~' is free to stand behind the n of an ñ: it
-- follows 'z' in ASCII.
CREATE FUNCTION spanish_order(text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  texto text COLLATE "C" := translate(
    normalize($1, NFD),
    ' _-,;:!?.''"()[]{}@*/\&#%`^+<=>|~$',
    U&'\0001\0002\0003\0004\0005\0006\0007\0008\0009\000A\000B\000C\000D\000E\000F\0010' ||
    U&'\0011\0012\0013\0014\0015\0016\0017\0018\0019\001A\001B\001C\001D\001E\001F\0020\0021'
  );
BEGIN
  IF octet_length(texto) <> length(texto) THEN
    texto := replace(replace(texto, U&'n\0303', 'n~'), U&'N\0303', 'N~');
    texto := regexp_replace(texto, '[\u0300-\u036f]', '', 'g');
  END IF;
  RETURN lower(texto);
END $$;

-- The whole numbers of up to four digits in a text, each once. A number is whole where neither a letter nor a digit
-- touches it, nor a point or comma with a digit behind it: 60 and 61 in «C.60×61-A», none in «1450GYR0060» or «89.603».
-- The pattern is that of `numbersIn` in src/obras/palabras.ts. Behind a million characters none is looked for: millions of
-- numbers take seconds.
CREATE FUNCTION short_numbers(text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  texto text COLLATE "C" := translate(left($1, 1000000), '×X', 'xx');
BEGIN
  IF texto !~ '[0-9]' THEN
    RETURN '{}';
  END IF;
  RETURN ARRAY(
    SELECT DISTINCT numero COLLATE "C"
    FROM regexp_matches(texto, '[A-Za-z]*[0-9][0-9A-Za-z]*(?:[.,][0-9][0-9A-Za-z]*)*', 'g') AS m,
      string_to_table(m[1], 'x') AS numero
    WHERE m[1] ~ '^[0-9]{1,4}(?:x[0-9]{1,4})*$');
END $$;

-- What an ubicación says of where it is.
CREATE FUNCTION place_text(direccion text, localidad_referencia text, referencia_lugar text)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN direccion || coalesce(', ' || localidad_referencia, '') || coalesce(', ' || referencia_lugar, '');

-- A catalog's record within an obra's JSON. row_to_json is only called stable for the sake of types that are not here.
CREATE FUNCTION ejercicio_fiscal_json(id integer, anio integer, activo boolean)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT row_to_json(r)::text FROM (SELECT id, anio, activo) r);
CREATE FUNCTION dependencia_json(id integer, nombre text, siglas text, activo boolean)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT row_to_json(r)::text FROM (SELECT id, nombre, siglas, activo) r);
CREATE FUNCTION tipo_proyecto_json(id integer, nombre text, activo boolean)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT row_to_json(r)::text FROM (SELECT id, nombre, activo) r);

-- Catalogs -------------------------------------------------------------------------------------------------

CREATE TABLE estatus_obra (
  id integer CONSTRAINT estatus_obra_pkey PRIMARY KEY,
  nombre text NOT NULL,
  -- The words of OC4IDS 0.9, the open standard for data on infrastructure projects, for the state of a project.
  estado_oc4ids text GENERATED ALWAYS AS (
    CASE id
      WHEN 1 THEN 'identification'
      WHEN 2 THEN 'preparation'
      WHEN 3 THEN 'preparation'
      WHEN 4 THEN 'implementation'
      WHEN 5 THEN 'implementation'
      WHEN 6 THEN 'completion'
      WHEN 7 THEN 'cancelled'
    END) STORED
);

CREATE TABLE municipios (
  id integer CONSTRAINT municipios_pkey PRIMARY KEY,
  clave char(5) NOT NULL CONSTRAINT municipios_clave_key UNIQUE,
  nombre text NOT NULL,
  nombre_orden text COLLATE "C" GENERATED ALWAYS AS (spanish_order(nombre)) STORED,
  ubicacion geometry(Point, 4326) NOT NULL,
  -- Inhabitants, by the census of 2020.
  poblacion integer NOT NULL CONSTRAINT municipios_poblacion_check CHECK (poblacion > 0),
  activo boolean NOT NULL DEFAULT true
);

-- What is in each municipio or at most 1 km from it. The service fills the table from sources/limites-municipales.geojson
-- when it starts and finds it empty (src/catalogos/limites.ts). A migration that follows a new edition of that file empties it.
CREATE TABLE municipios_limites (
  municipio_id integer CONSTRAINT municipios_limites_pkey PRIMARY KEY
    CONSTRAINT municipios_limites_municipio_id_fkey REFERENCES municipios,
  alrededores geometry(Geometry, 4326) NOT NULL
);
-- Read for each ubicación: not compressed, so that it is quick to read.
ALTER TABLE municipios_limites ALTER COLUMN alrededores SET STORAGE EXTERNAL;

CREATE TABLE ejercicios_fiscales (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT ejercicios_fiscales_pkey PRIMARY KEY,
  anio integer NOT NULL
    CONSTRAINT ejercicios_fiscales_anio_key UNIQUE
    CONSTRAINT ejercicios_fiscales_anio_check CHECK (anio BETWEEN 2000 AND 2100),
  activo boolean NOT NULL DEFAULT true,
  -- The last numeroObra given in this year; it only grows, so that a number is never given twice.
  ultimo_numero_obra integer NOT NULL DEFAULT 0,
  json text GENERATED ALWAYS AS (ejercicio_fiscal_json(id, anio, activo)) STORED
);

CREATE TABLE tipos_proyecto (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT tipos_proyecto_pkey PRIMARY KEY,
  nombre varchar(150) NOT NULL CONSTRAINT tipos_proyecto_nombre_check CHECK (nombre <> ''),
  nombre_orden text COLLATE "C" GENERATED ALWAYS AS (spanish_order(nombre)) STORED,
  activo boolean NOT NULL DEFAULT true,
  json text GENERATED ALWAYS AS (tipo_proyecto_json(id, nombre, activo)) STORED,
  -- OC4IDS again. The list of sectors is open in the standard; these are its own.
  sector_oc4ids text CONSTRAINT tipos_proyecto_sector_oc4ids_check CHECK (sector_oc4ids IN (
    'education', 'health', 'energy', 'energy.solar', 'energy.wind', 'energy.hydropower', 'energy.biomass',
    'energy.geothermal', 'communications', 'waterAndWaste', 'governance', 'economy', 'cultureSportsAndRecreation',
    'transport', 'transport.air', 'transport.water', 'transport.rail', 'transport.road', 'transport.urban',
    'transport.lowCarbon', 'socialHousing', 'naturalResources', 'naturalResources.floodProtection')),
  tipo_oc4ids text CONSTRAINT tipos_proyecto_tipo_oc4ids_check CHECK (tipo_oc4ids IN (
    'construction', 'rehabilitation', 'replacement', 'expansion', 'decommissioning'))
);
CREATE UNIQUE INDEX tipos_proyecto_nombre_key ON tipos_proyecto (fold_case(nombre));

CREATE TABLE localidades (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT localidades_pkey PRIMARY KEY,
  nombre varchar(100) NOT NULL CONSTRAINT localidades_nombre_check CHECK (nombre <> ''),
  nombre_orden text COLLATE "C" GENERATED ALWAYS AS (spanish_order(nombre)) STORED,
  clave varchar(50),
  municipio_id integer NOT NULL CONSTRAINT localidades_municipio_id_fkey REFERENCES municipios,
  -- Null where the census does not know it: five of INEGI's localidades, and those that people add.
  ubicacion geometry(Point, 4326),
  poblacion integer CONSTRAINT localidades_poblacion_check CHECK (poblacion >= 0),
  activo boolean NOT NULL DEFAULT true
);
CREATE INDEX localidades_orden_idx ON localidades (nombre_orden, id);

CREATE TABLE dependencias (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT dependencias_pkey PRIMARY KEY,
  nombre varchar(255) NOT NULL CONSTRAINT dependencias_nombre_check CHECK (nombre <> ''),
  nombre_orden text COLLATE "C" GENERATED ALWAYS AS (spanish_order(nombre)) STORED,
  siglas varchar(50),
  activo boolean NOT NULL DEFAULT true,
  json text GENERATED ALWAYS AS (dependencia_json(id, nombre, siglas, activo)) STORED
);
-- Decomposed, a nombre can be longer than an index row may be: the digest stands for it.
CREATE UNIQUE INDEX dependencias_nombre_key ON dependencias (md5(fold_case(nombre)));

-- Users ----------------------------------------------------------------------------------------------------

CREATE TABLE users (
  id uuid CONSTRAINT users_pkey PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL,
  nombre_completo varchar(255) NOT NULL,
  password_hash text NOT NULL,
  roles text NOT NULL DEFAULT 'user' CONSTRAINT users_roles_check CHECK (roles IN ('admin', 'user')),
  is_active boolean NOT NULL DEFAULT true,
  must_change_password boolean NOT NULL DEFAULT true,
  -- Tokens issued before this instant are refused, but for the one whose digest is token_kept: users who set a password for
  -- themselves called with it (src/auth/tokens.ts).
  tokens_valid_from timestamptz NOT NULL DEFAULT '-infinity',
  token_kept text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_email_key ON users (lower(email COLLATE "C"));

-- Obras ----------------------------------------------------------------------------------------------------

CREATE TABLE obras (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT obras_pkey PRIMARY KEY,
  numero_obra integer NOT NULL,
  clave_unica varchar(50) NOT NULL
    CONSTRAINT obras_clave_unica_key UNIQUE
    CONSTRAINT obras_clave_unica_check CHECK (clave_unica <> ''),
  nombre varchar(255) NOT NULL CONSTRAINT obras_nombre_check CHECK (nombre <> ''),
  descripcion text NOT NULL DEFAULT '',
  -- Mexican pesos.
  monto numeric(15, 2) NOT NULL CONSTRAINT obras_monto_check CHECK (monto BETWEEN 0 AND 9999999999999.99),
  ejercicio_fiscal_id integer NOT NULL
    CONSTRAINT obras_ejercicio_fiscal_id_fkey REFERENCES ejercicios_fiscales,
  dependencia_id integer NOT NULL CONSTRAINT obras_dependencia_id_fkey REFERENCES dependencias,
  municipio_id integer NOT NULL CONSTRAINT obras_municipio_id_fkey REFERENCES municipios,
  tipo_proyecto_id integer CONSTRAINT obras_tipo_proyecto_id_fkey REFERENCES tipos_proyecto,
  estatus_obra_id integer NOT NULL CONSTRAINT obras_estatus_obra_id_fkey REFERENCES estatus_obra,
  -- The texts of its ubicaciones, a line each. Who writes an obra writes them with it; sql/documentos.sql keeps them true.
  lugares text NOT NULL DEFAULT '',
  -- What the search parameter q looks through, and whole numbers apart (src/obras/filters.ts).
  busqueda text COLLATE "C" GENERATED ALWAYS AS
    (fold_accents(nombre || E'\n' || lugares || E'\n' || clave_unica || E'\n' || descripcion)) STORED,
  numeros text[] COLLATE "C" GENERATED ALWAYS AS
    (short_numbers(nombre || E'\n' || lugares || E'\n' || descripcion)) STORED,
  -- As in the catalogs. Decomposed, a nombre can be longer than an index row may be; no name is told apart from another
  -- after so many letters.
  nombre_orden text COLLATE "C" GENERATED ALWAYS AS (left(spanish_order(nombre), 600)) STORED,
  CONSTRAINT obras_numero_obra_key UNIQUE (ejercicio_fiscal_id, numero_obra)
);
-- Filters combine: each of their indexes carries the other filters' columns, so that whichever leads, the matches are
-- counted and paged through from the index alone.
CREATE INDEX obras_dependencia_id_idx ON obras (dependencia_id, id)
  INCLUDE (municipio_id, tipo_proyecto_id, estatus_obra_id, ejercicio_fiscal_id);
CREATE INDEX obras_municipio_id_idx ON obras (municipio_id, id)
  INCLUDE (dependencia_id, tipo_proyecto_id, estatus_obra_id, ejercicio_fiscal_id);
CREATE INDEX obras_tipo_proyecto_id_idx ON obras (tipo_proyecto_id, id)
  INCLUDE (dependencia_id, municipio_id, estatus_obra_id, ejercicio_fiscal_id);
CREATE INDEX obras_estatus_obra_id_idx ON obras (estatus_obra_id, id)
  INCLUDE (dependencia_id, municipio_id, tipo_proyecto_id, ejercicio_fiscal_id);
CREATE INDEX obras_ejercicio_fiscal_id_idx ON obras (ejercicio_fiscal_id, id)
  INCLUDE (dependencia_id, municipio_id, tipo_proyecto_id, estatus_obra_id);
-- Sums are made from this one alone.
CREATE INDEX obras_monto_idx ON obras (monto, id)
  INCLUDE (municipio_id, dependencia_id, tipo_proyecto_id, estatus_obra_id, ejercicio_fiscal_id);
CREATE INDEX obras_nombre_orden_idx ON obras (nombre_orden, id);
CREATE INDEX obras_busqueda_idx ON obras USING gin (busqueda gin_trgm_ops);
CREATE INDEX obras_numeros_idx ON obras USING gin (numeros);
-- An import looks for keys that are new but for zeros before them, «.0» behind, or capitals: spreadsheet programs make 42 of 0042.
-- The expression is that of src/obras/importacion/queries.ts.
CREATE INDEX obras_clave_parecida_idx
  ON obras (fold_case(regexp_replace(clave_unica, '^0+(?=[^.])|\.0+$', '', 'g')));

CREATE TABLE ubicaciones (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT ubicaciones_pkey PRIMARY KEY,
  obra_id integer NOT NULL CONSTRAINT ubicaciones_obra_id_fkey REFERENCES obras ON DELETE CASCADE,
  municipio_id integer NOT NULL CONSTRAINT ubicaciones_municipio_id_fkey REFERENCES municipios,
  direccion text NOT NULL CONSTRAINT ubicaciones_direccion_check CHECK (direccion <> ''),
  localidad_referencia text,
  referencia_lugar text,
  tipo_geometria text NOT NULL
    CONSTRAINT ubicaciones_tipo_geometria_check CHECK (tipo_geometria IN ('PUNTO', 'RUTA', 'POLIGONO')),
  -- The GeoJSON as it was sent, answered unchanged; not compressed, so that its size is known unread.
  geometria_json json NOT NULL,
  geometria geometry(Geometry, 4326) NOT NULL
    GENERATED ALWAYS AS (ST_Force2D(ST_SetSRID(ST_GeomFromGeoJSON(geometria_json), 4326))) STORED,
  orden integer NOT NULL,
  CONSTRAINT ubicaciones_geometria_tipo_check CHECK (
    GeometryType(geometria) = ANY (
      CASE tipo_geometria
        WHEN 'PUNTO' THEN ARRAY['POINT', 'MULTIPOINT']
        WHEN 'RUTA' THEN ARRAY['LINESTRING', 'MULTILINESTRING']
        ELSE ARRAY['POLYGON', 'MULTIPOLYGON']
      END
    )
  ),
  CONSTRAINT ubicaciones_poligono_check CHECK (tipo_geometria <> 'POLIGONO' OR ST_IsValid(geometria)),
  -- Text of PostgreSQL's knows no U+0000, which `json` takes as an escape that the ledger (jsonb) then refuses: an obra with
  -- it could not be changed any more.
  CONSTRAINT ubicaciones_geometria_json_check CHECK (strpos(geometria_json::text, '\u0000') = 0)
);
ALTER TABLE ubicaciones ALTER COLUMN geometria_json SET STORAGE EXTERNAL;
CREATE INDEX ubicaciones_obra_id_idx ON ubicaciones (obra_id);
CREATE INDEX ubicaciones_geometria_idx ON ubicaciones USING gist (geometria);
-- A map layer holds the ubicaciones of one kind, by obra and id: each page of it is read from where the last one ended.
CREATE INDEX ubicaciones_capa_idx ON ubicaciones (tipo_geometria, obra_id, id);

-- Derived from the obras -----------------------------------------------------------------------------------
-- Triggers keep these rows true, whoever changes an obra.

-- Each obra's JSON, rendered (sql/documentos.sql).

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

-- Each ubicación's place on the map (sql/mapa.sql). The columns by which obras are filtered stand here as well, so that
-- counting needs no look at the obra. There is no foreign key: it would look up again what the triggers have just written.
CREATE TABLE obras_mapa (
  k bigint NOT NULL,
  x integer NOT NULL,
  y integer NOT NULL,
  ubicacion_id integer CONSTRAINT obras_mapa_pkey PRIMARY KEY,
  obra_id integer NOT NULL,
  municipio_id integer NOT NULL,
  estatus_obra_id integer NOT NULL,
  ejercicio_fiscal_id integer NOT NULL,
  dependencia_id integer NOT NULL,
  tipo_proyecto_id integer,
  monto numeric(15, 2) NOT NULL
);
CREATE INDEX obras_mapa_k_idx ON obras_mapa (k) INCLUDE (
  x, y, ubicacion_id, obra_id, municipio_id, estatus_obra_id, ejercicio_fiscal_id, dependencia_id, tipo_proyecto_id,
  monto);

-- Follow-up ------------------------------------------------------------------------------------------------
-- The follow-up of works: how far each is, when it was to be done, who builds it and for how much. It stands beside the works,
-- and nothing of it is in their documents. Functions and triggers are in sql/seguimiento.sql.
--
-- A CHECK that is null passes. Where a null must not, it says so with coalesce or num_nonnulls.

-- Users who write the follow-up of their agencies' works.
CREATE TABLE capturistas (
  user_id uuid CONSTRAINT capturistas_user_id_fkey REFERENCES users ON DELETE CASCADE,
  dependencia_id integer CONSTRAINT capturistas_dependencia_id_fkey REFERENCES dependencias ON DELETE CASCADE,
  CONSTRAINT capturistas_pkey PRIMARY KEY (user_id, dependencia_id)
);
CREATE INDEX capturistas_dependencia_id_idx ON capturistas (dependencia_id);

-- What was reported of a work as of a day, since it began. One report a day.
CREATE TABLE avances (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT avances_pkey PRIMARY KEY,
  obra_id integer NOT NULL CONSTRAINT avances_obra_id_fkey REFERENCES obras ON DELETE CASCADE,
  fecha_corte date NOT NULL CONSTRAINT avances_fecha_corte_check CHECK (fecha_corte BETWEEN '2000-01-01' AND '2100-12-31'),
  -- Percent of the whole work.
  avance_fisico numeric(5, 2) NOT NULL CONSTRAINT avances_avance_fisico_check CHECK (avance_fisico BETWEEN 0 AND 100),
  -- Mexican pesos, VAT included.
  monto_pagado numeric(15, 2) CONSTRAINT avances_monto_pagado_check CHECK (monto_pagado BETWEEN 0 AND 9999999999999.99),
  causa_atraso text CONSTRAINT avances_causa_atraso_check CHECK (causa_atraso IN (
    'CLIMA', 'PREDIO', 'PERMISOS', 'PAGOS', 'CONTRATISTA', 'PROYECTO', 'SOCIAL', 'FUERZA_MAYOR', 'OTRA')),
  -- Why something fell, where it did.
  observaciones text NOT NULL DEFAULT '' CONSTRAINT avances_observaciones_check CHECK (length(observaciones) <= 2000),
  creado_en timestamptz NOT NULL DEFAULT now(),
  actualizado_en timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT avances_fecha_corte_key UNIQUE (obra_id, fecha_corte)
);

-- Whether a curve's points come one after another, within the term, and none lies below the one before.
CREATE FUNCTION curve_fits(curva jsonb, inicio date, termino date) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT coalesce(bool_and(coalesce(
    fecha BETWEEN inicio AND termino AND avance BETWEEN 0 AND 100
      AND (lugar = 1 OR (fecha > fecha_anterior AND avance >= avance_anterior)), false)), true)
  FROM (
    SELECT lugar, fecha, avance,
      lag(fecha) OVER (ORDER BY lugar) AS fecha_anterior, lag(avance) OVER (ORDER BY lugar) AS avance_anterior
    FROM jsonb_array_elements(curva) WITH ORDINALITY AS p (punto, lugar)
    CROSS JOIN LATERAL (SELECT (punto ->> 'fecha')::date AS fecha, (punto ->> 'avanceFisico')::numeric AS avance) v
  ) puntos
);

-- When a work was to be built. The first is the baseline, and each later one a new plan. None is ever changed.
CREATE TABLE programas (
  obra_id integer CONSTRAINT programas_obra_id_fkey REFERENCES obras ON DELETE CASCADE,
  version integer CONSTRAINT programas_version_check CHECK (version > 0),
  fecha_inicio date NOT NULL CONSTRAINT programas_fecha_inicio_check CHECK (fecha_inicio BETWEEN '2000-01-01' AND '2100-12-31'),
  fecha_termino date NOT NULL CONSTRAINT programas_fecha_termino_check CHECK (fecha_termino <= '2100-12-31'),
  motivo text CONSTRAINT programas_motivo_largo_check CHECK (length(motivo) BETWEEN 1 AND 2000),
  -- What was to be built by when: [{"fecha": "2026-06-30", "avanceFisico": 45.5}].
  curva jsonb NOT NULL DEFAULT '[]'
    CONSTRAINT programas_curva_check CHECK (jsonb_typeof(curva) = 'array' AND jsonb_array_length(curva) <= 120),
  creado_en timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT programas_pkey PRIMARY KEY (obra_id, version),
  CONSTRAINT programas_plazo_check CHECK (fecha_termino >= fecha_inicio),
  CONSTRAINT programas_motivo_check CHECK (version = 1 OR coalesce(motivo, '') <> ''),
  CONSTRAINT programas_curva_plazo_check CHECK (curve_fits(curva, fecha_inicio, fecha_termino))
);

-- When a work was really built, and what it came to.
CREATE TABLE ejecuciones (
  obra_id integer CONSTRAINT ejecuciones_pkey PRIMARY KEY
    CONSTRAINT ejecuciones_obra_id_fkey REFERENCES obras ON DELETE CASCADE,
  fecha_inicio_real date CONSTRAINT ejecuciones_fecha_inicio_real_check CHECK (fecha_inicio_real >= '2000-01-01'),
  fecha_termino_real date CONSTRAINT ejecuciones_fecha_termino_real_check CHECK (fecha_termino_real >= '2000-01-01'),
  fecha_entrega_recepcion date
    CONSTRAINT ejecuciones_fecha_entrega_recepcion_check CHECK (fecha_entrega_recepcion >= '2000-01-01'),
  monto_final numeric(15, 2) CONSTRAINT ejecuciones_monto_final_check CHECK (monto_final BETWEEN 0 AND 9999999999999.99),
  alcance_final text CONSTRAINT ejecuciones_alcance_final_check CHECK (length(alcance_final) BETWEEN 1 AND 2000),
  motivo_variacion text CONSTRAINT ejecuciones_motivo_variacion_check CHECK (length(motivo_variacion) BETWEEN 1 AND 2000),
  -- Each may be unknown: then nothing is compared.
  CONSTRAINT ejecuciones_plazo_check CHECK (fecha_termino_real >= fecha_inicio_real),
  CONSTRAINT ejecuciones_entrega_check CHECK (fecha_entrega_recepcion >= coalesce(fecha_termino_real, fecha_inicio_real))
);

-- Contracts of a work. One that pays for several works stands in each with its share.
CREATE TABLE contratos (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT contratos_pkey PRIMARY KEY,
  obra_id integer NOT NULL CONSTRAINT contratos_obra_id_fkey REFERENCES obras ON DELETE CASCADE,
  numero varchar(100) NOT NULL CONSTRAINT contratos_numero_check CHECK (numero <> ''),
  naturaleza text NOT NULL CONSTRAINT contratos_naturaleza_check CHECK (naturaleza IN ('OBRA', 'SUPERVISION', 'PROYECTO')),
  procedimiento text CONSTRAINT contratos_procedimiento_check
    CHECK (procedimiento IN ('LICITACION_PUBLICA', 'INVITACION', 'ADJUDICACION_DIRECTA')),
  numero_proponentes integer CONSTRAINT contratos_numero_proponentes_check CHECK (numero_proponentes BETWEEN 1 AND 999),
  objeto text NOT NULL CONSTRAINT contratos_objeto_check CHECK (length(objeto) BETWEEN 1 AND 2000),
  contratista varchar(255) NOT NULL CONSTRAINT contratos_contratista_check CHECK (contratista <> ''),
  contratista_rfc text
    CONSTRAINT contratos_contratista_rfc_check CHECK (contratista_rfc ~ '^[A-ZÑ&]{3,4}[0-9]{6}[A-Z0-9]{3}$'),
  ocid varchar(100) CONSTRAINT contratos_ocid_check CHECK (ocid <> ''),
  url varchar(500) CONSTRAINT contratos_url_check CHECK (url ~ '^https://'),
  monto numeric(15, 2) NOT NULL CONSTRAINT contratos_monto_check CHECK (monto BETWEEN 0 AND 9999999999999.99),
  anticipo numeric(15, 2) CONSTRAINT contratos_anticipo_minimo_check CHECK (anticipo >= 0),
  fecha_firma date NOT NULL CONSTRAINT contratos_fecha_firma_check CHECK (fecha_firma BETWEEN '2000-01-01' AND '2100-12-31'),
  fecha_inicio date NOT NULL
    CONSTRAINT contratos_fecha_inicio_check CHECK (fecha_inicio BETWEEN '2000-01-01' AND '2100-12-31'),
  fecha_termino date NOT NULL CONSTRAINT contratos_fecha_termino_check CHECK (fecha_termino <= '2100-12-31'),
  terminacion text CONSTRAINT contratos_terminacion_check CHECK (terminacion IN ('CONCLUIDO', 'ANTICIPADA', 'RESCISION')),
  fecha_terminacion date,
  monto_final numeric(15, 2) CONSTRAINT contratos_monto_final_check CHECK (monto_final BETWEEN 0 AND 9999999999999.99),
  fecha_entrega_recepcion date,
  motivo_terminacion text CONSTRAINT contratos_motivo_largo_check CHECK (length(motivo_terminacion) BETWEEN 1 AND 2000),
  CONSTRAINT contratos_obra_key UNIQUE (id, obra_id),
  CONSTRAINT contratos_anticipo_check CHECK (anticipo <= monto),
  CONSTRAINT contratos_plazo_check CHECK (fecha_termino >= fecha_inicio),
  CONSTRAINT contratos_fin_check CHECK (fecha_terminacion >= fecha_firma AND fecha_terminacion <= '2100-12-31'),
  CONSTRAINT contratos_entrega_check CHECK (fecha_entrega_recepcion >= fecha_inicio AND fecha_entrega_recepcion <= '2100-12-31'),
  -- One that has ended says how and when. Before that it has come to nothing and nobody has taken the work over.
  CONSTRAINT contratos_terminacion_fecha_check CHECK ((terminacion IS NULL) = (fecha_terminacion IS NULL)),
  CONSTRAINT contratos_terminado_check
    CHECK (terminacion IS NOT NULL OR num_nonnulls(monto_final, fecha_entrega_recepcion, motivo_terminacion) = 0),
  CONSTRAINT contratos_motivo_check
    CHECK (coalesce(terminacion, '') NOT IN ('ANTICIPADA', 'RESCISION') OR coalesce(motivo_terminacion, '') <> '')
);
CREATE UNIQUE INDEX contratos_numero_key ON contratos (obra_id, fold_case(numero));
-- Who builds a work is looked for in its contracts: all words that are asked for stand in one firm's name.
CREATE INDEX contratos_contratista_idx ON contratos USING gin (fold_accents(contratista) gin_trgm_ops);

-- Agreements that change a contract's amount, term or scope.
CREATE TABLE convenios (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT convenios_pkey PRIMARY KEY,
  contrato_id integer NOT NULL,
  -- The contract's, so that all of a work's follow-up says whose it is.
  obra_id integer NOT NULL,
  -- Given by the service, from 1.
  orden integer NOT NULL CONSTRAINT convenios_orden_check CHECK (orden > 0),
  fecha date NOT NULL CONSTRAINT convenios_fecha_check CHECK (fecha BETWEEN '2000-01-01' AND '2100-12-31'),
  monto_nuevo numeric(15, 2) CONSTRAINT convenios_monto_nuevo_check CHECK (monto_nuevo BETWEEN 0 AND 9999999999999.99),
  fecha_termino_nueva date CONSTRAINT convenios_fecha_termino_nueva_check CHECK (fecha_termino_nueva <= '2100-12-31'),
  alcance text CONSTRAINT convenios_alcance_check CHECK (length(alcance) BETWEEN 1 AND 2000),
  justificacion text NOT NULL CONSTRAINT convenios_justificacion_check CHECK (length(justificacion) BETWEEN 1 AND 2000),
  CONSTRAINT convenios_orden_key UNIQUE (contrato_id, orden),
  CONSTRAINT convenios_contrato_fkey FOREIGN KEY (contrato_id, obra_id) REFERENCES contratos (id, obra_id) ON DELETE CASCADE,
  CONSTRAINT convenios_cambia_algo CHECK (num_nonnulls(monto_nuevo, fecha_termino_nueva, alcance) > 0)
);

-- One row for each work that has any follow-up: what lists, filters and exports look at. Triggers keep it true
-- (sql/seguimiento.sql). It is made of the tables above alone, so that a write of a work need not touch it.
CREATE TABLE obras_seguimiento (
  obra_id integer CONSTRAINT obras_seguimiento_pkey PRIMARY KEY
    CONSTRAINT obras_seguimiento_obra_id_fkey REFERENCES obras ON DELETE CASCADE,
  -- The newest report, and how many there are.
  avance_fisico numeric(5, 2),
  fecha_corte date,
  -- What a report said last, and as of its day: a report that says nothing of it takes nothing back.
  monto_pagado numeric(15, 2),
  fecha_pagado date,
  causa_atraso text,
  reportes integer NOT NULL,
  -- The first cut since which all was built, where that is so.
  terminada_al date,
  fecha_inicio_base date,
  fecha_termino_base date,
  -- The latest term of the contracts that build it, or else the newest programme's.
  fecha_termino_vigente date,
  fecha_termino_real date,
  -- Contracts that build it.
  contratos integer NOT NULL,
  monto_contratado numeric,
  monto_vigente numeric,
  convenios integer NOT NULL,
  -- Those who build it, each once.
  contratista text
);
CREATE INDEX obras_seguimiento_avance_idx ON obras_seguimiento (avance_fisico, obra_id);
CREATE INDEX obras_seguimiento_termino_idx ON obras_seguimiento (fecha_termino_vigente, obra_id);
CREATE INDEX obras_seguimiento_corte_idx ON obras_seguimiento (fecha_corte, obra_id);
-- The works that nobody has said to be done, by their term: those that are late are read from here alone, and counted.
CREATE INDEX obras_seguimiento_pendiente_idx ON obras_seguimiento (fecha_termino_vigente, obra_id)
  WHERE fecha_termino_real IS NULL AND terminada_al IS NULL;

-- Favorites ------------------------------------------------------------------------------------------------

CREATE TABLE favorites (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT favorites_pkey PRIMARY KEY,
  user_id uuid NOT NULL CONSTRAINT favorites_user_id_fkey REFERENCES users ON DELETE CASCADE,
  obra_id integer NOT NULL CONSTRAINT favorites_obra_id_fkey REFERENCES obras ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT favorites_user_id_obra_id_key UNIQUE (user_id, obra_id)
);
CREATE INDEX favorites_newest_idx ON favorites (user_id, created_at DESC, id DESC);
CREATE INDEX favorites_obra_id_idx ON favorites (obra_id);

-- The ledger -----------------------------------------------------------------------------------------------
-- One row for each create, change and delete of every resource, whoever makes it, written by triggers in the
-- transaction of the change (sql/bitacora.sql). One for each login and failed login, written by the service. Rows are only
-- ever added.

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
  -- The work that the row is about, where it is about a part of one.
  obra_id integer,
  antes jsonb,
  despues jsonb,
  -- How long the changes are as text, which says nothing of how long they are as they are stored: 1e308 is a number of few
  -- digits in `jsonb` and of 309 in an answer. Pages of the ledger are bounded by it.
  bytes bigint NOT NULL GENERATED ALWAYS AS (
    coalesce(octet_length(antes::text), 0)::bigint + coalesce(octet_length(despues::text), 0)) STORED,
  -- The file that an import has read, and the row in it.
  archivo text,
  fila integer
);
-- The ledger grows for years: each of its filters, and time, has an index that is read in the order of the answer, newest
-- first, so that a page takes as long in ten years as it does today.
CREATE INDEX bitacora_instante_idx ON bitacora (instante);
CREATE INDEX bitacora_usuario_idx ON bitacora (usuario_id, instante);
CREATE INDEX bitacora_accion_idx ON bitacora (accion, instante);
CREATE INDEX bitacora_recurso_idx ON bitacora (recurso, instante);
CREATE INDEX bitacora_registro_idx ON bitacora (registro, instante);
-- The story of one record is read in the order of its rows: GET /obras/:id/historial, and when it last changed in GET /oc4ids.
CREATE INDEX bitacora_historia_idx ON bitacora (recurso, registro, id);
CREATE INDEX bitacora_obra_idx ON bitacora (obra_id, id) WHERE obra_id IS NOT NULL;
-- The changes of amounts, of each work in their order.
CREATE INDEX bitacora_montos_idx ON bitacora (registro, id)
  WHERE recurso = 'obras' AND accion = 'cambiar' AND antes ? 'monto';

-- These stay with the table, since both may belong to a role of their own (docs/operations.md).
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of bitacora are never changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER bitacora_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON bitacora
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

-- The service's own -----------------------------------------------------------------------------------------

-- First answers to POSTs that came with an Idempotency-Key, written in the transaction of the change that they tell of.
-- Neither key nor body stand here, only digests (src/http/idempotency.ts).
CREATE TABLE idempotencias (
  -- Digest of caller and key.
  clave bytea CONSTRAINT idempotencias_pkey PRIMARY KEY,
  -- Digest of the request, under the key.
  huella bytea NOT NULL,
  estatus smallint NOT NULL,
  respuesta text NOT NULL,
  creada timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX idempotencias_creada_idx ON idempotencias (creada);

-- Imports that are under way, and those of the last day (src/obras/importacion/job.ts). A row is no record of the registry's:
-- what an import has changed is in the ledger.
CREATE TABLE importaciones (
  id uuid DEFAULT gen_random_uuid() CONSTRAINT importaciones_pkey PRIMARY KEY,
  archivo text NOT NULL,
  -- Sheets of follow-up come in beside those of works. Clerks bring them in, and see their own imports alone.
  clase text NOT NULL DEFAULT 'obras' CONSTRAINT importaciones_clase_check CHECK (clase IN ('obras', 'seguimiento')),
  simular boolean NOT NULL,
  -- The e-mail of whoever began it, as it was then; null where that is the command.
  usuario text,
  -- Whoever began it; null where that is the command.
  usuario_id uuid,
  estado text NOT NULL DEFAULT 'revisando' CONSTRAINT importaciones_estado_check CHECK (
    estado IN ('revisando', 'escribiendo', 'terminada', 'fallida', 'cancelada', 'interrumpida')),
  iniciada_en timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When the program that runs it last said so. One that has said nothing for a while is there no more.
  latido timestamptz NOT NULL DEFAULT clock_timestamp(),
  terminada_en timestamptz,
  filas_revisadas integer NOT NULL DEFAULT 0,
  -- Rows of the file, as far as is known while it is read.
  filas_total integer,
  -- Rows that change something, once all are known.
  filas_por_escribir integer,
  -- Of those, the ones that are written: each batch says so in its own transaction.
  filas_escritas integer NOT NULL DEFAULT 0,
  -- Why it ended before its end.
  error text,
  informe json,
  CONSTRAINT importaciones_filas_check CHECK (
    filas_revisadas >= 0 AND filas_escritas BETWEEN 0 AND coalesce(filas_por_escribir, 0)),
  CONSTRAINT importaciones_simular_check CHECK (NOT simular OR filas_por_escribir IS NULL),
  CONSTRAINT importaciones_terminada_check CHECK (
    (terminada_en IS NULL) = (estado IN ('revisando', 'escribiendo'))
    AND (estado <> 'escribiendo' OR filas_por_escribir IS NOT NULL)),
  CONSTRAINT importaciones_informe_check CHECK ((informe IS NOT NULL) = (estado = 'terminada'))
);
-- One at a time, whichever instance or command runs it.
CREATE UNIQUE INDEX importaciones_en_curso_key ON importaciones ((true)) WHERE terminada_en IS NULL;

-- Changes that instances have yet to hear of (sql/avisos.sql, src/db/changes.ts). Not logged: after a crash everybody begins
-- anew.
CREATE UNLOGGED TABLE cambios (
  -- The transaction that made the change. Rows become visible when it commits, in whatever order.
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- The name of the table that changed as a whole, or table/id of one record.
  aviso text NOT NULL
);
CREATE INDEX cambios_xid_idx ON cambios (xid);

-- The texts of sql/ that have been in use; and of the one that is, the statements that take away what it made
-- (src/db/migrate.ts).
CREATE TABLE schema_sql (
  md5 text CONSTRAINT schema_sql_pkey PRIMARY KEY,
  quitar text
);
