import { type Field, OBRA } from '../../core/obras/campos.ts';
import type { FollowUpColumn } from '../../core/obras/listas.ts';
import { isLate } from './abiertas.ts';
import { DAYS_LATE, paidPercent } from './derivados.ts';
import { CAUSAS, NATURALEZAS, PROCEDIMIENTOS, TERMINACIONES } from './opciones.ts';
import { CONTRACTS_GREW, paidAhead, paidOfContracts } from './pagado.ts';
import { MOST_RFC } from './rfc.ts';

// The fields of an obra's follow-up, each defined once, as in obras/campos.ts.

const AMOUNT = { minimum: 0, maximum: 9999999999999.99, 'x-decimales': 2 } as const;
const LONG_TEXT = { minLength: 1, maxLength: 2000 } as const;

const ID = {
  column: 'id',
  called: 'el identificador',
  schema: { type: 'integer', examples: [1] },
  isAssigned: true,
} as const satisfies Field;

/** A day that may not lie ahead. */
const PAST = { format: 'date', 'x-hasta-hoy': true } as const;

const plainDayColumn = (column: string, called: string, example: string) =>
  ({
    column,
    called,
    schema: { type: 'string', format: 'date', examples: [example] },
  }) as const;

/** The same, where it may not lie ahead. */
const pastDayColumn = (column: string, called: string, example: string) =>
  ({
    column,
    called,
    schema: { type: 'string', ...PAST, examples: [example] },
  }) as const;

/** A field that may be null, and that a new record may lack. */
const optional = <const T extends 'string' | 'number' | 'integer', const S extends object>(
  column: string,
  called: string,
  type: T,
  schema: S,
) => ({ column, called, schema: { type: [type, 'null'], ...schema }, isOptional: true }) as const;

const optionalPast = (column: string, called: string, example: string, description?: string) =>
  optional(column, called, 'string', { ...PAST, description, examples: [example] });

const optionalAmount = (column: string, called: string, example: number, description: string) =>
  optional(column, called, 'number', { ...AMOUNT, description, examples: [example] });

const optionalText = (column: string, called: string, example: string, description?: string) =>
  optional(column, called, 'string', { ...LONG_TEXT, description, examples: [example] });

/** A report: progress and payments of an obra up to a day, since its beginning. */
export const AVANCE = {
  id: ID,
  fechaCorte: {
    column: 'fecha_corte',
    called: 'la fecha de corte',
    schema: {
      type: 'string',
      ...PAST,
      description: 'Día hasta el que cuenta: AAAA-MM-DD, no posterior a hoy en Mérida.',
      examples: ['2026-06-30'],
    },
  },
  avanceFisico: {
    column: 'avance_fisico',
    called: 'el avance físico',
    schema: {
      type: 'number',
      minimum: 0,
      maximum: 100,
      'x-decimales': 2,
      description: 'Por ciento construido de toda la obra desde su inicio: 45.5 es 45.5 %.',
      examples: [45.5],
    },
  },
  montoPagado: optionalAmount(
    'monto_pagado',
    'el monto pagado',
    1200000,
    'Pagado desde el inicio de la obra, IVA incluido (MXN); null si no se sabe.',
  ),
  causaAtraso: {
    column: 'causa_atraso',
    called: 'la causa del atraso',
    schema: {
      title: 'CausaAtraso',
      type: ['string', 'null'],
      enum: [...Object.keys(CAUSAS), null] as (string | null)[],
      description: 'Por qué va atrasada, si va; null si no.',
      examples: ['CLIMA'],
    },
    isOptional: true,
  },
  observaciones: {
    column: 'observaciones',
    called: 'las observaciones',
    schema: {
      type: 'string',
      maxLength: 2000,
      description: 'Obligatorias donde el avance o lo pagado es menos que en un corte anterior.',
      examples: ['Se terminó la cimentación.'],
    },
    isOptional: true,
    ifMissing: '',
  },
} as const satisfies Record<string, Field>;

/** The programme of an obra. Its curve of progress is in schema.ts. */
export const PROGRAMA = {
  version: {
    column: 'version',
    called: 'la versión',
    schema: {
      type: 'integer',
      description: '1 es el programa original; cada reprogramación tiene la siguiente.',
      examples: [1],
    },
    isAssigned: true,
  },
  fechaInicio: plainDayColumn('fecha_inicio', 'la fecha de inicio', '2026-02-01'),
  fechaTermino: plainDayColumn('fecha_termino', 'la fecha de término', '2026-12-15'),
  motivo: optionalText(
    'motivo',
    'el motivo',
    'Las lluvias de junio detuvieron la obra.',
    'Por qué se reprogramó: obligatorio desde la versión 2.',
  ),
} as const satisfies Record<string, Field>;

