import type { FastifyRequest } from 'fastify';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { type Static, type TSchema, Type } from 'typebox';
import { unauthorized } from '../base/errors.ts';
import { money } from '../base/pesos.ts';
import { type Effects, Ids, labelled, withEffects } from '../base/schemas.ts';
import { int4, int4List } from '../base/text.ts';
import type { Db } from '../db/db.ts';
import { YEAR } from '../http/input/keywords.ts';
import { OPEN, OVERDUE, UNDER_WAY } from './abiertas.ts';
import { labelOf, OBRA } from './campos.ts';
import { findNamed, isNamed, type NamedIds } from './nombradas.ts';
import { CONTRACTS_GREW, paidAhead } from './pagado.ts';
import { fold, formsOf, readSearch, tokensOf, type Word, withoutMarks } from './palabras.ts';
import { boxOf, touches } from './rectangulo.ts';
import { hasKey } from './relevancia.ts';

// The filters of obras, each defined once. Lists, files, summaries, maps, guards and the cache read this table. CONTRIBUTING.md, «Add a
// filter», lists the places of a new one.

/** A set filter in a file's words: its label, its value, and its part of the file's name. */
export interface FilterInWords {
  label: string;
  value: string;
  inName: string;
}

/** A parameter that filters a list. */
interface Parametro<Value = string> extends Effects {
  /** People's name of it, in refusals. */
  label: string;
  schema: TSchema;
  /**
   * The condition on a row, `obras o` as a rule; undefined where the value filters nothing.
   *
   * @param named the records that the words of `q` name
   */
  where(value: Value, named: NamedIds[]): Sql | undefined;
  /**
   * True where the rows are searched for, and the best plan depends on the value: some words are in few obras, others in nearly
   * all.
   */
  planEachTime?: true;
}

/** A filter of obras. */
export interface Filtro<Value = string> extends Parametro<Value> {
  /** Its words for a value; undefined where the value filters nothing. */
  words(value: string): FilterWords | undefined;
  /** For a filter by a catalog: the table, the word for several records, and the column of their names (`nombre`). */
  catalog?: { table: string; many: string; nombre?: string };
  /** True for a condition on columns that `obras_mapa` has too. */
  onMap?: true;
}

const number = (format: string, maximum: number, description: string) =>
  Type.Optional(Type.Unsafe<string>({ type: 'number', format, minimum: 0, maximum, description }));
const amount = (description: string) => number('monto', 9999999999999.99, description);
const progress = (description: string) => number('avance', 100, description);
const percentage = (description: string) => number('porcentaje', 9999.99, description);
export const text = (description: string) =>
  Type.Optional(Type.String({ maxLength: 200, description }));
const day = (description: string) => Type.Optional(Type.String({ format: 'dia', description }));
/** A filter that is only set or unset. */
export const only = (description: string) =>
  Type.Optional(Type.Unsafe<'true'>({ type: 'string', enum: ['true'], description }));

/** The words of a set filter, with its label where a file has another one. */
export const inWords = (value: string, inName: string, label?: string): FilterWords => ({
  ...(label && { label }),
  value,
  inName,
});
type FilterWords = Omit<FilterInWords, 'label'> & { label?: string };

/** The condition that a column of ids has one of these. */
const isIn = (column: Sql, ids: string): Sql =>
  ids.includes(',')
    ? sql`${column} = ANY (${int4List(ids)}::integer[])`
    : sql`${column} = ${int4(ids)}`;
/** The condition that the obra is among the `obra_id` of a view, or of a table with its WHERE or GROUP BY. */
const inView = (view: Sql): Sql => sql`o.id IN (SELECT obra_id FROM ${view})`;
/** The condition on an obra's row of the follow-up (sql/features/seguimiento.sql); obras without any have no row there. */
const followed = (condition: Sql): Sql => inView(sql`obras_seguimiento s WHERE ${condition}`);

/** A filter by records of a catalog, by the field that refers to it. */
const catalog = (
  field: { called: string; column: string },
  catalog: Filtro['catalog'],
  which: string,
) => ({
  label: labelOf(field),
  schema: Type.Optional(Ids(`Sólo las obras ${which}.`)),
  catalog,
  words: (names: string) => inWords(names, names),
  where: (ids: string) => isIn(raw(`o.${field.column}`), ids),
  onMap: true as const,
});

/** The answer depends on the caller's record. It is cached until that record changes. */
const ADMINS = { own: 'users', forAdmins: true } as const;
const SEGUIMIENTO = ['seguimiento'] as const;

