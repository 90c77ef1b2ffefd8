import { remark } from '../../core/base/errors.ts';
import type { Cell, SheetRow } from '../celdas/cell.ts';
import { quoted } from '../celdas/text.ts';
import type { Unidad } from '../celdas/units.ts';
import type { Finding } from '../importacion/findings.ts';
import { isOfMoney } from './figures.ts';
import type { Column, Headings } from './headings.ts';

// Rows whose values were split: at an unquoted comma, most often one of an amount.

/** The sign that a row's cells were split, with the cell that shows it. */
export interface SplitCells<C extends string> {
  column: Column<C>;
  text: string;
  failure: Finding;
  /** True for a warning: the row is still imported. */
  isNote: boolean;
}

/** Delimiters, as a sentence names them. */
const DELIMITER_NAMES: Record<string, string> = {
  ',': 'una coma',
  ';': 'un punto y coma',
  '\t': 'un tabulador',
  '|': 'una barra',
};
/** A cell with the first digits of an amount that was cut at its commas, and one with those that follow. */
const FIRST_DIGITS = /^-?\$?\s*[1-9]\d{0,2}$/;
const NEXT_DIGITS = /^\d{3}(?:\.\d{1,2})?$/;
/** The same as a number that a spreadsheet made of it: 045 is 45. */
const NEXT_NUMBER = /^\d{1,3}(?:\.\d{1,2})?$/;
const IS_NUMBER = /^\d+(?:\.\d+)?$/;

/**
 * Returns a function that finds a split at a comma in a row; undefined where there is none.
 *
 * In a text file, cells beyond the last heading prove a split, and the cells before them may be in the wrong columns. In a
 * workbook such cells are mostly notes. There only the possible rest of an amount counts, since text files are saved as
 * workbooks too.
 *
 * @param texts the fields that hold texts
 */
export function createSplitFinder<C extends string>(
  { columns, of, delimiter, fields }: Headings<C>,
  unidad: Unidad | undefined,
  texts: C[],
): (cells: SheetRow['cells']) => SplitCells<C> | undefined {
  const amounts = fields.amounts.flatMap((campo) => of[campo] ?? []);
  const last = columns.reduce((a, b) => (b.index > a.index ? b : a));
  const width = last.index + 1;

  const splitByExtraCell = (
    cells: SheetRow['cells'],
    { text, kind }: Cell,
    index: number,
  ): SplitCells<C> => {
    const many = cells.findLastIndex((cell) => cell !== undefined) + 1;
    const failed = (why: string) => ({
      field: '',
      text: `La fila tiene ${many} celdas y hay ${width} encabezados: ${why}`,
      general: `Las filas tienen más celdas que los ${width} encabezados: ${why}`,
    });
    if (delimiter !== undefined) {
      const why = `¿${DELIMITER_NAMES[delimiter]} sin comillas? Entrecomille el valor o, si es otro dato, ponga encabezado a su columna.`;
      return { column: last, text, failure: failed(why), isNote: false };
    }
    const isRest = index === width && kind !== 'percent' && NEXT_NUMBER.test(text.trim());
    if (isRest) {
      const why =
        '¿se partió una cantidad en su coma? Corrija la fila o, si es otro dato, ponga encabezado a su columna.';
      return { column: last, text, failure: failed(why), isNote: false };
    }
    const where = `a la derecha de la última columna con encabezado, ${quoted(last.heading)}`;
    const failure = {
      field: '',
      text: `${quoted(text)} está ${where}, y no se lee; tampoco lo demás que esté ahí.`,
      general: `Lo que está ${where}, no se lee.`,
      once: 'celdas',
    };
    return { column: last, text, failure, isNote: true };
  };

  /**
   * True for a row with short amounts that was not split. A split gives the row one cell more. So an intact row has as many
   * cells as headings, its last cell is not blank, and no number stands in place of a text or a percentage.
   */
  const isWhole = (cells: SheetRow['cells'], { index }: Column<C>): boolean => {
    const next = columns.find((column) => column.index === index + 1);
    const isOfAmount =
      next?.campo === undefined
        ? isOfMoney(next?.heading ?? '')
        : fields.amounts.includes(next.campo);
    const isOwn = (column: Column<C>) => {
      const text = cells[column.index]?.text.trim() ?? '';
      if (column.index <= index || !IS_NUMBER.test(text) || !column.campo) return true;
      return column.campo === fields.progress?.campo
        ? Number(text) <= 100
        : !texts.includes(column.campo);
    };
    const isFull = cells.length === width && cells[width - 1] !== undefined;
    const isPriced = cells[index]?.text.includes('$');
    return isOfAmount && isFull && !isPriced && columns.every(isOwn);
  };

  /** The first column of amounts whose value goes on in the next column, which has a heading of its own. */
  const findSplitAmount = (cells: SheetRow['cells']): SplitCells<C> | undefined => {
    for (const column of amounts) {
      const [text = '', next = ''] = [column.index, column.index + 1].map((index) =>
        cells[index]?.text.trim(),
      );
      if (!FIRST_DIGITS.test(text) || !NEXT_DIGITS.test(next)) continue;
      if (isWhole(cells, column)) continue;
      const sentence = `${quoted(text)} y, en la celda siguiente, ${quoted(next)} parecen una sola cantidad con una coma sin comillas; entrecomíllela. Si no lo son, escriba ${quoted(`${text}.00`)}.`;
      const general =
        'la cantidad y la celda siguiente parecen una sola con una coma sin comillas; entrecomíllela. Si no lo son, escriba la cantidad con sus centavos.';
      const failure = { ...remark(column.campo ?? '', sentence), general };
      return { column, text, failure, isNote: false };
    }
    return undefined;
  };

  return (cells) => {
    const index = cells.findIndex((cell, at) => at >= width && cell !== undefined);
    const extra = cells[index];
    if (extra) return splitByExtraCell(cells, extra, index);
    // Amounts in thousands and millions are that short.
    return delimiter === ',' && unidad !== 'miles' && unidad !== 'millones'
      ? findSplitAmount(cells)
      : undefined;
  };
}
