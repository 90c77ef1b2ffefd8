import { paidOf } from '../../../src/features/seguimiento/base-de-pago.ts';
import { money } from '../../core/formato.ts';
import { plannedAt, plannedOf } from './curva.ts';
import type { Contrato, Seguimiento } from './estado.ts';
import { dayInWords, percent, today } from './palabras.ts';

// A work's follow-up in figures.

/**
 * The drawing's finding, in the figures of the newest reports: «Pagado 114.6 %, construido 98 %».
 *
 * @param dia the day that it shows; today by default
 */
export function findingOf(
  { avance, pagado, baseDePago, programa }: Seguimiento,
  dia?: string,
): string {
  const built = avance && `construido ${percent(avance.avanceFisico)}`;
  const paid = paidOf(pagado?.montoPagado, baseDePago);
  if (built && paid !== null) return `Pagado ${percent(paid)}, ${built}`;
  if (built) return `C${built.slice(1)}`;
  return programa
    ? `Previsto ${dia ? `al ${dayInWords(dia)}` : 'a hoy'} ${percent(plannedAt(plannedOf(programa), dia ?? today()))}, sin reportes`
    : '';
}

/** «+11.44 %», «−3 %» */
export const signed = (text: string, value: number) => `${value > 0 ? '+' : '−'}${text}`;

/** The changes of an agreement, in words. */
export const changesOf = ({
  montoNuevo,
  fechaTerminoNueva,
  alcance,
}: Contrato['convenios'][number]) =>
  [
    montoNuevo !== null && `monto a ${money(montoNuevo)}`,
    fechaTerminoNueva && `término al ${dayInWords(fechaTerminoNueva)}`,
    alcance && `alcance: ${alcance}`,
  ]
    .filter(Boolean)
    .join('; ');
