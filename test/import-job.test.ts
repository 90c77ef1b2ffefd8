import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { copyTo } from '../src/commands/backup/read.ts';
import { restore } from '../src/commands/backup/restore-command.ts';
import { importFile, jobAt, jobEnd, jobWhen, large } from './imports.ts';
import { runHere, session, startHere } from './process.ts';
import {
  call,
  count,
  db,
  emailOf,
  emptyEnvironment,
  otherApp,
  password,
  people,
  refused,
  resetWithCatalog,
} from './world.ts';

// An import of a large file goes on after its answer. It is asked for, cancelled, and found again.

const HEADINGS =
  'claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus,longitud,latitud';
const rows = (many: number, name = 'Obra') =>
  [
    HEADINGS,
    ...Array.from(
      { length: many },
      (_, i) => `T-${i},${name} ${i},${i}.50,2026,SOP,Mérida,Planeada,-89.6237,20.9674`,
    ),
  ].join('\r\n');
/** Rows that take a while to be written. */
const MANY = 4_000;
const ENDED = 'La sesión de quien importaba terminó o su cuenta fue desactivada';
/** What a sentence says of the rows that an import leaves. */
const left = (there: number) =>
  there === 0
    ? '; no se escribió nada.'
    : `: ${there.toLocaleString('en-US')} filas ya están; importe de nuevo el mismo archivo para terminar.`;
const NOBODYS = '/obras/importacion/00000000-0000-4000-8000-000000000099';

