import type { EnFiltros } from '../../core/obras/filtros/palabras.ts';

export const filtros: EnFiltros = {
  place: 20,
  en: {
    conFotos: {
      chip: () => 'Con fotos',
      campo: { grupo: 'Registro', tipo: 'casilla', etiqueta: 'Sólo las que tienen fotos' },
    },
  },
};
