import { hash, verify } from '@node-rs/argon2';
import { createFairQueue } from '../base/fair-queue.ts';
import { composed } from '../base/text.ts';
import { TEST_TIMEOUT_FACTOR } from '../db/timeouts.ts';

/** OWASP Password Storage cheat sheet: argon2id with 19 MiB, 2 passes, 1 lane. Runs off the event loop. */
const OWASP = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
let cost = OWASP;

/**
 * Sets the cost of a hash in this process; by default OWASP's. It is for tests, which make thousands of hashes. No setting of
 * a service changes it.
 */
export function setPasswordCost(changed = OWASP): void {
  cost = changed;
}

const inTurn = createFairQueue({
  // Node keeps four threads for such work. One is left to files and compression.
  concurrency: 3,
  // Some seconds' work. A client beyond that is refused at once.
  mostWaiting: 200,
  // On a slow machine the same line takes longer.
  longestWait: 4_000 * TEST_TIMEOUT_FACTOR,
});

/**
 * The encoded argon2id hash of a password, salt and parameters included.
 *
 * @param asker the id of the user whose turn it takes
 * @throws HttpError 503 where too many passwords are waiting
 */
export function hashPassword(password: string, asker = ''): Promise<string> {
  return inTurn(asker, () => hash(composed(password), cost));
}

/** UTF-16 units of the longest password that can be set (128 code points). Hashing more would only cost time. */
const LONGEST_PASSWORD = 256;

/** A hash of the same cost that no password is known to fit. */
const decoy = () =>
  `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Finds an account and compares the password with its hash, in its composed form and as it was typed: older hashes are of the
 * latter. Without an account it does the same work. Both happen in turn, so that a thousand logins do not fill the
 * database's queue, which has no turns.
 *
 * @param asker the network whose turn it takes
 * @throws HttpError 503 where too many passwords are waiting
 */
export function verifyPassword<Account extends { hash: string }>(
  asker: string,
  find: () => Promise<Account | undefined>,
  password: string,
): Promise<{ account: Account | undefined; fits: boolean }> {
  return inTurn(asker, async () => {
    const account = await find();
    const forms = [composed(password), password];
    const tried = forms.map((form) => (form.length <= LONGEST_PASSWORD ? form : ''));
    let fits = false;
    // All forms are compared even if the first fits, so that the time reveals nothing.
    for (const form of new Set(tried)) {
      if (await verify(account?.hash ?? decoy(), form)) fits = true;
    }
    return { account, fits: fits && account !== undefined };
  });
}
