// Files that are sent to a registry to be imported, what becomes of them, and how an import is caught halfway.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { type Postgres, succeeds, until } from './postgres.ts';
import {
  assertLedgerAgrees,
  assertNumbered,
  logIn,
  type Registry,
  type Reply,
  type Service,
} from './registry.ts';

/** Bytes from which on a file is answered before it is imported. */
const LARGE = 524_288;

/** Works of a file, and sheets that report on as many. */
export const ROWS = 900;

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

const tokens = new WeakMap<Registry<Service>, Promise<{ token: string }>>();

/** Sends a file; status 0 where no answer came. */
export async function sendFile(
  registry: Registry<Service>,
  file: string,
  { query = '', signal = null as AbortSignal | null, path = '/obras/importacion' } = {},
): Promise<Reply> {
  const opened = tokens.get(registry) ?? logIn(registry);
  tokens.set(registry, opened);
  const { token } = await opened;
  try {
    const answer = await fetch(`${registry.service.url}${path}${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      body: file,
      signal,
    });
    return { status: answer.status, body: await answer.json(), headers: answer.headers };
  } catch {
    return { status: 0, body: undefined, headers: new Headers() };
  }
}

/** The import that an answer told of, once it is over; asked at the same registry or at another. */
export async function jobEnd(registry: Registry<Service>, { headers }: Reply) {
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

/** The result of an import: the answer, or the report that a job ends with; 202 where it ends with a sentence. */
export async function importFile(
  registry: Registry<Service>,
  file: string,
  options: { query?: string; path?: string } = {},
): Promise<Pick<Reply, 'status' | 'body'>> {
  const answer = await sendFile(registry, file, options);
  if (answer.status !== 202) return answer;
  const { informe, error } = await jobEnd(registry, answer);
  return informe ? { status: 200, body: informe } : { status: 202, body: { message: error } };
}

/**
 * Does work while an import is stopped with some of its batches written, and others not. Work is given what waits until it is
 * stopped, and what lets it go on.
 *
 * @param table what it writes, in which there is nothing yet
 */
export async function stopped(
  server: Postgres,
  environment: Record<string, string>,
  table: 'obras' | 'avances',
  work: (isStopped: () => Promise<void>, goOn: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  await server.query(
    `CREATE FUNCTION stop_there() RETURNS trigger LANGUAGE plpgsql AS '
       BEGIN
         IF EXISTS (SELECT FROM ${table} WHERE pg_xact_status(xmin::text::xid8) = ''committed'') THEN
           PERFORM pg_advisory_xact_lock(28, 28);
         END IF;
         RETURN NEW;
       END';
     CREATE TRIGGER stop_there BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION stop_there()`,
    environment,
  );
  await server.client(async (client) => {
    await client.query('SELECT pg_advisory_lock(28, 28)');
    await work(
      () =>
        until('it is stopped', async () => {
          const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND (classid, objid) = (28, 28)';
          return (await server.query(waiting, environment)).length > 0;
        }),
      () => client.query('SELECT pg_advisory_unlock(28, 28)'),
    );
  }, environment);
  await until('the database is there', () =>
    succeeds(server.query('DROP FUNCTION stop_there() CASCADE', environment)),
  );
}

export async function count(registry: Registry<Service>): Promise<number> {
  const { status, headers } = await registry.call('GET', '/obras?limit=1');
  return status === 200 ? Number(headers.get('x-total-count')) : 0;
}

/** Every obra is whole and in the ledger, and numbers follow one another. Answers how many there are. */
export async function assertRowsWhole(registry: Registry<Service>): Promise<number> {
  const obras = await registry.obras();
  for (const { claveUnica, ubicaciones } of obras) assert.equal(ubicaciones.length, 1, claveUnica);
  assertNumbered(obras);
  await assertLedgerAgrees(registry);
  return obras.length;
}

/** The same file again makes what is missing, and once more nothing. */
export async function assertFinishes(registry: Registry<Service>, file: string, rows = ROWS) {
  const there = await assertRowsWhole(registry);
  assert.ok(there > 0 && there < rows, String(there));
  const { status, body } = await importFile(registry, file);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body.creadas, body.sinCambio, body.rechazadas], [rows - there, there, 0]);
  assert.equal(await assertRowsWhole(registry), rows);
  assert.equal((await importFile(registry, file)).body.sinCambio, rows);
}

/** Where sheets of reports are sent. */
export const REPORTS = { path: '/seguimiento/importacion' };

/** How many works have a report; each of them is whole. */
export async function reported(registry: Registry<Service>): Promise<number> {
  const { body: rows, headers } = await registry.call('GET', '/seguimiento?avanceMin=1&limit=1000');
  for (const { fechaCorte, reportes } of rows)
    assert.deepEqual([fechaCorte, reportes], ['2026-06-30', 1]);
  return Number(headers.get('x-total-count'));
}

/** A sheet that was cut short leaves whole reports, and makes those that are missing when it comes again. */
export async function assertReportsFinish(registry: Registry<Service>, sheet: string) {
  const there = await reported(registry);
  assert.ok(there > 0 && there < ROWS, String(there));
  const { body } = await importFile(registry, sheet, REPORTS);
  assert.deepEqual([body.creadas, body.sinCambio, body.rechazadas], [ROWS - there, there, 0]);
  assert.equal(await reported(registry), ROWS);
  await assertLedgerAgrees(registry);
}

/** An import that was cut short says so, and how many rows are there. */
export async function assertInterrupted(registry: Registry<Service>, begun: Reply): Promise<void> {
  const { estado, filasEscritas, error, informe } = await jobEnd(registry, begun);
  const there = await count(registry);
  assert.deepEqual([estado, filasEscritas, informe], ['interrumpida', there, null]);
  assert.equal(
    error,
    `Se interrumpió antes de terminar: ${there.toLocaleString('en-US')} filas ya están; importe de nuevo el mismo archivo para terminar.`,
  );
}

/** Waits until nothing is under way any more of an import whose program was killed or had no database. */
export async function assertPlaceIsFree(registry: Registry<Service>): Promise<void> {
  for (;;) {
    const query = '?simular=true';
    const { status, body } = await sendFile(registry, 'claveUnica,nombre', { query });
    if (status !== 503) break;
    assert.match(
      body.message,
      /^Se está importando otro archivo( \(«sin nombre», de admin@obras\.local: [\d,]+ filas (revisadas|escritas)\))?; espere a que termine e intente de nuevo\.$/,
    );
    await setTimeout(200);
  }
}
