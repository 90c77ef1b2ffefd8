-- The whole schema. Constraints carry names: src/db/constraints.ts turns each into a status and a sentence.

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

-- Equal for texts that differ only in case and accents; ñ is found by n.
CREATE FUNCTION fold_accents(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(regexp_replace(normalize($1, NFD) COLLATE "C", '[\u0300-\u036f]', '', 'g') COLLATE "C");

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

-- Instants as the interface writes them: ISO 8601, UTC, milliseconds.
CREATE FUNCTION iso8601(timestamptz) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN to_char($1 AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Catalogs -------------------------------------------------------------------------------------------------

CREATE TABLE estatus_obra (
  id integer CONSTRAINT estatus_obra_pkey PRIMARY KEY,
  nombre text NOT NULL
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
  ultimo_numero_obra integer NOT NULL DEFAULT 0
);

CREATE TABLE tipos_proyecto (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT tipos_proyecto_pkey PRIMARY KEY,
  nombre varchar(150) NOT NULL CONSTRAINT tipos_proyecto_nombre_check CHECK (nombre <> ''),
  nombre_orden text COLLATE "C" GENERATED ALWAYS AS (spanish_order(nombre)) STORED,
  activo boolean NOT NULL DEFAULT true
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
  activo boolean NOT NULL DEFAULT true
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
  -- Tokens issued before this instant are refused.
  tokens_valid_from timestamptz NOT NULL DEFAULT '-infinity',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_email_key ON users (lower(email COLLATE "C"));

CREATE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER users_updated_at BEFORE UPDATE ON users
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION touch_updated_at();

-- The last active admin stays. Changes that would take one away queue on an advisory lock, so that two admins
-- who demote each other at the same instant are judged one after the other.
CREATE FUNCTION keep_last_active_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('registro.users_last_active_admin'));
  IF NOT EXISTS (SELECT FROM users WHERE roles = 'admin' AND is_active) THEN
    RAISE EXCEPTION USING
      ERRCODE = 'check_violation',
      CONSTRAINT = 'users_last_active_admin',
      MESSAGE = 'the last active admin can be neither demoted nor deactivated';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_last_active_admin AFTER UPDATE ON users
  FOR EACH ROW WHEN (OLD.roles = 'admin' AND OLD.is_active AND NOT (NEW.roles = 'admin' AND NEW.is_active))
  EXECUTE FUNCTION keep_last_active_admin();
CREATE TRIGGER users_last_active_admin_deleted AFTER DELETE ON users
  FOR EACH ROW WHEN (OLD.roles = 'admin' AND OLD.is_active) EXECUTE FUNCTION keep_last_active_admin();

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
  CONSTRAINT obras_numero_obra_key UNIQUE (ejercicio_fiscal_id, numero_obra)
);
CREATE INDEX obras_dependencia_id_idx ON obras (dependencia_id, id);
CREATE INDEX obras_municipio_id_idx ON obras (municipio_id, id);
CREATE INDEX obras_tipo_proyecto_id_idx ON obras (tipo_proyecto_id, id);
CREATE INDEX obras_estatus_obra_id_idx ON obras (estatus_obra_id, id);
CREATE INDEX obras_ejercicio_fiscal_id_idx ON obras (ejercicio_fiscal_id, id);
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
