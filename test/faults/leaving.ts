// Clients that leave before they have their answer, at every stage of every door that takes a place for them. Afterwards
// all places are free.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { makeTown, TOWN, tileAt, writeArchive } from '../pmtiles.ts';
import { table } from '../table.ts';
import { type Postgres, until } from './postgres.ts';
import { CONTRATO, logIn, newRegistry, obraBody, type Registry } from './registry.ts';

/** At each stage of each door: more than there are connections to the database, and than there are places. */
const LEAVERS = 30;
/** Places of answers that go out at their readers' pace: who is alone has half of them. */
const OWN_STREAMS = 20;
/** Bodies of 8 MB that one user may have on their way in, of 64 MB for all. */
const OWN_BODIES = 4;

const MEGABYTE = 1_048_576;
/** PostgreSQL's code of two transactions that wait for each other. */
const DEADLOCK = '40P01';
const CSV = `claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus\r\n${'x'.repeat(100_000)}`;
/** A sheet of reports, the first of which can be read. */
const SHEET = `claveUnica,fechaCorte,avanceFisico\r\nA-1,2026-06-30,45\r\n${'x'.repeat(100_000)}`;
/** One that is answered before it is imported. */
const LARGE = `${CSV}${'x'.repeat(450_000)}`;
const OTHER = { id: 1, etag: `"${'A'.repeat(22)}"` };
const PROGRAMA = { fechaInicio: '2026-02-01', fechaTermino: '2026-10-31' };
const FORM = `--corte\r\nContent-Disposition: form-data; name="archivo"; filename="a.csv"\r\n\r\n${CSV}\r\n--corte--\r\n`;

/** A request as it goes over the wire: its line, its headers but for host and token, its body. */
interface Door {
  line: string;
  headers?: string;
  body?: string;
  /** The tables whose lock makes the door's own statement wait; none where it has none. */
  locks?: string;
}

const READS: Door[] = table`
  obras, ubicaciones, obras_mapa      | /obras /obras?limit=1000&orden=-nombre /obras?limit=1 /obras.csv /obras.xlsx
  obras, ubicaciones, obras_mapa      | /obras.ndjson /obras.geojson /oc4ids /ogc/collections /mapa/7/32/56
  obras, ubicaciones, obras_mapa      | /ogc/collections/obras_puntos/items?limit=1000 /obras/resumen?por=municipio
  obras, ubicaciones, obras_mapa      | /obras/resumen?por=municipio,estatus /obras/resumen.csv?por=dependencia
  obras, contratos, obras_seguimiento | /seguimiento?limit=1000 /seguimiento.csv /seguimiento.xlsx
  obras, contratos, obras_seguimiento | /seguimiento/resumen?por=dependencia /contratos /contratos.csv /contratos.xlsx
  obras, contratos, obras_seguimiento | /obras/1/seguimiento /obras/1/avances /obras/1/programas /obras/1/ejecucion
  obras, contratos, obras_seguimiento | /obras/1/contratos
  # The head of the portal's page names the work.
  obras, obras_documentos             | /portal/obras/1
  obras                               | /calidad
  localidades                         | /localidad/puntos
  bitacora                            | /bitacora?limit=1000 /bitacora.csv
  # Of the streets, from a file.
  -                                   | /mapa/base/14/${tileAt(...TOWN, 14).join('/')} /mapa/base/calles?q=calle+60+x+61
`.flatMap(([locks = '', paths = '']) =>
  paths.split(' ').map((path) => ({ line: `GET ${path}`, locks })),
);
const sending = (line: string, body: object, locks = '') => ({
  line,
  headers: 'Content-Type: application/json\r\n',
  body: JSON.stringify(body),
  locks,
});
const BODY = sending('POST /obras', { nombre: 'x'.repeat(900_000) });
/** Each locks the work. Once the first is written, most of the others are refused. */
const WRITES: Door[] = [
  sending('POST /obras/1/avances', { fechaCorte: '2026-06-30', avanceFisico: 45.5 }, 'obras'),
  sending('POST /obras/1/programas', PROGRAMA, 'obras'),
  sending('PATCH /obras/1/ejecucion', { montoFinal: 5 }, 'obras'),
  sending('POST /obras/1/contratos', CONTRATO, 'obras'),
  // Of a work that is another by then.
  sending('POST /obras/estatus', { estatusObraId: 6, obras: [OTHER] }, 'obras'),
];
const OBRAS = 'POST /obras/importacion?simular=true';
const REPORTS = 'POST /seguimiento/importacion?simular=true';
const IMPORTS: Door[] = [
  { headers: 'Content-Type: text/csv\r\n', body: CSV },
  { headers: 'Content-Type: text/csv\r\n', body: LARGE },
  { headers: 'Content-Type: multipart/form-data; boundary=corte\r\n', body: FORM },
].flatMap(({ headers, body }) => [
  { line: OBRAS, headers, body, locks: 'dependencias, ejercicios_fiscales' },
  { line: REPORTS, headers, body: body.replace(CSV, SHEET), locks: 'obras' },
]);

