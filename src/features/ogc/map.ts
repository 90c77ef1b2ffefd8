import type { Geometry, Position } from 'geojson';
import { boundsOf, ringsOf } from '../../core/base/geo.ts';
import { type Limite, limites } from '../../limites/limites.ts';
import type { Box } from '../../listados/rectangulo.ts';
import { type Html, html } from '../../paginas/html.ts';

// A drawing of features over the limits of the municipios, as SVG within the page.

/** Its width, in its own units: about pixels on a screen. */
const MAP_WIDTH = 800;
/** The least extent of the drawing, in degrees: some 2 km. */
const LEAST = 0.02;
/** Its height, as a part of the width. */
const [FLATTEST, TALLEST] = [0.5, 1];
/** With more municipios than this in sight, their names would cover each other. */
const MOST_NAMED_MUNICIPIOS = 12;

/** Draws geometries in degrees, longitude first, with their surroundings; undefined where there are none. */
export function drawMap(geometries: Geometry[], label: string): Html | undefined {
  const positions = geometries.flatMap((geometry) => linesOfGeometry(geometry).flat());
  return positions.length === 0 ? undefined : drawBox(boundsOf(positions), label, geometries);
}

/** Draws the surroundings of a rectangle in degrees, and geometries in it. */
export function drawBox(box: Box, label: string, geometries: Geometry[] = []): Html {
  const [west, south, east, north] = viewOf(box);
  const scale = MAP_WIDTH / (east - west);
  // One degree of latitude is longer than one of longitude.
  const tall = scale / Math.cos(((south + north) * Math.PI) / 360);
  const place = ([x = 0, y = 0]: Position): Point => [
    Math.round((x - west) * scale),
    Math.round((north - y) * tall),
  ];
  const seen = limites().filter(({ bbox }) => meets(bbox, [west, south, east, north]));
  const height = Math.round((north - south) * tall);
  return html`<svg viewBox="0 0 ${MAP_WIDTH} ${height}" role="img" aria-label="${label}">
${seen.map((limite) => html`<path class="limite" d="${pathOf(ringsOf(limite.geometry), place, true)}"/>`)}
${seen.length <= MOST_NAMED_MUNICIPIOS && seen.map((limite) => municipioLabel(limite, place))}
${geometries.map((geometry) => shapeOf(geometry, place))}
</svg>`;
}

type Point = [x: number, y: number];
type Projection = (position: Position) => Point;

/** The rectangle with a margin, in a shape that fits the page. */
function viewOf([west, south, east, north]: Box): Box {
  const middle = (south + north) / 2;
  const flat = Math.cos((Math.max(-80, Math.min(80, middle)) * Math.PI) / 180);
  const least = Math.max((east - west) * 1.2, LEAST, ((north - south) * 1.2) / (TALLEST * flat));
  const wide = Math.min(least, 360);
  const tall = Math.max((north - south) * 1.2, wide * FLATTEST * flat);
  const [x, y] = [(west + east) / 2, Math.max(-85 + tall / 2, Math.min(85 - tall / 2, middle))];
  return [x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2];
}

const meets = (a: Box, b: Box) => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];

/** The lines, outlines or points of a geometry. */
function linesOfGeometry(geometry: Geometry): Position[][] {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]];
    case 'MultiPoint':
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates;
    case 'MultiPolygon':
      return geometry.coordinates.flat();
    default:
      return [];
  }
}

function shapeOf(geometry: Geometry, place: Projection): Html {
  const parts = linesOfGeometry(geometry);
  if (geometry.type.endsWith('Point')) {
    return html`${parts.flat().map((position) => {
      const [x, y] = place(position);
      return html`<circle class="punto" cx="${x}" cy="${y}" r="7"/>`;
    })}`;
  }
  const isArea = geometry.type.endsWith('Polygon');
  const kind = isArea ? 'superficie' : 'linea';
  return html`<path class="${kind}" d="${pathOf(parts, place, isArea)}"/>`;
}

/** Steps shorter than this, in the units of the drawing, are invisible and left out. */
const SHORTEST = 2;

/** The path of lines, each a position and steps from there. A line without a step is a dot. */
function pathOf(lines: Position[][], place: Projection, isClosed: boolean): string {
  return lines
    .map((line) => {
      let [x, y] = place(line[0] as Position);
      let path = `M${x} ${y}l`;
      for (const position of line) {
        const [nextX, nextY] = place(position);
        if (Math.abs(nextX - x) + Math.abs(nextY - y) < SHORTEST) continue;
        path += `${nextX - x} ${nextY - y} `;
        [x, y] = [nextX, nextY];
      }
      return `${path}0 0${isClosed ? 'Z' : ''}`;
    })
    .join('');
}

function municipioLabel(
  { bbox: [west, south, east, north], nombre }: Limite,
  place: Projection,
): Html {
  const [x, y] = place([(west + east) / 2, (south + north) / 2]);
  return html`<text class="nombre" x="${x}" y="${y}">${nombre}</text>`;
}
