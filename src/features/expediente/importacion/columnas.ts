import { labelOf, OBRA } from '../../../core/obras/campos.ts';
import { fieldsOf } from '../../../hojas/celdas/index.ts';
import { type CampoDeDinero, OF_MONEY } from '../../../hojas-de-obras/dinero.ts';
import { OF_BOTH } from '../../../hojas-de-obras/palabras.ts';
import { EXPEDIENTE } from '../campos.ts';

// The columns of sheets with the records of works. It is plain data: the process that reads sheets loads no libraries.

/** Further headings of the fields, the best first. */
const OTHERS: Record<keyof typeof EXPEDIENTE, string> = {
  proposito: 'propósito de la obra | objetivo | objetivo de la obra | finalidad',
  metaCantidad: 'cantidad de la meta | meta | metas | cantidad | meta programada',
  metaUnidad: 'unidad de la meta | unidad de medida | unidad | unidad de medida de la meta',
  beneficiarios: `número de beneficiarios | beneficiarios directos | total de beneficiarios | personas beneficiadas
    | población beneficiada | población beneficiaria`,
  modalidad:
    'modalidad de ejecución | modalidad de la obra | forma de ejecución | tipo de ejecución',
  fechaAprobacion:
    'fecha de aprobación | fecha de aprobación de la obra | aprobación | fecha de autorización',
};

/** Pairs of a fund and its amount in the registry's own files. A work with more of them has further rows. */
export const PAIRS = [1, 2, 3] as const;
/** Pairs that are read: an agency's sheet may have all funds of a work side by side, as many as it may have (`MOST_FUENTES`). */
export const READ_PAIRS = [...PAIRS, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
type Par = (typeof READ_PAIRS)[number];

/** Headings of the only pair of a sheet, where each fund has a row of its own. */
const ONLY = {
  fondo: ` | fondo | fondo o programa | fuente de financiamiento | fuente | origen de los recursos | origen del recurso`,
  monto: ` | monto del fondo | importe del fondo | monto de la fuente | aportación | monto aportado`,
};

export type CampoDeExpediente =
  | 'claveUnica'
  | keyof typeof EXPEDIENTE
  | `fondo${Par}`
  | `monto${Par}`
  | CampoDeDinero;

export const DATOS = Object.keys(EXPEDIENTE) as (keyof typeof EXPEDIENTE)[];
const MONTOS = READ_PAIRS.map((n) => `monto${n}` as const);

/** The field whose names of funds an importer explains (`valores`), in all columns of funds. */
export const MAPPED = ['fondo1'] as const;

export const OF_EXPEDIENTES = fieldsOf<CampoDeExpediente>(
  [
    {
      name: 'claveUnica',
      label: labelOf(OBRA.claveUnica),
      headings: `claveUnica | ${OBRA.claveUnica.sheet.claveUnica.headings}`,
    },
    ...DATOS.map((name) => {
      const label = labelOf(EXPEDIENTE[name]);
      return { name, label, headings: `${label} | ${OTHERS[name]} | ${name}` };
    }),
    ...READ_PAIRS.flatMap((n) => [
      {
        name: `fondo${n}`,
        label: `Fondo ${n}`,
        headings: `fondo ${n} | fuente ${n} | fuente de financiamiento ${n}${n === 1 ? ONLY.fondo : ''}`,
      },
      {
        name: `monto${n}`,
        label: `Monto ${n}`,
        headings: `monto ${n} | monto del fondo ${n} | monto fondo ${n} | importe ${n}${n === 1 ? ONLY.monto : ''}`,
      },
    ]),
    ...Object.entries(OF_MONEY).map(([name, each]) => ({ name, ...each })),
  ],
  {
    ...OF_BOTH,
    progress: null,
    amounts: MONTOS,
    twice: {},
    example: { Programa: 'fondo1' },
  },
);
