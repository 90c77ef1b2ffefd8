import type { Feature } from '../../core/feature.ts';

export const feature: Feature = {
  pages: [{ path: '/resumen', access: 'reader', load: () => import('./resumen.tsx') }],
  ways: [
    { href: '/resumen', nombre: 'Resumen', icono: 'resumen', place: 30, cede: 'si faltara lugar' },
  ],
};
