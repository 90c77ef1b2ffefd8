import { type Static, Type } from 'typebox';
import { Closed, LABEL, OptionalMembers } from '../base/schemas.ts';
import { EMAIL_LENGTH } from '../base/text.ts';
import { MOST_CODE_POINTS } from '../http/input/keywords.ts';

const Roles = Type.Unsafe<'admin' | 'user'>({
  title: 'Rol',
  type: 'string',
  enum: ['admin', 'user'],
  description: 'admin registra y cambia obras; user sólo las consulta.',
  examples: ['user'],
});

// Input -------------------------------------------------------------------------------------------

const userFields = {
  nombreCompleto: Type.String({ minLength: 3, maxLength: 255, examples: ['María Canché Pech'] }),
  email: Type.String({
    format: 'email',
    [MOST_CODE_POINTS]: EMAIL_LENGTH,
    description: 'Único, sin distinguir mayúsculas.',
    examples: ['maria.canche@yucatan.gob.mx'],
  }),
  password: Type.String({
    [LABEL]: 'Contraseña',
    minLength: 6,
    maxLength: 128,
    description: 'Se guarda cifrada (argon2id) y nunca se responde.',
    examples: ['una-contraseña'],
  }),
  roles: Roles,
  isActive: Type.Boolean({ examples: [true] }),
  mustChangePassword: Type.Boolean({ examples: [false] }),
};

const { nombreCompleto, email, password } = userFields;
export const NewUser = Closed(
  {
    nombreCompleto,
    email,
    password,
    roles: Type.Optional(Type.Unsafe<'admin' | 'user'>({ ...Roles, default: 'user' })),
    isActive: Type.Optional(Type.Boolean({ default: true })),
  },
  { title: 'NuevoUsuario' },
);
export type NewUser = Static<typeof NewUser>;

export const ChangedUser = OptionalMembers(userFields, { title: 'CambiosUsuario' });
export type ChangedUser = Static<typeof ChangedUser>;

// Output ------------------------------------------------------------------------------------------

const summary = {
  id: Type.String({ format: 'uuid', examples: ['6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b'] }),
  email: Type.String({ examples: ['maria.canche@yucatan.gob.mx'] }),
  nombreCompleto: Type.String({ examples: ['María Canché Pech'] }),
  roles: Roles,
  isActive: Type.Boolean(),
  mustChangePassword: Type.Boolean(),
};
const instant = Type.String({ format: 'date-time', examples: ['2026-01-15T14:30:00.000Z'] });

export const UserSummary = Closed(summary, { title: 'UsuarioResumen' });
export const User = Closed(
  { ...summary, createdAt: instant, updatedAt: instant },
  { title: 'Usuario', description: 'Usuario, sin contraseña.' },
);
