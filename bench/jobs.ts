// Requests to a process of one's own: a name and one argument there, one answer back.

/** The jobs of a process, by name; arguments and answers are JSON. */
// biome-ignore lint/suspicious/noExplicitAny: each process names the argument of each of its jobs
export type Work = Record<string, (job: any) => Promise<unknown>>;

export interface Job {
  id: number;
  name: string;
  job: unknown;
}

export interface Answered {
  id: number;
  answer?: unknown;
  error?: string;
}

/** Does the jobs of `startWorker`'s process, and ends together with it. */
export function serveJobs(work: Work): void {
  process.on('message', async ({ id, name, job }: Job) => {
    try {
      process.send?.({ id, answer: await work[name]?.(job) } satisfies Answered);
    } catch (error) {
      process.send?.({ id, error: (error as Error).message } satisfies Answered);
    }
  });
  process.on('disconnect', () => process.exit());
}
