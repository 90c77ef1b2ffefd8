-- Who builds a work is looked for in its contracts: all words that are asked for stand in one firm's name.
DROP INDEX obras_seguimiento_contratista_idx;
CREATE INDEX contratos_contratista_idx ON contratos USING gin (fold_accents(contratista) gin_trgm_ops);
