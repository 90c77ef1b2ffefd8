import { admin, reader } from '../../core/auth/access.ts';
import { hasChanged } from '../../core/base/errors.ts';
import { Closed, IdParams, OptionalMembers } from '../../core/base/schemas.ts';
import { int4 } from '../../core/base/text.ts';
import { DEPENDENCIAS } from '../../core/catalogos/dependencias.ts';
import { unlessChanged } from '../../core/http/cache/conditional.ts';
import type { App, Context } from '../../core/http/context.ts';
import { answeredSchemas, changedSchemas } from '../../core/obras/field-schemas.ts';
import { rendered, sqlOf } from '../../core/obras/partes.ts';
import { CONTACTO } from './campos.ts';

// A resource of its own, because the specification fixes the fields of a dependencia.

const { tags, unknown } = DEPENDENCIAS;
const { columns, values, now, from, answered } = sqlOf(CONTACTO);

const Contacto = Closed(answeredSchemas(CONTACTO), {
  title: 'Contacto',
  description: 'Dónde se pregunta por las obras de una dependencia; null lo que no se ha dicho.',
});
const ChangedContacto = OptionalMembers(changedSchemas(CONTACTO), { title: 'CambiosContacto' });

const LOCK = 'SELECT FROM dependencias WHERE id = $1 FOR UPDATE';
const FIND = `
  SELECT ${rendered(answered)} AS json
  FROM dependencias d LEFT JOIN contactos t ON t.dependencia_id = d.id WHERE d.id = $1`;
/** A body with only nulls does not create a row. */
const CHANGE = `
  INSERT INTO contactos (dependencia_id, ${columns})
  SELECT d.id, ${values}
  FROM dependencias d LEFT JOIN contactos t ON t.dependencia_id = d.id
  CROSS JOIN LATERAL ${from(`${now} || $2::jsonb`)}
  WHERE d.id = $1 AND (t.dependencia_id IS NOT NULL OR jsonb_strip_nulls($2::jsonb) <> '{}')
  ON CONFLICT (dependencia_id) DO UPDATE SET
    ${Object.values(CONTACTO)
      .map(({ column }) => `${column} = excluded.${column}`)
      .join(', ')}`;

/** The public office of a dependencia: `/dependencias/:id/contacto`, empty at first. Administrators write it. */
export function contacto(app: App, { db }: Context): void {
  app.get(
    '/dependencias/:id/contacto',
    {
      config: { ...reader, cacheTags: ['contactos', 'dependencias'] },
      schema: {
        tags,
        operationId: 'findContacto',
        summary: 'La oficina pública de una dependencia',
        params: IdParams,
        response: { 200: Contacto, 404: unknown('99') },
      },
    },
    async ({ params: { id } }) => {
      const json = await db.jsonOrNothing(FIND, [int4(id)]);
      if (!json) throw unknown(id);
      return json;
    },
  );

  app.patch(
    '/dependencias/:id/contacto',
    {
      config: admin,
      schema: {
        tags,
        operationId: 'updateContacto',
        summary: 'Cambia los campos indicados de la oficina pública de una dependencia',
        params: IdParams,
        body: ChangedContacto,
        response: { 200: Contacto, 404: unknown('99'), 412: hasChanged() },
      },
    },
    async (request) => {
      const { id } = request.params;
      const key = int4(id);
      const [, found] = await unlessChanged(request, [LOCK, FIND, key], (tx) =>
        tx.batch([
          [CHANGE, [key, JSON.stringify(request.body)]],
          [FIND, [key]],
        ]),
      );
      const [record] = found as { json?: string }[];
      if (!record?.json) throw unknown(id);
      return record.json;
    },
  );
}
