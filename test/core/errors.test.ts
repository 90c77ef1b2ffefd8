import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { unavailable } from '../../src/core/base/constraints.ts';
import { noChanges } from '../../src/core/db/changes.ts';
import { openDatabase } from '../../src/core/db/index.ts';
import { overSocket, plainly } from '../wire.ts';
import {
  type Answer,
  addressFor,
  base,
  call,
  db,
  obraBody,
  people,
  refused,
  resetWithCatalog,
  unauthorized,
} from '../world.ts';

/** POSTs bytes that fetch would not send. */
async function post(path: string, body: Buffer | string, headers: Record<string, string>) {
  const { status, text } = await plainly(base + path, { method: 'POST', headers, body });
  return { status, headers: new Headers(), text, body: JSON.parse(text) } as Answer;
}

/** Sends a body to the one door that anybody may write at. */
const send = (body?: unknown) => call('nobody', 'POST', '/dependencias', body);

/** The client leaves once it has sent this. */
const leaving = { waits: false };
const json = { 'content-type': 'application/json' };

describe('the shape of errors', () => {
  before(resetWithCatalog);

  test('an unknown route answers 404 with and without a token', async () => {
    for (const [who, method, path, body] of [
      ['nobody', 'GET', '/nada', undefined],
      ['admin', 'PUT', '/obras/1', {}],
      ['admin', 'PUT', '/dependencias/1', '{'],
      ['admin', 'DELETE', '/municipios', undefined],
    ] as const) {
      const answer = await call(who, method, `${path}?x=1`, body);
      refused(answer, 404, `No existe la ruta ${method} ${path}.`);
    }
    for (const type of ['', 'text/plain', 'nada']) {
      const answer = await post('/dependencias/nada', 'x', { 'content-type': type });
      refused(answer, 404, 'No existe la ruta POST /dependencias/nada.');
    }
  });

  test('a body that is no JSON in UTF-8, is missing or null answers 400', async () => {
    const notUtf8 = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    const texts = ['{"nombre":', 'hola', "{'nombre':'A'}", '{"nombre":"A",}', '{"nombre":NaN}'];
    for (const body of [...texts, 'nombre=A', '{', notUtf8]) {
      const answer = await post('/dependencias', body, json);
      refused(answer, 400, 'El cuerpo no es JSON válido en UTF-8.');
    }
    const sentence = ['El cuerpo es obligatorio: debe ser un objeto JSON.'];
    refused(await send(), 400, sentence);
    for (const body of ['', 'null'])
      refused(await post('/dependencias', body, json), 400, sentence);
  });

  test('a body of another type answers 415', async () => {
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    for (const type of ['text/plain', ...forms, 'application/xml', 'json', '']) {
      const answer = await post('/dependencias', '{"nombre":"A"}', { 'content-type': type });
      refused(answer, 415, 'El cuerpo debe enviarse con Content-Type: application/json.');
    }
  });

  test('JSON may name its charset, and its type may be in any case', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON']) {
      const headers = { 'content-type': type };
      const { status } = await post('/dependencias', `{"nombre":"${type}"}`, headers);
      assert.equal(status, 201, type);
    }
  });

  test('a body over 1 MB answers 413', async () => {
    const big = JSON.stringify({ nombre: 'x'.repeat(1_048_576) });
    refused(await send(big), 413, 'El cuerpo excede el tamaño máximo de 1 MB.');
  });

  test('a missing token is refused before the body is looked at', async () => {
    unauthorized(await call('nobody', 'POST', '/obras', '{'));
    refused(await call('user', 'POST', '/obras', '{'), 403, 'Forbidden resource');
    const headers = { 'content-type': 'text/plain' };
    unauthorized(await call('nobody', 'POST', '/obras', '{}', { headers }));
  });

  test('path, query and body are all checked before answering, of a field given twice its last value', async () => {
    refused(await send('{"nombre":"A","nombre":5}'), 400, ['nombre debe ser un texto.']);
    refused(await call('admin', 'PATCH', '/obras/x', { nombre: 5, color: 'rojo' }), 400, [
      'id debe ser un número entero.',
      'color no es un campo reconocido.',
      'nombre debe ser un texto.',
    ]);
    refused(await call('admin', 'GET', '/users/x/favorites?limit=0&page=x'), 400, [
      'id debe ser un UUID.',
      'limit debe estar entre 1 y 1,000.',
      'page debe ser un número entero.',
    ]);
  });

  test('nesting beyond 16 levels answers 400, however deep', async () => {
    const nested = (levels: number) => `{"nombre":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    refused(await send(nested(15)), 400, ['nombre debe ser un texto.']);
    for (const levels of [16, 1000, 200_000]) {
      refused(await send(nested(levels)), 400, [/más de 16 niveles de anidamiento\.$/]);
    }
  });

  test('a body of countless mistakes gets a short answer', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`campo${i}`, i]));
    refused(await send(many), 400, ['El cuerpo no debe tener más de 100 campos.']);
    const long = obraBody({ ubicaciones: Array(100_000).fill(1) });
    refused(await call('admin', 'POST', '/obras', long), 400, [
      'ubicaciones no debe tener más de 500 elementos.',
    ]);
  });

  test('a long name of a field costs no more than its length, and is not repeated whole', async () => {
    const name = 'x'.repeat(500_000);
    const lists = JSON.stringify(Array(400).fill(Array(400).fill([])));
    const begun = performance.now();
    refused(await send(`{"nombre":"A","${name}":${lists}}`), 400, [
      `${'x'.repeat(100)}… no es un campo reconocido.`,
    ]);
    // With the name searched at every list within it this took minutes.
    assert.ok(performance.now() - begun < 10_000);
    const unstorable = JSON.stringify(Array(100).fill('\0'));
    const { status, text } = await send(`{"${name}":${unstorable}}`);
    assert.equal(status, 400);
    assert.ok(text.length < 50_000, `${text.length} characters`);
  });

  // Texts that NFC, or capitals, make longer or shorter.
  const changing = {
    'Latin letters in two parts': 'e\u0301',
    'a Greek letter in four parts': '\u03b1\u0313\u0300\u0345',
    'a Hangul syllable in three parts': '\u1112\u1161\u11ab',
    'a letter outside the first plane in two parts': '\u{11099}\u{110ba}',
    'letters that NFC takes apart': '\u0958\ufb2c',
    'a note of music that NFC takes apart': '\u{1d160}',
    'marks that NFC takes apart': 'a\u0344',
    'letters that grow as capitals': 'ßŉǰΐﬃᾂ',
    'a letter that shrinks as a capital': 'i\u0307',
  };
  const fields: [path: string, field: string, most: number, body: object][] = [
    ['/dependencias', 'nombre', 255, {}],
    ['/dependencias', 'siglas', 50, { nombre: 'Con siglas' }],
    ['/catalogos/tipo-proyecto', 'nombre', 150, {}],
    ['/localidad', 'nombre', 100, { municipioId: 50 }],
    ['/localidad', 'clave', 50, { municipioId: 50, nombre: 'Con clave' }],
    ['/obras', 'claveUnica', 50, {}],
    ['/obras', 'nombre', 255, {}],
    ['/users', 'nombreCompleto', 255, { email: 'largo@ejemplo.mx', password: 'secreto' }],
  ];
  for (const [path, field, most, rest] of fields) {
    test(`${field} of ${path} is refused beyond the ${most} characters that are stored`, async () => {
      for (const [what, part] of Object.entries(changing)) {
        const stored = (text: string) => {
          const composed = text.normalize('NFC');
          return field === 'siglas' ? composed.toUpperCase().normalize('NFC') : composed;
        };
        const long = part.repeat(most + 1);
        /** As many parts as fit, and one more. */
        let fits = 0;
        while ([...stored(long.slice(0, part.length * (fits + 1)))].length <= most) fits += 1;
        for (const [count, status] of [
          [fits, 201],
          [fits + 1, 400],
        ] as const) {
          const own = path === '/obras' ? obraBody() : {};
          const body = { ...own, ...rest, [field]: part.repeat(count) };
          const answer = await call('admin', 'POST', path, body);
          assert.equal(answer.status, status, `${what}: ${answer.text}`);
          if (status === 400) {
            refused(answer, 400, [`${field} no debe tener más de ${most} caracteres.`]);
          } else {
            assert.equal(answer.body[field], stored(part.repeat(count)), what);
            await db.query('DELETE FROM users WHERE email = $1', ['largo@ejemplo.mx']);
            await db.query(`DELETE FROM dependencias WHERE nombre = 'Con siglas'`);
          }
        }
      }
    });
  }

  test('a field in other capitals is unknown in PATCH too', async () => {
    const { id } = (await send({ nombre: 'Mayúsculas' })).body;
    const patch = (siglas: string) => call('nobody', 'PATCH', `/dependencias/${id}`, { siglas });
    refused(await patch('ß'.repeat(26)), 400, ['siglas no debe tener más de 50 caracteres.']);
    assert.equal((await patch('ß'.repeat(25))).body.siglas, 'SS'.repeat(25));
  });

  test('an id in a path is not trimmed, and a value of a query is', async () => {
    const { id } = people.user;
    assert.equal((await call('admin', 'GET', `/users/${id.toUpperCase()}`)).status, 200);
    const blanks = [`${id}%20`, `%20${id}`, `${id}%09`, `${id}%0A`, `${id}%C2%A0`, `${id}+`];
    for (const around of blanks) {
      for (const [method, rest] of [
        ['GET', ''],
        ['PATCH', ''],
        ['GET', '/favorites'],
      ] as const) {
        const body = method === 'PATCH' ? {} : undefined;
        const answer = await call('admin', method, `/users/${around}${rest}`, body);
        refused(answer, 400, ['id debe ser un UUID.']);
      }
    }
    for (const around of ['1%20', '%201', '1%0A', '1%C2%A0', '%E2%80%8B1']) {
      refused(await call('user', 'POST', `/users/${id}/favorites/${around}`), 400, [
        'obraId debe ser un número entero.',
      ]);
    }
    assert.equal((await call('admin', 'GET', '/bitacora?accion=%20entrar%20')).status, 200);
  });

  test('a text that the database can’t hold answers 400 wherever it stands', async () => {
    const sentence = /contiene caracteres que no se pueden guardar/;
    for (const bad of ['\\u0000', '\\ud800', '\\udc00x']) {
      for (const body of [`{"nombre":"a${bad}"}`, `{"nombre":"a","siglas":"${bad}"}`]) {
        refused(await send(body), 400, [sentence]);
      }
      refused(await send(`{"nombre":"a","x${bad}":1}`), 400, [
        sentence,
        /no es un campo reconocido/,
      ]);
      const login = `{"email":"a@b.mx","password":"${bad}"}`;
      refused(await call('nobody', 'POST', '/auth/login', login), 400, [sentence]);
    }
    refused(await call('user', 'GET', '/obras?q=a%00b'), 400, [/^q contiene/]);
    refused(await call('user', 'GET', '/dependencias?ver_todo=%00'), 400, [/^ver_todo contiene/]);
    refused(await call('user', 'GET', '/obras/%00'), 400, [/^id /]);
    assert.equal((await call('user', 'GET', '/obras?desconocido=%00&limit=1')).status, 200);
  });

  test('sequences outside of UTF-8 in a path or query answer without a failure', async () => {
    const sentence = 'La dirección contiene una secuencia % que no es válida.';
    const paths = ['/obras/%ZZ', '/obras/%', '/obras/%E0%A4', '/obras/%ED%A0%80'];
    for (const path of [...paths, '/obras?q=%ED%A0%80', '/dependencias?otro=%FF']) {
      refused(await call('user', 'GET', path), 400, sentence);
    }
    for (const path of ['/obras?q=50%', '/obras?q=%ZZ', '/obras?%=1']) {
      assert.equal((await call('user', 'GET', path)).status, 200, path);
    }
  });

  test('a request that is no HTTP answers 400 in the same shape, and a huge header 431', async () => {
    const answer = await overSocket(base, 'HOLA\r\n\r\n', leaving);
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request/);
    assert.deepEqual(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''), {
      statusCode: 400,
      message: 'La solicitud no es HTTP válido.',
      error: 'Bad Request',
    });
    const long = `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`;
    assert.match(await overSocket(base, long, leaving), /^HTTP\/1\.1 431 /);
  });

  /** The one answer to bytes that are sent as they are: its status and headers as text, its body read. */
  async function answerTo(bytes: string) {
    const [head = '', text = ''] = (await overSocket(base, bytes)).split('\r\n\r\n');
    return { head, body: JSON.parse(text) };
  }
  const GET = 'GET /dependencias HTTP/1.1\r\n';

  const HOST = 'La solicitud debe traer un encabezado Host, y sólo uno.';
  const EXPECT = 'El encabezado Expect sólo admite 100-continue.';
  const UNKNOWN = 'POST /nada HTTP/1.1\r\nHost: x\r\nExpect: nada\r\nContent-Length: 9\r\n';
  const MANY = `${GET}Host: x\r\n${'a:\r\n'.repeat(2_000)}`;
  const heads: [what: string, head: string, status: number, message: string][] = [
    ['more than 2,000 headers', MANY, 431, 'La solicitud trae más de 2,000 encabezados.'],
    ['no Host', GET, 400, HOST],
    ['two Hosts', `${GET}Host: x\r\nhost: malo.mx\r\n`, 400, HOST],
    ['an expectation that nobody meets', `${GET}Host: x\r\nExpect: 200-bien\r\n`, 417, EXPECT],
    ['one on an unknown route', UNKNOWN, 417, EXPECT],
  ];
  for (const [what, request, statusCode, message] of heads) {
    test(`${what} answers ${statusCode} in the shape of every error`, async () => {
      const { head, body } = await answerTo(`${request}\r\n`);
      const error = { 400: 'Bad Request', 417: 'Expectation Failed' }[statusCode];
      const shape = { statusCode, message, error: error ?? 'Request Header Fields Too Large' };
      assert.deepEqual(body, shape);
      assert.ok(head.startsWith(`HTTP/1.1 ${statusCode} ${shape.error}\r\n`), head);
      assert.match(head, /^connection: close$/im);
      assert.match(head, /^content-type: application\/json; charset=utf-8$/im);
      assert.match(head, /^x-content-type-options: nosniff$/im);
      assert.match(head, /^x-request-id: [0-9a-f-]{36}$/im);
    });
  }

  test('a request is answered with 2,000 headers, in HTTP/1.0 without Host, and after 100-continue', async () => {
    const ask = (bytes: string) => overSocket(base, bytes);
    const many = `${GET}Host: x\r\n${'a:\r\n'.repeat(1_997)}Connection: close\r\nAccept-Encoding: gzip\r\n\r\n`;
    assert.match(await ask(many), /^HTTP\/1\.1 200 /);
    const names = Array.from({ length: 1_997 }, (_, i) => `a${i}:\r\n`).join('');
    const last = `POST /dependencias HTTP/1.1\r\nHost: x\r\n${names}Connection: close\r\nContent-Type: text/plain\r\n\r\n`;
    assert.match(await ask(last), /^HTTP\/1\.1 415 /);
    assert.match(await ask('GET /dependencias HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /);
    const patient = `${GET}Host: x\r\nExpect: 100-Continue\r\nConnection: close\r\n\r\n`;
    assert.match(await ask(patient), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });

  test('two Content-Types answer 415, whichever comes first', async () => {
    const types = ['application/json', 'text/plain'];
    for (const [first, second] of [types, types.toReversed(), [types[0], types[0]]]) {
      const body = '{"nombre":"Dos tipos"}';
      const head = `Host: x\r\nContent-Type: ${first}\r\ncontent-type: ${second}\r\nContent-Length: ${body.length}`;
      const bytes = `POST /dependencias HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n${body}`;
      const { statusCode, message } = (await answerTo(bytes)).body;
      const sentence = 'El cuerpo debe enviarse con Content-Type: application/json.';
      assert.deepEqual([statusCode, message], [415, sentence]);
    }
  });

  test('a body shorter than announced, or a client that leaves, leaves the service as it was', async () => {
    await overSocket(
      base,
      'POST /dependencias HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"nombre":"A',
      leaving,
    );
    assert.equal((await call('nobody', 'GET', '/dependencias')).status, 200);
  });

  test('every failure to reach the database counts as an absent database', () => {
    const failure = (more: object) => Object.assign(new Error('x'), more);
    for (const code of ['ECONNREFUSED', 'EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENETDOWN']) {
      assert.ok(unavailable(failure({ code })), code);
    }
    assert.ok(unavailable(failure({ code: 'ENOENT', syscall: 'connect' })));
    assert.ok(!unavailable(failure({ code: 'ENOENT', syscall: 'open' })));
    assert.ok(unavailable(failure({ code: '42501', severity: 'FATAL' })));
    assert.ok(!unavailable(failure({ code: '42501', severity: 'ERROR' })));
  });

  test('reads and writes answer 503 with Retry-After and no detail while the database is away', async (t) => {
    const DATABASE_URL = 'postgres://nadie:secreto@127.0.0.1:1/nada';
    const away = await openDatabase({ DATABASE_URL, DATA_DIR: '', CACHE_MB: 64 }, () => {});
    t.after(() => away.close());
    const url = await addressFor(t, {}, away);
    const sentence =
      'El servicio no está disponible por el momento; intente de nuevo en unos segundos.';
    for (const [method, path, body] of [
      ['GET', '/obras', undefined],
      ['GET', '/dependencias', undefined],
      ['POST', '/dependencias', { nombre: 'A' }],
    ] as const) {
      const answer = await call('admin', method, path, body, { url });
      refused(answer, 503, sentence);
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
  });

  test('an unexpected failure answers 500 with a reference and no detail', async (t) => {
    const fail = () => Promise.reject(new Error('SELECT secreto'));
    const asking = { query: fail, one: fail, jsonOrNothing: fail, json: fail };
    const broken = { ...asking, transaction: fail, batch: fail, groupCommit: fail };
    const url = await addressFor(
      t,
      {},
      {
        ...{ ...broken, session: fail, as: () => broken, reader: async () => broken },
        ...{ changes: noChanges, slow: { concurrency: 1, patience: 0 }, close: async () => {} },
        pools: { primary: { totalCount: 0, idleCount: 0, waitingCount: 0 } },
      },
    );
    const answer = await call('nobody', 'GET', '/dependencias', undefined, { url });
    refused(answer, 500, /^Ocurrió un error inesperado\. .* referencia [0-9a-f-]{36}\.$/);
    assert.ok(!answer.text.includes('secreto'));
  });
});
