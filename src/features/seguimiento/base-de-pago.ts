import { money } from '../../core/base/pesos.ts';

// Payments in percent, as the portal shows them. «Pagado» is of the contracts in force, as in lists, filters and «Calidad», and
// of the amount where no contract counts. «Del monto registrado» is always of the work's amount. It is plain TypeScript.

/** The amount that payments are measured against, and its origin. */
export interface BaseDePago {
  monto: number;
  de: 'CONTRATOS' | 'MONTO';
}

/** Amounts have at most two decimals, and so many digits that only integers multiply exactly. */
const centsOf = (amount: number): bigint => BigInt(Math.round(amount * 100));

/**
 * The percentage that was paid, to two decimals as the registry rounds; null where nothing is known to have been paid, or there
 * is nothing to be paid.
 */
export function paidOf(
  montoPagado: number | null | undefined,
  { monto }: Pick<BaseDePago, 'monto'>,
): number | null {
  if (montoPagado === null || montoPagado === undefined || monto === 0) return null;
  const base = centsOf(monto);
  // Half of a hundredth is rounded up.
  return Number((centsOf(montoPagado) * 20_000n + base) / (2n * base)) / 100;
}

/** The amount that payments are measured against: «de sus contratos», or «del monto registrado». */
export const ofBase = ({ de }: BaseDePago): string =>
  de === 'CONTRATOS' ? 'de sus contratos' : 'del monto registrado';

/** A payment as a part of that amount, as it is typed; more than all of it is remarked. Undefined where there is nothing to say. */
export function partOf(
  montoPagado: number | string | null,
  base: BaseDePago,
): { frase: string; esMas: boolean } | undefined {
  const part = typeof montoPagado === 'number' ? paidOf(montoPagado, base) : null;
  if (part === null) return undefined;
  const percent = part.toLocaleString('es-MX', { maximumFractionDigits: 2 });
  return { frase: `Es el ${percent} % ${ofBase(base)}, ${money(base.monto)}.`, esMas: part > 100 };
}

/** The last payment in percent: of the contracts, and of the registered amount where that is another figure. */
export function paidInPercents({
  pagado,
  baseDePago,
}: {
  pagado: { montoPagado: number; avanceFinanciero: number | null } | null;
  baseDePago: BaseDePago;
}): { valor: number; de: string }[] {
  const main = paidOf(pagado?.montoPagado, baseDePago);
  const ofMonto = pagado?.avanceFinanciero ?? null;
  return [
    ...(main === null ? [] : [{ valor: main, de: ofBase(baseDePago) }]),
    ...(ofMonto === null || baseDePago.de === 'MONTO'
      ? []
      : [{ valor: ofMonto, de: 'del monto registrado' }]),
  ];
}
