import { readFileSync } from 'node:fs';
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';

const SOURCE = new URL('../../../sources/limites-municipales.geojson', import.meta.url);

/** Where a municipio ends: INEGI's limits, simplified by up to 550 m (sources/README.md). */
export interface Limite {
  /** INEGI's number in Yucatán, 1 to 106. */
  id: number;
  clave: string;
  nombre: string;
  geometry: Polygon | MultiPolygon;
  /** West, south, east, north, in degrees. */
  bbox: [number, number, number, number];
}

let read: Limite[] | undefined;

/** The limits of the 106 municipios, by id; read from their file once. */
export function limites(): Limite[] {
  read ??= readLimites();
  return read;
}

function readLimites(): Limite[] {
  const { features } = JSON.parse(readFileSync(SOURCE, 'utf8')) as FeatureCollection<
    Polygon | MultiPolygon,
    { clave: string; nombre: string }
  >;
  return features
    .map(({ properties: { clave, nombre }, geometry }) => ({
      id: Number(clave.slice(2)),
      clave,
      nombre,
      geometry,
      bbox: boundsOf(geometry),
    }))
    .sort((a, b) => a.id - b.id);
}

function boundsOf(geometry: Polygon | MultiPolygon): Limite['bbox'] {
  const positions =
    geometry.type === 'Polygon' ? geometry.coordinates.flat() : geometry.coordinates.flat(2);
  const longitudes = positions.map(([longitude = 0]) => longitude);
  const latitudes = positions.map(([, latitude = 0]) => latitude);
  return [
    Math.min(...longitudes),
    Math.min(...latitudes),
    Math.max(...longitudes),
    Math.max(...latitudes),
  ];
}

/**
 * The municipio that a point lies in, by its limits; undefined outside the state.
 *
 * @param point longitude and latitude in degrees, WGS 84
 */
export function municipioAt(point: Position): Limite | undefined {
  const [x = 0, y = 0] = point;
  return limites().find(
    ({ bbox: [west, south, east, north], geometry }) =>
      x >= west && x <= east && y >= south && y <= north && booleanPointInPolygon(point, geometry),
  );
}

/** Metres in a degree of latitude, and in one of longitude in the middle of the state. */
const METRES_NORTH = 111_320;
const METRES_EAST = METRES_NORTH * Math.cos((20.5 * Math.PI) / 180);

/**
 * The municipio whose limits are nearest to a point that lies in none; undefined where all are further away. The limits
 * are simplified, so that a pier or a beach may lie outside.
 *
 * @param point longitude and latitude in degrees, WGS 84
 * @param metres how far from the limits it may be
 */
export function municipioNear(point: Position, metres: number): Limite | undefined {
  const [x = 0, y = 0] = point;
  const [dx, dy] = [metres / METRES_EAST, metres / METRES_NORTH];
  let nearest: Limite | undefined;
  let least = metres;
  for (const limite of limites()) {
    const [west, south, east, north] = limite.bbox;
    if (x < west - dx || x > east + dx || y < south - dy || y > north + dy) continue;
    const { geometry } = limite;
    const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
    for (const ring of rings) {
      for (let i = 1; i < ring.length; i++) {
        const away = metresBetween(point, ring[i - 1] as Position, ring[i] as Position);
        if (away <= least) [nearest, least] = [limite, away];
      }
    }
  }
  return nearest;
}

/** How far a point is from a straight stretch, in metres. */
function metresBetween([x = 0, y = 0]: Position, from: Position, to: Position): number {
  const [ax, ay] = [((from[0] ?? 0) - x) * METRES_EAST, ((from[1] ?? 0) - y) * METRES_NORTH];
  const [bx, by] = [((to[0] ?? 0) - x) * METRES_EAST, ((to[1] ?? 0) - y) * METRES_NORTH];
  const [ex, ey] = [bx - ax, by - ay];
  const length = ex * ex + ey * ey;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * ex + ay * ey) / length));
  return Math.hypot(ax + along * ex, ay + along * ey);
}
