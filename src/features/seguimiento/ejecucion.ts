import './constraints.ts';
import { clerk, reader } from '../../core/auth/access.ts';
import { hasChanged } from '../../core/base/errors.ts';
import { int4 } from '../../core/base/text.ts';
import type { Statement } from '../../core/db/db.ts';
import type { App, Context } from '../../core/http/context.ts';
import { obraNotFound } from '../../core/obras/documents.ts';
import { OBRA_KEY, ObraParams, rendered, sqlOf, writePart } from '../../core/obras/partes.ts';
import { EJECUCION } from './campos.ts';
import { cacheTags, readOfObra, tags } from './partes.ts';
import { ChangedEjecucion, Ejecucion } from './schema.ts';

const sql = sqlOf(EJECUCION);

/** The JSON of a record `t`, or of an empty one. */
export const EJECUCION_JSON = rendered(sql.answered);

const findOf = (obra: string) =>
  `SELECT ${EJECUCION_JSON} AS json FROM obras o LEFT JOIN ejecuciones t ON t.obra_id = o.id WHERE o.id = ${obra}`;

/** A body with only nulls does not create a row. */
const CHANGE = `
  INSERT INTO ejecuciones (obra_id, ${sql.columns})
  SELECT o.id, ${sql.values}
  FROM obras o LEFT JOIN ejecuciones t ON t.obra_id = o.id
  CROSS JOIN LATERAL ${sql.from(`${sql.now} || $2::jsonb`)}
  WHERE o.id = ${OBRA_KEY} AND (t.obra_id IS NOT NULL OR jsonb_strip_nulls($2::jsonb) <> '{}')
  ON CONFLICT (obra_id) DO UPDATE SET
    ${Object.values(EJECUCION)
      .map(({ column }) => `${column} = excluded.${column}`)
      .join(', ')}`;

/** The real dates and cost of an obra: `/obras/:id/ejecucion`. Each obra has one record, which is empty at first. */
export function ejecucion(app: App, context: Context): void {
  app.get(
    '/obras/:id/ejecucion',
    {
      config: { ...reader, cacheTags },
      schema: {
        tags,
        operationId: 'findEjecucion',
        summary: 'Cuándo se construyó una obra y en qué quedó',
        params: ObraParams,
        response: { 200: Ejecucion, 404: obraNotFound('99') },
      },
    },
    async (request, reply) => readOfObra(context, findOf('$1'), request, reply),
  );

  app.patch(
    '/obras/:id/ejecucion',
    {
      config: clerk,
      schema: {
        tags,
        operationId: 'updateEjecucion',
        summary: 'Cambia los campos indicados de la ejecución de una obra',
        params: ObraParams,
        body: ChangedEjecucion,
        response: { 200: Ejecucion, 404: obraNotFound('99'), 412: hasChanged() },
      },
    },
    async (request) => {
      const key = [int4(request.params.id)];
      const find = findOf(OBRA_KEY);
      const statements: Statement[] = [
        [CHANGE, [key, JSON.stringify(request.body)]],
        [find, [key]],
      ];
      const [, records] = await writePart(request, statements, [find, key]);
      return records?.[0]?.json;
    },
  );
}
