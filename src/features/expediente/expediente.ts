import './constraints.ts';
import { Type } from 'typebox';
import { clerk, reader } from '../../core/auth/access.ts';
import { hasChanged } from '../../core/base/errors.ts';
import { int4 } from '../../core/base/text.ts';
import type { Statement } from '../../core/db/db.ts';
import type { App } from '../../core/http/context.ts';
import { obraNotFound } from '../../core/obras/documents.ts';
import { type ListContext, type PastReading, withPast } from '../../core/obras/listas.ts';
import { OBRA_KEY, ObraParams, rendered, sqlOf, writePart } from '../../core/obras/partes.ts';
import { EXPEDIENTE } from './campos.ts';
import { ChangedExpediente, Expediente } from './schema.ts';

const tags = ['Expediente'];
const { columns, values, now, from } = sqlOf(EXPEDIENTE);

/** The members of a record `t`, or of an empty one. */
export const MIEMBROS = `
  t.proposito, CASE WHEN t.meta_cantidad IS NOT NULL THEN
    json_build_object('cantidad', t.meta_cantidad, 'unidad', t.meta_unidad) END AS meta,
  t.beneficiarios, t.modalidad, t.fecha_aprobacion AS "fechaAprobacion", f.fuentes, f.monto AS "montoFuentes"`;
export const EXPEDIENTE_JSON = rendered(MIEMBROS);

/** The sources of `t` in their order, each with its fund, as `f` behind a FROM. */
export const FUENTES = `CROSS JOIN LATERAL (
  SELECT sum(monto) AS monto, coalesce(json_agg(json_build_object('fondoId', fondo.id, 'fondo', json_build_object(
    'id', fondo.id, 'nombre', fondo.nombre, 'siglas', fondo.siglas, 'nivel', fondo.nivel, 'activo', fondo.activo),
    'monto', monto) ORDER BY lugar), '[]') AS fuentes
  FROM (
    SELECT lugar, (fuente ->> 'fondoId')::integer AS id, (fuente ->> 'monto')::numeric(15, 2) AS monto
    FROM jsonb_array_elements(t.fuentes) WITH ORDINALITY AS e (fuente, lugar)) s
  JOIN fondos fondo USING (id)) f`;

const findOf = (obra: string) => `
  SELECT ${EXPEDIENTE_JSON} AS json
  FROM obras o LEFT JOIN expedientes t ON t.obra_id = o.id ${FUENTES} WHERE o.id = ${obra}`;
const FIND = findOf('$1');

/** The same as it stood. The funds have the names of today. */
export const ENTONCES: PastReading = {
  statement: () => FIND,
  tables: { expedientes: { recurso: 'expediente', registro: 'obra_id' } },
  moved: [],
  views: {},
};

/**
 * Changes the record of obra `($1::integer[])[1]` by a body of columns' fields ($2, `bodyOf`), and makes it where it is missing. A
 * body that says nothing makes none.
 */
export const CHANGE_EXPEDIENTE = `
  INSERT INTO expedientes (obra_id, ${columns}, fuentes)
  SELECT o.id, ${values}, coalesce($2::jsonb -> 'fuentes', t.fuentes, '[]')
  FROM obras o LEFT JOIN expedientes t ON t.obra_id = o.id
  CROSS JOIN LATERAL ${from(`${now} || $2::jsonb`)}
  WHERE o.id = ${OBRA_KEY} AND (t.obra_id IS NOT NULL OR jsonb_strip_nulls($2::jsonb) NOT IN ('{}', '{"fuentes": []}'))
  ON CONFLICT (obra_id) DO UPDATE SET (${columns}, fuentes) = ROW (${columns
    .split(', ')
    .map((column) => `excluded.${column}`)
    .join(', ')}, excluded.fuentes)`;

/** A body as `CHANGE_EXPEDIENTE` takes it. */
export const bodyOf = ({ meta, ...body }: ChangedExpediente): string =>
  JSON.stringify({
    ...body,
    ...(meta !== undefined && {
      metaCantidad: meta?.cantidad ?? null,
      metaUnidad: meta?.unidad ?? null,
    }),
  });

/** A merge locks the funds before the works: so does a change of the sources. */
const LOCK_FONDOS = 'SELECT FROM fondos WHERE id = ANY ($1::bigint[]) ORDER BY id FOR SHARE';

/** Whose money a work is built with, what for and for whom: `/obras/:id/expediente`. Each obra has one record, empty at first. */
export function expediente(app: App, context: ListContext): void {
  const { past } = context.listas;
  app.get(
    '/obras/:id/expediente',
    {
      config: { ...reader, cacheTags: ['expedientes/:id', 'obras/:id'] },
      schema: {
        tags,
        operationId: 'findExpediente',
        summary: 'De quién es el dinero de una obra, para qué y para quién',
        params: ObraParams,
        ...(past && { querystring: withPast(past, Type.Object({})) }),
        response: {
          200: past ? { ...Expediente, headers: past.headers } : Expediente,
          404: obraNotFound('99'),
          ...past?.refusals,
        },
      },
    },
    async (request, reply) => {
      const then = past?.read(context, request, reply, ['expediente', ENTONCES]);
      if (then) return then;
      const { id } = request.params;
      const json = await context.db.jsonOrNothing(FIND, [int4(id)]);
      if (!json) throw obraNotFound(id);
      return json;
    },
  );

  app.patch(
    '/obras/:id/expediente',
    {
      config: clerk,
      schema: {
        tags,
        operationId: 'updateExpediente',
        summary: 'Cambia los campos indicados del expediente de una obra',
        params: ObraParams,
        body: ChangedExpediente,
        response: { 200: Expediente, 404: obraNotFound('99'), 412: hasChanged() },
      },
    },
    async (request) => {
      const { body } = request;
      const key = [int4(request.params.id)];
      const find = findOf(OBRA_KEY);
      const statements: Statement[] = [
        [CHANGE_EXPEDIENTE, [key, bodyOf(body)]],
        [find, [key]],
      ];
      const funds = body.fuentes?.map(({ fondoId }) => fondoId) ?? [];
      const locks: Statement[] = funds.length > 0 ? [[LOCK_FONDOS, [funds]]] : [];
      const [, records] = await writePart(request, statements, [find, key], locks);
      return records?.[0]?.json;
    },
  );
}
