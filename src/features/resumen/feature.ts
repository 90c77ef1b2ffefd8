import type { Feature } from '../../core/feature.ts';
import { resumen } from './resumen.ts';

/** The number of works and their sums, by group. */
export const feature: Feature = { routes: resumen };
