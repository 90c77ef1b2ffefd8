-- Sealed cuts of the registry (src/features/cortes/): all works with their follow-up as they stood at one instant. The file of a cut
-- lies in the store of files.

-- The chain of seals: each entry names the digest of the one before it. Rows are only ever added
-- (src/features/cortes/cortes.sql).
CREATE TABLE cortes (
  numero integer CONSTRAINT cortes_pkey PRIMARY KEY CONSTRAINT cortes_numero_check CHECK (numero > 0),
  -- Null of an entry that changes the key.
  clave text CONSTRAINT cortes_clave_key UNIQUE CONSTRAINT cortes_clave_check CHECK (clave ~ '^[0-9A-Z][0-9A-Z-]{0,39}$'),
  -- The digest of its file in the store.
  objeto text CONSTRAINT cortes_objeto_fkey REFERENCES objetos,
  -- The manifest as it is signed (RFC 8785), its SHA-256, and that of the entry before it.
  manifiesto text NOT NULL,
  huella text NOT NULL CONSTRAINT cortes_huella_key UNIQUE CONSTRAINT cortes_huella_check CHECK (huella ~ '^[0-9a-f]{64}$'),
  anterior text CONSTRAINT cortes_anterior_key UNIQUE CONSTRAINT cortes_anterior_fkey REFERENCES cortes (huella),
  -- The signature (Ed25519) in base64, and the public key in PEM.
  firma text NOT NULL,
  llave text NOT NULL,
  CONSTRAINT cortes_objeto_check CHECK ((clave IS NULL) = (objeto IS NULL)),
  CONSTRAINT cortes_primero_check CHECK ((numero = 1) = (anterior IS NULL))
);

-- Cuts under way, and those of the last day. A row is no record of the registry's.
CREATE TABLE cortes_trabajos (
  id uuid DEFAULT gen_random_uuid() CONSTRAINT cortes_trabajos_pkey PRIMARY KEY,
  clave text NOT NULL,
  titulo text NOT NULL,
  -- The e-mail of the administrator who began it, as it was then; null where that is a command.
  usuario text,
  estado text NOT NULL DEFAULT 'leyendo' CONSTRAINT cortes_trabajos_estado_check CHECK (
    estado IN ('leyendo', 'guardando', 'sellado', 'fallido', 'interrumpido')),
  iniciado_en timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When the program that makes it last said so. One that has said nothing for a while is there no more.
  latido timestamptz NOT NULL DEFAULT clock_timestamp(),
  terminado_en timestamptz,
  -- One at a time, whichever instance makes it.
  en_curso boolean GENERATED ALWAYS AS (CASE WHEN terminado_en IS NULL THEN true END) STORED
    CONSTRAINT cortes_trabajos_en_curso_key UNIQUE,
  obras_leidas integer NOT NULL DEFAULT 0,
  obras_total integer,
  -- Why it ended without a cut.
  error text,
  CONSTRAINT cortes_trabajos_terminado_check CHECK ((terminado_en IS NULL) = (estado IN ('leyendo', 'guardando'))),
  CONSTRAINT cortes_trabajos_error_check CHECK ((error IS NOT NULL) = (estado IN ('fallido', 'interrumpido')))
);
