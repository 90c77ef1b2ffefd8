import { dayInWords, dayOf } from '../../src/base/time.ts';
import {
  CAUSAS,
  NATURALEZAS,
  PROCEDIMIENTOS,
  TERMINACIONES,
} from '../../src/seguimiento/opciones.ts';
import type { Schema } from '../api.ts';
import { counted } from '../formato.ts';
import { CANCELADA, isClosed } from './consultas.ts';

// The follow-up in an office's words: choices, days and how late a work is.

export { CAUSAS, dayInWords, NATURALEZAS, PROCEDIMIENTOS, TERMINACIONES };

/** The options of a field that has these choices. */
export const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([id, nombre]) => ({ id, nombre }));

/** Milliseconds of a day. */
const DAY = 24 * 3_600_000;

/** Days from one day to another, such as from `2026-06-30` to `2026-07-01`: 1. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** The day it is in Yucatán. */
export const today = (): string => dayOf(new Date());

/** «hoy», «ayer», «hace 145 días» */
export function agoInWords(day: string): string {
  const days = daysBetween(day, today());
  if (days <= 0) return 'hoy';
  return days === 1 ? 'ayer' : `hace ${counted(days, 'día', 'días')}`;
}

const shortDays = new Intl.DateTimeFormat('es-MX', { dateStyle: 'medium', timeZone: 'UTC' });
/** A day in little room: 30 jun 2026. */
export const shortDay = (day: string): string => shortDays.format(new Date(day));

/** «al 30 de junio de 2026 (hace 145 días)»: as of when a figure counts. */
export const asOf = (day: string): string => `al ${dayInWords(day)} (${agoInWords(day)})`;

/** 45.5 %, 100 %: as many decimals as there are. */
export const percent = (value: number): string =>
  `${value.toLocaleString('es-MX', { maximumFractionDigits: 2 })} %`;

/** A work's term in words, and whether it is kept: never told by a colour alone. */
export interface Plazo {
  texto: string;
  /** `tarde` is late, or was at its end; `sin` where nobody has said when it was to end, or did. */
  estado: 'bien' | 'tarde' | 'sin';
}

/** A work's term in words, by its follow-up and its own status. */
export function plazoOf(
  { atraso, avance, ejecucion }: Schema<'SeguimientoDeObra'>,
  estatusObraId: number,
): Plazo {
  const { fechaTerminoBase: original, fechaTerminoVigente: termino, diasAtraso } = atraso;
  if (!termino) return { texto: 'Sin fecha de término registrada', estado: 'sin' };
  const isOver = isClosed(estatusObraId);
  const ended = isOver || ejecucion.fechaTerminoReal !== null || avance?.avanceFisico === 100;
  const until = dayInWords(termino);
  if (estatusObraId === CANCELADA) {
    return { texto: `Se canceló: debía terminar el ${until}`, estado: 'sin' };
  }
  if (diasAtraso === null) {
    return { texto: `Debía terminar el ${until}; nadie ha dicho cuándo terminó`, estado: 'sin' };
  }
  const late = counted(diasAtraso, 'día', 'días');
  if (ended) {
    // Of a work that goes on by its status, and of which nobody has said when it ended, only a report says that it is built.
    const done = isOver || ejecucion.fechaTerminoReal !== null ? 'Terminó' : 'Se reportó al 100 %';
    if (diasAtraso > 0)
      return { texto: `${done} ${late} tarde: debía ser el ${until}`, estado: 'tarde' };
    const inTime = (term: string) => ({
      texto: `${done} a tiempo: debía ser el ${dayInWords(term)}`,
      estado: 'bien' as const,
    });
    if (original === null || original >= termino) return inTime(termino);
    // A term that was moved is kept, and the promise was another, unless that was kept, too.
    const end =
      ejecucion.fechaTerminoReal ?? (avance?.avanceFisico === 100 ? avance.fechaCorte : null);
    if (end !== null && end <= original) return inTime(original);
    const texto = `${done} en el plazo vigente, que era el ${until}; al inicio era el ${dayInWords(original)}`;
    return { texto, estado: 'bien' };
  }
  if (diasAtraso > 0) {
    return { texto: `Atrasada ${late}: debía terminar el ${until}`, estado: 'tarde' };
  }
  const left = daysBetween(today(), termino);
  const remains =
    left <= 0 ? 'es hoy' : `${left === 1 ? 'falta' : 'faltan'} ${counted(left, 'día', 'días')}`;
  return { texto: `En plazo: debe terminar el ${until} (${remains})`, estado: 'bien' };
}
