import { type Static, type TSchema, Type } from 'typebox';

/** An id in a path or query: its digits, as `int4()` reads them. An id out of range is merely unknown. */
export const Id = (description: string) =>
  Type.Unsafe<string>({ type: 'integer', description, examples: [1] });

export const IdParams = Type.Object({ id: Id('Identificador del registro.') });

const Uuid = Type.Unsafe<string>({
  type: 'string',
  format: 'uuid',
  description: 'Identificador del usuario.',
  examples: ['6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b'],
});

export const UuidParams = Type.Object({ id: Uuid });
export const UuidObraParams = Type.Object({ id: Uuid, obraId: Id('Identificador de la obra.') });

/** A reference to a record in a body, without bounds: one out of range is merely unknown (`referenceId`). */
export const Reference = (description: string, example = 1) =>
  Type.Integer({ description, examples: [example] });

/** The schema, or null. */
export function nullable<S extends TSchema>(schema: S) {
  return Type.Unsafe<Static<S> | null>({
    ...schema,
    type: [(schema as unknown as { type: string }).type, 'null'],
  });
}

/** An object without members other than those named. */
export const Closed = <P extends Record<string, TSchema>>(
  properties: P,
  options: Record<string, unknown> = {},
) => Type.Object(properties, { additionalProperties: false, ...options });

/** The same members, none of them required: the body of a PATCH. */
export const Changes = <P extends Record<string, TSchema>>(
  properties: P,
  options: Record<string, unknown> = {},
) => Type.Partial(Type.Object(properties), { additionalProperties: false, ...options });

export const Mensaje = Closed(
  { message: Type.String({ examples: ['Registro eliminado.'] }) },
  { description: 'Confirmación.' },
);

export const ErrorBody = Closed(
  {
    statusCode: Type.Integer(),
    message: Type.Union([Type.String(), Type.Array(Type.String())]),
    error: Type.String(),
  },
  { description: 'Error: una frase, o una lista con una frase por cada falla de validación.' },
);
