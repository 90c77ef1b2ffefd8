import type { Feature } from '../../core/feature.ts';

export const feature: Feature = {
  pages: [
    { path: '/contratistas', access: 'reader', load: () => import('./contratistas.tsx') },
    { path: '/contratistas/:clave', access: 'reader', load: () => import('./contratista.tsx') },
  ],
  ways: [
    { href: '/contratistas', nombre: 'Contratistas', icono: 'lista', place: 33, cede: 'siempre' },
  ],
};
