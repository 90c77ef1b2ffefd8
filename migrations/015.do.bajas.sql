-- Feeds of changes look for deletions of works, which nothing else in the ledger should push out of sight.
CREATE INDEX bitacora_bajas_idx ON bitacora (id) WHERE recurso = 'obras' AND accion = 'eliminar';
