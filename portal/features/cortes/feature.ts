import type { Feature } from '../../core/feature.ts';

export const feature: Feature = {
  pages: [{ path: '/cortes', access: 'reader', load: () => import('./cortes.tsx') }],
  ways: [{ href: '/cortes', nombre: 'Cortes', icono: 'historial', place: 35, cede: 'siempre' }],
};
