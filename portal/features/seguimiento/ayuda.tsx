import type { EnAyuda } from '../../core/ayuda.ts';

export const ayuda: EnAyuda = {
  teclas: [
    {
      place: 30,
      donde: 'En la gráfica del avance',
      teclas: [['← →', 'Pasan de un día a otro y leen sus cifras.']],
    },
  ],
};
