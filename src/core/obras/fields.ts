import { type TSchema, Type } from 'typebox';
import { LABEL } from '../base/schemas.ts';
import { OBRA_JSON } from './obra-json.ts';

/** A field that a list of obras has with `campos` alone. */
export interface ListField {
  /** The field that it stands behind; without it, the one before it in its own table. */
  after?: string;
  schema: TSchema;
  /** A query for it, as the column of its name, over `obra_id` and the parts of an obra's JSON, with an alias. */
  from: string;
  /** Further tables behind the answer. */
  dependsOn?: readonly string[];
}

/** The core's fields besides those of an obra. */
export const FIELDS: Record<string, ListField> = {
  // Texts besides name and key that may match a search, up to the length that a list may show.
  textos: {
    schema: Type.Array(Type.String(), {
      [LABEL]: 'Textos',
      description:
        'Sólo con campos=textos: las direcciones de la obra, una por renglón, y su descripción, de todo ello los primeros 2,000 caracteres. Para mostrar por qué la encontró q.',
      examples: [['Calle 60 × 61, Centro']],
    }),
    from: `(
  SELECT string_to_array(left(concat_ws(E'\\n', nullif(lugares, ''), nullif(descripcion, '')), 2000), E'\\n') AS textos
  FROM obras WHERE id = obra_id) t`,
  },
  // The first of an obra's addresses, with its locality: it tells works of one name apart.
  lugar: {
    schema: Type.Union([Type.String(), Type.Null()], {
      [LABEL]: 'Lugar',
      description:
        'Sólo con campos=lugar: la primera dirección de la obra, con su localidad y referencia; null si no tiene ubicaciones. Para distinguir en una lista las obras que se llaman igual.',
      examples: ['Calle 60 × 61, Centro'],
    }),
    from: `(SELECT nullif(split_part(lugares, E'\\n', 1), '') AS lugar FROM obras WHERE id = obra_id) l`,
  },
  // That of `GET /obras/:id` (`etagOf`).
  etag: {
    schema: Type.String({
      [LABEL]: 'Versión de la obra',
      description:
        'Sólo con campos=etag: el ETag con que responde GET /obras/:id, para If-Match y para POST /obras/estatus.',
      examples: ['"2jmj7l5rSw0yVb_vlWAYkK"'],
    }),
    from: `(SELECT '"' || state_digest(${OBRA_JSON}) || '"' AS etag) e`,
  },
};
