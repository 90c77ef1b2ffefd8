import type { Feature } from '../../core/feature.ts';
import { EN_BITACORA } from './bitacora.ts';
import { findLastCopy } from './copies.ts';

/** Copies of the registry, by `npm run backup`. */
export const feature: Feature = {
  routes(_api, { db, figures }) {
    figures.gauge(
      'registro_last_copy_timestamp_seconds',
      'When the newest copy of the registry (npm run backup) was made, seconds since 1970; 0 where none was.',
      () => figures.inTime(() => findLastCopy(db)),
    );
  },
  ledger: EN_BITACORA,
};
