import sql, { join, raw } from 'sql-template-tag';
import { int4List, safeWords } from '../core/base/text.ts';
import { dayOf, momentOf } from '../core/base/time.ts';
import type { Db } from '../core/db/db.ts';
import type { FilterInWords, Filtros, ResolvedFilters } from '../core/obras/filtros.ts';
import type { Sheet, TypedCell } from '../hojas/index.ts';

// The description of a file of obras: its name, and a workbook's second sheet. A reader of the file sees its filters.

/** The most names in a file's name for one filter. For more it has their number. */
const MOST_NAMED = 2;

/** The filters that are set, in words and in the order of the API's parameters. */
export async function filtersInWords(
  db: Db,
  filters: ResolvedFilters,
  filtros: Filtros,
): Promise<FilterInWords[]> {
  const names = await findNames(db, filters, filtros);
  return Object.entries(filtros).flatMap(([filter, { label, words, catalog }]) => {
    const value = filters[filter];
    if (value === undefined) return [];
    const named = names[filter] ?? [];
    const set = words(catalog ? named.join('; ') : value);
    if (!set) return [];
    const manyNamed =
      named.length > MOST_NAMED ? `${named.length} ${catalog?.many}` : named.join(' ');
    return { label, ...set, ...(catalog && { inName: manyNamed }) };
  });
}

/**
 * The years that set filters do not judge, since a threshold of theirs is missing.
 *
 * @param judging filters that a column tells of, set or not
 */
export async function sinUmbralInWords(
  db: Db,
  filters: ResolvedFilters,
  filtros: Filtros,
  judging: readonly string[] = [],
): Promise<FilterInWords[]> {
  const notes: FilterInWords[] = [];
  for (const [name, { label, sinUmbral }] of Object.entries(filtros)) {
    if (!sinUmbral || (filters[name] === undefined && !judging.includes(name))) continue;
    const row = await db.one<{ anios: number[] }>(
      sql`SELECT ARRAY(SELECT DISTINCT anio FROM (${sinUmbral.faltan}) f ORDER BY anio) AS anios`,
    );
    const years = row?.anios.join(', ');
    if (years)
      notes.push({
        ...{ label: 'Sin umbral registrado', inName: '' },
        value: `${years}: estos años no se revisan por «${label}»`,
      });
  }
  return notes;
}

/** The names of the records in the filters, in their order. An unknown record has its id. */
async function findNames(
  db: Db,
  filters: ResolvedFilters,
  filtros: Filtros,
): Promise<Record<string, string[]>> {
  const byCatalog = Object.entries(filtros).flatMap(([name, { catalog }]) =>
    catalog ? [{ name, ...catalog }] : [],
  );
  if (byCatalog.every(({ name }) => filters[name] === undefined)) return {};
  const names = byCatalog.map(({ name, table, nombre = 'nombre' }) => {
    const ids = filters[name] as string | undefined;
    const listed = ids === undefined ? null : [...new Set(int4List(ids))];
    return sql`ARRAY(
      SELECT coalesce(${raw(nombre)}::text, id::text)
      FROM unnest(${listed}::integer[]) WITH ORDINALITY i (id, lugar) LEFT JOIN ${raw(table)} USING (id)
      ORDER BY lugar) AS "${raw(name)}"`;
  });
  return (await db.one<Record<string, string[]>>(sql`SELECT ${join(names, ', ')}`)) ?? {};
}

/** The most characters of the filters in a file's name. */
const LONGEST_FILTERS = 80;

/** The name of a file of obras, or of another list (`of`), read at this instant: `obras-merida-en-proceso-2026-11-23.csv`. */
export function fileName(
  filters: FilterInWords[],
  read: Date,
  extension: string,
  of = 'obras',
): string {
  const words = filters.flatMap(({ inName }) => safeWords(inName));
  while (words.join('-').length > LONGEST_FILTERS) words.pop();
  return `${[of, ...words, dayOf(read)].join('-')}.${extension}`;
}

export const DATOS = 'Datos de la descarga';

/** The totals of a file's rows: their number, and the sums of amounts of theirs, in cents of MXN, by the columns' names. */
export interface Totals {
  rows: number;
  sums: { name: string; label: string; cents: bigint }[];
}

/** Cents of MXN as an amount: `1500000.50`. */
export function amountOf(cents: bigint): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The sheet that describes a workbook's other one. Its totals are read after the other is written. */
export function datosSheet(
  filters: FilterInWords[],
  publisher: string,
  read: Date,
  totals: Totals,
  counted = 'Obras',
): Sheet {
  const number = (type: 'number' | 'amount', value: string): TypedCell => ({ type, value });
  async function* rows() {
    yield [
      ['Publicado por', publisher],
      ['Leído del registro', `${momentOf(read)} (hora de Mérida)`],
      ...(filters.length === 0
        ? [['Filtros', 'Ninguno: todas las obras']]
        : filters.map(({ label, value }) => [label, value])),
      [counted, number('number', String(totals.rows))],
      ...totals.sums.map(({ label, cents }) => [label, number('amount', amountOf(cents))]),
    ];
  }
  return {
    name: DATOS,
    columns: [
      { heading: DATOS, type: 'text', width: 30 },
      { heading: '', type: 'text', width: 60 },
    ],
    rows: rows(),
  };
}
