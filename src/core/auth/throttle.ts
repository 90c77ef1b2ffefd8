import { Address6 } from 'ip-address';
import { LRUCache } from 'lru-cache';
import { addressIn } from '../base/address.ts';

/** Milliseconds within which failures are counted. */
const WINDOW = 60_000;
/** Keys that are remembered at most. The key that was unused for longest is forgotten first. */
const MOST_KEYS = 100_000;

interface Attempts {
  /** When each of the latest failures happened, oldest first; at most as many as are allowed. */
  failures: number[];
  /** Attempts that have no outcome yet. */
  pending: number;
  waiting: (() => void)[];
}

interface Throttle {
  /**
   * Runs one attempt to log in as `key`. An attempt that might be one too many waits for those before it. So parallel guesses
   * count like guesses in a row, and parallel valid logins all pass.
   *
   * @returns the attempt's outcome, or the seconds to wait where there have been too many failures
   */
  attempt<T>(key: string, login: () => Promise<T | undefined>): Promise<T | undefined | Blocked>;
}

export class Blocked {
  readonly seconds: number;
  constructor(seconds: number) {
    this.seconds = seconds;
  }
}

/**
 * @param most failures allowed to one key within a minute
 * @param now the clock, in milliseconds; by default a monotonic one
 */
export function createThrottle(
  most: number,
  now: () => number = () => performance.now(),
): Throttle {
  const known = new LRUCache<string, Attempts>({ max: MOST_KEYS });
  return {
    attempt: async (key, login) => {
      let attempts = known.get(key);
      if (!attempts) {
        attempts = { failures: [], pending: 0, waiting: [] };
        known.set(key, attempts);
      }
      for (;;) {
        const since = now() - WINDOW;
        attempts.failures = attempts.failures.filter((time) => time > since);
        const { failures, pending } = attempts;
        if (failures.length >= most) {
          return new Blocked(Math.ceil(((failures[0] as number) - since) / 1000));
        }
        if (failures.length + pending < most) break;
        await new Promise<void>((resume) => attempts.waiting.push(resume));
      }
      attempts.pending += 1;
      try {
        const outcome = await login();
        if (outcome === undefined) attempts.failures.push(now());
        return outcome;
      } finally {
        attempts.pending -= 1;
        for (const resume of attempts.waiting.splice(0)) resume();
      }
    },
  };
}

/**
 * The name by which failures of an address are counted. An IPv4 address, written as IPv6 or not, counts as itself. An IPv6
 * address counts as its network of 64 bits, all of which one subscriber has. Clients without an address count as one.
 */
export function networkOf(clientAddress: string | undefined): string {
  const ip = addressIn(clientAddress);
  if (!ip?.includes(':')) return ip ?? '?';
  const address = new Address6(ip);
  return address.isMapped4()
    ? address.to4().correctForm()
    : new Address6(`${address.correctForm()}/64`).startAddress().correctForm();
}
