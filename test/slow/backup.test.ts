import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import {
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect, type Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createGzip, gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyBaseLogger } from 'fastify';
import { backup as backupCommand } from '../../src/commands/backup/backup-command.ts';
import { checkFile, type Header, sealed } from '../../src/commands/backup/file.ts';
import { restoreFrom } from '../../src/commands/backup/restore.ts';
import { restore as restoreCommand } from '../../src/commands/backup/restore-command.ts';
import { askForCopy, serveCopies } from '../../src/commands/backup/socket.ts';
import { readDatabaseSettings, StartError } from '../../src/core/base/config.ts';
import type { Database } from '../../src/core/db/db.ts';
import { withDatabase } from '../../src/core/registry.ts';
import { newFolder } from '../empty-registry.ts';
import { until } from '../faults/postgres.ts';
import { NO_SESSION, type Running, run, runHere, session, start, startHere } from '../process.ts';
import { logInAt } from '../wire.ts';
import {
  emptyEnvironment,
  freshEnvironment,
  db as newRegistry,
  obraBody,
  TEST_DATABASE_URL,
  ubicacionBody,
  wkt,
} from '../world.ts';

const EMAIL = 'admin@obras.local';
const ADMIN_PASSWORD = 'secreto-inicial';
const script = (name: string) =>
  fileURLToPath(new URL(`../../src/commands/backup/${name}-command.js`, import.meta.url));
const folder = newFolder();

type Environment = Record<string, string>;
type Session = Awaited<ReturnType<typeof session>>;

/** Only what the commands need: a copy is made without the key of the tokens. */
const place = ({ DATA_DIR = '', DATABASE_URL }: Environment): Environment => ({
  DATA_DIR,
  ...(DATABASE_URL ? { DATABASE_URL } : {}),
});
const backup = (environment: Environment, file: string) =>
  runHere(backupCommand, place(environment), [file]);
const restore = (environment: Environment, file: string) =>
  runHere(restoreCommand, place(environment), [file]);

/** An embedded registry that was never started, whatever the tests run on. */
async function emptyEmbedded(): Promise<Environment> {
  const { DATABASE_URL, ...rest } = await emptyEnvironment();
  return rest;
}

/** Everything that the interface tells of a registry, by path. */
async function everything(admin: Session): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const get = async (path: string) => {
    const answer = await admin('GET', path);
    assert.equal(answer.status, 200, path);
    const text = await answer.text();
    // A weak tag is each start's own.
    const etag = answer.headers.get('etag')?.replace(/^W\/.*/, 'W/');
    answers[path] = `${etag} ${answer.headers.get('x-total-count')} ${text}`;
    return JSON.parse(text);
  };
  for (const catalog of ['/ejercicio-fiscal', '/catalogos/tipo-proyecto', '/dependencias']) {
    for (const { id } of await get(catalog)) await get(`${catalog}/${id}`);
  }
  const whole = ['/ejercicio-fiscal/activos', '/localidad', '/municipios', '/estatus-obra'];
  for (const path of [...whole, '/localidad/2440', '/contratos']) await get(path);
  for (const { id } of await get('/obras')) await get(`/obras/${id}`);
  for (const { obraId, reportes, contratos } of await get('/seguimiento')) {
    if (reportes + contratos === 0) continue;
    await get(`/obras/${obraId}/seguimiento`);
    await get(`/obras/${obraId}/historial`);
  }
  const filters = ['q=camino', 'municipioId=50&limit=3', 'bbox=-90,20,-89,21', 'limit=5&page=2'];
  for (const filter of filters) await get(`/obras?${filter}`);
  // Together all of the state; there are geometries in the last.
  for (const tile of ['7/31/56', '7/32/56', '14/4113/7215']) await get(`/mapa/${tile}`);
  for (const { id } of await get('/users')) {
    await get(`/users/${id}`);
    await get(`/users/${id}/favorites`);
    await get(`/users/${id}/dependencias`);
  }
  return answers;
}

