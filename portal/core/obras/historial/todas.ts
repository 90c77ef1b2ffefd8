import { ofFeatures } from '../../feature.ts';
import { palabrasOf } from './palabras.ts';
import type { EnHistorial } from './partes.ts';

/** What the features add to the words of the ledger. */
export const FEATURES = ofFeatures(
  import.meta.glob<EnHistorial>('../../../features/*/historial.{ts,tsx}', {
    eager: true,
    import: 'historial',
  }),
);

export const { labelsOf, valueInWords } = palabrasOf(FEATURES);
