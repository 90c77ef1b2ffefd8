import type { FastifyRequest } from 'fastify';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { type TObject, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox';
import { unauthorized } from '../base/errors.ts';
import { money } from '../base/pesos.ts';
import { type Effects, Ids, labelled, REFUSED, withEffects } from '../base/schemas.ts';
import { allOf, int4, int4List } from '../base/text.ts';
import type { Db } from '../db/db.ts';
import { YEAR } from '../http/input/keywords.ts';
import { labelOf, OBRA } from './campos.ts';

// The filters of obras, each defined once: the core's here, others in the features that register them (`listas.ts`). Lists, files,
// summaries, maps, guards and the cache read the table of all. CONTRIBUTING.md, «Add a filter», lists the places of a new one.

/** A set filter in a file's words: its label, its value, and its part of the file's name. */
export interface FilterInWords {
  label: string;
  value: string;
  inName: string;
}

interface Parametro<Value = string> extends Effects {
  /** People's name of it, in refusals. */
  label: string;
  schema: TSchema;
  /** The condition on a row, `obras o` as a rule; undefined where the value filters nothing. */
  where(value: Value): Sql | undefined;
  /**
   * True where the rows are searched for, and the best plan depends on the value: some words are in few obras, others in nearly
   * all.
   */
  planEachTime?: true;
}

export interface Filtro<Value = string> extends Parametro<Value> {
  /** The parameter that it stands behind in the API; without it, behind the filter before it in its own table. */
  after?: string;
  /**
   * Makes of a parameter's text, which filters something, the value for `where`. Without it that is the text.
   *
   * @throws HttpError 401 where it needs the caller, and the request has none
   */
  resolve?(text: string, request: Asking, db: Db): Value | Promise<Value>;
  /** Its words for a value; undefined where the value filters nothing. A filter by a catalog is given the records' names. */
  words(value: Value): FilterWords | undefined;
  /** For a filter by a catalog: the table, the word for several records, and the column of their names (`nombre`). */
  catalog?: { table: string; many: string; nombre?: string };
  /**
   * Of a filter that compares contracts with the thresholds of their years: a SELECT of the works and years that lack one (`obra_id`,
   * `anio`), which it does not judge, and the condition that it can judge any work at all. Without that its number is not 0 but unknown.
   */
  sinUmbral?: { faltan: Sql; conocido: Sql };
  /** True for a condition on columns that `obras_mapa` has too. */
  onMap?: true;
  /**
   * A SELECT that finds the ids of the obras which pass all these filters sooner than their conditions do; undefined where it does
   * not.
   */
  search?(filters: ResolvedFilters, filtros: Filtros): Sql | undefined;
}

type Asking = Pick<FastifyRequest, 'caller'>;

export const number = (format: string, maximum: number, description: string) =>
  Type.Optional(Type.Unsafe<string>({ type: 'number', format, minimum: 0, maximum, description }));
const amount = (description: string) => number('monto', 9999999999999.99, description);
export const progress = (description: string) => number('avance', 100, description);
export const percentage = (description: string) => number('porcentaje', 9999.99, description);
export const text = (description: string) =>
  Type.Optional(Type.String({ maxLength: 200, description }));
export const day = (description: string) =>
  Type.Optional(Type.String({ format: 'dia', description }));
/** A filter that is only set or unset. */
export const only = (description: string) =>
  Type.Optional(Type.Unsafe<'true'>({ type: 'string', enum: ['true'], description }));

/** The words of a set filter, with its label where a file has another one. */
export const filterInWords = (value: string, inName: string, label?: string): FilterWords => ({
  ...(label && { label }),
  value,
  inName,
});
type FilterWords = Omit<FilterInWords, 'label'> & { label?: string };

/** The condition that a column of ids has one of these. */
export const isIn = (column: Sql, ids: string): Sql =>
  ids.includes(',')
    ? sql`${column} = ANY (${int4List(ids)}::integer[])`
    : sql`${column} = ${int4(ids)}`;
/** The condition that the obra is among the `obra_id` of a view, or of a table with its WHERE or GROUP BY. */
export const inView = (view: Sql): Sql => sql`o.id IN (SELECT obra_id FROM ${view})`;

/** The caller, whose own records a filter selects. */
export function callerOf(_text: string, { caller }: Asking): { de: string } {
  if (!caller) throw unauthorized();
  return { de: caller.id };
}

/** A filter by records of a catalog, by the field that refers to it. */
const catalog = (
  field: { called: string; column: string },
  catalog: Filtro['catalog'],
  which: string,
) => ({
  label: labelOf(field),
  schema: Type.Optional(Ids(`Sólo las obras ${which}.`)),
  catalog,
  words: (names: string) => filterInWords(names, names),
  where: (ids: string) => isIn(raw(`o.${field.column}`), ids),
  onMap: true as const,
});

/** The core's filters of lists, exports, summaries and maps of obras, in the order of the API's parameters. */
export const FILTROS = {
  municipioId: catalog(
    OBRA.municipioId,
    { table: 'municipios', many: 'municipios' },
    'de estos municipios',
  ),
  estatusObraId: catalog(
    OBRA.estatusObraId,
    { table: 'estatus_obra', many: 'estatus' },
    'con estos estatus',
  ),
  ejercicioFiscalId: catalog(
    OBRA.ejercicioFiscalId,
    { table: 'ejercicios_fiscales', many: 'ejercicios', nombre: 'anio' },
    'de estos ejercicios fiscales',
  ),
  dependenciaId: catalog(
    OBRA.dependenciaId,
    { table: 'dependencias', many: 'dependencias' },
    'de estas dependencias',
  ),
  tipoProyectoId: catalog(
    OBRA.tipoProyectoId,
    { table: 'tipos_proyecto', many: 'tipos' },
    'de estos tipos de proyecto',
  ),
  montoMin: {
    label: 'Monto desde',
    schema: amount('Sólo las obras de este monto o más (MXN).'),
    words: (amount) => filterInWords(money(Number(amount)), `desde ${amount}`),
    where: (amount) => sql`o.monto >= ${amount}::numeric`,
    onMap: true,
  },
  montoMax: {
    label: 'Monto hasta',
    schema: amount('Sólo las obras de este monto o menos (MXN).'),
    words: (amount) => filterInWords(money(Number(amount)), `hasta ${amount}`),
    where: (amount) => sql`o.monto <= ${amount}::numeric`,
    onMap: true,
  },
  favoritas: {
    label: 'Sus favoritas',
    schema: only('Con true, sólo las favoritas de quien pregunta, según su token; sin él, 401.'),
    own: 'favorites',
    resolve: callerOf,
    words: () => filterInWords('Sólo las de quien descargó el archivo', 'favoritas', 'Favoritas'),
    where: ({ de }: { de: string }) => inView(sql`favorites WHERE user_id = ${de}::uuid`),
  },
  anioMax: {
    label: 'Año, o antes',
    schema: Type.Optional(
      Type.Integer({
        minimum: 2000,
        maximum: 2100,
        [YEAR]: true,
        description: 'Sólo las obras de ejercicios fiscales de este año o anteriores.',
      }),
    ),
    dependsOn: ['ejercicios_fiscales'],
    words: (year) => filterInWords(`${year} o antes`, `hasta ${year}`, 'Del año'),
    where: (year) => sql`o.ejercicio_fiscal_id = ANY (ARRAY(
      SELECT id FROM ejercicios_fiscales WHERE anio <= ${year}::integer))`,
    onMap: true,
  },
} satisfies Filtros;

// biome-ignore lint/suspicious/noExplicitAny: each takes what its own `resolve` makes of its parameter.
export type Filtros = Record<string, Filtro<any>>;
// biome-ignore lint/suspicious/noExplicitAny: the same.
export type Parametros = Record<string, Parametro<any>>;

/** The parameters of filters, each with its label and its effects on guard and cache. */
export const parametersOf = <Of extends Parametros>(filtros: Of) =>
  Object.fromEntries(
    Object.entries(filtros).map(([name, { label, schema, ...effects }]) => [
      name,
      labelled(label, withEffects(schema, effects)),
    ]),
  ) as { [name in keyof Of]: Of[name]['schema'] };

/** The parameters of all filters that the service has, by their names: each a text where it is given. */
export type FilterParameters = Record<string, TOptional<TUnsafe<string>>>;

/**
 * A query with those of the filters that its answer can take. It refuses the others: without them the answer would be of more
 * works than were asked for.
 *
 * @param why the beginning of the refusal's sentence behind the filter's name
 */
export function refusingOthers(
  filters: FilterParameters,
  takes: (name: string) => boolean,
  why: string,
): TObject<FilterParameters> {
  const taken = Object.keys(filters).filter(takes);
  const text = `${why}; aquí se filtra por ${allOf(taken)}.`;
  const refused = Object.keys(filters).filter((name) => !takes(name));
  return Type.Object(
    Object.fromEntries(taken.map((name) => [name, filters[name]])) as FilterParameters,
    { [REFUSED]: Object.fromEntries(refused.map((name) => [name, text])) },
  );
}

/** Their texts in a request. */
export type ObraFilters = Record<string, string | undefined>;

/** Filters with the values that their conditions are made of (`Filtro.resolve`). */
export type ResolvedFilters = Record<string, unknown>;

/**
 * Resolves the filters of a request, one after the other: they ask for the caller, and the database.
 *
 * @throws HttpError 401 where a filter needs the caller, and the request has none
 */
export async function resolveFilters(
  filtros: Filtros,
  texts: ObraFilters,
  request: Asking,
  db: Db,
): Promise<ResolvedFilters> {
  const resolved: ResolvedFilters = { ...texts };
  for (const [name, { resolve }] of Object.entries(filtros)) {
    const value = texts[name];
    if (resolve && value !== undefined) resolved[name] = await resolve(value, request, db);
  }
  return resolved;
}

/**
 * Conditions on `obras o`, each beginning with AND; `empty` where there are none. `planEachTime` is true where one of them
 * needs it.
 */
export interface Conditions {
  where: Sql;
  planEachTime: boolean;
}

/** The filters as conditions. Only set filters are in the text, so each combination has its own plan. */
export function conditions(filters: object, filtros: Parametros): Conditions {
  const parts: Sql[] = [];
  let planEachTime = false;
  for (const [name, filtro] of Object.entries(filtros)) {
    const value = filters[name as keyof typeof filters];
    const condition = value === undefined ? undefined : filtro.where(value);
    if (!condition) continue;
    parts.push(sql` AND ${condition}`);
    if (filtro.planEachTime) planEachTime = true;
  }
  return { where: parts.length === 0 ? empty : join(parts, ''), planEachTime };
}
