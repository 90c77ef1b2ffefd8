import { labelOf, OBRA } from '../../../core/obras/campos.ts';
import type { FollowUpColumn } from '../../../core/obras/listas.ts';
import { fieldsOf } from '../../../hojas/celdas/index.ts';
import { type CampoDeDinero, OF_MONEY } from '../../../hojas-de-obras/dinero.ts';
import { KEY_WORDS, OF_BOTH, TOTAL_WORDS } from '../../../hojas-de-obras/palabras.ts';
import { AVANCE, CONTRATO, FILA } from '../campos.ts';

// The columns of the sheets by which agencies report: the registry's own files, and the quarterly forms of the law: Recursos
// Federales Transferidos (RFT), Obra Pública Abierta (OPA) and Formato 28 (Ley General de Transparencia, artículo 70). It is
// plain data: the process that reads sheets loads no libraries.

/** Fields of the report. */
const OF_AVANCE = {
  fechaCorte: `fecha de corte | corte | corte al | al | fecha del avance | fecha del reporte | fecha de reporte
    | fecha de actualización`,
  avanceFisico: `avance físico | AVANCE_FISICO | % avance físico | % de avance físico | porcentaje de avance físico
    | avance físico acumulado | avance físico real | % de avance real | avance real | % real | avance de obra | % de avance
    | % avance | porcentaje de avance | avance`,
  montoPagado: `monto pagado | pagado | importe pagado | monto pagado acumulado | pagado acumulado | MONTO_PAGADO
    | monto ejercido | ejercido | EJERCIDO | importe ejercido | monto ejercido acumulado`,
  causaAtraso:
    'causa del atraso | causaAtraso | motivo del atraso | causa de atraso | motivo de atraso',
  observaciones: 'observaciones | observación | comentarios | notas',
} as const;

/** Fields of a contract. They count only beside a column of its number: «Monto» alone is the obra's. */
const OF_CONTRATO = {
  numero: `número de contrato | número del contrato | no. de contrato | núm. de contrato | no. contrato | contrato
    | número que identifique al contrato | NUMERO_CONTRATO | número`,
  naturaleza: 'naturaleza | naturaleza del contrato | tipo de contrato',
  procedimiento: `procedimiento | tipo de procedimiento | procedimiento de contratación | modalidad de contratación
    | tipo de contratación`,
  numeroProponentes: 'número de proponentes | proponentes | número de participantes',
  objeto: 'objeto | objeto del contrato',
  contratista: `contratista | razón social del contratista | nombre del contratista
    | nombre o razón social del contratista | empresa contratista | empresa | razón social | denominación o razón social`,
  contratistaRfc: `RFC del contratista | RFC de la persona física o moral contratista | RFC del proveedor | RFC`,
  ocid: 'OCID',
  url: 'enlace',
  monto: `monto del contrato | importe del contrato | monto contratado | importe contratado
    | monto total del contrato con impuestos incluidos | monto con IVA | monto`,
  anticipo: 'anticipo | monto del anticipo',
  presupuestoBase: `presupuesto base | presupuesto de referencia | presupuesto base de licitación | monto del presupuesto base
    | presupuesto base del contrato`,
  fechaFirma: 'fecha de firma | fecha del contrato | fecha de firma del contrato',
  fechaInicio: `fecha de inicio | fecha de inicio del contrato | inicio del contrato
    | fecha de inicio del plazo de entrega o ejecución | fecha de inicio del plazo de entrega o ejecución de servicios contratados u obra pública`,
  fechaTermino: `fecha de término | fecha de término del contrato | término del contrato
    | fecha de término del plazo de entrega o ejecución | fecha de término del plazo de entrega o ejecución de servicios u obra pública`,
  terminacion: 'terminación | terminación del contrato',
  fechaTerminacion: 'fecha de terminación',
  montoFinal: 'monto final | monto final del contrato',
  fechaEntregaRecepcion: 'fecha de entrega-recepción | entrega-recepción',
  motivoTerminacion: 'motivo de la terminación | motivo de terminación',
} as const;

