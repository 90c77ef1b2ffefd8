import type { Schema } from '../api.ts';
import { Avance as ETIQUETAS } from '../etiquetas.ts';
import type { Monto } from '../monto.ts';
import type { Guardado } from '../piezas/borradores.ts';
import { readPorciento } from '../piezas/porciento.ts';
import type { Avance } from './consultas.ts';
import { today } from './palabras.ts';

// What the form of a report holds.

export interface Valores {
  fechaCorte: string;
  /** As it is typed. */
  avanceFisico: string;
  montoPagado: Monto;
  /** Empty where none is said. */
  causaAtraso: string;
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
  causaAtraso: '',
  observaciones: '',
});

/** A draft's values, where it is one of a report. */
export function valoresOf({ valores }: Guardado): Valores | undefined {
  const kept = valores as Partial<Valores>;
  return typeof kept.avanceFisico === 'string' ? { ...newValores(), ...kept } : undefined;
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
