import { boundsOf } from '../../../src/core/base/geo.ts';
import type { Schema } from '../api.ts';

// A drawing, as lists of positions that may still be incomplete: a route of one vertex, a polygon not yet closed.
// The table, the map and pasted text all change one of these. Nothing here knows the map's library.

export type Geometria = Schema<'Geometria'>;
export type Tipo = Schema<'TipoGeometria'>;
/** Longitude and latitude in degrees, and perhaps metres of altitude. */
export type Posicion = number[];
/** Parts, each of lines (a polygon's first is its outline and the others its holes), each of positions. Rings are open here. */
export type Trazo = Posicion[][][];
/** A vertex by the numbers of its part, of its line within that, and of itself within that. */
export type Lugar = [parte: number, linea: number, vertice: number];

export const TIPOS: Record<Tipo, { nombre: string; articulo: string; least: number }> = {
  PUNTO: { nombre: 'Punto', articulo: 'el punto', least: 1 },
  RUTA: { nombre: 'Ruta', articulo: 'la ruta', least: 2 },
  POLIGONO: { nombre: 'Polígono', articulo: 'el polígono', least: 3 },
};

/** The kind of a GeoJSON geometry: single and multiple ones are of one kind. */
export const tipoOf = ({ type }: Pick<Geometria, 'type'>): Tipo =>
  type.endsWith('Point') ? 'PUNTO' : type.endsWith('Polygon') ? 'POLIGONO' : 'RUTA';

const isSame = (one: Posicion | undefined, other: Posicion | undefined) =>
  one !== undefined && other !== undefined && one[0] === other[0] && one[1] === other[1];

/** A ring without its last position, where that repeats the first. */
export const open = (ring: Posicion[]): Posicion[] =>
  ring.length > 1 && isSame(ring[0], ring.at(-1)) ? ring.slice(0, -1) : ring;

/** A geometry's positions, its rings open. */
export function trazoOf(geometry: Geometria): Trazo {
  switch (geometry.type) {
    case 'Point':
      return [[[geometry.coordinates]]];
    case 'MultiPoint':
      return geometry.coordinates.map((position) => [[position]]);
    case 'LineString':
      return [[geometry.coordinates]];
    case 'MultiLineString':
      return geometry.coordinates.map((line) => [line]);
    case 'Polygon':
      return [geometry.coordinates.map(open)];
    case 'MultiPolygon':
      return geometry.coordinates.map((rings) => rings.map(open));
  }
}

/** A drawing and its kind. */
export interface Forma {
  tipoGeometria: Tipo;
  trazo: Trazo;
}

/** A geometry as it is drawn here. */
export const formaOf = (geometry: Geometria): Forma => ({
  tipoGeometria: tipoOf(geometry),
  trazo: trazoOf(geometry),
});

/** The drawing without a part or hole that is begun and has no vertex yet. */
export const withoutBegun = (trazo: Trazo): Trazo =>
  trazo.map((lines) => lines.filter((line) => line.length > 0)).filter((lines) => lines.length > 0);

/** The geometry of what is drawn, as incomplete as it is; null where nothing is. */
export function geometryOf(tipo: Tipo, drawn: Trazo): Geometria | null {
  const trazo = withoutBegun(drawn);
  if (isEmpty(trazo)) return null;
  const close = (line: Posicion[]) => (line[0] ? [...line, line[0]] : line);
  const isMulti = trazo.length > 1;
  if (tipo === 'PUNTO') {
    const points = trazo.flat(2);
    return points.length > 1
      ? { type: 'MultiPoint', coordinates: points }
      : { type: 'Point', coordinates: points[0] as Posicion };
  }
  if (tipo === 'RUTA') {
    return isMulti
      ? { type: 'MultiLineString', coordinates: trazo.flat() }
      : { type: 'LineString', coordinates: trazo.flat()[0] as Posicion[] };
  }
  const polygons = trazo.map((rings) => rings.map(close));
  return isMulti
    ? { type: 'MultiPolygon', coordinates: polygons }
    : { type: 'Polygon', coordinates: polygons[0] as Posicion[][] };
}

