import type { Feature } from '../../core/feature.ts';

export const feature: Feature = {
  pages: [{ path: '/umbrales', access: 'reader', load: () => import('./umbrales.tsx') }],
};
