-- Sheets of a further kind are imported: the records of works. The kinds are those that features register.
ALTER TABLE importaciones DROP CONSTRAINT importaciones_clase_check;
