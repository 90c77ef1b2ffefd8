import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { overloaded } from '../http/errors.ts';

/** OWASP Password Storage cheat sheet: argon2id with 19 MiB, 2 passes, 1 lane. Runs off the event loop. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of the four threads that Node keeps for such work, one is left to files and compression. */
const inTurn = pLimit(3);
/** Hashes that may wait their turn, some seconds' work: whoever comes later is told so at once. */
const MAX_WAITING = 200;
/** How many of them one user may ask for: the rest of the line is for others. */
const MAX_OF_ONE = 20;
/** Longest wait, in milliseconds: on a slow machine the line is longer than it looks. */
const LONGEST_WAIT = 4_000;

function hashing<T>(work: () => Promise<T>): Promise<T> {
  if (inTurn.pendingCount >= MAX_WAITING) throw overloaded();
  const begun = performance.now();
  return inTurn(() => {
    if (performance.now() - begun > LONGEST_WAIT) throw overloaded();
    return work();
  });
}

/** Hashes under way and waiting, by who asked for them. */
const askedFor = new Map<string, number>();

/**
 * The encoded argon2id hash of a password, salt and parameters included.
 *
 * @param caller the id of the user who asks for it
 * @throws HttpError 503 where too many are waiting to be made
 */
export async function hashPassword(password: string, caller = ''): Promise<string> {
  const others = askedFor.get(caller) ?? 0;
  if (others >= MAX_OF_ONE) throw overloaded();
  askedFor.set(caller, others + 1);
  try {
    return await hashing(() => hash(password, PARAMETERS));
  } finally {
    const left = (askedFor.get(caller) ?? 1) - 1;
    if (left === 0) askedFor.delete(caller);
    else askedFor.set(caller, left);
  }
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
