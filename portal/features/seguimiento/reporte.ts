import { isDay } from '../../../src/core/base/time.ts';
import type { Monto } from '../../core/monto.ts';
import type { Guardado } from '../../core/records/borradores.ts';
import { camposOf, OPCIONAL } from '../../core/records/campo.ts';
import { recursoAt } from '../../core/records/resource.ts';
import { Avance as ETIQUETAS } from '../../generado/etiquetas.ts';
import { type Avance, isClosed, type Seguimiento } from './consultas.ts';
import { CAUSAS, daysBetween, optionsOf, today } from './palabras.ts';

// A report of progress: its fields, its address, and what the form of a new one asks of those before it.

const de = camposOf(ETIQUETAS);
export const CAMPOS = [
  de('fechaCorte', 'fecha'),
  de('avanceFisico', 'porciento', { etiqueta: `${ETIQUETAS.avanceFisico} (%)` }),
  de('montoPagado', 'monto', OPCIONAL),
  de('causaAtraso', 'seleccion', { ...OPCIONAL, opciones: optionsOf(CAUSAS) }),
  de('observaciones', 'largo', {
    ...OPCIONAL,
    vacio: '',
    ayuda: 'Si algo baja respecto de un corte anterior, diga aquí por qué.',
  }),
];

/** A report by its address; a new one has no id. */
export const avanceAt = (id: number, avanceId?: number) =>
  recursoAt('/obras/{id}/avances/{avanceId}', { id, ...(avanceId && { avanceId }) });

/** A new report as it stands in the form. */
export type Valores = {
  fechaCorte: string;
  /** As it is typed. */
  avanceFisico: string;
  montoPagado: Monto;
  /** Null while the clerk has not chosen; empty where there is none. */
  causaAtraso: string | null;
  observaciones: string;
};

export const newValores = (): Valores => ({
  fechaCorte: today(),
  avanceFisico: '',
  montoPagado: null,
  causaAtraso: null,
  observaciones: '',
});

/** The day that a report counts for, as far as it is typed: today where it is none yet. */
export const corteOf = ({ fechaCorte }: Pick<Valores, 'fechaCorte'>): string =>
  isDay(fechaCorte) ? fechaCorte : today();

/** A draft's values, where it is one of a report. */
export function valoresOf({ valores }: Guardado): Valores | undefined {
  const partial = valores as Partial<Valores>;
  return typeof partial.avanceFisico === 'string' ? { ...newValores(), ...partial } : undefined;
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
 * the work is in time. A late work without any has null: the clerk has to choose.
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
