import { isDay } from '../../../src/core/base/time.ts';
import { money } from '../../core/formato.ts';
import type { Monto } from '../../core/monto.ts';
import { hrefOf } from '../../core/piezas/direccion.ts';
import { ES_OBLIGATORIO } from '../../core/piezas/fallas.ts';
import { readPorciento } from '../../core/piezas/porciento.ts';
import type { Borrador } from '../../core/records/borradores.ts';
import { camposOf, OPCIONAL } from '../../core/records/campo.ts';
import { Avance as ETIQUETAS } from '../../generado/etiquetas.ts';
import { type Avance, isClosed, type Seguimiento } from './estado.ts';
import { CAUSAS, daysBetween, optionsOf, percent, today } from './palabras.ts';

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

/** The values of a new report, empty but for its day. */
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
export function valoresOf({ valores }: Borrador): Valores | undefined {
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

/** The fields' names for people. */
export const NOMBRES = Object.fromEntries(CAMPOS.map(({ nombre, etiqueta }) => [nombre, etiqueta]));

const FALTA_CAUSA = 'La obra va atrasada: elija por qué, o «Sin causa conocida».';

export const TAKEN_AWAY =
  'Su cuenta ya no captura los avances de esta obra. Lo que escribió se conserva aquí: pida a un administrador que le asigne la dependencia y envíelo otra vez.';

/** The page that adds photos to a report, which leads back to where the report was to lead. */
export const fotosOf = (obraId: number, { id }: Avance, volver: string) =>
  hrefOf(`/obras/${obraId}/fotos`, { avance: String(id), volver });

/** The typed fields of a report, but for its day. */
export const typedIn = ({ fechaCorte: _, ...others }: Valores) =>
  Object.fromEntries(Object.entries(others).filter(([, valor]) => valor !== '' && valor !== null));

/** The delay on the day of a report, in days, and its cause in the form. */
export function causaAtCorte(seguimiento: Seguimiento, estatusObraId: number, valores: Valores) {
  const fechaCorte = corteOf(valores);
  const daysLate = daysLateAt(seguimiento, estatusObraId, fechaCorte);
  const { last } = before(seguimiento.avances, fechaCorte);
  return { daysLate, causaAtraso: causaOf(valores, last, daysLate) };
}

/** What keeps a report from being sent: a late work has a cause, unless it is built. */
export function objectionsTo(
  { avanceFisico }: Valores,
  causaAtraso: string | null,
): Record<string, string> | undefined {
  if (causaAtraso !== null || readPorciento(avanceFisico) === 100) return undefined;
  const isEmpty = avanceFisico.trim() === '';
  return { ...(isEmpty && { avanceFisico: ES_OBLIGATORIO }), causaAtraso: FALTA_CAUSA };
}

/** The figures that fall below those reported before, in words at each and in a sentence; `paid` is what was paid then. */
export function fallsOf(valores: Valores, avances: Avance[]) {
  const { last, paid: pago } = before(avances, corteOf(valores));
  const paid = pago?.montoPagado ?? null;
  const { montoPagado } = valores;
  const avance = readPorciento(valores.avanceFisico);
  const fallen =
    last && typeof avance === 'number' && avance < last.avanceFisico
      ? `de ${percent(last.avanceFisico)} a ${percent(avance)}`
      : undefined;
  const fallenPaid =
    paid !== null && typeof montoPagado === 'number' && montoPagado < paid
      ? `de ${money(paid)} a ${money(montoPagado)}`
      : undefined;
  const falls = fallen
    ? `El avance baja ${fallen}`
    : fallenPaid
      ? `Lo pagado baja ${fallenPaid}`
      : undefined;
  return { fallen, fallenPaid, falls, paid };
}
