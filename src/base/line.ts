import { overloaded } from './errors.ts';

interface Turn {
  begin: () => void;
  refuse: (error: Error) => void;
  /** When it is too late to begin, by `performance.now()`. */
  until: number;
}

/**
 * A line for work of which so much is done at a time. Each asker has a line of their own, and the lines take turns. So who
 * comes with one thing waits for one of everybody's, however many somebody else has sent. Where all lines together are
 * full, the newest of the longest makes room.
 *
 * @param longestWait milliseconds after which nothing is begun any more
 * @returns what runs `work` in its turn for `asker`. It throws HttpError 503 where the line is too long, or the turn comes
 *   later than `until` (by `performance.now()`).
 */
export function createLine({
  atOnce,
  mostWaiting,
  longestWait,
}: {
  atOnce: number;
  mostWaiting: number;
  longestWait: number;
}) {
  /** Whose turn is next comes first. */
  const lines = new Map<string, Turn[]>();
  let running = 0;
  let waiting = 0;

  const makeRoom = (asker: string) => {
    const longest = [...lines.values()].reduce((a, b) => (b.length > a.length ? b : a));
    if ((lines.get(asker)?.length ?? 0) + 1 >= longest.length) throw overloaded();
    longest.pop()?.refuse(overloaded());
    waiting -= 1;
  };

  const next = () => {
    while (running < atOnce) {
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
      const begin = () => {
        running += 1;
        resolve();
      };
      const line = lines.get(asker) ?? [];
      line.push({ begin, refuse, until });
      lines.set(asker, line);
      waiting += 1;
      next();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      next();
    }
  };
}
