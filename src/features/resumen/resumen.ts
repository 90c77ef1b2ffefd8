import sql, { raw, type Sql } from 'sql-template-tag';
import { Type } from 'typebox';
import { readerOrProgram } from '../../core/auth/access.ts';
import { badRequest } from '../../core/base/errors.ts';
import {
  Closed,
  Decimal,
  fileAnswer,
  LABEL,
  nullable,
  Text,
  Whole,
} from '../../core/base/schemas.ts';
import { grouped } from '../../core/base/text.ts';
import type { Db } from '../../core/db/db.ts';
import { attached } from '../../core/http/attached.ts';
import type { App } from '../../core/http/context.ts';
import { LISTED } from '../../core/http/input/keywords.ts';
import { CATALOGS } from '../../core/obras/documents.ts';
import {
  type Conditions,
  conditions,
  type FilterParameters,
  resolveFilters,
} from '../../core/obras/filtros.ts';
import type { ListContext } from '../../core/obras/listas.ts';
import { BOM, csvRow, csvText } from '../../hojas/index.ts';
import { GROUPS, POR, type Por } from '../../listados/grupos.ts';

// Schemas -----------------------------------------------------------------------------------------

/** Cells of a cross table at most. */
const MOST_CELLS = 20_000;

const groupQuery = (filters: FilterParameters) =>
  Type.Object({
    por: Type.Unsafe<string>({
      [LABEL]: 'Agrupadas por',
      type: 'string',
      [LISTED]: [...POR],
      description:
        'Qué se agrupa. Con dos, separados por una coma, cada grupo del primero se cruza con los del segundo.',
      examples: ['municipio'],
    }),
    ...filters,
  });

const sums = {
  obras: Whole('Cuántas obras.', 12),
  monto: Decimal('Suma de sus montos (MXN), exacta.', 18450000.5),
};

const id = nullable(Type.Integer({ examples: [50] }));
const named = {
  id,
  nombre: nullable(
    Text('Del ejercicio fiscal, su año. Nulo, como id, en obras sin tipo de proyecto.', 'Mérida'),
  ),
};
const inhabitants = {
  poblacion: Type.Optional(Whole('De un municipio, sus habitantes (INEGI, Censo 2020).', 995129)),
  montoPorHabitante: Type.Optional(
    Decimal('De un municipio, su monto entre sus habitantes (MXN), al centavo.', 18.54),
  ),
};

const Resumen = Closed(
  {
    por: Type.String({ examples: ['municipio'] }),
    total: Closed(sums),
    grupos: Type.Array(
      Closed({
        ...named,
        ...sums,
        ...inhabitants,
        celdas: Type.Optional(
          Type.Array(Closed({ id, ...sums }), {
            description: 'Con dos en por: cada columna en que el grupo tiene obras, por su id.',
          }),
        ),
      }),
      {
        description:
          'Los que tienen obras, en el orden de su catálogo; al final las obras sin tipo.',
      },
    ),
    columnas: Type.Optional(
      Type.Array(Closed({ ...named, ...sums, ...inhabitants }), {
        description: 'Con dos en por: los grupos del segundo, con sus totales.',
      }),
    ),
  },
  { title: 'Resumen' },
);

// SQL ---------------------------------------------------------------------------------------------

const INHABITANTS = `c.poblacion, round(g.monto / c.poblacion, 2) AS "montoPorHabitante"`;

/** The JSON of groups (id, obras, monto) with their names, in their catalog's order. */
function listed(groups: string, por: Por, others: string[] = []): Sql {
  const { catalog, nombre, order } = GROUPS[por];
  const columns = [...(por === 'municipio' ? [INHABITANTS] : []), ...others];
  return raw(`(SELECT coalesce(json_agg(g), '[]') FROM (
    SELECT ${['g.id', `${nombre('c')} AS nombre`, 'g.obras', 'g.monto', ...columns].join(', ')}
    FROM ${groups} g LEFT JOIN ${catalog} c ON c.id = g.id
    ORDER BY g.id IS NULL, ${order('c')}) g)`);
}

/** The JSON of the number and amount of the obras that pass the filters, in total and by group. */
function summarize(db: Db, por: Por, { where, planEachTime }: Conditions): Promise<string> {
  return db.json(
    sql`WITH grupos AS (
       SELECT o.${raw(GROUPS[por].column)} AS id, count(*) AS obras, sum(o.monto) AS monto
       FROM obras o WHERE true ${where} GROUP BY 1
     )
     SELECT row_to_json(r) AS json FROM (
       SELECT ${por}::text AS por, ${TOTAL} AS total, ${listed('grupos', por)} AS grupos
     ) r`,
    { planEachTime },
  );
}

const TOTAL = sql`(SELECT row_to_json(t) FROM (
  SELECT coalesce(sum(obras), 0) AS obras, coalesce(sum(monto), 0.00) AS monto FROM grupos) t)`;

/** The cells of a cross table, one for each pair of groups that has obras. */
const cellsOf = (por: Por, segundo: Por, where: Sql) => sql`celdas AS (
       SELECT o.${raw(GROUPS[por].column)} AS row_id, o.${raw(GROUPS[segundo].column)} AS column_id,
         count(*) AS obras, sum(o.monto) AS monto
       FROM obras o WHERE true ${where} GROUP BY 1, 2
     )`;

/**
 * The JSON of the same by two groupings: for each group of the first, each of the second.
 *
 * @throws HttpError 400 where there are too many of them
 */
