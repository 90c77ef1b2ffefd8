import type { Feature } from '../../core/feature.ts';
import { countImportaciones, importRoutes } from '../../hojas/index.ts';
import { EN_BITACORA } from './bitacora.ts';
import { UNDO } from './deshacer/obras.ts';
import { undoRoutes } from './deshacer/routes.ts';
import { OBRAS } from './kind.ts';
import { plantilla } from './plantilla.ts';

/** The import of sheets of all kinds that features register, of works too, and its undo. */
export const feature: Feature = {
  routes(api, context) {
    const { db, figures, features } = context;
    const kinds = features.flatMap(({ sheets }) => sheets ?? []);
    for (const { kind, template } of kinds) {
      importRoutes(api, context, kind);
      template(api, context);
    }
    const ties = features.flatMap((each) => each.ties ?? []);
    for (const { kind, undo } of kinds) undoRoutes(api, context, kind, undo, ties);
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
  sheets: [{ kind: OBRAS, template: plantilla, undo: UNDO }],
  tag: {
    name: 'Importación',
    description: 'Obras, y su seguimiento, desde una hoja de cálculo.',
    after: 'Obras',
  },
};

/** What the ledger says of imports. It has a line of its own in the list, since the ledger names its resources in that order. */
export const importaciones: Feature = { ledger: EN_BITACORA };
