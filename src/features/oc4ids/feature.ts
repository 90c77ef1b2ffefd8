import type { Feature } from '../../core/feature.ts';
import { clasificacion } from './clasificacion.ts';
import { oc4ids } from './routes.ts';

/** Works in the Open Contracting for Infrastructure Data Standard. */
export const feature: Feature = {
  routes(api, context) {
    oc4ids(api, context);
    clasificacion(api, context);
  },
  tag: {
    name: 'OC4IDS',
    description: 'Las obras en el estándar abierto de datos de infraestructura.',
    after: 'Catálogos',
  },
};
