import { type BaseDePago, paidOf } from '../../../src/features/seguimiento/base-de-pago.ts';
import type { Schema } from '../../core/api.ts';

// The lines of planned, real and paid over time: days such as 2026-06-30, and percents.

type Programa = Schema<'Programa'>;
export interface Punto {
  fecha: string;
  valor: number;
}

/**
 * A programme's plan: its curve, from 0 % at its beginning to 100 % at its end. One without a curve is planned evenly
 * between the two.
 */
export function plannedOf({ fechaInicio, fechaTermino, curva }: Programa): Punto[] {
  const puntos = curva.map(({ fecha, avanceFisico }) => ({ fecha, valor: avanceFisico }));
  if ((puntos[0]?.fecha ?? '9') > fechaInicio) puntos.unshift({ fecha: fechaInicio, valor: 0 });
  if (curva.length === 0 || (puntos.at(-1) as Punto).fecha < fechaTermino) {
    puntos.push({ fecha: fechaTermino, valor: 100 });
  }
  return puntos;
}

/** A line's value at a day, on the straight between the points beside it; undefined before its first and after its last. */
function valueAt(puntos: Punto[], fecha: string): number | undefined {
  const next = puntos.findIndex((punto) => punto.fecha >= fecha);
  const [a, b] = [puntos[next - 1], puntos[next]];
  if (b?.fecha === fecha) return b.valor;
  if (!a || !b) return undefined;
  const [from, to, at] = [a.fecha, b.fecha, fecha].map(Date.parse) as [number, number, number];
  return a.valor + ((b.valor - a.valor) * (at - from)) / (to - from);
}

/** The planned progress of a day, in percent to two decimals. */
export function plannedAt(puntos: Punto[], fecha: string): number {
  if (puntos[0] && fecha < puntos[0].fecha) return 0;
  return Math.round((valueAt(puntos, fecha) ?? puntos.at(-1)?.valor ?? 0) * 100) / 100;
}

/** The areas in which one line is above another, by their corners. Nothing is said of days that only one of them has. */
export function areasAbove(upper: Punto[], lower: Punto[]): Punto[][] {
  const days = [...new Set([...upper, ...lower].map(({ fecha }) => fecha))].sort();
  const both = days.flatMap((fecha) => {
    const [high, low] = [valueAt(upper, fecha), valueAt(lower, fecha)];
    return high === undefined || low === undefined ? [] : [{ fecha, high, low }];
  });
  return both.slice(1).flatMap((b, i) => {
    const a = both[i] as (typeof both)[number];
    const [before, after] = [a.high - a.low, b.high - b.low];
    if (before <= 0 && after <= 0) return [];
    const part = before / (before - after);
    const valor = a.low + (b.low - a.low) * part;
    const at = Date.parse(a.fecha) + (Date.parse(b.fecha) - Date.parse(a.fecha)) * part;
    const meeting = () => ({ fecha: new Date(at).toISOString(), high: valor, low: valor });
    const [from, to] = [before < 0 ? meeting() : a, after < 0 ? meeting() : b];
    return [
      [
        { fecha: from.fecha, valor: from.high },
        { fecha: to.fecha, valor: to.high },
        { fecha: to.fecha, valor: to.low },
        { fecha: from.fecha, valor: from.low },
      ],
    ];
  });
}

/** The first days of quarters, from the one that a day lies in to the one after another. */
export function quartersAround(first: string, last: string): string[] {
  const quarters: string[] = [];
  let [year, month] = first.split('-').map(Number) as [number, number];
  month -= (month - 1) % 3;
  while ((quarters.at(-1) ?? '') <= last) {
    quarters.push(`${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`);
    [year, month] = month === 10 ? [year + 1, 1] : [year, month + 3];
  }
  return quarters;
}

/** The three lines. */
export interface Lineas {
  previsto: Punto[];
  real: Punto[];
  pagado: Punto[];
}

/** @param base the amount that payments are measured against */
export function lineasOf(
  programa: Programa | null,
  avances: Schema<'Avance'>[],
  base: BaseDePago,
): Lineas {
  return {
    previsto: programa ? plannedOf(programa) : [],
    real: avances.map(({ fechaCorte: fecha, avanceFisico: valor }) => ({ fecha, valor })),
    pagado: avances.flatMap(({ fechaCorte: fecha, montoPagado }) => {
      const valor = paidOf(montoPagado, base);
      return valor === null ? [] : [{ fecha, valor }];
    }),
  };
}

/** Percents beyond it are not drawn: the table has them. */
export const MOST_PERCENT = 200;

/** The percent at the top of the drawing: all of it, or so much more as there is, in steps of 20. */
export function topOf(valores: number[]): number {
  const greatest = Math.max(...valores);
  return greatest > 100 ? Math.min(MOST_PERCENT, Math.ceil(greatest / 20) * 20) : 100;
}

/** The percent that each line has on a day: what is planned for any, what was built and paid for those that were reported. */
export function valuesAt(lineas: Lineas, fecha: string): Partial<Record<keyof Lineas, number>> {
  const { previsto, real, pagado } = lineas;
  const reported = (puntos: Punto[]) => puntos.find((punto) => punto.fecha === fecha)?.valor;
  return {
    ...(previsto.length > 0 && { previsto: plannedAt(previsto, fecha) }),
    real: reported(real),
    pagado: reported(pagado),
  };
}

/** The place among so many days that a key leads to from another; undefined for a key that leads nowhere. */
export function dayOfKey(key: string, now: number, many: number): number | undefined {
  const next = {
    ArrowLeft: now - 1,
    ArrowDown: now - 1,
    ArrowRight: now + 1,
    ArrowUp: now + 1,
    Home: 0,
    End: many - 1,
  }[key];
  return next === undefined ? undefined : Math.max(0, Math.min(many - 1, next));
}

/** The part of the drawing's height, in percent, that a name takes. */
const LETTERS = 9;

/** Quarters since the year 0. */
export const quarterOf = (day: string) =>
  Number(day.slice(0, 4)) * 4 + (Number(day.slice(5, 7)) - 1) / 3;

/** Names beside one another's ends, moved until none covers another. */
export function apart<One extends { place: number }>(names: One[]): One[] {
  let least = Number.NEGATIVE_INFINITY;
  const sorted = names.toSorted((one, other) => one.place - other.place);
  // Those below have to find room, too.
  return sorted.map((one, i) => {
    const most = 98 - LETTERS * (sorted.length - 1 - i);
    const place = Math.max(least, Math.min(one.place, most));
    least = place + LETTERS;
    return { ...one, place };
  });
}
