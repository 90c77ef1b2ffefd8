-- The story of one record is read in the order of its rows: GET /obras/:id/historial, and when it last changed in GET /oc4ids.
CREATE INDEX bitacora_historia_idx ON bitacora (recurso, registro, id);
