import type { DiaDeFoto } from '../../../src/features/archivos/fotos/dia.ts';
import { NoConnection, RegistryError, sentencesOf } from '../../core/errores.ts';
import { counted } from '../../core/formato.ts';
import type { Archivo } from './enviar.ts';

// The states of photos on their way to the registry.

export interface Pendiente {
  id: string;
  userId: string;
  obraId: number;
  obra: string;
  /** The file that it was made of, by name, size and time: chosen twice, it goes once. */
  original: string;
  /** What is sent; while it is to be prepared, the file that was chosen. */
  contenido: Blob;
  titulo: string;
  /** Empty where nobody knows it. */
  fecha: string;
  /** What says so, where nobody has written it. */
  fechaSegun?: DiaDeFoto['fechaSegun'] | undefined;
  /** The odd day that its user has said is right. */
  fechaCierta?: string;
  /** True where this browser can't make it small. */
  isWhole?: boolean;
  publico: boolean;
  avanceId: number | null;
  /** When it was chosen, in milliseconds since 1970. */
  instante: number;
  /** `borrador` until its user sends it; `detenida` with the reasons why the registry does not take it. */
  estado: 'por preparar' | 'borrador' | 'por enviar' | 'detenida';
  frases?: string[];
}

/** Older ones are removed, as other drafts are, in milliseconds: a month. */
const LIFETIME = 30 * 24 * 3_600_000;
/** Whether a photo has waited for so long that it is removed. */
export const isOld = ({ instante }: Pick<Pendiente, 'instante'>, now = Date.now()): boolean =>
  instante < now - LIFETIME;

/** How the photos stand: the worst first, since it waits for somebody. */
export function sentenceOf(pendientes: Pendiente[], isLost: boolean): string {
  const many = (estado: Pendiente['estado']) =>
    pendientes.filter((one) => one.estado === estado).length;
  const fotos = (count: number) => counted(count, 'foto', 'fotos');
  const [stopped, waiting] = [many('detenida'), many('por enviar')];
  if (stopped > 0) return `El registro no aceptó ${fotos(stopped)} que usted envió.`;
  if (waiting > 0) {
    return isLost
      ? `${fotos(waiting)} por enviar: se envían solas cuando vuelva la conexión.`
      : `Se envían ${fotos(waiting)}.`;
  }
  return `Eligió ${fotos(pendientes.length)} que no ha enviado.`;
}

/** A photo that the registry has. */
export interface Enviada {
  obraId: number;
  archivo: Archivo;
  /** False where the work had the very same photo before. */
  isNew: boolean;
}

export interface Cola {
  userId: string;
  pendientes: Pendiente[];
  /** Whether each could be saved: one that was not is lost with the tab. */
  isSaved: boolean;
  /** How much of each has gone, from 0 to 1. */
  partes: Readonly<Record<string, number>>;
  /** Those that went while the tab was open. */
  enviadas: readonly Enviada[];
  /** A sentence for each file of the last choice that can't be taken. */
  ilegibles: readonly { obraId: number; frase: string }[];
}

export const EMPTY: Cola = {
  userId: '',
  pendientes: [],
  isSaved: true,
  partes: {},
  enviadas: [],
  ilegibles: [],
};

/** Tries of a photo that is refused for a while, and of one that no answer comes to though there is a connection. */
const TRIES_OF_PHOTO = { busy: 6, away: 30 };

const TAKEN_AWAY =
  'Su cuenta ya no captura los avances de esta obra. La foto se conserva aquí: pida a un administrador que le asigne la dependencia y envíela otra vez.';

const AVANCE_AWAY =
  'El avance de esta foto ya no está en el registro: elija otro, o envíela sin ninguno.';

/** The longest wait before a further try, in seconds. */
const LONGEST_WAIT = 60;

/** What a refusal changes: a photo whose report was deleted belongs to none. */
export function stoppedBy(error: unknown): Partial<Pendiente> {
  if (!(error instanceof RegistryError)) return { frases: sentencesOf(error) };
  if (error.status === 403) return { frases: [TAKEN_AWAY] };
  const isAvance = error.sentences.some((sentence) => sentence.startsWith('avanceId'));
  return isAvance ? { avanceId: null, frases: [AVANCE_AWAY] } : { frases: sentencesOf(error) };
}

/** The seconds to wait before a further try; undefined where none would help. */
export function waitAfter(error: unknown, tries: number): number | undefined {
  const isAway = error instanceof NoConnection;
  const isBusy = error instanceof RegistryError && [429, 502, 503, 504].includes(error.status);
  const most = isAway ? TRIES_OF_PHOTO.away : isBusy ? TRIES_OF_PHOTO.busy : 0;
  if (tries >= most) return undefined;
  const named = error instanceof RegistryError ? error.retryAfter : null;
  return Math.min(named ?? 2 ** (tries - 1), LONGEST_WAIT);
}
