import type { Feature } from '../../core/feature.ts';

export const feature: Feature = {
  pages: [{ path: '/calidad', access: 'admin', load: () => import('./calidad.tsx') }],
  ways: [{ href: '/calidad', nombre: 'Calidad', icono: 'listo', place: 80, de: 'admin' }],
};
