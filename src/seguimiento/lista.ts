import sql, { raw } from 'sql-template-tag';
import { type Static, Type } from 'typebox';
import { reader } from '../auth/access.ts';
import { Closed, fileAnswer, LABEL, NEXT_LINK, nullable } from '../base/schemas.ts';
import type { Db } from '../db/db.ts';
import { XLSX_TYPE } from '../hojas/index.ts';
import type { App, Context } from '../http/context.ts';
import { pageLink } from '../http/links.ts';
import { OVERDUE, UNDER_WAY } from '../obras/abiertas.ts';
import { labelOf } from '../obras/campos.ts';
import { readCursor, writeCursor } from '../obras/cursor.ts';
import { CATALOGS, countObras, createRanking } from '../obras/documents.ts';
import {
  conditions,
  DE_SEGUIMIENTO,
  ObraFilters,
  type ResolvedFilters,
  resolveFilters,
} from '../obras/filtros.ts';
import { type Cells, filesOf, type Listado, MOST_LISTED } from '../obras/listado.ts';
import { idsInOrder, keyOf, type ListPosition, type Orden } from '../obras/orden.ts';
import { GROUPS, POR, type Por } from '../obras/resumen.ts';
import { ExportQuery } from '../obras/schema.ts';
import { FILA, FILA_FROM } from './campos.ts';
import { EXPECTED } from './derivados.ts';
import { cellsOf, fileColumns, rowOf, sheetColumns } from './hojas.ts';
import { tags } from './partes.ts';

// The follow-up of all obras: a row for each obra, even without a report.

// Schemas -----------------------------------------------------------------------------------------

const Fila = Closed(
  Object.fromEntries(
    Object.entries(FILA).map(([name, column]) => [
      name,
      Type.Unsafe({ ...column.schema, [LABEL]: labelOf(column) }),
    ]),
  ),
  { title: 'FilaDeSeguimiento', description: 'Cómo va una obra, en un renglón.' },
);

const Query = Type.Object({
  ...ExportQuery.properties,
  obraId: DE_SEGUIMIENTO.obraId.schema,
  limit: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 100,
    description: 'Renglones por página.',
  }),
  cursor: Type.Optional(
    Type.String({ format: 'cursor', description: 'El que trae el encabezado Link: rel="next".' }),
  ),
});
type Page = Static<typeof Query>;

const count = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });
const sum = (description: string) => Type.Number({ description, examples: [18450000.5] });
const sums = {
  obras: count('Cuántas obras.', 12),
  abiertas: count('Cuántas no están terminadas ni canceladas.', 9),
  empezadas: count(
    'De ésas, cuántas ya empezaron, por su estatus, sus avances o sus fechas: se espera su avance.',
    7,
  ),
  alCorriente: count(
    'De las empezadas, cuántas tienen un avance con corte en corteEsperado o después.',
    5,
  ),
  sinAvances: count('De las empezadas, cuántas nunca han reportado.', 2),
  atrasadas: count('De las abiertas, cuántas pasaron de su fecha de término vigente.', 3),
  monto: sum('Suma de sus montos (MXN).'),
  montoContratado: sum('Suma de los contratos que las construyen, como se firmaron (MXN).'),
  montoVigente: sum('Lo mismo con sus convenios (MXN).'),
  montoPagado: sum('Suma de lo pagado según el último avance de cada una que lo dice (MXN).'),
};
const Resumen = Closed(
  {
    por: Type.String({ examples: ['dependencia'] }),
    corteEsperado: Type.String({
      description: 'El último día del trimestre que terminó, hoy en Mérida.',
      examples: ['2026-09-30'],
    }),
    total: Closed(sums),
    grupos: Type.Array(
      Closed({
        id: nullable(Type.Integer({ examples: [1] })),
        nombre: nullable(Type.String({ examples: ['Secretaría de Obras Públicas'] })),
        ...sums,
      }),
      { description: 'En el orden de su catálogo; al final las obras sin tipo.' },
    ),
  },
  { title: 'ResumenDeSeguimiento' },
);
const ResumenQuery = Type.Object({
  por: Type.Unsafe<Por>({
    type: 'string',
    enum: [...POR],
    description: 'Qué se agrupa.',
    examples: ['dependencia'],
  }),
  ...ObraFilters.properties,
});

// SQL ---------------------------------------------------------------------------------------------

const ROW = Object.entries(FILA)
  .map(([name, { sql }]) => `${sql} AS "${name}"`)
  .join(', ');

