import sql, { raw } from 'sql-template-tag';
import { Type } from 'typebox';
import { readerOrProgram } from '../../core/auth/access.ts';
import { Closed, DEPENDS_ON, Ids, LABEL, nullable, Text, Whole } from '../../core/base/schemas.ts';
import type { Db } from '../../core/db/db.ts';
import type { App } from '../../core/http/context.ts';
import { CATALOGS } from '../../core/obras/documents.ts';
import {
  type Conditions,
  conditions,
  type FilterParameters,
  type Filtros,
  isIn,
  resolveFilters,
} from '../../core/obras/filtros.ts';
import { type Grupo, type Grupos, tablesOf } from '../../core/obras/grupos.ts';
import type { ListContext } from '../../core/obras/listas.ts';
import { OVERDUE, UNDER_WAY } from './abiertas.ts';
import { FILA, FILA_FROM } from './campos.ts';
import { EXPECTED } from './derivados.ts';
import { listRoutes } from './hojas.ts';
import { tags } from './partes.ts';

// The follow-up of all obras: a row for each obra, even without a report.

// Schemas -----------------------------------------------------------------------------------------

const sum = (description: string) => Type.Number({ description, examples: [18450000.5] });
const sums = {
  obras: Whole('Cuántas obras.', 12),
  abiertas: Whole('Cuántas no están terminadas ni canceladas.', 9),
  empezadas: Whole(
    'De ésas, de cuántas se espera un avance: ya empezaron, por su estatus, sus avances o sus fechas, y no están suspendidas.',
    7,
  ),
  alCorriente: Whole(
    'De las empezadas, cuántas tienen un avance con corte en corteEsperado o después.',
    5,
  ),
  sinAvances: Whole('De las empezadas, cuántas nunca han reportado.', 2),
  atrasadas: Whole('De las abiertas, cuántas pasaron de su fecha de término vigente.', 3),
  monto: sum('Suma de sus montos (MXN).'),
  montoContratado: sum('Suma de los contratos que las construyen, como se firmaron (MXN).'),
  montoVigente: sum(
    'Lo mismo con sus convenios; los que terminaron antes de tiempo, por su monto final o por lo pagado (MXN).',
  ),
  montoPagado: sum('Suma de lo pagado según el último avance de cada una que lo dice (MXN).'),
};
const ResumenDeSeguimiento = Closed(
  {
    por: Type.String({ [LABEL]: 'Agrupadas por', examples: ['dependencia'] }),
    corteEsperado: Text('El último día del trimestre que terminó, hoy en Mérida.', '2026-09-30'),
    total: Closed({
      ...sums,
      enVariosGrupos: Type.Optional(
        Whole(
          'Por fondo, cuántas de esas obras cuentan en más de un grupo. El total cuenta cada una una vez.',
          3,
        ),
      ),
    }),
    grupos: Type.Array(
      Closed({
        id: nullable(Type.Integer({ examples: [1] })),
        nombre: nullable(Type.String({ examples: ['Secretaría de Obras Públicas'] })),
        ...sums,
      }),
      {
        description:
          'En el orden de su catálogo; al final las obras sin tipo, o sin fuentes. Por fondo, monto es lo que pone el fondo; contratos y pagos no se dividen: cuentan enteros en cada fondo de la obra.',
      },
    ),
  },
  { title: 'ResumenDeSeguimiento' },
);
const resumenQuery = (filters: FilterParameters, grupos: Grupos) =>
  Type.Object({
    por: Type.Unsafe<string>({
      type: 'string',
      enum: Object.keys(grupos),
      [DEPENDS_ON]: tablesOf(grupos),
      description: 'Qué se agrupa.',
      examples: ['dependencia'],
    }),
    ...filters,
  });

// SQL ---------------------------------------------------------------------------------------------

const IS_OPEN = `e.estado_oc4ids NOT IN ('completion', 'cancelled')`;
/** The sums of obras. @param monto the expression of the amount that counts of one */
const sumsOf = (
  monto = 'o.monto',
) => `count(*) AS obras, count(*) FILTER (WHERE ${IS_OPEN}) AS abiertas,
  count(*) FILTER (WHERE empezada) AS empezadas,
  count(*) FILTER (WHERE empezada AND s.fecha_corte >= ${EXPECTED}) AS "alCorriente",
  count(*) FILTER (WHERE empezada AND s.fecha_corte IS NULL) AS "sinAvances",
  count(*) FILTER (WHERE ${IS_OPEN} AND ${OVERDUE}) AS atrasadas,
  coalesce(sum(${monto}), 0.00) AS monto, coalesce(sum(s.monto_contratado), 0.00) AS "montoContratado",
  coalesce(sum(s.monto_vigente), 0.00) AS "montoVigente", coalesce(sum(s.monto_pagado), 0.00) AS "montoPagado"`;

/** The same of all groups together. */
const TOTALS = Object.entries(sums)
  .map(
    ([name, { type }]) =>
      `coalesce(sum("${name}"), ${type === 'integer' ? '0' : '0.00'}) AS "${name}"`,
  )
  .join(', ');

