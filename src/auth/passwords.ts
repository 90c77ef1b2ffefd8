import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { overloaded } from '../http/errors.ts';

/** OWASP Password Storage cheat sheet: argon2id with 19 MiB, 2 passes, 1 lane. Runs off the event loop. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of the four threads that Node keeps for such work, one is left to files and compression. */
const inTurn = pLimit(3);
/** Hashes that may wait their turn, some seconds' work: whoever comes later is told so at once. */
const MAX_WAITING = 200;

function hashing<T>(work: () => Promise<T>): Promise<T> {
  if (inTurn.pendingCount >= MAX_WAITING) throw overloaded();
  return inTurn(work);
}

/**
 * The encoded argon2id hash of a password, salt and parameters included.
 *
 * @throws HttpError 503 where too many are waiting to be made
 */
export async function hashPassword(password: string): Promise<string> {
  return hashing(() => hash(password, PARAMETERS));
}

/** A hash of the same cost that no password is known to fit. */
const DECOY = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Whether the password fits the hash. Without a hash it takes the same work to say no.
 *
 * @throws HttpError 503 where too many are waiting to be checked
 */
export async function verifyPassword(hashed: string | undefined, password: string) {
  const fits = await hashing(() => verify(hashed ?? DECOY, password));
  return fits && hashed !== undefined;
}
