import type { Cell, SheetRow } from '../celdas/cell.ts';
import { FORMULA_ERROR, isBrief } from '../celdas/text.ts';
import { isDrawn, isOwnLine } from '../celdas/traces.ts';
import type { Headings } from './headings.ts';

// Rows of a sheet that are no records: totals, notes and signatures below a table, titles of its parts, and headings repeated on
// each printed page.

/** A total, as a label of its own: «TOTAL GENERAL», «Subtotal Mérida», «Suma:». Records may be called «Total …». */
const totalOf = (records: string) =>
  new RegExp(
    String.raw`^(?:(?:gran )?total(?:es)?(?: (?:general|global|acumulado|final|anual|autorizado|de (?:la )?(?:${records}|hoja|p[aá]gina)))?|sub-? ?total(?:es)?(?: .{1,60})?|sumas?(?: total(?:es)?)?)[ :.]*[\d,.$ ]*$`,
    'iu',
  );
/** The beginning of a note or a signature. */
const NOTE =
  /^(?:\*+ *\p{L}|(?:fuentes?|notas?|observaci(?:ones|[oó]n)|elabor(?:[oó]|ado por|aci[oó]n)|revis(?:[oó]|ado por)|autoriz(?:[oó]|ado por)|aprob(?:[oó]|ado por)|valid(?:[oó]|ado por)|responsable|firma|vo\. ?bo\.?|fecha de (?:corte|elaboraci[oó]n|actualizaci[oó]n|impresi[oó]n)|cifras(?: preliminares)?)(?: *:|$)|(?:con )?(?:corte|informaci[oó]n|datos|cifras|actualizado) al? )/iu;
/** The most cells of a note or a signature. */
const MOST_NOTED = 3;

const isNote = ({ text }: Cell) =>
  isBrief(text) && (NOTE.test(text.replace(/\s+/g, ' ').trim()) || isOwnLine(text));
const isNumber = ({ text, kind }: Cell) =>
  kind !== 'text'
    ? kind !== 'date'
    : /^[$\d.,\s%()-]*\d[$\d.,\s%()-]*$/.test(text) || FORMULA_ERROR.test(text);
/** A title of the rows below it: words without a digit, which no key is. */
const isSection = ({ text, kind }: Cell) =>
  kind === 'text' &&
  isBrief(text) &&
  !/\p{N}/u.test(text) &&
  text.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length > 1;

/**
 * Returns a function that finds the label of a row that is no record; undefined for a record. Such a row has no key, or one
 * that is a total's label or a note. A total has numbers beside its label, and no other text. A note is alone, or with another
 * text or two. Words alone in the key's column are a title: «MUNICIPIO DE MÉRIDA».
 */
export function createTotalOrNoteFinder<C extends string>({
  columns,
  fields,
}: Headings<C>): (row: SheetRow) => string | undefined {
  const total = totalOf(fields.words.totals);
  const isTotal = ({ text }: Cell) => isBrief(text) && total.test(text.replace(/\s+/g, ' ').trim());
  const keys = columns.filter(({ campo }) => campo === fields.key);
  const headings = new Map(columns.map(({ heading, index }) => [index, heading]));
  const isHeading = (cell: Cell, index: number) => cell.text.trim() === headings.get(index);

  return ({ cells }) => {
    const [only, ...others] = cells.filter((cell) => cell !== undefined);
    if (only && [only, ...others].every(({ text }) => isDrawn(text))) return only.text;
    const isAlone = others.length === 0 && keys.some(({ index }) => cells[index] === only);
    if (only && isAlone && isSection(only)) return only.text;
    for (const { index } of keys) {
      const key = cells[index];
      if (key && !isTotal(key) && !isNote(key) && !isHeading(key, index)) return undefined;
    }
    const filled = cells.flatMap((cell, index) => (cell ? [{ cell, index }] : []));
    if (filled.length > 1 && filled.every(({ cell, index }) => isHeading(cell, index))) {
      return filled[0]?.cell.text;
    }
    const label = filled.find(({ cell }) => isTotal(cell) || isNote(cell))?.cell;
    if (!label) return undefined;
    const beside = filled.flatMap(({ cell }) => (isTotal(cell) || isNote(cell) ? [] : cell));
    const isSkipped = isTotal(label)
      ? beside.every(isNumber)
      : filled.length <= MOST_NOTED && !beside.some(isNumber);
    return isSkipped ? label.text : undefined;
  };
}
