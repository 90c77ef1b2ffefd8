import { admin, requireAdmin } from '../../auth/access.ts';
import { badRequest } from '../../base/errors.ts';
import { columnsNamed, importRoutes } from '../../hojas/importacion/routes.ts';
import { importacionOf } from '../../hojas/importacion/schema.ts';
import type { App, Context } from '../../http/context.ts';
import { CATALOG_FIELDS } from '../campos.ts';
import { findBrokenReferences } from '../judge.ts';
import { readCatalogs } from './catalogs.ts';
import { OF_OBRAS } from './columnas.ts';
import { equivalentsOf, valuesNamed } from './equivalents.ts';
import { importObras } from './import.ts';

import { COLUMNS_EXAMPLE, ImportQuery, ImportReport } from './schema.ts';
import type { Fallbacks } from './stated.ts';

const Importacion = importacionOf(ImportReport, 'Importacion');

/** Sheets of obras: `POST /obras/importacion`. */
export function importacion(app: App, context: Context): void {
  importRoutes(app, context, {
    path: '/obras/importacion',
    tags: ['Importación'],
    access: admin,
    operationId: 'importObras',
    summary: 'Importa obras de una hoja de cálculo (.xlsx, .ods o .csv)',
    description:
      'Cada fila es una obra, reconocida por su clave única: las que no están se registran, las que están iguales quedan como están.',
    suffix: '',
    called: '',
    query: ImportQuery,
    report: ImportReport,
    importacion: Importacion,
    whose: () => ({ clase: 'obras' }),
    right: requireAdmin,
    lost: 'Quien importaba ya no es administrador',
    async prepare(db, query) {
      const options = optionsOf(query);
      const broken = await findBrokenReferences(db, null, options.fallbacks);
      if (broken.length > 0) throw badRequest(broken);
      if (options.valores) equivalentsOf(options.valores, await readCatalogs(db));
      return {
        options,
        work: (db, importer, file, follower) => importObras(db, importer, file, options, follower),
      };
    },
  });
}

function optionsOf(query: ImportQuery) {
  const fallbacks: Fallbacks = {};
  for (const field of CATALOG_FIELDS) {
    const digits = query[field];
    if (digits !== undefined) fallbacks[field] = Number(digits);
  }
  return {
    simular: query.simular === 'true',
    actualizar: query.actualizar === 'true',
    crearCatalogos: query.crearCatalogos === 'true',
    parcial: query.parcial === 'true',
    hoja: query.hoja,
    columnas: columnsNamed(query.columnas, OF_OBRAS, COLUMNS_EXAMPLE),
    unidadMonto: query.unidadMonto,
    valores: query.valores === undefined ? undefined : valuesNamed(query.valores),
    fallbacks,
  };
}
