import { ofFeatures } from '../../feature.ts';
import { type EnFiltros, enPalabras, gruposOf, masOf } from './palabras.ts';

// The filters of works: the core's, and those that features add to them.

export const EN_PALABRAS = enPalabras(
  ofFeatures(
    import.meta.glob<EnFiltros>('../../../features/*/filtros.ts', {
      eager: true,
      import: 'filtros',
    }),
  ),
);
export const MAS = masOf(EN_PALABRAS);
export const GRUPOS = gruposOf(EN_PALABRAS);
