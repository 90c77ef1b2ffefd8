import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Milliseconds that a scrape waits for the database's answer. */
const PATIENCE = 2_000;

/** A figure of a scrape, or one for each set of labels. An undefined one is left out. */
export type Figure = number | [labels: Record<string, string>, value: number][] | undefined;

type Add = (
  name: string,
  help: string,
  read: () => Figure | Promise<Figure>,
  labelNames?: string[],
) => void;

/** Functions that add figures to /metrics; each scrape reads them anew. */
export interface Figures {
  gauge: Add;
  counter: Add;
  /** The database's answer, if it comes in time; undefined without the database. */
  inTime<T>(ask: () => Promise<T>): Promise<T | undefined>;
}

/** @param isReady whether the database is there */
export function createFigures(registers: [Registry], isReady: () => Promise<boolean>): Figures {
  const each = (figure: number | [Record<string, string>, number][]) =>
    typeof figure === 'number' ? [[{}, figure] as const] : figure;
  const gauge: Add = (name, help, read, labelNames = []) => {
    new Gauge({
      ...{ name, help, labelNames, registers },
      async collect() {
        const figure = await read();
        // Without labels `reset` would set zero.
        if (figure === undefined && labelNames.length === 0) this.remove();
        else if (figure === undefined) this.reset();
        else for (const [labels, value] of each(figure)) this.set(labels, value);
      },
    });
  };
  const counter: Add = (name, help, read, labelNames = []) => {
    new Counter({
      ...{ name, help, labelNames, registers },
      async collect() {
        const figure = await read();
        this.reset();
        for (const [labels, value] of each(figure ?? [])) this.inc(labels, value);
      },
    });
  };
  const inTime = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    if (!(await isReady())) return undefined;
    const giveUp = new AbortController();
    const late = sleep(PATIENCE, undefined, { signal: giveUp.signal }).catch(() => undefined);
    const figure = await Promise.race([ask().catch(() => undefined), late]);
    giveUp.abort();
    return figure;
  };
  return { gauge, counter, inTime };
}
