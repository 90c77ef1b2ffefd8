import { timesOf } from '../../src/features/portal/salidas.ts';
import type { components } from '../generado/openapi.d.ts';

// What becomes of sessions: one that is kept, one that another tab has, one that the registry does not take any more.

type Sesion = components['schemas']['Sesion'];

export interface Session {
  token: string;
  /** When the token ends, in milliseconds since 1970 by this device's clock, which may differ from the registry's. */
  expiresAt: number;
  user: Sesion['user'];
}

/** Why a request has to wait: the session is over, or its user's account was deactivated. */
export type Espera = 'terminada' | 'desactivada';

/** The message of one tab to the others. */
export type Message =
  | { kind: 'ask' }
  | { kind: 'give'; session: Session }
  // An older version of the portal in another tab names no account.
  | { kind: 'end'; userId?: string };

/** The session that `POST /auth/login` has just answered. */
export function sessionOf({ access_token: token, user }: Sesion, now: number): Session {
  const { iat, exp } = timesOf(token);
  // Whatever the device's clock shows now is the time of `iat`.
  return { token, expiresAt: now + (exp - iat) * 1000, user };
}

/**
 * What a tab does on a message of another one.
 *
 * @param isWaiting whether requests wait here for the user to sign in again
 * @param isLeft whether the given session was left in this browser
 */
export function answerTo(
  message: Message,
  mine: Session | null,
  { isWaiting, isLeft, now }: { isWaiting: boolean; isLeft: boolean; now: number },
): 'give' | 'take' | 'end' | undefined {
  if (message.kind === 'ask') return mine && mine.expiresAt > now ? 'give' : undefined;
  if (message.kind === 'end') {
    return (message.userId ?? mine?.user.id) === mine?.user.id ? 'end' : undefined;
  }
  if (isLeft) return undefined;
  const { user, token } = message.session;
  // A change of one's own record in one tab holds in all.
  const isOwn = mine?.user.id === user.id && timesOf(mine.token).iat <= timesOf(token).iat;
  return !mine || isWaiting || isOwn ? 'take' : undefined;
}

/**
 * The time that a new tab waits for others to answer, in milliseconds: where one of them has a session and may be busy, where it
 * may have one, and where the browser can't tell.
 */
const BUSY = 15_000;
const PERHAPS = 1_000;
const UNKNOWN = 150;

/**
 * How long a new tab waits for the session of another, in milliseconds.
 *
 * @param isHeld whether a tab has one; undefined where the browser can't tell
 * @param isKnown whether somebody signed in and has not left
 */
export function patience(isHeld: boolean | undefined, isKnown: boolean): number {
  if (isHeld === undefined) return isKnown ? PERHAPS : UNKNOWN;
  return isHeld ? BUSY : 0;
}

/** Why a token is refused. The registry's body is the same for each; its challenge tells them apart (RFC 6750). */
export const whyOf = (challenge: string): Espera =>
  /error_description="La cuenta fue desactivada"/.test(challenge) ? 'desactivada' : 'terminada';

/**
 * What becomes of a request that was refused: it goes out again with another session of the same person, waits for one, or is
 * given up. None goes out in another's name.
 *
 * @param refused the session that it went out with
 * @param now the tab's session by then
 */
export function afterRefusal(
  refused: Session | null,
  now: Session | null,
): 'again' | 'wait' | 'over' {
  // The person left while the request was under way.
  if (refused && !now) return 'over';
  if (!now || now.token === refused?.token) return 'wait';
  return !refused || now.user.id === refused.user.id ? 'again' : 'over';
}
