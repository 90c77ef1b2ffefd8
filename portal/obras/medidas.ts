import type { Geometry, Position } from 'geojson';
import { grouped } from '../formato.ts';
import type { Ubicacion } from './obra.ts';

// Places in words and numbers. Lengths and areas are measured on a sphere of the Earth's mean radius, which in Yucatán
// differs from the ellipsoid by less than 0.5 %.

/** Metres. */
const RADIUS = 6_371_008.8;
const rad = (degrees: number) => (degrees * Math.PI) / 180;

/** «20.967400, -89.623700»: latitude first, as people and their devices write it, in degrees (WGS 84). */
export const coordinates = ([lon = 0, lat = 0]: Position): string =>
  `${lat.toFixed(6)}, ${lon.toFixed(6)}`;

/** Metres between two positions, along a great circle. */
function distance([lon1 = 0, lat1 = 0]: Position, [lon2 = 0, lat2 = 0]: Position): number {
  const half =
    Math.sin(rad(lat2 - lat1) / 2) ** 2 +
    Math.cos(rad(lat1)) * Math.cos(rad(lat2)) * Math.sin(rad(lon2 - lon1) / 2) ** 2;
  return 2 * RADIUS * Math.asin(Math.sqrt(half));
}

/** Metres along a line. */
export const lengthOf = (line: Position[]): number =>
  line.reduce((sum, position, i) => sum + (i ? distance(line[i - 1] as Position, position) : 0), 0);

/** Square metres within a ring, closed or open, whichever way it turns. */
export function areaOf(ring: Position[]): number {
  let sum = 0;
  ring.forEach(([lon1 = 0, lat1 = 0], i) => {
    const [lon2 = 0, lat2 = 0] = ring[(i + 1) % ring.length] as Position;
    sum += rad(lon2 - lon1) * (2 + Math.sin(rad(lat1)) + Math.sin(rad(lat2)));
  });
  return Math.abs((sum * RADIUS ** 2) / 2);
}

/** Metres along all lines of a geometry, 0 for points and polygons. */
export function lengthIn(geometry: Geometry): number {
  if (geometry.type === 'LineString') return lengthOf(geometry.coordinates);
  if (geometry.type !== 'MultiLineString') return 0;
  return geometry.coordinates.reduce((sum, line) => sum + lengthOf(line), 0);
}

/** Square metres of all polygons of a geometry without their holes, 0 for points and lines. */
export function areaIn(geometry: Geometry): number {
  const polygons =
    geometry.type === 'Polygon'
      ? [geometry.coordinates]
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : [];
  return polygons.reduce(
    (sum, [outer = [], ...holes]) =>
      sum + areaOf(outer) - holes.reduce((area, hole) => area + areaOf(hole), 0),
    0,
  );
}

/** «850 m», «12.4 km» */
export const inMetres = (metres: number): string =>
  metres < 1000 ? `${grouped(Math.round(metres))} m` : `${grouped(round(metres / 1000, 2))} km`;

/** «850 m²», «2.31 ha», «45.2 km²» */
export function inSquareMetres(area: number): string {
  if (area < 10_000) return `${grouped(Math.round(area))} m²`;
  if (area < 10_000_000) return `${grouped(round(area / 10_000, 2))} ha`;
  return `${grouped(round(area / 1_000_000, 1))} km²`;
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));

/** The parts of a geometry that are one after another: points, lines, rings. Each ring ends where it began; its last position is left out. */
export function partsOf(geometry: Geometry): { nombre: string; positions: Position[] }[] {
  const named = (nombre: string, list: Position[][]) =>
    list.map((positions, i) => ({
      nombre: list.length === 1 ? nombre : `${nombre} ${i + 1}`,
      positions,
    }));
  const rings = (polygon: Position[][], before = '') =>
    polygon.map((ring, i) => ({
      nombre: before + (i === 0 ? 'Contorno' : polygon.length === 2 ? 'Hueco' : `Hueco ${i}`),
      positions: ring.slice(0, -1),
    }));
  switch (geometry.type) {
    case 'Point':
      return named('Punto', [[geometry.coordinates]]);
    case 'MultiPoint':
      return named('Puntos', [geometry.coordinates]);
    case 'LineString':
      return named('Trazo', [geometry.coordinates]);
    case 'MultiLineString':
      return named('Trazo', geometry.coordinates);
    case 'Polygon':
      return rings(geometry.coordinates);
    case 'MultiPolygon':
      return geometry.coordinates.flatMap((polygon, i) => rings(polygon, `Parte ${i + 1}, `));
    default:
      return [];
  }
}

/** A registry's geometry as the types of GeoJSON know it. */
export const geometryOf = ({ geometriaJson }: Pick<Ubicacion, 'geometriaJson'>): Geometry =>
  geometriaJson as Geometry;

/** What of a geometry fits into a line: «Ruta de 1.24 km con 5 vértices». */
export function geometryInWords(geometry: Geometry): string {
  const parts = partsOf(geometry);
  const count = parts.reduce((sum, { positions }) => sum + positions.length, 0);
  const vertices = `${grouped(count)} vértices`;
  switch (geometry.type) {
    case 'Point':
      return `Punto en ${coordinates(geometry.coordinates)}`;
    case 'MultiPoint':
      return `${grouped(count)} puntos`;
    case 'LineString':
      return `Ruta de ${inMetres(lengthIn(geometry))}, ${vertices}`;
    case 'MultiLineString':
      return `Ruta de ${inMetres(lengthIn(geometry))} en ${parts.length} trazos, ${vertices}`;
    case 'Polygon':
      return `Polígono de ${inSquareMetres(areaIn(geometry))}, ${vertices}`;
    case 'MultiPolygon':
      return `Polígono de ${inSquareMetres(areaIn(geometry))} en ${geometry.coordinates.length} partes, ${vertices}`;
    default:
      return '';
  }
}
