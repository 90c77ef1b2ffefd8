import type { Database } from '../src/core/db/db.ts';

/** A moment of an import of obras at which it waits: when rows that were read are looked up, or before a batch is written. */
type Moment = 'reading' | 'writing';

/** An import that waits, once `reached`, until it is let go. */
export interface Held {
  reached: Promise<void>;
  letGo(): void;
}

/** A promise that is held until `open` is called. */
export function gate(): { open: () => void; opened: Promise<void> } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** A registry's database for a service whose imports wait where they are held, and how to hold them. */
export function holdingImports(db: Database) {
  let onRefused = () => {};
  let held: { moment: Moment; left: number; reach: () => void; gone: Promise<void> } | undefined;
  const pass = async (moment: Moment) => {
    if (held?.moment !== moment) return;
    held.left -= 1;
    if (held.left > 0) return;
    const { reach, gone } = held;
    held = undefined;
    reach();
    await gone;
  };
  const database: Database = {
    ...db,
    query: (async (...statement) => {
      if (/ AS clave, id FROM obras/.test(statement[0] as string)) await pass('reading');
      return db.query(...statement);
    }) as Database['query'],
    batch: (statements) =>
      db.batch(statements).catch((error) => {
        onRefused();
        throw error;
      }),
    as: (author) => {
      const own = db.as(author);
      if (author.archivo === undefined) return own;
      return {
        ...own,
        batch: async (statements) => {
          await pass('writing');
          return own.batch(statements);
        },
        groupCommit: async (statements, group) => {
          await pass('writing');
          return own.groupCommit(statements, group);
        },
      };
    },
  };
  /**
   * Has the next import wait.
   *
   * @param nth part of its rows, or batch, at which it does
   */
  const hold = (moment: Moment, nth = 1): Held => {
    const [reach, go] = [gate(), gate()];
    held = { moment, left: nth, reach: reach.open, gone: go.opened };
    return { reached: reach.opened, letGo: go.open };
  };
  /** Resolves once an import under way asked whether it may go on, and was refused. */
  const isRefused = () =>
    new Promise<void>((resolve) => {
      onRefused = resolve;
    });
  return { database, hold, isRefused };
}
