-- Imports that are under way, and those of the last day (src/obras/importacion/job.ts). A row is no record of the registry's:
-- what an import has changed is in the ledger.
CREATE TABLE importaciones (
  id uuid DEFAULT gen_random_uuid() CONSTRAINT importaciones_pkey PRIMARY KEY,
  archivo text NOT NULL,
  simular boolean NOT NULL,
  -- The e-mail of whoever began it, as it was then; null where that is the command.
  usuario text,
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
