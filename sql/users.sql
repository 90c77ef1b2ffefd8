-- Users have the instant of their last change. At least one of them is an active admin. That all sessions of a user were ended
-- changes nothing that anybody reads of them.

CREATE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER users_updated_at BEFORE UPDATE ON users
  FOR EACH ROW WHEN (
    OLD.* IS DISTINCT FROM NEW.*
    AND (OLD.tokens_valid_from = NEW.tokens_valid_from OR OLD.password_hash <> NEW.password_hash))
  EXECUTE FUNCTION touch_updated_at();

-- The last active admin stays. Before it removes one, a change takes an advisory lock. So two admins who demote each other
-- at once are checked one after the other.
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
