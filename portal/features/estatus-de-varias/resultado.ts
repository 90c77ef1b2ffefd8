import { counted } from '../../core/formato.ts';
import type { Seleccionada } from '../../core/obras/lista/elegidas.ts';

// The outcome of a change of many works.

/** A work that was not changed. */
export interface Rechazada {
  antes: Seleccionada;
  isGone: boolean;
  /** The work as it is now; missing where it is gone or could not be read. */
  ahora?: Seleccionada | undefined;
}

/** The outcome of a change of many works. */
export interface Resultado {
  cambiadas: number;
  sinCambio: number;
  rechazadas: Rechazada[];
}

/** The outcome of a change of many works, in words. */
export const inWords = ({ cambiadas, sinCambio, rechazadas: { length } }: Resultado): string =>
  [
    cambiadas === 0
      ? 'No se cambió ninguna obra.'
      : `Se cambió el estatus de ${counted(cambiadas, 'obra', 'obras')}.`,
    sinCambio > 0 && `${counted(sinCambio, 'obra ya lo tenía', 'obras ya lo tenían')}.`,
    length > 0 && `${counted(length, 'obra no se cambió', 'obras no se cambiaron')}.`,
  ]
    .filter(Boolean)
    .join(' ');
