import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { isHere } from '../../features.ts';
import {
  type Answer,
  call,
  contratoBody,
  day,
  db,
  newObra,
  otherApp,
  resetWithCatalog,
  ubicacionBody,
  write,
} from '../../world.ts';

// A work that is due today is late tomorrow, though nobody has written anything: whatever is kept of today, or held by
// those who read it, is not given for tomorrow.

/** Each says which works are late, or by how many days. */
const LISTS = ['/obras', '/obras.ndjson', '/obras.csv', '/obras.geojson', '/mapa/0/0/0'];
LISTS.push('/ogc/collections/obras_puntos/items', '/oc4ids', '/contratos', '/contratos.csv');
const SUMS = ['/obras/resumen?por=estatus&', '/obras/resumen.csv?por=estatus&'];
const READS = [
  ...[...LISTS.map((path) => `${path}?`), ...SUMS].map((path) => `${path}atrasadas=true`),
  '/obras?atrasadas=true&limit=5&orden=termino',
  ...['/obras/1/seguimiento', '/seguimiento', '/seguimiento?limit=1&orden=-monto'],
  ...['/seguimiento.csv', '/seguimiento/resumen?por=dependencia'],
].filter(isHere);

/** The database's day, so many days from the true one. */
const setDay = (offset: number) =>
  db.query(
    `CREATE OR REPLACE FUNCTION hoy() RETURNS date LANGUAGE sql STABLE PARALLEL SAFE
     RETURN (now() AT TIME ZONE 'America/Merida')::date + ${offset}`,
  );
const TrueDate = Date;
/** The service's clock, which goes on from so many seconds after the midnight that begins tomorrow. */
function setClock(today: string, seconds: number): void {
  const midnight = TrueDate.parse(`${today}T00:00:00-06:00`) + 86_400_000;
  const ahead = midnight + seconds * 1000 - TrueDate.now();
  globalThis.Date = class extends TrueDate {
    constructor(...given: []) {
      // Of what is given, whatever it is, the date is made as ever.
      super(...((given.length > 0 ? given : [TrueDate.now() + ahead]) as []));
    }
    static override now = () => TrueDate.now() + ahead;
  } as DateConstructor;
}

describe('a list that depends on the day, at midnight,', () => {
  let open: Awaited<ReturnType<typeof otherApp>>;
  let today: string;
  before(async () => {
    // A token would have its own time, and what has links is kept where it is known what they begin with.
    open = await otherApp({ PUBLIC_READ: true, PUBLIC_URL: 'https://obras.ejemplo.mx' });
    await resetWithCatalog();
    today = await day(0);
    await newObra({ ubicaciones: [ubicacionBody()] });
    const dates = { fechaInicio: '2020-01-01', fechaTermino: today };
    const contrato = contratoBody({ ...dates, fechaFirma: '2020-01-01' });
    await write('admin', 'POST', '/obras/1/programas', dates);
    await write('admin', 'POST', '/obras/1/contratos', contrato);
    // Late already: a package of OC4IDS can't be empty.
    await newObra();
    const past = { ...dates, fechaTermino: '2020-12-31' };
    await write('admin', 'POST', '/obras/2/programas', past);
  });
  // The answers that the test before has kept are forgotten.
  beforeEach(() => db.query('UPDATE obras SET monto = monto + 1'));
  after(async () => {
    globalThis.Date = TrueDate;
    await setDay(0);
    await open.close();
  });

  const readAll = async (held?: Map<string, Answer>) => {
    const answers = new Map<string, Answer>();
    // Just before, so that lists have tags on a busy machine, too.
    await db.changes.heard();
    for (const path of READS) {
      const tag = held?.get(path)?.headers.get('etag');
      const headers: Record<string, string> = tag ? { 'if-none-match': tag } : {};
      answers.set(path, await call('nobody', 'GET', path, undefined, { url: open.url, headers }));
    }
    return answers;
  };
  const assertStatus = (answers: Map<string, Answer>, status: number) => {
    for (const [path, answer] of answers) {
      assert.equal(answer.status, status, `${path}: ${answer.text}`);
    }
  };
  const assertOthers = (answers: Map<string, Answer>, before: Map<string, Answer>) => {
    assertStatus(answers, 200);
    for (const [path, { text }] of answers) assert.notEqual(text, before.get(path)?.text, path);
  };

  test('is not answered from the cache, nor with 304', async () => {
    await setDay(0);
    setClock(today, -3_600);
    const evening = await readAll();
    for (const again of [evening, await readAll(), await readAll()]) assertStatus(again, 200);
    assertStatus(await readAll(evening), 304);
    await setDay(1);
    setClock(today, 0);
    const night = await readAll(evening);
    assertOthers(night, evening);
    assert.equal(night.get('/obras/1/seguimiento')?.body.atraso.diasAtraso, 1);
    setClock(today, 600);
    const held = await readAll();
    assertStatus(await readAll(held), 304);
  });

  test('is not answered from the cache where the database’s clock is a little behind', async () => {
    // It is tomorrow already, but not for the database.
    await setDay(0);
    setClock(today, 2);
    const early = await readAll();
    assertStatus(early, 200);
    await setDay(1);
    for (const seconds of [4, 600]) {
      setClock(today, seconds);
      assertOthers(await readAll(), early);
      assertOthers(await readAll(early), early);
    }
  });
});
