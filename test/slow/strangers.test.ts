import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ascending } from '../columns.ts';
import { makeTown, TOWN, tileAt, writeArchive } from '../pmtiles.ts';
import { table } from '../table.ts';
import { overSocket, plainly, type Sent } from '../wire.ts';
import {
  call,
  contratoBody,
  count,
  db,
  get,
  idsOf,
  newObra,
  numbers,
  otherApp,
  people,
  programaBody,
  resetWithCatalog,
  statusesOf,
  tokenOf,
  unauthorized,
  unpacked,
} from '../world.ts';

// A stranger's tries at addresses that are read: each test asks the same of all of them.

/**
 * The one work of these tests. It has an id that no other test comes to: the ledger keeps all that the tests before have
 * said of works under small ids, some of them with megabytes of coordinates, and each question about one reads it all.
 */
const OBRA = 900_000_001;
const TILE = `/mapa/base/14/${tileAt(...TOWN, 14).join('/')}`;

/** Each with the parameters that it takes, and whose token it needs where not everybody may read. */
const DOORS = table`
  /obras/resumen?por=municipio,estatus     | por q municipioId montoMin bbox                       | user
  /obras/resumen.csv?por=dependencia,estatus | por q estatusObraId montoMax                          | user
  /localidad/puntos                        | municipioId                                           | user
  /calidad                                 | variacionMonto                                        | admin2
  /bitacora.csv?registro=${OBRA}           | recurso desde usuarioId campo variacionMonto          | admin2
  /portal/obras/${OBRA}                    | lista                                                 | -
  /seguimiento                             | orden cursor limit avanceMin atrasadas contratista conAvance sinReporteDesde pagoAdelantado crecimientoContratos sinMontoFinal | user
  /seguimiento.csv                         | orden avanceMax q                                     | user
  /seguimiento/resumen?por=dependencia     | por contratista atrasadas                             | user
  /contratos                               | cursor limit contratistaRfc procedimiento contratista | user
  /contratos.csv                           | contratistaRfc q                                      | user
  /obras/${OBRA}/seguimiento               | lista                                                 | user
  /obras/${OBRA}/avances                   | cursor                                                | user
  /obras/${OBRA}/avances/1                 | v                                                     | user
  /obras/${OBRA}/programas                 | version                                               | user
  /obras/${OBRA}/programas/1               | v                                                     | user
  /obras/${OBRA}/ejecucion                 | v                                                     | user
  /obras/${OBRA}/contratos                 | numero                                                | user
  /obras/${OBRA}/contratos/1               | v                                                     | user
  /users/${people.user.id}/dependencias    | dependenciaIds                                        | user
  ${TILE}                                  | v                                                     | -
  /mapa/base/calles?q=calle+60+x+61        | q cerca                                               | -
`.map(([path, parameters, who]) => ({
  path: path as string,
  parameters: parameters?.split(' ') ?? [],
  who: who as 'admin2' | 'user' | '',
}));

/** Values as they stand in an address. */
// biome-ignore format: rows
const ODD = [
  '', '%00', 'a%00b', '%0D%0AX-Y:%201', '%1B%5B2J',
  // Half of a pair of surrogates, bytes that are no UTF-8, and the beginning of an escape.
  '%ED%A0%80', '%FF', '%', '%E2%80%AE', "'%3B--", '1e309', '-1',
  '9'.repeat(40),
  '1,,2',
  'x'.repeat(4_000),
];

const CODINGS = [
  ...['gzip', 'br', '*', 'gzip;q=0, *', 'gzip;q=nada', ',,;', 'identity;q=0'],
  'x'.repeat(2_000),
];
const CROWDED = /^\/(obras\/resumen\?|seguimiento\.csv|mapa\/base\/14)/;

