import { isDay } from '../../src/base/time.ts';
import type { Schema } from '../api.ts';
import { Avance as ETIQUETAS } from '../generado/etiquetas.ts';
import type { Monto } from '../monto.ts';
import { readPorciento } from '../piezas/porciento.ts';
import type { Guardado } from '../records/borradores.ts';
import { type Avance, isClosed, type Seguimiento } from './consultas.ts';
import { daysBetween, today } from './palabras.ts';

// The values of the form of a report.

export interface Valores {
  fechaCorte: string;
  /** As it is typed. */
  avanceFisico: string;
  montoPagado: Monto;
  /** Null while nobody has chosen; empty where none is said. */
  causaAtraso: string | null;
  observaciones: string;
}

/** The fields, in the form's order. */
export const CAMPOS = [
  'fechaCorte',
  'avanceFisico',
  'montoPagado',
  'causaAtraso',
  'observaciones',
] as const satisfies (keyof Valores)[];

export const NOMBRES = Object.fromEntries(CAMPOS.map((campo) => [campo, ETIQUETAS[campo]]));

export const newValores = (): Valores => ({
  fechaCorte: today(),
  avanceFisico: '',
  montoPagado: null,
  causaAtraso: null,
  observaciones: '',
});

/** The day that a report counts for, as far as it is typed: today where it is none yet. */
export const corteOf = ({ fechaCorte }: Valores): string =>
  isDay(fechaCorte) ? fechaCorte : today();

/** A draft's values, where it is one of a report. */
export function valoresOf({ valores }: Guardado): Valores | undefined {
  const partial = valores as Partial<Valores>;
  return typeof partial.avanceFisico === 'string' ? { ...newValores(), ...partial } : undefined;
}

/** A report as it would have been typed. */
export const typedOf = ({ avanceFisico, causaAtraso, ...rest }: Avance): Valores => ({
  ...rest,
  avanceFisico: String(avanceFisico),
  causaAtraso: causaAtraso ?? '',
});

/** The body of the request, without empty values. A text that is no number goes as it was typed, and the registry says so. */
export function bodyOf(valores: Valores): Schema<'NuevoAvance'> {
  const { fechaCorte, avanceFisico, montoPagado, causaAtraso, observaciones } = valores;
  const percent = readPorciento(avanceFisico);
  return {
    ...(fechaCorte && { fechaCorte }),
    ...(percent !== null && { avanceFisico: percent }),
    montoPagado,
    causaAtraso: causaAtraso || null,
    observaciones,
  } as Schema<'NuevoAvance'>;
}

/** The report before a day, and the last before it with a payment: a new one is compared with them. */
export function before(avances: Avance[], fechaCorte: string) {
  const earlier = avances.filter((avance) => avance.fechaCorte < fechaCorte);
  return {
    last: earlier.at(-1),
    paid: earlier.findLast(({ montoPagado }) => montoPagado !== null),
  };
}

/**
 * The days that a work is late on a day, by its term in force: 0 in time, and null where nobody has said when it
 * was to end, or the work is done.
 */
export function daysLateAt(
  { atraso, avances, ejecucion }: Seguimiento,
  estatusObraId: number,
  fechaCorte: string,
): number | null {
  const { fechaTerminoVigente: termino } = atraso;
  const isDone =
    isClosed(estatusObraId) ||
    ejecucion.fechaTerminoReal !== null ||
    before(avances, fechaCorte).last?.avanceFisico === 100;
  return termino === null || isDone ? null : Math.max(0, daysBetween(termino, fechaCorte));
}

/**
 * The cause of the delay in the form: the chosen one. Until a choice it is that of the report before, and none while
 * the work is in time. A late work without any has null: somebody has to say.
 */
export function causaOf(
  { causaAtraso }: Valores,
  last: Avance | undefined,
  daysLate: number | null,
): string | null {
  if (causaAtraso !== null) return causaAtraso;
  if (daysLate === 0) return '';
  return last?.causaAtraso ?? (daysLate === null ? '' : null);
}
