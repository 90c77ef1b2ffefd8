import type { Schema } from '../api.ts';
import { Avance as ETIQUETAS } from '../generado/etiquetas.ts';
import type { Monto } from '../monto.ts';
import type { Guardado } from '../piezas/borradores.ts';
import { readPorciento } from '../piezas/porciento.ts';
import { type Avance, isClosed, type Seguimiento } from './consultas.ts';
import { daysBetween, today } from './palabras.ts';

// What the form of a report holds.

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

/** A draft's values, where it is one of a report. */
export function valoresOf({ valores }: Guardado): Valores | undefined {
  const partial = valores as Partial<Valores>;
  return typeof partial.avanceFisico === 'string' ? { ...newValores(), ...partial } : undefined;
}

/** The body of the request. What was not said is not there, and what is no number goes as it was typed: the registry tells. */
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

/** Whether a report of the registry says what was sent. */
export const isThat = (avance: Avance, sent: Schema<'NuevoAvance'>): boolean =>
  avance.fechaCorte === sent.fechaCorte &&
  avance.avanceFisico === sent.avanceFisico &&
  avance.montoPagado === (sent.montoPagado ?? null) &&
  avance.causaAtraso === (sent.causaAtraso ?? null) &&
  avance.observaciones === (sent.observaciones ?? '').normalize('NFC').trim();

/** The report before a day, and the last before it that said what was paid: what a new one is held against. */
export function before(avances: Avance[], fechaCorte: string) {
  const earlier = avances.filter((avance) => avance.fechaCorte < fechaCorte);
  return {
    last: earlier.at(-1),
    paid: earlier.findLast(({ montoPagado }) => montoPagado !== null),
  };
}

/**
 * By how many days a work is late on a day, by its term in force: 0 where it is in time, and null where nobody has said when it
 * was to end, or it is done.
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
 * The cause of the delay that stands in the form: the one that was chosen. Until then it is what the report before says, unless
 * the work is in time; of a late one without any it is null: somebody has to say.
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
