import type { Feature } from '../../core/feature.ts';
import { countImportaciones, importRoutes } from '../../hojas/index.ts';
import { OBRAS } from './kind.ts';
import { plantilla } from './plantilla.ts';

/** The import of works from sheets. */
export const feature: Feature = {
  routes(api, context) {
    const { db, figures } = context;
    importRoutes(api, context, OBRAS);
    plantilla(api, context);
    figures.gauge(
      'registro_imports',
      'Imports of large files that are under way or ended in the last day, by state.',
      async () => {
        const counts = await figures.inTime(() => countImportaciones(db));
        return counts && Object.entries(counts).map(([state, count]) => [{ state }, count]);
      },
      ['state'],
    );
  },
  tag: {
    name: 'Importación',
    description: 'Obras, y su seguimiento, desde una hoja de cálculo.',
    after: 'Obras',
  },
};
