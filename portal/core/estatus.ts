// The look of a work's status: a word, a colour that stands out on paper, land and sea alike, and on the map a shape of its
// own, so that nothing depends on the colour.

export type Forma = 'punto' | 'anillo' | 'cuadro' | 'cruz' | 'rombo' | 'triangulo' | 'barra';

interface Look {
  color: string;
  forma: Forma;
}

/** By the id of the catalog of statuses, which is fixed (specification section 3). */
export const ESTATUS: Record<number, Look> = {
  1: { color: '#5a6572', forma: 'anillo' },
  2: { color: '#7a4fb0', forma: 'rombo' },
  3: { color: '#1f6fb5', forma: 'triangulo' },
  4: { color: '#a35c00', forma: 'punto' },
  5: { color: '#c23a2b', forma: 'barra' },
  6: { color: '#1d7a4c', forma: 'cuadro' },
  7: { color: '#111827', forma: 'cruz' },
};

/** The shapes on a field of 16 × 16, on the page and on the map. */
export const PATHS: Record<Forma, string> = {
  punto: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2z',
  anillo: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zm0 3a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  cuadro: 'M2.5 2.5h11v11h-11z',
  cruz: 'M4 2 8 6l4-4 2 2-4 4 4 4-2 2-4-4-4 4-2-2 4-4-4-4z',
  rombo: 'M8 1l7 7-7 7-7-7z',
  triangulo: 'M8 2l6.5 11.5h-13z',
  barra: 'M2 5.5h12v5H2z',
};

/** The mark of what is late, on the same field: a sign of warning, whatever the shape beside it. */
export const LATE = 'M8 1.5l7 12.5H1zm-1 4v4h2v-4zm0 5v2h2v-2z';

export const LATE_COLOR = '#a1261a';
