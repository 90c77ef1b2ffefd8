-- Cuts are never changed or deleted, as the ledger is not. They are announced, so that kept answers about them end.

CREATE FUNCTION refuse_seal_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of cortes are never changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER cortes_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON cortes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_seal_change();

SELECT keep_announced('cortes');
