import './reglas.ts';
import { type Static, Type } from 'typebox';
import {
  Closed,
  LABEL,
  labelled,
  nullable,
  OptionalMembers,
  Reference,
} from '../../core/base/schemas.ts';
import { BETWEEN } from '../../core/http/input/keywords.ts';
import { answeredSchemas, changedSchemas } from '../../core/obras/field-schemas.ts';
import { EXPEDIENTE, MONTO_DE_FUENTE } from './campos.ts';
import { Fondo } from './fondo.ts';
import { MOST_FUENTES } from './opciones.ts';

// The body and the answer of a work's record.

/** The members that are columns, without both of the goal. */
const { metaCantidad, metaUnidad, ...plain } = EXPEDIENTE;

const Meta = nullable(
  Closed(
    {
      cantidad: Type.Unsafe<number>({ ...metaCantidad.schema, [LABEL]: 'Cantidad' }),
      unidad: Type.Unsafe<string>({ ...metaUnidad.schema, [LABEL]: 'Unidad' }),
    },
    { title: 'MetaDeObra', description: 'Cuánto se construye, en qué unidad: las dos o ninguna.' },
  ),
);

const fondoId = Reference('Un fondo activo, o uno que la obra ya tenía.');
const monto = Type.Unsafe<number>({ ...MONTO_DE_FUENTE, [LABEL]: 'Monto' });

export const ChangedExpediente = OptionalMembers(
  {
    ...changedSchemas(plain),
    meta: Meta,
    fuentes: Type.Array(Closed({ fondoId, monto }, { title: 'NuevaFuente' }), {
      maxItems: MOST_FUENTES,
      description: 'Toda la lista: reemplaza la que había. Cada fondo una sola vez.',
    }),
  },
  { title: 'CambiosExpediente', [BETWEEN]: 'expediente' },
);
export type ChangedExpediente = Static<typeof ChangedExpediente>;

const { proposito, beneficiarios, modalidad, fechaAprobacion } = answeredSchemas(plain);
export const Expediente = Closed(
  {
    proposito,
    meta: Type.Unsafe({ ...Meta, [LABEL]: 'Meta' }),
    beneficiarios,
    modalidad,
    fechaAprobacion,
    fuentes: Type.Array(
      Closed(
        { fondoId: labelled('Fondo', Type.Integer({ examples: [1] })), fondo: Fondo, monto },
        { title: 'FuenteDeObra' },
      ),
      {
        [LABEL]: 'Fuentes',
        description: 'De qué fondos es el dinero, en el orden en que se dijo.',
      },
    ),
    montoFuentes: nullable(
      Type.Number({
        [LABEL]: 'Suma de las fuentes',
        description: 'null sin fuentes (MXN).',
        examples: [1250000.5],
      }),
    ),
  },
  {
    title: 'Expediente',
    description:
      'De quién es el dinero de una obra, para qué y para quién; null lo que no se ha dicho.',
  },
);
