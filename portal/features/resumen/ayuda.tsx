import { Link } from 'wouter';
import type { EnAyuda } from '../../core/ayuda.ts';

export const ayuda: EnAyuda = {
  uso: (
    <li>
      <strong>Comparar.</strong> El <Link href="/resumen">resumen</Link> cuenta obras y pesos por
      municipio, dependencia, año, estatus y tipo, con los mismos filtros. Cada renglón lleva a sus
      obras.
    </li>
  ),
  teclas: [
    {
      place: 40,
      donde: 'En el mapa del resumen',
      teclas: [
        ['← → ↑ ↓', 'Pasan al municipio vecino y leen sus cifras.'],
        ['Intro', 'Abre sus obras.'],
      ],
    },
  ],
};