async function cross(
  db: Db,
  por: Por,
  segundo: Por,
  { where, planEachTime }: Conditions,
): Promise<string> {
  const json = await db.jsonOrNothing(
    sql`WITH ${cellsOf(por, segundo, where)}, grupos AS (
       SELECT row_id AS id, sum(obras) AS obras, sum(monto) AS monto,
         json_agg(json_build_object('id', column_id, 'obras', obras, 'monto', monto) ORDER BY column_id) AS celdas
       FROM celdas GROUP BY row_id
     ), columnas AS (
       SELECT column_id AS id, sum(obras) AS obras, sum(monto) AS monto FROM celdas GROUP BY column_id
     )
     SELECT row_to_json(r) AS json FROM (
       SELECT ${`${por},${segundo}`}::text AS por, ${TOTAL} AS total,
         ${listed('grupos', por, ['g.celdas'])} AS grupos, ${listed('columnas', segundo)} AS columnas
       WHERE (SELECT count(*) FROM celdas) <= ${raw(`${MOST_CELLS}`)}
     ) r`,
    { planEachTime },
  );
  if (json === undefined) throw tooManyCells();
  return json;
}

const tooManyCells = () =>
  badRequest([
    {
      field: 'por',
      text: `da una tabla de más de ${grouped(MOST_CELLS)} celdas; use filtros o agrupe por otra cosa.`,
    },
  ]);

/**
 * The same as rows of texts: the groups' names, their obras and their amounts, and the inhabitants of a municipio that
 * stands alone.
 *
 * @throws HttpError 400 where there are too many of them
 */
async function rowsOf(
  db: Db,
  [por, segundo]: Pair,
  { where, planEachTime }: Conditions,
): Promise<string[][]> {
  const one = GROUPS[por];
  const other = GROUPS[segundo ?? por];
  const columns = [
    one.nombre('f'),
    ...(segundo ? [other.nombre('s')] : []),
    'g.obras::text',
    'g.monto::text',
    ...(por === 'municipio' && !segundo
      ? ['f.poblacion::text', 'round(g.monto / f.poblacion, 2)::text']
      : []),
  ];
  const rows = await db.query<{ cells: (string | null)[] }>(
    sql`WITH ${cellsOf(por, segundo ?? por, where)}
     SELECT ARRAY[${raw(columns.join(', '))}] AS cells
     FROM celdas g
       LEFT JOIN ${raw(one.catalog)} f ON f.id = g.row_id
       LEFT JOIN ${raw(other.catalog)} s ON s.id = g.column_id
     ORDER BY g.row_id IS NULL, ${raw(one.order('f'))}, g.column_id IS NULL, ${raw(other.order('s'))}
     LIMIT ${raw(`${MOST_CELLS + 1}`)}`,
    { planEachTime },
  );
  if (rows.length > MOST_CELLS) throw tooManyCells();
  return rows.map(({ cells }) => cells.map((cell) => cell ?? ''));
}

// Routes ------------------------------------------------------------------------------------------

/** The grouping, and a second one that it is crossed with. */
type Pair = [Por] | [Por, Por];

/** @throws HttpError 400 where there are more than two, or the same twice */
function pairOf(por: string): Pair {
  const names = por.split(',') as Pair;
  if (names.length <= 2 && names[0] !== names[1]) return names;
  throw badRequest([{ field: 'por', text: 'admite uno, o dos distintos separados por una coma.' }]);
}

export function resumen(app: App, { heavyReads, listas }: ListContext): void {
  const { filtros } = listas;
  const Query = groupQuery(listas.ObraFilters.properties);
  const config = { ...readerOrProgram, cacheTags: ['obras', ...CATALOGS] } as const;

  app.get(
    '/obras/resumen',
    {
      config,
      schema: {
        tags: ['Obras'],
        operationId: 'summarizeObras',
        summary:
          'Cuántas obras hay y cuánto suman, en total y por grupo, o por dos grupos cruzados',
        description: 'Los mismos filtros que GET /obras.',
        querystring: Query,
        response: { 200: Resumen },
      },
    },
    async (request, reply) => {
      const { por, ...parameters } = request.query;
      const [first, second] = pairOf(por);
      const db = await heavyReads.page(request, reply);
      const filters = await resolveFilters(filtros, parameters, request, db);
      const passing = conditions(filters, filtros);
      return second ? cross(db, first, second, passing) : summarize(db, first, passing);
    },
  );

  app.get(
    '/obras/resumen.csv',
    {
      config,
      schema: {
        tags: ['Obras'],
        operationId: 'summarizeObrasCsv',
        summary: 'El mismo resumen como CSV',
        description:
          'Un renglón por grupo, o por cada par de grupos que tiene obras; de municipios solos, también habitantes y monto por habitante. UTF-8 con BOM, comas y CRLF.',
        querystring: Query,
        response: { 200: fileAnswer('text/csv', 'municipio,obras,monto…') },
      },
    },
    async (request, reply) => {
      const { por, ...parameters } = request.query;
      const pair = pairOf(por);
      const db = await heavyReads.page(request, reply);
      const filters = await resolveFilters(filtros, parameters, request, db);
      const rows = await rowsOf(db, pair, conditions(filters, filtros));
      const headings = [
        ...pair,
        'obras',
        'monto',
        ...(por === 'municipio' ? Object.keys(inhabitants) : []),
      ];
      const csv = BOM + [headings, ...rows].map((cells) => csvRow(cells.map(csvText))).join('');
      return attached(reply, 'text/csv; charset=utf-8', 'resumen.csv').send(csv);
    },
  );
}
