import type { Feature } from '../../core/feature.ts';
import { ogc } from './routes.ts';

/** Works as layers of a map, by OGC API - Features. */
export const feature: Feature = {
  routes: ogc,
  tag: {
    name: 'Capas de mapa',
    description: 'OGC API - Features, para QGIS, GDAL y otros programas.',
    after: 'Catálogos',
  },
};
