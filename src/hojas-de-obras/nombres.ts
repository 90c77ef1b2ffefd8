import { remark } from '../core/base/errors.ts';
import {
  bareName,
  bigrams,
  confidentMatch,
  fold,
  foldName,
  isAlikeBeyondKind,
  isBrief,
  LEAST_SIMILARITY,
  mostSimilar,
  quoted,
  type Word,
  wordsOf,
} from '../hojas/celdas/index.ts';
import type { Finding, Row, Source } from '../hojas/index.ts';

// Records of catalogs that the cells of a sheet name.

export interface CatalogRecord {
  id: number;
  nombre: string;
  activo: boolean;
  siglas?: string | null;
  /** The id of the record that this one was merged into. It counts while this one is inactive. */
  fusionadoEn?: number | null;
}

/** The result of looking for a name: one record, several, or none, with the nearest name where there is one. */
export interface NameMatch {
  record?: CatalogRecord;
  /** The record with that name, where it was merged into the first one. */
  merged?: CatalogRecord;
  several?: CatalogRecord[];
  nearest?: string | undefined;
  /** True where the nearest was almost certainly meant. */
  isCertain?: boolean;
  /** A more similar name further up in the file. */
  other?: NewName;
  /** The reason why a name that is understood stands for no record, as the end of a sentence that begins with the name. */
  fault?: string;
}

/** The most unknown names that are compared, and the most records that they are compared with. */
const MOST_UNKNOWN = 500;
const MOST_COMPARED = 5_000;

/**
 * Returns a function that finds a record by its name: exactly, else without case and accents, else by its siglas. A merged one stands
 * for that in which it goes on.
 *
 * @param others further names, folded, with the record's id
 * @param equivalents the importer's choices, which come first
 * @param least similarity of a suggested name
 */
export function createFinder(
  records: CatalogRecord[],
  others: Record<string, number> = {},
  equivalents?: Map<string, number | null>,
  least = LEAST_SIMILARITY,
): (name: string) => NameMatch {
  const exact = new Map(records.map((record) => [record.nombre, record]));
  const byId = new Map(records.map((record) => [record.id, record]));
  const folded = groupedNames(records, ({ nombre }) => fold(nombre));
  const siglas = groupedNames(records, (record) => (record.siglas ? fold(record.siglas) : ''));
  const remembered = new Map<string, NameMatch>();
  let unknown = 0;
  let compared: { pairs: [string, Set<string>][]; words: [CatalogRecord, Word[]][] } | undefined;
  const present = (record: CatalogRecord) => {
    const other = record.activo ? undefined : byId.get(record.fusionadoEn ?? 0);
    return other?.activo ? other : record;
  };
  const matchOf = (named: CatalogRecord): NameMatch => {
    const record = present(named);
    return record === named ? { record } : { record, merged: named };
  };
  const known = (name: string): NameMatch | undefined => {
    const same = exact.get(name);
    if (same) return matchOf(same);
    const key = fold(name);
    const fitting = folded.get(key) ?? (key === '' ? undefined : siglas.get(key)) ?? [];
    const several = [...new Set(fitting.map(present))];
    if (several.length > 1) return { several };
    const other =
      fitting.find((each) => each === several[0]) ?? fitting[0] ?? byId.get(others[key] ?? 0);
    return other && matchOf(other);
  };
  const find = (name: string): NameMatch => {
    if (!isBrief(name)) return {};
    const meant = byId.get(equivalents?.get(foldName(name)) ?? 0);
    if (meant) return { record: meant };
    const sameName = known(name);
    if (sameName) return sameName;
    // «No terminada» is similar to «Terminada», and its opposite.
    if (/^(no|sin) /i.test(name.trim())) return {};
    unknown += 1;
    if (unknown > MOST_UNKNOWN) return {};
    const bare = bareName(name);
    const meantBare = known(bare)?.record;
    if (meantBare?.activo) return { nearest: meantBare.nombre, isCertain: true };
    const few = records.slice(0, MOST_COMPARED);
    compared ??= {
      // An inactive record is no suggestion, since rows may not name it. But it keeps others from being certain.
      pairs: few.flatMap(({ nombre, activo }) => (activo ? [[nombre, bigrams(fold(nombre))]] : [])),
      words: few.map((record) => [record, wordsOf(record.nombre)]),
    };
    const certain = confidentMatch(wordsOf(bare), compared.words);
    if (certain?.activo) return { nearest: certain.nombre, isCertain: true };
    const nearest = mostSimilar(bigrams(fold(name)), compared.pairs, least);
    return nearest !== undefined && isAlikeBeyondKind(name, nearest) ? { nearest } : {};
  };
  return (name) => {
    let match = remembered.get(name);
    if (!match) {
      match = find(name);
      if (remembered.size < MOST_COMPARED) remembered.set(name, match);
    }
    return match;
  };
}

