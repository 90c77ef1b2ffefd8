import { createHash, createSecretKey, type KeyObject, randomInt } from 'node:crypto';
import { CompactSign, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { CLOCK_TOLERANCE, jwtKeys } from '../base/config.ts';

/** Specification section 5.3; `exp` besides, since the expiry is checked (5.4). No token has another. */
export interface Claims {
  /** The user's UUID. */
  sub: string;
  email: string;
  roles: string;
  /**
   * Seconds since 1970, with a fraction (RFC 7519 allows one). So a token is older or newer than a change of password
   * even within the same second.
   */
  iat: number;
  /** When the token expires, in seconds since 1970; unset of what is no token (`createBasic`) or not signed yet. */
  exp?: number;
}

/**
 * Whether a token's signature is written in the one way that its bytes have. A decoder also takes the spare bits of its last
 * letter, padding and the letters of other alphabets. Each spelling would be a token with a digest of its own, which outlives the
 * end of the session. Header and payload need no such look: the signature is of their letters.
 */
const isSpelledAsSigned = (token: string): boolean => {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
};

/** A token's SHA-256 in base64url. The database recognises the token by it, and no token can be made of it. */
export const tokenDigest = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

/**
 * The JSON numbers of `iat` and of `exp`, which is `lifetime` seconds later. Comparisons of tokens use microseconds. Random
 * digits stand far behind them, so that two logins at the same instant get two tokens.
 */
function momentsOf(iat: number, lifetime: number): [issued: string, expires: string] {
  const micros = Math.round(iat * 1e6);
  const seconds = Math.floor(micros / 1e6);
  // They are less than a tenth of a microsecond: as a double the number rounds to the same microsecond.
  const fraction = `${digits(micros - seconds * 1e6, 6)}0${digits(randomInt(1e12), 12)}`;
  return [`${seconds}.${fraction}`, `${seconds + lifetime}.${fraction}`];
}
const digits = (number: number, length: number) => String(number).padStart(length, '0');

/** Milliseconds between two reminders that the clocks differ. */
const REMINDER = 60_000;
/** Verified tokens that are remembered, so that a signature is computed once. */
const REMEMBERED = 10_000;

export interface Tokens {
  sign(claims: Claims): Promise<string>;
  /** The claims of a valid token; undefined for any other, whatever is wrong with it. */
  verify(token: string): Promise<Claims | undefined>;
  /** The same without waiting, for a token whose signature was verified before; undefined for any other. */
  recall(token: string): Claims | undefined;
}

/**
 * Signs and verifies tokens. Their time comes from the database's clock, and is compared with this machine's.
 *
 * @param secret one key or, while keys are changed, two separated by a comma: the first signs, both verify
 * @param lifetime of a token in seconds
 * @param onSkew is called once a minute at most, with the seconds by which this clock is ahead (or, negative, behind), where
 *   they are more than `CLOCK_TOLERANCE`
 */
export function createTokens(
  secret: string,
  lifetime: number,
  onSkew: (secondsAhead: number) => void = () => {},
): Tokens {
  const keys = jwtKeys(secret).map((key) => createSecretKey(Buffer.from(key, 'utf8')));
  const [signingKey] = keys as [KeyObject, ...KeyObject[]];
  const verified = new LRUCache<string, Claims & { exp: number }>({ max: REMEMBERED });

  let remindedAt = Number.NEGATIVE_INFINITY;
  const remind = (secondsAhead: number) => {
    if (performance.now() - remindedAt < REMINDER) return;
    remindedAt = performance.now();
    onSkew(secondsAhead);
  };

  /** Checks signature, algorithm and form, which never change for a token. */
  const check = async (token: string, key: KeyObject) => {
    const { payload } = await jwtVerify<Claims>(token, key, {
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'email', 'roles', 'iat', 'exp'],
    });
    const { sub, email, roles, iat, exp, nbf = 0 } = payload;
    if (typeof sub !== 'string' || iat < 0) return undefined;
    // 1e400 in JSON is infinite, and would be later than any time.
    if (![iat, exp, nbf].every(Number.isFinite)) return undefined;
    const claims = { sub, email, roles, iat, exp: exp as number };
    if (payload.nbf === undefined) verified.set(token, claims);
    return claims;
  };

  /** The claims, if the token is valid at this time. */
  const timely = (claims: (Claims & { exp: number }) | undefined): Claims | undefined => {
    const now = Date.now() / 1000;
    if (!claims || claims.exp <= now) return undefined;
    if (claims.iat <= now + CLOCK_TOLERANCE) return claims;
    remind(now - claims.iat);
    return undefined;
  };

  return {
    recall: (token) => timely(verified.get(token)),
    sign: ({ sub, email, roles, iat }) => {
      const ahead = Date.now() / 1000 - iat;
      if (Math.abs(ahead) > CLOCK_TOLERANCE) remind(ahead);
      const names = JSON.stringify({ sub, email, roles }).slice(0, -1);
      const [issued, expires] = momentsOf(iat, lifetime);
      return new CompactSign(Buffer.from(`${names},"iat":${issued},"exp":${expires}}`))
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .sign(signingKey);
    },
    verify: async (token) => {
      let claims = verified.get(token);
      if (!claims && !isSpelledAsSigned(token)) return undefined;
      for (const key of claims ? [] : keys) {
        claims ??= await check(token, key).catch(() => undefined);
      }
      return timely(claims);
    },
  };
}
