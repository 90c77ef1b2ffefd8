import { positionIn } from '../../../src/hojas/celdas/index.ts';
import type { Limites } from '../../core/catalogos.ts';
import { inDegrees } from '../../core/geometria/coordenadas.ts';
import { ESTADO } from '../../core/geometria/estado.ts';
import { whereIn } from '../../core/geometria/limites.ts';
import { coordinates } from '../../core/geometria/medidas.ts';
import type { Destino, LugarBuscado } from '../../core/obras/lugar-buscado.ts';

// The places that the finder offers.

/** Letters of the longest name or address that is looked for. */
export const LONGEST_DESTINATION = 1_000;

/** Longitude, latitude and zoom, or west, south, east and north, as the page's address has it or as numbers. */
export type Shown = string | null | readonly number[] | undefined;

/**
 * The middle of what a map shows; undefined where that is the whole state.
 */
export function middleOf(lugar: Shown): [number, number] | undefined {
  const numbers = typeof lugar === 'string' ? lugar.split(',').map(Number) : (lugar ?? []);
  const [west = Number.NaN, south = Number.NaN, east, north] = numbers;
  if (numbers.join() === ESTADO.join()) return undefined;
  const isBox = east !== undefined && north !== undefined;
  const [x, y] = isBox ? [(west + east) / 2, (south + north) / 2] : [west, south];
  const isPlace = Math.abs(x) <= 180 && Math.abs(y) <= 90;
  // To some ten metres: answers are kept by the address that asks for them.
  return isPlace ? [Number(x.toFixed(4)), Number(y.toFixed(4))] : undefined;
}

/** The place of a text's coordinates. If they lie outside the state by a slip, it is the one that was meant. */
export function inCoordinates(
  text: string,
  limites: Limites,
): (LugarBuscado & { isCertain: boolean; isOutside: boolean }) | undefined {
  const escrita = positionIn(text);
  if (!escrita) return undefined;
  if ('metres' in escrita) {
    const { metres, zone } = escrita;
    return {
      id: 'coordenadas',
      nombre: `UTM ${zone === undefined ? '' : `${zone}N `}${metres.join(', ')}`,
      detalle: zone === undefined ? 'Falta la zona' : 'Coordenadas',
      isCertain: true,
      isOutside: false,
      go: async () => ({ position: await inDegrees(escrita) }),
    };
  }
  const written = escrita.meant ?? escrita.written;
  const where = whereIn(written, limites);
  const meant = where.area ? undefined : where.meant;
  const position = meant?.position ?? written;
  // Beyond the poles there is no place.
  if (Math.abs(position[1]) > 85 || Math.abs(position[0]) > 180) return undefined;
  return {
    id: 'coordenadas',
    nombre: coordinates(position),
    isCertain: where.area !== undefined,
    isOutside: !where.area && !meant,
    detalle: where.area
      ? 'Coordenadas'
      : meant
        ? 'Coordenadas, con el signo o el orden que falta'
        : 'Coordenadas fuera de Yucatán',
    go: () => ({ position }),
  };
}

/** The zoom at a place that is a point: streets have their names there. */
const ZOOM_AT_POINT = 16;

/** A place as the page's address has it. */
export const written = (destino: Destino): string =>
  'bbox' in destino ? destino.bbox.join() : [...destino.position, ZOOM_AT_POINT].join();
