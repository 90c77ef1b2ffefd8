import sql, { join, type Sql } from 'sql-template-tag';
import { type Box, corners, touches } from '../../listados/rectangulo.ts';
import { columnOf, rangesOf, rowOf } from './cuadricula.ts';

/** The map's rows end there: places nearer to a pole are put on its edge. Degrees. */
const MERCATOR = 85;
/** Squares that are looked through; with more, less beside the rectangle is read. */
const SQUARES = 16;
/** Cells along an edge that are not taken for inside, and their width in degrees with some to spare. */
const MARGIN_CELLS = 2;
const MARGIN_DEGREES = 1e-5;

/**
 * The ids of the obras with an ubicación that touches a rectangle, each once: a SELECT. It reads the map's index, not one
 * geometry after another: a place well inside is a point of its geometry. All others that touch the rectangle reach an edge.
 *
 * @param filters conditions on `obras_mapa o`, each beginning with AND
 * @returns undefined for a rectangle without an inside, or that reaches the end of the map
 */
export function obrasIn(box: Box, filters: Sql): Sql | undefined {
  const [west, south, east, north] = box;
  const x: [number, number] = [columnOf(west) + MARGIN_CELLS, columnOf(east) - MARGIN_CELLS];
  const y: [number, number] = [rowOf(north) + MARGIN_CELLS, rowOf(south) - MARGIN_CELLS];
  if (south < -MERCATOR || north > MERCATOR || x[0] > x[1] || y[0] > y[1]) return undefined;
  const ranges = rangesOf({ x, y }, SQUARES).map(
    ([first, last]) => sql`o.k BETWEEN ${String(first)}::bigint AND ${String(last)}::bigint`,
  );
  const edges: Box[] = [
    [west, south, west, north],
    [east, south, east, north],
    [west, south, east, south],
    [west, north, east, north],
  ];
  const strips = edges.map((edge) => {
    const line = sql`ST_MakeBox2D(${corners(edge)})`;
    return sql`u.geometria && ST_SetSRID(ST_Expand(${line}, ${MARGIN_DEGREES}), 4326)`;
  });
  return sql`
    SELECT o.obra_id FROM obras_mapa o
    WHERE (${join(ranges, ' OR ')}) AND o.x BETWEEN ${x[0]}::integer AND ${x[1]}::integer
      AND o.y BETWEEN ${y[0]}::integer AND ${y[1]}::integer ${filters}
    UNION
    SELECT o.obra_id FROM ubicaciones u JOIN obras_mapa o ON o.ubicacion_id = u.id
    WHERE (${join(strips, ' OR ')}) AND ${touches(sql`u.geometria`, box)} ${filters}`;
}
