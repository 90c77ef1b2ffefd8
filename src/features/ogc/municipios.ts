import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { Position } from 'geojson';
import sql from 'sql-template-tag';
import type { Db } from '../../core/db/db.ts';
import { type Limite, limites } from '../../limites/limites.ts';
import type { Box } from '../../listados/rectangulo.ts';
import { type Area, CRS84, type Crs, geometryIn, touchesArea } from './crs.ts';
import type { LayerPage, LayerPosition } from './queries.ts';

// The layer of the municipios: their limits are part of the program.

/** The feature's JSON of one municipio, around the JSON of its geometry. */
const featureOf = ({ id, clave, nombre }: Limite, geometry: string) =>
  `{"type":"Feature","id":${id},"geometry":${geometry},"properties":${JSON.stringify({ clave, nombre })}}`;

/** All geometries are of one type: files of some formats take no mixture. */
const geometryOf = ({ geometry }: Limite) =>
  JSON.stringify({ type: 'MultiPolygon', coordinates: polygonsOf(geometry) });

/** The features' JSON of some municipios. */
async function featuresOf(db: Db, municipios: Limite[], crs: Crs): Promise<string[]> {
  const geometries = municipios.map(geometryOf);
  if (crs === CRS84 || municipios.length === 0) {
    return municipios.map((limite, i) => featureOf(limite, geometries[i] as string));
  }
  const rows = await db.query<{ json: string }>(
    `SELECT coalesce(${geometryIn(crs, 'geojson')}, 'null') AS json
     FROM unnest($1::text[]) WITH ORDINALITY AS d (geojson, n) ORDER BY n`,
    [geometries],
  );
  return municipios.map((limite, i) => featureOf(limite, rows[i]?.json as string));
}

/** Returns a function that says whether a municipio touches an area. */
async function createLimitCheck(
  db: Db,
  area: Area | undefined,
): Promise<(limite: Limite) => boolean> {
  if (!area) return () => true;
  if (!area.crs.metric) return (limite) => area.boxes.some((box) => meets(limite, box));
  const touching = await db.query<{ n: number }>(
    sql`SELECT n::integer FROM unnest(${limites().map(geometryOf)}::text[]) WITH ORDINALITY AS d (geojson, n)
     WHERE ${touchesArea(area, sql`ST_SetSRID(ST_GeomFromGeoJSON(geojson), 4326)`)}`,
  );
  const numbers = new Set(touching.map(({ n }) => n));
  return ({ id }) => numbers.has(limites().findIndex((limite) => limite.id === id) + 1);
}

const polygonsOf = (geometry: Limite['geometry']) =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;

/** One page of the municipios by number; with an area, those that touch it. */
export async function pageOfMunicipios(
  db: Db,
  area: Area | undefined,
  limit: number,
  after: LayerPosition,
  crs = CRS84,
): Promise<LayerPage> {
  const all = limites().filter(await createLimitCheck(db, area));
  const rest = all.filter(({ id }) => id > after.obra);
  const returned = rest.slice(0, limit);
  const last = returned.at(-1);
  return {
    json: (await featuresOf(db, returned, crs)).join(',\n'),
    returned: returned.length,
    matched: all.length,
    ...(last &&
      rest.length > limit && { next: { obra: last.id, ubicacion: 0, total: all.length } }),
  };
}

/** The JSON of one municipio as a feature, or undefined for an unknown number. */
export async function findMunicipio(
  db: Db,
  id: number | null,
  crs: Crs,
): Promise<string | undefined> {
  const matching = limites().filter((limite) => limite.id === id);
  return (await featuresOf(db, matching, crs))[0];
}

/**
 * Whether a municipio and a rectangle have a point in common: an edge that enters the rectangle, or the whole rectangle
 * inside.
 */
function meets({ bbox, geometry }: Limite, box: Box): boolean {
  const [west, south, east, north] = box;
  if (bbox[0] > east || bbox[2] < west || bbox[1] > north || bbox[3] < south) return false;
  const enters = polygonsOf(geometry)
    .flat()
    .some((ring) =>
      ring.some((position, i) => i > 0 && crosses(ring[i - 1] as Position, position, box)),
    );
  return enters || booleanPointInPolygon([west, south], geometry);
}

/** Whether a line segment has a point within a rectangle: the rest after a cut at each side (Liang and Barsky). */
function crosses(from: Position, to: Position, [west, south, east, north]: Box): boolean {
  const [x = 0, y = 0] = from;
  const dx = (to[0] ?? 0) - x;
  const dy = (to[1] ?? 0) - y;
  let begin = 0;
  let end = 1;
  const sides: [step: number, room: number][] = [
    [-dx, x - west],
    [dx, east - x],
    [-dy, y - south],
    [dy, north - y],
  ];
  for (const [step, room] of sides) {
    if (step === 0) {
      if (room < 0) return false;
    } else if (step < 0) begin = Math.max(begin, room / step);
    else end = Math.min(end, room / step);
  }
  return begin <= end;
}
