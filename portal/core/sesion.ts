import {
  afterEntry,
  afterExit,
  mayHaveSession,
  readSalidas,
  type Salidas,
  timesOf,
  wasEnded,
  wasLeft,
} from '../../src/features/portal/salidas.ts';
import type { components } from '../generado/openapi.d.ts';
import { SESSION_KEY, storedSession } from './guardada.ts';
import {
  answerTo,
  type Espera,
  type Message,
  patience,
  type Session,
  sessionOf,
} from './sesiones.ts';
import { createStore } from './store.ts';

// The session is kept for as long as the tab is open. A new tab asks the others for theirs. Leaving ends those of the account in
// all tabs, and at the registry. That it was left is kept, and looked at wherever a tab may not have been told.

type Sesion = components['schemas']['Sesion'];

/** In `localStorage`: who has left this browser. */
const LEFT = 'registro.salidas';
/** In `localStorage`: the token that somebody has pasted into /docs. */
const PASTED = 'authorized';

/** The session of this tab. */
export const session = createStore<Session | null>(storedSession());

/** The request that waits until it may go out again; null where none does. */
export const waiting = createStore<{
  why: Espera;
  resolvers: ((goesOn: boolean) => void)[];
} | null>(null);
const others = new BroadcastChannel(SESSION_KEY);

const tell = (message: Message) => others.postMessage(message);

others.onmessage = ({ data }: MessageEvent<Message>) => {
  endIfLeft();
  const mine = session.get();
  const answer = answerTo(data, mine, {
    isWaiting: waiting.get() !== null,
    isLeft: data.kind === 'give' && isLeft(data.session),
    now: Date.now(),
  });
  if (answer === 'give' && mine) tell({ kind: 'give', session: mine });
  if (answer === 'take' && data.kind === 'give') begin(data.session);
  if (answer === 'end') end();
};

// A page that comes back as it was left has heard no message meanwhile; it may have an older token, too.
addEventListener('pageshow', ({ persisted }) => {
  endIfLeft();
  if (!persisted) return;
  if (session.get()) holdPlace();
  tell({ kind: 'ask' });
});
addEventListener('storage', endIfLeft);
document.addEventListener('visibilitychange', endIfLeft);

// While a tab has a session it holds a lock of this name, so a new tab knows of it, however busy the tab is. A page that is left
// gives it back, or the browser could not keep the page.
let leavePlace = () => {};
addEventListener('pagehide', () => leavePlace());

function holdPlace(): void {
  leavePlace();
  const held = new Promise<void>((resolve) => {
    leavePlace = resolve;
  });
  // Over plain HTTP there are no locks.
  void navigator.locks?.request(SESSION_KEY, { mode: 'shared' }, () => held);
}

function salidas(): Salidas {
  try {
    return readSalidas(localStorage.getItem(LEFT));
  } catch {
    return {};
  }
}

function keepSalidas(all: Salidas): void {
  try {
    localStorage.setItem(LEFT, JSON.stringify(all));
  } catch {
    // Without any storage the messages have to do.
  }
}

const isLeft = ({ user, token }: Session) => wasLeft(salidas(), user.id, timesOf(token).iat);

/** Ends the session here where its account was left in another tab. */
export function endIfLeft(): void {
  const mine = session.get();
  if (!mine || !isLeft(mine)) return;
  end();
  if (!wasEnded(salidas(), mine.user.id, timesOf(mine.token).iat)) void endAtRegistry(mine);
}

function begin(next: Session): void {
  const before = session.get();
  sessionStorage.setItem(SESSION_KEY, JSON.stringify(next));
  session.set(next);
  holdPlace();
  // A request of one person does not go out in another's name.
  settle(!before || before.user.id === next.user.id);
}

function end(): void {
  // The user's place in the lists is nobody else's business either.
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith('registro.')) sessionStorage.removeItem(name);
  }
  localStorage.removeItem(PASTED);
  leavePlace();
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

/** Waits for the session of another tab, where this one has none. */
export async function findSession(): Promise<void> {
  if (session.get()) return;
  tell({ kind: 'ask' });
  const most = patience(await isHeldElsewhere(), mayHaveSession(salidas()));
  if (session.get() || most === 0) return;
  await new Promise<void>((resolve) => {
    const stop = session.subscribe(resolve);
    setTimeout(() => {
      stop();
      resolve();
    }, most);
  });
}

/** Whether a tab has a session; undefined where there are no locks. */
async function isHeldElsewhere(): Promise<boolean | undefined> {
  if (!navigator.locks) return undefined;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === SESSION_KEY);
}

/** Begins the session that `POST /auth/login` answered. One that it takes the place of ends. */
export function signIn(answer: Sesion): void {
  const before = waiting.get() ? null : session.get();
  const next = sessionOf(answer, Date.now());
  keepSalidas(afterEntry(salidas(), next.user.id, timesOf(next.token).iat));
  begin(next);
  tell({ kind: 'give', session: next });
  if (before) void endAtRegistry(before);
}

/**
 * Goes on with the session that a login as the same account answered.
 *
 * @returns false where the person has left meanwhile: then it ends, too
 */
export function renewSession(answer: Sesion): boolean {
  const goesOn = session.get()?.user.id === answer.user.id;
  if (goesOn) signIn(answer);
  else void endAtRegistry(sessionOf(answer, Date.now()));
  return goesOn;
}

/** The session's user after they changed their own record. */
export function updateOwnUser(changes: Partial<Session['user']>): void {
  const current = session.get();
  if (!current) return;
  begin({ ...current, user: { ...current.user, ...changes } });
  tell({ kind: 'give', session: session.get() as Session });
}

/**
 * Ends the account's session in every tab of this browser, those that are not shown now too.
 *
 * @returns the session, which the registry still takes
 */
export function leaveBrowser(): Session | null {
  const mine = session.get();
  if (!mine) return null;
  keepSalidas(afterExit(salidas(), mine.user.id, timesOf(mine.token).iat));
  end();
  tell({ kind: 'end', userId: mine.user.id });
  return mine;
}

/** The same, and at the registry: nobody who has a copy of the token can use it any more. */
export function signOut(): void {
  const mine = leaveBrowser();
  if (mine) void endAtRegistry(mine);
}

/** A session that was left here and that the registry has not ended yet, because it does not answer. */
export const unended = createStore<Session | null>(null);

/** Milliseconds between two questions to a registry that does not answer. */
const AGAIN = 5_000;

/** Has the registry end a token that no tab uses any more; as often as it takes, while the page is open. */
async function endAtRegistry(left: Session): Promise<void> {
  while (left.expiresAt > Date.now()) {
    // Not by `ask`, which sends the session that is.
    const status = await fetch('/auth/logout', {
      method: 'POST',
      headers: { authorization: `Bearer ${left.token}` },
      // The page may go at once.
      keepalive: true,
    }).then(
      (answer) => answer.status,
      () => 0,
    );
    const isEnded = status === 200 || status === 401;
    if (isEnded && unended.get() === left) unended.set(null);
    if (isEnded) return;
    unended.set(left);
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
  if (unended.get() === left) unended.set(null);
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

/** Requests that waited go out again as they are: the account may be active by now. */
export const tryAgain = (): void => settle(true);

/** The person does not want to sign in: the waiting requests are given up. The registry does not take the session as it is. */
export function giveUpSession(): void {
  settle(false);
  leaveBrowser();
}

// A tab that was opened again has what it had.
endIfLeft();
if (session.get()) holdPlace();
