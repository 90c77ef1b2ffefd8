import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { BY_ID, type Order, type OrderedPart } from '../../core/obras/orden.ts';
import { formsOf, readSearch, streetOf } from '../../palabras/palabras.ts';
import { isNamed, type NamedIds, type Searched } from './nombradas.ts';

// The order by relevance. First the obra whose key was typed, then those whose name has the phrase as it was typed, then its
// words whole, with municipio, dependencia and key; then the same of an address, then those that have the words whole
// anywhere, then as beginnings, then as parts. So the market comes before what stands near it. Where two are alike, their ids
// decide.

/** Up to this many obras are ranked one by one. Among more, those with the phrase come first, and the rest by id. */
const RANKED = 2_000;
/** Words and characters that count for the order. Further words only filter. */
const WORDS_RANKED = 8;
const CHARACTERS = 2_000;

/**
 * The condition that a search is the whole key of an obra.
 *
 * @param keys as `readSearch` has them; each is looked for as typed, in upper case and in lower case, so that an index is used
 */
export function hasKey(keys: string[], alias: string): Sql {
  const cased = keys.flatMap((key) => [key, key.toUpperCase(), key.toLowerCase()]);
  return sql`${raw(alias)}.clave_unica = ANY (${[...new Set(cased)]}::text[])`;
}

/** The rank of an obra for a search, as SQL over an alias of `obras`. */
interface Rank {
  /** An integer, the most relevant first. */
  of(alias: string): Sql;
  /** For too many obras: the ranks in their order, each with a condition that indexes can find. */
  parts?: (alias: string) => [rango: number, condition: Sql][];
}

/**
 * @param q as it was typed, with at least one word
 * @param isFew whether the matches are few enough to rank one by one
 * @param named the records that its words name, in the order of `readSearch`
 */
function rankBy(q: string, isFew: boolean, named: NamedIds[]): Rank {
  const { phrase, numbers, words, keys } = readSearch(q);
  const typed = wholly(patternOf(phrase.slice(0, WORDS_RANKED)));
  const isKeyOf = (alias: string) => hasKey(keys, alias);
  const hasPhrase = (text: Sql) => sql`${text} ~ (SELECT fold_accents(${typed}::text))`;
  if (!isFew) {
    const like = `%${phrase.join(' ').replace(/[\\%_]/g, '\\$&')}%`;
    const isIn = (alias: string, text: Sql) =>
      sql`${raw(alias)}.busqueda LIKE fold_accents(${like}) AND ${hasPhrase(text)}`;
    const inName = (alias: string) => isIn(alias, foldedName(alias));
    const inPlaces = (alias: string) => isIn(alias, foldedPlaces(alias));
    return {
      of: (alias) => sql`CASE WHEN ${isKeyOf(alias)} THEN -1 WHEN ${inName(alias)} THEN 0
        WHEN ${inPlaces(alias)} THEN 1 ELSE 2 END`,
      parts: (alias) => [
        [-1, isKeyOf(alias)],
        [0, sql`${inName(alias)} AND NOT (${isKeyOf(alias)})`],
        [1, sql`${inPlaces(alias)} AND NOT (${inName(alias)}) AND NOT (${isKeyOf(alias)})`],
        [2, sql`(${inPlaces(alias)}) IS NOT TRUE AND NOT (${isKeyOf(alias)})`],
      ],
    };
  }
  const sought = [
    ...words.map(({ ways, forms }, i) => ({
      pattern: `(?:${[...ways.map(escaped), ...forms].join('|')})`,
      ids: named[i],
    })),
    ...numbers.map((digits) => ({ pattern: digits, ids: undefined })),
  ].slice(0, WORDS_RANKED);
  // The phrase is the one word.
  const isPlain =
    phrase.length === 1 && sought.length === 1 && isNamed('o', sought[0]?.ids) === undefined;
  /** The condition that a text has all words by their patterns, or is of an obra of a record that the word names. */
  const has = (text: Sql, alias: string, patternFor: (pattern: string) => string) => {
    const plain: string[] = [];
    const others: Sql[] = [];
    for (const { pattern, ids } of sought) {
      const ofRecords = isNamed(alias, ids);
      const own = patternFor(pattern);
      if (ofRecords)
        others.push(sql`(${ofRecords} OR ${text} ~ (SELECT fold_accents(${own}::text)))`);
      else plain.push(own);
    }
    if (plain.length > 0) {
      others.push(
        sql`${text} ~ ALL (ARRAY(SELECT fold_accents(p) FROM unnest(${plain}::text[]) p))`,
      );
    }
    return join(others, ' AND ');
  };
  return {
    of: (alias) => {
      const searched = raw(`left(${alias}.busqueda, ${CHARACTERS})`);
      const titled = sql`(${foldedName(alias)} || ' ' || lower(${raw(alias)}.clave_unica))`;
      return sql`CASE
      WHEN ${isKeyOf(alias)} THEN -1
      WHEN ${hasPhrase(foldedName(alias))} THEN 0
      ${isPlain ? empty : sql`WHEN ${has(titled, alias, wholly)} THEN 1`}
      WHEN ${hasPhrase(foldedPlaces(alias))} THEN 2
      ${
        isPlain
          ? empty
          : sql`WHEN EXISTS (SELECT FROM string_to_table(${foldedPlaces(alias)}, E'\\n') renglon
        WHERE ${has(sql`renglon`, alias, wholly)}) THEN 3`
      }
      WHEN ${has(searched, alias, wholly)} THEN 4
      WHEN ${has(searched, alias, (word) => `${EDGE_BEFORE}${word}`)} THEN 5
      ELSE 6 END`;
    },
  };
}

