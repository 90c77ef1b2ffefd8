// A text that a user has written and the registry has not yet confirmed. It is kept in the browser (localStorage), so
// that it outlives a session, a network and a closed tab. It is kept for each user apart, is offered to that user alone,
// and is removed when the registry has confirmed, when it is discarded, or when it is old. Leaving the session does not
// remove it: a session that ends in the middle of work would take the work with it.

export interface Borrador {
  /** The draft's key, which no other form's draft has. */
  de: string;
  /** When it was last changed, in milliseconds since 1970. */
  instante: number;
  valores: object;
  /** The record that is corrected, as it was read. */
  leida?: object;
  /** The sending of a new record that no answer has come to. */
  envio?: Envio | undefined;
}

/**
 * A key, and the bodies that went out under it without an answer: the registry may have one of them. They go again under the
 * same key, so that no second record is made.
 */
export interface Envio {
  clave: string;
  cuerpos: string[];
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

/** The draft of a user and a form, if there is one. */
export const findBorrador = (userId: string, de: string): Borrador | undefined =>
  borradores(userId).find((borrador) => borrador.de === de);

/** All drafts of a user, of every form. Each form judges the values. */
export function borradores(userId: string): Borrador[] {
  const drafts: Borrador[] = [];
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(PREFIX)) continue;
      const borrador = read(localStorage.getItem(name));
      if (!borrador || borrador.instante < Date.now() - LIFETIME) localStorage.removeItem(name);
      else if (name === nameOf(userId, borrador.de)) drafts.push(borrador);
    }
  } catch {
    // Nothing can be kept here.
  }
  return drafts;
}

/** A draft by its text; null where it is none. */
function read(text: string | null): Borrador | null {
  try {
    const borrador = JSON.parse(text ?? '') as Borrador;
    const { de, instante, valores, envio } = borrador;
    // A form of version 1.0 kept one body.
    if (envio && !Array.isArray(envio.cuerpos)) borrador.envio = undefined;
    const isOne =
      typeof de === 'string' &&
      typeof instante === 'number' &&
      typeof valores === 'object' &&
      valores !== null;
    return isOne ? borrador : null;
  } catch {
    return null;
  }
}
