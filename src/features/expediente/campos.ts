import type { Field } from '../../core/obras/campos.ts';
import { MODALIDADES } from './opciones.ts';

// The fields of a work's record, each defined once, as in obras/campos.ts. The API has both of the goal as one member, and the
// sources as a list (schema.ts).

const amount = { minimum: 0.01, maximum: 9999999999999.99, 'x-decimales': 2 } as const;

/** The record of a work: what for, how much of it, for how many, how and since when. */
export const EXPEDIENTE = {
  proposito: {
    column: 'proposito',
    called: 'el propósito',
    schema: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 2000,
      description: 'Para qué se hace la obra.',
      examples: ['Que las familias de la colonia tengan agua potable todo el día.'],
    },
    isOptional: true,
  },
  metaCantidad: {
    column: 'meta_cantidad',
    called: 'la cantidad de la meta',
    schema: { type: 'number', ...amount, description: 'Cuánto.', examples: [1.2] },
    isOptional: true,
  },
  metaUnidad: {
    column: 'meta_unidad',
    called: 'la unidad de la meta',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'De qué.',
      examples: ['kilómetros'],
    },
    isOptional: true,
  },
  beneficiarios: {
    column: 'beneficiarios',
    called: 'los beneficiarios',
    schema: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 99999999,
      description: 'Cuántas personas se benefician.',
      examples: [1850],
    },
    isOptional: true,
  },
  modalidad: {
    column: 'modalidad',
    called: 'la modalidad',
    schema: {
      title: 'ModalidadObra',
      type: ['string', 'null'],
      enum: [...Object.keys(MODALIDADES), null] as (string | null)[],
      description: 'Quién la construye: una empresa por contrato, o la propia dependencia.',
      examples: ['CONTRATO'],
    },
    isOptional: true,
  },
  fechaAprobacion: {
    column: 'fecha_aprobacion',
    called: 'la fecha de aprobación',
    schema: {
      type: ['string', 'null'],
      format: 'date',
      'x-hasta-hoy': true,
      description: 'Cuándo se aprobó su presupuesto.',
      examples: ['2026-01-15'],
    },
    isOptional: true,
  },
} as const satisfies Record<string, Field>;

/** The amount of one source. */
export const MONTO_DE_FUENTE = {
  type: 'number',
  ...amount,
  description: 'Cuánto pone el fondo (MXN).',
  examples: [1250000.5],
} as const;

const contactText = (
  column: string,
  called: string,
  maxLength: number,
  description: string,
  example: string,
) =>
  ({
    column,
    called,
    schema: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength,
      description,
      examples: [example],
    },
    isOptional: true,
  }) as const;

/** The public office of a dependencia, where people ask about its works. It has no person's name. */
export const CONTACTO = {
  oficina: contactText(
    'oficina',
    'la oficina',
    255,
    'La oficina que atiende, sin nombres de personas.',
    'Unidad de Transparencia',
  ),
  telefono: contactText('telefono', 'el teléfono', 50, 'El de la oficina.', '999 930 3000'),
  pagina: {
    column: 'pagina',
    called: 'la página',
    schema: {
      type: ['string', 'null'],
      maxLength: 500,
      'x-https': true,
      description: 'Con https://.',
      examples: ['https://obras.ejemplo.gob.mx'],
    },
    isOptional: true,
  },
} as const satisfies Record<string, Field>;
