import { createSecretKey, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { jwtKeys } from '../config.ts';

/** Specification section 5.3; `exp` besides, since the expiry is checked (5.4). */
export interface Claims {
  /** The user's UUID. */
  sub: string;
  email: string;
  roles: string;
  /**
   * Seconds since 1970, with a fraction (RFC 7519 allows one): a token is older or newer than a change of
   * password even within the same second.
   */
  iat: number;
}

/** How far ahead of this machine's clock `iat` may lie, in seconds: clocks differ. */
const CLOCK_TOLERANCE = 60;
/** Verified tokens that are remembered, so that a signature is computed once and not on every request. */
const REMEMBERED = 10_000;

export interface Tokens {
  sign(claims: Claims): Promise<string>;
  /** The claims of a valid token; undefined for any other, whatever is wrong with it. */
  verify(token: string): Promise<Claims | undefined>;
}

/**
 * @param secret one key or, while keys are changed, two separated by a comma: the first signs, both verify
 * @param lifetime of a token in seconds
 */
export function createTokens(secret: string, lifetime: number): Tokens {
  const keys = jwtKeys(secret).map((key) => createSecretKey(Buffer.from(key, 'utf8')));
  const [signingKey] = keys as [KeyObject, ...KeyObject[]];
  const verified = new LRUCache<string, Claims & { exp: number }>({ max: REMEMBERED });

  /** What does not change while a token exists: signature, algorithm, form. */
  const check = async (token: string, key: KeyObject) => {
    const { payload } = await jwtVerify<Claims>(token, key, {
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'email', 'roles', 'iat', 'exp'],
    });
    const { sub, email, roles, iat, exp } = payload;
    if (typeof sub !== 'string' || typeof iat !== 'number' || iat < 0) return undefined;
    const claims = { sub, email, roles, iat, exp: exp as number };
    if (payload.nbf === undefined) verified.set(token, claims);
    return claims;
  };

  return {
    sign: ({ sub, email, roles, iat }) =>
      new SignJWT({ sub, email, roles, iat, exp: iat + lifetime })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .sign(signingKey),
    verify: async (token) => {
      let claims = verified.get(token);
      for (const key of claims ? [] : keys) {
        claims ??= await check(token, key).catch(() => undefined);
      }
      const now = Date.now() / 1000;
      return claims && claims.exp > now && claims.iat <= now + CLOCK_TOLERANCE ? claims : undefined;
    },
  };
}
