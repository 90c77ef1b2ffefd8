import type { Feature } from '../../core/feature.ts';

export const feature: Feature = {
  pages: [
    { path: '/cambios', access: 'reader', load: () => import('./cambios.tsx') },
    {
      path: '/obras/:id/como-estaba',
      access: 'reader',
      load: () => import('./como-estaba.tsx'),
    },
  ],
};
