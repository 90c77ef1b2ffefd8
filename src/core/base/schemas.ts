import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

// A schema with a title is a component of that name in the OpenAPI document. Generated clients have a type of that name.

/** The schema that stands in the OpenAPI document instead of this one, whose rules are partly code. */
export const SHOWN_AS = 'x-se-muestra';

/** Effects of a query parameter. Guards, the cache and ETags read them in the schema of the query. */
export interface Effects {
  /** The parameter selects the caller's own records. The table, each of whose records belongs to one user. */
  own?: 'favorites' | 'users';
  /**
   * Only administrators may send it: the answer shows the ledger, or is slow. With `own` beside it, the cached answer serves
   * that administrator alone.
   */
  forAdmins?: true;
  /** Further tables behind the answer. Without the parameter, their changes affect neither cached answers nor tags. */
  dependsOn?: readonly string[];
  /** The answer changes with the day. */
  dated?: true;
}
/** The keywords of these effects. `DEPENDS_ON` has the tables, each with `true`, or with the values for which it counts, also within a list. */
export const CALLERS_OWN = 'x-propias';
export const FOR_ADMINS = 'x-administradores';
export const DEPENDS_ON = 'x-depende';
export const DATED = 'x-del-dia';

/** Parameters that a query refuses where it would ignore unknown ones, each with the end of its sentence. */
export const REFUSED = 'x-rechaza';

/** The same schema, with the effects of its parameter. */
export function withEffects<Of extends TSchema>(
  schema: Of,
  { own, forAdmins, dependsOn, dated }: Effects,
): Of {
  return Object.assign(schema, {
    ...(own && { [CALLERS_OWN]: own }),
    ...(forAdmins && { [FOR_ADMINS]: forAdmins }),
    ...(dependsOn && { [DEPENDS_ON]: Object.fromEntries(dependsOn.map((table) => [table, true])) }),
    ...(dated && { [DATED]: dated }),
  });
}

/** The same query with more parameters: what it refuses, it refuses still. */
export const withMore = <P extends TProperties, More extends TProperties>(
  query: TObject<P>,
  more: More,
) => Object.assign({}, query, Type.Object({ ...query.properties, ...more }));

/** People's name of a property: the portal has its labels from the OpenAPI document (portal/generado/). */
export const LABEL = 'x-etiqueta';
/** The same schema, with that name. */
export const labelled = <Of extends TSchema>(label: string, schema: Of): Of =>
  Object.assign(schema, { [LABEL]: label });

// Swagger UI fills in the examples of parameters when a person tries a request. An id in a path has one. A filter has none,
// since it would narrow the answer to nothing.

/** An id in a path or query: its digits, as `int4()` reads them. An id out of range is merely unknown. */
export const Id = (description: string, options: { examples?: number[]; [LABEL]?: string } = {}) =>
  Type.Unsafe<string>({ type: 'integer', description, ...options });

/** Values of one filter at most. */
const MAX_VALUES = 100;

/**
 * One or several ids in a query: repeated, as generated clients send them, or with commas between. Routes get one text with
 * commas either way (`validation`), which `int4List()` reads.
 */
export const Ids = (description: string) =>
  Type.Unsafe<string>({
    type: 'array',
    items: { type: 'integer' },
    minItems: 1,
    maxItems: MAX_VALUES,
    description: `${description} Hasta ${MAX_VALUES} valores, con comas o el parámetro repetido.`,
  });

export const IdParams = Type.Object({ id: Id('Identificador del registro.', { examples: [1] }) });

const Uuid = Type.Unsafe<string>({
  type: 'string',
  format: 'uuid',
  description: 'Identificador del usuario: user.id de POST /auth/login, o id de GET /users.',
});

export const UuidParams = Type.Object({ id: Uuid });
export const UuidObraParams = Type.Object({
  id: Uuid,
  obraId: Id('Identificador de la obra.', { examples: [1] }),
});

/** A reference to a record in a body, without bounds: one out of range is merely unknown (`int4`). */
export const Reference = (description: string, example = 1) =>
  Type.Integer({ description, examples: [example] });

/** A whole number, a number or a text of an answer, with an example. */
export const Whole = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });
export const Decimal = (description: string, example: number) =>
  Type.Number({ description, examples: [example] });
export const Text = (description: string, example: string) =>
  Type.String({ description, examples: [example] });

/** The schema, or null. */
export function nullable<S extends TSchema>(schema: S) {
  return Type.Unsafe<Static<S> | null>({
    ...schema,
    type: [(schema as unknown as { type: string }).type, 'null'],
  });
}

/** An object without further members. */
export const Closed = <P extends Record<string, TSchema>>(
  properties: P,
  options: Record<string, unknown> = {},
) => Type.Object(properties, { additionalProperties: false, ...options });

/** The same members, none of them required: the body of a PATCH. */
export const OptionalMembers = <P extends Record<string, TSchema>>(
  properties: P,
  options: Record<string, unknown> = {},
) => Type.Partial(Type.Object(properties), { additionalProperties: false, ...options });

/** An answer of another media type than JSON, for a route's `response`. */
export const sentAs = (
  mediaType: string,
  schema: TSchema,
  headers: Record<string, TSchema> = {},
) => ({
  content: { [mediaType]: { schema } },
  headers,
});

export const Mensaje = (message: string) =>
  Closed(
    { message: Type.String() },
    { title: 'Mensaje', description: 'Confirmación.', examples: [{ message }] },
  );

/** The page as the other form of an answer (`hasPages`). */
export const PAGE = {
  'text/html': {
    schema: Type.String({
      title: 'PaginaHtml',
      description: 'La misma respuesta como página, para personas.',
      examples: ['<!doctype html>…'],
    }),
  },
};

/** The parameters of a list that is read page by page. */
export const pageParameters = (limit: string) => ({
  limit: Type.Integer({
    [LABEL]: 'Renglones por página',
    minimum: 1,
    maximum: 1000,
    default: 100,
    description: limit,
  }),
  cursor: Type.Optional(
    Type.String({
      [LABEL]: 'Página',
      format: 'cursor',
      description: 'El que trae el encabezado Link: rel="next".',
    }),
  ),
});

/** Headers of an answer that is one page of a list, for its schema. */
export const NEXT_LINK = {
  Link: Type.String({
    description: 'Si hay más, la página siguiente (RFC 8288): <…>; rel="next".',
  }),
};

/** An answer that is a download, for its schema. */
export const fileAnswer = (type: string, example: string) => ({
  description: 'El archivo.',
  headers: {
    'Content-Disposition': Type.String({ description: 'attachment, con el nombre del archivo.' }),
  },
  content: { [type]: { schema: Type.String({ examples: [example] }) } },
});

export const ErrorBody = Closed(
  {
    statusCode: Type.Integer(),
    message: Type.Union([Type.String(), Type.Array(Type.String())]),
    error: Type.String(),
  },
  {
    title: 'Falla',
    description: 'Error: una frase, o una lista con una frase por cada falla de validación.',
  },
);
