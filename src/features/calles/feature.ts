import type { Feature } from '../../core/feature.ts';
import { openBaseMap } from '../../mapa-base/map-file.ts';
import { calles } from './calles.ts';

/** The search of streets and crossings by name, in the file of the base map. */
export const feature: Feature = {
  async routes(api, { config }) {
    const file = await openBaseMap(config);
    api.addHook('onClose', () => file?.close());
    calles(api, file);
  },
};
