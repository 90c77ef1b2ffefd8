-- Photos and documents of works (src/archivos/). Their bytes lie in a store beside the database, each under the SHA-256 of what
-- is stored, in hexadecimal digits. Here stands what they are, and which objects the store has to have.

-- The store's own id, which stands in the store too (registro.json). It is made when the first file comes, so that a service
-- with another folder is noticed.
CREATE TABLE almacen (
  unico boolean DEFAULT true CONSTRAINT almacen_pkey PRIMARY KEY CONSTRAINT almacen_unico_check CHECK (unico),
  id uuid
);
INSERT INTO almacen DEFAULT VALUES;

-- An object that may be in the store. Its row is written before it is stored, and is deleted in the transaction that removes it.
CREATE TABLE objetos (
  huella text CONSTRAINT objetos_pkey PRIMARY KEY
    CONSTRAINT objetos_huella_check CHECK (huella ~ '^[0-9a-f]{64}$'),
  bytes integer NOT NULL CONSTRAINT objetos_bytes_check CHECK (bytes > 0),
  -- Until then the sweep leaves it, whether a file names it or not.
  conservar_hasta timestamptz NOT NULL DEFAULT now() + interval '1 day'
);
CREATE INDEX objetos_conservar_hasta_idx ON objetos (conservar_hasta);

CREATE TABLE archivos (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT archivos_pkey PRIMARY KEY,
  obra_id integer NOT NULL CONSTRAINT archivos_obra_id_fkey REFERENCES obras ON DELETE CASCADE,
  tipo text NOT NULL CONSTRAINT archivos_tipo_check CHECK (tipo IN ('FOTO', 'DOCUMENTO')),
  clase text CONSTRAINT archivos_clase_check CHECK (clase IN (
    'EXPEDIENTE_TECNICO', 'PROYECTO_EJECUTIVO', 'IMPACTO_AMBIENTAL', 'IMPACTO_SOCIAL', 'CONVOCATORIA', 'FALLO', 'CONTRATO',
    'CONVENIO', 'FIANZA', 'INFORME_AVANCE', 'ACTA_ENTREGA', 'FINIQUITO', 'AUDITORIA', 'OTRO')),
  titulo text NOT NULL CONSTRAINT archivos_titulo_check CHECK (titulo <> '' AND char_length(titulo) <= 200),
  fecha date CONSTRAINT archivos_fecha_check CHECK (fecha >= '1900-01-01'),
  publico boolean NOT NULL,
  -- Of the same work (archivos_check in sql/archivos.sql). A constraint of two columns would need one more index on each of the
  -- three tables.
  avance_id integer CONSTRAINT archivos_avance_id_fkey REFERENCES avances ON DELETE SET NULL,
  contrato_id integer CONSTRAINT archivos_contrato_id_fkey REFERENCES contratos ON DELETE SET NULL,
  ubicacion_id integer CONSTRAINT archivos_ubicacion_id_fkey REFERENCES ubicaciones ON DELETE SET NULL,
  -- What is stored: of a photo the large picture, and its size in pixels.
  bytes integer NOT NULL CONSTRAINT archivos_bytes_check CHECK (bytes > 0),
  tipo_media text NOT NULL CONSTRAINT archivos_tipo_media_check CHECK (tipo_media IN ('image/jpeg', 'application/pdf')),
  ancho integer CONSTRAINT archivos_ancho_check CHECK (ancho > 0),
  alto integer CONSTRAINT archivos_alto_check CHECK (alto > 0),
  -- The SHA-256 of what was sent.
  huella text NOT NULL CONSTRAINT archivos_huella_check CHECK (huella ~ '^[0-9a-f]{64}$'),
  objeto text NOT NULL CONSTRAINT archivos_objeto_fkey REFERENCES objetos,
  objeto_mini text CONSTRAINT archivos_objeto_mini_fkey REFERENCES objetos,
  creado_en timestamptz NOT NULL DEFAULT now(),
  actualizado_en timestamptz NOT NULL DEFAULT now(),
  -- The day that it is shown under.
  dia date NOT NULL GENERATED ALWAYS AS (coalesce(fecha, (creado_en AT TIME ZONE 'America/Merida')::date)) STORED,
  CONSTRAINT archivos_huella_key UNIQUE (obra_id, huella),
  CONSTRAINT archivos_foto_check CHECK (CASE tipo
    WHEN 'FOTO' THEN num_nulls(clase) = 1 AND num_nonnulls(ancho, alto, objeto_mini) = 3 AND tipo_media = 'image/jpeg'
    ELSE num_nonnulls(clase) = 1 AND num_nulls(ancho, alto, objeto_mini) = 3 AND tipo_media = 'application/pdf' END)
);
CREATE INDEX archivos_fotos_idx ON archivos (obra_id, dia DESC, id DESC) WHERE publico AND tipo = 'FOTO';
CREATE INDEX archivos_avance_id_idx ON archivos (avance_id) WHERE avance_id IS NOT NULL;
CREATE INDEX archivos_contrato_id_idx ON archivos (contrato_id) WHERE contrato_id IS NOT NULL;
CREATE INDEX archivos_ubicacion_id_idx ON archivos (ubicacion_id) WHERE ubicacion_id IS NOT NULL;
CREATE INDEX archivos_objeto_idx ON archivos (objeto);
CREATE INDEX archivos_objeto_mini_idx ON archivos (objeto_mini) WHERE objeto_mini IS NOT NULL;