const NAMES_OF_SUMS = Object.keys(sums)
  .map((name) => `g."${name}"`)
  .join(', ');

/**
 * The JSON summary of the obras that pass the filters, in total and by group. The statement reads each obra once, or twice where
 * works may be in several groups: the total has each once.
 */
export function summarize(
  db: Db,
  por: string,
  { id, catalog, nombre, order, many }: Grupo,
  { where, planEachTime }: Conditions,
): Promise<string> {
  const from = (join = '') => sql`FROM obras o JOIN estatus_obra e ON e.id = o.estatus_obra_id
    LEFT JOIN obras_seguimiento s ON s.obra_id = o.id ${raw(join)}
    CROSS JOIN LATERAL (SELECT ${raw(UNDER_WAY)} AS empezada OFFSET 0) b WHERE true ${where}`;
  const total = many
    ? sql`SELECT ${raw(sumsOf())}, count(*) FILTER (WHERE ${raw(many.count)} > 1) AS "enVariosGrupos" ${from()}`
    : sql`SELECT ${raw(TOTALS)} FROM grupos`;
  return db.json(
    sql`WITH grupos AS (SELECT ${raw(id)} AS id, ${raw(sumsOf(many?.monto))} ${from(many?.join)} GROUP BY 1)
     SELECT row_to_json(r) AS json FROM (
       SELECT ${por}::text AS por, ${raw(EXPECTED)} AS "corteEsperado",
         (SELECT row_to_json(t) FROM (${total}) t) AS total,
         (SELECT coalesce(json_agg(g), '[]') FROM (
            SELECT g.id, ${raw(nombre('c'))} AS nombre, ${raw(NAMES_OF_SUMS)}
            FROM grupos g LEFT JOIN ${raw(catalog)} c ON c.id = g.id
            ORDER BY g.id IS NULL, ${raw(order('c'))}) g) AS grupos
     ) r`,
    { planEachTime },
  );
}

// Routes ------------------------------------------------------------------------------------------

/** The list of follow-up also has a filter by ids. */
const OBRA_ID = {
  obraId: {
    label: 'Obra',
    schema: Type.Optional(Ids('Sólo estas obras, por su id.')),
    words: () => undefined,
    where: (ids) => isIn(sql`o.id`, ids),
  },
} satisfies Filtros;

export function seguimiento(app: App, context: ListContext): void {
  const { listas } = context;
  const { filtros, ordenes, grupos, ExportQuery, followUp } = listas;
  const { table, id } = listas.source;
  listRoutes(app, context, {
    ...{ table, id, ordenes, filtros: { ...filtros, ...OBRA_ID } },
    name: 'seguimiento',
    sheet: 'Seguimiento',
    of: 'Obras',
    fila: { ...FILA, ...followUp.columns },
    json: 'row_to_json(f)',
    sums: {
      monto: 'Suma de sus montos en pesos',
      montoContratado: 'Suma de sus montos contratados en pesos',
      montoVigente: 'Suma de sus montos vigentes en pesos',
      montoPagado: 'Suma de sus montos pagados en pesos',
    },
    joins: ['JOIN obras o ON o.id = p.id', FILA_FROM, ...followUp.joins].join(' '),
    dependsOn: followUp.dependsOn,
    query: {
      page: Type.Object({ ...ExportQuery.properties, obraId: OBRA_ID.obraId.schema }),
      files: ExportQuery,
    },
    isDated: true,
    docs: {
      row: { title: 'FilaDeSeguimiento', description: 'Cómo va una obra, en un renglón.' },
      operationId: 'listSeguimiento',
      summary: 'Cómo va cada obra: un renglón por obra, por páginas',
      what: 'Cómo va cada obra,',
      same: 'Los mismos filtros y órdenes que GET /obras.',
      limit: 'Renglones por página.',
      total: 'Cuántas obras cumplen los filtros.',
      many: 'cuántas',
      example: 'claveUnica,nombre,dependencia…',
      option: 'Clima',
    },
  });

  app.get(
    '/seguimiento/resumen',
    {
      config: {
        ...readerOrProgram,
        isDated: true,
        cacheTags: ['seguimiento', 'obras', ...CATALOGS],
      },
      schema: {
        tags,
        operationId: 'summarizeSeguimiento',
        summary: 'Quién reporta y quién no, qué va atrasado y cuánto se ha pagado, por grupo',
        description: 'Los mismos filtros que GET /obras.',
        querystring: resumenQuery(listas.ObraFilters.properties, grupos),
        response: { 200: ResumenDeSeguimiento },
      },
    },
    async (request, reply) => {
      const { por, ...parameters } = request.query;
      const db = await context.heavyReads.page(request, reply);
      const filters = await resolveFilters(filtros, parameters, request, db);
      return summarize(db, por, grupos[por] as Grupo, conditions(filters, filtros));
    },
  );
}