/** The real dates and cost of an obra. */
export const EJECUCION = {
  fechaInicioReal: optionalPast('fecha_inicio_real', 'la fecha de inicio real', '2026-02-10'),
  fechaTerminoReal: optionalPast('fecha_termino_real', 'la fecha de término real', '2026-11-20'),
  fechaEntregaRecepcion: optionalPast(
    'fecha_entrega_recepcion',
    'la fecha de entrega-recepción',
    '2026-11-23',
  ),
  montoFinal: optionalAmount(
    'monto_final',
    'el monto final',
    1315000.5,
    'Lo que costó, IVA incluido (MXN).',
  ),
  alcanceFinal: optionalText(
    'alcance_final',
    'el alcance final',
    '1.2 km de pavimento hidráulico.',
    'Qué se construyó al final.',
  ),
  motivoVariacion: optionalText(
    'motivo_variacion',
    'el motivo de la variación',
    'Se agregó el drenaje pluvial.',
    'Por qué costó, tardó o abarcó otra cosa que lo previsto.',
  ),
} as const satisfies Record<string, Field>;

export const CONTRATO = {
  id: ID,
  numero: {
    column: 'numero',
    called: 'el número',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description:
        'Único en la obra, sin distinguir mayúsculas. Uno que paga varias obras está en cada una con su parte.',
      examples: ['SOP-LP-014-2026'],
    },
  },
  naturaleza: {
    column: 'naturaleza',
    called: 'la naturaleza',
    schema: {
      title: 'NaturalezaContrato',
      type: 'string',
      enum: Object.keys(NATURALEZAS),
      description:
        'Construirla, supervisarla o proyectarla. Plazos y montos de la obra son los de OBRA.',
      examples: ['OBRA'],
    },
  },
  procedimiento: {
    column: 'procedimiento',
    called: 'el procedimiento',
    schema: {
      title: 'ProcedimientoContrato',
      type: ['string', 'null'],
      enum: [...Object.keys(PROCEDIMIENTOS), null] as (string | null)[],
      description: 'Cómo se adjudicó.',
      examples: ['LICITACION_PUBLICA'],
    },
    isOptional: true,
  },
  numeroProponentes: optional('numero_proponentes', 'el número de proponentes', 'integer', {
    minimum: 1,
    maximum: 999,
    examples: [4],
  }),
  objeto: {
    column: 'objeto',
    called: 'el objeto',
    schema: {
      type: 'string',
      ...LONG_TEXT,
      description: 'Qué se contrata.',
      examples: ['Pavimentación con concreto hidráulico de la calle 60.'],
    },
  },
  contratista: {
    column: 'contratista',
    called: 'el contratista',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'Nombre o razón social.',
      examples: ['Constructora del Mayab, S.A. de C.V.'],
    },
  },
  contratistaRfc: optional('contratista_rfc', 'el RFC del contratista', 'string', {
    minLength: 1,
    maxLength: MOST_RFC,
    // As it is answered to those who may not read it whole (rfc.ts).
    pattern: '^[^*]*$',
    'x-frase': 'no debe llevar asteriscos: así se oculta el RFC de una persona, y no dice cuál es',
    'x-mayusculas': true,
    'x-forma': 'rfc',
    description:
      'Como lo dice el contrato, sin los guiones y espacios de un RFC; avisoRfc dice si parece mal escrito. Los genéricos del SAT (XAXX010101000, XEXX010101000) no identifican a nadie.',
    examples: ['CMA010203AB5'],
  }),
  ocid: optional('ocid', 'el OCID', 'string', {
    minLength: 1,
    maxLength: 100,
    description: 'Identificador del procedimiento en OCDS, si lo tiene.',
    examples: ['ocds-07smqs-2741113'],
  }),
  url: optional('url', 'el enlace', 'string', {
    maxLength: 500,
    'x-https': true,
    description: 'Dónde está publicado, con https://.',
    examples: ['https://compras.ejemplo.gob.mx/SOP-LP-014-2026'],
  }),
  monto: {
    column: 'monto',
    called: 'el monto',
    schema: {
      type: 'number',
      ...AMOUNT,
      description: 'El que se firmó, IVA incluido (MXN).',
      examples: [1180000],
    },
  },
  anticipo: optionalAmount('anticipo', 'el anticipo', 354000, 'No más que monto (MXN).'),
  presupuestoBase: optionalAmount(
    'presupuesto_base',
    'el presupuesto base',
    1250000,
    'El de referencia con que se convocó o se adjudicó, IVA incluido (MXN).',
  ),
  fechaFirma: pastDayColumn('fecha_firma', 'la fecha de firma', '2026-01-20'),
  fechaInicio: plainDayColumn('fecha_inicio', 'la fecha de inicio', '2026-02-01'),
  fechaTermino: plainDayColumn('fecha_termino', 'la fecha de término', '2026-10-31'),
  terminacion: {
    column: 'terminacion',
    called: 'la terminación',
    schema: {
      title: 'TerminacionContrato',
      type: ['string', 'null'],
      enum: [...Object.keys(TERMINACIONES), null] as (string | null)[],
      description:
        'Cómo terminó; null mientras sigue. ANTICIPADA y RESCISION piden motivoTerminacion.',
      examples: ['CONCLUIDO'],
    },
    isOptional: true,
  },
  fechaTerminacion: optionalPast(
    'fecha_terminacion',
    'la fecha de terminación',
    '2026-11-20',
    'Junto con terminacion.',
  ),
  montoFinal: optionalAmount(
    'monto_final',
    'el monto final',
    1315000.5,
    'Lo que costó; sólo de uno que terminó. Uno que terminó antes de tiempo cuenta por este monto (MXN).',
  ),
  fechaEntregaRecepcion: optionalPast(
    'fecha_entrega_recepcion',
    'la fecha de entrega-recepción',
    '2026-11-23',
    'Sólo de uno que terminó.',
  ),
  motivoTerminacion: optionalText(
    'motivo_terminacion',
    'el motivo de la terminación',
    'Se ejecutó todo el alcance.',
  ),
} as const satisfies Record<string, Field>;

