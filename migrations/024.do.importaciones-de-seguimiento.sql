-- Sheets of follow-up come in beside those of works. Clerks bring them in, and see their own imports alone.
ALTER TABLE importaciones
  ADD COLUMN clase text NOT NULL DEFAULT 'obras'
    CONSTRAINT importaciones_clase_check CHECK (clase IN ('obras', 'seguimiento')),
  -- Whoever began it; null where that is the command.
  ADD COLUMN usuario_id uuid;