/** The names of each kind's next record: the counters' state, seen from outside. */
async function nextRecords(admin: Session): Promise<unknown> {
  const post = async (path: string, body: object) => {
    const answer = await admin('POST', path, body);
    assert.equal(answer.status, 201, await answer.clone().text());
    const { id, numeroObra } = (await answer.json()) as { id: number; numeroObra?: number };
    return [path, id, numeroObra];
  };
  return [
    await post('/dependencias', { nombre: 'La siguiente' }),
    await post('/catalogos/tipo-proyecto', { nombre: 'El siguiente' }),
    await post('/localidad', { nombre: 'La siguiente', municipioId: 50 }),
    await post('/ejercicio-fiscal', { anio: 2099 }),
    await post('/obras', obraBody({ claveUnica: 'SIGUIENTE', tipoProyectoId: null })),
  ];
}

/**
 * A copy's lines, without the first, which says when, and the last, which sums up; in an order of their own, since a
 * table gives its rows as they lie on the disk.
 */
const linesIn = (file: string) => partsOf(file).rows.sort();
/** Its first line, and those that are neither the first nor the last. */
function partsOf(file: string): { first: string; rows: string[] } {
  const [first = '', ...rest] = textOf(file).trimEnd().split('\n');
  return { first, rows: rest.slice(0, -1) };
}
const textOf = (file: string) => gunzipSync(readFileSync(file)).toString('utf8');

/** A copy with these lines, its last one as it has to be. */
async function resealed(lines: string[]): Promise<Buffer> {
  const source = async function* () {
    yield* lines;
  };
  const all: string[] = [];
  for await (const line of sealed(source())) all.push(line);
  return gzipSync(all.join(''));
}

const triggersIn = (db: Database) =>
  db.query(
    `SELECT tgrelid::regclass::text AS tabla, tgname::text AS nombre, tgenabled::text AS modo
     FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`,
  );
const within = <T>(environment: Environment, work: (db: Database) => Promise<T>) =>
  withDatabase(readDatabaseSettings(environment), work);
/** Tries a copy that is refused, and answers the sentence. */
async function refusal(db: Database, file: string, what: string): Promise<string> {
  try {
    await restoreFrom(db, file, () => {});
  } catch (error) {
    assert.ok(error instanceof StartError, `${what}: ${(error as Error).stack}`);
    return error.message;
  }
  return assert.fail(`${what}: restored`);
}

