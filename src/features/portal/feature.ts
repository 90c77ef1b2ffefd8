import type { Feature } from '../../core/feature.ts';
import { listaPage } from './lista-page.ts';
import { obraPage } from './obra-page.ts';
import { ajustes } from './portal.ts';

/** The portal's settings, and the pages of the portal that the service makes. */
export const feature: Feature = {
  async routes(api, context) {
    await ajustes(api, context);
    obraPage(api, context);
    listaPage(api, context);
  },
  tag: {
    name: 'Portal',
    description: 'Lo que necesita la página del registro.',
    after: 'Bitácora',
  },
};
