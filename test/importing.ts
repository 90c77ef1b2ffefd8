import assert from 'node:assert/strict';
import { jobEnd } from './imports.ts';
import { type Answer, base, tokenOf } from './world.ts';

// Files of obras, sent to be imported.

export { csv, ROW, type Row } from './spreadsheet.ts';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Sends a file as the body. */
export async function send(
  file: string | Buffer,
  query = '',
  type = 'text/csv',
  token?: string,
): Promise<Answer> {
  const authorization = `Bearer ${token ?? (await tokenOf('admin'))}`;
  const response = await fetch(`${base}/obras/importacion?${query}`, {
    method: 'POST',
    headers: { authorization, 'content-type': type },
    body: file,
  });
  const text = await response.text();
  // A large file is waited for, and told as a small one is answered.
  if (response.status === 202) {
    const { informe, error } = await jobEnd(response);
    const body = informe ?? { message: error };
    const status = informe ? 200 : 400;
    return { status, headers: response.headers, text: JSON.stringify(body), body };
  }
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

/** Imports a file and answers its report. */
export async function report(file: string | Buffer, query = '') {
  const answer = await send(file, query);
  assert.equal(answer.status, 200, answer.text);
  const { filas, creadas, actualizadas, sinCambio, rechazadas } = answer.body;
  assert.equal(creadas + actualizadas + sinCambio + rechazadas, filas, answer.text);
  return answer.body;
}

export const counts = ({
  creadas,
  actualizadas,
  sinCambio,
  rechazadas,
}: Record<string, number>) => [creadas, actualizadas, sinCambio, rechazadas];