/** The filters of lists, exports, summaries and maps of obras, in the order of the API's parameters. */
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
    words: (amount) => inWords(money(Number(amount)), `desde ${amount}`),
    where: (amount) => sql`o.monto >= ${amount}::numeric`,
    onMap: true,
  },
  montoMax: {
    label: 'Monto hasta',
    schema: amount('Sólo las obras de este monto o menos (MXN).'),
    words: (amount) => inWords(money(Number(amount)), `hasta ${amount}`),
    where: (amount) => sql`o.monto <= ${amount}::numeric`,
    onMap: true,
  },
  q: {
    label: 'Palabras',
    schema: text(
      'Palabras que aparecen, todas, en nombre, claveUnica, descripcion, los textos de una ubicación, o el nombre del municipio o el nombre o las siglas de la dependencia de la obra, por ejemplo «pavimentacion merida»; en singular o en plural, sin distinguir acentos ni mayúsculas; las comillas y la puntuación alrededor de una palabra no cuentan. Un número de hasta cuatro cifras se busca entero, y no dentro de claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera siempre se encuentra: «0042» también entre comillas o paréntesis, tras #, «clave», «folio» u «obra», o junto a otras palabras, y «SOP-2025-00003» también como «sop 2025 00003».',
    ),
    dependsOn: ['municipios', 'dependencias'],
    words: (words) => inWords(words, words, 'Con las palabras'),
    where: hasWords,
    planEachTime: true,
  },
  bbox: {
    label: 'Parte del mapa',
    schema: Type.Optional(
      Type.String({
        format: 'bbox',
        description:
          'Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10.',
      }),
    ),
    words: (edges) =>
      inWords(edges, 'zona', 'En el rectángulo (longitudes y latitudes mínimas y máximas)'),
    where: (edges) => {
      const meets = touches(sql`u.geometria`, boxOf(edges));
      return sql`EXISTS (SELECT FROM ubicaciones u WHERE u.obra_id = o.id AND ${meets})`;
    },
    planEachTime: true,
  },
  favoritas: {
    label: 'Sus favoritas',
    schema: only('Con true, sólo las favoritas de quien pregunta, según su token; sin él, 401.'),
    own: 'favorites',
    words: () => inWords('Sólo las de quien descargó el archivo', 'favoritas', 'Favoritas'),
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
    words: (year) => inWords(`${year} o antes`, `hasta ${year}`, 'Del año'),
    where: (year) => sql`o.ejercicio_fiscal_id = ANY (ARRAY(
      SELECT id FROM ejercicios_fiscales WHERE anio <= ${year}::integer))`,
    onMap: true,
  },
  sinUbicacion: {
    label: 'Sin ubicación',
    schema: only('Con true, sólo las obras sin ubicaciones.'),
    words: () => inWords('Sin ninguna', 'sin ubicacion', 'Ubicación'),
    where: () => inView(sql`calidad_sin_ubicacion`),
  },
  fueraDeMunicipio: {
    label: 'Fuera de su municipio',
    schema: only(
      'Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella.',
    ),
    words: () =>
      inWords(
        'A más de 1 km del municipio que se indica en ella',
        'fuera de municipio',
        'Ubicación',
      ),
    where: () => inView(sql`calidad_fuera_de_municipio`),
  },
  conFotos: {
    label: 'Con fotos',
    schema: only('Con true, sólo las obras que tienen alguna foto pública.'),
    dependsOn: ['archivos'],
    words: () => inWords('Alguna pública', 'con fotos', 'Fotos'),
    where: () => inView(sql`archivos WHERE publico AND tipo = 'FOTO'`),
  },
  registradaDesde: {
    label: 'Registradas desde',
    schema: day(
      'Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida.',
    ),
    words: (day) => inWords(day, `desde ${day}`, 'Registradas desde el'),
    where: (day) =>
      inView(sql`obras_registro
      WHERE instante >= ${day}::date::timestamp AT TIME ZONE 'America/Merida'`),
  },
  registradaPorMi: {
    label: 'Registradas por mí',
    schema: only(
      'Con true, sólo las obras que registró quien pregunta, según su token y la bitácora; sin token, 401.',
    ),
    own: 'users',
    words: () => inWords('Quien descargó el archivo', 'registradas por mi', 'Registradas por'),
    where: ({ de }: { de: string }) => inView(sql`obras_registro WHERE usuario_id = ${de}::uuid`),
  },
  variacionMonto: {
    label: 'Cambio del monto',
    schema: percentage(
      'Sólo las obras cuyo monto creció o bajó más de este porcentaje desde que se registraron, según la bitácora. Sólo para administradores.',
    ),
    ...ADMINS,
    words: (percent) => inWords(`${percent} %`, `variacion ${percent}`, 'El monto cambió más de'),
    where: (percent) =>
      inView(sql`calidad_variacion
      WHERE abs(monto - inicial) > inicial * ${percent}::numeric / 100`),
  },
  avanceMin: {
    label: 'Avance físico desde',
    schema: progress('Sólo las obras con este avance físico o más, en por ciento.'),
    dependsOn: SEGUIMIENTO,
    words: (percent) => inWords(`${percent} %`, `avance desde ${percent}`),
    where: (percent) => followed(sql`avance_fisico >= ${percent}::numeric`),
  },
  avanceMax: {
    label: 'Avance físico hasta',
    schema: progress(
      'Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado.',
    ),
    dependsOn: SEGUIMIENTO,
    words: (percent) => inWords(`${percent} %`, `avance hasta ${percent}`),
    where: (percent) => followed(sql`avance_fisico <= ${percent}::numeric`),
  },
  conAvance: {
    label: 'Con algo construido o pagado',
    schema: only('Con true, sólo las obras de las que se ha reportado algo construido o pagado.'),
    dependsOn: SEGUIMIENTO,
    words: () => inWords('Con algo construido o pagado', 'con avance', 'Avance'),
    where: () => followed(sql`greatest(s.avance_fisico, s.monto_pagado) > 0`),
  },
  atrasadas: {
    label: 'Atrasadas',
    schema: only(
      'Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron.',
    ),
    dependsOn: SEGUIMIENTO,
    dated: true,
    words: () => inWords('Vencido, sin que se haya dicho que terminaron', 'atrasadas', 'Plazo'),
    where: () => sql`${raw(OPEN)} AND ${followed(raw(OVERDUE))}`,
  },
  sinReporteDesde: {
    label: 'Sin reporte desde',
    schema: day(
      'Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron; no las suspendidas. Abiertas son las que no están terminadas ni canceladas.',
    ),
    dependsOn: SEGUIMIENTO,
    words: (day) => inWords(day, `sin reporte desde ${day}`, 'Sin avance reportado desde el'),
    where: (day) => sql`${raw(UNDER_WAY)} AND NOT EXISTS (
      SELECT FROM obras_seguimiento s WHERE s.obra_id = o.id AND s.fecha_corte >= ${day}::date)`,
  },
  contratista: {
    label: 'Contratista',
    schema: text(
      'Palabras que aparecen, todas, en el nombre de una de las empresas que la construyen por contrato; sin distinguir acentos ni mayúsculas.',
    ),
    dependsOn: SEGUIMIENTO,
    words: (words) => inWords(words, words),
    where: (words) => {
      const firm = likeAll(sql`c.contratista`, words);
      return (
        firm &&
        sql`o.id IN (SELECT c.obra_id FROM contratos c WHERE c.naturaleza = 'OBRA' AND ${firm})`
      );
    },
    planEachTime: true,
  },
  pagoAdelantado: {
    label: 'Pago adelantado',
    schema: progress(
      'Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos.',
    ),
    dependsOn: SEGUIMIENTO,
    words: (points) =>
      inWords(
        `${points} puntos`,
        `pago adelantado ${points}`,
        'Lo pagado rebasa al avance físico en más de',
      ),
    where: (points) => sql`${raw(OPEN)} AND EXISTS (
      SELECT FROM obras_seguimiento s WHERE s.obra_id = o.id AND ${raw(paidAhead('o'))} > ${points}::numeric)`,
  },
  crecimientoContratos: {
    label: 'Contratos que crecieron',
    schema: percentage(
      'Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó.',
    ),
    dependsOn: SEGUIMIENTO,
    words: (percent) =>
      inWords(
        `${percent} %`,
        `contratos crecidos ${percent}`,
        'Los contratos crecieron por convenio más de',
      ),
    where: (percent) => followed(sql`${raw(CONTRACTS_GREW)} > ${percent}::numeric`),
  },
  sinMontoFinal: {
    label: 'Sin monto final',
    schema: only(
      'Con true, sólo las obras con un contrato que terminó antes de tiempo, ANTICIPADA o RESCISION, sin su montoFinal.',
    ),
    dependsOn: SEGUIMIENTO,
    words: () =>
      inWords('Terminados antes de tiempo, sin monto final', 'sin monto final', 'Contratos'),
    where: () =>
      inView(sql`contratos
      WHERE terminacion IN ('ANTICIPADA', 'RESCISION') AND monto_final IS NULL`),
  },
  posibleDuplicada: {
    label: 'Posibles duplicadas',
    schema: only(
      'Con true, sólo las obras que parecen estar registradas dos veces: de la misma dependencia y el mismo ejercicio, con nombres parecidos y los mismos números en ellos, y con el mismo monto o a menos de 100 m. Sólo para administradores.',
    ),
    ...ADMINS,
    words: () =>
      inWords('Las que parecen estar registradas dos veces', 'posibles duplicadas', 'Duplicadas'),
    where: ({ entre }: { entre: number[] }) => sql`o.id = ANY (${entre}::integer[])`,
  },
} satisfies Filtros;