/** An agreement that changes a contract. */
export const CONVENIO = {
  id: ID,
  orden: {
    column: 'orden',
    called: 'el orden',
    schema: { type: 'integer', description: 'Lo da el servicio, desde 1.', examples: [1] },
    isAssigned: true,
  },
  fecha: pastDayColumn('fecha', 'la fecha', '2026-08-15'),
  montoNuevo: optionalAmount(
    'monto_nuevo',
    'el monto nuevo',
    1315000.5,
    'Todo el contrato desde entonces (MXN); null si no cambia.',
  ),
  fechaTerminoNueva: optional('fecha_termino_nueva', 'la fecha de término nueva', 'string', {
    format: 'date',
    description: 'null si no cambia.',
    examples: ['2026-12-15'],
  }),
  alcance: optionalText(
    'alcance',
    'el alcance',
    'Drenaje pluvial entre las calles 61 y 65.',
    'Qué se agrega o se quita; null si no cambia.',
  ),
  justificacion: {
    column: 'justificacion',
    called: 'la justificación',
    schema: { type: 'string', ...LONG_TEXT, examples: ['Volúmenes adicionales por suelo rocoso.'] },
  },
} as const satisfies Record<string, Field>;

const ofObra = (name: 'claveUnica' | 'nombre' | 'monto', more: Partial<FollowUpColumn>) => ({
  called: OBRA[name].called,
  schema: OBRA[name].schema,
  sql: `o.${OBRA[name].column}`,
  ...more,
});
const reference = (name: 'dependenciaId' | 'municipioId' | 'estatusObraId') => ({
  called: OBRA[name].called,
  schema: OBRA[name].schema,
  sql: `o.${OBRA[name].column}`,
});
/** The name of a catalog's record, for files, which have no ids. */
const namedColumn = (called: string, sql: string, example: string, width: number) => ({
  called,
  schema: { type: 'string', examples: [example] } as const,
  sql,
  type: 'text' as const,
  width,
});
const nullable = (field: { schema: Field['schema'] }): Field['schema'] => ({
  ...field.schema,
  type: [[field.schema.type].flat()[0] as 'string', 'null'],
});
const dayColumn = (called: string, column: string, example: string, description?: string) => ({
  called,
  schema: { type: ['string', 'null'], format: 'date', description, examples: [example] } as const,
  sql: `s.${column}`,
  type: 'date' as const,
  width: 14,
});
const amountColumn = (called: string, sql: string, description: string) => ({
  called,
  schema: { type: ['number', 'null'], description, examples: [1200000] } as const,
  sql,
  type: 'amount' as const,
  width: 18,
});
const percentColumn = (
  called: string,
  sql: string,
  example: number,
  description: string,
  width: number,
) => ({
  called,
  schema: { type: ['number', 'null'], description, examples: [example] } as const,
  sql,
  type: 'percent' as const,
  width,
});
const countColumn = (called: string, column: string, description: string) => ({
  called,
  schema: { type: 'integer', description, examples: [1] } as const,
  sql: `coalesce(s.${column}, 0)`,
  type: 'number' as const,
  width: 11,
});