/**
 * The tests of a service in which somebody leaves.
 *
 * @param makes the settings of an empty registry and, where it is on PostgreSQL, its server, whose tables can be locked
 */
export function leaversOf(
  makes: () => Promise<{ environment: Record<string, string>; server?: Postgres }>,
  isServer: boolean,
): void {
  let server: Postgres | undefined;
  let environment: Record<string, string>;
  let registry: Registry;
  let token = '';
  let all: Door[];

  before(async () => {
    ({ environment, server } = await makes());
    registry = await newRegistry({
      ...environment,
      CACHE_MB: '0',
      PUBLIC_READ: 'true',
      MAP_FILE: writeArchive(makeTown()),
    });
    const opened = await logIn(registry);
    token = opened.token;
    const path = `/users/${opened.id}/favorites`;
    const own = `PATCH /users/${opened.id}/dependencias`;
    all = [
      { line: `GET ${path}?limit=1000`, locks: 'obras, favorites' },
      sending(own, { dependenciaIds: [1] }, 'capturistas'),
      ...[...READS, BODY, ...WRITES, ...IMPORTS],
    ];
    // Longer, together, than all the buffers between the service and its client.
    for (let n = 0; n < 5; n++) {
      const obra = { ...obraBody(`Obra ${n}`), descripcion: String(n).repeat(2_000_000) };
      const { id } = await registry.made('/obras', obra);
      await registry.call('POST', `${path}/${id}`);
    }
  });
  after(() => registry?.service.stop());

  const head = ({ line, headers = '', body = '' }: Door, length = Buffer.byteLength(body)) =>
    `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${headers}${
      length > 0 ? `Content-Length: ${length}\r\n` : ''
    }\r\n`;
  const whole = (door: Door) => head(door) + (door.body ?? '');

  /** Opens a connection and sends this; failures of the connection are the leaver's own. */
  const send = (text: string): Socket => {
    const socket = connect(Number(new URL(registry.service.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(text);
    return socket;
  };
  const crowd = (text: string, size = LEAVERS) => Array.from({ length: size }, () => send(text));
  const leave = (sockets: Socket[]) => {
    for (const socket of sockets) socket.destroy();
  };

  /** Waits until the service has begun to read what they sent, or has cut them off. */
  const isThere = (sockets: Socket[]) => {
    const port = Number(new URL(registry.service.url).port);
    return until('what was sent is there', () => {
      const unread = unreadBy(port);
      return sockets.every(
        ({ bytesWritten, connecting, destroyed, localPort = 0, writableLength }) =>
          destroyed ||
          (!connecting && bytesWritten - writableLength > (unread.get(localPort) ?? 0)),
      );
    });
  };

  /** The status that a connection answers, which then reads no more; undefined where it closes without one. */
  const statusOf = (socket: Socket) =>
    new Promise<string | undefined>((resolve) => {
      socket.once('data', (data) => {
        socket.pause();
        resolve(/^HTTP\/1\.1 (\d+)/.exec(data.toString('latin1'))?.[1]);
      });
      socket.once('close', () => resolve(undefined));
    });

  /**
   * Every place can be taken again, and no more than there are: by lists that nobody reads, by bodies that do not end, and by
   * an import.
   *
   * @param areNoMore whether one list too many is tried as well, which waits long for a place
   */
  const assertFree = async (areNoMore = false) => {
    let last: string | undefined;
    await until(
      () => `every place of answers is free: ${last}`,
      async () => {
        const readers: Socket[] = [];
        // One after another: together they would wait for the database, and be refused for that.
        do {
          readers.push(send(head({ line: 'GET /obras' })));
          last = await statusOf(readers.at(-1) as Socket);
        } while (last === '200' && readers.length < OWN_STREAMS + (areNoMore ? 1 : 0));
        leave(readers);
        return areNoMore ? last === '503' && readers.length > OWN_STREAMS : last === '200';
      },
    );
    await until('every place of bodies is free', async () => {
      const start = `${head(BODY, 8 * MEGABYTE)}{`;
      // One too many, and once that is refused another: so many are not.
      const senders = crowd(start, OWN_BODIES + 1);
      let refused = 0;
      const answers = senders.map((sender) => statusOf(sender).then(() => refused++));
      await Promise.race(answers);
      senders.push(send(start));
      await statusOf(senders.at(-1) as Socket);
      const isFree = refused === 1;
      leave(senders);
      return isFree;
    });
    await until('an import goes in', async () => {
      const answer = await fetch(`${registry.service.url}/obras/importacion?simular=true`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
        body: 'claveUnica,nombre\r\nA,B',
      });
      await answer.arrayBuffer();
      return answer.status !== 503;
    });
    assert.equal((await registry.call('GET', '/obras?limit=1')).status, 200);
  };

  /** Runs work while tables are locked against everybody. */
  const locked = (tables: string, work: (client: pg.Client) => Promise<void>) =>
    (server as Postgres).client(async (client) => {
      await until('the tables are locked', async () => {
        await client.query('BEGIN');
        try {
          await client.query(`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`);
          return true;
        } catch (error) {
          // Work that leavers have left under way may take them in another order.
          if ((error as pg.DatabaseError).code !== DEADLOCK) throw error;
          await client.query('ROLLBACK');
          return false;
        }
      });
      await work(client);
      await client.query('ROLLBACK');
    }, environment);
  const doWait = async (client: pg.Client) => {
    const { rows } = await client.query(
      `SELECT FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows.length > 0;
  };
  /**
   * A crowd of which a statement waits for the locked tables. Those before may still have their places, as an import
   * goes on whose sender has left: then others are sent, until one gets in.
   */
  const crowdThatWaits = async (client: pg.Client, door: Door): Promise<Socket[]> => {
    const leavers = crowd(whole(door));
    await until(`statements of ${door.line} wait`, async () => {
      if (await doWait(client)) return true;
      await setTimeout(200);
      leavers.push(send(whole(door)));
      return false;
    });
    return leavers;
  };

  if (isServer) {
    for (const [when, tables] of [
      ['before their account is read', () => 'users'],
      ['while their statement runs', ({ locks }: Door) => locks],
    ] as const) {
      test(`keep no place after leaving ${when}`, async () => {
        for (const door of all) {
          const locks = tables(door);
          if (!locks) continue;
          await locked(locks, async (client) => {
            const leavers = await crowdThatWaits(client, door);
            await isThere(leavers);
            leave(leavers);
          });
        }
        await assertFree();
      });
    }
  }

  test('keep no place after leaving while their request waits behind another on the same connection', async () => {
    // Doors share a crowd, as what stands before them takes longest: one place that is lost would be missed.
    const doors = [...all, ...all];
    while (doors.length > 0) {
      // The first is not read to its end, so the second is never sent.
      const slow = doors
        .splice(0, OWN_STREAMS / 2)
        .map((door) => send(head({ line: 'GET /obras' }) + whole(door)));
      await Promise.all(slow.map(statusOf));
      leave(slow);
    }
    await assertFree();
  });

  test('keep no place after leaving while they wait for a place', async () => {
    const readers = crowd(head({ line: 'GET /obras' }), OWN_STREAMS);
    await Promise.all(readers.map(statusOf));
    for (const door of all) {
      const leavers = crowd(whole(door));
      await isThere(leavers);
      leave(leavers);
    }
    leave(readers);
    await assertFree();
  });

  test('keep no place after leaving in the middle of their body', async () => {
    for (const door of all) {
      if (!door.body) continue;
      const leavers = crowd(head(door) + door.body.slice(0, door.body.length / 2));
      await isThere(leavers);
      leave(leavers);
    }
    await assertFree();
  });

  test('keep no place after leaving in the middle of their answer', async () => {
    for (const door of all) {
      const leavers = crowd(whole(door));
      for (const leaver of leavers) leaver.once('data', () => leaver.destroy());
      await Promise.all(leavers.map((leaver) => once(leaver, 'close')));
    }
    await assertFree(true);
  });

  test('keep no place after leaving some milliseconds after they have sent', async () => {
    for (const door of all) {
      await Promise.all(
        Array.from({ length: LEAVERS }, async (_, n) => {
          const leaver = send(whole(door));
          await setTimeout(n);
          leaver.destroy();
        }),
      );
    }
    await assertFree();
  });
}

/** How many bytes of those sent to a port of this machine are on their way or not read, by the port of who sent them. */
function unreadBy(port: number): Map<number, number> {
  const unread = new Map<number, number>();
  const number = (hexadecimal = '') => Number.parseInt(hexadecimal, 16);
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)) {
    const [, local = '', remote = '', , queues = ''] = line.trim().split(/\s+/);
    const [from, to] = [local, remote].map((address) => number(address.split(':')[1]));
    const [sending, received] = queues.split(':').map(number);
    const add = (sender = 0, bytes = 0) => unread.set(sender, (unread.get(sender) ?? 0) + bytes);
    if (to === port) add(from, sending);
    if (from === port) add(to, received);
  }
  return unread;
}
