import sql, { join } from 'sql-template-tag';
import { Type } from 'typebox';
import { admin, reader, requireAdmin } from '../../core/auth/access.ts';
import { type Failure, hasChanged, notFound, remark } from '../../core/base/errors.ts';
import { Closed, Id, LABEL, Text } from '../../core/base/schemas.ts';
import { int4 } from '../../core/base/text.ts';
import { requireState, statesOf } from '../../core/http/cache/conditional.ts';
import type { App, Context } from '../../core/http/context.ts';
import { BETWEEN, type Members, registerRules } from '../../core/http/input/keywords.ts';
import { FILTROS } from './alertas.ts';
import { PROCEDIMIENTOS } from './opciones.ts';

// The amounts up to which a year's contracts may be awarded by a procedure: `/umbrales/2026`. Each state publishes them every year,
// so they are data.

// Rules -------------------------------------------------------------------------------------------

/** Each procedure has one threshold, and an invitation's is not below that of a direct award: typed the other way round, they are swapped. */
registerRules('umbrales', ({ umbrales }: Members): Failure[] => {
  if (!Array.isArray(umbrales)) return [];
  const known = new Map<unknown, unknown>();
  const twice = umbrales.flatMap((umbral, i) => {
    const { procedimiento, monto } = (umbral ?? {}) as Members;
    if (typeof procedimiento !== 'string') return [];
    if (known.has(procedimiento)) {
      return [
        remark(`umbrales[${i}].procedimiento`, 'ya tiene un umbral en esta lista; indique uno.'),
      ];
    }
    known.set(procedimiento, monto);
    return [];
  });
  const [invitacion, directa] = [known.get('INVITACION'), known.get('ADJUDICACION_DIRECTA')];
  const isSwapped =
    typeof invitacion === 'number' && typeof directa === 'number' && invitacion < directa;
  return isSwapped && twice.length === 0
    ? [
        remark(
          'umbrales',
          'el de invitación no debe ser menor que el de adjudicación directa; revise si están al revés.',
        ),
      ]
    : twice;
});

// Schemas -----------------------------------------------------------------------------------------

const EJEMPLO = [
  { procedimiento: 'ADJUDICACION_DIRECTA', monto: 1500000 },
  { procedimiento: 'INVITACION', monto: 6000000 },
];
const umbrales = Type.Array(
  Closed(
    {
      procedimiento: Type.Unsafe<string>({
        [LABEL]: 'Procedimiento',
        type: 'string',
        enum: Object.keys(PROCEDIMIENTOS),
        examples: ['ADJUDICACION_DIRECTA'],
      }),
      monto: Type.Number({
        [LABEL]: 'Umbral',
        minimum: 0.01,
        maximum: 9999999999999.99,
        'x-decimales': 2,
        description: 'Hasta cuánto se contrata por ese procedimiento (MXN).',
        examples: [1500000],
      }),
    },
    { title: 'Umbral' },
  ),
  {
    [LABEL]: 'Umbrales',
    maxItems: Object.keys(PROCEDIMIENTOS).length,
    description: 'Uno por procedimiento a lo más, por su nombre; sin uno no hay con qué comparar.',
    examples: [EJEMPLO],
  },
);
const NewUmbrales = Closed({ umbrales }, { title: 'NuevosUmbrales', [BETWEEN]: 'umbrales' });
const Umbrales = Closed(
  {
    ejercicio: Type.Integer({ [LABEL]: 'Ejercicio', description: 'El año.', examples: [2026] }),
    umbrales,
  },
  { title: 'Umbrales', description: 'Los umbrales de un año.' },
);
const Params = Type.Object({
  ejercicio: Id('Año del ejercicio fiscal, no su id: el de la firma de los contratos.', {
    examples: [2026],
  }),
});
const SinUmbral = Type.Array(
  Closed(
    {
      filtro: Text('El filtro de GET /obras.', 'sobreUmbral'),
      sinUmbral: Type.Array(Type.Integer({ examples: [2024] }), {
        description: 'Los años de contratos que no tienen su umbral, de menor a mayor.',
      }),
    },
    { title: 'SinUmbral' },
  ),
);
const unknown = (anio: string) =>
  notFound(
    `No hay un ejercicio fiscal ${anio}: se indica su año, y antes se registra en el catálogo.`,
  );

