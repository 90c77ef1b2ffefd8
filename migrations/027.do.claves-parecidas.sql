-- An import looks for keys that are new but for zeros before them, «.0» behind, or capitals: spreadsheet programs make 42 of 0042.
-- The expression is that of src/obras/importacion/queries.ts.
CREATE INDEX obras_clave_parecida_idx
  ON obras (fold_case(regexp_replace(clave_unica, '^0+(?=[^.])|\.0+$', '', 'g')));
