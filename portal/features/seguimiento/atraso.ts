import { dayOf } from '../../../src/core/base/time.ts';
import { EN_PROCESO, LONG_GONE } from '../../../src/core/obras/reglas.ts';
import { counted, grouped } from '../../core/formato.ts';
import type { Orden } from '../../core/obras/filas.ts';
import type { Filtros } from '../../core/obras/filtros/direccion.ts';
import { isClosed, type Marcha } from './estado.ts';
import { dayInWords, percent } from './palabras.ts';

// How late a work is, and how far behind, in a list.

export interface Work {
  estatusObra: { id: number };
  ejercicioFiscal: { anio: number };
}

/**
 * The years since a work's fiscal year ended, where they are many and the work is still «En proceso»: the rule
 * `rezagada` of GET /calidad.
 */
export function yearsBehind({ estatusObra, ejercicioFiscal }: Work, now = new Date()) {
  const years = Number(dayOf(now).slice(0, 4)) - ejercicioFiscal.anio;
  return estatusObra.id === EN_PROCESO && years >= LONG_GONE ? years : undefined;
}

/** The days that a work is late; none where it is done or cancelled, or nobody has said. */
export const daysLate = ({ estatusObra }: Work, marcha: Marcha | undefined): number =>
  marcha?.atrasada && !isClosed(estatusObra.id) ? (marcha.diasAtraso ?? 0) : 0;

/** The figure that decides a filter or an order, in the little room of a list; undefined where a row has all that decides. */
export function cifraOf(
  { pagoAdelantado, crecimientoContratos }: Filtros,
  orden: Orden,
): ((marcha: Marcha) => string | undefined) | undefined {
  if (pagoAdelantado !== undefined || orden.endsWith('pagoAdelantado')) {
    return ({ pagadoContratos: paid, pagoAdelantado: points }) =>
      paid === null || points === null
        ? undefined
        : `Pagado ${percent(paid)} (${points > 0 ? '+' : ''}${grouped(points)})`;
  }
  if (crecimientoContratos !== undefined || orden.endsWith('crecimientoContratos')) {
    return ({ crecimientoContratos: growth }) =>
      growth === null ? undefined : `Contratos ${growth > 0 ? '+' : ''}${percent(growth)}`;
  }
  return undefined;
}

/** The age of a work that is still under way, in a sentence. */
export const inWords = ({ ejercicioFiscal: { anio } }: Work, years: number) =>
  `Sigue en proceso, y su ejercicio fiscal, ${anio}, es de hace ${years} años.`;

/** The term of a work among a clerk's own. One that is built is not late any more, whatever its status says. */
export function plazoOfFila({
  atrasada,
  diasAtraso,
  fechaTerminoVigente,
  estatusObraId,
  avanceFisico,
}: Pick<
  Marcha,
  'atrasada' | 'diasAtraso' | 'fechaTerminoVigente' | 'estatusObraId' | 'avanceFisico'
>): { texto: string; isLate: boolean } {
  if (!fechaTerminoVigente) return { texto: 'Sin fecha de término', isLate: false };
  const isOver = isClosed(estatusObraId);
  if (atrasada && diasAtraso && !isOver) {
    return { texto: `${counted(diasAtraso, 'día', 'días')} de atraso`, isLate: true };
  }
  const until = `hasta el ${dayInWords(fechaTerminoVigente)}`;
  const texto = isOver || avanceFisico === 100 ? `Era ${until}` : `En plazo, ${until}`;
  return { texto, isLate: false };
}
