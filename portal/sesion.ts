import { createStore, useStore } from './almacen.ts';
import type { components } from './generado/openapi.d.ts';

// The session is kept for as long as the tab is open. A new tab asks the others for theirs, and leaving ends all of them.

type Sesion = components['schemas']['Sesion'];

export interface Session {
  token: string;
  /** When the token ends, in milliseconds since 1970. */
  expiresAt: number;
  user: Sesion['user'];
}

const KEY = 'registro.sesion';
/** The time that a new tab waits for others to answer, in milliseconds. */
const OTHERS_ANSWER = 150;

const session = createStore<Session | null>(stored());
/** Why a request has to wait: the session is over, or its user's account was deactivated. */
export type Espera = 'terminada' | 'desactivada';

/** The request that waits until it may go out again; null where none does. */
const waiting = createStore<{ why: Espera; resolvers: ((goesOn: boolean) => void)[] } | null>(null);
const others = new BroadcastChannel(KEY);

type Message = { kind: 'ask' } | { kind: 'give'; session: Session } | { kind: 'end' };
const tell = (message: Message) => others.postMessage(message);

others.onmessage = ({ data }: MessageEvent<Message>) => {
  const mine = session.get();
  if (data.kind === 'ask' && mine && mine.expiresAt > Date.now()) {
    tell({ kind: 'give', session: mine });
  }
  // One that waits here for the user to sign in again has it from the other tab. A change of one's own record in one
  // tab holds in all.
  if (data.kind === 'give') {
    const isOwn =
      mine?.user.id === data.session.user.id && mine.expiresAt <= data.session.expiresAt;
    if (!mine || waiting.get() || isOwn) begin(data.session);
  }
  if (data.kind === 'end') end();
};

function stored(): Session | null {
  try {
    const parsed = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Session | null;
    return parsed && parsed.expiresAt > Date.now() ? parsed : null;
  } catch {
    return null;
  }
}

function begin(next: Session): void {
  const before = session.get();
  sessionStorage.setItem(KEY, JSON.stringify(next));
  session.set(next);
  // A request of one person does not go out in another's name.
  settle(!before || before.user.id === next.user.id);
}

function end(): void {
  // The user's place in the lists is nobody else's business either.
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith('registro.')) sessionStorage.removeItem(name);
  }
  session.set(null);
  settle(false);
}

function settle(goesOn: boolean): void {
  const { resolvers = [] } = waiting.get() ?? {};
  waiting.set(null);
  for (const resolve of resolvers) resolve(goesOn);
}

/** The session, for code outside of components. */
export const currentSession = (): Session | null => session.get();

/** The session, or null for a visitor without one. */
export const useSession = (): Session | null => useStore(session);

/** Whether the caller may register, correct and administer: the registry decides, the portal only hides what it would refuse. */
export const useIsAdmin = (): boolean => useSession()?.user.roles === 'admin';

/** Waits for the session of another tab, where this one has none. */
export async function findSession(): Promise<void> {
  if (session.get()) return;
  tell({ kind: 'ask' });
  await new Promise<void>((resolve) => {
    const stop = session.subscribe(resolve);
    setTimeout(() => {
      stop();
      resolve();
    }, OTHERS_ANSWER);
  });
}

/** Begins the session that `POST /auth/login` answered. */
export function signIn({ access_token: token, user }: Sesion): void {
  begin({ token, expiresAt: expiryOf(token), user });
  tell({ kind: 'give', session: session.get() as Session });
}

/** The session's user after they changed their own record. */
export function updateOwnUser(changes: Partial<Session['user']>): void {
  const current = session.get();
  if (!current) return;
  begin({ ...current, user: { ...current.user, ...changes } });
  tell({ kind: 'give', session: session.get() as Session });
}

/** Ends the session in every tab. The token itself ends when its time is up. */
export function signOut(): void {
  end();
  tell({ kind: 'end' });
}

/**
 * Asks the user at the screen to sign in again or, where the account was deactivated, what to do; once for all requests
 * that wait for it.
 *
 * @returns whether the request is to go out again
 */
export function awaitSession(why: Espera): Promise<boolean> {
  return new Promise((resolve) =>
    waiting.set({ why, resolvers: [...(waiting.get()?.resolvers ?? []), resolve] }),
  );
}

/** The reason why a request waits; null where nothing does. */
export const useSessionProblem = (): Espera | null => useStore(waiting)?.why ?? null;

/** Requests that waited go out again as they are: the account may be active by now. */
export const tryAgain = (): void => settle(true);

/** The person does not want to sign in: the waiting requests are given up. */
export const giveUpSession = (): void => settle(false);

/** `exp` of a JSON Web Token (RFC 7519), in milliseconds. */
function expiryOf(token: string): number {
  const [, claims = ''] = token.split('.');
  const { exp } = JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/'))) as { exp: number };
  return exp * 1000;
}
