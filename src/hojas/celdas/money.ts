import type { Cell } from './cell.ts';
import { fold, isBrief, type Read, wrong } from './text.ts';
import { type Unidad, unitIn } from './units.ts';

// Cells that describe a row's amounts: their currency, their unit, their taxes. Only pesos are pesos.

/** Columns that describe the amounts of a sheet. They are checked, and not stored. */
export const OF_MONEY = {
  moneda: {
    label: 'Moneda',
    headings: `moneda | tipo de moneda | divisa | tipo de divisa | moneda del contrato | tipo de moneda del contrato
      | clave de moneda | clave moneda | currency`,
  },
  tipoCambio: {
    label: 'Tipo de cambio',
    headings:
      'tipo de cambio | tipo de cambio de referencia | tipo de cambio de referencia, en su caso',
  },
  iva: {
    label: 'Si los montos incluyen IVA',
    headings: `incluye IVA | ¿incluye IVA? | IVA incluido | con IVA | incluye impuestos | impuestos incluidos
      | con impuestos | IVA`,
  },
};
export type CampoDeDinero = keyof typeof OF_MONEY;

/** Words of headings that no list has. The first match counts. Each entry has exceptions. */
const IN_WORDS: { campo: CampoDeDinero; says: RegExp; unless?: RegExp[] }[] = [
  { campo: 'tipoCambio', says: /tipo (?:de )?cambio|^t ?c$/ },
  {
    // «¿El monto incluye IVA?».
    campo: 'iva',
    says: /(?:inclu.*|\bcon )\b(?:iva|i v a|impuestos?)|\b(?:iva|i v a|impuestos?) inclu/,
    unless: [
      // The amount itself: «Monto con IVA».
      /^(?:monto|importe)s? (?!inclu\w*en?\b)/,
      // The other way round, but for «Incluye IVA (sí o no)».
      /\b(?:sin|antes|exclu\w*|(?<!\bsi |\bsi o )no)\b/,
    ],
  },
  {
    // «Moneda en que se expresa el monto».
    campo: 'moneda',
    says: /moneda(?! nacional$)|divisa|monetari|^mon$/,
    unless: [/\b(?:letra|observ\w*|notas?|coment\w*)/],
  },
];
/** Such columns rank after all others. */
const BY_WORDS = 1_000;

/** True for a cell that is an amount, and describes none: a code of a currency is one digit or two, beside a word. */
const isAmount = ({ text }: Cell): boolean =>
  isBrief(text) && (/(?:\d\D*){3}/.test(text) || /^[^\p{L}]*[1-9][^\p{L}]*$/u.test(text));

/** The field of a column that describes amounts, by its heading; undefined where the cells below are amounts themselves. */
export function moneyIn(heading: string, below: Cell[]) {
  if (!isBrief(heading)) return undefined;
  const plain = heading
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const campo = IN_WORDS.find(
    ({ says, unless = [] }) => says.test(plain) && !unless.some((words) => words.test(plain)),
  )?.campo;
  if (!campo || (campo !== 'tipoCambio' && below.some(isAmount))) return undefined;
  return { campo, rank: BY_WORDS };
}

/** Words that people write for «nothing». */
const NOTHING = /^(?:na|nd|sd|no(?:aplica|disponible)?|sindatos?|ningun[oa]|0*)$/;
/** Words for pesos, of which a cell has nothing but some: «Peso mexicano (MXN)», «M.N.». */
const OF_PESOS =
  /^(?:pesos?|mexican[oa]s?|mexico|monedas?|nacional(?:es)?|mx[np]?|mex|mn|m|n|de|en|miles|millones|mdp)$/;

/**
 * Reads the unit of a row's amounts from its currency: pesos, thousands or millions; undefined where the cell has no currency.
 * Any other currency is refused.
 */
export function readCurrency(
  { text, kind }: Cell,
  { rank }: { rank: number },
): Read<Unidad | undefined> {
  if (rank >= BY_WORDS && isAmount({ text, kind })) return { value: undefined };
  const words = isBrief(text) ? (text.normalize('NFD').match(/\p{L}[\p{L}\p{M}]*/gu) ?? []) : [];
  if (words.length > 0 && words.every((word) => OF_PESOS.test(fold(word)))) {
    const unit = unitIn(text);
    return { value: unit === 'miles' || unit === 'millones' ? unit : 'pesos' };
  }
  if (isBrief(text) && !/[€£¥]/.test(text) && NOTHING.test(fold(text))) return { value: undefined };
  return wrong(
    text,
    'no son pesos y el registro guarda pesos mexicanos: convierta los montos de la fila y escriba ahí «Pesos».',
  );
}

/** Thousands or millions of pesos, alone in a cell: «Miles de pesos». */
const SCALE =
  /^(?:(?:cifras|expresad[oa]s?)?en)?(?:(?:miles|millones)(?:depesos(?:mexicanos)?)?|m?mdp|pesos)$/;

/** The unit of amounts of a cell with nothing else in it; undefined for any other cell. */
export const scaleIn = ({ text }: Cell): Unidad | undefined => {
  const unit = isBrief(text) && SCALE.test(fold(text)) ? unitIn(text) : undefined;
  return unit === 'otra moneda' ? undefined : unit;
};

/** Headings of columns with such cells, folded. */
export const OF_SCALE = /^(?:unidad|cifra|escala|expresad)/;

/** True for an exchange rate: a number other than 0 and 1. */
export const isExchangeRate = ({ text }: Cell): boolean =>
  isBrief(text) && /\d/.test(text) && !/^[^\d]*0*[01](?:[.,]0+)?[^\d]*$/.test(text);

/** True for a cell that says that amounts have no taxes. */
export const isWithoutTaxes = ({ text }: Cell): boolean =>
  isBrief(text) &&
  /^(?:no|n|sin|mas|antesde|noincluye|noincluido|excluid[oa]s?)(?:iva|impuestos?|incluidos?)*$/.test(
    fold(text),
  );
