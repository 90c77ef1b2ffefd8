import type { Feature } from '../../core/feature.ts';
import { ATOM, JSON_FEED } from './canal.ts';
import { canales } from './canales.ts';
import { past, refuseElsewhere } from './pasado/pasado.ts';
import { version, versiones } from './pasado/versiones.ts';

/** The registry over time: feeds of what changes in the works, and works as they stood. */
export const feature: Feature = {
  app: refuseElsewhere,
  routes(api, context) {
    canales(api, context);
    versiones(api, context);
    version(api, context);
  },
  past,
  feeds: [
    { path: '/cambios.atom', type: ATOM },
    { path: '/cambios.json', type: JSON_FEED },
  ],
  tag: {
    name: 'Cambios',
    description: 'Lo que cambia en las obras.',
    after: 'Obras',
  },
};
