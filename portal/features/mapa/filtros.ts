import type { EnFiltros } from '../../core/obras/filtros/palabras.ts';

export const filtros: EnFiltros = {
  place: 90,
  en: {
    bbox: { chip: () => 'Esta parte del mapa' },
  },
};
