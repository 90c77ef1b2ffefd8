-- What says the day of a photo: its camera, or the name of its file. Null where somebody has written it, or where it has none.
ALTER TABLE archivos ADD COLUMN fecha_segun text
  CONSTRAINT archivos_fecha_segun_check CHECK (fecha_segun IN ('CAMARA', 'NOMBRE')),
  ADD CONSTRAINT archivos_fecha_segun_foto_check CHECK (fecha_segun IS NULL OR (tipo = 'FOTO' AND fecha IS NOT NULL));
