-- What each instance with a standby (DATABASE_READ_URL) writes to the primary a few times a second. A standby that shows an
-- instance's newest one is of the same database, follows the same primary, and has what was committed before
-- (src/db/standby.ts).
CREATE TABLE latidos (
  instancia uuid CONSTRAINT latidos_pkey PRIMARY KEY,
  -- Milliseconds by the instance's own clock, which only goes forward.
  latido double precision NOT NULL,
  escrito_en timestamptz NOT NULL DEFAULT now()
);
