import type { Feature } from '../../core/feature.ts';
import { FILTROS } from './filtros.ts';
import { mapa } from './mapa.ts';

/** The map of works in tiles, and the filter by a part of it. */
export const feature: Feature = { routes: mapa, filters: FILTROS };
