import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { Position } from 'geojson';
import sql from 'sql-template-tag';
import { type Limite, limites } from '../catalogos/limites.ts';
import type { Db } from '../db/db.ts';
import type { Box } from '../obras/filtros.ts';
import { type Area, CRS84, type Crs, geometryIn, touchesArea } from './crs.ts';
import type { LayerPosition, Page } from './queries.ts';

// The layer of the municipios: their limits come with the program.

/** The feature's JSON of one municipio, around the JSON of its geometry. */
const featureOf = ({ id, clave, nombre }: Limite, geometry: string) =>
  `{"type":"Feature","id":${id},"geometry":${geometry},"properties":${JSON.stringify({ clave, nombre })}}`;

/** All are of one type: files of some formats hold no other. */
const geometryOf = ({ geometry }: Limite) =>
  JSON.stringify({ type: 'MultiPolygon', coordinates: polygonsOf(geometry) });

/** The features' JSON of some municipios. */
async function featuresOf(db: Db, given: Limite[], crs: Crs): Promise<string[]> {
  const geometries = given.map(geometryOf);
  if (crs === CRS84 || given.length === 0) {
    return given.map((limite, i) => featureOf(limite, geometries[i] as string));
  }
  const rows = await db.query<{ json: string }>(
    `SELECT coalesce(${geometryIn(crs, 'dada')}, 'null') AS json
     FROM unnest($1::text[]) WITH ORDINALITY AS d (dada, n) ORDER BY n`,
    [geometries],
  );
  return given.map((limite, i) => featureOf(limite, rows[i]?.json as string));
}

/** Whether a municipio touches an area. */
async function createLimitCheck(
  db: Db,
  area: Area | undefined,
): Promise<(limite: Limite) => boolean> {
  if (!area) return () => true;
  if (!area.crs.metric) return (limite) => area.boxes.some((box) => meets(limite, box));
  const touching = await db.query<{ n: number }>(
    sql`SELECT n::integer FROM unnest(${limites().map(geometryOf)}::text[]) WITH ORDINALITY AS d (dada, n)
     WHERE ${touchesArea(area, sql`ST_SetSRID(ST_GeomFromGeoJSON(dada), 4326)`)}`,
  );
  const numbers = new Set(touching.map(({ n }) => n));
  return ({ id }) => numbers.has(limites().findIndex((limite) => limite.id === id) + 1);
}

const polygonsOf = (geometry: Limite['geometry']) =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;

/** One page of the municipios by number, those that touch the area where one is given. */
export async function pageOfMunicipios(
  db: Db,
  area: Area | undefined,
  limit: number,
  after: LayerPosition,
  crs = CRS84,
): Promise<Page> {
  const all = limites().filter(await createLimitCheck(db, area));
  const rest = all.filter(({ id }) => id > after.obra);
  const given = rest.slice(0, limit);
  const last = given.at(-1);
  return {
    json: (await featuresOf(db, given, crs)).join(',\n'),
    returned: given.length,
    matched: all.length,
    ...(last &&
      rest.length > limit && { next: { obra: last.id, ubicacion: 0, total: all.length } }),
  };
}

/** The JSON of one municipio as a feature, or undefined where there is none with that number. */
export async function findMunicipio(
  db: Db,
  id: number | null,
  crs: Crs,
): Promise<string | undefined> {
  const found = limites().filter((limite) => limite.id === id);
  return (await featuresOf(db, found, crs))[0];
}

/** Whether a municipio and a rectangle have a point in common: an edge that enters it, or all of it within. */
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

/** Whether a straight line has a point within a rectangle: what is left of it after each side has cut it (Liang and Barsky). */
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
