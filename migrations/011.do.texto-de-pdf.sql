-- What comes out of PDFs and Word is found as people type it: ligatures, «m²», soft hyphens, control characters between words.
-- Stored texts that the new functions fold in another way are folded anew by steps after the start (sql/busqueda.sql).

-- Equal for texts that differ only in case, accents, compatibility forms (NFKD), and in what is not seen. Control characters
-- count as blanks, the end of a line as itself. `fold` in src/obras/palabras.ts does the same.
CREATE OR REPLACE FUNCTION fold_accents(text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  texto text COLLATE "C" := $1;
BEGIN
  IF octet_length(texto) <> length(texto) THEN
    texto := translate(texto, 'áéíóúñüÁÉÍÓÚÑÜ', 'aeiounuAEIOUNU');
    IF octet_length(texto) <> length(texto) THEN
      texto := regexp_replace(
        normalize(texto, NFKD) COLLATE "C",
        '[\u0300-\u036f\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]',
        '', 'g');
    END IF;
  END IF;
  IF texto ~ '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]' THEN
    texto := regexp_replace(texto, '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]', ' ', 'g');
  END IF;
  RETURN lower(texto);
END $$;

-- As before, with two more forms: 60 of «calle60», and digits as wide as East Asian letters.
CREATE OR REPLACE FUNCTION short_numbers(text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  texto text COLLATE "C" := translate(left($1, 1000000), '×X０１２３４５６７８９', 'xx0123456789');
BEGIN
  IF texto !~ '[0-9]' THEN
    RETURN '{}';
  END IF;
  texto := regexp_replace(texto, 'calles?(?=[0-9])', ' ', 'gi');
  RETURN ARRAY(
    SELECT DISTINCT numero COLLATE "C"
    FROM regexp_matches(texto, '[A-Za-z]*[0-9][0-9A-Za-z]*(?:[.,][0-9][0-9A-Za-z]*)*', 'g') AS m,
      string_to_table(m[1], 'x') AS numero
    WHERE m[1] ~ '^[0-9]{1,4}(?:x[0-9]{1,4})*$');
END $$;
