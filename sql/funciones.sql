-- Functions that the service's statements call.

-- Instants in the interface's form: ISO 8601, UTC, milliseconds.
CREATE FUNCTION iso8601(timestamptz) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN to_char($1 AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- The digest of a record's JSON, for its ETag (src/core/http/cache/etag.ts).
CREATE FUNCTION state_digest(registro text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(left(encode(sha256(convert_to(registro, 'UTF8')), 'base64'), 22), '+/', '-_');

-- If-Match names the states in which a PATCH or DELETE may change a record. In any other it fails.
CREATE FUNCTION require_state(registro text, digests text[]) RETURNS void LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF state_digest(registro) = ANY (digests) THEN
    RETURN;
  END IF;
  RAISE EXCEPTION USING
    ERRCODE = 'check_violation', CONSTRAINT = 'if_match', MESSAGE = 'the record is in another state';
END $$;

-- The user of a valid token; otherwise the transaction fails here. With locks they are locked until it ends, so that no right ends
-- while a write under it goes on.
--
-- issued is the token's time in microseconds since 1970. digest is the token's, as in users.token_kept. outlasts: whether the
-- write goes on where the user has only left (POST /auth/logout), as an import does that was begun before.
CREATE FUNCTION require_caller(
  caller uuid, issued bigint, digest text, locks boolean DEFAULT true, outlasts boolean DEFAULT false)
RETURNS users LANGUAGE plpgsql AS $$
DECLARE
  found users;
BEGIN
  IF locks THEN
    SELECT * INTO found FROM users WHERE id = caller FOR SHARE;
  ELSE
    SELECT * INTO found FROM users WHERE id = caller;
  END IF;
  IF found.is_active IS NOT TRUE
    OR (1e6 * extract(epoch FROM found.tokens_valid_from) > issued AND found.token_kept IS DISTINCT FROM digest)
    -- After the lock, in a statement of its own, so that it sees an end that was committed meanwhile.
    OR (NOT outlasts AND EXISTS (SELECT FROM sesiones_terminadas WHERE huella = digest))
  THEN
    RAISE EXCEPTION USING
      ERRCODE = 'check_violation', CONSTRAINT = 'caller_token', MESSAGE = 'the token does not count any more';
  END IF;
  RETURN found;
END $$;

-- Fails where that user is no admin.
CREATE FUNCTION require_admin(
  caller uuid, issued bigint, digest text, locks boolean DEFAULT true, outlasts boolean DEFAULT false)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  found users := require_caller(caller, issued, digest, locks, outlasts);
BEGIN
  IF found.roles <> 'admin' THEN
    RAISE EXCEPTION USING
      ERRCODE = 'check_violation', CONSTRAINT = 'caller_admin', MESSAGE = 'the caller is no admin any more';
  END IF;
END $$;

-- The answers to POSTs with an Idempotency-Key count from this moment on. Older ones are removed (src/core/http/idempotency.ts).
CREATE FUNCTION answers_kept_since() RETURNS timestamptz LANGUAGE sql STABLE
RETURN now() - interval '24 hours';

-- Fails where a POST is not the first with its Idempotency-Key. A repetition is refused, not queued: an impatient client
-- would take up every connection. The check comes after the lock, in a statement of its own, so that it sees the commits of
-- earlier transactions.
--
-- solicitud has two digests in hexadecimal, and the status of the answer: clave of caller and key, huella of the request
-- under the key.
CREATE FUNCTION require_first(solicitud jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  anterior bytea;
BEGIN
  IF NOT pg_try_advisory_xact_lock(('x' || left(solicitud ->> 'clave', 16))::bit(64)::bigint) THEN
    RAISE EXCEPTION USING
      ERRCODE = 'check_violation', CONSTRAINT = 'idempotencia_en_curso', MESSAGE = 'the first request is still under way';
  END IF;
  SELECT huella INTO anterior FROM idempotencias
  WHERE clave = decode(solicitud ->> 'clave', 'hex') AND creada >= answers_kept_since();
  IF anterior = decode(solicitud ->> 'huella', 'hex') THEN
    RAISE EXCEPTION USING
      ERRCODE = 'check_violation', CONSTRAINT = 'idempotencia_respondida', MESSAGE = 'the request has been answered before';
  ELSIF FOUND THEN
    RAISE EXCEPTION USING
      ERRCODE = 'check_violation', CONSTRAINT = 'idempotencia_usada', MESSAGE = 'the key came with another request before';
  END IF;
  -- No obra yet, in whatever order the batches of a shared transaction run.
  PERFORM set_config('registro.obra_nueva', '', true);
END $$;

-- The answer of a POST. With an Idempotency-Key its transaction stores it.
CREATE FUNCTION keep_answer(respuesta text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  primera jsonb := ledger_author() -> 'idempotencia';
BEGIN
  IF primera IS NOT NULL THEN
    INSERT INTO idempotencias AS i (clave, huella, estatus, respuesta)
    VALUES (decode(primera ->> 'clave', 'hex'), decode(primera ->> 'huella', 'hex'), (primera ->> 'estatus')::smallint, respuesta)
    ON CONFLICT (clave) DO UPDATE SET
      huella = excluded.huella, estatus = excluded.estatus, respuesta = excluded.respuesta, creada = excluded.creada;
  END IF;
  RETURN respuesta;
END $$;

-- Whether all rows of a statement were written. It fails where a foreign trigger has swallowed one (RETURN NULL).
CREATE FUNCTION require_taken(expected bigint, written bigint) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF expected <> written THEN
    RAISE EXCEPTION 'of % rows the database took % and said nothing: does a trigger of somebody else''s answer NULL?', expected, written;
  END IF;
  RETURN true;
END $$;