function groupedNames(
  records: CatalogRecord[],
  keyOf: (record: CatalogRecord) => string,
): Map<string, CatalogRecord[]> {
  const groups = new Map<string, CatalogRecord[]>();
  for (const record of records) {
    const key = keyOf(record);
    const group = groups.get(key);
    if (group) group.push(record);
    else groups.set(key, [record]);
  }
  return groups;
}

export interface NewName {
  /** Its first spelling. */
  nombre: string;
  siglas: string | null;
  /** The first row with it. */
  fila: number;
  /** An earlier, very similar name. */
  like: NewName | undefined;
}

/** Returns a function that adds a new name: those that differ in case, accents and punctuation alone are one. */
export function createNewNames(): (nombre: string, fila: number) => NewName {
  const known = new Map<string, NewName>();
  const compared: [NewName, Set<string>][] = [];
  return (nombre, fila) => {
    const key = foldName(nombre);
    const same = known.get(key);
    if (same) return same;
    const own = bigrams(key);
    const isCompared = compared.length < MOST_UNKNOWN;
    const nearest = isCompared ? mostSimilar(own, compared) : undefined;
    const like = nearest && isAlikeBeyondKind(nombre, nearest.nombre) ? nearest : undefined;
    const made: NewName = { nombre, siglas: null, fila, like };
    if (isCompared) compared.push([made, own]);
    if (known.size < MOST_COMPARED) known.set(key, made);
    return made;
  };
}

/** The failure of a name that no record has. */
export function unknownName(what: string, name: string, nearest?: string): string {
  const hint = nearest === undefined ? '' : ` ¿Quiso decir ${quoted(nearest)}?`;
  return `no existe ${what} ${quoted(name)}.${hint}`;
}

// What a row says of them ---------------------------------------------------------------------------

/** The end of a sentence about a record that was deactivated, or merged with another. */
export const INACTIVE = 'está en el catálogo, pero inactivo; actívelo ahí o corrija la fila.';

/** The end of a sentence about a name of a record that was merged. */
const mergedInto = ({ nombre }: CatalogRecord) =>
  `se fusionó en el catálogo con ${quoted(nombre)}, que se toma en su lugar.`;

/** The cell with a name. */
export type NameCell<C extends string> = Source<C> & { text: string };

/**
 * A record by its name, or a refusal.
 *
 * @param field the refusal of an inactive record counts where the row changes this field; without one it is judged elsewhere
 * @param what the record with its article, within a sentence
 */
export function chooseRecord<C extends string>(
  row: Row<C>,
  campo: C,
  field: string | undefined,
  what: string,
  match: NameMatch,
  source: NameCell<C>,
): CatalogRecord | undefined {
  if (match.record) {
    if (match.merged) {
      const general = mergedInto(match.record);
      const text = `${quoted(match.merged.nombre)} ${general}`;
      row.warn(source, { ...remark(campo, text), general, once: text });
    }
    if (!match.record.activo && field) {
      const text = `${quoted(match.record.nombre)} ${INACTIVE}`;
      row.refuse(source, { ...remark(campo, text), general: INACTIVE }, field);
    }
    return match.record;
  }
  if (match.several) {
    const names = match.several.map(({ nombre }) => quoted(nombre)).join(', ');
    refuseName(row, campo, source, {
      text: `${quoted(source.text)} puede ser ${names}; escriba el nombre completo, con sus acentos.`,
      general: 'puede ser más de uno del catálogo; escriba el nombre completo, con sus acentos.',
    });
    return undefined;
  }
  const { other, fault } = match;
  if (fault !== undefined) {
    refuseName(row, campo, source, { text: `${quoted(source.text)} ${fault}`, general: fault });
    return undefined;
  }
  const hint = other ? ` ${likeOther(other)}, escríbalas igual.` : '';
  refuseName(row, campo, source, {
    text: unknownName(what, source.text, match.nearest) + hint,
    general: 'no está en el catálogo.',
    sugerencia: match.nearest,
    isCertain: match.isCertain,
  });
  return undefined;
}

/** Refuses the row for a name that stands for no record, or for several. */
export function refuseName<C extends string>(
  row: Row<C>,
  campo: C,
  source: NameCell<C>,
  finding: Omit<Finding, 'field'>,
): void {
  row.refuse(source, { field: campo, isApart: true, codigo: 'valorDesconocido', ...finding });
}

/** The beginning of a hint at an earlier, similar name of the file. */
export const likeOther = ({ nombre, fila }: NewName): string =>
  `Se parece a ${quoted(nombre)}, que tampoco está (fila ${fila}): si es la misma cosa`;
