import { overloaded } from './errors.ts';

interface Turn {
  begin: () => void;
  refuse: (error: Error) => void;
  /** The latest useful beginning, by `performance.now()`. */
  until: number;
}

/** Weight of the newest piece of work in the average duration: about the last dozen decide. */
const WEIGHT_OF_NEWEST = 1 / 8;

/**
 * Runs so many pieces of work at a time. Each asker has a line of their own, and the lines take turns. So an asker with one
 * piece waits for one of everybody else's, however many another asker has sent. When all lines together are full, the newest
 * piece of the longest line is refused.
 *
 * No piece waits for a turn that would come too late. By the recent duration of the work before it, such a piece is refused
 * at once, or else when its time is over.
 *
 * @param longestWait milliseconds after which no piece begins any more
 * @returns a function that runs `work` in its turn for `asker`. It throws HttpError 503 where the line is too long, or the
 *   turn comes later than `until` (by `performance.now()`).
 */
export function createFairQueue({
  concurrency,
  mostWaiting,
  longestWait,
}: {
  concurrency: number;
  mostWaiting: number;
  longestWait: number;
}) {
  /** The line with the next turn comes first. */
  const lines = new Map<string, Turn[]>();
  let running = 0;
  let waiting = 0;
  /** Milliseconds of a piece of work, on average and of the newest; undefined before the first has ended. */
  let lasting: number | undefined;
  let newest = 0;

  const makeRoom = (asker: string) => {
    const longest = [...lines.values()].reduce((a, b) => (b.length > a.length ? b : a));
    if ((lines.get(asker)?.length ?? 0) + 1 >= longest.length) throw overloaded();
    longest.pop()?.refuse(overloaded());
    waiting -= 1;
  };

  const leave = (asker: string, line: Turn[], turn: Turn) => {
    line.splice(line.indexOf(turn), 1);
    if (line.length === 0) lines.delete(asker);
    waiting -= 1;
    turn.refuse(overloaded());
  };

  /** Refuses the pieces that would begin too late, in the order in which they would begin. */
  const shorten = () => {
    const now = performance.now();
    // The shorter of both: one long piece refuses none that the following ones would let in.
    const each = Math.min(lasting ?? 0, newest);
    const late: Parameters<typeof leave>[] = [];
    let before = 0;
    for (let round = 0, isThere = true; isThere; round++) {
      isThere = false;
      for (const [asker, line] of lines) {
        const turn = line[round];
        if (!turn) continue;
        isThere = true;
        if (now + (before * each) / concurrency > turn.until) late.push([asker, line, turn]);
        else before += 1;
      }
    }
    for (const one of late) leave(...one);
  };

  const next = () => {
    while (running < concurrency) {
      const [first] = lines;
      if (!first) return;
      const [asker, line] = first;
      const { begin, refuse, until } = line.shift() as Turn;
      waiting -= 1;
      lines.delete(asker);
      if (line.length > 0) lines.set(asker, line);
      if (performance.now() > until) refuse(overloaded());
      else begin();
    }
  };

  return async <T>(
    asker: string,
    work: () => Promise<T>,
    until = performance.now() + longestWait,
  ): Promise<T> => {
    if (waiting >= mostWaiting) makeRoom(asker);
    await new Promise<void>((resolve, refuse) => {
      let timer: NodeJS.Timeout | undefined;
      const turn: Turn = {
        until,
        begin: () => {
          clearTimeout(timer);
          running += 1;
          resolve();
        },
        refuse: (error) => {
          clearTimeout(timer);
          refuse(error);
        },
      };
      const line = lines.get(asker) ?? [];
      line.push(turn);
      lines.set(asker, line);
      waiting += 1;
      next();
      if (!line.includes(turn)) return;
      shorten();
      // The time is over, however long the work before it lasts.
      if (until !== Number.POSITIVE_INFINITY && line.includes(turn)) {
        timer = setTimeout(leave, until - performance.now(), asker, line, turn).unref();
      }
    });
    const begun = performance.now();
    try {
      return await work();
    } finally {
      running -= 1;
      newest = performance.now() - begun;
      lasting = lasting === undefined ? newest : lasting + (newest - lasting) * WEIGHT_OF_NEWEST;
      shorten();
      next();
    }
  };
}
