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

/** A time in days by the largest unit that it fills: «60 días», «5 meses», «10 años». */
export const lapso = (days: number): string =>
  days < 61
    ? counted(days, 'día', 'días')
    : days < 730
      ? counted(Math.floor(days / 30.4), 'mes', 'meses')
      : counted(Math.floor(days / 365), 'año', 'años');

/** «hoy», «ayer», «hace 45 días», «hace 10 años» */
export function agoInWords(day: string): string {
  const days = daysBetween(day, today());
  if (days <= 0) return 'hoy';
  return days === 1 ? 'ayer' : `hace ${lapso(days)}`;
}

const shortDays = new Intl.DateTimeFormat('es-MX', { dateStyle: 'medium', timeZone: 'UTC' });
/** A day in little room: 30 jun 2026. */
export const shortDay = (day: string): string => shortDays.format(new Date(day));

/** «al 30 de junio de 2026 (hace 4 meses)»: as of when a figure counts. */
export const asOf = (day: string): string => `al ${dayInWords(day)} (${agoInWords(day)})`;

/** 45.5 %, 100 %: as many decimals as there are. */
export const percent = (value: number): string =>
  `${value.toLocaleString('es-MX', { maximumFractionDigits: 2 })} %`;

/** The distance between the built and the planned progress, in points of percent. */
export function pointsApart(points: number): string {
  const rounded = Math.round(Math.abs(points) * 100) / 100;
  if (rounded === 0) return '(va como se previó)';
  const many = `${rounded.toLocaleString('es-MX')} ${rounded === 1 ? 'punto' : 'puntos'}`;
  return `(${many} ${points < 0 ? 'menos' : 'más'})`;
}

/** A work's term in words, and whether it is kept: never told by a colour alone. */
export interface Plazo {
  /** In little room: «80 días de atraso», «Faltan 3 meses». */
  texto: string;
  /** The day that it goes by, and where the words are round, the days. */
  detalle: string;
  /** `tarde` is late, or was at its end; `sin` where nobody has said when it was to end, or did. */
  estado: 'bien' | 'tarde' | 'sin';
}

/** A work's term in words, by its follow-up and its own status. */
export function plazoOf(
  { atraso, avance, ejecucion }: Schema<'SeguimientoDeObra'>,
  estatusObraId: number,
): Plazo {
  const { fechaTerminoBase: original, fechaTerminoVigente: termino, diasAtraso } = atraso;
  const unknown = (detalle: string): Plazo => ({ texto: 'Sin dato', detalle, estado: 'sin' });
  if (!termino) return unknown('No hay fecha de término registrada');
  const isOver = isClosed(estatusObraId);
  const ended = isOver || ejecucion.fechaTerminoReal !== null || avance?.avanceFisico === 100;
  const until = dayInWords(termino);
  if (estatusObraId === CANCELADA) {
    return { texto: 'Se canceló', detalle: `Debía terminar el ${until}`, estado: 'sin' };
  }
  if (diasAtraso === null)
    return unknown(`Debía terminar el ${until}; falta la fecha en que terminó`);
  // Of a work that goes on by its status, and of which nobody has said when it ended, only a report says that it is built.
  const done = isOver || ejecucion.fechaTerminoReal !== null ? 'Terminó' : 'Se reportó al 100 %';
  if (diasAtraso > 0) {
    const [words, days] = [lapso(diasAtraso), counted(diasAtraso, 'día', 'días')];
    const must = ended ? `${done} tarde: debía ser` : 'Debía terminar';
    return {
      texto: `${words} de atraso`,
      detalle: `${must} el ${until}${words === days ? '' : ` (${days})`}`,
      estado: 'tarde',
    };
  }
  if (ended) {
    // A term that was moved is kept, and the promise was another, unless that was kept, too.
    const end =
      ejecucion.fechaTerminoReal ?? (avance?.avanceFisico === 100 ? avance.fechaCorte : null);
    const isMoved = original !== null && original < termino;
    const isPromiseKept = isMoved && end !== null && end <= original;
    return {
      texto: isMoved && !isPromiseKept ? 'En el plazo vigente' : 'A tiempo',
      detalle:
        isMoved && !isPromiseKept
          ? `${done}: debía ser el ${until}; al inicio era el ${dayInWords(original)}`
          : `${done}: debía ser el ${isPromiseKept ? dayInWords(original) : until}`,
      estado: 'bien',
    };
  }
  const left = daysBetween(today(), termino);
  return {
    texto: left <= 0 ? 'Termina hoy' : `${left === 1 ? 'Falta' : 'Faltan'} ${lapso(left)}`,
    detalle: `Debe terminar el ${until}`,
    estado: 'bien',
  };
}
