import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { countHeader } from '../base/count-header.ts';
import { HttpError } from '../base/errors.ts';
import { EMAIL_LENGTH, isStorable, tidy } from '../base/text.ts';
import type { Database } from '../db/db.ts';
import { requireWritable } from '../db/writable.ts';
import type { SignIn } from './sign-in.ts';
import { networkOf } from './throttle.ts';
import type { Claims } from './tokens.ts';

// HTTP Basic (RFC 7617): programs that draw maps know no other way to sign in. Only routes that say so take it.

/** The challenge of routes that accept Basic. */
export const BASIC = 'Basic realm="Registro de Obras", charset="UTF-8"';

/** Milliseconds for which a checked pair is remembered. */
const REMEMBERED_FOR = 10 * 60_000;
/** Pairs that are remembered at most. */
const MOST_PAIRS = 10_000;

interface BasicCredentials {
  /** The claims of a token issued now: the pair ends when such a token would. */
  claims: Promise<Claims>;
  /** Has the pair checked anew the next time. */
  forget: () => void;
}

/**
 * Returns a function that reads the e-mail and password of a request and checks them as a login does: throttled, and with a row
 * of the ledger. A valid pair is remembered for ten minutes and one address. Only its digest is remembered, made with a key
 * of this process, so that no password can be read from it.
 *
 * @returns undefined where the request brings none. The claims reject as `SignIn` does.
 */
export function createBasic(db: Database, signIn: SignIn) {
  const key = randomBytes(32);
  const remembered = new LRUCache<string, Promise<Claims>>({
    max: MOST_PAIRS,
    ttl: REMEMBERED_FOR,
  });

  const check = async (request: FastifyRequest, email: string, password: string) => {
    await requireWritable(db, 'login');
    const { id, roles, iat } = await signIn(request, email, password);
    return { sub: id, email, roles, iat };
  };

  return (request: FastifyRequest): BasicCredentials | undefined => {
    const pair = readPair(request);
    if (!pair) return undefined;
    const source = [networkOf(request.ip), ...pair].join('\0');
    const digest = createHmac('sha256', key).update(source).digest('base64url');
    const forget = () => void remembered.delete(digest);
    let claims = remembered.get(digest);
    if (!claims) {
      // Requests that come at once share one check.
      claims = check(request, ...pair);
      remembered.set(digest, claims);
      claims.catch(forget);
    }
    return {
      forget,
      claims: claims.catch((error: unknown) => {
        throw challenged(error);
      }),
    };
  };
}

/** A 401 with the challenge for Basic; any other error as it is. */
function challenged(error: unknown): unknown {
  if (!(error instanceof HttpError) || error.statusCode !== 401) return error;
  return new HttpError(401, error.text, { 'WWW-Authenticate': BASIC });
}

/** The scheme in any case, and base64 (RFC 7617 section 2). */
const SCHEME = /^basic +([A-Za-z0-9+/]+={0,2})$/i;

function readPair({ headers, raw }: FastifyRequest): [email: string, password: string] | undefined {
  const encoded = SCHEME.exec(headers.authorization ?? '')?.[1];
  // Of two headers either may be meant.
  if (!encoded || countHeader(raw, 'authorization') !== 1) return undefined;
  const text = decode(Buffer.from(encoded, 'base64'));
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  const email = tidy(text.slice(0, colon), { maxLength: EMAIL_LENGTH });
  const password = text.slice(colon + 1);
  return email && isStorable(email) && isStorable(password) ? [email, password] : undefined;
}

/** Reads UTF-8, as the challenge asks for. Bytes that are none come from a program that knows Latin-1 alone. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
