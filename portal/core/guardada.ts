import type { Session } from './sesiones.ts';

// The session that this tab has kept.

/** Its name in the tab's storage, and that of the channel and the lock between tabs. */
export const SESSION_KEY = 'registro.sesion';

/** The session that a tab has kept; null where it has none, its time is up, or it can't be read. */
export function readSession(text: string | null, now: number): Session | null {
  try {
    const parsed = JSON.parse(String(text)) as Session | null;
    return parsed && parsed.expiresAt > now ? parsed : null;
  } catch {
    return null;
  }
}

/** The session that this tab has kept. */
export function storedSession(): Session | null {
  try {
    return readSession(sessionStorage.getItem(SESSION_KEY), Date.now());
  } catch {
    return null;
  }
}
