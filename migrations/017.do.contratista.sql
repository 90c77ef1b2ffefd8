-- Who builds the work; null where that is not known.
ALTER TABLE obras ADD COLUMN contratista varchar(255)
  CONSTRAINT obras_contratista_check CHECK (contratista <> '');
