import sql, { raw, type Sql } from 'sql-template-tag';
import { Type } from 'typebox';
import { readerOrProgram } from '../../core/auth/access.ts';
import { badRequest } from '../../core/base/errors.ts';
import {
  Closed,
  DEPENDS_ON,
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
import { type Grupo, type Grupos, tablesOf } from '../../core/obras/grupos.ts';
import type { ListContext } from '../../core/obras/listas.ts';
import { BOM, csvRow, csvText } from '../../hojas/index.ts';

// Schemas -----------------------------------------------------------------------------------------

/** Cells of a cross table at most. */
const MOST_CELLS = 20_000;

const groupQuery = (filters: FilterParameters, grupos: Grupos) =>
  Type.Object({
    por: Type.Unsafe<string>({
      [LABEL]: 'Agrupadas por',
      type: 'string',
      [LISTED]: Object.keys(grupos),
      [DEPENDS_ON]: tablesOf(grupos),
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
    Text(
      'Del ejercicio fiscal, su año; de un fondo, sus siglas, con su nombre donde otro tiene las mismas. Nulo, como id, en obras sin tipo de proyecto, o sin fuentes.',
      'Mérida',
    ),
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
    total: Closed({
      ...sums,
      enVariosGrupos: Type.Optional(
        Whole(
          'Por fondo, cuántas de esas obras cuentan en más de un grupo, en cada uno con lo que pone el fondo. El total cuenta cada obra una vez, con su monto.',
          3,
        ),
      ),
    }),
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
          'Los que tienen obras, en el orden de su catálogo; al final las obras sin tipo, o sin fuentes.',
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
function listed(groups: string, { por, grupo }: By, others: string[] = []): Sql {
  const { catalog, nombre, order } = grupo;
  const columns = [...(por === 'municipio' ? [INHABITANTS] : []), ...others];
  return raw(`(SELECT coalesce(json_agg(g), '[]') FROM (
    SELECT ${['g.id', `${nombre('c')} AS nombre`, 'g.obras', 'g.monto', ...columns].join(', ')}
    FROM ${groups} g LEFT JOIN ${catalog} c ON c.id = g.id
    ORDER BY g.id IS NULL, ${order('c')}) g)`);
}

/** The obras that pass, in groups: a query. */
const groupsOf = ({ grupo: { id, many } }: By, where: Sql) => sql`
  SELECT ${raw(id)} AS id, count(*) AS obras, sum(${raw(many?.monto ?? 'o.monto')}) AS monto
  FROM obras o ${raw(many?.join ?? '')} WHERE true ${where} GROUP BY 1`;

/** The JSON of the number and amount of the obras that pass the filters, in total and by group. */
function summarize(db: Db, by: By, { where, planEachTime }: Conditions): Promise<string> {
  return db.json(
    sql`WITH grupos AS (${groupsOf(by, where)})
     SELECT row_to_json(r) AS json FROM (
       SELECT ${by.por}::text AS por, ${totalOf([by], where)} AS total, ${listed('grupos', by)} AS grupos
     ) r`,
    { planEachTime },
  );
}

/** The number of the works that are in several groups of these groupings; undefined where none may be. */
function inSeveral(all: By[]): Sql | undefined {
  const counts = all.flatMap(({ grupo: { many } }) => (many ? [many.count] : []));
  if (counts.length === 0) return undefined;
  return sql`count(*) FILTER (WHERE greatest(${raw(counts.join(', '))}) > 1)`;
}

/** The total of `grupos`. Where a work may be in several, each counts once, with its amount. */
function totalOf(all: By[], where: Sql): Sql {
  const several = inSeveral(all);
  return several === undefined
    ? sql`(SELECT row_to_json(t) FROM (
        SELECT coalesce(sum(obras), 0) AS obras, coalesce(sum(monto), 0.00) AS monto FROM grupos) t)`
    : sql`(SELECT row_to_json(t) FROM (
        SELECT count(*) AS obras, coalesce(sum(o.monto), 0.00) AS monto,
          ${several} AS "enVariosGrupos"
        FROM obras o WHERE true ${where}) t)`;
}

/** The cells of a cross table, one for each pair of groups that has obras; of one grouping its groups. */
function cellsOf(one: By, other: By, where: Sql): Sql {
  const many = [...new Set([one.grupo.many, other.grupo.many])].filter(
    (each) => each !== undefined,
  );
  return sql`celdas AS (
       SELECT ${raw(one.grupo.id)} AS row_id, ${raw(other.grupo.id)} AS column_id,
         count(*) AS obras, sum(${raw(many[0]?.monto ?? 'o.monto')}) AS monto,
         ${inSeveral([one, other]) ?? sql`NULL`} AS en_varios
       FROM obras o ${raw(many.map(({ join }) => join).join(' '))} WHERE true ${where} GROUP BY 1, 2
     )`;
}

/**
 * The JSON of the same by two groupings: for each group of the first, each of the second.
 *
 * @throws HttpError 400 where there are too many of them
 */
async function cross(
  db: Db,
  one: By,
  other: By,
  { where, planEachTime }: Conditions,
): Promise<string> {
  // A work that is in several cells of a row counts once in its row: then rows and columns are no sums of cells.
  const isMany = one.grupo.many ?? other.grupo.many;
  const cells = `json_agg(json_build_object('id', column_id, 'obras', obras, 'monto', monto) ORDER BY column_id)`;
  const groups = isMany
    ? sql`grupos AS (
       SELECT g.*, (SELECT ${raw(cells)} FROM celdas WHERE row_id IS NOT DISTINCT FROM g.id) AS celdas
       FROM (${groupsOf(one, where)}) g
     ), columnas AS (${groupsOf(other, where)})`
    : sql`grupos AS (
       SELECT row_id AS id, sum(obras) AS obras, sum(monto) AS monto, ${raw(cells)} AS celdas
       FROM celdas GROUP BY row_id
     ), columnas AS (
       SELECT column_id AS id, sum(obras) AS obras, sum(monto) AS monto FROM celdas GROUP BY column_id
     )`;
  const json = await db.jsonOrNothing(
    sql`WITH ${cellsOf(one, other, where)}, ${groups}
     SELECT row_to_json(r) AS json FROM (
       SELECT ${`${one.por},${other.por}`}::text AS por, ${totalOf([one, other], where)} AS total,
         ${listed('grupos', one, ['g.celdas'])} AS grupos, ${listed('columnas', other)} AS columnas
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
 * stands alone. Where a work may be in several groups, how many of theirs are.
 *
 * @throws HttpError 400 where there are too many of them
 */
async function rowsOf(
  db: Db,
  [by, second]: Pair,
  { where, planEachTime }: Conditions,
): Promise<string[][]> {
  const one = by.grupo;
  const other = (second ?? by).grupo;
  const columns = [
    one.nombre('f'),
    ...(second ? [other.nombre('s')] : []),
    'g.obras::text',
    'g.monto::text',
    ...(by.por === 'municipio' && !second
      ? ['f.poblacion::text', 'round(g.monto / f.poblacion, 2)::text']
      : []),
    ...(inSeveral([by, second ?? by]) ? ['g.en_varios::text'] : []),
  ];
  const rows = await db.query<{ cells: (string | null)[] }>(
    sql`WITH ${cellsOf(by, second ?? by, where)}
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

/** A grouping with its name. */
interface By {
  por: string;
  grupo: Grupo;
}
/** The grouping, and a second one that it is crossed with. */
type Pair = [By] | [By, By];

/** @throws HttpError 400 where there are more than two, or the same twice */
function pairOf(por: string, grupos: Grupos): Pair {
  const names = por.split(',');
  if (names.length <= 2 && names[0] !== names[1]) {
    return names.map((name) => ({ por: name, grupo: grupos[name] as Grupo })) as Pair;
  }
  throw badRequest([{ field: 'por', text: 'admite uno, o dos distintos separados por una coma.' }]);
}

export function resumen(app: App, { heavyReads, listas }: ListContext): void {
  const { filtros, grupos } = listas;
  const Query = groupQuery(listas.ObraFilters.properties, grupos);
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
      const [first, second] = pairOf(por, grupos);
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
          'Un renglón por grupo, o por cada par de grupos que tiene obras; de municipios solos, también habitantes y monto por habitante; de fondos, en enVariosGrupos cuántas de sus obras cuentan también en otro, que el total de una suma contaría más de una vez. UTF-8 con BOM, comas y CRLF.',
        querystring: Query,
        response: { 200: fileAnswer('text/csv', 'municipio,obras,monto…') },
      },
    },
    async (request, reply) => {
      const { por, ...parameters } = request.query;
      const pair = pairOf(por, grupos);
      const db = await heavyReads.page(request, reply);
      const filters = await resolveFilters(filtros, parameters, request, db);
      const rows = await rowsOf(db, pair, conditions(filters, filtros));
      const headings = [
        ...pair.map((each) => each.por),
        'obras',
        'monto',
        ...(por === 'municipio' ? Object.keys(inhabitants) : []),
        ...(inSeveral(pair) ? ['enVariosGrupos'] : []),
      ];
      const csv = BOM + [headings, ...rows].map((cells) => csvRow(cells.map(csvText))).join('');
      return attached(reply, 'text/csv; charset=utf-8', 'resumen.csv').send(csv);
    },
  );
}
