import { type Static, Type } from 'typebox';
import { clerk, requireCapture } from '../../../core/auth/access.ts';
import { LABEL } from '../../../core/base/schemas.ts';
import type { Db } from '../../../core/db/db.ts';
import { commonQuery, flag, type Kind, sheetOptions } from '../../../hojas/index.ts';
import { recordsMeant, valuesNamed } from '../../../hojas-de-obras/equivalentes.ts';
import { type CatalogRecord, createFinder } from '../../../hojas-de-obras/nombres.ts';
import { undoOf } from '../../seguimiento/importacion/deshacer.ts';
import { EXPEDIENTE } from '../campos.ts';
import { MAPPED, OF_EXPEDIENTES } from './columnas.ts';
import {
  type Change,
  collect,
  decideAll,
  type ImportOptions,
  recount,
  type State,
  write,
} from './decide.ts';
import { type ExpedienteRequest, type ExpedienteRow, fila } from './fila.ts';

const EXAMPLE = { fondo1: { FISM: 'FAISMUN' } };

const Query = Type.Object({
  ...commonQuery(OF_EXPEDIENTES),
  actualizar: flag(
    'Cambiar las que ya están',
    'true: los expedientes que ya existen toman lo que dice el archivo. Sin él, una obra que dice otra cosa se rechaza.',
  ),
  valores: Type.Optional(
    Type.String({
      [LABEL]: 'Nombres que equivalen',
      maxLength: 8000,
      description: `Qué fondos son los nombres del archivo que el catálogo no tiene, en cualquiera de sus columnas: un objeto JSON como ${JSON.stringify(EXAMPLE)}.`,
    }),
  ),
});
type Query = Static<typeof Query>;

const readFondos = (db: Db) =>
  db.query<CatalogRecord>(
    'SELECT id, nombre, siglas, activo, fusionado_en AS "fusionadoEn" FROM fondos ORDER BY id',
  );

/** Sheets with the records of works: `POST /expedientes/importacion`. */
export const EXPEDIENTES: Kind<ImportOptions, State, ExpedienteRow, Change> = {
  clase: 'expedientes',
  route: {
    path: '/expedientes/importacion',
    access: clerk,
    operationId: 'importExpedientes',
    summary: 'Importa expedientes de obras de una hoja de cálculo (.xlsx, .ods o .csv)',
    description:
      'Cada fila dice de una obra, por su clave única, para qué es, su meta, cuántos se benefician, su modalidad y de qué fondos es el dinero, hasta doce, uno al lado del otro (Fondo 1, Monto 1, Fondo 2…) o en varias filas, que se juntan. Lo que una fila no dice queda como está; los fondos que dice son todos los de la obra. Un capturista escribe de las obras de sus dependencias: las filas de otras se rechazan una por una.',
    suffix: 'DeExpedientes',
    sheet: {
      title: 'HojaDeExpedientes',
      example:
        'claveUnica,proposito,fondo1,monto1\r\nSOP-2026-0001,Que 3 200 vecinos lleguen sin encharcamientos.,FAISMUN,1250000.50\r\n',
    },
    called: ' de expedientes',
    query: Query,
    report: {
      creadas: 'Obras de las que se registra su expediente.',
      actualizadas: 'Obras cuyo expediente cambia.',
      sinCambio: 'Filas que no dicen nada nuevo, y las demás de una obra con varias.',
      entendido: 'cantidades en pesos, nombres de los fondos, fechas como 2026-06-30',
      example: { claveUnica: 'SOP-2026-0001', fondo1: 'FAISMUN', monto1: '1250000.5' },
    },
    ownerOf: ({ caller }) => (caller?.roles === 'admin' ? undefined : caller?.id),
    right: (request) => [requireCapture(request)],
  },
  rows: fila,
  lost: 'ya no captura las obras de ninguna dependencia',

  async readOptions(db, query: Query) {
    const fondos = await readFondos(db);
    const named = query.valores === undefined ? {} : valuesNamed(query.valores, MAPPED, EXAMPLE);
    return {
      ...sheetOptions(query, OF_EXPEDIENTES),
      actualizar: query.actualizar === 'true',
      equivalents: recordsMeant(named, { fondo1: ['el fondo', createFinder(fondos)] }),
      fondos,
    };
  },
  async begin(_db, { fondos, equivalents }, { author }) {
    const request = { fondos, equivalents };
    return {
      state: {
        caller: author.usuario ?? null,
        fondos: new Map(fondos.map((fondo) => [fondo.id, fondo])),
        works: new Map(),
        left: new Map(),
      },
      request: request satisfies Partial<ExpedienteRequest>,
    };
  },
  decide: collect,
  decideRest: decideAll,

  groupOf: () => '',
  bytesOf: ({ bytes }) => bytes,
  write,
  recount,
};

export const UNDO = undoOf({
  expediente: {
    tabla: 'expedientes',
    llave: 'obra_id',
    columns: { ...EXPEDIENTE, fuentes: { column: 'fuentes' } },
  },
});
