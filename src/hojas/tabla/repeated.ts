import type { Finding, Rejection } from '../importacion/findings.ts';
import type { Column } from './headings.ts';
import type { Row } from './row.ts';

// Rows of one file that are about the same record. Alike in every column they are one. Where they only differ in columns that
// are not read, such as the fund, they may be parts of a whole, and are asked about. Where they contradict each other all of them
// are refused: any of them may be the right one.

/** A digest of some cells of a row (FNV-1a), by which rows far apart in a file are compared. */
export function digestOf<C extends string>({ cells }: Row<C>, columns: Column<C>[]): number {
  let digest = 0x811c9dc5;
  for (const { index } of columns) {
    const text = `${index} ${cells[index]?.text.trim() ?? ''}\n`;
    for (let i = 0; i < text.length; i++) {
      digest = Math.imul(digest ^ text.charCodeAt(i), 0x01000193);
    }
  }
  return digest;
}

/** The rows of one record so far. */
export interface Repeated<T> {
  filas: number[];
  /** What its rows say, as later rows are compared with it. */
  says: T;
  /** True once two of them differ: all are refused, and those further down. */
  isRefused: boolean;
}

/**
 * Refuses a row and those above it that are about the same record: each for the nearest other one.
 *
 * @param place the cell that the rows are refused for
 */
export function refuseAll<C extends string, T>(
  row: Row<C>,
  known: Repeated<T>,
  place: Pick<Rejection, 'field' | 'campo' | 'columna' | 'valor' | 'isApart'>,
  of: (fila: number) => Pick<Rejection, 'text' | 'general' | 'codigo'>,
): void {
  const [first] = known.filas as [number];
  row.rejections.push({ ...place, ...of(first) });
  if (known.isRefused) return;
  known.isRefused = true;
  for (const fila of known.filas)
    row.earlier.push({ fila, rejection: { ...place, ...of(row.fila) } });
}

/**
 * The question about rows that only differ in columns that are not read.
 *
 * @param one the beginning of the sentence about one row, before the other's number, and `all` that about all of them
 * @param whole what they may be parts of: «un mismo avance»
 */
export function partsOf(one: string, all: string, whole: string) {
  const ask = `sólo difieren en columnas que no se leen. ¿Son partes de ${whole}? Si lo son, escriba una sola fila con la suma; si dicen lo mismo, confírmelo.`;
  return (fila: number) => ({
    text: `${one} también en la fila ${fila}, y ${ask}`,
    general: `${all} que ${ask}`,
    codigo: 'partes' as const,
  });
}

/** The warning about such rows, where the importer said that they are one: none is left out silently. */
export const oneOf = (campo: string): Finding => ({
  field: '',
  campo,
  text: 'Las filas de un mismo registro que sólo difieren en columnas que no se leen cuentan una vez, como se indicó.',
  codigo: 'partes',
  once: 'partes',
});
