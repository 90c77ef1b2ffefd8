import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { type Answer, base, call, type Who } from './world.ts';

// Files to be imported, sent as a small one is and as a large one is.

/** Bytes from which on a file is answered before it is imported. */
const LARGE = 524_288;

/** The same sheet as a file that is imported after its answer: it ends with lines of blanks alone. */
export const large = (csv: string) =>
  [csv, ...Array<string>(LARGE / 1_024).fill(' '.repeat(1_022))].join('\r\n');

/** Sends a file as the body. */
export function importFile(
  file: string | Buffer,
  query = '',
  { who = 'admin' as Who, type = 'text/csv', url = base, path = '/obras/importacion' } = {},
): Promise<Answer> {
  const headers = { 'content-type': type };
  return call(who, 'POST', `${path}?${query}`, file, { url, headers });
}

/** An import as it stands, at the address that its answer gave. */
export async function jobAt({ headers }: Pick<Answer, 'headers'>, who: Who = 'admin', url = base) {
  const answer = await call(who, 'GET', headers.get('location') as string, undefined, { url });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** The same once it fits. */
export async function jobWhen(
  begun: Pick<Answer, 'headers'>,
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert what a body holds
  fits: (job: any) => boolean,
  who: Who = 'admin',
  url = base,
) {
  for (;;) {
    const job = await jobAt(begun, who, url);
    if (fits(job)) return job;
    // Nothing more will come of it.
    assert.equal(job.terminadaEn, null, JSON.stringify(job).slice(0, 2_000));
    await setTimeout(20);
  }
}

/** The same once it is over. */
export const jobEnd = (begun: Pick<Answer, 'headers'>, who: Who = 'admin', url = base) =>
  jobWhen(begun, ({ terminadaEn }) => terminadaEn !== null, who, url);

/** What an import comes to, however large its file: a large one is waited for, and told as a small one would be answered. */
export async function importToEnd(file: string | Buffer, query = '', type = 'text/csv') {
  const answer = await importFile(file, query, { type });
  if (answer.status !== 202) return { status: answer.status, body: answer.body };
  const { informe, error } = await jobEnd(answer);
  return informe ? { status: 200, body: informe } : { status: 400, body: { message: error } };
}