/** The name, without accents and capitals: the column begins with it. */
const foldedName = (alias: string) =>
  raw(`split_part(left(${alias}.busqueda, ${LONGEST_FOLDED_NAME}), E'\\n', 1)`);
/** More than a name has, folded. */
const LONGEST_FOLDED_NAME = 600;

/** Name and addresses, each a line: the column begins with them. */
const foldedPlaces = (alias: string) =>
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
    if (streetOf(word, phrase[i + 1])) return '(?:calles?|c\\.?)';
    const forms = formsOf(word);
    return forms.length > 0 ? `(?:${[escaped(word), ...forms].join('|')})` : escaped(word);
  });
  return parts.join('[ ,]*');
}

// The order ----------------------------------------------------------------------------------------

const isTrue = (known: boolean): Sql => (known ? sql`true` : sql`false`);

/**
 * Sorted by rank. Where there are too many: first the obra with that key, then those with the phrase in the name, then those
 * with it in an address, then the rest, each by id.
 */
function idsByRank(rank: Rank, { where, after, limit, offset = sql`0` }: OrderedPart): Sql {
  const last = Number(after?.key ?? 0);
  const { parts } = rank;
  if (!parts) {
    const start = after
      ? sql`(rank_value, id) > (${last}::integer, ${after.id}::integer)`
      : sql`true`;
    return sql`ARRAY(
      SELECT id FROM (SELECT o.id, ${rank.of('o')} AS rank_value FROM obras o WHERE true ${where} OFFSET 0) o
      WHERE ${start} ORDER BY rank_value, id LIMIT ${limit} OFFSET ${offset})`;
  }
  // A rank is looked for where those before it have not filled the page.
  const all = parts('o').map(([value, condition], i) => {
    const isIn = after === undefined || last <= value;
    const start = after && last === value ? sql`o.id > ${after.id}::integer` : isTrue(isIn);
    const before = Array.from({ length: i }, (_, n) => raw(`(SELECT count(*) FROM rank_${n})`));
    const isDue =
      before.length > 0 ? sql`AND ${join(before, ' + ')} < ${limit} + ${offset}` : sql``;
    return sql`${raw(`rank_${i}`)} AS MATERIALIZED (
      SELECT ${raw(String(value))} AS rank_value, o.id FROM obras o
      WHERE ${start} ${where} AND ${condition} ${isDue}
      ORDER BY o.id LIMIT ${limit} + ${offset})`;
  });
  return sql`ARRAY(
    WITH ${join(all, ', ')}
    SELECT id FROM (${join(
      all.map((_, i) => raw(`SELECT * FROM rank_${i}`)),
      ' UNION ALL ',
    )}) o
    ORDER BY rank_value, id LIMIT ${limit} OFFSET ${offset})`;
}

/** The order by relevance to `q`. Without words all obras are equal, so it is by id. */
export const RELEVANCIA: Order = {
  ids: BY_ID.ids,
  key: BY_ID.key,
  isKey: (key) => /^(?:-1|[0-6])?$/.test(key),
  oneWay: {
    sentence:
      'Con q también relevancia: primero la obra de esa claveUnica, luego las obras que en el nombre o en una dirección dicen la frase tal cual, después las que tienen sus palabras enteras y cerca, y al final las que sólo las tienen como parte de otras; sin q es como id.',
  },
  rank(filters) {
    const { q, named } = (filters.q ?? { q: '', named: [] }) as Searched;
    if (q.trim() === '') return undefined;
    return {
      few: RANKED,
      order(isFew) {
        const rank = rankBy(q, isFew, named);
        return {
          ids: (part) => idsByRank(rank, part),
          key: (id) =>
            sql`(SELECT (${rank.of('last_obra')})::text FROM obras last_obra WHERE last_obra.id = ${id})`,
        };
      },
    };
  },
};
