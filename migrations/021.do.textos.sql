-- The same texts, made with less work. An expression of the columns that are made of others is put together anew for each
-- statement that writes them. Functions in SQL are part of it and are taken apart each time. Those in PL/pgSQL are called.

-- The usual letters are put in place of theirs first. Mostly only ASCII is left then, and that is not taken apart.
CREATE OR REPLACE FUNCTION fold_accents(text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  texto text COLLATE "C" := $1;
BEGIN
  IF octet_length(texto) <> length(texto) THEN
    texto := translate(texto, 'áéíóúñüÁÉÍÓÚÑÜ', 'aeiounuAEIOUNU');
    IF octet_length(texto) <> length(texto) THEN
      texto := regexp_replace(normalize(texto, NFD) COLLATE "C", '[\u0300-\u036f]', '', 'g');
    END IF;
  END IF;
  RETURN lower(texto);
END $$;

CREATE OR REPLACE FUNCTION spanish_order(text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  texto text COLLATE "C" := translate(
    normalize($1, NFD),
    ' _-,;:!?.''"()[]{}@*/\&#%`^+<=>|~$',
    U&'\0001\0002\0003\0004\0005\0006\0007\0008\0009\000A\000B\000C\000D\000E\000F\0010' ||
    U&'\0011\0012\0013\0014\0015\0016\0017\0018\0019\001A\001B\001C\001D\001E\001F\0020\0021'
  );
BEGIN
  IF octet_length(texto) <> length(texto) THEN
    texto := replace(replace(texto, U&'n\0303', 'n~'), U&'N\0303', 'N~');
    texto := regexp_replace(texto, '[\u0300-\u036f]', '', 'g');
  END IF;
  RETURN lower(texto);
END $$;
