import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { LineString, MultiPolygon, Point, Polygon, Position } from 'geojson';
import type { Db } from '../../src/core/db/db.ts';
import { limites } from '../../src/limites/limites.ts';
import type { Random } from './random.ts';

/** A municipio for the generator. */
export interface DemoMunicipio {
  id: number;
  nombre: string;
  /** The seat, longitude first, and the spread of the town's works around it: one deviation, in metres. */
  cabecera: Position;
  spread: number;
  /** The part of all works that is drawn here. */
  weight: number;
  /** Towns and villages without the seat. */
  localidades: string[];
  limits: Limits;
  /** The limits as line segments. */
  borders: Stretch[];
  /** Points all over the municipio, none close to its limits. */
  fields: Position[];
  /** The rotation of the towns' streets, in radians to the left. */
  tilt: number;
}

type Limits = Polygon | MultiPolygon;

/** Near a town, or anywhere in its municipio. */
export type Setting = 'pueblo' | 'campo';

const METRE = 1 / 111_320;
/** Metres per degree are fewer along a parallel; one latitude does for the whole state. */
const LONGITUDE_METRE = METRE / Math.cos((20.8 * Math.PI) / 180);

/** The number of points in a municipio's `fields`, and their least distance from its limits, in metres. */
const FIELDS = 300;
const MARGIN = 120;

/** The works of a municipio follow its people: thousands of inhabitants (2020, rounded), by number of INEGI. */
// biome-ignore format: rows of municipios
const PEOPLE: Record<number, number> = {
  2: 17, 19: 38, 38: 35, 40: 28, 41: 142, 48: 24, 50: 995, 52: 38, 56: 34, 58: 26, 59: 66, 79: 45,
  89: 40, 93: 18, 96: 81, 101: 69, 102: 85,
};
const FEWER_PEOPLE = 8;

/** Metres between streets: in the towns of Yucatán they cross at right angles, nearly north and south. */
const BLOCK = 100;
/** Degrees to the left by number of INEGI: streets of Mérida lean to the east as they go north. Elsewhere they are invented. */
const TILT: Record<number, number> = { 50: -9 };

/**
 * The municipios by id, with their limits and some of their localities. Those have INEGI's lowest numbers, since the later
 * ones are mostly farms and single houses.
 */
export async function findPlaces(db: Db, random: Random): Promise<DemoMunicipio[]> {
  const rows = await db.query<{
    id: number;
    clave: string;
    nombre: string;
    longitud: number;
    latitud: number;
    localidades: string[];
  }>(
    `SELECT m.id, m.clave, m.nombre, ST_X(m.ubicacion) AS longitud, ST_Y(m.ubicacion) AS latitud,
       ARRAY(
         SELECT l.nombre::text FROM localidades l
         WHERE l.municipio_id = m.id AND l.activo
           AND l.clave > m.clave || '0001' AND l.nombre !~ '[][]|Ningun'
         ORDER BY l.clave, l.id
         LIMIT 12
       ) AS localidades
     FROM municipios m ORDER BY m.id`,
  );
  const limits = new Map(limites().map(({ clave, geometry }) => [clave, geometry]));
  return rows.map(({ id, clave, nombre, longitud, latitud, localidades }) => {
    const own = limits.get(clave);
    if (!own) throw new Error(`no limits for municipio ${clave}`);
    const weight = PEOPLE[id] ?? FEWER_PEOPLE;
    return {
      id,
      nombre,
      cabecera: [longitud, latitud],
      spread: 150 * Math.sqrt(weight),
      weight,
      localidades,
      limits: own,
      borders: ringsOf(own).flatMap(stretches),
      fields: pointsWithin(own, random),
      tilt: (TILT[id] ?? ((id * 37) % 13) - 6) * (Math.PI / 180),
    };
  });
}

function pointsWithin(limits: Limits, random: Random): Position[] {
  const { west, east, south, north } = boundsOf(ringsOf(limits).flat());
  const points: Position[] = [];
  while (points.length < FIELDS) {
    const point = [random.between(west, east), random.between(south, north)];
    if (isRoomy(limits, point)) points.push(point);
  }
  return points;
}

function ringsOf(limits: Limits): Position[][] {
  return limits.type === 'Polygon' ? limits.coordinates : limits.coordinates.flat();
}

/** Whether the point is inside, and stays so after any move by up to the margin. */
function isRoomy(limits: Limits, point: Position): boolean {
  return (
    booleanPointInPolygon(point, limits) &&
    [0, 1, 2, 3, 4, 5].every((sixth) =>
      booleanPointInPolygon(moved(point, (sixth * Math.PI) / 3, MARGIN), limits),
    )
  );
}

/** A place for a work: inside the municipio, with room around it. */
export function choosePoint(place: DemoMunicipio, setting: Setting, random: Random): Position {
  if (setting === 'pueblo') {
    for (let attempt = 0; attempt < 5; attempt++) {
      const angle = random.between(0, 2 * Math.PI);
      const point = moved(place.cabecera, angle, place.spread * Math.abs(random.normal()));
      if (isRoomy(place.limits, point)) return point;
    }
  }
  const field = random.pick(place.fields);
  const point = moved(field, random.between(0, 2 * Math.PI), random.between(0, 80));
  return booleanPointInPolygon(point, place.limits) ? point : field;
}

export function pointAt(position: Position): Point {
  return { type: 'Point', coordinates: rounded(position) };
}

