-- The tables, with those functions that their columns and indexes are made of. All other functions, views and triggers
-- stand in sql/. Constraints carry names: src/base/constraints.ts turns each into a status and a sentence.
--
-- The numbers begin here: this file and the next make in one step what fourteen made before. A registry of that time goes
-- on from there (anterior/015.sql).

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

-- Equal for texts that differ only in case and accents; ñ is found by n. Each letter that is taken apart costs, so the usual
-- ones are put in place of theirs before. Text of ASCII alone is not taken apart at all: eight million letters take half a
-- second, not four.
CREATE FUNCTION fold_accents(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
  WHEN octet_length($1) = length($1) THEN lower($1 COLLATE "C")
  ELSE lower(
    regexp_replace(
      normalize(translate($1, 'áéíóúñüÁÉÍÓÚÑÜ', 'aeiounuAEIOUNU'), NFD) COLLATE "C",
      '[\u0300-\u036f]', '', 'g'
    ) COLLATE "C")
END;

-- Key of the Spanish alphabetical order under COLLATE "C": Á with A, Ñ after N. Spaces and punctuation come before
-- digits and letters, in the order of the Unicode collation (CLDR), so '~' is free to stand behind the n of an ñ: it
-- follows 'z' in ASCII.
CREATE FUNCTION spanish_order(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(
  regexp_replace(
    replace(
      replace(
        translate(
          normalize($1, NFD),
          ' _-,;:!?.''"()[]{}@*/\&#%`^+<=>|~$',
          U&'\0001\0002\0003\0004\0005\0006\0007\0008\0009\000A\000B\000C\000D\000E\000F\0010' ||
          U&'\0011\0012\0013\0014\0015\0016\0017\0018\0019\001A\001B\001C\001D\001E\001F\0020\0021'
        ),
        U&'n\0303', 'n~'
      ),
      U&'N\0303', 'N~'
    ) COLLATE "C",
    '[\u0300-\u036f]', '', 'g'
  ) COLLATE "C"
);

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
  activo boolean NOT NULL DEFAULT true
);

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
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  token_kept text
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
  -- What the search parameter q looks through.
  busqueda text COLLATE "C" GENERATED ALWAYS AS
    (fold_accents(nombre || E'\n' || clave_unica || E'\n' || descripcion)) STORED,
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
  CONSTRAINT ubicaciones_poligono_check CHECK (tipo_geometria <> 'POLIGONO' OR ST_IsValid(geometria))
);
ALTER TABLE ubicaciones ALTER COLUMN geometria_json SET STORAGE EXTERNAL;
CREATE INDEX ubicaciones_obra_id_idx ON ubicaciones (obra_id);
CREATE INDEX ubicaciones_geometria_idx ON ubicaciones USING gist (geometria);
-- A map layer holds the ubicaciones of one kind, by obra and id: each page of it is read from where the last one ended.
CREATE INDEX ubicaciones_capa_idx ON ubicaciones (tipo_geometria, obra_id, id);
-- Text of PostgreSQL's knows no U+0000, which `json` takes as an escape that the ledger (jsonb) then refuses: an obra with
-- it could not be changed any more. NOT VALID: a row from before this rule keeps nobody from upgrading.
ALTER TABLE ubicaciones ADD CONSTRAINT ubicaciones_geometria_json_check
  CHECK (strpos(geometria_json::text, '\u0000') = 0) NOT VALID;

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
