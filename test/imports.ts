import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { columnOf } from './columns.ts';
import { holdingImports } from './held-imports.ts';
import { type Answer, base, call, db, otherApp, type Who } from './world.ts';

// Files to be imported, sent as a small one is and as a large one is.

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Bytes from which on a file is answered before it is imported. */
const LARGE = 524_288;

/** The same sheet as a file that is imported after its answer: it ends with lines of blanks alone. */
export const large = (csv: string) =>
  [csv, ...Array<string>(LARGE / 1_024).fill(' '.repeat(1_022))].join('\r\n');

/** The sender of a file, and the form. */
interface Sending {
  who?: Who;
  type?: string;
  url?: string;
  path?: string;
}

/** Sends a file as the body. */
export function importFile(
  file: string | Buffer,
  query = '',
  { who = 'admin', type = 'text/csv', url = base, path = '/obras/importacion' }: Sending = {},
): Promise<Answer> {
  const headers = { 'content-type': type };
  return call(who, 'POST', `${path}?${query}`, file, { url, headers });
}

export async function report(file: string | Buffer, query = '', sending: Sending = {}) {
  const answer = await importFile(file, query, sending);
  assert.equal(answer.status, 200, answer.text);
  const { filas, creadas, actualizadas, sinCambio, rechazadas } = answer.body;
  assert.equal(creadas + actualizadas + sinCambio + rechazadas, filas, answer.text);
  return answer.body;
}

/** Rows of a report: new, changed, unchanged and refused ones. */
export const counts = ({
  creadas,
  actualizadas,
  sinCambio,
  rechazadas,
}: Record<string, number>) => [creadas, actualizadas, sinCambio, rechazadas];

/** The same of a file that is imported. */
export const countsOf = async (...asked: Parameters<typeof report>) =>
  counts(await report(...asked));

/** The sentences of a report's errors or notes. */
export const messages = (entries: { mensaje: string }[]) => columnOf(entries, 'mensaje');

/** An import as it stands, at the address that its answer gave. */
export async function jobAt({ headers }: Pick<Answer, 'headers'>, who: Who = 'admin', url = base) {
  const answer = await call(who, 'GET', headers.get('location') as string, undefined, { url });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** The same once it is over. */
export async function jobEnd(begun: Pick<Answer, 'headers'>, who: Who = 'admin', url = base) {
  for (;;) {
    const job = await jobAt(begun, who, url);
    if (job.terminadaEn !== null) return job;
    await setTimeout(20);
  }
}

/** The result of an import of any size: a large one is waited for, and answered as a small one would be. */
export async function importToEnd(file: string | Buffer, query = '', type = 'text/csv') {
  const answer = await importFile(file, query, { type });
  if (answer.status !== 202) return { status: answer.status, body: answer.body };
  const { informe, error } = await jobEnd(answer);
  return informe ? { status: 200, body: informe } : { status: 400, body: { message: error } };
}

/** A service over the registry that all tests share, whose imports wait where they are held. */
export async function holdingApp() {
  const { database, ...held } = holdingImports(db);
  return { ...(await otherApp({}, database)), ...held };
}