/** The work's name among others. */
const NOMBRE = ofObra('nombre', { called: 'el nombre de la obra', type: 'text', width: 50 });

/** A row of the follow-up of all obras: one for each obra, even without a report. */
export const FILA: Record<string, FollowUpColumn> = {
  obraId: { called: 'la obra', schema: OBRA.id.schema, sql: 'o.id' },
  claveUnica: ofObra('claveUnica', { type: 'text', width: 22 }),
  nombre: NOMBRE,
  dependenciaId: reference('dependenciaId'),
  dependencia: namedColumn('la dependencia', 'dep.nombre', 'Secretaría de Obras Públicas', 40),
  municipioId: reference('municipioId'),
  municipio: namedColumn('el municipio', 'm.nombre', 'Mérida', 18),
  estatusObraId: reference('estatusObraId'),
  estatus: namedColumn('el estatus', 'e.nombre', 'En proceso', 14),
  monto: ofObra('monto', { type: 'amount', width: 18 }),
  fechaCorte: dayColumn(
    'la fecha de corte',
    'fecha_corte',
    '2026-06-30',
    'La del avance más nuevo; null sin avances.',
  ),
  avanceFisico: {
    called: AVANCE.avanceFisico.called,
    schema: nullable(AVANCE.avanceFisico),
    sql: 's.avance_fisico',
    type: 'percent',
    width: 14,
  },
  avanceFinanciero: percentColumn(
    'lo pagado del monto registrado',
    paidPercent('s.monto_pagado', 'o.monto'),
    91.5,
    'Por ciento pagado de monto, el de la obra; pagadoContratos lo compara con sus contratos.',
    16,
  ),
  montoPagado: amountColumn(
    'el monto pagado',
    's.monto_pagado',
    'El último que dijo un avance (MXN); null si ninguno lo ha dicho.',
  ),
  fechaPagado: dayColumn(
    'la fecha de lo pagado',
    'fecha_pagado',
    '2026-06-30',
    'La de corte del avance que dijo montoPagado.',
  ),
  pagadoContratos: percentColumn(
    'lo pagado de los contratos',
    `round(${paidOfContracts('o')}, 2)`,
    91.5,
    'Por ciento pagado de montoVigente, el de los contratos que la construyen; de monto donde ninguno tiene un monto conocido.',
    16,
  ),
  pagoAdelantado: {
    called: 'el pago adelantado',
    schema: {
      type: ['number', 'null'],
      description:
        'Puntos en que pagadoContratos rebasa a avanceFisico, lo que compara el filtro; negativo si va detrás, null si ya se construyó.',
      examples: [12.5],
    },
    sql: `round(${paidAhead('o')}, 2)`,
    type: 'number',
    unit: '(puntos)',
    width: 14,
  },
  causaAtraso: {
    called: AVANCE.causaAtraso.called,
    schema: AVANCE.causaAtraso.schema,
    sql: 's.causa_atraso',
    type: 'text',
    width: 24,
    words: CAUSAS,
  },
  reportes: countColumn('los avances reportados', 'reportes', 'Cuántos avances.'),
  fechaTerminoBase: dayColumn('la fecha de término original', 'fecha_termino_base', '2026-10-31'),
  fechaTerminoVigente: dayColumn(
    'la fecha de término vigente',
    'fecha_termino_vigente',
    '2026-12-15',
  ),
  diasAtraso: {
    called: 'los días de atraso',
    schema: {
      type: ['integer', 'null'],
      description: 'Como en GET /obras/:id/seguimiento.',
      examples: [0],
    },
    sql: DAYS_LATE,
    type: 'number',
    width: 11,
  },
  atrasada: {
    called: 'la señal de atraso',
    schema: {
      type: 'boolean',
      description: 'Si la encuentra el filtro atrasadas: venció su término y nadie dice que acabó.',
      examples: [false],
    },
    sql: isLate('o.id', 'o.estatus_obra_id'),
  },
  contratos: countColumn('los contratos', 'contratos', 'Cuántos contratos la construyen.'),
  montoContratado: amountColumn(
    'el monto contratado',
    's.monto_contratado',
    'La suma de los contratos que la construyen, como se firmaron (MXN).',
  ),
  montoVigente: amountColumn(
    'el monto vigente',
    's.monto_vigente',
    'La suma de esos contratos con sus convenios; los que terminaron antes de tiempo, por su monto final o, si es el único y nadie lo ha dicho, por lo pagado (MXN).',
  ),
  crecimientoContratos: percentColumn(
    'el crecimiento de los contratos',
    `round(${CONTRACTS_GREW}, 2)`,
    11.44,
    'Por ciento en que montoVigente rebasa a lo que se firmó, lo que compara el filtro. De un contrato que terminó antes de tiempo no se compara más que su monto final.',
    14,
  ),
  convenios: countColumn('los convenios', 'convenios', 'Cuántos convenios de esos contratos.'),
  contratista: {
    called: 'los contratistas',
    schema: {
      type: ['string', 'null'],
      description: 'Quienes la construyen.',
      examples: ['Constructora del Mayab, S.A. de C.V.'],
    },
    sql: 's.contratista',
    type: 'text',
    width: 40,
  },
};

