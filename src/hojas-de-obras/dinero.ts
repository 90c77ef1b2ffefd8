import { remark } from '../core/base/errors.ts';
import {
  type Cell,
  fold,
  foldHeading,
  isBrief,
  quoted,
  type Read,
  type Unidad,
  unitIn,
  wrong,
} from '../hojas/celdas/index.ts';
import type { Finding, Headings, Row, Source } from '../hojas/index.ts';

// Cells that describe a row's amounts: their currency, their unit, their taxes. Only pesos are pesos. The registry has all of
// them in Mexican pesos.

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
const WORDS_FOR_NO_MONEY = /^(?:na|nd|sd|no(?:aplica|disponible)?|sindatos?|ningun[oa]|0*)$/;
/** Words for pesos, of which a cell has nothing but some: «Peso mexicano (MXN)», «M.N.». */
const OF_PESOS =
  /^(?:pesos?|mexican[oa]s?|mexico|monedas?|nacional(?:es)?|mx[np]?|mex|mn|m|n|de|en|miles|millones|mdp)$/;

/**
 * Reads the unit of a row's amounts from its currency: pesos, thousands or millions; undefined where the cell has no currency.
 * Any other currency is refused.
 */
function readCurrency({ text, kind }: Cell, { rank }: { rank: number }): Read<Unidad | undefined> {
  if (rank >= BY_WORDS && isAmount({ text, kind })) return { value: undefined };
  const words = isBrief(text) ? (text.normalize('NFD').match(/\p{L}[\p{L}\p{M}]*/gu) ?? []) : [];
  if (words.length > 0 && words.every((word) => OF_PESOS.test(fold(word)))) {
    const unit = unitIn(text);
    return { value: unit === 'miles' || unit === 'millones' ? unit : 'pesos' };
  }
  if (isBrief(text) && !/[€£¥]/.test(text) && WORDS_FOR_NO_MONEY.test(fold(text)))
    return { value: undefined };
  return wrong(
    text,
    'no son pesos y el registro guarda pesos mexicanos: convierta los montos de la fila y escriba ahí «Pesos».',
  );
}

/** Thousands or millions of pesos, alone in a cell: «Miles de pesos». */
const SCALE =
  /^(?:(?:cifras|expresad[oa]s?)?en)?(?:(?:miles|millones)(?:depesos(?:mexicanos)?)?|m?mdp|pesos)$/;

/** The unit of amounts of a cell with nothing else in it; undefined for any other cell. */
const scaleIn = ({ text }: Cell): Unidad | undefined => {
  const unit = isBrief(text) && SCALE.test(fold(text)) ? unitIn(text) : undefined;
  return unit === 'divisa' ? undefined : unit;
};

/** Headings of columns with such cells, folded. */
const OF_SCALE = /^(?:unidad|cifra|escala|expresad)/;

/** True for an exchange rate: a number other than 0 and 1. */
const isExchangeRate = ({ text }: Cell): boolean =>
  isBrief(text) && /\d/.test(text) && !/^[^\d]*0*[01](?:[.,]0+)?[^\d]*$/.test(text);

/** True for a cell that says that amounts have no taxes. */
const isWithoutTaxes = ({ text }: Cell): boolean =>
  isBrief(text) &&
  /^(?:no|n|sin|mas|antesde|noincluye|noincluido|excluid[oa]s?)(?:iva|impuestos?|incluidos?)*$/.test(
    fold(text),
  );

/**
 * Returns a function that refuses a row where its cells give its amounts another currency, or another unit than the file has. It
 * returns the cell that says that the amounts exclude taxes, where there is one.
 *
 * @param unidad the unit that the importer chose
 */
export function createMoneyCheck<C extends string>(
  headings: Headings<C | CampoDeDinero>,
  unidad: Unidad | undefined,
): (row: Row<C | CampoDeDinero>) => Source<C | CampoDeDinero> | undefined {
  const { columns, of } = headings;
  const scales = columns.filter(
    ({ campo, heading }) => campo === undefined && OF_SCALE.test(foldHeading(heading)),
  );
  /** The first cell of a field that passes the test, even where the row is refused for it. */
  const cellIn = (
    row: Row<C | CampoDeDinero>,
    campo: CampoDeDinero,
    says: (cell: Cell) => boolean,
  ) => {
    for (const column of of[campo] ?? []) {
      const cell = row.cells[column.index];
      if (cell && says(cell)) return { column, text: cell.text };
    }
    return undefined;
  };
  return (row) => {
    const moneda = row.read('moneda', readCurrency);
    // A currency may stand in any of its columns: of the contract, of the payment.
    for (const column of of.moneda ?? []) {
      const cell = row.cells[column.index];
      const currency = cell && !row.isRefusedFor('moneda') && readCurrency(cell, column);
      if (currency && 'fault' in currency)
        row.refuseUnread('moneda', { column, text: cell.text }, currency);
    }
    const isCurrencyStated = moneda?.value !== undefined || row.isRefusedFor('moneda');
    const cambio = isCurrencyStated ? undefined : cellIn(row, 'tipoCambio', isExchangeRate);
    if (cambio) {
      const next = 'escriba «Pesos» en una columna «Moneda», o convierta los montos.';
      const text = `La fila trae un tipo de cambio, ${quoted(cambio.text)}, y no dice de qué moneda son sus montos: ${next}`;
      const general = `Hay filas con un tipo de cambio que no dicen de qué moneda son sus montos: ${next}`;
      row.refuse(cambio, { field: '', campo: 'tipoCambio', text, general });
    }
    const foreign = [
      ...(moneda?.value && moneda.value !== 'pesos' ? [{ ...moneda, unit: moneda.value }] : []),
      ...scales.flatMap((column) => {
        const cell = row.cells[column.index];
        const unit = cell && scaleIn(cell);
        return cell && unit ? [{ column, text: cell.text, unit }] : [];
      }),
    ].find(({ unit }) => unit !== (unidad ?? 'pesos'));
    if (foreign) {
      const isPesos = foreign.unit === 'pesos';
      const of = isPesos ? 'pesos' : `${foreign.unit} de pesos`;
      const others = unidad === undefined || unidad === 'pesos' ? 'pesos' : `${unidad} de pesos`;
      const text = `La fila dice que sus montos están en ${of}, y los del archivo se leen en ${others}: escríbalos todos en la misma unidad.`;
      row.refuse(foreign, { field: '', campo: 'moneda', text });
    }
    return cellIn(row, 'iva', isWithoutTaxes);
  };
}

/**
 * The reason that an amount may not be pesos: the sheet names another unit. Undefined where it names none, or the importer
 * confirmed it.
 */
export function unitDoubt<C extends string>(
  { doubt, headings }: Row<C>,
  campo: C,
): Finding | undefined {
  if (!doubt || !headings.unit) return undefined;
  const isForeign = doubt === 'divisa';
  const what = isForeign
    ? 'habla de otra moneda y el registro guarda pesos mexicanos: convierta los montos.'
    : `habla de ${doubt}: confirme si los montos están en ${doubt} de pesos o en pesos.`;
  const codigo = isForeign ? 'otraMoneda' : 'unidadMonto';
  return { ...remark(campo, `${quoted(headings.unit.text)} ${what}`), codigo, once: codigo };
}
