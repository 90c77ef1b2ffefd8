import type { Cell } from './cell.ts';
import { foldHeading, isBrief } from './text.ts';

// The fields that the columns of a kind of sheet may have, and their headings.

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
  /** People's names for them at the beginning of a sentence, also for values that no column has. */
  names: Record<string, string | undefined>;
  /** The parameters that set a field for all rows, by field. */
  forAll: Record<string, string>;
  /** The field of the key by which a record is known. */
  key: C;
  /** Fields whose columns hold money. */
  amounts: C[];
  /**
   * The field of progress, a percentage that may stand beside other figures, and headings of progress that is physical; null where
   * these sheets have none.
   */
  progress: { campo: C; isPhysical: RegExp } | null;
  /** Words behind the heading of a figure that leave it what it is, by field. */
  same: Record<string, RegExp | undefined>;
  /** Folded headings that a form has twice, and the field of the second; null for a column that is not read. */
  twice: Record<string, C | null>;
  /** The field of a column whose heading no list has, by the cells below. */
  fieldOfOther?: (heading: string, below: Cell[]) => { campo: string; rank: number } | undefined;
  /** An example of a column that the importer chooses. */
  example: NamedColumns<C>;
  words: Words;
}

/** What a kind of sheets says of its records, in sentences and in the OpenAPI document. */
export interface Words {
  /** The records, one of them, and the one of a row, each with its article. */
  records: string;
  aRecord: string;
  theRecord: string;
  /** How the column of the key is called, with its usual headings in parentheses. */
  keyColumn: string;
  /** The records in «total de …», as a pattern. */
  totals: string;
  /** The name of a sheet that has none. */
  sheet: string;
  /** Files of the same records that are no sheets. */
  others: Other[];
  /** Remedies of findings, by code, in the order of the OpenAPI document. */
  codes: Record<string, Code>;
  document: {
    /** Descriptions of parameters, and of a changed field's record. */
    unidadMonto: string;
    confirmar: string;
    clave: string;
    /** Examples of a file's name, a sheet's, and an importer. */
    archivo: string;
    hoja: string;
    usuario: string;
  };
}

/** A kind of file by its beginning: what it is, and what to do. */
export type Other = [isSo: (start: string) => boolean, what: string, next: string];

/** The remedy of a finding. */
export interface Code {
  description: string;
  remedio: string | null;
  /** True for a finding about the file, and not about its rows. */
  isOfFile?: true;
}

/** What `fieldsOf` takes as it is. */
type Kept<C extends string> = Omit<
  Fields<C>,
  'campos' | 'labels' | 'byHeading' | 'byWords' | 'names' | 'forAll'
> &
  Partial<Pick<Fields<C>, 'names' | 'forAll'>>;

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

const worded = (list: string): Worded<string>['words'] =>
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
  kept: Kept<C>,
): Fields<C> {
  const labels = Object.fromEntries(list.map(({ name, label }) => [name, label]));
  return {
    campos: list.map(({ name }) => name as C),
    labels,
    names: labels,
    forAll: {},
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
        words: worded(each),
      })),
    ),
    ...kept,
  };
}