/** The joins that make those rows, to follow `FROM obras o`. */
export const FILA_FROM = `
  JOIN estatus_obra e ON e.id = o.estatus_obra_id
  JOIN dependencias dep ON dep.id = o.dependencia_id
  JOIN municipios m ON m.id = o.municipio_id
  LEFT JOIN obras_seguimiento s ON s.obra_id = o.id`;

const ofContrato = (
  name: keyof typeof CONTRATO,
  type: FollowUpColumn['type'],
  width: number,
): FollowUpColumn => ({
  called: CONTRATO[name].called,
  schema: CONTRATO[name].schema,
  sql: `c.${CONTRATO[name].column}`,
  type: type as 'text',
  width,
});

/** A row of the contracts of all obras, over `contratos c`, `contratos_vigentes v`, `obras o` and `dependencias dep`. */
export const FILA_CONTRATO: Record<string, FollowUpColumn> = {
  contratoId: { called: 'el contrato', schema: ID.schema, sql: 'c.id' },
  obraId: { called: 'la obra', schema: OBRA.id.schema, sql: 'o.id' },
  claveUnica: ofObra('claveUnica', { type: 'text', width: 22 }),
  nombre: NOMBRE,
  dependencia: namedColumn('la dependencia', 'dep.nombre', 'Secretaría de Obras Públicas', 40),
  numero: ofContrato('numero', 'text', 22),
  naturaleza: { ...ofContrato('naturaleza', 'text', 14), words: NATURALEZAS },
  procedimiento: { ...ofContrato('procedimiento', 'text', 30), words: PROCEDIMIENTOS },
  numeroProponentes: ofContrato('numeroProponentes', 'number', 12),
  objeto: ofContrato('objeto', 'text', 50),
  contratista: ofContrato('contratista', 'text', 40),
  contratistaRfc: ofContrato('contratistaRfc', 'text', 16),
  ocid: ofContrato('ocid', 'text', 22),
  url: ofContrato('url', 'text', 40),
  fechaFirma: ofContrato('fechaFirma', 'date', 14),
  fechaInicio: ofContrato('fechaInicio', 'date', 14),
  fechaTermino: ofContrato('fechaTermino', 'date', 14),
  fechaTerminoVigente: {
    called: 'la fecha de término vigente',
    schema: { type: 'string', format: 'date', examples: ['2026-12-15'] },
    sql: 'v.fecha_termino_vigente',
    type: 'date',
    width: 14,
  },
  monto: ofContrato('monto', 'amount', 18),
  anticipo: ofContrato('anticipo', 'amount', 18),
  presupuestoBase: ofContrato('presupuestoBase', 'amount', 18),
  montoVigente: amountColumn(
    'el monto vigente',
    'v.monto_vigente',
    'Con sus convenios; de uno que terminó antes de tiempo, su monto final; mientras nadie lo diga, lo pagado si ningún otro construye la obra, y si no null (MXN).',
  ),
  variacionMonto: percentColumn(
    'la variación del monto',
    'round((v.monto_vigente - c.monto) / nullif(c.monto, 0) * 100, 2)',
    11.44,
    'En por ciento del firmado.',
    12,
  ),
  convenios: {
    called: 'los convenios',
    schema: { type: 'integer', description: 'Cuántos convenios.', examples: [1] },
    sql: 'v.convenios',
    type: 'number',
    width: 11,
  },
  terminacion: { ...ofContrato('terminacion', 'text', 26), words: TERMINACIONES },
  fechaTerminacion: ofContrato('fechaTerminacion', 'date', 14),
  montoFinal: ofContrato('montoFinal', 'amount', 18),
  fechaEntregaRecepcion: ofContrato('fechaEntregaRecepcion', 'date', 14),
  motivoTerminacion: ofContrato('motivoTerminacion', 'text', 50),
};
