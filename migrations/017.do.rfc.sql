-- An RFC of another form is told, and no longer refused: a contract has what its paper has. The services of before go on refusing it.
ALTER TABLE contratos DROP CONSTRAINT contratos_contratista_rfc_check;
ALTER TABLE contratos ADD CONSTRAINT contratos_contratista_rfc_largo_check CHECK (length(contratista_rfc) BETWEEN 1 AND 13) NOT VALID;
