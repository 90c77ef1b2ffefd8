import type { Bounded } from '../../../src/core/base/geo.ts';

/** The state with a margin: west, south, east, north, in degrees. */
export const ESTADO: Bounded['bbox'] = [-90.5, 19.5, -87.4, 21.7];
