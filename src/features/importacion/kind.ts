import type { DatabaseError } from 'pg';
import { admin, requireImporter } from '../../core/auth/access.ts';
import { badRequest } from '../../core/base/errors.ts';
import { CATALOG_FIELDS } from '../../core/obras/campos.ts';
import { findBrokenReferences } from '../../core/obras/escribir.ts';
import { type Kind, sheetOptions } from '../../hojas/index.ts';
import { valuesNamed } from '../../hojas-de-obras/equivalentes.ts';
import { readCatalogs } from './catalogs.ts';
import { MAPPED, OF_OBRAS } from './columnas.ts';
import { decide, type ImportOptions, namesIn, recount, type State } from './decide.ts';
import { equivalentsOf } from './equivalents.ts';
import { fila } from './fila.ts';
import { type WorkChange, writeBatch } from './queries.ts';
import { ImportQuery } from './schema.ts';
import type { Fallbacks, ObraRow, ObrasRequest } from './stated.ts';

/** Sheets of obras: `POST /obras/importacion`. */
export const OBRAS: Kind<ImportOptions, State, ObraRow, WorkChange> = {
  clase: 'obras',
  route: {
    path: '/obras/importacion',
    access: admin,
    operationId: 'importObras',
    summary: 'Importa obras de una hoja de cálculo (.xlsx, .ods o .csv)',
    description:
      'Cada fila es una obra, reconocida por su clave única: las que no están se registran, las que están iguales quedan como están.',
    suffix: '',
    sheet: {
      title: 'HojaDeObras',
      example:
        'claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus\r\nSOP-2026-0001,Pavimentación de la calle 60,1250000.50,2026,SOP,Mérida,En proceso\r\n',
    },
    called: '',
    query: ImportQuery,
    report: {
      creadas: 'Obras nuevas.',
      actualizadas: 'Obras cambiadas.',
      sinCambio: 'Obras que ya estaban igual.',
      entendido: 'cantidades en pesos, nombres de los registros, coordenadas en grados',
      example: { claveUnica: 'SOP-2026-0001', monto: '1250000.50', municipio: 'Mérida' },
    },
    ownerOf: () => undefined,
    right: requireImporter,
  },
  rows: fila,
  lost: 'ya no es administrador',

  async readOptions(db, query) {
    const options = importOptions(query);
    const broken = await findBrokenReferences(db, null, options.fallbacks);
    if (broken.length > 0) throw badRequest(broken);
    if (options.valores) equivalentsOf(options.valores, await readCatalogs(db));
    return options;
  },
  async begin(db, { fallbacks, crearCatalogos: creates, valores = {} }) {
    const catalogs = await readCatalogs(db);
    const equivalents = equivalentsOf(valores, catalogs);
    const request = { fallbacks, creates, equivalents, catalogs };
    return {
      state: { names: namesIn(catalogs) },
      request: request satisfies Partial<ObrasRequest>,
    };
  },
  decide,

  // A batch of new obras locks the row of one fiscal year.
  groupOf: ({ id, ejercicioFiscalId, anio }) =>
    id === undefined ? `${ejercicioFiscalId} ${anio ?? ''}` : 'changes',
  bytesOf: ({ descripcion }) => descripcion?.length ?? 0,
  recordOf: ({ claveUnica }) => claveUnica,
  write: (_run, db, batch, right) => writeBatch(db, batch, right),
  // Another request registered one of them at the same moment.
  isRace: (error) => (error as DatabaseError).constraint === 'obras_clave_unica_key',
  recount,
};

function importOptions(query: ImportQuery): ImportOptions {
  const fallbacks: Fallbacks = {};
  for (const field of CATALOG_FIELDS) {
    const digits = query[field];
    if (digits !== undefined) fallbacks[field] = Number(digits);
  }
  return {
    ...sheetOptions(query, OF_OBRAS),
    actualizar: query.actualizar === 'true',
    crearCatalogos: query.crearCatalogos === 'true',
    valores:
      query.valores === undefined
        ? undefined
        : valuesNamed(query.valores, MAPPED, { estatus: { Licitada: 'En licitación' } }),
    fallbacks,
  };
}
