import { Type } from 'typebox';
import { Closed, nullable } from '../../core/base/schemas.ts';
import { NIVELES } from '../../core/catalogos/niveles.ts';
import { CAPITALS } from '../../core/http/input/keywords.ts';

// A fund, of which works are paid.

export const fondoFields = {
  nombre: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Único, sin distinguir mayúsculas.',
    examples: ['Fondo de Infraestructura Social para las Entidades'],
  }),
  siglas: nullable(
    Type.String({
      maxLength: 50,
      [CAPITALS]: true,
      description: 'Se guardan en mayúsculas; vacías equivalen a null.',
      examples: ['FISE'],
    }),
  ),
  nivel: Type.Unsafe<keyof typeof NIVELES>({
    title: 'NivelDeFondo',
    type: 'string',
    enum: Object.keys(NIVELES),
    description: 'De quién es.',
    examples: ['FEDERAL'],
  }),
  activo: Type.Boolean({ examples: [true] }),
};

export const Fondo = Closed(
  { id: Type.Integer({ examples: [1] }), ...fondoFields },
  { title: 'Fondo', description: 'Un fondo de que se pagan obras.' },
);
