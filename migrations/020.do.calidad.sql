-- What the rules of sql/calidad.sql look into.

-- What is in each municipio or at most 1 km from it. The service fills the table from sources/limites-municipales.geojson
-- when it starts and finds it empty (src/catalogos/limites.ts). A migration that follows a new edition of that file empties it.
CREATE TABLE municipios_limites (
  municipio_id integer CONSTRAINT municipios_limites_pkey PRIMARY KEY
    CONSTRAINT municipios_limites_municipio_id_fkey REFERENCES municipios,
  alrededores geometry(Geometry, 4326) NOT NULL
);
-- Read for each ubicación: not compressed, so that it is quick to read.
ALTER TABLE municipios_limites ALTER COLUMN alrededores SET STORAGE EXTERNAL;

-- The changes of amounts, of each work in their order.
CREATE INDEX bitacora_montos_idx ON bitacora (registro, id)
  WHERE recurso = 'obras' AND accion = 'cambiar' AND antes ? 'monto';
