-- What was paid of a work is what a report said last, and as of its day: a report that says nothing of it takes nothing back.
-- A contractor of two contracts stands once.
ALTER TABLE obras_seguimiento ADD COLUMN fecha_pagado date;

UPDATE obras_seguimiento s SET monto_pagado = p.monto_pagado, fecha_pagado = p.fecha_corte
FROM (
  SELECT DISTINCT ON (obra_id) obra_id, monto_pagado, fecha_corte FROM avances
  WHERE monto_pagado IS NOT NULL ORDER BY obra_id, fecha_corte DESC) p
WHERE p.obra_id = s.obra_id;

UPDATE obras_seguimiento s SET contratista = c.contratista
FROM (
  SELECT obra_id, string_agg(nombre, '; ' ORDER BY primera, id) AS contratista
  FROM (
    SELECT obra_id, min(nombre) AS nombre, min(fecha_firma) AS primera, min(id) AS id
    FROM (
      SELECT obra_id, id, fecha_firma, first_value(contratista) OVER (
        PARTITION BY obra_id, coalesce(contratista_rfc, fold_accents(contratista)) ORDER BY fecha_firma DESC, id DESC) AS nombre
      FROM contratos WHERE naturaleza = 'OBRA') k
    GROUP BY obra_id, fold_accents(nombre)) firma
  GROUP BY obra_id) c
WHERE c.obra_id = s.obra_id AND c.contratista IS DISTINCT FROM s.contratista;
