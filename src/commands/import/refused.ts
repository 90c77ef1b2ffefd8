import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';

/** The rows that an import refuses, for the file beside the one that it reads. */
interface RefusedRows {
  add(fila: number, cells: string[], sentences: string[]): void;
  /** Writes the file and answers its path; undefined where no row was refused. */
  write(headings: string[]): Promise<string | undefined>;
}

/**
 * Collects refused rows in `<file>.rechazadas.csv`: row number and reasons, then the columns as they were. Corrected
 * there, the file can be imported as it is.
 */
export function refusedRows(path: string): RefusedRows {
  const beside = `${path}.rechazadas.csv`;
  const rows: string[] = [];
  return {
    add: (fila, cells, sentences) => {
      rows.push(lineOf([String(fila), sentences.join(' '), ...cells]));
    },
    write: async (headings) => {
      // One of an earlier import tells of rows that may be right by now.
      if (rows.length === 0) return void (await rm(beside, { force: true }));
      const file: WriteStream = createWriteStream(beside);
      file.write(`\ufeff${lineOf(['fila', 'motivo', ...headings])}`);
      for (const row of rows) file.write(row);
      await finished(file.end());
      return beside;
    },
  };
}

/** The beginning of a formula, as spreadsheet programs see it, or the apostrophe that the import takes off. */
const GUARDED = /^['=+\-@\t\r＝＋－＠]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** A line of a CSV file (RFC 4180). */
function lineOf(cells: string[]): string {
  const quoted = cells.map((cell) => {
    const text = GUARDED.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(',')}\r\n`;
}
