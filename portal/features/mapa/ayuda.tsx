import type { EnAyuda } from '../../core/ayuda.ts';

export const ayuda: EnAyuda = {
  encontrar: 'El mapa y la lista muestran lo mismo.',
  teclas: [
    {
      place: 10,
      donde: 'En un mapa',
      teclas: [
        ['← → ↑ ↓', 'Mueven el mapa.'],
        ['+ −', 'Lo acercan y lo alejan; también hay botones.'],
      ],
    },
    {
      place: 20,
      donde: 'Al dibujar una ubicación',
      teclas: [
        ['← → ↑ ↓', 'Mueven el mapa bajo la cruz, que está siempre en el centro; con Mayús, poco.'],
        ['+ −', 'Lo acercan y lo alejan.'],
        ['Intro Espacio', 'Ponen un vértice en la cruz, o mueven ahí el elegido.'],
        ['N', 'Elige el vértice siguiente; Esc lo suelta.'],
        ['Supr', 'Borra el vértice elegido.'],
        ['Retroceso', 'Deshace lo último.'],
      ],
      nota: 'Junto al mapa está la tabla de coordenadas: ahí se escriben, se pegan y se ordenan los vértices sin usar el mapa.',
    },
  ],
};
