import sql, { type Sql } from 'sql-template-tag';

/** A rectangle, by its edges in degrees. */
export type Box = [west: number, south: number, east: number, north: number];

/** The rectangle of a parameter, whose form is checked. */
export const boxOf = (edges: string): Box => edges.split(',').map(Number) as Box;

const degrees = (edge: number) => sql`${edge}::double precision`;
export const corners = ([west, south, east, north]: Box) =>
  sql`ST_MakePoint(${degrees(west)}, ${degrees(south)}), ST_MakePoint(${degrees(east)}, ${degrees(north)})`;

/** The condition that a geometry touches a rectangle. */
export function touches(column: Sql, box: Box): Sql {
  // The envelope of two corners is a rectangle, or the line or point that a rectangle without area is. With those ST_Intersects
  // takes seconds for a long line that crosses itself often. ST_DWithin gives the same result quickly.
  const shape = sql`ST_Envelope(ST_SetSRID(ST_Collect(${corners(box)}), 4326))`;
  return box[0] !== box[2] && box[1] !== box[3]
    ? sql`ST_Intersects(${column}, ${shape})`
    : sql`ST_DWithin(${column}, ${shape}, 0)`;
}
