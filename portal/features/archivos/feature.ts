import type { Feature } from '../../core/feature.ts';
import { hasPendientes } from './marca.ts';

export const feature: Feature = {
  pages: [
    { path: '/obras/:id/fotos', access: 'token', load: () => import('./fotos.tsx'), enCampo: true },
  ],
  // Photos that were left unsent go on to be sent as soon as a page opens.
  strip: { isDue: hasPendientes, load: () => import('./por-enviar.tsx') },
};
