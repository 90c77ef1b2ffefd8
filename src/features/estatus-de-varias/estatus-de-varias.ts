import { type Static, Type } from 'typebox';
import { admin, requireAdmin } from '../../core/auth/access.ts';
import { badRequest, type Failure } from '../../core/base/errors.ts';
import { Closed, LABEL, nullable, Reference, Text, Whole } from '../../core/base/schemas.ts';
import { int4 } from '../../core/base/text.ts';
import type { Statement } from '../../core/db/db.ts';
import { stateIn } from '../../core/http/cache/etag.ts';
import type { App } from '../../core/http/context.ts';
import { findBrokenReferences } from '../../core/obras/escribir.ts';
import { OBRA_JSON, OBRA_PARTS } from '../../core/obras/obra-json.ts';
import { MOST_AT_ONCE } from '../../core/obras/reglas.ts';

// Changes the status of many obras, which a user selected in a list. An obra is changed only if it is still in the state that
// the client read.

// Schemas -----------------------------------------------------------------------------------------

const Body = Closed(
  {
    estatusObraId: Reference('Estatus que se les pone.', 6),
    obras: Type.Array(
      Closed({
        id: Reference('La obra.'),
        etag: Type.String({
          maxLength: 100,
          'x-etag': true,
          description:
            'ETag que trajo GET /obras/:id, o GET /obras con campos=etag: si la obra ya es otra, no se cambia.',
          examples: ['"2jmj7l5rSw0yVb_vlWAYkK"'],
        }),
      }),
      {
        [LABEL]: 'Obras',
        minItems: 1,
        maxItems: MOST_AT_ONCE,
        description: 'Las obras, cada una una vez.',
      },
    ),
  },
  { title: 'CambioDeEstatus' },
);
type Body = Static<typeof Body>;

const RESULTS = {
  cambiada: null,
  'sin cambio': 'Ya tenía ese estatus.',
  cambió: 'La obra cambió desde que la consultó; consúltela de nuevo antes de cambiarla.',
  'no existe': 'La obra ya no existe.',
};

const InformeDeEstatus = Closed(
  {
    cambiadas: Whole('Cuántas cambiaron de estatus.', 9),
    rechazadas: Whole('Cuántas no, porque cambiaron antes o ya no existen.', 1),
    obras: Type.Array(
      Closed({
        id: Type.Integer({ examples: [1] }),
        resultado: Type.String({ enum: Object.keys(RESULTS), examples: ['cambiada'] }),
        mensaje: nullable(
          Text('Por qué no se cambió; null si se cambió.', 'Ya tenía ese estatus.'),
        ),
      }),
      { description: 'Qué pasó con cada una, en el orden en que se pidieron.' },
    ),
  },
  { title: 'InformeDeEstatus' },
);

// SQL ---------------------------------------------------------------------------------------------

/** Locks in the order of ids, so that two of these requests never deadlock. */
const LOCK_OBRAS = 'SELECT FROM obras WHERE id = ANY ($1::integer[]) ORDER BY id FOR UPDATE';

/** Changes the obras that are in the state that the client read, and returns the report of each. */
const CHANGE_ESTATUS = `
  WITH requested AS (
    SELECT * FROM json_to_recordset($1) AS p (lugar integer, id integer, estado text, sent_id json)
  ), present AS MATERIALIZED (
    SELECT o.obra_id AS id, state_digest(${OBRA_JSON}) AS estado
    FROM (${OBRA_PARTS} WHERE d.obra_id = ANY (ARRAY(SELECT id FROM requested))) o
  ), outcome AS MATERIALIZED (
    SELECT p.lugar, p.id, p.sent_id, CASE
      WHEN l.id IS NULL THEN 'no existe'
      WHEN p.estado <> l.estado THEN 'cambió'
      WHEN (SELECT estatus_obra_id FROM obras WHERE id = p.id) = $2::integer THEN 'sin cambio'
      ELSE 'cambiada'
    END AS resultado
    FROM requested p LEFT JOIN present l ON l.id = p.id
  ), updated AS (
    UPDATE obras SET estatus_obra_id = $2::integer
    WHERE id = ANY (ARRAY(SELECT id FROM outcome WHERE resultado = 'cambiada'))
  )
  SELECT keep_answer(row_to_json(informe)::text) AS json FROM (
    SELECT count(*) FILTER (WHERE j.resultado = 'cambiada') AS cambiadas,
      count(*) FILTER (WHERE j.resultado IN ('cambió', 'no existe')) AS rechazadas,
      ('[' || string_agg(row_to_json(answer)::text, ',' ORDER BY lugar) || ']')::json AS obras
    FROM outcome j CROSS JOIN LATERAL (SELECT j.sent_id AS id, j.resultado, $3::jsonb ->> j.resultado AS mensaje) answer
  ) informe`;

function changeEstatus(estatusObraId: number, obras: Body['obras']): Statement[] {
  const rows = obras.map(({ id, etag }, lugar) => ({
    lugar,
    id: int4(id),
    estado: stateIn(etag),
    sent_id: id,
  }));
  return [
    [LOCK_OBRAS, [rows.flatMap(({ id }) => id ?? [])]],
    [CHANGE_ESTATUS, [JSON.stringify(rows), estatusObraId, JSON.stringify(RESULTS)]],
  ];
}

/** A failure for each obra that is named a second time. */
const repeated = (obras: Body['obras']): Failure[] =>
  obras.flatMap(({ id }, index) =>
    obras.findIndex((other) => other.id === id) < index
      ? [{ field: `obras[${index}].id`, text: 'se indicó más de una vez.' }]
      : [],
  );

// Route -------------------------------------------------------------------------------------------

export function estatusDeVarias(app: App): void {
  app.post(
    '/obras/estatus',
    {
      config: admin,
      schema: {
        tags: ['Obras'],
        operationId: 'changeEstatus',
        summary: 'Cambia el estatus de varias obras a la vez',
        description: `Hasta ${MOST_AT_ONCE} obras, en una transacción. Las que cambiaron desde que se consultaron, o ya no existen, se quedan como están, y el informe lo dice de cada una. En la bitácora cada cambio tiene su renglón.`,
        body: Body,
        response: { 200: InformeDeEstatus },
      },
    },
    async (request) => {
      const { estatusObraId, obras } = request.body;
      const failures = [
        ...repeated(obras),
        ...(await findBrokenReferences(request.db, null, { estatusObraId })),
      ];
      if (failures.length > 0) throw badRequest(failures);
      const results = await request.db.batch([
        ...requireAdmin(request),
        ...changeEstatus(estatusObraId, obras),
      ]);
      return (results.at(-1) as [{ json: string }])[0].json;
    },
  );
}
