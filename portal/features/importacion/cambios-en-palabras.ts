import { counted } from '../../core/formato.ts';
import type { Informe } from './eleccion.ts';

// The words for what an import changes of what is registered.

export type GrupoDeCambios = Informe['cambios'][number];
export type Cambio = GrupoDeCambios['cambios'][number];

const GRUPOS: Record<GrupoDeCambios['grupo'], string> = {
  montos: 'Montos',
  estatus: 'Estatus',
  nombres: 'Nombres',
  lugares: 'Lugares',
  otros: 'Lo demás',
};

/** A group's title: «Montos: 3 cambios». */
export const titleOf = ({ grupo, cuantos }: GrupoDeCambios): string =>
  `${GRUPOS[grupo]}: ${counted(cuantos, 'cambio', 'cambios')}`;

const shares = new Intl.NumberFormat('es-MX', { maximumFractionDigits: 1 });

/** How much an amount grows or falls: «+900 %»; empty where it begins at nothing. */
export function shareOf({ antes, despues }: Pick<Cambio, 'antes' | 'despues'>): string {
  const [before, after] = [Number(antes), Number(despues)];
  if (antes === null || despues === null || !(before > 0)) return '';
  const percent = ((after - before) / before) * 100;
  return `${percent < 0 ? '−' : '+'}${shares.format(Math.abs(percent))} %`;
}

/** A report that was made before the registry told changes has none. */
export const cambiosIn = ({ cambios }: { cambios?: Informe['cambios'] }): Informe['cambios'] =>
  cambios ?? [];