describe('a stranger at an address that is read', () => {
  let open: Awaited<ReturnType<typeof otherApp>>;
  before(async () => {
    await resetWithCatalog();
    await db.query(`SELECT setval(pg_get_serial_sequence('obras', 'id'), $1, false)`, [OBRA]);
    assert.equal((await newObra({ claveUnica: 'EXTRAÑA-1' })).id, OBRA);
    for (const [part, body] of [
      ['avances', { fechaCorte: '2026-06-30', avanceFisico: 45.5 }],
      ['programas', programaBody()],
      ['contratos', contratoBody()],
    ] as const) {
      assert.equal((await call('admin', 'POST', `/obras/${OBRA}/${part}`, body)).status, 201);
    }
    open = await otherApp({ PUBLIC_READ: true, CACHE_MB: 0, MAP_FILE: writeArchive(makeTown()) });
    // Until all streets are read, answers say so.
    const streets = async () => (await plainly(`${open.url}/mapa/base/calles`)).text;
    while ((await streets()).includes('"leyendo":true'));
  });
  after(() => open.close());

  const ask = async (address: string, { headers = {}, ...sent }: Sent = {}) => {
    const authorization = `Bearer ${await tokenOf('admin2')}`;
    return plainly(open.url + address, { ...sent, headers: { authorization, ...headers } });
  };

  for (const [door, { path, parameters, who }] of DOORS.entries()) {
    describe(path, () => {
      const read = (headers?: Record<string, string>) => ask(path, { headers });
      // More than there are places for at one door that is a sum, one that is a list and one that is a file.
      const crowd = CROWDED.test(path) ? 200 : 20;

      test('gets 200 or 400 whatever stands in its parameters, twice as well', async () => {
        const [at = '', query = ''] = path.split('?');
        for (const [n, parameter] of parameters.entries()) {
          const others = query.split('&').filter((one) => one && !one.startsWith(`${parameter}=`));
          // Every value stands alone in every parameter. In each other form, each parameter has some of them in turn.
          const some = ODD.filter((_, i) => (i + n + door) % 5 === 0);
          const tries = [
            ...ODD.map((odd) => `${parameter}=${odd}`),
            ...some.map((odd) => `${parameter}=${odd}&${parameter}=${odd}`),
            ...some.map((odd) => `${parameter}[]=${odd}`),
            ...some.map((odd) => `${odd}=${parameter}`),
          ];
          for (const one of tries) {
            const address = `${at}?${[...others, one].join('&')}`;
            const { status, headers, text } = await ask(address);
            assert.ok([200, 400].includes(status), `${status} ${address} ${text}`);
            assert.equal(headers['x-y'], undefined);
            if (status === 200) continue;
            const { statusCode, message } = JSON.parse(text);
            assert.equal(statusCode, 400);
            for (const sentence of [message].flat()) assert.match(sentence, /\S/, address);
          }
        }
      });

      test('gets an answer to raw bytes in the address, and the service goes on', async () => {
        for (const odd of ['\xff\xfe', '\x00', '\t', '😀', '"<>\\^`{|}']) {
          const line = Buffer.concat([
            Buffer.from(`GET ${path}${path.includes('?') ? '&' : '?'}x=`),
            Buffer.from(odd, odd.length === 2 && odd < '\u0100' ? 'latin1' : 'utf8'),
            Buffer.from(` HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenOf('admin2')}`),
            Buffer.from('\r\nConnection: close\r\n\r\n'),
          ]);
          assert.match(await overSocket(open.url, line), /^HTTP\/1\.1 (200|400) /);
        }
        assert.equal((await read()).status, 200);
      });

      test('gets the same content in every Accept-Encoding', async () => {
        const { text } = await read();
        for (const coding of CODINGS) {
          const other = await read({ 'accept-encoding': coding });
          assert.deepEqual([other.status, unpacked(other) === text], [200, true], coding);
        }
      });

      test(`gets an answer in a crowd of ${crowd}, or the time to come again`, async () => {
        const answers = await Promise.all(Array.from({ length: crowd }, () => read()));
        for (const { status, headers } of answers) {
          if (status === 200) continue;
          assert.ok(status === 429 || status === 503, String(status));
          assert.match(headers['retry-after'] ?? '', /^\d+$/);
        }
        assert.ok(answers.some(({ status }) => status === 200));
        assert.equal((await read()).status, 200);
      });

      if (who) {
        test('with its ETag is refused once the account is lost', async () => {
          const etag = (await get(path, who)).headers.get('etag');
          const headers: Record<string, string> = etag ? { 'if-none-match': etag } : {};
          const again = () => call(who, 'GET', path, undefined, { headers });
          assert.equal((await again()).status, etag ? 304 : 200);
          const activate = (isActive: boolean) =>
            db.query('UPDATE users SET is_active = $2 WHERE id = $1', [people[who].id, isActive]);
          await activate(false);
          try {
            for (const answer of await Promise.all([again(), again()])) unauthorized(answer, /./);
          } finally {
            await activate(true);
          }
        });
      }
    });
  }

  test('gets 400 or 404 for ids that can’t be, below a work as well, in every method', async () => {
    // biome-ignore format: rows
    const ids = [
      '0', '-1', '01', '1.0', '1e0', '+1', '%31', '%20', '%00', '%C3%B1', '1%2f1', '2147483648',
      '9'.repeat(40),
    ];
    const below = [
      'avances/:',
      'programas/:',
      'contratos/:',
      'contratos/1/convenios/:',
      'contratos/:/convenios',
    ];
    const parts = ['avances', 'programas', 'contratos', 'ejecucion', 'seguimiento'];
    const paths = ids.flatMap((id) => [
      ...parts.map((part) => `/obras/${id}/${part}`),
      ...below.map((part) => `/obras/${OBRA}/${part.replace(':', id)}`),
      `/users/${id}/dependencias`,
    ]);
    const counts = () => Promise.all(['avances', 'programas', 'contratos'].map(count));
    const before = await counts();
    const writes = [['POST', {}], ['PATCH', {}], ['DELETE']] as const;
    for (const [n, path] of paths.entries()) {
      // Eleven paths have each id, so each kind of path meets each kind of write.
      for (const [method, body] of [['GET'] as const, writes[n % 3] ?? writes[0]]) {
        // 1 in other words is 1: then what is there may be read, and is changed by nothing. It is not deleted here.
        if (method === 'DELETE' && /%31|\/01(\/|$)/.test(path)) continue;
        const json = body && { body: '{}', headers: { 'content-type': 'application/json' } };
        const { status, text } = await ask(path, { method, ...json });
        assert.ok([200, 400, 404].includes(status), `${status} ${method} ${path} ${text}`);
        if (status !== 200) assert.equal(JSON.parse(text).statusCode, status);
      }
    }
    assert.deepEqual(await counts(), before);
  });

  test('among many who set a status of the same works, each in another order, gets an answer', async () => {
    const obras: { id: number; etag: string | null }[] = [];
    for (let i = 0; i < 6; i++) {
      const { id } = await newObra();
      obras.push({ id, etag: (await get(`/obras/${id}`)).headers.get('etag') });
    }
    const answers = await Promise.all(
      numbers(0, 59).map((n) => {
        const turned = [...obras.slice(n % 6), ...obras.slice(0, n % 6)];
        const body = { estatusObraId: 5 + (n % 2), obras: n % 4 < 2 ? turned : turned.reverse() };
        return call('admin', 'POST', '/obras/estatus', body);
      }),
    );
    assert.deepEqual([...new Set(statusesOf(answers))], [200]);
    // One of them was first. For the others a work is another by then, or has their status already.
    const changed = answers
      .flatMap(({ body }) => body.obras)
      .filter(({ resultado }) => resultado === 'cambiada');
    assert.deepEqual(idsOf(changed).sort(ascending), idsOf(obras));
  });
});
