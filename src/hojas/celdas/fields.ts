import { foldHeading } from './text.ts';

// The fields that the columns of a kind of sheet may say, and the headings by which they are known.

/** The importer's own word on the columns, by their headings; null for one that is not to be read. */
export type NamedColumns<C extends string = string> = Record<string, C | null>;

/** What the columns of a kind of sheet may say. */
export interface Fields<C extends string = string> {
  campos: C[];
  /** People's names for them. */
  labels: Record<string, string>;
  /** Where several columns say the same, that whose heading ranks first counts if it has a value. */
  byHeading: Map<string, { campo: C; rank: number }>;
  /** Those whose columns hold money. */
  amounts: C[];
  /** What the importer may say of a column, as an example. */
  example: NamedColumns<C>;
}

/**
 * The fields of a kind of sheet.
 *
 * @param list their names with people's, and their headings, apart by `|`, the best first
 */
export function fieldsOf<C extends string>(
  list: { name: string; label: string; headings?: string | undefined }[],
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
    amounts,
    example,
  };
}
