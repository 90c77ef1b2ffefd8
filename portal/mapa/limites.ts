import { type Bounded, MARGIN, nearest } from '../../src/catalogos/cercania.ts';
import type { Limites } from '../catalogos.ts';
import { boundsOf, type Posicion } from './trazo.ts';

/** The state with a margin: west, south, east, north, in degrees. */
export const ESTADO: [number, number, number, number] = [-90.5, 19.5, -87.4, 21.7];

type Limite = Limites['features'][number];
type Area = Bounded & { id: number };

/** The outlines and holes of each of a municipio's parts. */
const partsOf = ({ geometry }: Pick<Bounded, 'geometry'>): Posicion[][][] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;

const known = new WeakMap<Limites, Area[]>();

/** The municipios with the rectangles around them. */
function areasOf(limites: Limites): Area[] {
  let areas = known.get(limites);
  if (!areas) {
    areas = limites.features.map((limite) => {
      const geometry = limite.geometry as Bounded['geometry'];
      return { id: limite.id, geometry, bbox: boundsOf(partsOf({ geometry }).flat(2)) };
    });
    known.set(limites, areas);
  }
  return areas;
}

/** The rectangle around a municipio: west, south, east, north, in degrees. */
export const boundsOfLimite = ({ geometry }: Limite): ReturnType<typeof boundsOf> =>
  boundsOf(partsOf({ geometry: geometry as Bounded['geometry'] }).flat(2));

/** The municipio that a position lies in by the limits, or undefined. */
export function municipioAt(position: Posicion, limites: Limites): number | undefined {
  const [x = 0, y = 0] = position;
  return areasOf(limites).find((area) => {
    const [west, south, east, north] = area.bbox;
    if (x < west || x > east || y < south || y > north) return false;
    return partsOf(area).some((rings) => isWithin(position, rings));
  })?.id;
}

/** Whether a position is in the state, as the import judges: within the limits, or so near that they may be at fault. */
export const isInState = (position: Posicion, limites: Limites): boolean =>
  municipioAt(position, limites) !== undefined ||
  nearest(position, MARGIN, areasOf(limites)) !== undefined;

/** Whether a line from the position to the east leaves the rings an odd number of times. */
function isWithin([x = 0, y = 0]: Posicion, rings: Posicion[][]): boolean {
  let inside = false;
  for (const ring of rings) {
    for (const [i, [x1 = 0, y1 = 0]] of ring.entries()) {
      const [x2 = 0, y2 = 0] = ring.at(i - 1) ?? [];
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
    }
  }
  return inside;
}
