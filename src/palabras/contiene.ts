import sql, { join, type Sql } from 'sql-template-tag';
import { fold, formsOf, tokensOf, type Word, withoutMarks } from './palabras.ts';

// SQL conditions that words stand in a column.

const containing = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** Letters of a word that the index is asked for. Most words of the same beginning are forms of one. */
const BEGINNING = 6;

/**
 * The condition that a word stands in a folded text with an index of trigrams, in one of its ways or forms. The index looks up
 * each three letters of a pattern, of which a long word has many. So it is asked for the beginning, and the whole word is looked
 * for in the rows that have that. Letters alone are folded one by one: the beginning of the word is one of the folded word.
 */
export function hasWord(text: Sql, { ways, forms }: Word): Sql {
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
