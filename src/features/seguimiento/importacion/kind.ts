import { type Static, Type } from 'typebox';
import { clerk, requireCapture } from '../../../core/auth/access.ts';
import { LABEL } from '../../../core/base/schemas.ts';
import { UNIDADES_DE_PORCIENTO, type UnidadDePorciento } from '../../../hojas/celdas/index.ts';
import { commonQuery, flag, type Kind, sheetOptions } from '../../../hojas/index.ts';
import { OF_SEGUIMIENTO } from './columnas.ts';
import {
  type Change,
  decide,
  type ImportOptions,
  mayRise,
  recount,
  refuseOnes,
  type State,
  write,
} from './decide.ts';
import { fila, type SeguimientoRow } from './fila.ts';
import { pastDay } from './plantilla.ts';

const Query = Type.Object({
  ...commonQuery(OF_SEGUIMIENTO),
  actualizar: flag(
    'Cambiar las que ya están',
    'true: los avances y contratos que ya existen toman lo que dice el archivo. Sin él, una fila que dice otra cosa se rechaza.',
  ),
  fechaCorte: Type.Optional(
    Type.String({
      format: 'dia',
      description: 'El corte de las filas que no lo dicen: AAAA-MM-DD.',
      examples: ['2026-06-30'],
    }),
  ),
  unidadAvance: Type.Optional(
    Type.Unsafe<UnidadDePorciento>({
      [LABEL]: 'Unidad de los avances',
      type: 'string',
      enum: [...UNIDADES_DE_PORCIENTO],
      description:
        'Qué son los avances de 0 a 1 que no dicen %: porciento (0.45 es 0.45 %) o fraccion (0.45 es 45 %). Sin él, sus filas se rechazan, salvo las que ya están así en el registro.',
    }),
  ),
});
type Query = Static<typeof Query>;

/** Sheets of follow-up: `POST /seguimiento/importacion`. */
export const SEGUIMIENTO: Kind<ImportOptions, State, SeguimientoRow, Change> = {
  clase: 'seguimiento',
  route: {
    path: '/seguimiento/importacion',
    access: clerk,
    operationId: 'importSeguimiento',
    summary: 'Importa avances y contratos de una hoja de cálculo (.xlsx, .ods o .csv)',
    description:
      'Cada fila dice de una obra, por su clave única, el avance a una fecha de corte, o uno de sus contratos por su número, o las dos cosas. La fecha de corte está en la fila, o es el último día de su trimestre, o es fechaCorte. Los encabezados de las hojas de RFT, OPA y del formato 28 se reconocen. Un capturista escribe de las obras de sus dependencias: las filas de otras se rechazan una por una.',
    suffix: 'DeSeguimiento',
    sheet: {
      title: 'HojaDeSeguimiento',
      example:
        'claveUnica,fechaCorte,avanceFisico,montoPagado\r\nSOP-2026-0001,2026-06-30,45.5,480000.00\r\n',
    },
    called: ' de seguimiento',
    query: Query,
    report: {
      creadas: 'Filas que registran un avance o un contrato.',
      actualizadas: 'Filas que cambian uno que ya estaba.',
      sinCambio: 'Filas que no dicen nada nuevo.',
      entendido: 'por cientos, cantidades en pesos, fechas como 2026-06-30',
      example: { claveUnica: 'SOP-2026-0001', fechaCorte: '2026-06-30', avanceFisico: '45.5' },
    },
    ownerOf: ({ caller }) => (caller?.roles === 'admin' ? undefined : caller?.id),
    right: (request) => [requireCapture(request)],
  },
  rows: fila,
  lost: 'ya no captura el seguimiento de ninguna dependencia',

  async readOptions(_db, query: Query) {
    const fechaCorte = pastDay(query.fechaCorte);
    return {
      ...sheetOptions(query, OF_SEGUIMIENTO),
      actualizar: query.actualizar === 'true',
      fechaCorte,
      unidadAvance: query.unidadAvance,
    };
  },
  async begin(_db, { fechaCorte, unidadAvance }, { author }) {
    return {
      state: {
        caller: author.usuario ?? null,
        taken: new Map(),
        waiting: [],
        left: new Map(),
        bare: { most: 0, isAnyOne: false },
      },
      request: { fechaCorte, unidadAvance },
    };
  },
  decide,
  decideRest: (run) => decide(run, []),
  finish(run) {
    refuseOnes(run);
  },

  groupOf: () => '',
  bytesOf: ({ avance, contrato }) =>
    String(avance?.observaciones ?? '').length + String(contrato?.objeto ?? '').length,
  write,
  isPostponed: ({ state }, { fila }) => mayRise(state.left.get(fila)),
  recount,
};
