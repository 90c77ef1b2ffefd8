import { dayInWords, dayOf, isDay } from '../../../core/base/time.ts';
import type { DiaDeFoto } from './dia.ts';

// The day of a photo as people see it in the portal, and what is asked about it there.

type ConDia = { fecha: string | null } & {
  fechaSegun?: DiaDeFoto['fechaSegun'] | null | undefined;
};

/** A photo's day: «12 de mayo de 2024», with «según su nombre» where that is its source; «Sin fecha» without one. */
export function dayOfFoto(
  { fecha, fechaSegun }: ConDia,
  inWords: (day: string) => string = dayInWords,
): string {
  if (!fecha) return 'Sin fecha';
  return fechaSegun === 'NOMBRE' ? `${inWords(fecha)}, según su nombre` : inWords(fecha);
}

/** The title that is proposed for a photo: its day, where that is more than the guess of a name. */
export const proposed = ({ fecha, fechaSegun }: ConDia): string =>
  fecha && isDay(fecha) && fechaSegun !== 'NOMBRE' ? `Foto del ${dayInWords(fecha)}` : 'Foto';

/** A doubt about a photo's day, and whether that day is possible. */
export interface Duda {
  frase: string;
  canBe: boolean;
}

/**
 * The doubt about the day of a photo of a work; undefined where there is none. A clock that was never set says years ago, one that runs
 * ahead says tomorrow.
 *
 * @param anio the work's fiscal year
 */
export function doubtOf(
  { fecha, fechaSegun }: ConDia,
  anio: number,
  today = dayOf(new Date()),
): Duda | undefined {
  if (!fecha || !isDay(fecha)) return undefined;
  const says =
    fechaSegun === 'CAMARA'
      ? 'Según su cámara, la foto'
      : fechaSegun === 'NOMBRE'
        ? 'Según su nombre, la foto'
        : 'La foto';
  if (fecha > today) {
    return {
      frase: `${says} es del ${dayInWords(fecha)}, que todavía no llega: escriba el día en que se tomó.`,
      canBe: false,
    };
  }
  if (fecha >= `${anio}-01-01`) return undefined;
  return {
    frase: `${says} es del ${dayInWords(fecha)}, y la obra es del ejercicio ${anio}. ¿Se tomó ese día?`,
    canBe: true,
  };
}