/** The list of follow-up also has a filter by ids. */
export const DE_SEGUIMIENTO = {
  ...FILTROS,
  obraId: {
    label: 'Obra',
    schema: Type.Optional(Ids('Sólo estas obras, por su id.')),
    words: () => undefined,
    where: (ids) => isIn(sql`o.id`, ids),
  },
} satisfies Filtros;

// biome-ignore lint/suspicious/noExplicitAny: each takes what `resolveFilters` makes of its own parameter.
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

export const ObraFilters = Type.Object(parametersOf(FILTROS));
export type ObraFilters = Static<typeof ObraFilters>;

/** The filters that mean the same for everybody. */
export const PublicFilters = Type.Omit(ObraFilters, [
  'favoritas',
  'registradaPorMi',
  'variacionMonto',
  'posibleDuplicada',
]);

/** The filters by the caller's own records. */
type Own = 'favoritas' | 'registradaPorMi';
type Resolved<Requested> = Omit<Requested, Own | 'posibleDuplicada'> & {
  [name in Own]?: { de: string };
} & { posibleDuplicada?: { entre: number[] }; named: NamedIds[] };
/**
 * Filters with resolved values: the caller's own records have the user's id, duplicates have the ids of obras, and words of `q`
 * the records that they name.
 */
export type ResolvedFilters = Resolved<ObraFilters> & { obraId?: string | undefined };