describe('a copy of a registry', () => {
  const file = join(folder, 'copia.jsonl.gz');
  let source: Environment;
  let triggers: object[];
  let service: Running;
  let admin: Session;
  let told: Record<string, string>;
  /** The token that Ana set her password with, and a newer one. */
  let anasTokens: { used: string; ended: string };

  const tokenOf = async (password: string): Promise<string> => {
    const answer = await logInAt(service.url, { email: 'ana@ejemplo.mx', password });
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  const statusWith = async (url: string, token: string) =>
    (await fetch(`${url}/municipios`, { headers: { authorization: `Bearer ${token}` } })).status;

  /** The ledger's rows of copies, the newest first. */
  const copies = async () =>
    (await (await admin('GET', '/bitacora?recurso=respaldos')).json()) as {
      accion: string;
      programa: string;
      cambios: { campo: string; despues: unknown }[];
    }[];

  before(async () => {
    source = { ...(await freshEnvironment()), ADMIN_PASSWORD };
    triggers = await triggersIn(newRegistry);
    service = await start(source, ['--demo']);
    admin = await session(service.url, EMAIL, ADMIN_PASSWORD);
    const created = async (path: string, body: object) => {
      const answer = await admin('POST', path, body);
      assert.equal(answer.status, 201, await answer.clone().text());
      return (await answer.json()) as { id: string };
    };
    const odd = 'D\'Artagnan \\ "comillas" \u2028 ñ 🏗';
    await created('/localidad', { nombre: odd, municipioId: 50 });
    const geometriaJson = wkt('LINESTRING (-89.6237123456789 20.1, -89.1 20.0)');
    await created('/obras', {
      ...obraBody({ tipoProyectoId: null, claveUnica: 'RARA\\N' }),
      descripcion: 'Línea uno\nlínea dos\ttabulador \\. \\N \u2028 \u0085 🏗',
      ubicaciones: [{ direccion: '\\N', tipoGeometria: 'RUTA', geometriaJson }],
    });
    const gone = await created('/obras', obraBody({ tipoProyectoId: null, claveUnica: 'BORRADA' }));
    assert.equal((await admin('DELETE', `/obras/${gone.id}`)).status, 200);
    const person = { email: 'ana@ejemplo.mx', nombreCompleto: 'Ana', password: 'clave-de-ana' };
    const user = await created('/users', person);
    const hers = await admin('PATCH', `/users/${user.id}/dependencias`, { dependenciaIds: [2, 1] });
    assert.equal(hers.status, 200);
    const ana = await session(service.url, 'ana@ejemplo.mx', 'clave-de-ana');
    for (const id of [3, 1, 2]) await ana('POST', `/users/${user.id}/favorites/${id}`);
    await ana('DELETE', `/users/${user.id}/favorites/1`);
    const [older, newer] = [await tokenOf('clave-de-ana'), await tokenOf('clave-de-ana')];
    anasTokens = { used: older, ended: newer };
    const changed = await fetch(`${service.url}/users/${user.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${older}`, 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'otra-clave-de-ana' }),
    });
    assert.equal(changed.status, 200);
    told = await everything(admin);
    assert.ok(Object.keys(told).length > 100);
    const followed = Object.keys(told).filter((path) => path.endsWith('/seguimiento'));
    assert.ok(followed.length > 50, String(followed.length));
  });
  after(() => service.stop());

  test('is made while the service runs, for its owner alone, with a row in the ledger and its time in /metrics', async () => {
    const figure = async () => {
      const text = await (await fetch(`${service.url}/metrics`)).text();
      return Number(/^registro_last_copy_timestamp_seconds (\S+)$/m.exec(text)?.[1]);
    };
    const begun = Date.now() / 1000;
    const { code, output } = await backup(source, file);
    assert.equal(code, 0, output);
    const [, filas] = /Copia lista en .*copia\.jsonl\.gz: (\d+) filas/.exec(output) ?? [];
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder), ['copia.jsonl.gz']);
    // A running service writes the row when the command has looked its copy over.
    await until('the ledger has it', async () => (await copies()).length > 0);
    const [row, ...rest] = await copies();
    assert.deepEqual([row?.accion, row?.programa, rest], ['crear', 'registro-obras backup', []]);
    const changes = new Map(row?.cambios.map(({ campo, despues }) => [campo, despues]));
    assert.deepEqual([...changes.keys()].sort(), ['creado', 'esquema', 'filas']);
    assert.equal(changes.get('filas'), Number(filas));
    const made = await figure();
    assert.ok(made >= begun - 1 && made <= Date.now() / 1000 + 1, String(made));
    // A refused one is none.
    assert.equal((await backup(source, file)).code, 1);
    assert.equal(await figure(), made);
  });

  test('gets a name with its time, in the folder where the command was called', async () => {
    const here = newFolder();
    // npm says so where it was called, and runs in the project's folder.
    for (const INIT_CWD of [undefined, here]) {
      const environment = { ...place(source), ...(INIT_CWD ? { INIT_CWD } : {}) };
      const { code, output } = await run(environment, [], script('backup'));
      assert.equal(code, 0, output);
      const [, made = ''] = /^Copia lista en (.+): \d+ filas/m.exec(output) ?? assert.fail(output);
      assert.match(basename(made), /^respaldo-\d{8}-\d{6}\.jsonl\.gz$/);
      assert.ok(existsSync(made));
      if (INIT_CWD) assert.equal(dirname(made), here);
    }
    const named = { ...place(source), INIT_CWD: here };
    assert.equal((await run(named, ['a.gz'], script('backup'))).code, 0);
    assert.ok(existsSync(join(here, 'a.gz')));
    const { output } = await run(named, ['a.gz'], script('restore'));
    assert.match(output, /^Copia del /m);
  });

  for (const kind of [...(TEST_DATABASE_URL ? ['PostgreSQL'] : []), 'an embedded registry']) {
    const make = kind === 'PostgreSQL' ? emptyEnvironment : emptyEmbedded;
    test(`restored into ${kind} answers the same, and goes on from there`, async () => {
      const target = { ...(await make()), ADMIN_PASSWORD: 'no-se-usa' };
      const { code, output } = await restore(target, file);
      assert.equal(code, 0, output);
      // The very first copy's copy is the same.
      const again = join(folder, `de-${kind.replaceAll(' ', '-')}.jsonl.gz`);
      assert.equal((await backup(target, again)).code, 0);
      assert.deepEqual(linesIn(again), linesIn(file));

      const restored = await startHere(target);
      // It may remove nothing of the store of the registry that the copy is of.
      const almacen = await restored.db.one('SELECT titular FROM almacen');
      assert.match(JSON.stringify(almacen), /"titular":"[0-9a-f-]{36}"/);
      assert.deepEqual(await triggersIn(restored.db), triggers);
      assert.doesNotMatch(restored.output(), /Primer administrador/);
      const here = await session(restored.url, EMAIL, ADMIN_PASSWORD);
      assert.deepEqual(await everything(here), told);
      await session(restored.url, 'ana@ejemplo.mx', 'otra-clave-de-ana');
      assert.equal(await statusWith(restored.url, anasTokens.used), 200);
      assert.equal(await statusWith(restored.url, anasTokens.ended), NO_SESSION);
      assert.deepEqual(await nextRecords(here), await expectedNext());
      await restored.stop();
    });
  }
  /** The source goes on only once: what comes next is asked of it when the first target has to agree. */
  let next: Promise<unknown> | undefined;
  const expectedNext = () => {
    next ??= nextRecords(admin);
    return next;
  };

  test('has the state of one moment, though others write meanwhile', async () => {
    let done = false;
    let written = 0;
    const writer = async () => {
      while (!done) {
        written += 1;
        const claveUnica = `ESCRITA-${written}`;
        const ubicaciones = [ubicacionBody(), ubicacionBody()];
        const body = obraBody({ tipoProyectoId: null, claveUnica, ubicaciones });
        assert.equal((await admin('POST', '/obras', body)).status, 201);
      }
    };
    const writers = [writer(), writer()];
    // From then on both always have a work under way.
    await until('both write', () => written > 2);
    const during = join(folder, 'durante.jsonl.gz');
    const { code, output } = await backup(source, during);
    done = true;
    await Promise.all(writers);
    assert.equal(code, 0, output);
    const [counts] = await within(await freshEnvironment(), async (db) => {
      await restoreFrom(db, during, () => {});
      return db.query<{ sueltas: number; adelante: number }>(
        `SELECT
           (SELECT count(*) FROM obras o WHERE clave_unica LIKE 'ESCRITA-%'
              AND (SELECT count(*) FROM ubicaciones WHERE obra_id = o.id) <> 2)::integer AS sueltas,
           (SELECT count(*) FROM obras JOIN ejercicios_fiscales e ON e.id = ejercicio_fiscal_id
            WHERE numero_obra > ultimo_numero_obra)::integer AS adelante`,
      );
    });
    assert.deepEqual({ ...counts }, { sueltas: 0, adelante: 0 });
  });

  test('is made by the service after a client left before an earlier one was ready', async () => {
    await within(await freshEnvironment(), async (db) => {
      const accepted: Socket[] = [];
      const noteSocket = (message: unknown) =>
        accepted.push((message as { socket: Socket }).socket);
      subscribe('net.server.socket', noteSocket);
      let leaving: Socket | undefined;
      const whenGone: Database['session'] = async (work) => {
        const closed = leaving && once(accepted[0] as Socket, 'close');
        leaving?.destroy();
        leaving = undefined;
        await closed;
        return db.session(work);
      };
      const log = { info() {}, warn() {}, error() {} } as unknown as FastifyBaseLogger;
      const stop = serveCopies({ ...db, session: whenGone }, folder, log);
      leaving = connect(join(folder, 'respaldo.sock'));
      await until('the service has the client', () => accepted.length === 1);
      const note = await askForCopy(folder, join(folder, 'tras-otra.jsonl.gz'));
      await note?.({ creado: new Date().toISOString(), esquema: 1, filas: 1 });
      await stop();
      unsubscribe('net.server.socket', noteSocket);
    });
  });

  test('is refused where the registry holds any record, and changes none', async () => {
    const before = await everything(admin);
    const { code, output } = await restore(source, file);
    assert.equal(code, 1);
    assert.match(
      output,
      TEST_DATABASE_URL ? /no está vacío \(tiene datos en \w+\)/ : /está en uso/,
    );
    assert.deepEqual(await everything(admin), before);
    await within(await freshEnvironment(), async (db) => {
      await db.query(`INSERT INTO dependencias (nombre) VALUES ('Una')`);
      const sentence = await refusal(db, file, 'a registry with a record');
      assert.match(sentence, /no está vacío \(tiene datos en dependencias\)/);
      assert.deepEqual(await triggersIn(db), triggers);
    });
  });

  test('is refused where it is damaged, cut short, of a newer program or no copy, and changes no record', async () => {
    const bytes = readFileSync(file);
    const text = textOf(file);
    const { first, rows } = partsOf(file);
    const flipped = Buffer.from(bytes);
    flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 1;
    const headed = (changes: object) =>
      resealed([JSON.stringify({ ...JSON.parse(first), ...changes }), ...rows]);
    const odd = '["900","00000000-0000-4000-8000-000000000000","1","2026-01-01"]';
    // biome-ignore format: rows
    const cases: Record<string, [Buffer | string, RegExp]> = {
      cut: [bytes.subarray(0, bytes.length - 100), /está dañada o incompleta/],
      'cut in the middle': [bytes.subarray(0, bytes.length >> 1), /está dañada o incompleta/],
      'a bit flipped': [flipped, /está dañada o incompleta/],
      empty: ['', /está dañada o incompleta/],
      'plain text': ['hola', /está dañada o incompleta/],
      'a row gone': [gzipSync(text.replace(/\n\[.*\n/, '\n')), /está dañada o incompleta/],
      'without its end': [gzipSync([first, ...rows, ''].join('\n')), /está dañada o incompleta/],
      'of something else': [gzipSync('{"a":1}\n{"b":2}\n'), /no es una copia de un Registro/],
      'of a newer schema': [await headed({ esquema: 999 }), /versión más nueva del programa \(esquema 999/],
      'of a newer format': [await headed({ formato: 3 }), /versión más nueva del programa/],
      'of before the first release': [await headed({ formato: 1, esquema: 27 }), /de antes de la versión 1\.0\.0 .* impórtelos en un registro nuevo/],
      'with a row that breaks a rule': [await resealed([first, ...rows, '{"tabla":"favorites"}', odd]), /favorites_user_id_fkey/],
    };
    const target = await freshEnvironment();
    const state = join(folder, 'estado-0.jsonl.gz');
    assert.equal((await backup(target, state)).code, 0);
    const broken = join(folder, 'rota.jsonl.gz');
    await within(target, async (db) => {
      for (const [what, [content, sentence]] of Object.entries(cases)) {
        writeFileSync(broken, content);
        assert.match(await refusal(db, broken, what), sentence, what);
      }
      assert.deepEqual(await triggersIn(db), triggers);
    });
    const { code, output } = await restore(target, broken);
    assert.deepEqual([code, /favorites_user_id_fkey/.test(output)], [1, true], output);
    const later = join(folder, 'estado-1.jsonl.gz');
    assert.equal((await backup(target, later)).code, 0);
    // Nothing but the ledger's row of the copy before.
    const before = new Set(linesIn(state));
    const added = linesIn(later).filter((line) => !before.has(line));
    assert.equal(added.length, 1);
    assert.match(added[0] ?? '', /"registro-obras backup", .*"crear", "respaldos"/);
    assert.equal(linesIn(later).length, before.size + 1);
  });

  test('is refused with a sentence where it was changed and has a right end all the same', async () => {
    const { first, rows } = partsOf(file);
    const header = JSON.parse(first) as Header;
    const headed = (changes: object) => [JSON.stringify({ ...header, ...changes }), ...rows];
    /** The lines with others in place of a table's section. */
    const spliced = (table: string, others: string[], lines = [first, ...rows]) => {
      const from = lines.indexOf(`{"tabla":"${table}"}`);
      const to = lines.findIndex((line, i) => i > from && line.startsWith('{'));
      return lines.toSpliced(from, (to === -1 ? lines.length : to) - from, ...others);
    };
    const without = (table: string, lines?: string[]) => spliced(table, [], lines);
    const instead = (table: string, ...others: string[]) =>
      spliced(table, [`{"tabla":"${table}"}`, ...others]);
    const obra = rows[rows.indexOf('{"tabla":"obras"}') + 1] as string;
    const ubicacion = rows[rows.indexOf('{"tabla":"ubicaciones"}') + 1] as string;
    const columns = (changes: (names: string[]) => string[]) =>
      headed({
        tablas: header.tablas.map(({ nombre, columnas }) => ({
          nombre,
          columnas: nombre === 'obras' ? changes(columnas) : columnas,
        })),
      });
    // biome-ignore format: rows
    const kinds: Record<string, [lines: string[], sentence: RegExp]> = {
      'no tables in its header': [headed({ tablas: undefined }), /está dañada/],
      'tables that are none': [headed({ tablas: 'obras' }), /está dañada/],
      'columns that are none': [headed({ tablas: [{ nombre: 'obras' }] }), /está dañada/],
      'no sequences': [headed({ secuencias: null }), /está dañada/],
      'a sequence of letters': [headed({ secuencias: { a: 'b' } }), /está dañada/],
      'a sequence nobody knows': [headed({ secuencias: { ...header.secuencias, nada: '1' } }), /no conoce la secuencia nada/],
      'a sequence beyond all': [headed({ secuencias: { ...header.secuencias, obras_id_seq: '9'.repeat(19) } }), /está dañada/],
      'a schema of half a number': [headed({ esquema: 3.5 }), /está dañada/],
      'schema zero': [headed({ esquema: 0 }), /está dañada/],
      'the first schema': [headed({ esquema: 1 }), /ya tiene el esquema \d+ y la copia es del 1/],
      'a format before the first': [headed({ formato: 0 }), /está dañada/],
      'no moment': [headed({ creado: '\u001b[2J' }), /está dañada/],
      'a header that is a list': [['[]', ...rows], /no es una copia/],
      'a header that is null': [['null', ...rows], /no es una copia/],
      'a header that is no JSON': [['{', ...rows], /no es una copia/],
      'no header': [rows, /no es una copia/],
      'a table nobody knows': [[first, ...rows, '{"tabla":"nada"}'], /no conoce la tabla nada/],
      'rows of no table': [[first, '["1"]', ...rows], /filas de ninguna tabla/],
      'a line that is no JSON': [[first, ...rows, '{"tabla'], /ninguna tabla/],
      'rows after a line that is none': [[first, ...rows, 'null', '["1"]'], /ninguna tabla/],
      'an empty line within': [[first, ...rows, '', '["1"]'], /ninguna tabla/],
      'a name that is none': [[first, ...rows, '{"tabla":{"a":1}}'], /ninguna tabla/],
      'a table less': [without('favorites'), /le falta la tabla favorites/],
      'a table less that others refer to': [without('users'), /foreign key/],
      'a table less, in the header too': [without('users', headed({ tablas: header.tablas.filter((t) => t.nombre !== 'users') })), /le falta la tabla users/],
      'a table twice in the header': [headed({ tablas: [...header.tablas, ...header.tablas] }), /tiene dos veces la tabla/],
      'a column less': [columns((names) => names.slice(1)), /le falta en la tabla obras la columna/],
      'a column more': [columns((names) => [...names, 'nada']), /no conoce en la tabla obras la columna nada/],
      'a column twice': [columns((names) => [...names, 'id']), /dos veces en la tabla obras/],
      'columns in another order': [columns((names) => names.toReversed()), /filas de obras/],
      'a row twice': [instead('obras', obra, obra), /filas de obras .*duplicate key/],
      'a row too short': [instead('obras', '["1"]'), /filas de obras/],
      'a row too long': [instead('obras', obra.replace(/\]$/, ',"1"]')), /filas de obras/],
      'a row of an object': [instead('obras', '[{"a":1}]'), /filas de obras/],
      'a row without an end': [instead('obras', obra.slice(0, -1)), /filas de obras/],
      'two rows in a line': [instead('obras', `${obra},${obra}`), /filas de obras/],
      'letters for a number': [instead('obras', obra.replace(/^\["\d+"/, '["uno"')), /filas de obras .*invalid input syntax/],
      'a geometry that is none': [instead('ubicaciones', ubicacion.replace('coordinates', 'coordenadas')), /filas de ubicaciones que no se pueden cargar \(.+\)/],
      'a text with a zero': [instead('obras', obra.replace(/"([A-Z])/, '"\\u0000$1')), /filas de obras/],
      'children before their parents': [[...without('obras'), '{"tabla":"obras"}', obra], /hay filas de \w+ que no se pueden cargar .*foreign key/],
    };
    const broken = join(folder, 'cambiada.jsonl.gz');
    await within(await freshEnvironment(), async (db) => {
      for (const [kind, [lines, sentence]] of Object.entries(kinds)) {
        writeFileSync(broken, await resealed(lines));
        const told = await refusal(db, broken, kind);
        assert.match(told, sentence, kind);
        assert.equal(told.split('\n').length, 1, kind);
      }
      // Nothing of them is left behind.
      await restoreFrom(db, file, () => {});
    });
  });

  test('is refused where a line is longer than any, before that takes the memory', async () => {
    const long = join(folder, 'larga.jsonl.gz');
    const megabyte = Buffer.alloc(1_048_576, 'x');
    const lines = async function* () {
      yield `${partsOf(file).first}\n["`;
      for (let n = 0; n < 300; n++) yield megabyte;
    };
    await pipeline(lines, createGzip({ level: 1 }), createWriteStream(long));
    const before = process.memoryUsage().rss;
    await assert.rejects(checkFile(long), {
      message: `La copia ${long} tiene una línea de más de 256 MB, que ninguna base de datos admite.`,
    });
    assert.ok(process.memoryUsage().rss - before < 128 * 1_048_576);
  });

  test('that the service can’t make is refused with a sentence, and the service goes on', {
    skip: TEST_DATABASE_URL !== undefined && 'embedded only',
  }, async () => {
    mkdirSync(join(source.DATA_DIR ?? '', 'respaldo-en-curso'));
    const later = join(folder, 'despues.jsonl.gz');
    const { code, output } = await backup(source, later);
    assert.equal(code, 1);
    assert.match(output, /^El servicio no pudo hacer la copia/m);
    assert.ok(!existsSync(later));
    await until('the log says why', () =>
      service.output().includes('no se pudo hacer una copia del registro'),
    );
    assert.equal((await admin('GET', '/obras')).status, 200);
    assert.equal((await backup(source, later)).code, 0);
  });

  test('never replaces a file, and of an empty registry is refused with a sentence', async () => {
    const taken = join(folder, 'ocupado.gz');
    copyFileSync(file, taken);
    const { code, output } = await backup(source, taken);
    assert.equal(code, 1);
    assert.match(output, /^Ya existe el archivo /m);
    assert.deepEqual(readFileSync(taken), readFileSync(file));

    const nowhere = await backup({ DATA_DIR: join(folder, 'nada') }, join(folder, 'nada.gz'));
    assert.equal(nowhere.code, 1);
    assert.match(nowhere.output, /^No hay un registro en la carpeta de datos /m);
    assert.ok(!existsSync(join(folder, 'nada')) && !existsSync(join(folder, 'nada.gz')));
    if (TEST_DATABASE_URL) {
      const empty = await backup(await emptyEnvironment(), join(folder, 'nada.gz'));
      assert.equal(empty.code, 1);
      assert.match(empty.output, /^No hay un registro en la base de datos de DATABASE_URL/m);
    }
    for (const beyond of [join(folder, 'nada', 'x.gz'), join(taken, 'x.gz')]) {
      const refused = await backup(source, beyond);
      assert.equal(refused.code, 1);
      const sentence = /^No se puede escribir el archivo .*revise que su carpeta exista/m;
      assert.match(refused.output, sentence);
      assert.doesNotMatch(refused.output, /^ +at /m);
    }
    const missing = await restore(source, join(folder, 'nada.gz'));
    assert.match(missing.output, /No existe el archivo /);
  });
});
