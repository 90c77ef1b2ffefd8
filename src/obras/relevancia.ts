import sql, { raw, type Sql } from 'sql-template-tag';
import { readSearch, streetOf } from './palabras.ts';

// The order by relevance. First the obra whose key was typed, then those whose name or address has the phrase as it was typed,
// then those that have its words whole and near each other, then whole anywhere, then as beginnings, then as parts. Where two
// are alike, their ids decide.

/** Up to this many obras are ranked one by one. Among more, those with the phrase come first, and the rest by id. */
export const RANKED = 2_000;
/** Words and characters that count for the order. Further words only filter. */
const WORDS = 8;
const CHARACTERS = 2_000;

/**
 * The condition that a search is the whole key of an obra, as typed, in upper case or in lower case, so that an index is used.
 */
export function hasKey(q: string, alias: string): Sql {
  const keys = [q, q.toUpperCase(), q.toLowerCase()];
  return sql`${raw(alias)}.clave_unica = ANY (${keys}::text[])`;
}

/** The rank of an obra for a search, as SQL over an alias of `obras`. */
export interface Rank {
  /** An integer, the most relevant first. */
  of(alias: string): Sql;
  /** For too many obras: the ranks, each with a condition that indexes can find. */
  parts?: (alias: string) => [rango: number, condition: Sql][];
}

/**
 * @param q as it was typed, with at least one word
 * @param isFew whether the matches are few enough to rank one by one
 */
export function rankBy(q: string, isFew: boolean): Rank {
  const { phrase, numbers, words } = readSearch(q);
  const patterns = [...words, ...numbers.map((digits) => [digits])]
    .slice(0, WORDS)
    .map((spellings) => `(?:${spellings.map(escaped).join('|')})`);
  const typed = wholly(patternOf(phrase.slice(0, WORDS)));
  const isKeyOf = (alias: string) => hasKey(q, alias);
  const hasPhrase = (alias: string) =>
    sql`${placesOf(alias)} ~ (SELECT fold_accents(${typed}::text))`;
  if (!isFew) {
    const like = `%${phrase.join(' ').replace(/[\\%_]/g, '\\$&')}%`;
    const isIn = (alias: string) =>
      sql`${raw(alias)}.busqueda LIKE fold_accents(${like}) AND ${hasPhrase(alias)}`;
    return {
      of: (alias) => sql`CASE WHEN ${isKeyOf(alias)} THEN -1 WHEN ${isIn(alias)} THEN 0 ELSE 1 END`,
      parts: (alias) => [
        [-1, isKeyOf(alias)],
        [0, sql`${isIn(alias)} AND NOT (${isKeyOf(alias)})`],
        [1, sql`(${isIn(alias)}) IS NOT TRUE AND NOT (${isKeyOf(alias)})`],
      ],
    };
  }
  const all = (patterns: string[]) =>
    sql`ALL (ARRAY(SELECT fold_accents(p) FROM unnest(${patterns}::text[]) p))`;
  const whole = all(patterns.map(wholly));
  const begun = all(patterns.map((word) => `${EDGE_BEFORE}${word}`));
  return {
    of: (alias) => {
      const searched = raw(`left(${alias}.busqueda, ${CHARACTERS})`);
      return sql`CASE
      WHEN ${isKeyOf(alias)} THEN -1
      WHEN ${hasPhrase(alias)} THEN 0
      WHEN EXISTS (SELECT FROM string_to_table(${placesOf(alias)}, E'\\n') renglon WHERE renglon ~ ${whole}) THEN 1
      WHEN ${searched} ~ ${whole} THEN 2
      WHEN ${searched} ~ ${begun} THEN 3
      ELSE 4 END`;
    },
  };
}

/** Name and addresses, each a line: the column begins with them. */
const placesOf = (alias: string) =>
  raw(
    `left(${alias}.busqueda, least(length(${alias}.nombre) + length(${alias}.lugares) + 1, ${CHARACTERS}))`,
  );

// Patterns of PostgreSQL. They are folded as the texts are, so nothing in them is a capital.

const EDGE_BEFORE = '(?:^|[^a-z0-9])';
const wholly = (pattern: string) => `${EDGE_BEFORE}${pattern}(?:$|[^a-z0-9])`;
const escaped = (word: string) => word.replace(/[^\p{L}\p{N}\p{M}]/gu, '\\$&');

/** The words in order, with or without blanks and commas between them; streets and crossings in any spelling. */
function patternOf(phrase: string[]): string {
  const parts = phrase.map((word, i) => {
    if (/^[x×]$/i.test(word)) return '[x×]';
    return streetOf(word, phrase[i + 1]) ? '(?:calles?|c\\.?)' : escaped(word);
  });
  return parts.join('[ ,]*');
}
