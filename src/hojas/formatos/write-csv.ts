// CSV as spreadsheets in Mexico read it: RFC 4180 with a comma and CRLF, and a BOM, without which Excel takes UTF-8 for
// something else.

export const BOM = '\ufeff';

/** A row of cells that are ready. */
export const csvRow = (cells: string[], delimiter = ',') => `${cells.join(delimiter)}\r\n`;

/**
 * A text as a cell. If a spreadsheet would take it for a formula (CWE-1236), it gets one apostrophe before it. If it begins
 * with an apostrophe it gets one too, so that a reader who takes one off has exactly the text. Numbers need none.
 */
export function csvText(text: string): string {
  const guarded = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** The text that a cell was made of, where only a guard can have put the apostrophe there. */
export const withoutGuard = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;

const FORMULA = /^[=+\-@\t\r\n'＝＋－＠]/;
/** The other separators too: who counts them to guess which is meant finds none outside of quotes. */
const NEEDS_QUOTES = /[",;|\t\r\n]/;