/** A page of rows as a JSON array, the number of obras that pass the filters, and the last obra's place where more follow. */
async function findPage(
  db: Db,
  filters: ResolvedFilters,
  { limit, orden = 'id' }: Pick<Page, 'limit' | 'orden'>,
  from: { after?: ListPosition | undefined; total?: number | undefined },
) {
  const ranked = await createRanking(db, filters, orden, from.total);
  const selection = ranked(conditions(filters));
  const total =
    from.total === undefined
      ? sql`(SELECT count(*)::integer FROM obras o WHERE true ${selection.where})`
      : sql`${from.total}::integer`;
  const most = sql`${limit}::integer`;
  const ids = idsInOrder(orden, selection, from.after, sql`${most} + 1`);
  const row = await db.one<{ total: number; ids: number[]; key: string | null; json: string }>(
    sql`WITH page AS MATERIALIZED (SELECT ids FROM (SELECT ${ids}) p (ids))
     SELECT ${total} AS total, ids, ${keyOf(orden, selection, sql`page.ids[${most}]`)} AS key, (
       SELECT coalesce(json_agg(r ORDER BY lugar), '[]') FROM (
         SELECT lugar, (SELECT row_to_json(f) FROM (SELECT ${raw(ROW)}) f) AS r
         FROM unnest(page.ids[:${most}]) WITH ORDINALITY AS p (id, lugar)
         JOIN obras o ON o.id = p.id ${raw(FILA_FROM)}) r
     ) AS json
     FROM page`,
    selection,
  );
  const { total: all, ids: pageIds, key, json } = row as NonNullable<typeof row>;
  const last = pageIds.length > limit ? { id: pageIds[limit - 1] as number, key } : undefined;
  return { json, total: all, last };
}

const COLUMNS = fileColumns(FILA);
const CELLS = cellsOf(COLUMNS);
const STEP = 500;

/** The rows of a file, in order, in batches of bounded size. */
async function* streamRows(
  db: Db,
  filters: ResolvedFilters,
  orden: Orden = 'id',
): AsyncGenerator<Cells[]> {
  const ranked = await createRanking(db, filters, orden);
  for (let after: ListPosition | undefined; ; ) {
    const selection = ranked(conditions(filters));
    const ids = idsInOrder(orden, selection, after, raw(`${STEP}`));
    const rows = await db.query<
      Record<string, string | null> & { obra: number & string; key: string }
    >(
      sql`WITH page AS MATERIALIZED (SELECT ids FROM (SELECT ${ids}) p (ids))
       SELECT o.id AS obra, ${keyOf(orden, selection, sql`o.id`)} AS key, ${raw(CELLS)}
       FROM page, unnest(ids) WITH ORDINALITY AS p (id, lugar) JOIN obras o ON o.id = p.id ${raw(FILA_FROM)}
       ORDER BY lugar`,
      selection,
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => rowOf(COLUMNS, row));
    if (rows.length < STEP) return;
    after = { id: last.obra, key: last.key };
  }
}

const LISTADO: Listado = {
  name: 'seguimiento',
  sheet: 'Seguimiento',
  of: 'Obras',
  columns: COLUMNS,
  headings: sheetColumns(COLUMNS),
  count: countObras,
  rows: streamRows,
};

const OPEN = `e.estado_oc4ids NOT IN ('completion', 'cancelled')`;
const SUMS = `count(*) AS obras, count(*) FILTER (WHERE ${OPEN}) AS abiertas,
  count(*) FILTER (WHERE empezada) AS empezadas,
  count(*) FILTER (WHERE empezada AND s.fecha_corte >= ${EXPECTED}) AS "alCorriente",
  count(*) FILTER (WHERE empezada AND s.fecha_corte IS NULL) AS "sinAvances",
  count(*) FILTER (WHERE ${OPEN} AND ${OVERDUE}) AS atrasadas,
  coalesce(sum(o.monto), 0.00) AS monto, coalesce(sum(s.monto_contratado), 0.00) AS "montoContratado",
  coalesce(sum(s.monto_vigente), 0.00) AS "montoVigente", coalesce(sum(s.monto_pagado), 0.00) AS "montoPagado"`;

/** The same of all groups together. */
const TOTALS = Object.entries(sums)
  .map(
    ([name, { type }]) =>
      `coalesce(sum("${name}"), ${type === 'integer' ? '0' : '0.00'}) AS "${name}"`,
  )
  .join(', ');

const NAMES = Object.keys(sums)
  .map((name) => `g."${name}"`)
  .join(', ');

