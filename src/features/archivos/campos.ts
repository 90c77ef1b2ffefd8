import type { Field } from '../../core/obras/campos.ts';
import { CLASES, FECHA_SEGUN, TIPOS_DE_ARCHIVO } from './opciones.ts';

// The fields of a photo or document of an obra, each defined once, as in obras/campos.ts.

/** A reference to a record of the same obra. */
const ofTheObra = (what: string) =>
  ({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: 2147483647,
    description: `${what} de la misma obra; null si no es de uno.`,
    examples: [1],
  }) as const;

export const ARCHIVO = {
  id: {
    column: 'id',
    called: 'el identificador',
    schema: { type: 'integer', examples: [1] },
    isAssigned: true,
  },
  tipo: {
    column: 'tipo',
    called: 'el tipo',
    schema: {
      title: 'TipoArchivo',
      type: 'string',
      enum: Object.keys(TIPOS_DE_ARCHIVO),
      description: 'Según el contenido: una foto, o un documento PDF.',
      examples: ['DOCUMENTO'],
    },
    isAssigned: true,
  },
  clase: {
    column: 'clase',
    called: 'la clase',
    schema: {
      title: 'ClaseArchivo',
      type: ['string', 'null'],
      enum: [...Object.keys(CLASES), null] as (string | null)[],
      description: 'De qué es un documento, que siempre lo dice; null en una foto.',
      examples: ['CONTRATO'],
    },
    isOptional: true,
  },
  titulo: {
    column: 'titulo',
    called: 'el título',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Lo que se ve en una foto, para quien no la ve; el nombre de un documento.',
      examples: ['Contrato SOP-LP-014-2026'],
    },
  },
  fecha: {
    column: 'fecha',
    called: 'la fecha',
    schema: {
      type: ['string', 'null'],
      format: 'date',
      'x-hasta-hoy': true,
      description: 'De qué día es: AAAA-MM-DD, no posterior a hoy en Mérida; null si no se sabe.',
      examples: ['2026-05-12'],
    },
    isOptional: true,
  },
  fechaSegun: {
    column: 'fecha_segun',
    called: 'el origen de la fecha',
    schema: {
      title: 'FechaSegun',
      type: ['string', 'null'],
      enum: [...Object.keys(FECHA_SEGUN), null] as (string | null)[],
      description:
        'De dónde viene la fecha de una foto, si nadie la escribió: la cámara, o el nombre del archivo. Otra fecha la vuelve null.',
      examples: ['CAMARA'],
    },
    isOptional: true,
  },
  publico: {
    column: 'publico',
    called: 'el público',
    schema: {
      type: 'boolean',
      description:
        'Si lo ve quien puede leer el registro; si no, sólo quien captura el seguimiento de la obra.',
      examples: [true],
    },
    isOptional: true,
  },
  avanceId: {
    column: 'avance_id',
    called: 'el avance',
    schema: ofTheObra('Avance'),
    isOptional: true,
  },
  contratoId: {
    column: 'contrato_id',
    called: 'el contrato',
    schema: ofTheObra('Contrato'),
    isOptional: true,
  },
  ubicacionId: {
    column: 'ubicacion_id',
    called: 'la ubicación',
    schema: ofTheObra('Ubicación'),
    isOptional: true,
  },
  bytes: {
    column: 'bytes',
    called: 'el tamaño',
    schema: {
      type: 'integer',
      description: 'Bytes de lo que se descarga: de una foto, su vista.',
      examples: [482113],
    },
    isAssigned: true,
  },
  tipoMedia: {
    column: 'tipo_media',
    called: 'el tipo de contenido',
    schema: {
      title: 'TipoMedia',
      type: 'string',
      enum: ['image/jpeg', 'application/pdf'],
      examples: ['application/pdf'],
    },
    isAssigned: true,
  },
  ancho: {
    column: 'ancho',
    called: 'el ancho',
    schema: {
      type: ['integer', 'null'],
      description: 'Píxeles de la vista; null en un documento.',
      examples: [2048],
    },
    isAssigned: true,
  },
  alto: {
    column: 'alto',
    called: 'el alto',
    schema: {
      type: ['integer', 'null'],
      description: 'Píxeles de la vista; null en un documento.',
      examples: [1536],
    },
    isAssigned: true,
  },
  huella: {
    column: 'huella',
    called: 'la huella',
    schema: {
      type: 'string',
      description: 'SHA-256 del archivo que se envió, en 64 cifras hexadecimales.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    },
    isAssigned: true,
  },
} as const satisfies Record<string, Field>;
