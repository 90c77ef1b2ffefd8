import { createSecretKey, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

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

export interface Tokens {
  sign(claims: Claims): Promise<string>;
  /** The claims of a valid token; undefined for any other, whatever is wrong with it. */
  verify(token: string): Promise<Claims | undefined>;
}

/** @param lifetime of a token in seconds */
export function createTokens(secret: string, lifetime: number): Tokens {
  const key: KeyObject = createSecretKey(Buffer.from(secret, 'utf8'));
  return {
    sign: ({ sub, email, roles, iat }) =>
      new SignJWT({ sub, email, roles, iat, exp: iat + lifetime })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .sign(key),
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify<Claims>(token, key, {
          algorithms: ['HS256'],
          requiredClaims: ['sub', 'email', 'roles', 'iat', 'exp'],
        });
        const { sub, iat } = payload;
        if (typeof sub !== 'string' || typeof iat !== 'number' || iat < 0) return undefined;
        return iat > Date.now() / 1000 + CLOCK_TOLERANCE ? undefined : payload;
      } catch {
        return undefined;
      }
    },
  };
}
