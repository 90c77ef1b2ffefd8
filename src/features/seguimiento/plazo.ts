import { counted } from '../../core/base/text.ts';
import { dayInWords, dayOf } from '../../core/base/time.ts';
import { CANCELADA, TERMINADA } from '../../core/obras/reglas.ts';

// A work's term in words, as its sheet shows it. It is plain TypeScript, which the portal imports.

/** Milliseconds of a day. */
const DAY = 24 * 3_600_000;

/** Days from one day to another, such as from `2026-06-30` to `2026-07-01`: 1. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** The day so many days after another. */
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** The day it is in Yucatán. */
export const today = (): string => dayOf(new Date());

/** A time in days by the largest unit that it fills: «60 días», «5 meses», «10 años». */
export const lapso = (days: number): string =>
  days < 61
    ? counted(days, 'día', 'días')
    : days < 730
      ? counted(Math.floor(days / 30.4), 'mes', 'meses')
      : counted(Math.floor(days / 365), 'año', 'años');

/** A work's term in words, and whether it is kept: never told by a colour alone. */
export interface Plazo {
  /** In little room: «80 días de atraso», «Faltan 3 meses». */
  texto: string;
  /** The day that it goes by and, of a work that has ended, that of its end; where the words are round, the days. */
  detalle: string;
  /** `tarde` is late, or was at its end; `sin` where nobody has said when it was to end, or did. */
  estado: 'bien' | 'tarde' | 'sin';
}

/** Kept the term that was moved, and not the first one. */
export const EN_EL_PLAZO_VIGENTE = 'En el plazo vigente';

/** What the words are made of, as `GET /obras/:id/seguimiento` answers it. */
export interface Marcha {
  atraso: {
    fechaTerminoBase: string | null;
    fechaTerminoVigente: string | null;
    diasAtraso: number | null;
  };
  ejecucion: { fechaTerminoReal: string | null };
  /** The newest reports, by day. */
  avances: { fechaCorte: string; avanceFisico: number }[];
}

/** The cut since which all was built, as far as the reports reach; undefined where it is not. */
function builtSince(avances: Marcha['avances']): string | undefined {
  const last = avances.findLastIndex(({ avanceFisico }) => avanceFisico < 100);
  return avances[last + 1]?.fechaCorte;
}

/** A work's term in words, by its follow-up and its own status. */
export function plazoOf(
  { atraso, ejecucion, avances }: Marcha,
  estatusObraId: number,
  now = today(),
): Plazo {
  const { fechaTerminoBase: original, fechaTerminoVigente: termino, diasAtraso } = atraso;
  const unknown = (detalle: string): Plazo => ({ texto: 'Sin dato', detalle, estado: 'sin' });
  if (!termino) return unknown('No hay fecha de término registrada');
  const built = builtSince(avances);
  const isOver = estatusObraId === TERMINADA || estatusObraId === CANCELADA;
  const ended = isOver || ejecucion.fechaTerminoReal !== null || built !== undefined;
  const until = dayInWords(termino);
  if (estatusObraId === CANCELADA) {
    return { texto: 'Se canceló', detalle: `Debía terminar el ${until}`, estado: 'sin' };
  }
  if (diasAtraso === null)
    return unknown(`Debía terminar el ${until}; falta la fecha en que terminó`);
  // The delay was counted until then. Of more reports than are known here, the first of those at 100 % may be missing.
  const end =
    ejecucion.fechaTerminoReal ?? (diasAtraso > 0 ? dayAfter(termino, diasAtraso) : built);
  // Where nobody has said when it ended, only a report says that it is built.
  const done = ejecucion.fechaTerminoReal
    ? `Terminó el ${dayInWords(ejecucion.fechaTerminoReal)}`
    : `Se reportó al 100 % con corte al ${dayInWords(end ?? now)}`;
  if (diasAtraso > 0) {
    const [words, days] = [lapso(diasAtraso), counted(diasAtraso, 'día', 'días')];
    const must = ended ? `${done}: debía ser` : 'Debía terminar';
    return {
      texto: `${words} de atraso`,
      detalle: `${must} el ${until}${words === days ? '' : ` (${days})`}`,
      estado: 'tarde',
    };
  }
  if (ended) {
    // A term that was moved is kept, and the promise was another, unless that was kept, too.
    const isMoved = original !== null && original < termino;
    const isPromiseKept = isMoved && end !== undefined && end <= original;
    return {
      texto: isMoved && !isPromiseKept ? EN_EL_PLAZO_VIGENTE : 'A tiempo',
      detalle:
        isMoved && !isPromiseKept
          ? `${done}: debía ser el ${until}; al inicio era el ${dayInWords(original)}`
          : `${done}: debía ser el ${isPromiseKept ? dayInWords(original) : until}`,
      estado: 'bien',
    };
  }
  const left = daysBetween(now, termino);
  return {
    texto: left <= 0 ? 'Termina hoy' : `${left === 1 ? 'Falta' : 'Faltan'} ${lapso(left)}`,
    detalle: `Debe terminar el ${until}`,
    estado: 'bien',
  };
}
