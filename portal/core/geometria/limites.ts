import {
  type Bounded,
  boundsOf,
  ringsOf,
  type Where,
  whereIs,
} from '../../../src/core/base/geo.ts';
import type { Limites } from '../catalogos.ts';
import { ESTADO } from './estado.ts';
import type { Posicion } from './trazo.ts';

export type Area = Bounded & { id: number };

const known = new WeakMap<Limites, Area[]>();

/** The municipios with the rectangles around them. */
function areasOf(limites: Limites): Area[] {
  const areas =
    known.get(limites) ??
    limites.features.map(({ id, geometry }) => {
      const area = geometry as Bounded['geometry'];
      return { id, geometry: area, bbox: boundsOf(ringsOf(area).flat()) };
    });
  known.set(limites, areas);
  return areas;
}

/** The rectangle around a municipio, or around the state without one: west, south, east, north, in degrees. */
export const boxOf = (municipioId: number | null, limites: Limites | undefined): Bounded['bbox'] =>
  (limites && areasOf(limites).find(({ id }) => id === municipioId)?.bbox) ?? ESTADO;

/** The municipio of a position, as the import judges: by the limits, with a margin for the ground that they leave out. */
export const whereIn = (position: Posicion, limites: Limites): Where<Area> =>
  whereIs(position, areasOf(limites));
