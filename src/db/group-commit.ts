import { overloaded } from '../base/errors.ts';
import type { CommitGroup } from './db.ts';

// A write to a row that others write as well keeps them waiting until its commit is on disk. Those who wait here go
// together instead: one transaction, one wait for the disk. Writes of different rows do not wait for each other, but
// together they cost less as well.

/** How many are committed together at most, and how many bytes they may have in all. */
const MOST = 32;
const MOST_BYTES = 262_144;

interface Waiting<Part, Result> {
  part: Part;
  bytes: number;
  isIndependent: boolean;
  since: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** A part waits for a lock that somebody else holds: by itself it may. */
export class LockNotAvailable extends Error {}

/**
 * Returns a function that runs a part when its turn has come. Parts of one group follow one another, those that have come
 * meanwhile in one commit; parts of different groups do not know of each other.
 *
 * Where those of one commit are refused, each goes by itself: one after the other where they would wait for each other
 * anyway. Independent ones go all at the same time, and the next commit does not wait for them. Nor does it for one of them
 * that waits for a lock.
 *
 * @param run runs parts in one transaction and answers for each; after a failure none has run. With `nowait` it fails with
 *   `LockNotAvailable` rather than wait for others' locks
 * @param isNobodys whether it failed for no fault of a part's, so that each by itself would fail as well
 * @param patience how long a part waits for its turn at most, in milliseconds
 * @throws HttpError 503 where the turn does not come in that time
 */
export function createGroupCommit<Part, Result>(
  run: (parts: Part[], nowait: boolean) => Promise<Result[]>,
  isNobodys: (error: unknown) => boolean,
  patience: number,
): (group: CommitGroup, part: Part, bytes: number) => Promise<Result> {
  type Each = Waiting<Part, Result>;
  const queues = new Map<string, Each[]>();

  const commit = async (together: Each[], nowait: boolean) => {
    try {
      const results = await run(
        together.map(({ part }) => part),
        nowait,
      );
      for (const [i, { resolve }] of together.entries()) resolve(results[i] as Result);
    } catch (error) {
      const isLocked = error instanceof LockNotAvailable;
      if ((together.length === 1 && !isLocked) || isNobodys(error)) {
        for (const { reject } of together) reject(error);
        return;
      }
      // One of them is refused: whose fault it is shows when each goes alone.
      for (const each of together) {
        const alone = commit([each], false);
        if (!each.isIndependent) await alone;
      }
    }
  };

  const serve = async (name: string, queue: Each[]) => {
    while (queue.length > 0) {
      const late = performance.now() - patience;
      while (queue[0] && queue[0].since < late) queue.shift()?.reject(overloaded());
      const next = takeNext(queue);
      // A group has parts of one kind.
      if (next.length > 0) await commit(next, next[0]?.isIndependent === true);
    }
    queues.delete(name);
  };

  return ({ name, isIndependent = false }, part, bytes) =>
    new Promise((resolve, reject) => {
      const each = { part, bytes, isIndependent, since: performance.now(), resolve, reject };
      const queue = queues.get(name);
      if (queue) {
        queue.push(each);
        return;
      }
      const opened = [each];
      queues.set(name, opened);
      void serve(name, opened);
    });
}

/** Takes those out of a queue that are committed next: a part larger than what may go together goes alone. */
function takeNext<Each extends { bytes: number }>(queue: Each[]): Each[] {
  let bytes = 0;
  let count = 0;
  for (const each of queue) {
    bytes += each.bytes;
    if (count === MOST || (count > 0 && bytes > MOST_BYTES)) break;
    count += 1;
  }
  return queue.splice(0, count);
}
