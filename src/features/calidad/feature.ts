import type { Feature } from '../../core/feature.ts';
import { calidad } from './calidad.ts';
import { FILTROS } from './filtros.ts';

/** The rules of auditors, and the filters that find what they look for. */
export const feature: Feature = { routes: calidad, filters: FILTROS };
