import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { columnOf, columnsOf } from '../../../columns.ts';
import { counts, holdingApp, importFile, jobAt, jobEnd, large, report } from '../../../imports.ts';
import { NO_SESSION } from '../../../process.ts';
import {
  base,
  call,
  count,
  db,
  emailOf,
  newObra,
  numbers,
  otherApp,
  people,
  refused,
  resetWithCatalog,
  tokenOf,
} from '../../../world.ts';

// An import under way: it is asked for, cancelled, and found again; a large one goes on after its answer. Those that a test
// looks at midway are held there.

const HEADINGS = 'claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus';
let files = 0;
/** A file of so many works that no other has. */
function rows(many: number): string {
  files += 1;
  return [
    HEADINGS,
    ...numbers(1, many).map((i) => `T-${files}-${i},Obra ${i},${i}.50,2026,SOP,Mérida,Planeada`),
  ].join('\r\n');
}
/** Rows that are written in two batches: this many are of the first. */
const FIRST = 200;
const TWO = FIRST + 50;
const ENDED = 'La sesión de quien importaba terminó o su cuenta fue desactivada';
/** The end of a sentence about the rows that an import leaves. */
const left = (there: number) =>
  there === 0
    ? '; no se escribió nada.'
    : `: ${there} filas ya están; importe de nuevo el mismo archivo para terminar.`;
const me = `/users/${people.admin.id}`;
const NOBODYS = '/obras/importacion/00000000-0000-4000-8000-000000000099';
const UNKNOWN = 'No hay una importación con ese identificador, o terminó hace más de un día.';

let held: Awaited<ReturnType<typeof holdingApp>>;
/** Begins an import, by a service that holds it: before the second batch, unless something else is said. */
async function begin(
  file: string,
  [moment, nth]: Parameters<typeof held.hold> = ['writing', 2],
  query = '',
  who: Parameters<typeof call>[0] = 'admin',
) {
  const { reached, letGo } = held.hold(moment, nth);
  const answering = importFile(file, query, { who, url: held.url });
  answering.catch(() => {});
  await reached;
  return { answering, letGo };
}
/** The same of a large file, which is answered by then. */
async function beginLarge(...[file, ...rest]: Parameters<typeof begin>) {
  const { answering, letGo } = await begin(large(file), ...rest);
  return { answer: await answering, letGo };
}

const cancel = async (id: string, who: 'admin' | 'admin2' = 'admin') =>
  call(who, 'DELETE', `/obras/importacion/${id}`);
const OVER = 'La importación ya terminó; no hay qué cancelar.';

