import { overloaded } from '../base/errors.ts';
import type { CommitGroup } from './db.ts';

// Writers of the same row wait until the commit before theirs is on disk. Here those that wait share one transaction, and so
// one wait for the disk. Writes of different rows do not wait for each other, but a shared commit costs them less as well.

/** Parts of one commit at most, and their bytes. */
const MOST_PARTS = 32;
const BYTES_PER_COMMIT = 262_144;

interface Waiting<Part, Result> {
  part: Part;
  bytes: number;
  isIndependent: boolean;
  since: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** A part waits for a lock of another session; alone it may. */
export class LockNotAvailable extends Error {}

/**
 * Returns a function that runs a part in its turn. The parts of one group follow one another, and those that arrive
 * meanwhile share one commit. Groups are independent of each other.
 *
 * When a shared commit is refused, each part runs alone: one after the other where they would wait for each other anyway.
 * Independent parts all run at the same time. The next commit waits neither for them nor for a part that waits for a lock.
 *
 * @param run runs parts in one transaction and returns the result of each; after a failure none has had an effect. With
 *   `nowait` it fails with `LockNotAvailable` rather than wait for the locks of others
 * @param isNobodys whether no part caused the failure, so that each would fail alone as well
 * @param patience milliseconds that a part waits for its turn at most
 * @throws HttpError 503 where the turn does not come in that time, or what the commit before failed by that none of its parts caused
 */
export function createGroupCommit<Part, Result>(
  run: (parts: Part[], nowait: boolean) => Promise<Result[]>,
  isNobodys: (error: unknown) => boolean,
  patience: number,
): (group: CommitGroup, part: Part, bytes: number) => Promise<Result> {
  type Each = Waiting<Part, Result>;
  const queues = new Map<string, Each[]>();

  /** Answers the failure of the last commit where no part caused it. */
  const commit = async (together: Each[], nowait: boolean): Promise<unknown> => {
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
        return isNobodys(error) ? error : undefined;
      }
      // One part caused the refusal. Run alone, each part gets its own answer.
      let failure: unknown;
      for (const each of together) {
        const alone = commit([each], false);
        if (!each.isIndependent) failure = await alone;
      }
      return failure;
    }
  };

  const serve = async (name: string, queue: Each[]) => {
    let failure: unknown;
    while (queue.length > 0) {
      const late = performance.now() - patience;
      // Behind a commit that the database did not answer, it is not the crowd that they waited for.
      while (queue[0] && queue[0].since < late) queue.shift()?.reject(failure ?? overloaded());
      const next = takeNext(queue);
      // All parts of a group are of one kind.
      if (next.length > 0) failure = await commit(next, next[0]?.isIndependent === true);
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

/** Takes the parts of the next commit from a queue. A part that is larger than a commit goes alone. */
function takeNext<Each extends { bytes: number }>(queue: Each[]): Each[] {
  let bytes = 0;
  let count = 0;
  for (const each of queue) {
    bytes += each.bytes;
    if (count === MOST_PARTS || (count > 0 && bytes > BYTES_PER_COMMIT)) break;
    count += 1;
  }
  return queue.splice(0, count);
}
