import type { EnFiltros } from '../../core/obras/filtros/palabras.ts';
import { readFondos } from './consultas.ts';

export const filtros: EnFiltros = {
  place: 40,
  en: {
    fondoId: {
      chip: (fondo) => `Fondo: ${fondo}`,
      catalogo: () => ({
        queryKey: ['catalogos', 'fondos', 'para elegir'],
        queryFn: readFondos,
      }),
      campo: { grupo: 'Registro', tipo: 'catalogo', etiqueta: 'Fondo' },
    },
    diferenciaFuentes: {
      chip: (percent) => `Fuentes que difieren del monto más de ${percent} %`,
      campo: {
        grupo: 'Registro',
        tipo: 'porciento',
        etiqueta: 'Fuentes que difieren del monto en más de (%)',
      },
    },
  },
};
