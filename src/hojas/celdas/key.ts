import { type Cell, type SheetRow, withoutZeroFraction } from './cell.ts';
import { fold, isBrief, type Read, readText, type Unread } from './text.ts';
import { withoutUnseen } from './traces.ts';

// Keys of works: reading a cell, words that mean «no key», and repeated keys in a file.

/** Digits of a number that a spreadsheet holds exactly. */
const EXACT_DIGITS = 15;

/**
 * Reads a key. A number or a date that the spreadsheet made of a key is refused: its digits are no longer those that were
 * typed.
 */
export function readKey(cell: Cell): Read<string> {
  const { text, kind, shown = text } = cell;
  if (kind === 'date') {
    return turned('fecha', text, '');
  }
  if (kind === 'number' || kind === 'percent') {
    if (/^\d+$/.test(text) && text.length <= EXACT_DIGITS) return { value: shown };
    return turned('número', text, ' y puede haber perdido cifras');
  }
  return readText({ ...cell, text: withoutUnseen(text) });
}

/**
 * Returns a function that reads the keys of a column. «1001.0» is 1001, as programs write a whole number, unless the first rows
 * have keys with other decimals: there the decimals may be part of the key.
 */
export function createKeyReader(
  columns: { index: number }[] | undefined,
  first: SheetRow[],
): (cell: Cell) => Read<string> {
  const isDecimal = (cell: Cell | undefined) => /^\s*\d+\.\d*[1-9]\d*\s*$/.test(cell?.text ?? '');
  const areDecimal = columns?.some(({ index }) =>
    first.some(({ cells }) => isDecimal(cells[index])),
  );
  return (cell) => readKey(areDecimal ? cell : { ...cell, text: withoutZeroFraction(cell.text) });
}

function turned(into: string, text: string, lost: string): Unread {
  const so = `la hoja de cálculo convirtió la clave en ${into}`;
  const next = `${lost}; dé formato de texto a la celda y escríbala de nuevo.`;
  return { fault: `${so} (${text})${next}`, general: `${so}${next}` };
}

/** True for a long number in scientific notation: most digits of such a key may be lost. */
export const isScientific = (text: string): boolean =>
  /^\d+(?:\.\d+)?E\+\d+$|^\d\.\d+E\d+$/i.test(text);

/** Words that people write for «no key», folded. Dots and dashes alone fold to nothing. */
const WORDS_FOR_NO_KEY =
  /^(?:|s[nc]|sin(?:clave|numero|folio)?|n[ad]|noaplica|nodisponible|pendiente|por(?:asignar|definir)|ninguna?|null|0)$/;

/** True for a text that means «no key»: «S/N», «-», «N/A», «.». */
export const isNoKey = (key: string): boolean => WORDS_FOR_NO_KEY.test(fold(key));

/** An earlier row with the same or a similar key. */
interface Seen {
  /** The first row with the same key. */
  earlier: number | undefined;
  /** A key that differs in capitals, zeros before it or «.0» behind it alone, and the row that had it first. */
  alike: { key: string; fila: number } | undefined;
}

/** Returns a function that remembers the keys of a file's rows, and returns the earlier row of each repeated key. */
export function createKeyMemory(): (key: string, fila: number) => Seen {
  /**
   * The row of each key's first mention, with a letter before the key: digits alone are hashed without a secret before Node
   * 20.20, and a file can have 200,000 that fall together.
   */
  const first = new Map<string, number>();
  const spellings = new Map<string, { key: string; fila: number }>();
  return (key, fila) => {
    const earlier = first.get(`k${key}`);
    if (earlier !== undefined) return { earlier, alike: undefined };
    first.set(`k${key}`, fila);
    // A text that is too long for a key may take megabytes.
    if (!isBrief(key)) return { earlier, alike: undefined };
    const small = `k${key.toLowerCase().replace(/^0+(?=[^.])|\.0+$/g, '')}`;
    const alike = spellings.get(small);
    if (!alike) spellings.set(small, { key, fila });
    return { earlier, alike };
  };
}
