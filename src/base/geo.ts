import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { Geometry, GeometryCollection, MultiPolygon, Polygon, Position } from 'geojson';

// How places are read and judged, by the service and by the portal's form alike: nothing of Node is used here.

// Angles -------------------------------------------------------------------------------------------

/** An angle as somebody wrote it. */
export interface Angle {
  /** Below zero in the south and in the west. As it stands, or to a centimetre where it was given in minutes and seconds. */
  degrees: number;
  /** The half of the earth that it names: N or S, E, O or W; empty where it names none. */
  letter: string;
  /** Whether it was given in degrees alone. */
  isDecimal: boolean;
}

/** Degrees, and perhaps minutes and seconds: 20.9674, 20°58.04', 20° 58' 02.6". */
const ANGLE =
  /^([-+−]?\d+(?:\.\d+)?)\s*(?:[°º˚]\s*)?(?:(\d+(?:\.\d+)?)\s*['′’´]\s*(?:(\d+(?:\.\d+)?)\s*(?:["″”]|''|′′|’’)\s*)?)?/;
const LETTER = /^([NSEOW])(?![a-z])\s*/i;

/** «20,9674» with a decimal comma, as it is written elsewhere, with a point. */
export const withPoints = (text: string): string => text.replace(/(\d),(\d)/g, '$1.$2');

/** To a centimetre. */
export const round = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;

/**
 * The angles of a text, each with the letter of its half of the earth before or after it. Null where it has other things,
 * decimals ahead of minutes or seconds, or a sign that a letter denies.
 */
export function anglesIn(text: string): Angle[] | null {
  const angles: Angle[] = [];
  for (let rest = text.trim(); rest !== ''; rest = rest.replace(/^[\s,;/]+/, '')) {
    const before = LETTER.exec(rest);
    if (before) rest = rest.slice(before[0].length);
    const match = ANGLE.exec(rest);
    if (!match) return null;
    const [all, whole = '', minutes, seconds] = match;
    rest = rest.slice(all.length);
    const after = before ? null : LETTER.exec(rest);
    if (after) rest = rest.slice(after[0].length);
    const parts = [whole, minutes, seconds].filter((part) => part !== undefined);
    if (parts.slice(0, -1).some((part) => part.includes('.'))) return null;
    if (Number(minutes ?? 0) >= 60 || Number(seconds ?? 0) >= 60) return null;
    const letter = (before ?? after)?.[1]?.toUpperCase() ?? '';
    const isBelowZero = /^[-−]/.test(whole);
    if (isBelowZero && /[NE]/.test(letter)) return null;
    const isDecimal = minutes === undefined;
    const degrees = Math.abs(Number(whole.replace('−', '-')));
    const size = isDecimal
      ? degrees
      : round(degrees + Number(minutes) / 60 + Number(seconds ?? 0) / 3600);
    const isNegative = isBelowZero || /[SOW]/.test(letter);
    angles.push({ degrees: isNegative ? -size : size, letter, isDecimal });
  }
  return angles;
}

/** Whether an angle names itself a latitude, or a longitude. */
export const isOfLatitude = ({ letter }: Angle): boolean => /[NS]/.test(letter);
export const isOfLongitude = ({ letter }: Angle): boolean => /[EOW]/.test(letter);

// Geometries ---------------------------------------------------------------------------------------

/** The types of GeoJSON (RFC 7946) that an ubicación of each tipoGeometria may have. */
export const TIPOS = {
  PUNTO: ['Point', 'MultiPoint'],
  RUTA: ['LineString', 'MultiLineString'],
  POLIGONO: ['Polygon', 'MultiPolygon'],
} as const;

/** Positions that all geometries of a work may have: the embedded database takes more than a second to read so many. */
export const MAX_POSITIONS = 30_000;
/** Ubicaciones that a work may have. */
export const MAX_UBICACIONES = 500;

// Areas --------------------------------------------------------------------------------------------

/** How far outside the municipal limits a place may lie, in metres: they are simplified by up to 550. */
export const MARGIN = 1_000;

/** An area with the rectangle around it: west, south, east, north, in degrees. */
export interface Bounded {
  geometry: Polygon | MultiPolygon;
  bbox: [number, number, number, number];
}

/** West, south, east, north of some positions, in degrees. */
export function boundsOf(positions: readonly Position[]): Bounded['bbox'] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  // By a loop rather than Math.min(...xs): there may be more positions than arguments are allowed.
  for (const [x = 0, y = 0] of positions) {
    [west, south] = [Math.min(west, x), Math.min(south, y)];
    [east, north] = [Math.max(east, x), Math.max(north, y)];
  }
  return [west, south, east, north];
}

/** The outlines and holes of an area, whichever of its parts they are of. */
export const ringsOf = ({ type, coordinates }: Bounded['geometry']): Position[][] =>
  type === 'Polygon' ? coordinates : coordinates.flat();

/** Whether a point lies in a ring or on it, which need not be closed. */
export const isWithinRing = (point: Position, ring: readonly Position[]): boolean =>
  booleanPointInPolygon(point, { type: 'Polygon', coordinates: [[...ring, ring[0] as Position]] });

/**
 * The area that a point lies in; undefined where it lies in none.
 *
 * @param point longitude and latitude in degrees, WGS 84
 */
export function areaAt<Area extends Bounded>(
  point: Position,
  areas: readonly Area[],
): Area | undefined {
  const [x = 0, y = 0] = point;
  return areas.find(
    ({ bbox: [west, south, east, north], geometry }) =>
      x >= west && x <= east && y >= south && y <= north && booleanPointInPolygon(point, geometry),
  );
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
    for (const ring of ringsOf(area.geometry)) {
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

/** A geometry that an ubicación may have. */
export type Drawn = Exclude<Geometry, GeometryCollection>;

/** The rectangle that has all within so many metres of a point: west, south, east, north, in degrees. */
export function metresAround([x = 0, y = 0]: Position, metres: number): Bounded['bbox'] {
  // Somewhat more, because a degree of longitude is shorter in the north.
  const [dx, dy] = [(metres * 1.02) / METRES_EAST, (metres * 1.02) / METRES_NORTH];
  return [round(x - dx), round(y - dy), round(x + dx), round(y + dy)];
}

/**
 * How far a point is from a geometry, in metres; 0 in an area. In Yucatán it errs by less than 1 %.
 *
 * @param point longitude and latitude in degrees, WGS 84
 */
export function metresTo(point: Position, geometry: Drawn): number {
  const { type, coordinates } = geometry;
  const isArea = type === 'Polygon' || type === 'MultiPolygon';
  if (isArea && booleanPointInPolygon(point, geometry)) return 0;
  const lines: Position[][] =
    type === 'Point'
      ? [[coordinates]]
      : type === 'MultiPoint'
        ? coordinates.map((one) => [one])
        : type === 'LineString'
          ? [coordinates]
          : type === 'MultiLineString'
            ? coordinates
            : ringsOf(geometry);
  let least = Infinity;
  for (const line of lines) {
    for (const [i, position] of line.entries()) {
      least = Math.min(least, metresBetween(point, line[i - 1] ?? position, position));
    }
  }
  return least;
}

/** The likely meaning of a place outside the state: one within it, and the slip that was made. */
export interface Meant {
  position: [longitude: number, latitude: number];
  slip: 'intercambiadas' | 'signo';
}

/** Where a point lies: in an area; in none, but so near that the limits may be at fault; or outside of all. */
export type Where<Area> =
  | { area: Area; isNear: boolean }
  | { area: undefined; isNear: false; meant: Meant | undefined };

/**
 * Where a point lies, and what was likely meant where that is outside the state.
 *
 * @param point longitude and latitude in degrees, WGS 84
 * @param areas the municipios
 */
export function whereIs<Area extends Bounded>(
  point: Position,
  areas: readonly Area[],
): Where<Area> {
  const inside = areaAt(point, areas);
  if (inside) return { area: inside, isNear: false };
  const near = nearest(point, MARGIN, areas);
  if (near) return { area: near, isNear: true };
  const isInside = (one: Position) =>
    (areaAt(one, areas) ?? nearest(one, MARGIN, areas)) !== undefined;
  return { area: undefined, isNear: false, meant: meantBy(point, isInside) };
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