describe('an import of a large file', () => {
  beforeEach(async () => {
    await resetWithCatalog();
    await db.query('DELETE FROM importaciones');
  });

  test('is answered with where to ask for it, and then with its report', async () => {
    const answer = await importFile(large(rows(3)), 'archivo=obras.csv');
    assert.equal(answer.status, 202, answer.text);
    const { id, iniciadaEn, ...begun } = answer.body;
    assert.equal(answer.headers.get('location'), `/obras/importacion/${id}`);
    assert.match(iniciadaEn, /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(begun, {
      archivo: 'obras.csv',
      simular: false,
      estado: 'revisando',
      usuario: emailOf('admin'),
      terminadaEn: null,
      filasRevisadas: 0,
      filasTotal: null,
      filasEscritas: 0,
      filasPorEscribir: null,
      error: null,
      informe: null,
    });
    const { terminadaEn, informe, ...ended } = await jobEnd(answer);
    assert.ok(terminadaEn >= iniciadaEn);
    assert.deepEqual(
      { ...ended, terminadaEn: null, informe: null },
      {
        ...begun,
        id,
        iniciadaEn,
        estado: 'terminada',
        filasRevisadas: 3,
        filasTotal: 3,
        filasEscritas: 3,
        filasPorEscribir: 3,
      },
    );
    assert.equal(await count('obras'), 3);
    // As a small file is answered.
    const small = await importFile(rows(3));
    assert.equal(small.status, 200);
    assert.deepEqual(informe, { ...small.body, creadas: 3, sinCambio: 0 });
  });

  test('that is refused as a whole, or a dry run, ends with its report and writes nothing', async () => {
    const dry = await jobEnd(await importFile(large(rows(3)), 'simular=true'));
    assert.deepEqual([dry.estado, dry.simular, dry.filasPorEscribir], ['terminada', true, null]);
    assert.deepEqual([dry.informe.simulacro, dry.informe.creadas], [true, 3]);
    const wrong = await jobEnd(await importFile(large(rows(3).replaceAll('SOP', 'SOPA'))));
    assert.deepEqual([wrong.estado, wrong.filasPorEscribir], ['terminada', null]);
    assert.deepEqual([wrong.informe.aplicada, wrong.informe.rechazadas], [false, 3]);
    assert.equal(await count('obras'), 0);
  });

  test('that can’t be read has failed, in the words of a small one', async () => {
    const nothing = 'uno,dos\r\ntres,cuatro';
    const { body } = await importFile(nothing);
    const { estado, error, informe } = await jobEnd(await importFile(large(nothing)));
    assert.deepEqual([estado, error, informe], ['fallida', body.message, null]);
  });

  test('says how far it has come, to every administrator', async () => {
    const answer = await importFile(large(rows(MANY)));
    const writing = await jobWhen(answer, ({ filasEscritas }) => filasEscritas > 0, 'admin2');
    assert.equal(writing.estado, 'escribiendo');
    assert.deepEqual(
      [writing.filasRevisadas, writing.filasTotal, writing.filasPorEscribir],
      [MANY, MANY, MANY],
    );
    assert.ok(writing.filasEscritas < MANY);
    // In the list, too, which has no reports.
    const [listed, ...more] = (await call('admin2', 'GET', '/obras/importacion')).body;
    assert.deepEqual(more, []);
    assert.deepEqual([listed.id, 'informe' in listed], [writing.id, false]);
    await jobEnd(answer);
  });

  test('is nobody else’s business, nor is one that never was there', async () => {
    const { headers } = await importFile(large(rows(1)));
    const at = headers.get('location') as string;
    for (const method of ['GET', 'DELETE']) {
      refused(await call('user', method, at), 403, 'Forbidden resource');
      refused(await call('nobody', method, at), 401, 'Unauthorized');
      refused(
        await call('admin', method, NOBODYS),
        404,
        'No hay una importación con ese identificador, o terminó hace más de un día.',
      );
      refused(await call('admin', method, '/obras/importacion/1'), 400, [/^id /]);
    }
    const { headers: found } = await call('admin', 'GET', at);
    assert.equal(found.get('cache-control'), 'no-store');
    await jobEnd({ headers });
  });

  test('is one at a time, in this instance and in any other', async () => {
    const other = await otherApp({});
    const answer = await importFile(large(rows(MANY)), 'archivo=grande.csv');
    await jobWhen(answer, ({ filasEscritas }) => filasEscritas > 0);
    for (const url of [undefined, other.url]) {
      for (const file of [rows(1), large(rows(1))]) {
        const second = await importFile(file, '', { who: 'admin2', ...(url && { url }) });
        refused(
          second,
          503,
          /^Se está importando otro archivo \(«grande\.csv», de admin@ejemplo\.mx: [\d,]+ filas escritas\); espere a que termine e intente de nuevo\.$/,
        );
        assert.equal(second.headers.get('retry-after'), '10');
      }
    }
    assert.equal((await jobEnd(answer, 'admin', other.url)).estado, 'terminada');
    // The instance that ran it may have to let go of its file.
    assert.equal((await importFile(rows(1), '', { url: other.url })).status, 200);
    await other.close();
  });

  test('ends when it is cancelled: what is written stays, and is told', async () => {
    const answer = await importFile(large(rows(MANY)));
    await jobWhen(answer, ({ filasEscritas }) => filasEscritas > 0);
    const at = answer.headers.get('location') as string;
    const cancelled = await call('admin2', 'DELETE', at);
    const there = await count('obras');
    assert.equal(cancelled.status, 200, cancelled.text);
    const { estado, filasEscritas, terminadaEn, error, informe } = cancelled.body;
    assert.deepEqual([estado, filasEscritas, informe], ['cancelada', there, null]);
    assert.ok(there > 0 && there < MANY && terminadaEn);
    assert.equal(error, `${emailOf('admin2')} canceló la importación${left(there)}`);
    // Again it is the same, and so is what is found later: nothing is written after it.
    assert.deepEqual((await call('admin', 'DELETE', at)).body, cancelled.body);
    const again = await importWhenFree(rows(MANY));
    assert.deepEqual([again.body.sinCambio, again.body.creadas], [there, MANY - there]);
    assert.deepEqual(await jobAt(answer), cancelled.body);
  });

  test('can be cancelled while it is read, and not after its end', async () => {
    const answer = await importFile(large(rows(MANY)), 'simular=true');
    const at = answer.headers.get('location') as string;
    const { body } = await call('admin', 'DELETE', at);
    assert.equal(body.estado, 'cancelada');
    assert.equal(body.error, `${emailOf('admin')} canceló la importación; no se escribió nada.`);
    const second = await importWhenFree(large(rows(1)));
    await jobEnd(second);
    refused(
      await call('admin', 'DELETE', second.headers.get('location') as string),
      409,
      'La importación ya terminó; no hay qué cancelar.',
    );
  });

  for (const [taken, change, sentence] of [
    ['the role', { roles: 'user' }, 'Quien importaba ya no es administrador'],
    ['the account', { isActive: false }, ENDED],
    ['the password', { password: 'otra-clave-larga-2026' }, ENDED],
  ] as const) {
    const path = `/users/${people.admin.id}`;

    test(`ends when another administrator takes ${taken} away: what is written stays, and is told`, async () => {
      const answer = await importFile(large(rows(MANY)));
      await jobWhen(answer, ({ filasEscritas }) => filasEscritas > 0, 'admin2');
      assert.equal((await call('admin2', 'PATCH', path, change)).status, 200);
      // Nothing is written once that is answered.
      const there = await count('obras');
      const { estado, error, filasEscritas, informe } = await jobEnd(answer, 'admin2');
      assert.deepEqual([estado, filasEscritas, informe], ['fallida', there, null]);
      assert.equal(error, `${sentence}${left(there)}`);
      assert.ok(there < MANY, String(there));
      assert.equal(await count('obras'), there);
    });

    test(`writes nothing where ${taken} is gone before all is read`, async () => {
      const answer = await importFile(large(rows(MANY)));
      assert.equal((await call('admin2', 'PATCH', path, change)).status, 200);
      // On a fast machine a batch may be written by now.
      const there = await count('obras');
      const { estado, error, filasEscritas } = await jobEnd(answer, 'admin2');
      assert.deepEqual([estado, filasEscritas], ['fallida', there]);
      assert.equal(error, `${sentence}${left(there)}`);
      assert.equal(await count('obras'), there);
    });
  }

  test('is refused at the door where a name stands for no record: nothing is begun', async () => {
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

  test('is in a copy that is made meanwhile as one that was cut short there', async () => {
    const answer = await importFile(large(rows(MANY)));
    await jobWhen(answer, ({ filasEscritas }) => filasEscritas > 0);
    const file = join(mkdtempSync(join(tmpdir(), 'registro-copia-')), 'copia.jsonl.gz');
    await copyTo(db, file, () => {});
    assert.equal((await jobEnd(answer)).estado, 'terminada');
    const { DATA_DIR = '', ...rest } = await emptyEnvironment();
    const { DATABASE_URL } = rest;
    const place = { DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) };
    assert.equal((await runHere(restore, place, [file])).code, 0);
    const { url, db: restored, stop } = await startHere({ ...rest, DATA_DIR, PORT: '0' });
    const admin = await session(url, emailOf('admin'), password);
    const found = async () => {
      const response = await admin('GET', answer.headers.get('location') as string);
      return (await response.json()) as Record<string, unknown>;
    };
    let job = await found();
    // Until nobody can be running it any more.
    while (job.terminadaEn === null) job = await found();
    const there = (await restored.one<{ n: number }>('SELECT count(*)::integer AS n FROM obras'))
      ?.n;
    assert.deepEqual([job.estado, job.filasEscritas], ['interrumpida', there]);
    assert.equal(job.error, `Se interrumpió antes de terminar${left(there ?? 0)}`);
    assert.ok(there && there < MANY, String(there));
    await stop();
  });

  test('of a small file can be cancelled as well', async () => {
    const importing = importFile(rows(MANY));
    const first = async () => (await call('admin2', 'GET', '/obras/importacion')).body[0];
    while (!((await first())?.filasEscritas > 0));
    const { id } = await first();
    assert.equal((await call('admin2', 'DELETE', `/obras/importacion/${id}`)).status, 200);
    const there = await count('obras');
    refused(await importing, 409, `${emailOf('admin2')} canceló la importación${left(there)}`);
    assert.ok(there < MANY);
    assert.equal(await count('obras'), there);
  });

  test('is forgotten after a day, and no more than a hundred are kept', async () => {
    await db.query(
      `INSERT INTO importaciones (archivo, simular, estado, iniciada_en, terminada_en, error)
       SELECT n || '.csv', false, 'fallida', t, t, 'Falló.'
       FROM generate_series(1, 150) AS n, LATERAL (SELECT now() - n * interval '12 minutes' AS t) AS begun`,
    );
    const listed = async () => (await call('admin', 'GET', '/obras/importacion')).body;
    await jobEnd(await importFile(large(rows(1)), 'archivo=nuevo.csv'));
    const files = (await listed()).map(({ archivo }: { archivo: string }) => archivo);
    assert.deepEqual(files, ['nuevo.csv', ...Array.from({ length: 99 }, (_, i) => `${i + 1}.csv`)]);
    // A small one leaves nothing.
    await importFile(rows(1));
    const [, { id: old }] = await listed();
    assert.equal((await listed()).length, 99);
    await db.query(
      `UPDATE importaciones SET terminada_en = now() - interval '25 hours' WHERE archivo <> 'nuevo.csv'`,
    );
    // At once, whether or not anybody has tidied up since.
    assert.equal((await listed()).length, 1);
    refused(
      await call('admin', 'GET', `/obras/importacion/${old}`),
      404,
      'No hay una importación con ese identificador, o terminó hace más de un día.',
    );
    await (await otherApp({})).close();
    while ((await count('importaciones')) > 1);
  });

  test('whose program is gone is told as cut short, and holds nobody up', async () => {
    const { id } = (await db.one<{ id: string }>(
      `INSERT INTO importaciones (
         archivo, simular, estado, filas_revisadas, filas_total, filas_por_escribir, filas_escritas, latido)
       VALUES ('caída.csv', false, 'escribiendo', 9000, 9000, 8500, 1200, now() - interval '1 minute') RETURNING id`,
    )) as { id: string };
    const found = (await call('admin', 'GET', `/obras/importacion/${id}`)).body;
    assert.deepEqual(
      [found.estado, found.error, found.terminadaEn === null],
      [
        'interrumpida',
        'Se interrumpió antes de terminar: 1,200 filas ya están; importe de nuevo el mismo archivo para terminar.',
        false,
      ],
    );
    refused(
      await call('admin', 'DELETE', `/obras/importacion/${id}`),
      409,
      'La importación ya terminó; no hay qué cancelar.',
    );
    assert.equal((await importFile(rows(1))).status, 200);
    assert.deepEqual((await call('admin', 'GET', `/obras/importacion/${id}`)).body, found);
  });

  test('stops with its service, which says so', async () => {
    const other = await otherApp({});
    const answer = await importFile(large(rows(MANY)), '', { url: other.url });
    await jobWhen(answer, ({ filasEscritas }) => filasEscritas > 0);
    await other.close();
    const there = await count('obras');
    const { estado, error, filasEscritas } = await jobAt(answer);
    assert.deepEqual(
      [estado, error, filasEscritas],
      ['interrumpida', `Se interrumpió antes de terminar${left(there)}`, there],
    );
    assert.ok(there < MANY);
    assert.equal((await importFile(rows(MANY))).body.sinCambio, there);
  });

  test('is no record of the ledger, and what it writes is', async () => {
    const before = await count('bitacora');
    await jobEnd(await importFile(large(rows(2)), 'simular=true'));
    assert.equal(await count('bitacora'), before);
    await jobEnd(await importFile(large(rows(2)), 'archivo=libro.csv'));
    const { body } = await call('admin', 'GET', '/bitacora?limit=2');
    assert.deepEqual(
      body.map(({ recurso, archivo, fila, usuarioEmail }: Record<string, unknown>) => [
        recurso,
        archivo,
        fila,
        usuarioEmail,
      ]),
      [
        ['obras', 'libro.csv', 3, emailOf('admin')],
        ['obras', 'libro.csv', 2, emailOf('admin')],
      ],
    );
  });
});

/** Sends a file as soon as the instance has let go of the one before. */
async function importWhenFree(file: string) {
  for (;;) {
    const answer = await importFile(file);
    if (answer.status !== 503) return answer;
    await setTimeout(20);
  }
}
