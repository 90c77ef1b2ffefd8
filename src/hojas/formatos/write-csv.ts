// CSV as spreadsheets in Mexico read it: RFC 4180 with a comma and CRLF, and a BOM, without which Excel takes UTF-8 for
// something else.

export const BOM = '\ufeff';

/** A row of prepared cells. */
export const csvRow = (cells: string[], delimiter = ',') => `${cells.join(delimiter)}\r\n`;

/**
 * A text as a cell. If a spreadsheet would take it for a formula (CWE-1236), it gets one apostrophe before it. If it begins
 * with an apostrophe it gets one too, so that a reader that removes one has exactly the text. Numbers need none.
 */
export function csvText(text: string): string {
  const guarded = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** The text of a cell, without the apostrophe of a guard. */
export const withoutGuard = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;

const FORMULA = /^[=+\-@\t\r\n'＝＋－＠]/;
/** The other separators too, so that a program that guesses the delimiter finds none of them outside of quotes. */
const NEEDS_QUOTES = /[",;|\t\r\n]/;
