-- Sessions that were ended before their token's time: `POST /auth/logout`. A token whose digest stands here is refused.
CREATE TABLE sesiones_terminadas (
  -- The token's SHA-256 in base64url (src/auth/tokens.ts). No token can be made of it.
  huella text CONSTRAINT sesiones_terminadas_pkey PRIMARY KEY,
  user_id uuid NOT NULL CONSTRAINT sesiones_terminadas_user_id_fkey REFERENCES users ON DELETE CASCADE,
  -- When the token would have expired. A day later the row says nothing any more.
  vence timestamptz NOT NULL
);
CREATE INDEX sesiones_terminadas_vence_idx ON sesiones_terminadas (vence);
