import { overloaded } from '../base/errors.ts';
import type { Turn } from './db.ts';

// A write to a row that others write as well keeps them waiting until its commit is on disk. Those who wait here go
// together instead: one transaction, one wait for the disk. Writes of different rows do not wait for each other, but
// together they cost less as well.

/** How many go together at most, and how many bytes they may have in all. */
const MOST = 32;
const MOST_BYTES = 262_144;

interface Waiting<Part, Result> {
  part: Part;
  bytes: number;
  isApart: boolean;
  since: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** A part waits for what somebody else holds: by itself it may. */
export class HeldUp extends Error {}

/**
 * Answers how to run a part when its turn has come. Parts of one line follow one another, those that have come meanwhile
 * together; parts of different lines do not know of each other.
 *
 * Where those who go together are refused, each goes by itself: one after the other where they would wait for each other
 * anyway. Tasks that are apart go all at once, and the line goes on. It does not wait for one of them that is held up
 * either.
 *
 * @param run runs parts in one transaction and answers for each; after a failure none has run. In haste it fails with
 *   `HeldUp` rather than wait for others' locks
 * @param isNobodys whether it failed for no fault of a part's, so that each by itself would fail as well
 * @param patience how long a part waits for its turn at most, in milliseconds
 * @throws HttpError 503 where the turn does not come in that time
 */
export function createTurns<Part, Result>(
  run: (parts: Part[], isHasty: boolean) => Promise<Result[]>,
  isNobodys: (error: unknown) => boolean,
  patience: number,
): (turn: Turn, part: Part, bytes: number) => Promise<Result> {
  type Each = Waiting<Part, Result>;
  const lines = new Map<string, Each[]>();

  const runTogether = async (group: Each[], isHasty: boolean) => {
    try {
      const results = await run(
        group.map(({ part }) => part),
        isHasty,
      );
      for (const [i, { resolve }] of group.entries()) resolve(results[i] as Result);
    } catch (error) {
      const isHeldUp = error instanceof HeldUp;
      if ((group.length === 1 && !isHeldUp) || isNobodys(error)) {
        for (const { reject } of group) reject(error);
        return;
      }
      // One of them is refused: whose fault it is shows when each goes alone.
      for (const each of group) {
        const alone = runTogether([each], false);
        if (!each.isApart) await alone;
      }
    }
  };

  const serve = async (name: string, line: Each[]) => {
    while (line.length > 0) {
      const late = performance.now() - patience;
      while (line[0] && line[0].since < late) line.shift()?.reject(overloaded());
      const group = takeGroup(line);
      // A line has parts of one kind.
      if (group.length > 0) await runTogether(group, group[0]?.isApart === true);
    }
    lines.delete(name);
  };

  return ({ line: name, isApart = false }, part, bytes) =>
    new Promise((resolve, reject) => {
      const each = { part, bytes, isApart, since: performance.now(), resolve, reject };
      const line = lines.get(name);
      if (line) {
        line.push(each);
        return;
      }
      const opened = [each];
      lines.set(name, opened);
      void serve(name, opened);
    });
}

/** Takes the next group out of a line: a part larger than what may go together goes alone. */
function takeGroup<Each extends { bytes: number }>(line: Each[]): Each[] {
  let bytes = 0;
  let count = 0;
  for (const each of line) {
    bytes += each.bytes;
    if (count === MOST || (count > 0 && bytes > MOST_BYTES)) break;
    count += 1;
  }
  return line.splice(0, count);
}
