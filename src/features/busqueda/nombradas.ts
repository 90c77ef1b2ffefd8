import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Db } from '../../core/db/db.ts';
import { fold, readSearch, type Word } from '../../palabras/palabras.ts';

// Municipios and dependencias whose names, or siglas, have a word of a search. They are looked up by name at each search, and
// the obras by their ids. So a record that was renamed, or merged into another, is found under its present name at once.

/** The records that a word names, by their ids. */
export interface NamedIds {
  municipios: number[];
  dependencias: number[];
}

/** A search: its words as they were typed, and the records that each names. */
export interface Searched {
  q: string;
  named: NamedIds[];
}

/** Letters of a word that count as the beginning of a longer one. Shorter ones are whole words. */
const BEGINS = 4;

/**
 * The records that each word of a search names, in the order of `readSearch`. Empty without words.
 *
 * @param q as it was typed
 */
export async function findNamed(db: Db, q: string): Promise<NamedIds[]> {
  const { words } = readSearch(q);
  if (words.length === 0) return [];
  const names = (await db.one<Record<keyof NamedIds, string | null>>(
    sql`SELECT
       (SELECT string_agg(id || ' ' || nombre, ${END}) FROM municipios) AS municipios,
       (SELECT string_agg(concat_ws(' ', id, nombre, siglas), ${END}) FROM dependencias) AS dependencias`,
  )) as Record<keyof NamedIds, string | null>;
  const lines = {
    municipios: namedLines('municipios', names.municipios),
    dependencias: namedLines('dependencias', names.dependencias),
  };
  return words.map((word) => {
    const isIn = matcher(word);
    const idsIn = (of: keyof NamedIds) =>
      lines[of].flatMap(({ id, name }) => (isIn(name) ? [id] : []));
    return { municipios: idsIn('municipios'), dependencias: idsIn('dependencias') };
  });
}

/** What ends a record: no name has it. */
const END = '\u0001';

/** Names folded at the last search. Most searches find the same. */
const folded = new Map<string, { names: string; lines: Line[] }>();
interface Line {
  id: number;
  name: string;
}

function namedLines(of: keyof NamedIds, names: string | null): Line[] {
  const known = folded.get(of);
  if (known && known.names === names) return known.lines;
  const lines = (names ?? '').split(END).map((line) => {
    const [id = ''] = line.split(' ', 1);
    return { id: Number(id), name: fold(line.slice(id.length)).folded };
  });
  if (names !== null) folded.set(of, { names, lines });
  return lines;
}

/** Whether a folded name has the word: as a whole word, or as the beginning of one. */
function matcher({ ways, forms }: Word): (name: string) => boolean {
  const wanted = ways.map((way) => fold(way).folded).filter(Boolean);
  return (name) =>
    wanted.some((way) => stands(name, way, way.length >= BEGINS)) ||
    forms.some((form) => stands(name, form, false));
}

const LETTER = /[\p{L}\p{N}\p{M}]/u;

function stands(name: string, word: string, mayGoOn: boolean): boolean {
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) {
    const isApart = !LETTER.test(name[at - 1] ?? '');
    if (isApart && (mayGoOn || !LETTER.test(name[at + word.length] ?? ''))) return true;
  }
  return false;
}

/** The condition that an obra is of one of these records; undefined where there are none. */
export function isNamed(alias: string, ids: NamedIds | undefined): Sql | undefined {
  const { municipios = [], dependencias = [] } = ids ?? {};
  const of = (column: string, some: number[]) =>
    some.length > 0 ? [sql`${raw(`${alias}.${column}`)} = ANY (${some}::integer[])`] : [];
  const conditions = [...of('municipio_id', municipios), ...of('dependencia_id', dependencias)];
  return conditions.length > 0 ? sql`(${join(conditions, ' OR ')})` : undefined;
}
