import assert from 'node:assert/strict';
import { jobEnd } from './imports.ts';
import type { CellValue } from './spreadsheet.ts';
import { type Answer, base, tokenOf } from './world.ts';

// Files of obras, sent to be imported.

export type Row = Record<string, CellValue | undefined>;

/** A row that is right. */
export const ROW: Row = {
  claveUnica: 'SOP-1',
  nombre: 'Pavimentación de la calle 60',
  descripcion: 'Concreto hidráulico.',
  monto: '1,250,000.50',
  ejercicioFiscal: '2026',
  dependencia: 'SOP',
  municipio: 'Mérida',
  tipoProyecto: 'Vialidades',
  estatus: 'En proceso',
  direccion: 'Calle 60 x 61',
  localidadReferencia: 'Mérida',
  referenciaLugar: 'Frente al parque',
  longitud: '-89.6237',
  latitud: '20.9674',
};
const quoted = (cell: CellValue | undefined) => `"${String(cell ?? '').replaceAll('"', '""')}"`;

/** A CSV file of rows that are all right but for what is said. */
export function csv(...rows: Row[]): string {
  const whole = rows.map((row) => ({ ...ROW, ...row }));
  const headings = [...new Set(whole.flatMap(Object.keys))].filter((heading) =>
    whole.some((row) => row[heading] !== undefined),
  );
  const lines = [headings, ...whole.map((row) => headings.map((heading) => row[heading]))];
  return lines.map((cells) => cells.map(quoted).join(',')).join('\r\n');
}

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