/** A road of about `metres` from `start`, of 4 to 12 positions; shorter where the municipio ends before. */
export function routeFrom(
  start: Position,
  metres: number,
  place: DemoMunicipio,
  random: Random,
): LineString {
  return insideOf(place, metres, (length) => {
    const steps = random.integer(3, 11);
    let heading = random.between(0, 2 * Math.PI);
    const line = [start];
    for (let last = start; line.length <= steps; ) {
      last = moved(last, heading, (length / steps) * random.between(0.7, 1.3));
      line.push(last);
      heading += random.normal() * 0.3;
    }
    return { type: 'LineString', coordinates: line.map(rounded) };
  });
}

/** The length of a street in blocks. */
export const blocksIn = (metres: number): number => Math.max(1, Math.round(metres / BLOCK));

/**
 * A street of a town over about `metres`, from a corner to a corner, with a position at each. Even streets go north and
 * south, odd ones east and west.
 *
 * @param from near its beginning
 * @param calle the street's number
 */
export function streetFrom(
  from: Position,
  metres: number,
  calle: number,
  place: DemoMunicipio,
  random: Random,
): LineString {
  const start = cornerNear(from, place);
  const onward = random.next() < 0.5 ? 0 : Math.PI;
  const heading = place.tilt + (calle % 2 === 0 ? Math.PI / 2 : 0) + onward;
  return insideOf(place, metres, (length) => {
    // A street ends with its municipio, before the next corner.
    const block = Math.min(BLOCK, length);
    const blocks = blocksIn(length);
    const line = Array.from({ length: blocks + 1 }, (_, corner) =>
      rounded(moved(start, heading, corner * block)),
    );
    return { type: 'LineString', coordinates: line };
  });
}

/** The corner of two streets nearest to a point, counted from the seat's middle; the point itself, where that is outside. */
function cornerNear([x = 0, y = 0]: Position, { cabecera, tilt, limits }: DemoMunicipio): Position {
  const [seatX = 0, seatY = 0] = cabecera;
  const [east, north] = [(x - seatX) / LONGITUDE_METRE, (y - seatY) / METRE];
  const blocks = (metres: number) => BLOCK * Math.round(metres / BLOCK);
  const along = blocks(east * Math.cos(tilt) + north * Math.sin(tilt));
  const across = blocks(north * Math.cos(tilt) - east * Math.sin(tilt));
  const corner = moved(moved(cabecera, tilt, along), tilt + Math.PI / 2, across);
  return booleanPointInPolygon(rounded(corner), limits) ? corner : [x, y];
}

/** A plot of about `squareMetres` around `centre`: one ring, each corner in sight of the centre. */
export function plotAround(
  centre: Position,
  squareMetres: number,
  place: DemoMunicipio,
  random: Random,
): Polygon {
  return insideOf(place, Math.sqrt(squareMetres / 2), (radius) => {
    const corners = random.integer(5, 9);
    const ring = Array.from({ length: corners }, (_, corner) => {
      const angle = ((corner + random.between(-0.3, 0.3)) / corners) * 2 * Math.PI;
      return rounded(moved(centre, angle, radius * random.between(0.7, 1)));
    });
    return { type: 'Polygon', coordinates: [[...ring, ring[0] as Position]] };
  });
}

/**
 * Draws again, at half the size each time, until the shape begins inside and crosses no limit. This always ends, because the
 * shapes are drawn around a point that is inside.
 */
function insideOf<S extends LineString | Polygon>(
  place: DemoMunicipio,
  size: number,
  draw: (size: number) => S,
): S {
  for (let rest = size; ; rest /= 2) {
    const shape = draw(rest);
    const line = shape.type === 'Polygon' ? shape.coordinates.flat() : shape.coordinates;
    const isInside = booleanPointInPolygon(line[0] ?? [], place.limits);
    if (isInside && !crosses(line, place.borders)) return shape;
  }
}

/** A line segment of a line, or of a limit. */
type Stretch = [from: Position, to: Position];

function stretches(line: Position[]): Stretch[] {
  return line.slice(1).map((to, index) => [line[index] as Position, to]);
}

/** Whether the line crosses one of the borders: the ends of each segment lie on either side of the other. */
function crosses(line: Position[], borders: Stretch[]): boolean {
  const { west, east, south, north } = boundsOf(line);
  // Nearly all borders are far away, and only the others are compared exactly.
  const near = borders.filter(
    ([[ax = 0, ay = 0], [bx = 0, by = 0]]) =>
      !(ax < west && bx < west) &&
      !(ax > east && bx > east) &&
      !(ay < south && by < south) &&
      !(ay > north && by > north),
  );
  return (
    near.length > 0 &&
    stretches(line).some(([c, d]) =>
      near.some(
        ([a, b]) => side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0,
      ),
    )
  );
}

function boundsOf(positions: Position[]) {
  const longitudes = positions.map(([longitude = 0]) => longitude);
  const latitudes = positions.map(([, latitude = 0]) => latitude);
  return {
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
  };
}

/** The sign shows the side of the line from a to b on which the third point lies. */
function side(
  [ax = 0, ay = 0]: Position,
  [bx = 0, by = 0]: Position,
  [cx = 0, cy = 0]: Position,
): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

function moved([x = 0, y = 0]: Position, angle: number, metres: number): Position {
  return [x + Math.cos(angle) * metres * LONGITUDE_METRE, y + Math.sin(angle) * metres * METRE];
}

/** Six decimals: about a tenth of a metre. */
function rounded([x = 0, y = 0]: Position): Position {
  return [Math.round(x * 1e6) / 1e6, Math.round(y * 1e6) / 1e6];
}