/** The JSON summary of the obras that pass the filters, in total and by group. The statement reads each obra once. */
function summarize(db: Db, por: Por, filters: ResolvedFilters): Promise<string> {
  const { where, planEachTime } = conditions(filters);
  const { column, catalog, nombre, order } = GROUPS[por];
  const from = sql`FROM obras o JOIN estatus_obra e ON e.id = o.estatus_obra_id
    LEFT JOIN obras_seguimiento s ON s.obra_id = o.id
    CROSS JOIN LATERAL (SELECT ${raw(UNDER_WAY)} AS empezada OFFSET 0) b WHERE true ${where}`;
  return db.json(
    sql`WITH grupos AS (SELECT ${raw(`o.${column}`)} AS id, ${raw(SUMS)} ${from} GROUP BY 1)
     SELECT row_to_json(r) AS json FROM (
       SELECT ${por}::text AS por, ${raw(EXPECTED)} AS "corteEsperado",
         (SELECT row_to_json(t) FROM (SELECT ${raw(TOTALS)} FROM grupos) t) AS total,
         (SELECT coalesce(json_agg(g), '[]') FROM (
            SELECT g.id, ${raw(nombre('c'))} AS nombre, ${raw(NAMES)}
            FROM grupos g LEFT JOIN ${raw(catalog)} c ON c.id = g.id
            ORDER BY g.id IS NULL, ${raw(order('c'))}) g) AS grupos
     ) r`,
    { planEachTime },
  );
}

// Routes ------------------------------------------------------------------------------------------

const SAME = 'Los mismos filtros y órdenes que GET /obras.';

export function seguimiento(app: App, context: Context): void {
  const { heavyReads } = context;
  const { csv, xlsx } = filesOf(context, LISTADO);
  const config = {
    ...reader,
    isDated: true,
    cacheTags: ['seguimiento', 'obras', ...CATALOGS],
  } as const;

  app.get(
    '/seguimiento',
    {
      config,
      schema: {
        tags,
        operationId: 'listSeguimiento',
        summary: 'Cómo va cada obra: un renglón por obra, por páginas',
        description: `${SAME} X-Total-Count dice cuántas los cumplen, y Link (RFC 8288) trae la página siguiente.`,
        querystring: Query,
        response: {
          200: Type.Array(Fila, {
            headers: {
              ...NEXT_LINK,
              'X-Total-Count': Type.Integer({ description: 'Cuántas obras cumplen los filtros.' }),
            },
          }),
        },
      },
    },
    async (request, reply) => {
      const { limit, cursor, orden, ...parameters } = request.query;
      const db = await heavyReads.page(request, reply);
      const filters = await resolveFilters(parameters, request, db);
      const from = cursor === undefined ? {} : readCursor(cursor, undefined, orden, 'seguimiento');
      const { json, total, last } = await findPage(db, filters, { limit, orden }, from);
      reply.header('x-total-count', total);
      if (last) {
        const cursor = writeCursor(last, orden, total, 'seguimiento');
        reply.header(
          'link',
          pageLink('next', '/seguimiento', { ...parameters, orden, limit }, { cursor }),
        );
      }
      return json;
    },
  );

  app.get(
    '/seguimiento.csv',
    {
      config: { ...config, streams: true },
      schema: {
        tags,
        operationId: 'exportSeguimientoCsv',
        summary: 'Cómo va cada obra, como CSV',
        description: `${SAME} UTF-8 con BOM, comas y CRLF.`,
        querystring: ExportQuery,
        response: { 200: fileAnswer('text/csv', 'claveUnica,nombre,dependencia…') },
      },
    },
    csv,
  );

  app.get(
    '/seguimiento.xlsx',
    {
      config: { ...config, streams: true },
      schema: {
        tags,
        operationId: 'exportSeguimientoXlsx',
        summary: 'Cómo va cada obra, como hoja de Excel',
        description: `${SAME} Hasta ${MOST_LISTED} obras; la segunda hoja dice qué se descargó. Los encabezados están en español, con su unidad, y las opciones en palabras («Clima»); las fechas y los por cientos son fechas y por cientos de Excel. La importación los conoce. Los nombres y claves de la API están en /seguimiento.csv.`,
        querystring: ExportQuery,
        response: { 200: fileAnswer(XLSX_TYPE, 'PK…') },
      },
    },
    xlsx,
  );

  app.get(
    '/seguimiento/resumen',
    {
      config,
      schema: {
        tags,
        operationId: 'summarizeSeguimiento',
        summary: 'Quién reporta y quién no, qué va atrasado y cuánto se ha pagado, por grupo',
        description: 'Los mismos filtros que GET /obras.',
        querystring: ResumenQuery,
        response: { 200: Resumen },
      },
    },
    async (request, reply) => {
      const { por, ...parameters } = request.query;
      const db = await heavyReads.page(request, reply);
      return summarize(db, por, await resolveFilters(parameters, request, db));
    },
  );
}
