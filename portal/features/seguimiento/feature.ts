import type { Feature } from '../../core/feature.ts';

export const feature: Feature = {
  pages: [
    {
      path: '/obras/:id/reportar',
      access: 'token',
      load: () => import('./reportar.tsx'),
      enCampo: true,
    },
    { path: '/mis-obras', access: 'token', load: () => import('./mis-obras.tsx') },
  ],
  ways: [{ href: '/mis-obras', nombre: 'Mis obras', icono: 'listo', place: 10, de: 'clerk' }],
};
