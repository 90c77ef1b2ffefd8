import { useSyncExternalStore } from 'react';
import { lostSince } from './conexion.ts';
import { session, unended, waiting } from './sesion.ts';
import type { Espera, Session } from './sesiones.ts';
import type { Store } from './store.ts';

// What the whole page shares, as components use it.

/** A store's value; the component is drawn again when it changes. */
export const useStore = <Value>({ subscribe, get }: Store<Value>): Value =>
  useSyncExternalStore(subscribe, get);

/** The time from which there is no connection, or null. Meanwhile saving is not offered. */
export const useLostConnection = (): Date | null => useStore(lostSince);

/** The session, or null for a visitor without one. */
export const useSession = (): Session | null => useStore(session);

/** Whether the caller may register, correct and administer: the registry decides, the portal only hides what it would refuse. */
export const useIsAdmin = (): boolean => useSession()?.user.roles === 'admin';

/** Until when a session goes on that was left here, in milliseconds since 1970 by this device's clock; null where none does. */
export const useUnended = (): number | null => useStore(unended)?.expiresAt ?? null;

/** The reason why a request waits; null where nothing does. */
export const useSessionProblem = (): Espera | null => useStore(waiting)?.why ?? null;
