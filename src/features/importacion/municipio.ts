import {
  foldName,
  isBrief,
  type Word,
  withoutZeroFraction,
  wordsOf,
} from '../../hojas/celdas/index.ts';
import { type CatalogRecord, createFinder, type NameMatch } from '../../hojas-de-obras/nombres.ts';
import { OTHER_MUNICIPIOS } from './catalogs.ts';

// The municipio that a cell names: by its name, by INEGI's number, or by both, as the reports of federal funds (RFT) write it.

/** A number, with Yucatán's before it or without. */
const INEGI_NUMBER = /^(?:31)?(\d{1,3})$/;
/** A number beside a name: «50 - Mérida», «31050 Mérida», «Mérida (050)». */
const NUMBER_BESIDE_NAME = /^((?:31)?\d{1,3})[\s\-–—.:_)]+(?=\p{L})/u;
const BEHIND = /(?<=\p{L}\.?)[\s\-–—:_(]+((?:31)?\d{1,3})\)?$/u;
const STATE = /\s*,\s*yuc(at[aá]n|\.)?\s*$/iu;
/** Between the names of several municipios. */
const AND = /\s*(?:[,;/&+\n–—-]|\s[ye]\s)\s*/iu;

/** The most municipios that a sentence names. */
const MOST_NAMED = 6;
/** A suggested name has at least this similarity: the names are short, and many. */
const LEAST_ALIKE = 0.6;
const SEVERAL = 'nombra más de un municipio; escriba uno solo, el principal.';
const NOT_ONE =
  'trae un número y un nombre que no son del mismo municipio; corrija uno de los dos.';

/**
 * Returns a function that finds the municipio which a name, a number, or both stand for.
 *
 * @param meant the importer's choices by folded name, which come first
 */
export function createMunicipioFinder(
  municipios: CatalogRecord[],
  meant: Map<string, number | null> | undefined,
): (name: string) => NameMatch {
  const findByName = createFinder(municipios, OTHER_MUNICIPIOS, meant, LEAST_ALIKE);
  const byId = new Map(municipios.map((each) => [each.id, each]));
  const numbered = (text: string) => {
    const number = INEGI_NUMBER.exec(text)?.[1];
    return number === undefined ? undefined : byId.get(Number(number));
  };
  const words = municipios.map((record) => ({ record, its: wordsOf(record.nombre) }));
  /** Those whose names begin with these words: «Tekal» is the beginning of «Tekal de Venegas», and «Telchac P.» of two. */
  const begunBy = (name: string) => {
    const own = wordsOf(name);
    const isOf = (its: Word[]) =>
      own.every(({ letters, isCut }, i) =>
        isCut ? its[i]?.letters.startsWith(letters) : its[i]?.letters === letters,
      );
    if (own.length === 0) return [];
    return words.flatMap(({ record, its }) => (record.activo && isOf(its) ? record : []));
  };

  const find = (name: string): NameMatch => {
    const match = findByName(name);
    if (match.record || match.several || match.isCertain) return match;
    const known = name.split(AND).flatMap((part) => findByName(part.trim()).record ?? []);
    if (known.length > 1) return { fault: SEVERAL };
    const begun = begunBy(name);
    const [first] = begun.length > 0 ? begun : known;
    // «Mérida y Chelem»: one is no suggestion for both.
    if (begun.length === 0 && first && /\s[ye]\s/iu.test(name)) return {};
    if (begun.length > MOST_NAMED) return {};
    if (begun.length > 1) return { several: begun };
    return first ? { nearest: first.nombre } : match;
  };

  return (text) => {
    if (!isBrief(text)) return {};
    const name = withoutZeroFraction(text).trim();
    if (meant?.has(foldName(name))) return findByName(name);
    const record = numbered(name);
    if (record) return { record };
    const bare = name.replace(STATE, '');
    const [whole, number] = NUMBER_BESIDE_NAME.exec(bare) ?? BEHIND.exec(bare) ?? [];
    if (whole === undefined || number === undefined) return find(bare);
    const named = find(bare.replace(whole, '').trim());
    const its = numbered(number);
    if (its && named.record?.id === its.id) return named;
    if (its && named.nearest === its.nombre) return { ...named, isCertain: true };
    return named.record || named.nearest ? { fault: NOT_ONE } : named;
  };
}
