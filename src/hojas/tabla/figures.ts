import type { Fields } from '../celdas/fields.ts';
import { fold, isBrief } from '../celdas/text.ts';

// Words beside the heading of a figure that make another figure of it. Planned progress is not built progress. Paid in a
// quarter is not paid in total.

/** True for a field that holds money or progress. */
export const isFigure = <C extends string>(
  { amounts, progress }: Pick<Fields<C>, 'amounts' | 'progress'>,
  campo: C | undefined,
): campo is C => campo !== undefined && (campo === progress?.campo || amounts.includes(campo));

/** Words of a figure that is partial, or only expected. */
const OF_OTHERS =
  /^(?:prog(?:r|ram\p{L}*)?|plane?ad[oa]s?|plan|previst[oa]s?|proyectad[oa]s?|calendari[oz]\p{L}*|estimad[oa]s?|esperad[oa]s?|metas?|anterior(?:es)?|previ[oa]s?|inicial(?:es)?|periodos?|trim(?:estr\p{L}*)?|bimestr\p{L}*|semestr\p{L}*|anual(?:es)?|mes|mensual(?:es)?|quincen\p{L}*|seman\p{L}*|diari[oa]s?|diferencias?|variaci\p{L}*|desviaci\p{L}*|pendientes?|faltantes?|saldos?|por|sin|antes|mas|menos|subtotal)$/u;
/** Words of money in a heading of progress, and of progress in a heading of money. */
const BESIDE_PROGRESS =
  /^(?:financier[oa]s?|fin|montos?|importes?|pesos|mxn|pagad[oa]s?|ejercid[oa]s?)$/;
const BESIDE_MONEY = /^(?:porcentajes?|pct|porciento|fisic[oa]s?|fis)$/;
/** Spending, debts and advances, beside the amount of a work or of a contract. */
const BESIDE_AMOUNTS =
  /^(?:ejerci\p{L}*|pagad[oa]s?|pagos?|deveng\p{L}*|comprom\p{L}*|recaud\p{L}*|ministr\p{L}*|anticip\p{L}*|garant\p{L}*|fianzas?|retenc\p{L}*|pen[ae]\p{L}*|minim[oa]s?|maxim[oa]s?|convenios?|modificat\p{L}*)$/u;

/** Words of money in a heading, folded, unless the heading is about a text or a day: «Clave de inversión». */
const OF_MONEY =
  /^(?!clave|cve|folio|id|num|nombre|descripcion|fecha|tipo).*(?:monto|importe|inversion|presupuesto|costo|pagad|ejercid|deveng|comprometid|ministr|anticipo)/;

/** True for a heading of an amount. */
export const isOfMoney = (heading: string): boolean => OF_MONEY.test(fold(heading));

/** True for a heading of an amount without taxes. */
export const isUntaxed = (heading: string): boolean =>
  /(?:sin|antesde|mas)(?:el|los)?(?:iva|impuestos?)|noinclu|subtotal/.test(fold(heading));

/** A figure up to a day is a total: «al trimestre», «acumulado al periodo». */
const UP_TO =
  /\b(?:al|a la|hasta el|hasta la|acumulad[oa]s? (?:al|del|en el|a la))\s+(?:(?:este|esta|ultimo|presente|cierre del?)\s+)?(?:periodo|trimestre|bimestre|semestre|mes|corte|fecha|dia)\b/g;

/** The words of a heading, in lower case without accents. A phrase that means a total is one word. */
function headingWords(text: string): string[] {
  if (!isBrief(text)) return [];
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const clear = plain
    .replace(/[\s_]+/g, ' ')
    .replace(UP_TO, ' acumulado ')
    .replace(/\bpor ?ciento\b|%/g, ' porciento ');
  return clear.match(/\p{L}+/gu) ?? [];
}

/** True for words that make another figure of a heading: «(programado)», «en el trimestre», «sin IVA». */
export function meansOther<C extends string>(
  text: string,
  campo: C,
  { progress }: Pick<Fields<C>, 'progress'>,
): boolean {
  const isOfProgress = campo === progress?.campo;
  return (
    headingWords(text).some(
      (word) =>
        OF_OTHERS.test(word) ||
        (isOfProgress ? BESIDE_PROGRESS : BESIDE_MONEY).test(word) ||
        (campo === 'monto' && BESIDE_AMOUNTS.test(word)),
    ) ||
    (isOfProgress && text.includes('$'))
  );
}

/**
 * The field of a heading that begins with that of a figure, and goes on with words that leave it what it is: «Avance físico
 * acumulado a la fecha».
 */
export function figureIn<C extends string>(heading: string, { byHeading, same: sames }: Fields<C>) {
  // On a percentage the sign adds nothing.
  const words = headingWords(heading.replaceAll('%', ' '));
  for (let many = words.length - 1; many > 0; many--) {
    const known = byHeading.get(words.slice(0, many).join(''));
    const same = known && sames[known.campo];
    if (same && words.slice(many).every((word) => same.test(word))) {
      return { campo: known.campo, rank: known.rank + 0.5 };
    }
  }
  return undefined;
}
