-- Rules of auditors that need more than the columns of obras. Each rule is one view with the ids of its works (obra_id),
-- which a filter of GET /obras reads.

CREATE VIEW calidad_sin_ubicacion AS
SELECT o.id AS obra_id FROM obras o
WHERE NOT EXISTS (SELECT FROM ubicaciones u WHERE u.obra_id = o.id);

-- Ubicaciones more than 1 km outside their municipio: limits are simplified by up to 550 m. Rows of one municipio follow
-- each other, so that PostGIS prepares its shape once. OFFSET preserves that order.
CREATE VIEW calidad_fuera_de_municipio AS
SELECT u.obra_id
FROM (SELECT obra_id, municipio_id, geometria FROM ubicaciones ORDER BY municipio_id OFFSET 0) u
JOIN municipios_limites l ON l.municipio_id = u.municipio_id
WHERE NOT ST_Intersects(l.alrededores, u.geometria);

-- The time of each work's registration, and its author. Works older than the ledger are not in it.
CREATE VIEW obras_registro AS
SELECT registro::integer AS obra_id, instante, usuario_id
FROM bitacora WHERE recurso = 'obras' AND accion = 'crear';

-- The works whose amount is not that of their registration. The first change of an amount has the original one.
CREATE VIEW calidad_variacion AS
SELECT o.id AS obra_id, o.monto, b.inicial
FROM (
  SELECT DISTINCT ON (registro) registro::integer AS obra_id, (antes ->> 'monto')::numeric AS inicial
  FROM bitacora
  WHERE recurso = 'obras' AND accion = 'cambiar' AND antes ? 'monto'
  ORDER BY registro, id
) b
JOIN obras o ON o.id = b.obra_id
WHERE o.monto <> b.inicial;

-- Works that seem to be registered twice: of one dependencia and fiscal year, with names that begin alike, are similar and
-- have the same numbers in them, and with the same amount or at most 100 m apart.
--
-- Works are put into groups, those with the same amount and those in one cell of a grid. Four grids of cells of 280 m, each
-- half a cell beside the others, have any two places 100 m apart together in a cell of one of them. Within a group names are
-- sorted, and each is compared with the two before it. So the effort grows with the number of works, not with its square.
-- Readers of all years ask for one after the other, so that no statement takes long.
CREATE FUNCTION calidad_duplicadas_en(ejercicio integer) RETURNS SETOF integer LANGUAGE sql STABLE ROWS 100 AS $$
WITH obra AS MATERIALIZED (
  SELECT id, monto, hashtextextended(
    left(nombre_orden, 3) || regexp_replace(nombre_orden, '[^0-9]+', ' ', 'g'),
    dependencia_id) AS fingerprint
  FROM obras WHERE ejercicio_fiscal_id = ejercicio
), candidates AS (
  SELECT true AS same_amount, array_agg(id) AS obras FROM obra GROUP BY fingerprint, monto HAVING count(*) > 1
  UNION ALL
  SELECT false, array_agg(DISTINCT o.id)
  FROM obras_mapa m JOIN obra o ON o.id = m.obra_id CROSS JOIN generate_series(0, 3) AS grid
  WHERE m.ejercicio_fiscal_id = ejercicio
  GROUP BY o.fingerprint, grid, (m.x + 1024 * (grid & 1)) >> 11, (m.y + 1024 * (grid >> 1)) >> 11
  HAVING min(o.id) <> max(o.id)
), numbered AS (
  SELECT same_amount, obras, row_number() OVER () AS group_number FROM candidates
), neighbours AS (
  SELECT o.id, n.same_amount, o.nombre_orden AS nombre,
    lag(o.id) OVER by_name AS id_1, lag(o.nombre_orden) OVER by_name AS nombre_1,
    lag(o.id, 2) OVER by_name AS id_2, lag(o.nombre_orden, 2) OVER by_name AS nombre_2
  FROM numbered n CROSS JOIN LATERAL unnest(n.obras) AS member JOIN obras o ON o.id = member
  WINDOW by_name AS (PARTITION BY n.group_number ORDER BY o.nombre_orden, o.id)
), pair AS (
  SELECT id AS one, id_1 AS other, same_amount FROM neighbours
  WHERE nombre = nombre_1 OR similarity(nombre, nombre_1) >= 0.6
  UNION
  SELECT id, id_2, same_amount FROM neighbours
  WHERE nombre = nombre_2 OR similarity(nombre, nombre_2) >= 0.6
)
SELECT DISTINCT obra_id
FROM pair CROSS JOIN LATERAL unnest(ARRAY[one, other]) AS obra_id
WHERE same_amount OR EXISTS (
  SELECT FROM ubicaciones u JOIN ubicaciones v ON v.obra_id = pair.other
  WHERE u.obra_id = pair.one
    AND ST_DWithin(ST_PointOnSurface(u.geometria)::geography, ST_PointOnSurface(v.geometria)::geography, 100))
$$;
CREATE VIEW calidad_duplicadas AS
SELECT e.id AS ejercicio_fiscal_id, obra_id
FROM ejercicios_fiscales e CROSS JOIN LATERAL calidad_duplicadas_en(e.id) AS obra_id;
