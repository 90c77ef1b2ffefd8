import { DEPENDENCIAS } from '../../core/catalogos/dependencias.ts';
import { TIPOS_PROYECTO } from '../../core/catalogos/tipo-proyecto.ts';
import type { Feature } from '../../core/feature.ts';
import { fusionRoute, ofColumn } from './fusion.ts';

/** Two records of a catalog that are one become one. */
export const feature: Feature = {
  routes(api) {
    fusionRoute(api, {
      ...DEPENDENCIAS,
      name: 'Dependencias',
      two: 'dos dependencias',
      ...ofColumn('dependencia_id'),
      // Clerks of the merged dependencia become clerks of the other, also while obras remain to be moved.
      others: `
        WITH removed AS (
          DELETE FROM capturistas
          WHERE dependencia_id = $1 AND NOT EXISTS (SELECT FROM obras WHERE dependencia_id = $1)
        )
        INSERT INTO capturistas (user_id, dependencia_id)
        SELECT user_id, $2 FROM capturistas WHERE dependencia_id = $1 ON CONFLICT DO NOTHING`,
    });
    fusionRoute(api, {
      ...TIPOS_PROYECTO,
      name: 'TiposProyecto',
      two: 'dos tipos de proyecto',
      ...ofColumn('tipo_proyecto_id'),
    });
  },
};
