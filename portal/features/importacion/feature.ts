import type { Feature } from '../../core/feature.ts';

export const feature: Feature = {
  pages: [
    { path: '/importar', access: 'admin', load: () => import('./importar.tsx') },
    { path: '/importar/avances', access: 'token', load: () => import('./avances.tsx') },
    {
      path: '/importar/expedientes',
      access: 'token',
      load: async () => ({ default: (await import('./avances.tsx')).ImportarExpedientes }),
    },
    {
      path: '/deshacer/:clase/:id',
      access: 'token',
      load: () => import('./deshacer/deshacer.tsx'),
    },
  ],
  ways: [
    { href: '/importar', nombre: 'Importar obras', icono: 'importar', place: 60, de: 'admin' },
    {
      href: '/importar/avances',
      nombre: 'Importar avances',
      icono: 'importar',
      place: 70,
      de: 'admin',
    },
    {
      href: '/importar/expedientes',
      nombre: 'Importar expedientes',
      icono: 'importar',
      place: 75,
      de: 'admin',
    },
  ],
};
