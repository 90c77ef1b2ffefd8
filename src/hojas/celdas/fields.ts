import { foldHeading, isBrief } from './text.ts';

// The fields that the columns of a kind of sheet may have, and their headings.

/** Words of Formato 28 for the key of a work, and for the amount of its contract with taxes. */
export const KEY_WORDS = 'expediente & folio|nomenclatura';
export const TOTAL_WORDS =
  'monto & contrato & impuestos & !sin & !minimo & !maximo & !garant & !anticipo';

/** The fields that the importer chose, by heading; null for a column that is not read. */
export type NamedColumns<C extends string = string> = Record<string, C | null>;

/** The fields of a kind of sheet. */
export interface Fields<C extends string = string> {
  campos: C[];
  /** People's names for them. */
  labels: Record<string, string>;
  /** Fields by folded heading. Of several columns of a field, the one with the best rank counts, if its cell has a value. */
  byHeading: Map<string, { campo: C; rank: number }>;
  /**
   * Fields by the words of long headings, since each edition of an official form words them differently. The first match
   * counts.
   */
  byWords: Worded<C>[];
  /** Fields whose columns hold money. */
  amounts: C[];
  /** An example of a column that the importer chooses. */
  example: NamedColumns<C>;
}

/** Words by which the heading of a field is known. */
interface Worded<C extends string> {
  campo: C;
  rank: number;
  /** Each entry is required, or forbidden. */
  words: { isThere: boolean; pattern: RegExp }[];
}

/** Words of a form's heading that make it about something else than the field its other words name. */
const ELSEWHERE =
  '!hipervinculo & !posible & !participante & !asistente & !servidor & !convenio & !informa & !justific & !fundamento & !domicilio & !beneficiari';

const wordsIn = (list: string): Worded<string>['words'] =>
  `${list} & ${ELSEWHERE}`.split('&').map((each) => {
    const [, not, words = ''] = /^\s*(!?)\s*(.*?)\s*$/s.exec(each) ?? [];
    return { isThere: not === '', pattern: new RegExp(`(?:^| )(?:${words})`) };
  });

/** Headings that are known by their words rank after those that are known whole. */
const AFTER_ALL = 1_000;
/** The fewest words of a heading that is matched by its words: a form's heading is a sentence. */
const FEWEST_WORDS = 4;

/** The field of a long heading, by its words. */
export function fieldByWords<C extends string>(heading: string, { byWords }: Fields<C>) {
  if (!isBrief(heading)) return undefined;
  const plain = heading
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    // «Área(s) responsable(s)»
    .replace(/\((?:e?s|n)\)/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (plain.split(' ').length < FEWEST_WORDS) return undefined;
  return byWords.find(({ words }) =>
    words.every(({ isThere, pattern }) => pattern.test(plain) === isThere),
  );
}

/**
 * The fields of a kind of sheet.
 *
 * @param list their names with people's, and their headings, apart by `|`, the best first; `words` that a long heading
 *   has, the beginnings of each apart by `|`, joined by `&`, with `!` before what it has not
 */
export function fieldsOf<C extends string>(
  list: { name: string; label: string; headings?: string | undefined; words?: string[] }[],
  { amounts, example }: Pick<Fields<C>, 'amounts' | 'example'>,
): Fields<C> {
  return {
    campos: list.map(({ name }) => name as C),
    labels: Object.fromEntries(list.map(({ name, label }) => [name, label])),
    // A heading that a list has twice, in two spellings, counts where it stands first: a Map keeps the last.
    byHeading: new Map(
      list
        .flatMap(({ name, headings = '' }) =>
          headings
            .split('|')
            .map((heading, rank) => [foldHeading(heading), { campo: name as C, rank }] as const),
        )
        .reverse(),
    ),
    byWords: list.flatMap(({ name, words = [] }) =>
      words.map((each, i) => ({
        campo: name as C,
        rank: AFTER_ALL + i,
        words: wordsIn(each),
      })),
    ),
    amounts,
    example,
  };
}
