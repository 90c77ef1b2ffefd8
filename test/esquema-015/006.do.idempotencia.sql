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
