import type { Feature } from '../../core/feature.ts';

export const feature: Feature = {
  pages: [{ path: '/ayuda', access: 'open', load: () => import('./ayuda.tsx') }],
  ways: [{ href: '/ayuda', nombre: 'Ayuda', icono: 'ayuda', place: 120, isLast: true }],
};