/** Words for the contractor in Formato 28. */
export const SUPPLIER = 'contratista|proveedor|adjudicad|ganador';
/** Words for the term of a contract, and not of the form. */
const TIME = 'plazo|vigencia|ejecucion';

/** Words of Formato 28, whose headings are sentences and differ in each edition. */
const WORDS_OF_FORMATO_28: Partial<Record<CampoDeSeguimiento, string[]>> = {
  claveUnica: [KEY_WORDS],
  numero: ['numero & identifi & contrato & !expediente'],
  objeto: ['objeto & contrato'],
  contratista: [`razon social & ${SUPPLIER} & !rfc & !registro federal`],
  contratistaRfc: [`rfc|registro federal & ${SUPPLIER}`],
  monto: [TOTAL_WORDS],
  fechaFirma: [
    `fecha & firma|suscripcion|contrato & !inici & !fin & !termin & !conclu & !${TIME}|entrega|junta|fallo|convoca|propuesta`,
  ],
  fechaInicio: ['fecha & inicio & plazo|ejecucion', 'fecha & inicio & vigencia & contrato'],
  fechaTermino: [
    'fecha & termin|conclu & plazo|ejecucion',
    'fecha & termin|conclu & vigencia & contrato',
  ],
};

/** Headings that are about the work in a sheet of progress, and about the contract in a sheet of contracts. */
export const OF_EITHER = ['numero', 'monto'];

export type CampoDeAvance = keyof typeof OF_AVANCE;
export type CampoDeContrato = keyof typeof OF_CONTRATO;
export type CampoDeSeguimiento =
  | 'claveUnica'
  | 'fechaPagado'
  | 'trimestre'
  | 'ciclo'
  | CampoDeAvance
  | CampoDeContrato
  | CampoDeDinero;

export const AVANCE_CAMPOS = Object.keys(OF_AVANCE) as CampoDeAvance[];
export const CONTRATO_CAMPOS = Object.keys(OF_CONTRATO) as CampoDeContrato[];
export const AMOUNTS = [
  'montoPagado',
  'monto',
  'anticipo',
  'presupuestoBase',
  'montoFinal',
] as const;

const labelled = (
  fields: typeof AVANCE | typeof CONTRATO,
  headings: Record<string, string>,
  own: Record<string, string> = {},
) =>
  Object.entries(headings).map(([name, known]) => ({
    name,
    label: own[name] ?? labelOf(fields[name as keyof typeof fields]),
    headings: `${known} | ${name}`,
  }));

export const OF_SEGUIMIENTO = fieldsOf<CampoDeSeguimiento>(
  [
    {
      name: 'claveUnica',
      label: labelOf(OBRA.claveUnica),
      headings: `claveUnica | ${OBRA.claveUnica.sheet.claveUnica.headings}`,
    },
    ...labelled(AVANCE, OF_AVANCE),
    {
      name: 'fechaPagado',
      label: labelOf(FILA.fechaPagado as FollowUpColumn),
      headings: 'fecha de lo pagado | fechaPagado',
    },
    { name: 'trimestre', label: 'Trimestre', headings: 'trimestre | periodo' },
    { name: 'ciclo', label: 'Año del trimestre', headings: 'ciclo | ejercicio | año' },
    // Other fields of a report or a work have the same names.
    ...labelled(CONTRATO, OF_CONTRATO, {
      numero: 'Número de contrato',
      monto: 'Monto del contrato',
      fechaInicio: 'Fecha de inicio del contrato',
      fechaTermino: 'Fecha de término del contrato',
    }),
    ...Object.entries(OF_MONEY).map(([name, each]) => ({ name, ...each })),
  ].map((each) => ({ ...each, words: WORDS_OF_FORMATO_28[each.name as CampoDeSeguimiento] ?? [] })),
  {
    ...OF_BOTH,
    forAll: { fechaCorte: 'fechaCorte' },
    amounts: [...AMOUNTS],
    // The edition of 2018 of Obra Pública Abierta calls two columns CVE_PPI; the second holds a work's name.
    twice: { cveppi: null },
    example: { '% real': 'avanceFisico' },
  },
);
