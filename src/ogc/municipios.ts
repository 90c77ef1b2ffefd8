import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { Position } from 'geojson';
import { type Limite, limites } from '../catalogos/limites.ts';
import type { Box } from '../obras/filters.ts';
import { boxesOf } from './collections.ts';
import type { LayerPosition, Page } from './queries.ts';

// The layer of the municipios: their limits come with the program.

/** The feature's JSON of one municipio. All are of one type: files of some formats hold no other. */
const featureOf = ({ id, clave, nombre, geometry }: Limite) =>
  JSON.stringify({
    type: 'Feature',
    id,
    geometry: { type: 'MultiPolygon', coordinates: polygonsOf(geometry) },
    properties: { clave, nombre },
  });

const polygonsOf = (geometry: Limite['geometry']) =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;

/** One page of the municipios by number, those that touch the rectangle where one is given. */
export function pageOfMunicipios(
  bbox: string | undefined,
  limit: number,
  after: LayerPosition,
): Page {
  const boxes = bbox === undefined ? [] : boxesOf(bbox);
  const all = limites().filter(
    (limite) => boxes.length === 0 || boxes.some((box) => meets(limite, box)),
  );
  const rest = all.filter(({ id }) => id > after.obra);
  const given = rest.slice(0, limit);
  const last = given.at(-1);
  return {
    json: given.map(featureOf).join(',\n'),
    returned: given.length,
    matched: all.length,
    ...(last &&
      rest.length > limit && { next: { obra: last.id, ubicacion: 0, total: all.length } }),
  };
}

/** The JSON of one municipio as a feature, or undefined where there is none with that number. */
export function findMunicipio(id: number | null): string | undefined {
  const found = limites().find((limite) => limite.id === id);
  return found && featureOf(found);
}

/** Whether a municipio and a rectangle have a point in common: an edge that enters it, or all of it within. */
function meets({ bbox, geometry }: Limite, box: Box): boolean {
  const [west, south, east, north] = box;
  if (bbox[0] > east || bbox[2] < west || bbox[1] > north || bbox[3] < south) return false;
  const enters = polygonsOf(geometry)
    .flat()
    .some((ring) =>
      ring.some((position, i) => i > 0 && crosses(ring[i - 1] as Position, position, box)),
    );
  return enters || booleanPointInPolygon([west, south], geometry);
}

/** Whether a straight line has a point within a rectangle: what is left of it after each side has cut it (Liang and Barsky). */
function crosses(from: Position, to: Position, [west, south, east, north]: Box): boolean {
  const [x = 0, y = 0] = from;
  const dx = (to[0] ?? 0) - x;
  const dy = (to[1] ?? 0) - y;
  let begin = 0;
  let end = 1;
  const sides: [step: number, room: number][] = [
    [-dx, x - west],
    [dx, east - x],
    [-dy, y - south],
    [dy, north - y],
  ];
  for (const [step, room] of sides) {
    if (step === 0) {
      if (room < 0) return false;
    } else if (step < 0) begin = Math.max(begin, room / step);
    else end = Math.min(end, room / step);
  }
  return begin <= end;
}
