import type { Schema } from '../api.ts';

// The lines of planned, real and paid over time: days as milliseconds since 1970, and percents.

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

/** The planned progress of a day, in percent to two decimals: on the straight line between the points beside it. */
export function plannedAt(puntos: Punto[], fecha: string): number {
  const next = puntos.findIndex((punto) => punto.fecha >= fecha);
  if (next === 0) return (puntos[0] as Punto).fecha === fecha ? (puntos[0] as Punto).valor : 0;
  if (next < 0) return puntos.at(-1)?.valor ?? 0;
  const [a, b] = [puntos[next - 1] as Punto, puntos[next] as Punto];
  const [from, to, at] = [a.fecha, b.fecha, fecha].map(Date.parse) as [number, number, number];
  const valor = a.valor + ((b.valor - a.valor) * (at - from)) / (to - from);
  return Math.round(valor * 100) / 100;
}

/** The three lines. */
export interface Lineas {
  previsto: Punto[];
  real: Punto[];
  pagado: Punto[];
}

export function lineasOf(programa: Programa | null, avances: Schema<'Avance'>[]): Lineas {
  return {
    previsto: programa ? plannedOf(programa) : [],
    real: avances.map(({ fechaCorte: fecha, avanceFisico: valor }) => ({ fecha, valor })),
    pagado: avances.flatMap(({ fechaCorte: fecha, avanceFinanciero: valor }) =>
      valor === null ? [] : [{ fecha, valor }],
    ),
  };
}
