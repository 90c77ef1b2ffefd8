import { overloaded } from './errors.ts';

interface Turn {
  begin: () => void;
  refuse: (error: Error) => void;
  /** When it is too late to begin, by `performance.now()`. */
  until: number;
}

/** The part of each piece of work in what all are taken to last: the last dozen decide. */
const NEWEST = 1 / 8;

/**
 * A line for work of which so much is done at a time. Each asker has a line of their own, and the lines take turns. So who
 * comes with one thing waits for one of everybody's, however many somebody else has sent. Where all lines together are
 * full, the newest of the longest makes room.
 *
 * Nobody waits for a turn that would come too late: by what the work before them lasts, as the last pieces did, who can't be
 * served in time is told so at once, and everybody else by then.
 *
 * @param longestWait milliseconds after which nothing is begun any more
 * @returns what runs `work` in its turn for `asker`. It throws HttpError 503 where the line is too long, or the turn comes
 *   later than `until` (by `performance.now()`).
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
  /** Whose turn is next comes first. */
  const lines = new Map<string, Turn[]>();
  let running = 0;
  let waiting = 0;
  /** Milliseconds that pieces of work last, and that the last of them did; none has been done yet. */
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

  /** Refuses those who would begin too late, in the order in which they would begin. */
  const shorten = () => {
    const now = performance.now();
    // The shorter of both: one that took long turns nobody away whom the next ones would let in.
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
      // However long the work before it lasts.
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
      lasting = lasting === undefined ? newest : lasting + (newest - lasting) * NEWEST;
      shorten();
      next();
    }
  };
}
