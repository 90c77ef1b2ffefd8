import type { Feature } from '../../core/feature.ts';
import { exportaciones } from './exports.ts';
import { obrasGeojson } from './geojson.ts';

/** Whole lists of works as files: CSV, XLSX, lines of JSON and GeoJSON. */
export const feature: Feature = {
  routes(api, context) {
    exportaciones(api, context);
    obrasGeojson(api, context);
  },
};
