import type { Schema } from '../api.ts';
import { newUbicacion, SIN_VALORES, type Valores, valoresOf } from './valores.ts';

// A text that somebody has written and the registry has not yet confirmed. It is kept in the browser (localStorage), so
// that it outlives a session, a network and a closed tab. It is kept for each user apart, is offered to that user alone,
// and is removed when the registry has confirmed, when it is discarded, or when it is old. Leaving the session does not
// remove it: a session that ends in the middle of work would take the work with it.

export interface Borrador {
  /** The id of the work that is corrected, or `nueva-` and a key of its own for one that is registered. */
  de: string;
  /** When it was last changed, in milliseconds since 1970. */
  instante: number;
  valores: Valores;
  /** The work that is corrected, as it was read, and its ETag. */
  leida?: Leida;
  /** The key of a registration that was sent, and the body that it goes with. */
  envio?: Envio;
}

/** A work as the registry answered it. */
export interface Leida {
  obra: Schema<'Obra'>;
  etag: string;
  /** When, by the registry's clock. */
  instante: string;
}

/** Under which key a body was sent. The same body goes again under the same key, so that no second work is made. */
export interface Envio {
  clave: string;
  cuerpo: string;
  /** Whether it went out and no answer came: the registry may have it. */
  sinRespuesta: boolean;
}

const PREFIX = 'registro.borrador.';
/** Older ones are removed, in milliseconds: a month. */
const LIFETIME = 30 * 24 * 3_600_000;

const nameOf = (userId: string, de: string) => `${PREFIX}${userId}.${de}`;

/** Keeps a draft. Answers false where the browser does not let it: its storage is full or forbidden. */
export function keepBorrador(userId: string, borrador: Borrador): boolean {
  try {
    localStorage.setItem(nameOf(userId, borrador.de), JSON.stringify(borrador));
    return true;
  } catch {
    return false;
  }
}

/** Removes a draft, if there is one. */
export function removeBorrador(userId: string, de: string): void {
  try {
    localStorage.removeItem(nameOf(userId, de));
  } catch {
    // A draft that can't be written was not kept either.
  }
}

/** The draft of a user and a work, or undefined. */
export function findBorrador(userId: string, de: string): Borrador | undefined {
  return borradores(userId).find((borrador) => borrador.de === de);
}

/** The works that a user was registering, the newest first. */
export const newBorradores = (userId: string): Borrador[] =>
  borradores(userId)
    .filter(({ de }) => de.startsWith('nueva-'))
    .sort((a, b) => b.instante - a.instante);

function borradores(userId: string): Borrador[] {
  const found: Borrador[] = [];
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(PREFIX)) continue;
      const borrador = readBorrador(localStorage.getItem(name));
      if (!borrador || borrador.instante < Date.now() - LIFETIME) localStorage.removeItem(name);
      else if (name === nameOf(userId, borrador.de)) found.push(borrador);
    }
  } catch {
    // Nothing can be kept here.
  }
  return found;
}

/** A draft by its text; null where it is none. */
function readBorrador(text: string | null): Borrador | null {
  try {
    const borrador = JSON.parse(text ?? '') as Borrador;
    const { de, instante, valores } = borrador;
    const isOne =
      typeof de === 'string' && typeof instante === 'number' && Array.isArray(valores.ubicaciones);
    return isOne ? { ...borrador, valores: whole(borrador) } : null;
  } catch {
    return null;
  }
}

/**
 * A draft's values with all fields. One of an earlier version of the portal may lack some: those are as the work has them,
 * so that none is taken for emptied, or empty.
 */
function whole({ valores, leida }: Borrador): Valores {
  const before = leida && valoresOf(leida.obra);
  const known = Object.entries(before ?? {}).filter(([, value]) => value !== undefined);
  const ubicaciones = valores.ubicaciones.map((each) => ({
    ...newUbicacion(each.tipoGeometria),
    ...before?.ubicaciones.find(({ id }) => id === each.id),
    ...each,
  }));
  return { ...SIN_VALORES, ...Object.fromEntries(known), ...valores, ubicaciones };
}
