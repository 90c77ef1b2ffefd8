import { hash, verify } from '@node-rs/argon2';

/** OWASP Password Storage cheat sheet: argon2id with 19 MiB, 2 passes, 1 lane. Runs off the event loop. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The encoded argon2id hash of a password, salt and parameters included. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

let decoy: Promise<string> | undefined;

/** Whether the password fits the hash. Without a hash it takes the same time to say no. */
export async function verifyPassword(hashed: string | undefined, password: string) {
  decoy ??= hashPassword('nadie');
  const fits = await verify(hashed ?? (await decoy), password);
  return fits && hashed !== undefined;
}
