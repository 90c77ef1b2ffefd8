-- What auditors ask of the works and its columns don't say. Each rule is one view, which has the ids of the works that it
-- finds (obra_id), and a filter of GET /obras reads it.

CREATE VIEW calidad_sin_ubicacion AS
SELECT o.id AS obra_id FROM obras o
WHERE NOT EXISTS (SELECT FROM ubicaciones u WHERE u.obra_id = o.id);

-- An ubicación more than 1 km from the municipio that it names: limits are simplified by up to 550 m. Those of one
-- municipio come one after the other, so that PostGIS prepares its shape once. OFFSET keeps that order from being dropped.
CREATE VIEW calidad_fuera_de_municipio AS
SELECT u.obra_id
FROM (SELECT obra_id, municipio_id, geometria FROM ubicaciones ORDER BY municipio_id OFFSET 0) u
JOIN municipios_limites l ON l.municipio_id = u.municipio_id
WHERE NOT ST_Intersects(l.alrededores, u.geometria);

-- When each work was registered, and by whom. The ledger knows nothing of those that are older than it.
CREATE VIEW obras_registro AS
SELECT registro::integer AS obra_id, instante, usuario_id
FROM bitacora WHERE recurso = 'obras' AND accion = 'crear';

-- The works whose amount is not that of their registration. The first change of an amount says what that was.
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

-- Works that look as if they were registered twice: of one dependencia and fiscal year, with names that begin alike, are
-- alike and have the same numbers in them, and with the same amount or at most 100 m apart.
--
-- Works are put into groups, those with the same amount and those in one cell of a grid. Four grids of cells of 280 m,
-- each half a cell beside the others, have any two places 100 m apart together in a cell of one of them. Within a group names
-- are sorted, and each is compared with the two before it. So the effort grows with the number of works, not with its square.
-- Whoever reads all years asks for one after the other, so that no statement takes long.
CREATE FUNCTION calidad_duplicadas_en(ejercicio integer) RETURNS SETOF integer LANGUAGE sql STABLE ROWS 100
-- Compiling it takes longer than running it.
SET jit = off AS $$
WITH obra AS MATERIALIZED (
  SELECT id, monto, hashtextextended(
    left(nombre_orden, 3) || regexp_replace(nombre_orden, '[^0-9]+', ' ', 'g'),
    dependencia_id) AS huella
  FROM obras WHERE ejercicio_fiscal_id = ejercicio
), grupo AS (
  SELECT true AS mismo_monto, array_agg(id) AS obras FROM obra GROUP BY huella, monto HAVING count(*) > 1
  UNION ALL
  SELECT false, array_agg(DISTINCT o.id)
  FROM obras_mapa m JOIN obra o ON o.id = m.obra_id CROSS JOIN generate_series(0, 3) AS rejilla
  WHERE m.ejercicio_fiscal_id = ejercicio
  GROUP BY o.huella, rejilla, (m.x + 1024 * (rejilla & 1)) >> 11, (m.y + 1024 * (rejilla >> 1)) >> 11
  HAVING min(o.id) <> max(o.id)
), numerado AS (
  SELECT mismo_monto, obras, row_number() OVER () AS grupo FROM grupo
), ordenada AS (
  SELECT o.id, n.mismo_monto, o.nombre_orden AS nombre,
    lag(o.id) OVER nombres AS id_1, lag(o.nombre_orden) OVER nombres AS nombre_1,
    lag(o.id, 2) OVER nombres AS id_2, lag(o.nombre_orden, 2) OVER nombres AS nombre_2
  FROM numerado n CROSS JOIN LATERAL unnest(n.obras) AS miembro JOIN obras o ON o.id = miembro
  WINDOW nombres AS (PARTITION BY n.grupo ORDER BY o.nombre_orden, o.id)
), par AS (
  SELECT id AS una, id_1 AS otra, mismo_monto FROM ordenada
  WHERE nombre = nombre_1 OR similarity(nombre, nombre_1) >= 0.6
  UNION
  SELECT id, id_2, mismo_monto FROM ordenada
  WHERE nombre = nombre_2 OR similarity(nombre, nombre_2) >= 0.6
)
SELECT DISTINCT obra_id
FROM par CROSS JOIN LATERAL unnest(ARRAY[una, otra]) AS obra_id
WHERE mismo_monto OR EXISTS (
  SELECT FROM ubicaciones u JOIN ubicaciones v ON v.obra_id = par.otra
  WHERE u.obra_id = par.una
    AND ST_DWithin(ST_PointOnSurface(u.geometria)::geography, ST_PointOnSurface(v.geometria)::geography, 100))
$$;
CREATE VIEW calidad_duplicadas AS
SELECT e.id AS ejercicio_fiscal_id, obra_id
FROM ejercicios_fiscales e CROSS JOIN LATERAL calidad_duplicadas_en(e.id) AS obra_id;
