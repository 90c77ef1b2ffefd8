import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that a scrape waits for the database's answer. */
const DATABASE_PATIENCE = 2_000;

/** A figure of a scrape, or one for each set of labels. An undefined one is left out. */
type Value = number | [labels: Record<string, string>, value: number][] | undefined;

/** A figure that was added; each scrape reads it anew. */
export interface Figure {
  name: string;
  help: string;
  read: () => Value | Promise<Value>;
  labelNames: string[];
  isCounter: boolean;
}

type Add = (name: string, help: string, read: Figure['read'], labelNames?: string[]) => void;

/** Counts an answered request by the route's pattern, never by its address. */
export type Count = (method: string, route: string, status: number, milliseconds: number) => void;

/** The figures of the service, of the core and of each feature. */
export interface Figures {
  gauge: Add;
  counter: Add;
  /** The database's answer, if it comes in time; undefined without the database. */
  inTime<T>(ask: () => Promise<T>): Promise<T | undefined>;
  /** What was added, in this order. */
  all: Figure[];
  /** Set by whoever counts requests: some pass no hook. */
  count: Count;
}

/** @param isReady whether the database is there */
export function createFigures(isReady: () => Promise<boolean>): Figures {
  const all: Figure[] = [];
  const adder =
    (isCounter: boolean): Add =>
    (name, help, read, labelNames = []) =>
      void all.push({ name, help, read, labelNames, isCounter });
  const inTime = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    if (!(await isReady())) return undefined;
    const giveUp = new AbortController();
    const late = sleep(DATABASE_PATIENCE, undefined, { signal: giveUp.signal }).catch(
      () => undefined,
    );
    const figure = await Promise.race([ask().catch(() => undefined), late]);
    giveUp.abort();
    return figure;
  };
  return { gauge: adder(false), counter: adder(true), inTime, all, count: () => {} };
}
