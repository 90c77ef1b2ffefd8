// Files that are sent to a registry to be imported, and what becomes of them.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { LOGIN, type Registry, type Reply } from './registry.ts';

/** Bytes from which on a file is answered before it is imported. */
const LARGE = 524_288;

const HEADINGS =
  'claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus,longitud,latitud,descripcion';

/** A file of so many new works, each of whose rows has a description as long as that. */
export const fileOf = (rows: number, description = 0) =>
  [
    HEADINGS,
    ...Array.from(
      { length: rows },
      (_, i) =>
        `F-${i},Obra ${i},${i}.50,${2026 + (i % 2)},Secretaría de Obras,50,Planeada,-89.6237,20.9674,${'texto '.repeat(description / 6)}`,
    ),
  ].join('\r\n');

/** A sheet that reports on as many of those works. */
export const reportsOf = (rows: number) =>
  [
    'Clave,Fecha de corte,Avance físico,Observaciones',
    ...Array.from({ length: rows }, (_, i) => `F-${i},2026-06-30,${1 + (i % 99)} %,Se avanza`),
  ].join('\r\n');

/** The same file, large enough to be imported after its answer: lines of blanks follow. */
export const large = (csv: string) =>
  [csv, ...Array<string>(LARGE / 1_024).fill(' '.repeat(1_022))].join('\r\n');

/** Logs in and sends a file; status 0 where no answer came, the login's where that was refused. */
export async function sendFile(
  registry: Registry,
  file: string,
  { query = '', signal = null as AbortSignal | null, path = '/obras/importacion' } = {},
): Promise<Reply> {
  const opened = await registry.call('POST', '/auth/login', LOGIN);
  if (opened.status !== 200) return opened;
  try {
    const answer = await fetch(`${registry.service.url}${path}${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${opened.body.access_token}`, 'content-type': 'text/csv' },
      body: file,
      signal,
    });
    return { status: answer.status, body: await answer.json(), headers: answer.headers };
  } catch {
    return { status: 0, body: undefined, headers: new Headers() };
  }
}

/** The import that an answer told of, once it is over; asked at the same registry or at another. */
export async function jobEnd(registry: Registry, { headers }: Reply): Promise<Reply['body']> {
  const at = headers.get('location');
  assert.ok(at);
  for (;;) {
    const { status, body } = await registry.call('GET', at);
    // The database may be away.
    if (status === 200 && body.terminadaEn) return body;
    assert.ok(status === 200 || status === 503, JSON.stringify(body));
    await setTimeout(20);
  }
}

/** What the import of a file comes to: the answer, or the report that a job ends with; 202 where it ends with a sentence. */
export async function importFile(
  registry: Registry,
  file: string,
  options: { query?: string; path?: string } = {},
): Promise<Pick<Reply, 'status' | 'body'>> {
  const answer = await sendFile(registry, file, options);
  if (answer.status !== 202) return answer;
  const { informe, error } = await jobEnd(registry, answer);
  return informe ? { status: 200, body: informe } : { status: 202, body: { message: error } };
}
