import {
  LineString,
  MultiLineString,
  MultiPoint,
  MultiPolygon,
  type SimpleGeometry,
} from 'ol/geom.js';
import { fromLonLat, toLonLat } from 'ol/proj.js';
import { round } from '../../../src/core/base/geo.ts';
import {
  isComplete,
  type Lugar,
  type Posicion,
  type Tipo,
  type Trazo,
  withoutBegun,
} from '../../core/geometria/trazo.ts';

// A drawing, as the map's library has it, and back again.

export const fromMap = (coordinate: number[]): Posicion => toLonLat(coordinate).map(round);
export const toMap = ([x = 0, y = 0]: Posicion): number[] => fromLonLat([x, y]);

/** A drawing as the map's library has it: always of many parts, so that all kinds are changed alike. */
export function shapeOf(tipo: Tipo, drawn: Trazo): SimpleGeometry {
  const trazo = withoutBegun(drawn);
  const lines = trazo.map((parts) => parts.map((line) => line.map(toMap)));
  if (tipo === 'PUNTO') return new MultiPoint(lines.flat(2));
  if (tipo === 'POLIGONO' && isComplete(tipo, trazo)) {
    return new MultiPolygon(
      lines.map((rings) => rings.map((ring) => [...ring, ring[0] as number[]])),
    );
  }
  return new MultiLineString(lines.flat().filter((line) => line.length > 1));
}

/** Back again. A position that was not touched stays the same to the last digit, with its altitude. */
export function trazoOfShape(tipo: Tipo, shape: SimpleGeometry, before: Trazo): Trazo {
  const coordinates = shape.getCoordinates() as never;
  const lines: number[][][][] =
    tipo === 'PUNTO'
      ? (coordinates as number[][]).map((point) => [[point]])
      : tipo === 'RUTA'
        ? (coordinates as number[][][]).map((line) => [line])
        : (coordinates as number[][][][]).map((rings) => rings.map((ring) => ring.slice(0, -1)));
  return lines.map((parts, p) =>
    parts.map((line, l) => {
      const old = before[p]?.[l] ?? [];
      return line.map((coordinate, i) => {
        const position = toLonLat(coordinate);
        const same = [old[i], old[i - 1], old[i + 1]].find(
          (one) =>
            one &&
            Math.abs((one[0] ?? 0) - (position[0] ?? 0)) < 1e-9 &&
            Math.abs((one[1] ?? 0) - (position[1] ?? 0)) < 1e-9,
        );
        return same ?? fromMap(coordinate);
      });
    }),
  );
}

/** The place of a vertex that goes in: within the side nearest to a coordinate. */
export function sideAt(trazo: Trazo, tipo: Tipo, coordinate: number[]): Lugar | undefined {
  let best: Lugar | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [p, lines] of trazo.entries()) {
    for (const [l, line] of lines.entries()) {
      if (line.length === 0) continue;
      const ends = tipo === 'POLIGONO' ? [...line.slice(1), line[0] as Posicion] : line.slice(1);
      for (const [i, end] of ends.entries()) {
        const side = new LineString([toMap(line[i] as Posicion), toMap(end)]);
        const [x = 0, y = 0] = side.getClosestPoint(coordinate);
        const away = Math.hypot(x - (coordinate[0] ?? 0), y - (coordinate[1] ?? 0));
        if (away < least) {
          least = away;
          best = [p, l, i + 1];
        }
      }
    }
  }
  return best;
}
