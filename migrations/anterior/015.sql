-- A registry of version 15, whose tables fifteen files had made, goes on from here. Its tables are those of
-- 014.do.tablas.sql already. Functions, views and triggers are taken away, and sql/ makes them anew.

-- Their triggers go with them.
DROP FUNCTION
  announce_table, announce_record, announce_obra, announce_favorite, render_new_obras, render_changed_obras,
  render_obras_of_ubicaciones, render_all_obras, lock_names, render_obras_in_municipio, render_obras_with_estatus,
  touch_updated_at, keep_last_active_admin, note_change, note_obra_change, note_truncate
  CASCADE;
DROP VIEW obras_piezas, obras_lugares;
DROP FUNCTION
  announce, render_obras, join_obra, ledger_author, write_ledger, ledger_record, ledger_difference, ledger_obra_fields,
  ledger_obra_places, update_map, move_on_map, map_place, iso8601, require_state, require_admin;

-- As in 014.do.tablas.sql.
CREATE TABLE schema_sql (
  md5 text CONSTRAINT schema_sql_pkey PRIMARY KEY,
  quitar text
);