// SQL ---------------------------------------------------------------------------------------------

const FIND = `
  SELECT json_build_object('ejercicio', e.anio, 'umbrales', (
    SELECT coalesce(json_agg(json_build_object('procedimiento', u.procedimiento, 'monto', u.monto) ORDER BY u.procedimiento), '[]')
    FROM umbrales u WHERE u.ejercicio_fiscal_id = e.id)) AS json
  FROM ejercicios_fiscales e WHERE e.anio = $1`;
const FIND_MISSING = sql`SELECT json_build_array(${join(
  Object.entries(FILTROS).flatMap(([filtro, { sinUmbral }]) =>
    sinUmbral
      ? sql`json_build_object('filtro', ${filtro}::text, 'sinUmbral', ARRAY(
          SELECT DISTINCT anio FROM (${sinUmbral.faltan}) f ORDER BY anio))`
      : [],
  ),
)}) AS json`;
const LOCK = 'SELECT FROM ejercicios_fiscales WHERE anio = $1 FOR NO KEY UPDATE';
/** An unchanged threshold stays as it is, and leaves no row in the ledger. */
const REPLACE = `
  WITH nuevos AS (
    SELECT e.id, n.procedimiento, n.monto
    FROM ejercicios_fiscales e CROSS JOIN jsonb_to_recordset($2) AS n (procedimiento text, monto numeric)
    WHERE e.anio = $1
  ), quitados AS (
    DELETE FROM umbrales u USING ejercicios_fiscales e
    WHERE e.anio = $1 AND u.ejercicio_fiscal_id = e.id AND u.procedimiento NOT IN (SELECT procedimiento FROM nuevos)
  )
  INSERT INTO umbrales AS u (ejercicio_fiscal_id, procedimiento, monto)
  SELECT id, procedimiento, monto FROM nuevos ORDER BY procedimiento
  ON CONFLICT ON CONSTRAINT umbrales_pkey DO UPDATE SET monto = excluded.monto WHERE u.monto <> excluded.monto`;

// Routes ------------------------------------------------------------------------------------------

export function umbralesRoutes(app: App, { db }: Context): void {
  const tags = ['Umbrales'];
  app.get(
    '/umbrales',
    {
      config: { ...reader, cacheTags: ['seguimiento', 'umbrales', 'ejercicios_fiscales'] },
      schema: {
        tags,
        operationId: 'listSinUmbral',
        summary: 'De qué años falta el umbral con que comparan los motivos para revisar',
        description:
          'Los contratos de esos años no se revisan por ese motivo: que el filtro no encuentre ninguno no dice que no los haya.',
        response: { 200: SinUmbral },
      },
    },
    () => db.json(FIND_MISSING),
  );

  app.get(
    '/umbrales/:ejercicio',
    {
      config: { ...reader, cacheTags: ['umbrales', 'ejercicios_fiscales'] },
      schema: {
        tags,
        operationId: 'findUmbrales',
        summary: 'Hasta cuánto se contrata por adjudicación directa y por invitación en un año',
        params: Params,
        response: { 200: Umbrales, 404: unknown('2099') },
      },
    },
    async ({ params: { ejercicio } }) => {
      const json = await db.jsonOrNothing(FIND, [int4(ejercicio)]);
      if (!json) throw unknown(ejercicio);
      return json;
    },
  );

  app.put(
    '/umbrales/:ejercicio',
    {
      config: admin,
      schema: {
        tags,
        operationId: 'replaceUmbrales',
        summary: 'Reemplaza los umbrales de un año',
        description: 'Los que no se envían se quitan. Con If-Match, sólo si nadie los ha cambiado.',
        params: Params,
        body: NewUmbrales,
        response: { 200: Umbrales, 404: unknown('2099'), 412: hasChanged() },
      },
    },
    async (request) => {
      const { ejercicio } = request.params;
      const anio = int4(ejercicio);
      const states = statesOf(request);
      const written = await request.db.batch([
        ...requireAdmin(request),
        [LOCK, [anio]],
        ...(states ? [requireState(FIND, anio, states)] : []),
        [REPLACE, [anio, JSON.stringify(request.body.umbrales)]],
        [FIND, [anio]],
      ]);
      const [found] = written.at(-1) as { json: string }[];
      if (!found) throw unknown(ejercicio);
      return found.json;
    },
  );
}
