import type { Feature } from '../../core/feature.ts';
import { EN_CAPAS, EN_SEGUIMIENTO, FILTROS, REGLAS } from './alertas.ts';
import { EN_BITACORA } from './bitacora.ts';
import { umbralesRoutes } from './umbrales.ts';

/** Motives to review works by their contracts and their follow-up, and the thresholds of each year's procedures. */
export const feature: Feature = {
  routes: umbralesRoutes,
  ledger: EN_BITACORA,
  filters: FILTROS,
  rules: REGLAS,
  followUp: EN_SEGUIMIENTO,
  properties: EN_CAPAS,
  tag: {
    name: 'Umbrales',
    description: 'Los montos con los que se comparan los contratos de cada año.',
    after: 'Seguimiento',
  },
};