/** Whether nothing is drawn. */
export const isEmpty = (trazo: Trazo): boolean => trazo.flat(2).length === 0;

/** The number of positions drawn. Rings count open. */
export const countVertices = (trazo: Trazo): number => trazo.flat(2).length;

/** Whether every line has as many vertices as its kind needs. */
export const isComplete = (tipo: Tipo, trazo: Trazo): boolean =>
  !isEmpty(trazo) &&
  withoutBegun(trazo)
    .flat()
    .every((line) => line.length >= TIPOS[tipo].least);

/** The same positions as another kind: of a point there is one to a part. */
export function convert(drawn: Trazo, from: Tipo, to: Tipo): Trazo {
  if (from === to || isEmpty(drawn)) return drawn;
  const trazo = withoutBegun(drawn);
  if (to === 'PUNTO')
    return trazo
      .flat(2)
      .slice(0, 1)
      .map((position) => [[position]]);
  if (from === 'PUNTO') return [[trazo.flat(2)]];
  return to === 'RUTA' ? trazo.flat().map((line) => [line]) : trazo;
}

// Changes: each answers a new one, and leaves the given one as it is ---------------------------------

function changeLine(
  trazo: Trazo,
  [parte, linea]: Lugar | [number, number],
  change: (line: Posicion[]) => Posicion[],
): Trazo {
  return trazo
    .map((lines, p) =>
      p === parte
        ? lines
            .map((line, l) => (l === linea ? change(line) : line))
            // A hole without vertices is none; the outline stays for as long as there is a hole.
            .filter((line, l) => line.length > 0 || (l === 0 && lines.length > 1))
        : lines,
    )
    .filter((lines) => lines.some((line) => line.length > 0));
}

/** Puts a vertex at the end of the last line; of a point, in the place of the one there is. */
export function addVertex(tipo: Tipo, trazo: Trazo, position: Posicion): Trazo {
  if (isEmpty(trazo)) return [[[position]]];
  const parte = trazo.length - 1;
  if (tipo === 'PUNTO') return [...trazo.slice(0, -1), [[position]]];
  return changeLine(trazo, [parte, (trazo[parte]?.length ?? 1) - 1], (line) => [...line, position]);
}

/** The line that the next vertex goes to. */
export const lastLine = (trazo: Trazo): Posicion[] => trazo.at(-1)?.at(-1) ?? [];

/** Whether a part or a hole is begun, and has no vertex yet. */
export const isBegun = (trazo: Trazo): boolean => !isEmpty(trazo) && lastLine(trazo).length === 0;

/** Begins a part of its own: the next vertex is its first. */
export const beginPart = (trazo: Trazo): Trazo => [...withoutBegun(trazo), [[]]];

/** Begins a hole in a part, which becomes the last: the next vertex is the hole's first. The order of parts says nothing. */
export function beginHole(drawn: Trazo, parte: number): Trazo {
  const trazo = withoutBegun(drawn);
  const at = Math.min(parte, trazo.length - 1);
  return [...trazo.toSpliced(at, 1), [...(trazo[at] ?? []), []]];
}

/** The drawing with a vertex more, before the one that stands at a place. */
export const insertVertex = (trazo: Trazo, lugar: Lugar, position: Posicion): Trazo =>
  changeLine(trazo, lugar, (line) => line.toSpliced(lugar[2], 0, position));

/** Moves a vertex; its altitude stays. */
export const moveVertex = (trazo: Trazo, lugar: Lugar, [x = 0, y = 0]: Posicion): Trazo =>
  changeLine(trazo, lugar, (line) =>
    line.map((position, i) => (i === lugar[2] ? [x, y, ...position.slice(2)] : position)),
  );

/** The drawing without a vertex, and without the lines and parts that it leaves empty. */
export const removeVertex = (trazo: Trazo, lugar: Lugar): Trazo =>
  changeLine(trazo, lugar, (line) => line.toSpliced(lugar[2], 1));

/** Lets a vertex and the one before it (-1) or after it (1) change places. */
export const shiftVertex = (trazo: Trazo, lugar: Lugar, by: -1 | 1): Trazo =>
  changeLine(trazo, lugar, (line) => {
    const [moved] = line.slice(lugar[2]);
    return moved ? line.toSpliced(lugar[2], 1).toSpliced(lugar[2] + by, 0, moved) : line;
  });

