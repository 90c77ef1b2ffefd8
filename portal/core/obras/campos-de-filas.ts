import { ofFeatures } from '../feature.ts';

/** The fields that features add to rows of the list of works: `filas.ts` in a feature's folder has its own as `campos`. */
export const CAMPOS_DE_PARTES = ofFeatures(
  import.meta.glob<string[]>('../../features/*/filas.ts', { eager: true, import: 'campos' }),
).flat();
