-- The record that a merged one goes on in, by which sheets that still name the old one are read (src/features/fusion/fusion.ts). It is
-- held by no foreign key: a copy loads a table's rows in parts, and an id that is not there is none.
ALTER TABLE dependencias ADD COLUMN fusionado_en integer;
ALTER TABLE tipos_proyecto ADD COLUMN fusionado_en integer;
ALTER TABLE fondos ADD COLUMN fusionado_en integer;
-- What stands in place of an RFC is told, and no longer refused for its length. The services of before refuse it before they write it.
ALTER TABLE contratos DROP CONSTRAINT contratos_contratista_rfc_largo_check;
ALTER TABLE contratos ADD CONSTRAINT contratos_contratista_rfc_texto_check CHECK (length(contratista_rfc) BETWEEN 1 AND 50) NOT VALID;