/** The drawing with other positions in the place of some; their altitudes stay. */
export const replaceVertices = (trazo: Trazo, others: ReadonlyMap<Posicion, Posicion>): Trazo =>
  trazo.map((lines) =>
    lines.map((line) =>
      line.map((position) => {
        const other = others.get(position);
        return other ? [...other, ...position.slice(2)] : position;
      }),
    ),
  );

/** The position of a vertex; undefined where there is none. */
export const vertexAt = (trazo: Trazo, [parte, linea, vertice]: Lugar): Posicion | undefined =>
  trazo[parte]?.[linea]?.[vertice];

/** Every vertex's place, in order. */
export const places = (trazo: Trazo): Lugar[] =>
  trazo.flatMap((lines, p) =>
    lines.flatMap((line, l) => line.map((_, v) => [p, l, v] satisfies Lugar)),
  );

/** Whether both are the same vertex. */
export const isPlace = (one: Lugar | null, other: Lugar | null): boolean =>
  one !== null && other !== null && one.every((number, i) => number === other[i]);

// Crossing -----------------------------------------------------------------------------------------

/** So many sides are compared each with each; more are left for the registry to judge. */
const MOST_SIDES = 1500;

/** A position at which sides of one line or of a polygon's rings cross or lie upon each other, or null. */
export function crossingOf(tipo: Tipo, trazo: Trazo): Posicion | null {
  if (tipo === 'PUNTO') return null;
  for (const lines of withoutBegun(trazo)) {
    const sides = lines.flatMap((line, l) => {
      const ends = tipo === 'POLIGONO' ? [...line.slice(1), line[0] as Posicion] : line.slice(1);
      return ends.map((end, i) => ({
        l,
        i,
        count: ends.length,
        from: line[i] as Posicion,
        to: end,
      }));
    });
    if (sides.length > MOST_SIDES) continue;
    for (const [n, one] of sides.entries()) {
      for (const other of sides.slice(n + 1)) {
        const isNext =
          one.l === other.l &&
          (other.i === one.i + 1 ||
            (tipo === 'POLIGONO' && one.i === 0 && other.i === one.count - 1));
        const at = isNext ? foldOf(one, other) : meetingOf(one, other);
        if (at) return at;
      }
    }
  }
  return null;
}

interface Side {
  from: Posicion;
  to: Posicion;
}

/** The side of a line on which a position lies: positive to the left, 0 upon it. */
const turn = ({ from: [ax = 0, ay = 0], to: [bx = 0, by = 0] }: Side, [x = 0, y = 0]: Posicion) =>
  Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));

const isWithin = ({ from, to }: Side, [x = 0, y = 0]: Posicion) => {
  const [west, south, east, north] = boundsOf([from, to]);
  return x >= west && x <= east && y >= south && y <= north;
};

function meetingOf(one: Side, other: Side): Posicion | null {
  const [a, b] = [turn(one, other.from), turn(one, other.to)];
  const [c, d] = [turn(other, one.from), turn(other, one.to)];
  if (a !== b && a * b <= 0 && c * d <= 0) return middleOf(one, other);
  if (a === 0 && isWithin(one, other.from)) return other.from;
  if (b === 0 && isWithin(one, other.to)) return other.to;
  return null;
}

/** The position at which the second side goes back over the first. */
function foldOf(one: Side, other: Side): Posicion | null {
  if (turn(one, other.from) !== 0 || turn(one, other.to) !== 0) return null;
  const shared = isSame(one.to, other.from) ? other.to : other.from;
  return isWithin(one, shared) ? shared : null;
}

function middleOf({ from: [ax = 0, ay = 0], to: [bx = 0, by = 0] }: Side, other: Side): Posicion {
  const {
    from: [cx = 0, cy = 0],
    to: [dx = 0, dy = 0],
  } = other;
  const way = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
  const along = way === 0 ? 0 : ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / way;
  return [ax + along * (bx - ax), ay + along * (by - ay)];
}
