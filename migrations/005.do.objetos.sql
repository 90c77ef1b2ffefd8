-- The SHA-256 of what was sent as the last file that named the object and was deleted. People know a file by that alone, and
-- may ask for its bytes to go before their 30 days are over.
ALTER TABLE objetos ADD COLUMN eliminado text
  CONSTRAINT objetos_eliminado_check CHECK (eliminado ~ '^[0-9a-f]{64}$');
