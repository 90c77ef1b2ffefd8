import { counted, grouped } from '../formato.ts';
import {
  countVertices,
  type Geometria,
  type Posicion,
  type Tipo,
  type Trazo,
  tipoOf,
  trazoOf,
} from './trazo.ts';

// Places in words and numbers. Lengths and areas are measured on a sphere of the Earth's mean radius, which in Yucatán
// differs from the ellipsoid by less than 0.5 %.

/** Metres. */
const RADIUS = 6_371_008.8;
const rad = (degrees: number) => (degrees * Math.PI) / 180;

/** «20.967400, -89.623700»: latitude first, as people and their devices write it, in degrees (WGS 84). */
export const coordinates = ([lon = 0, lat = 0]: Posicion): string =>
  `${lat.toFixed(6)}, ${lon.toFixed(6)}`;

/** Metres between two positions, along a great circle. */
function distance([lon1 = 0, lat1 = 0]: Posicion, [lon2 = 0, lat2 = 0]: Posicion): number {
  const half =
    Math.sin(rad(lat2 - lat1) / 2) ** 2 +
    Math.cos(rad(lat1)) * Math.cos(rad(lat2)) * Math.sin(rad(lon2 - lon1) / 2) ** 2;
  return 2 * RADIUS * Math.asin(Math.sqrt(half));
}

/** Metres along a line. */
export const lengthOf = (line: Posicion[]): number =>
  line.reduce((sum, position, i) => sum + (i ? distance(line[i - 1] as Posicion, position) : 0), 0);

/** Square metres within a ring, closed or open, whichever way it turns. */
export function areaOf(ring: Posicion[]): number {
  let sum = 0;
  ring.forEach(([lon1 = 0, lat1 = 0], i) => {
    const [lon2 = 0, lat2 = 0] = ring[(i + 1) % ring.length] as Posicion;
    sum += rad(lon2 - lon1) * (2 + Math.sin(rad(lat1)) + Math.sin(rad(lat2)));
  });
  return Math.abs((sum * RADIUS ** 2) / 2);
}

/** Metres along all that is drawn; around it, holes too, where it is a polygon. */
export const lengthIn = (tipo: Tipo, trazo: Trazo): number =>
  trazo
    .flat()
    .reduce(
      (sum, line) => sum + lengthOf(tipo === 'POLIGONO' ? [...line, line[0] ?? []] : line),
      0,
    );

/** Square metres of all polygons that are drawn, without their holes. */
export const areaIn = (trazo: Trazo): number =>
  trazo.reduce(
    (sum, [outer = [], ...holes]) =>
      sum + areaOf(outer) - holes.reduce((area, hole) => area + areaOf(hole), 0),
    0,
  );

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

/** The lines of a geometry one after another, each with its name: points, routes, and rings, which are open here. */
export function partsOf(geometry: Geometria): { nombre: string; positions: Posicion[] }[] {
  const [trazo, isMulti] = [trazoOf(geometry), geometry.type.startsWith('Multi')];
  switch (tipoOf(geometry)) {
    case 'PUNTO':
      return [{ nombre: isMulti ? 'Puntos' : 'Punto', positions: trazo.flat(2) }];
    case 'RUTA':
      return trazo.map(([positions = []], i) => ({
        nombre: trazo.length === 1 ? 'Trazo' : `Trazo ${i + 1}`,
        positions,
      }));
    case 'POLIGONO':
      return trazo.flatMap((rings, p) =>
        rings.map((positions, i) => {
          const ring = i === 0 ? 'Contorno' : rings.length === 2 ? 'Hueco' : `Hueco ${i}`;
          return { nombre: isMulti ? `Parte ${p + 1}, ${ring}` : ring, positions };
        }),
      );
  }
}

/** A geometry in a line: «Ruta de 1.24 km, 5 vértices». */
export function geometryInWords(geometry: Geometria): string {
  const [tipo, trazo] = [tipoOf(geometry), trazoOf(geometry)];
  const isMulti = geometry.type.startsWith('Multi');
  const count = grouped(countVertices(trazo));
  switch (tipo) {
    case 'PUNTO':
      return isMulti ? `${count} puntos` : `Punto en ${coordinates(trazo.flat(2)[0] ?? [])}`;
    case 'RUTA':
      return `Ruta de ${inMetres(lengthIn(tipo, trazo))}${isMulti ? ` en ${trazo.length} trazos` : ''}, ${count} vértices`;
    case 'POLIGONO':
      return `Polígono de ${inSquareMetres(areaIn(trazo))}${isMulti ? ` en ${trazo.length} partes` : ''}, ${count} vértices`;
  }
}

/** A drawing in words: «3 vértices, 1.24 km». */
export function measureOf(tipo: Tipo, trazo: Trazo): string {
  const count = countVertices(trazo);
  if (count === 0) return 'sin dibujar';
  if (tipo === 'PUNTO') {
    return count === 1 ? coordinates(trazo.flat(2)[0] ?? []) : `${count} puntos`;
  }
  const parts = trazo.length > 1 ? `${trazo.length} partes, ` : '';
  const vertices = `${parts}${counted(count, 'vértice', 'vértices')}`;
  const length = inMetres(lengthIn(tipo, trazo));
  if (tipo === 'RUTA') return `${vertices}, ${length}`;
  return count < 3
    ? vertices
    : `${vertices}, ${inSquareMetres(areaIn(trazo))}, perímetro ${length}`;
}
