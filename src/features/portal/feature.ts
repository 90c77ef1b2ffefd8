import type { Feature } from '../../core/feature.ts';
import { openBaseMap } from '../../mapa-base/map-file.ts';
import { calles } from './calles.ts';
import { listaPage } from './lista-page.ts';
import { mapaBase } from './mapa-base.ts';
import { obraPage } from './obra-page.ts';
import { ajustes } from './portal.ts';

/** The base map, the search of streets, and the pages of the portal that the service makes. */
export const feature: Feature = {
  async routes(api, context) {
    const mapFile = await openBaseMap(context.config);
    api.addHook('onClose', () => mapFile?.close());
    mapaBase(api, { ...context, mapFile });
    calles(api, mapFile);
    ajustes(api, { ...context, mapFile });
    obraPage(api, context);
    listaPage(api, context);
  },
  tag: {
    name: 'Portal',
    description: 'Lo que necesita la página del registro.',
    after: 'Bitácora',
  },
};