/**
 * Resolves the filters of a request: the caller's id, the ids of duplicates, and those of the municipios and dependencias that
 * words name.
 *
 * @param db finds the duplicates and the names
 * @throws HttpError 401 where a filter needs the caller, and the request has none
 */
export async function resolveFilters<Requested extends ObraFilters>(
  { favoritas, registradaPorMi, posibleDuplicada, ...others }: Requested,
  { caller }: Pick<FastifyRequest, 'caller'>,
  db: Db,
): Promise<Resolved<Requested>> {
  const resolved: Resolved<Requested> = { ...others, named: await findNamed(db, others.q) };
  if (favoritas !== undefined || registradaPorMi !== undefined) {
    if (!caller) throw unauthorized();
    const own = { de: caller.id };
    if (favoritas !== undefined) resolved.favoritas = own;
    if (registradaPorMi !== undefined) resolved.registradaPorMi = own;
  }
  if (posibleDuplicada !== undefined) {
    resolved.posibleDuplicada = { entre: await findDuplicates(db) };
  }
  return resolved;
}

/** The ids of possible duplicates, year by year, so that each statement is short. */
async function findDuplicates(db: Db): Promise<number[]> {
  const years = await db.query<{ id: number }>('SELECT id FROM ejercicios_fiscales ORDER BY id');
  const duplicates: number[] = [];
  for (const { id } of years) {
    const row = await db.one<{ ids: number[] }>(
      'SELECT ARRAY(SELECT obra_id FROM calidad_duplicadas WHERE ejercicio_fiscal_id = $1) AS ids',
      [id],
    );
    duplicates.push(...(row?.ids ?? []));
  }
  return duplicates;
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
export function conditions(filters: object, filtros: Parametros = DE_SEGUIMIENTO): Conditions {
  const { named = [] } = filters as Partial<ResolvedFilters>;
  const parts: Sql[] = [];
  let planEachTime = false;
  for (const [name, filtro] of Object.entries(filtros)) {
    const value = filters[name as keyof typeof filters];
    const condition = value === undefined ? undefined : filtro.where(value, named);
    if (!condition) continue;
    parts.push(sql` AND ${condition}`);
    if (filtro.planEachTime) planEachTime = true;
  }
  return { where: parts.length === 0 ? empty : join(parts, ''), planEachTime };
}

/** The filters on columns that `obras_mapa` has too. */
const ON_MAP = Object.entries<Filtro>(FILTROS as Filtros).flatMap(([name, { onMap }]) =>
  onMap ? [name as keyof ResolvedFilters] : [],
);

/** Filters apart: those on columns of `obras_mapa`, and others. */
export function splitByMap(filters: ResolvedFilters) {
  const others: ResolvedFilters = { ...filters };
  const onMap: ResolvedFilters = { named: [] };
  for (const name of ON_MAP) {
    Object.assign(onMap, { [name]: filters[name] });
    delete others[name];
  }
  return { onMap, others };
}

/** The condition of a search: all words and numbers, or the whole key of an obra. */
function hasWords(q: string, named: NamedIds[]): Sql | undefined {
  const { numbers, words, keys } = readSearch(q);
  const all = words.map((word, i) => {
    const stands = hasWord(sql`o.busqueda`, word);
    const ofRecords = isNamed('o', named[i]);
    return ofRecords ? sql`(${ofRecords} OR ${stands})` : stands;
  });
  if (numbers.length > 0) {
    // Its whole key counts as a number of the obra.
    all.push(sql`(o.numeros @> ${numbers}::text[]
      OR o.clave_unica = ANY (${numbers}::text[]) AND o.numeros @> array_remove(${numbers}::text[], o.clave_unica::text))`);
  }
  if (all.length === 0) return undefined;
  const everyWord = join(all, ' AND ');
  // Words as typed find the key in the texts.
  return numbers.length === 0 && keys.length <= 2
    ? everyWord
    : sql`(${everyWord} OR ${hasKey(keys, 'o')})`;
}

const containing = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** Letters of a word that the index is asked for. Most words of the same beginning are forms of one. */
const BEGINNING = 6;

/**
 * The condition that a word stands in a folded text with an index of trigrams, in one of its ways or forms. The index looks up
 * each three letters of a pattern, of which a long word has many. So it is asked for the beginning, and the whole word is looked
 * for in the rows that have that. Letters alone are folded one by one: the beginning of the word is one of the folded word.
 */
function hasWord(text: Sql, { ways, forms }: Word): Sql {
  if (ways.length === 1 && forms.length > 0)
    return hasForm(text, fold(ways[0] as string).folded, forms);
  return sql`(${join(
    ways.map((way) => {
      const beginning = [...way].slice(0, BEGINNING).join('');
      return beginning !== way && /^\p{L}+$/u.test(way)
        ? sql`(${text} LIKE fold_accents(${containing(beginning)}) AND strpos(${text}, fold_accents(${way})) > 0)`
        : sql`${text} LIKE fold_accents(${containing(way)})`;
    }),
    ' OR ',
  )})`;
}

/** Letters that the index needs at least. */
const TRIGRAM = 3;

/** The same for a folded word of letters with other forms: the index is asked once for all that begin alike. */
function hasForm(text: Sql, word: string, forms: string[]): Sql {
  const shared = (form: string) => [...form].findIndex((letter, i) => letter !== word[i]);
  const lengths = forms.map((form) => (word.startsWith(form) ? form.length : shared(form)));
  const near = forms.filter((_, i) => (lengths[i] as number) >= TRIGRAM);
  const length = Math.min(BEGINNING, word.length, ...lengths.filter((each) => each >= TRIGRAM));
  const whole = (some: string[]) => `(^|[^a-z0-9])(${some.join('|')})($|[^a-z0-9])`;
  const isNear =
    near.length > 0
      ? sql`(strpos(${text}, ${word}) > 0 OR ${text} ~ ${whole(near)})`
      : sql`strpos(${text}, ${word}) > 0`;
  const further = forms
    .filter((form) => !near.includes(form))
    .map((form) => sql`${text} LIKE ${`%${form}%`} AND ${text} ~ ${whole([form])}`);
  const alike = sql`${text} LIKE ${`%${word.slice(0, length)}%`} AND ${isNear}`;
  return sql`(${join([alike, ...further], ' OR ')})`;
}

/**
 * The condition that every word of a text stands in a column, in singular or plural, regardless of accents and case. A word that
 * is a part of another is left out. Undefined for a text without words, which filters nothing.
 */
export function likeAll(column: Sql, words: string): Sql | undefined {
  const searched = [...new Set(tokensOf(words).map((word) => fold(withoutMarks(word)).folded))];
  const needed = searched.filter(
    (word) => !searched.some((one) => one !== word && one.includes(word)),
  );
  if (needed.join('') === '') return undefined;
  const text = sql`fold_accents(${column})`;
  return join(
    needed.map((word) => hasWord(text, { ways: [word], forms: formsOf(word) })),
    ' AND ',
  );
}
