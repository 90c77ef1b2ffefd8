import type { ReactNode } from 'react';

// Strokes of 24 × 24. Each stands beside a word, so that none has to be understood by itself.

const SHAPES = {
  abajo: <path d="m6 9 6 6 6-6" />,
  agregar: <path d="M12 5v14M5 12h14" />,
  ajustar: <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />,
  anterior: <path d="m15 6-6 6 6 6" />,
  aqui: (
    <>
      <circle cx="12" cy="12" r="6" />
      <path d="M12 2v5M12 17v5M2 12h5M17 12h5" />
    </>
  ),
  arriba: <path d="m6 15 6-6 6 6" />,
  aviso: <path d="M12 4 2.5 20h19zM12 10v4M12 17h.01" />,
  ayuda: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 17h.01" />
    </>
  ),
  buscar: (
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4.5 4.5" />
    </>
  ),
  cerrar: <path d="m6 6 12 12M18 6 6 18" />,
  cuenta: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4 21c1-4.5 4-6.5 8-6.5s7 2 8 6.5" />
    </>
  ),
  descargar: <path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14" />,
  deshacer: <path d="M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3" />,
  editar: <path d="M5 19h3L19 8l-3-3L5 16zM14 7l3 3" />,
  eliminar: <path d="M5 7h14M10 7V5h4v2M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5" />,
  enlace: (
    <path d="M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.700l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.700l1-1" />
  ),
  favorita: <path d="m12 4 2.5 5.2 5.5.8-4 4 1 5.6-5-2.7-5 2.7 1-5.6-4-4 5.5-.8z" />,
  filtrar: <path d="M4 6h16M7 12h10M10 18h4" />,
  historial: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5l3.5 2" />
    </>
  ),
  importar: <path d="M12 15V4m-4.5 4.500L12 4l4.5 4.500M5 20h14" />,
  imprimir: <path d="M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z" />,
  lista: <path d="M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01" />,
  listo: <path d="m5 12.5 4.5 4.500L19 7" />,
  mapa: <path d="m4 6 5-2 6 2 5-2v14l-5 2-6-2-5 2zM9 4v14M15 6v14" />,
  mas: <path strokeWidth={3.5} d="M5 12h.01M12 12h.01M19 12h.01" />,
  menos: <path d="M5 12h14" />,
  poligono: <path d="m12 4 8 6-3 9H7l-3-9z" />,
  punto: (
    <>
      <path d="M12 21c5-5.5 7-8.5 7-11.500a7 7 0 0 0-14 0c0 3 2 6 7 11.500z" />
      <circle cx="12" cy="9.5" r="2.5" />
    </>
  ),
  resumen: <path d="M5 20V10M12 20V4M19 20v-7M3 20h18" />,
  ruta: (
    <>
      <circle cx="6" cy="18" r="2" />
      <circle cx="18" cy="6" r="2" />
      <path d="M8 18h6a3 3 0 0 0 0-6h-4a3 3 0 0 1 0-6h6" />
    </>
  ),
  salir: <path d="M10 4H5v16h5M14 8l4 4-4 4M18 12H9" />,
  siguiente: <path d="m9 6 6 6-6 6" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof SHAPES;

/** One of the portal's pictures; hidden from who hears the page, since its word stands beside it. */
export function Icono({ nombre, lleno = false }: { nombre: IconName; lleno?: boolean }) {
  return (
    <svg className={lleno ? 'icono lleno' : 'icono'} viewBox="0 0 24 24" aria-hidden="true">
      {SHAPES[nombre]}
    </svg>
  );
}
