import { WORDS_FOR_PESOS as PESOS } from '../../core/base/pesos.ts';
import { isBrief } from './text.ts';

// The units that amounts come in. Only pesos are pesos. For any other unit the importer has to confirm.

/** The unit of the amounts that the importer chose. */
export const UNIDADES = ['pesos', 'miles', 'millones'] as const;
export type Unidad = (typeof UNIDADES)[number];

/** A unit that a sheet names, or the currency of another country. */
export type Unit = Unidad | 'divisa';

/** Places by which an amount's point moves to the right. */
export const PLACES: Record<Unidad, number> = { pesos: 0, miles: 3, millones: 6 };

const FOREIGN = String.raw`usd|us\$|d[oó]lar(?:es)?|dlls?|mdd|euros?|eur|€`;
const MILLIONS = 'millones|mdp|mmdp|mp|0{6}';
const THOUSANDS = "miles|0{3}['’]?s?";
const word = (words: string) => String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])`;

/** Units by the words that name them. The first match in a text counts. */
const UNITS: [Unit, RegExp][] = [
  ['divisa', new RegExp(word(FOREIGN), 'iu')],
  ['millones', new RegExp(word(MILLIONS), 'iu')],
  ['miles', new RegExp(word(THOUSANDS), 'iu')],
  ['pesos', new RegExp(word(PESOS), 'iu')],
];

/** The unit that a heading of amounts names, anywhere in it: «Monto (miles de pesos) autorizado». */
export function unitIn(heading: string): Unit | undefined {
  if (!isBrief(heading)) return undefined;
  const text = heading.replace(/\s+/g, ' ');
  return UNITS.find(([, words]) => words.test(text))?.[0];
}

/**
 * What stands behind a number for which its format shows another currency, or a unit by which it was not divided: the same as in a
 * text, so that the amount is asked about as that would be. Undefined where the number is what it shows.
 *
 * @param words of the format, beside the number
 */
export function unitShown(words: string, isDivided: boolean): string | undefined {
  const unit = /[\p{L}€]/u.test(words) ? unitIn(words.replace(/\d+/g, ' ')) : undefined;
  if (unit === 'divisa') return words.trim();
  return unit === 'pesos' || isDivided ? undefined : unit;
}

const AT_END = new RegExp(
  String.raw`(?:${word('cifras|cantidades|expresad[oa]s?')}[ _]+)?(?:${word('en')}[ _]+)?(?:(?:${word(`${MILLIONS}|${THOUSANDS}`)}[ _]+(?:${word('de')}[ _]+)?)?${word(`${PESOS}|${FOREIGN}`)}|${word(`${MILLIONS}|${THOUSANDS}`)})[^\p{L}\p{N}]*$`,
  'iu',
);

/** A heading without the unit that it ends with: «Importe» of «Importe en miles de pesos». */
export const withoutUnit = (heading: string): string =>
  isBrief(heading) ? heading.replace(/[\s_]+/g, ' ').replace(AT_END, '') : heading;

/** Pattern of a title that names the unit of all amounts below it. */
const IN_TITLE = new RegExp(
  `${word('(?:miles|millones) de (?:pesos|d[oó]lares)')}|${word('en (?:miles|millones|d[oó]lares|usd|euros)')}|${word('mdp|mmdp|mdd')}`,
  'iu',
);

/** The unit that a text above the headings names: «Cifras en miles de pesos». */
export function unitInTitle(title: string): Unit | undefined {
  if (!isBrief(title)) return undefined;
  const phrase = IN_TITLE.exec(title.replace(/\s+/g, ' '))?.[0];
  return phrase === undefined ? undefined : unitIn(phrase);
}

/**
 * The unit that the sheet suggests and the importer has not confirmed; undefined where there is no doubt.
 *
 * @param inSheet the unit that the sheet names
 * @param unidad the importer's choice. For another country's currency, only `pesos` settles the doubt
 */
export function unitInDoubt(
  inSheet: Unit | undefined,
  unidad: Unidad | undefined,
): Exclude<Unit, 'pesos'> | undefined {
  if (inSheet === undefined || inSheet === 'pesos') return undefined;
  if (inSheet === 'divisa') return unidad === 'pesos' ? undefined : inSheet;
  return unidad === undefined ? inSheet : undefined;
}