describe('an import of a large file', () => {
  before(async () => {
    held = await holdingApp();
    await resetWithCatalog();
  });
  after(() => held.close());
  // They share a registry: to empty it takes longer than an import. How many works it has before each:
  let works = 0;
  const written = async () => (await count('obras')) - works;
  /** It has ended so, and left so many rows. */
  async function assertEnded(
    job: Record<string, unknown>,
    estado: string,
    why: string,
    there: number,
  ) {
    const { filasEscritas, error, terminadaEn, informe } = job;
    assert.deepEqual([job.estado, filasEscritas, error], [estado, there, `${why}${left(there)}`]);
    assert.ok(terminadaEn !== null && informe === null);
    assert.equal(await written(), there);
  }
  beforeEach(async () => {
    await db.query('DELETE FROM importaciones');
    await call('admin2', 'PATCH', me, { roles: 'admin', isActive: true });
    works = await count('obras');
  });

  test('is answered with an address, and there with its report, after which it can’t be cancelled', async () => {
    const file = rows(3);
    const answer = await importFile(large(file), 'archivo=obras.csv');
    assert.equal(answer.status, 202, answer.text);
    const { id, iniciadaEn, ...begun } = answer.body;
    const place = `/obras/importacion/${id}`;
    assert.equal(answer.headers.get('location'), place);
    assert.match(iniciadaEn, /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(begun, {
      ...{ archivo: 'obras.csv', simular: false, deshace: null, estado: 'revisando' },
      ...{ usuario: emailOf('admin'), terminadaEn: null, error: null, informe: null },
      ...{ filasRevisadas: 0, filasTotal: null, filasEscritas: 0, filasPorEscribir: null },
    });
    const { terminadaEn, informe, ...ended } = await jobEnd(answer);
    assert.ok(terminadaEn >= iniciadaEn);
    const all = { filasRevisadas: 3, filasTotal: 3, filasEscritas: 3, filasPorEscribir: 3 };
    assert.deepEqual(
      { ...ended, terminadaEn: null, informe: null },
      { ...begun, id, iniciadaEn, estado: 'terminada', ...all },
    );
    assert.equal(await written(), 3);
    // It is no record of the ledger, and what it writes is.
    const { body } = await call('admin', 'GET', '/bitacora?limit=2');
    assert.deepEqual(
      columnsOf(body, 'recurso', 'archivo', 'fila', 'usuarioEmail'),
      [4, 3].map((fila) => ['obras', 'obras.csv', fila, emailOf('admin')]),
    );
    // As a small file is answered. What changes nothing has nothing to undo.
    const small = await importFile(file);
    assert.equal(small.status, 200);
    assert.deepEqual(informe, { ...small.body, creadas: 3, sinCambio: 0, importacion: id });
    refused(await cancel(id), 409, OVER);
    for (const method of ['GET', 'DELETE']) {
      refused(await call('admin', method, NOBODYS), 404, UNKNOWN);
      refused(await call('admin', method, '/obras/importacion/1'), 400, [/^id /]);
    }
    const { headers } = await call('admin', 'GET', place);
    assert.equal(headers.get('cache-control'), 'no-store');
  });

  test('that is refused as a whole, or a dry run, ends with its report and writes no work', async () => {
    const ledger = await count('bitacora');
    const dry = await jobEnd(await importFile(large(rows(3)), 'simular=true'));
    assert.deepEqual([dry.estado, dry.simular, dry.filasPorEscribir], ['terminada', true, null]);
    assert.deepEqual([dry.informe.simulacro, dry.informe.creadas], [true, 3]);
    const wrong = await jobEnd(await importFile(large(rows(3).replaceAll('SOP', 'SOPA'))));
    assert.deepEqual([wrong.estado, wrong.filasPorEscribir], ['terminada', null]);
    assert.deepEqual([wrong.informe.aplicada, wrong.informe.rechazadas], [false, 3]);
    assert.deepEqual([await written(), await count('bitacora')], [0, ledger]);
  });

  test('that can’t be read has failed, in the words of a small one', async () => {
    const nothing = 'uno,dos\r\ntres,cuatro';
    const { body } = await importFile(nothing);
    const { estado, error, informe } = await jobEnd(await importFile(large(nothing)));
    assert.deepEqual([estado, error, informe], ['fallida', body.message, null]);
  });

  test('has its progress, is one at a time, and keeps what is written when it is cancelled', async () => {
    const file = rows(TWO);
    const { answer, letGo } = await beginLarge(file, undefined, 'archivo=grande.csv');
    const writing = await jobAt(answer, 'admin2');
    const standing = columnsOf([writing], 'filasRevisadas', 'filasTotal', 'filasPorEscribir');
    assert.deepEqual(standing, [[TWO, TWO, TWO]]);
    assert.deepEqual([writing.estado, writing.filasEscritas], ['escribiendo', FIRST]);
    // In the list, too, which has no reports.
    const [listed, ...more] = (await call('admin2', 'GET', '/obras/importacion')).body;
    assert.deepEqual([listed.id, 'informe' in listed, more], [writing.id, false, []]);
    const busy =
      'Se está importando otro archivo («grande.csv», de admin@ejemplo.mx: 200 filas escritas); espere a que termine e intente de nuevo.';
    for (const url of [base, held.url]) {
      for (const other of [rows(1), large(rows(1))]) {
        const second = await importFile(other, '', { who: 'admin2', url });
        refused(second, 503, busy);
        assert.equal(second.headers.get('retry-after'), '10');
      }
    }
    const { body } = await cancel(writing.id, 'admin2');
    letGo();
    await assertEnded(body, 'cancelada', `${emailOf('admin2')} canceló la importación`, FIRST);
    // Again it is the same, and so is what is found later: nothing is written after it.
    assert.deepEqual((await cancel(writing.id)).body, body);
    const again = await importWhenFree(file, held.url);
    assert.deepEqual(counts(again.body), [TWO - FIRST, 0, FIRST, 0]);
    assert.deepEqual(await jobAt(answer), body);
  });

  test('can be cancelled while it is read', async () => {
    const { answer, letGo } = await beginLarge(rows(3), ['reading', 1], 'simular=true');
    const { body } = await cancel(answer.body.id);
    letGo();
    await assertEnded(body, 'cancelada', `${emailOf('admin')} canceló la importación`, 0);
    assert.equal((await importWhenFree(rows(1), held.url)).status, 200);
  });

  test('lets others register works between its batches, with numbers without holes, and its administrator change the password', async () => {
    const token = await tokenOf('admin');
    const { answering, letGo } = await begin(rows(TWO), undefined, '', { token });
    for (const _ of numbers(1, 3)) await newObra();
    const change = { password: 'otra-clave-larga-2026' };
    assert.equal((await call({ token }, 'PATCH', me, change)).status, 200);
    letGo();
    assert.equal((await answering).body.creadas, TWO);
    const found = await db.query<{ n: number }>('SELECT numero_obra AS n FROM obras ORDER BY 1');
    assert.deepEqual(columnOf(found, 'n'), numbers(1, works + TWO + 3));
  });

  test('can be cancelled where the file is small as well', async () => {
    const { answering, letGo } = await begin(rows(TWO));
    const [{ id }] = (await call('admin2', 'GET', '/obras/importacion')).body;
    assert.equal((await cancel(id, 'admin2')).status, 200);
    letGo();
    refused(await answering, 409, `${emailOf('admin2')} canceló la importación${left(FIRST)}`);
    assert.equal(await written(), FIRST);
  });

  const halfway = (why: string) =>
    `La importación quedó a medias porque ${why}: 200 filas ya están; un administrador puede terminarla con el mismo archivo.`;
  const session2 = halfway('su sesión terminó o su cuenta fue desactivada');
  const demoted = halfway('usted ya no es administrador');
  const password = 'otra-clave-larga-2026';
  // biome-ignore format: rows
  const LOST: [taken: string, change: object, error: string, status: number, small: string[]][] = [
    ['the role', { roles: 'user' }, 'Quien importaba ya no es administrador', 403, ['Forbidden resource', demoted]],
    ['the account', { isActive: false }, ENDED, NO_SESSION, ['Unauthorized', session2]],
    ['the password', { password }, ENDED, NO_SESSION, ['Unauthorized', session2]],
  ];
  for (const [taken, change, error, status, small] of LOST) {
    const take = async () => assert.equal((await call('admin2', 'PATCH', me, change)).status, 200);

    test(`ends with the batch before another administrator takes ${taken} away, and keeps what is written`, async () => {
      const { answer, letGo } = await beginLarge(rows(TWO));
      await take();
      letGo();
      await assertEnded(await jobEnd(answer, 'admin2'), 'fallida', error, FIRST);
    });

    test(`of a small file answers an error after the batch in which ${taken} is taken away`, async () => {
      const { answering, letGo } = await begin(rows(TWO));
      await take();
      letGo();
      const answer = await answering;
      refused(answer, status, small);
      assert.equal(answer.headers.get('www-authenticate'), status === NO_SESSION ? 'Bearer' : null);
      assert.equal(await written(), FIRST);
    });

    test(`is read no further, and writes no work, where ${taken} is taken away meanwhile`, async () => {
      const { answer, letGo } = await beginLarge(rows(TWO), ['reading', 1]);
      const isRefused = held.isRefused();
      await take();
      await isRefused;
      letGo();
      const job = await jobEnd(answer, 'admin2');
      assert.ok(job.filasRevisadas < TWO, job.filasRevisadas);
      await assertEnded(job, 'fallida', error, 0);
    });
  }

  test('of a small file answers 403 where its administrator is demoted before the first batch', async () => {
    const { answering, letGo } = await begin(rows(3), ['writing', 1]);
    await call('admin2', 'PATCH', me, { roles: 'user' });
    letGo();
    refused(await answering, 403, 'Forbidden resource');
    assert.equal(await written(), 0);
  });

  test('answers 400 before it begins where a name stands for no record', async () => {
    const valores = JSON.stringify({ estatus: { Planeada: 'Imaginada' } });
    const query = new URLSearchParams({ valores }).toString();
    for (const file of [rows(1), large(rows(1))]) {
      refused(await importFile(file, query), 400, [/^valores: .*«Imaginada»/]);
    }
    refused(await importFile(large(rows(1)), 'dependenciaId=99'), 400, [
      'dependenciaId: no existe el registro 99.',
    ]);
    assert.equal(await count('importaciones'), 0);
  });

  test('is forgotten after a day, and no more than a hundred are kept', async () => {
    await db.query(
      `INSERT INTO importaciones (archivo, simular, estado, iniciada_en, terminada_en, error)
       SELECT n || '.csv', false, 'fallida', t, t, 'Falló.'
       FROM generate_series(1, 150) AS n, LATERAL (SELECT now() - n * interval '12 minutes' AS t) AS begun`,
    );
    const listed = async () => (await call('admin', 'GET', '/obras/importacion')).body;
    await jobEnd(await importFile(large(rows(1)), 'archivo=nuevo.csv'));
    const files = columnOf(await listed(), 'archivo');
    assert.deepEqual(files, ['nuevo.csv', ...numbers(1, 99).map((n) => `${n}.csv`)]);
    // A small one leaves nothing.
    await importFile(rows(1));
    const [, { id: old }] = await listed();
    assert.equal((await listed()).length, 99);
    await db.query(
      `UPDATE importaciones SET terminada_en = now() - interval '25 hours' WHERE archivo <> 'nuevo.csv'`,
    );
    // At once, whether or not anybody has tidied up since.
    assert.equal((await listed()).length, 1);
    refused(await call('admin', 'GET', `/obras/importacion/${old}`), 404, UNKNOWN);
    await (await otherApp({})).close();
    while ((await count('importaciones')) > 1);
  });

  test('is interrupted once its program is gone, and frees the place for the next', async () => {
    const { id } = (await db.one<{ id: string }>(
      `INSERT INTO importaciones (
         archivo, simular, estado, filas_revisadas, filas_total, filas_por_escribir, filas_escritas, latido)
       VALUES ('caída.csv', false, 'escribiendo', 9000, 9000, 8500, 1200, now() - interval '1 minute') RETURNING id`,
    )) as { id: string };
    const found = (await call('admin', 'GET', `/obras/importacion/${id}`)).body;
    assert.ok(found.terminadaEn !== null);
    assert.equal(found.estado, 'interrumpida');
    assert.equal(
      found.error,
      'Se interrumpió antes de terminar: 1,200 filas ya están; importe de nuevo el mismo archivo para terminar.',
    );
    refused(await cancel(id), 409, OVER);
    assert.equal((await importFile(rows(1))).status, 200);
    assert.deepEqual((await call('admin', 'GET', `/obras/importacion/${id}`)).body, found);
  });

  test('stops with its service, and is listed so', async () => {
    const other = await holdingApp();
    const { reached, letGo } = other.hold('writing');
    const answer = await importFile(large(rows(TWO)), '', { url: other.url });
    await reached;
    const closing = other.close();
    // Once it takes no requests any more it has told its imports to end.
    while ((await fetch(`${other.url}/health/live`).catch(() => undefined))?.ok)
      await setTimeout(5);
    letGo();
    await closing;
    await assertEnded(
      await jobAt(answer),
      'interrumpida',
      'Se interrumpió antes de terminar',
      FIRST,
    );
    assert.equal((await report(rows(1))).creadas, 1);
  });
});

/** Sends a file as soon as the instance has let go of the one before. */
async function importWhenFree(file: string, url: string) {
  for (;;) {
    const answer = await importFile(file, '', { url });
    if (answer.status !== 503) return answer;
    await setTimeout(20);
  }
}
