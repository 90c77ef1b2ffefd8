import type { MultiPolygon, Polygon, Position } from 'geojson';

// How places that lie in no municipio are judged. The portal's form judges by the same rules: nothing of Node is used here.

/** How far outside the municipal limits a place may lie, in metres: they are simplified by up to 550. */
export const MARGIN = 1_000;

/** An area with the rectangle around it: west, south, east, north, in degrees. */
export interface Bounded {
  geometry: Polygon | MultiPolygon;
  bbox: [number, number, number, number];
}

/** Metres in a degree of latitude, and in one of longitude in the middle of the state. */
const METRES_NORTH = 111_320;
const METRES_EAST = METRES_NORTH * Math.cos((20.5 * Math.PI) / 180);

/**
 * Of areas that a point does not lie in, the one whose outline is nearest; undefined where all are further away.
 *
 * @param point longitude and latitude in degrees, WGS 84
 * @param metres how far away it may be
 */
export function nearest<Area extends Bounded>(
  point: Position,
  metres: number,
  areas: readonly Area[],
): Area | undefined {
  const [x = 0, y = 0] = point;
  const [dx, dy] = [metres / METRES_EAST, metres / METRES_NORTH];
  let found: Area | undefined;
  let least = metres;
  for (const area of areas) {
    const [west, south, east, north] = area.bbox;
    if (x < west - dx || x > east + dx || y < south - dy || y > north + dy) continue;
    const { geometry } = area;
    const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
    for (const ring of rings) {
      for (let i = 1; i < ring.length; i++) {
        const away = metresBetween(point, ring[i - 1] as Position, ring[i] as Position);
        if (away <= least) [found, least] = [area, away];
      }
    }
  }
  return found;
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

/** What was likely meant by a place outside the state: one within it, and what is wrong with the one that was given. */
export interface Meant {
  position: [longitude: number, latitude: number];
  slip: 'intercambiadas' | 'signo';
}

/**
 * What was likely meant by a place that lies outside the state; undefined where no slip explains it.
 *
 * @param isInside whether a longitude and a latitude are in the state
 */
export function meantBy(
  [longitude = 0, latitude = 0]: Position,
  isInside: (position: [number, number]) => boolean,
): Meant | undefined {
  const slips: Meant[] = [
    { position: [latitude, longitude], slip: 'intercambiadas' },
    { position: [-longitude, latitude], slip: 'signo' },
    { position: [longitude, -latitude], slip: 'signo' },
    { position: [-longitude, -latitude], slip: 'signo' },
    { position: [-latitude, longitude], slip: 'signo' },
  ];
  return slips.find(({ position }) => isInside(position));
}
