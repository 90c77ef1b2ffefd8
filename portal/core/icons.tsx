import piezas from './piezas/piezas.module.css';

// Strokes of 24 × 24. Each stands beside a word, so that none has to be understood by itself.

/** A line, and circles where there are some: the middle and the radius of each. */
type Shape = [line: string, ...circles: [x: number, y: number, radius: number][]];

const SHAPES = {
  abajo: ['m6 9 6 6 6-6'],
  agregar: ['M12 5v14M5 12h14'],
  anterior: ['m15 6-6 6 6 6'],
  arriba: ['m6 15 6-6 6 6'],
  aviso: ['M12 4 2.5 20h19zM12 10v4M12 17h.01'],
  ayuda: ['M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 17h.01', [12, 12, 9]],
  buscar: ['m16 16 4.5 4.5', [11, 11, 6.5]],
  cerrar: ['m6 6 12 12M18 6 6 18'],
  cuenta: ['M4 21c1-4.5 4-6.5 8-6.5s7 2 8 6.5', [12, 8, 4]],
  descargar: ['M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14'],
  editar: ['M5 19h3L19 8l-3-3L5 16zM14 7l3 3'],
  eliminar: ['M5 7h14M10 7V5h4v2M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5'],
  enlace: [
    'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  ],
  favorita: ['m12 4 2.5 5.2 5.5.8-4 4 1 5.6-5-2.7-5 2.7 1-5.6-4-4 5.5-.8z'],
  foto: ['M4 7h4l1.5-2h5L16 7h4v12H4z', [12, 13, 3.5]],
  historial: ['M12 7v5l3.5 2', [12, 12, 8.5]],
  importar: ['M12 15V4m-4.5 4.5L12 4l4.5 4.5M5 20h14'],
  imprimir: ['M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z'],
  lista: ['M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01'],
  listo: ['m5 12.5 4.5 4.5L19 7'],
  mapa: ['m4 6 5-2 6 2 5-2v14l-5 2-6-2-5 2zM9 4v14M15 6v14'],
  // Three thick dots.
  mas: ['M5 12h.01M12 12h.01M19 12h.01', [5, 12, 0.85], [12, 12, 0.85], [19, 12, 0.85]],
  menos: ['M5 12h14'],
  poligono: ['m12 4 8 6-3 9H7l-3-9z'],
  punto: ['M12 21c5-5.5 7-8.5 7-11.5a7 7 0 0 0-14 0c0 3 2 6 7 11.5z', [12, 9.5, 2.5]],
  resumen: ['M5 20V10M12 20V4M19 20v-7M3 20h18'],
  ruta: ['M8 18h6a3 3 0 0 0 0-6h-4a3 3 0 0 1 0-6h6', [6, 18, 2], [18, 6, 2]],
  salir: ['M10 4H5v16h5M14 8l4 4-4 4M18 12H9'],
  siguiente: ['m9 6 6 6-6 6'],
} satisfies Record<string, Shape>;

/** A picture that several pages have, by its name, or the shape of one that a single page has, which no other page fetches. */
export type Icon = keyof typeof SHAPES | Shape;

/** One of the portal's pictures. It is hidden from screen readers, since its word stands beside it. */
export function Icono({ nombre, lleno = false }: { nombre: Icon; lleno?: boolean }) {
  const [line, ...circles]: Shape = typeof nombre === 'string' ? SHAPES[nombre] : nombre;
  return (
    <svg
      className={lleno ? `${piezas.icono} ${piezas.lleno}` : piezas.icono}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={line} />
      {circles.map(([x, y, r]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} />
      ))}
    </svg>
  );
}
