import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeTown, TOWN, tileAt, writeArchive } from './pmtiles.ts';
import { overSocket } from './wire.ts';
import {
  call,
  db,
  get,
  newObra,
  otherApp,
  people,
  resetWithCatalog,
  statusesOf,
  tokenOf,
} from './world.ts';

// What a stranger tries at doors that are read, and that no test of their own has: each asks the same of all of them.

const TILE = `/mapa/base/14/${tileAt(...TOWN, 14).join('/')}`;

/** Each with the parameters that it takes, and whether it needs a token where not everybody may read. */
const DOORS: [path: string, parameters: string[], isClosed: boolean][] = [
  ['/obras/resumen?por=municipio,estatus', ['por', 'q', 'municipioId', 'montoMin', 'bbox'], true],
  ['/obras/resumen.csv?por=dependencia,estatus', ['por', 'q', 'estatusObraId', 'montoMax'], true],
  ['/localidad/puntos', ['municipioId'], true],
  ['/portal/obras/1', ['lista'], false],
  [TILE, ['v'], false],
];

/** Values as they stand in an address. */
const ODD = [
  '',
  '%00',
  'a%00b',
  '%0D%0AX-Y:%201',
  '%1B%5B2J',
  // Half of a pair of surrogates, bytes that are no UTF-8, and the beginning of an escape.
  '%ED%A0%80',
  '%FF',
  '%',
  '%E2%80%AE',
  "'%3B--",
  '1e309',
  '-1',
  '9'.repeat(40),
  '1,,2',
  'x'.repeat(4_000),
];

describe('strangers at doors that are read', () => {
  let open: Awaited<ReturnType<typeof otherApp>>;
  before(async () => {
    await resetWithCatalog();
    await newObra({ claveUnica: 'EXTRAÑA-1' });
    open = await otherApp({
      PUBLIC_READ: true,
      CACHE_MB: 0,
      MAP_FILE: writeArchive(makeTown()),
    });
  });
  after(() => open.close());

  for (const [path, parameters, isClosed] of DOORS) {
    describe(path, () => {
      const read = async (headers: Record<string, string> = {}) => {
        const answer = await fetch(open.url + path, { headers });
        return { answer, text: await answer.text() };
      };

      for (const parameter of parameters) {
        test(`${parameter}: whatever stands in it is taken or refused, twice as well`, async () => {
          const [at = '', query = ''] = path.split('?');
          const others = query.split('&').filter((one) => one && !one.startsWith(`${parameter}=`));
          const tries = ODD.flatMap((odd) => [
            `${parameter}=${odd}`,
            `${parameter}=${odd}&${parameter}=${odd}`,
            `${parameter}[]=${odd}`,
            `${odd}=${parameter}`,
          ]);
          for (const one of tries) {
            const address = `${at}?${[...others, one].join('&')}`;
            const answer = await fetch(open.url + address);
            const text = await answer.text();
            assert.ok([200, 400].includes(answer.status), `${answer.status} ${address} ${text}`);
            assert.equal(answer.headers.get('x-y'), null);
            if (answer.status === 200) continue;
            const { statusCode, message } = JSON.parse(text);
            assert.equal(statusCode, 400);
            for (const sentence of [message].flat()) assert.match(sentence, /\S/, address);
          }
        });
      }

      test('raw bytes in its address are an answer, not the end of the service', async () => {
        for (const odd of ['\xff\xfe', '\x00', '\t', '😀', '"<>\\^`{|}']) {
          const line = Buffer.concat([
            Buffer.from(`GET ${path}${path.includes('?') ? '&' : '?'}x=`),
            Buffer.from(odd, odd.length === 2 && odd < '\u0100' ? 'latin1' : 'utf8'),
            Buffer.from(' HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
          ]);
          assert.match(await overSocket(open.url, line), /^HTTP\/1\.1 (200|400) /);
        }
        assert.equal((await read()).answer.status, 200);
      });

      test('HEAD is GET without its body', async () => {
        const { answer } = await read({ 'accept-encoding': 'identity' });
        const head = await fetch(open.url + path, {
          method: 'HEAD',
          headers: { 'accept-encoding': 'identity' },
        });
        assert.equal(head.status, 200);
        assert.equal(await head.text(), '');
        for (const name of ['content-type', 'cache-control', 'etag', 'content-disposition']) {
          assert.equal(head.headers.get(name), answer.headers.get(name), name);
        }
      });

      test('every Accept-Encoding gets the same content', async () => {
        const { text } = await read({ 'accept-encoding': 'identity' });
        for (const coding of [
          'gzip',
          'br',
          '*',
          'gzip;q=0, *',
          'gzip;q=nada',
          ',,;',
          'identity;q=0',
          'x'.repeat(2_000),
        ]) {
          const other = await read({ 'accept-encoding': coding });
          assert.deepEqual([other.answer.status, other.text === text], [200, true], coding);
        }
      });

      test('200 at once are answered, or told when to come again', async () => {
        const answers = await Promise.all(
          Array.from({ length: 200 }, async () => {
            const answer = await fetch(open.url + path);
            await answer.arrayBuffer();
            return answer;
          }),
        );
        for (const { status, headers } of answers) {
          if (status === 200) continue;
          assert.ok(status === 429 || status === 503, String(status));
          assert.match(headers.get('retry-after') ?? '', /^\d+$/);
        }
        assert.ok(answers.some(({ status }) => status === 200));
        assert.equal((await read()).answer.status, 200);
      });

      if (isClosed) {
        test('who holds its answer and loses the account reads no more', async () => {
          const { headers } = await get(path);
          const held = { 'if-none-match': headers.get('etag') ?? '' };
          const again = () => call('user', 'GET', path, undefined, { headers: held });
          assert.equal((await again()).status, 304);
          const activate = (isActive: boolean) =>
            db.query('UPDATE users SET is_active = $2 WHERE id = $1', [people.user.id, isActive]);
          await activate(false);
          try {
            assert.deepEqual(statusesOf(await Promise.all([again(), again()])), [401, 401]);
          } finally {
            await activate(true);
          }
        });
      }
    });
  }

  test('who holds a sum gets another once a work has changed', async () => {
    for (const [path] of DOORS.filter(([each]) => each.startsWith('/obras/resumen'))) {
      const { headers, text } = await get(path);
      const { id, monto } = (await get('/obras?q=EXTRA%C3%91A-1')).body[0];
      const changed = await call('admin', 'PATCH', `/obras/${id}`, { monto: monto + 1 });
      assert.equal(changed.status, 200);
      const answer = await call({ token: await tokenOf('user') }, 'GET', path, undefined, {
        headers: { 'if-none-match': headers.get('etag') ?? '' },
      });
      assert.equal(answer.status, 200);
      assert.notEqual(answer.text, text);
    }
  });
});
