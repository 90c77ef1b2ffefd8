import type { Limites } from '../catalogos.ts';
import { boundsOf, type Posicion } from './trazo.ts';

/** The state with a margin: west, south, east, north, in degrees. */
export const ESTADO: [number, number, number, number] = [-90.5, 19.5, -87.4, 21.7];

type Limite = Limites['features'][number];

/** The outlines and holes of each of a municipio's parts. */
const partsOf = ({ geometry }: Limite): Posicion[][][] =>
  (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates) as Posicion[][][];

const bounds = new WeakMap<Limite, ReturnType<typeof boundsOf>>();

/** The rectangle around a municipio: west, south, east, north, in degrees. */
export function boundsOfLimite(limite: Limite): ReturnType<typeof boundsOf> {
  const known = bounds.get(limite);
  if (known) return known;
  const found = boundsOf(partsOf(limite).flat(2));
  bounds.set(limite, found);
  return found;
}

/** The municipio that a position lies in by the limits, or undefined. */
export const municipioAt = (position: Posicion, { features }: Limites): number | undefined =>
  features.find((limite) => {
    const [x = 0, y = 0] = position;
    const [west, south, east, north] = boundsOfLimite(limite);
    if (x < west || x > east || y < south || y > north) return false;
    return partsOf(limite).some((rings) => isWithin(position, rings));
  })?.id;

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
