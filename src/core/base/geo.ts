import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { Geometry, GeometryCollection, MultiPolygon, Polygon, Position } from 'geojson';

// Reading and validation of places, for the service and for the portal's form: nothing of Node is used here.

// Angles -------------------------------------------------------------------------------------------

/** An angle as a person wrote it. */
export interface Angle {
  /** Negative in the south and in the west. Minutes and seconds are rounded to a centimetre; decimal degrees are not. */
  degrees: number;
  /** The half of the earth in the text: N or S, E, O or W; empty where there is none. */
  letter: string;
  /** Whether the text has degrees alone, without minutes and seconds. */
  isDecimal: boolean;
}

/** Degrees, and perhaps minutes and seconds: 20.9674, 20°58.04', 20° 58' 02.6". */
const ANGLE =
  /^([-+−]?\d+(?:\.\d+)?)\s*(?:[°º˚]\s*)?(?:(\d+(?:\.\d+)?)\s*['′’´]\s*(?:(\d+(?:\.\d+)?)\s*(?:["″”]|''|′′|’’)\s*)?)?/;
const LETTER = /^([NSEOW])(?![a-z])\s*/i;

/** Decimal commas become points: «20,9674» is 20.9674. */
export const withPoints = (text: string): string => text.replace(/(\d),(\d)/g, '$1.$2');

/** Rounds degrees to a centimetre. */
export const round = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;

/**
 * The angles of a text, each with the letter of its half of the earth before or after it. Null where the text has anything
 * else, decimals ahead of minutes or seconds, or a sign that contradicts a letter.
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

/** Whether an angle has the letter of a latitude, or of a longitude. */
export const isOfLatitude = ({ letter }: Angle): boolean => /[NS]/.test(letter);
export const isOfLongitude = ({ letter }: Angle): boolean => /[EOW]/.test(letter);

// Geometries ---------------------------------------------------------------------------------------

/** The types of GeoJSON (RFC 7946) of an ubicación of each tipoGeometria. */
export const TIPOS_DE_GEOMETRIA = {
  PUNTO: ['Point', 'MultiPoint'],
  RUTA: ['LineString', 'MultiLineString'],
  POLIGONO: ['Polygon', 'MultiPolygon'],
} as const;

/** Positions of all geometries of an obra at most: the embedded database takes more than a second to read so many. */
export const MAX_POSITIONS = 30_000;
/** Ubicaciones of an obra at most. */
export const MAX_UBICACIONES = 500;

// Areas --------------------------------------------------------------------------------------------

/** Metres that a place may lie outside the municipal limits: they are simplified by up to 550. */
export const MARGIN_OF_LIMITS = 1_000;

/** An area with the rectangle around it: west, south, east, north, in degrees. */
export interface Bounded {
  geometry: Polygon | MultiPolygon;
  bbox: [number, number, number, number];
}

/** West, south, east, north of some positions, in degrees. */
export function boundsOf(positions: readonly Position[]): Bounded['bbox'] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  // A loop instead of Math.min(...xs): there may be more positions than a call takes arguments.
  for (const [x = 0, y = 0] of positions) {
    [west, south] = [Math.min(west, x), Math.min(south, y)];
    [east, north] = [Math.max(east, x), Math.max(north, y)];
  }
  return [west, south, east, north];
}

/** The outlines and holes of an area, of all its parts. */
export const ringsOf = ({ type, coordinates }: Bounded['geometry']): Position[][] =>
  type === 'Polygon' ? coordinates : coordinates.flat();

/** Whether a point lies in a ring or on it. The ring need not be closed. */
export const isWithinRing = (point: Position, ring: readonly Position[]): boolean =>
  booleanPointInPolygon(point, { type: 'Polygon', coordinates: [[...ring, ring[0] as Position]] });

/**
 * The area in which a point lies; undefined where it lies in none.
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
export const METRES_NORTH = 111_320;
export const METRES_EAST = METRES_NORTH * Math.cos((20.5 * Math.PI) / 180);

/**
 * The area with the nearest outline, for a point outside all areas; undefined where all are further away.
 *
 * @param point longitude and latitude in degrees, WGS 84
 * @param metres the greatest distance
 */
export function nearest<Area extends Bounded>(
  point: Position,
  metres: number,
  areas: readonly Area[],
): Area | undefined {
  const [x = 0, y = 0] = point;
  const [dx, dy] = [metres / METRES_EAST, metres / METRES_NORTH];
  let closest: Area | undefined;
  let least = metres;
  for (const area of areas) {
    const [west, south, east, north] = area.bbox;
    if (x < west - dx || x > east + dx || y < south - dy || y > north + dy) continue;
    for (const ring of ringsOf(area.geometry)) {
      for (let i = 1; i < ring.length; i++) {
        const away = metresBetween(point, ring[i - 1] as Position, ring[i] as Position);
        if (away <= least) [closest, least] = [area, away];
      }
    }
  }
  return closest;
}

/** The distance from a point to a line segment, in metres. */
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

/** The rectangle around all points within this distance: west, south, east, north, in degrees. */
export function metresAround([x = 0, y = 0]: Position, metres: number): Bounded['bbox'] {
  // 2 % more, because a degree of longitude is shorter in the north.
  const [dx, dy] = [(metres * 1.02) / METRES_EAST, (metres * 1.02) / METRES_NORTH];
  return [round(x - dx), round(y - dy), round(x + dx), round(y + dy)];
}

/** The likely meaning of a place outside the state: a place within it, and the slip. */
export interface Meant {
  position: [longitude: number, latitude: number];
  slip: 'intercambiadas' | 'signo';
}

/** The position of a point: in an area; in none, but so near that the limits may be at fault; or outside of all. */
export type Where<Area> =
  | { area: Area; isNear: boolean }
  | { area: undefined; isNear: false; meant: Meant | undefined };

/**
 * The position of a point, and its likely meaning where it is outside the state.
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
  const near = nearest(point, MARGIN_OF_LIMITS, areas);
  if (near) return { area: near, isNear: true };
  const isInside = (one: Position) =>
    (areaAt(one, areas) ?? nearest(one, MARGIN_OF_LIMITS, areas)) !== undefined;
  return { area: undefined, isNear: false, meant: meantBy(point, isInside) };
}

/**
 * The likely meaning of a place outside the state; undefined where no slip explains it.
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
