import type { Cell } from './cell.ts';
import { isBrief, type Read, wrong } from './text.ts';

const PERCENT = /^(-?(?:\d{1,9}(?:[.,]\d{1,15})?|[.,]\d{1,15}))\s*(%?)$/;

/** The importer's choice for bare numbers from 0 to 1: 0.45 is 0.45 %, or 45 %. */
export const UNIDADES_DE_PORCIENTO = ['porciento', 'fraccion'] as const;
export type UnidadDePorciento = (typeof UNIDADES_DE_PORCIENTO)[number];

/** A percentage. `isBare` is true where the cell has a number and no percent sign. */
export type Percent = Read<number> & { isBare?: boolean; isRounded?: boolean };

/**
 * A percentage: 45, «45 %», «45,5», or a cell that shows percent and holds 0.45. It is rounded to two decimals, as the registry
 * stores them. The rules of reports check the range.
 *
 * @param unidad the importer's choice for bare numbers up to 1
 */
export function readPercent({ text, kind }: Cell, unidad?: UnidadDePorciento): Percent {
  const unread = wrong(text, 'no es un porcentaje; escriba el por ciento, como 45.5.');
  const isNumber = kind === 'number' || kind === 'percent';
  const [, digits = '', sign] =
    (isNumber || isBrief(text) ? PERCENT.exec(text.trim()) : null) ?? [];
  // Spreadsheets hold small numbers in scientific notation.
  const number = isNumber
    ? Number(text)
    : digits === ''
      ? Number.NaN
      : Number(digits.replace(',', '.'));
  if (!Number.isFinite(number)) return unread;
  const isBare = kind !== 'percent' && sign !== '%';
  const isFraction = isBare ? unidad === 'fraccion' && number <= 1 : kind === 'percent';
  const exact = isFraction ? number * 100 : number;
  const value = roundedPercent(exact);
  const isRounded = Math.abs(value - exact) > 1e-9;
  return { value, isBare, isRounded };
}

/** Rounds to two decimals, but never to 100. Work at 99.999 % is not finished, and 100.001 is no percentage. */
function roundedPercent(exact: number): number {
  const value = Math.round(exact * 100) / 100;
  if (value !== 100 || Math.abs(exact - 100) < 1e-9) return value;
  return exact < 100 ? 99.99 : 100.01;
}
