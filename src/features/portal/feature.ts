import type { Feature } from '../../core/feature.ts';
import { frontDoor } from './front-door.ts';
import { listaPage } from './lista-page.ts';
import { obraPage } from './obra-page.ts';
import { ajustes, portal } from './portal.ts';
import { wellKnown } from './well-known.ts';

/** The front door, the portal's files and settings, and the pages of the portal that the service makes. */
export const feature: Feature = {
  async app(app, { config }) {
    frontDoor(app, config);
    wellKnown(app, config);
    await portal(app, config);
  },
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
