import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { HttpError } from '../../../src/core/base/errors.ts';
import { createFotos } from '../../../src/features/archivos/fotos/fotos.ts';
import {
  add,
  bytesAt,
  download,
  FILES,
  FORM,
  formOf,
  type Part,
  pdf,
  photo,
  picture,
  send,
  sendForm,
} from '../../archivos.ts';
import { numbers } from '../../columns.ts';
import { table } from '../../table.ts';
import { openSocket } from '../../wire.ts';
import {
  appoint,
  base,
  call,
  config,
  count,
  db,
  newObra,
  type people,
  refused,
  resetWithCatalog,
  tokenOf,
} from '../../world.ts';

const MEGABYTE = 1_048_576;
const TAKEN = 'se reciben fotos JPEG, PNG o WebP, y documentos PDF.';
const TOO_LARGE = 'El archivo es demasiado grande: una foto puede tener 20 MB, un documento 25 MB.';
const BROKEN =
  'La foto está incompleta o dañada; ábrala en su equipo y envíela de nuevo, o guárdela como otra copia.';
const INCOMPLETE = 'El archivo no llegó completo, o el formulario está mal formado.';
const NO_FILE =
  'Falta el archivo: envíelo en el campo archivo de un formulario (multipart/form-data).';
const HEIC =
  'Las fotos HEIC no se leen: en el iPhone, Ajustes › Cámara › Formatos › Más compatible.';

/** Temporary files that are open. None has a name. */
const temporary = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('registro-archivo-');
    } catch {
      return false;
    }
  }).length;

/** The objects in the store's folder. */
const inStore = () => {
  try {
    const all = readdirSync(join(config.DATA_DIR, 'archivos'), { recursive: true });
    return all.filter((name) => /[0-9a-f]{64}|\.[0-9a-f-]{36}$/.test(String(name))).length;
  } catch {
    return 0;
  }
};

const state = async () => ({
  archivos: await count('archivos'),
  objetos: await count('objetos'),
  stored: inStore(),
  temporary: temporary(),
});

/** Waits until so many temporary files are open, or for some seconds. */
async function openFiles(isSo: (many: number) => boolean): Promise<void> {
  for (let i = 0; i < 500 && !isSo(temporary()); i++) await setTimeout(10);
}

/** Does something of which nothing may be left, and waits until that is so. */
async function leavesNothing(work: () => Promise<void>): Promise<void> {
  const before = await state();
  await work();
  await openFiles((many) => many <= before.temporary);
  assert.deepEqual(await state(), before);
}

/** A PNG of one colour and so many pixels, of which few bytes come. */
function flatPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  // One bit a pixel, grey.
  head[8] = 1;
  const rows = Buffer.alloc(height * (Math.ceil(width / 8) + 1));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const of = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), randomBytes(500)]);
const fields = { titulo: 'Zanja' };

async function world() {
  await resetWithCatalog();
  await newObra();
}

describe('a file that is refused', () => {
  beforeEach(world);

  // biome-ignore format: rows
  const kinds: [name: string, file: Buffer, sentence: string][] = [
    ['HEIC', of('\0\0\0\x18ftypheic\0\0\0\0mif1'), HEIC],
    ['HEIF', of('\0\0\0\x18ftypmif1\0\0\0\0heic'), HEIC],
    ['AVIF', of('\0\0\0\x1cftypavif'), `El archivo es una imagen AVIF: ${TAKEN}`],
    ['MP4', of('\0\0\0\x18ftypmp42'), `El archivo es un video: ${TAKEN}`],
    ['GIF', of('GIF89a'), `El archivo es una imagen GIF: ${TAKEN}`],
    ['TIFF', of('II*\0'), `El archivo es una imagen TIFF: ${TAKEN}`],
    ['BMP', of('BM'), `El archivo es una imagen BMP: ${TAKEN}`],
    ['ZIP with the name of a photo', of('PK\x03\x04'), `El archivo es un archivo ZIP, o un documento de Office: ${TAKEN}`],
    ['DOC', of('\xd0\xcf\x11\xe0'), `El archivo es un documento de Office: ${TAKEN}`],
    [
      'SVG',
      Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      `El archivo es un dibujo SVG: ${TAKEN}`,
    ],
    ['HTML', Buffer.from('<!DOCTYPE html><p>'), `El archivo es una página HTML: ${TAKEN}`],
    ['text', Buffer.from('hola'), `No se reconoce el tipo del archivo: ${TAKEN}`],
    ['PDF too far in', of(`${' '.repeat(1_024)}%PDF-`), `No se reconoce el tipo del archivo: ${TAKEN}`],
    ['0 bytes', Buffer.alloc(0), 'El archivo está vacío: tiene 0 bytes.'],
    ['JPEG that is none', of('\xff\xd8\xff\xe0'), BROKEN],
    ['PNG that is none', of('\x89PNG\r\n\x1a\n'), BROKEN],
    ['WebP that is none', of('RIFF\xf0\x01\0\0WEBP'), BROKEN],
  ];
  for (const [name, file, sentence] of kinds) {
    test(`is named in the refusal: ${name}`, () =>
      leavesNothing(async () => refused(await send(file, fields), 400, sentence)));
  }

  test('is a photo that was cut short, in every format, and the next photo is taken', async () => {
    const pictures = [
      ...[picture().jpeg(), picture().jpeg({ progressive: true })],
      ...[picture().png(), picture().webp()],
    ];
    const whole = await Promise.all(pictures.map((made) => made.toBuffer()));
    await leavesNothing(async () => {
      for (const bytes of whole) {
        const cut = bytes.subarray(0, Math.floor(bytes.length * 0.6));
        refused(await send(cut, fields), 400, BROKEN);
      }
    });
    for (const bytes of whole) await add(bytes, fields);
  });

  test('is a photo with too many pixels, however few bytes it has', async () => {
    const sentence = (megapixels: string) =>
      `La foto tiene ${megapixels} megapíxeles; se reciben hasta 50.`;
    await leavesNothing(async () => {
      refused(await send(flatPng(16_000, 16_000), fields), 400, sentence('256'));
      refused(await send(flatPng(7_100, 7_100), fields), 400, sentence('50.41'));
      const create = { width: 8_000, height: 8_000, channels: 3, background: '#777' } as const;
      const large = sharp({ create });
      refused(await send(await large.jpeg().toBuffer(), fields), 400, sentence('64'));
    });
    const made = await add(flatPng(7_000, 7_000), fields);
    assert.deepEqual([made.ancho, made.alto], [2048, 2048]);
  });

  test('is too large, whether its length was announced or not', async () => {
    const authorization = `Bearer ${await tokenOf('admin')}`;
    const large = (start: string, bytes: number) =>
      formWith(Buffer.concat([Buffer.from(start, 'latin1')], bytes));
    const formWith = (file: Buffer) =>
      formOf(['titulo', 'Zanja'], ['clase', 'OTRO'], ['archivo', file, 'x']);
    const post = async (form: Buffer, isStreamed: boolean) => {
      const body = isStreamed ? new Blob([form]).stream() : form;
      const options = { method: 'POST', headers: { authorization, ...FORM }, body, duplex: 'half' };
      const answer = await fetch(base + FILES, options as RequestInit);
      return [answer.status, ((await answer.json()) as { message: string }).message];
    };
    await leavesNothing(async () => {
      for (const isStreamed of [false, true]) {
        for (const [start, most] of Object.entries({ '\xff\xd8\xff': 20, '%PDF-1.7': 25 })) {
          const form = large(start, most * MEGABYTE + 1);
          assert.deepEqual(await post(form, isStreamed), [413, TOO_LARGE]);
        }
      }
      assert.deepEqual(await post(large('%PDF-1.7', 40 * MEGABYTE), false), [413, TOO_LARGE]);
    });
    const largest = Buffer.concat([pdf(), Buffer.alloc(25 * MEGABYTE - pdf().length)]);
    assert.equal((await post(formWith(largest), true))[0], 201);
  });

  test('comes with others, not at all, or in no form', async () => {
    const file: Part = ['archivo', pdf(), 'x.pdf'];
    const title: Part = ['titulo', 'Zanja'];
    const forms: [parts: Part[], sentence: string][] = [
      [[title, file, file], 'El formulario trae varios archivos: envíe uno por solicitud.'],
      [[title, ['clase', 'OTRO']], NO_FILE],
      [[title, ['archivo', 'texto']], NO_FILE],
      [[title, ['otro', pdf(), 'x.pdf']], NO_FILE],
      [[], NO_FILE],
    ];
    await leavesNothing(async () => {
      for (const [parts, sentence] of forms) refused(await sendForm(parts), 400, sentence);
      refused(await call('admin', 'POST', FILES, { titulo: 'x' }), 400, NO_FILE);
      refused(await call('admin', 'POST', FILES), 400, NO_FILE);
      for (const type of ['multipart/form-data', 'multipart/form-data; boundary=otro']) {
        const headers = { 'content-type': type };
        const answer = await call('admin', 'POST', FILES, formOf(title, file), { headers });
        assert.equal(answer.status, 400);
        assert.ok([INCOMPLETE, NO_FILE].includes(answer.body.message), answer.text);
      }
      // Up to where the form's last line says that it ends.
      for (const less of [3, 4, 5, 20, 100, 1_000]) {
        const cut = formOf(title, file).subarray(0, -less);
        refused(await call('admin', 'POST', FILES, cut, { headers: FORM }), 400, INCOMPLETE);
      }
      const packed = { ...FORM, 'content-encoding': 'gzip' };
      const sent = await call('admin', 'POST', FILES, formOf(title, file), { headers: packed });
      refused(sent, 415, 'El cuerpo no debe enviarse comprimido (Content-Encoding).');
    });
  });

  test('has wrong fields, which are all named at once, before or behind the file', async () => {
    const file: Part = ['archivo', pdf(), 'x.pdf'];
    const wrong: Part[] = table`
      publico    | quizá
      fecha      | 2026-02-30
      avanceId   | uno
      contratoId | 2147483648
      huella     | x`.map(([name = '', text = '']) => [name, text]);
    const fields = [
      ...['titulo es obligatorio.', 'huella no es un campo reconocido.', /^fecha debe ser/],
      ...['publico debe ser true o false.', 'avanceId debe ser un número entero o null.'],
      ...[/^contratoId /, 'clase es obligatoria en un documento.'],
    ];
    const unread = ['titulo es obligatorio.', `No se reconoce el tipo del archivo: ${TAKEN}`];
    const clase: Part = ['clase', 'OTRO'];
    const shot: Part = ['archivo', await photo(), 'x.jpg'];
    const many = numbers(1, 30).map((i): Part => [`campo${i}`, 'x']);
    const forms: [parts: Part[], sentences: string | (string | RegExp)[]][] = [
      [[...wrong, file], fields],
      [[file, ...wrong], fields],
      [[['titulo', 'x'.repeat(201)], clase, file], [/^titulo /]],
      [
        [['titulo', '\u200b '], ['clase', 'OTRA'], file],
        [/^titulo /, /^clase /],
      ],
      [[['titulo', 'x'], clase, shot], ['clase sólo la lleva un documento.']],
      [[file, clase, ['titulo', 'a'], ['titulo', 'b']], ['titulo viene más de una vez.']],
      [[['archivo', Buffer.from('hola'), 'x']], unread],
      [[...many, file], INCOMPLETE],
      [[['__proto__', 'x'], file], INCOMPLETE],
    ];
    await leavesNothing(async () => {
      for (const [parts, sentences] of forms) refused(await sendForm(parts), 400, sentences);
    });
    const made = await sendForm([file, ['titulo', 'Acta'], ['clase', 'OTRO'], ['fecha', '']]);
    assert.equal(made.status, 201);
  });
});

describe('an upload that is cut short or refused', () => {
  beforeEach(world);

  /** The beginning of a request that sends this form, and how many bytes it has. */
  async function begin(form: Buffer, who: keyof typeof people = 'admin') {
    const socket = await openSocket(base);
    socket.write(
      `POST ${FILES} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenOf(who)}\r\nContent-Type: ${FORM['content-type']}\r\nContent-Length: ${form.length}\r\n\r\n`,
    );
    return socket;
  }
  /** Waits until the service has so many files open for uploads. */
  const received = async (many = 1) => {
    await openFiles((now) => now >= many);
    assert.equal(temporary(), many);
  };
  const form = () => formOf(['titulo', 'Acta'], ['clase', 'OTRO'], ['archivo', pdf(300_000), 'x']);

  test('leaves no byte when its sender leaves at any stage', async () => {
    const whole = form();
    const text = whole.toString('latin1');
    const inText = [text.indexOf('Acta') + 2, text.indexOf('%PDF-') + 3];
    const stages = [0, ...inText, 100_000, whole.length - 20];
    for (const stage of stages) {
      await leavesNothing(async () => {
        const socket = await begin(whole);
        socket.write(whole.subarray(0, stage));
        await received();
        socket.destroy();
      });
    }
    const photoForm = formOf(['titulo', 'Zanja'], ['archivo', await photo(4000, 3000), 'x']);
    const socket = await begin(photoForm);
    socket.write(photoForm);
    socket.destroy();
    await openFiles((many) => many === 0);
    // Whether it came through or not, the next one does.
    await add(await photo(), fields);
    const rows = await db.query<{ objeto: string }>('SELECT objeto FROM archivos');
    for (const { objeto } of rows) assert.match(objeto, /^[0-9a-f]{64}$/);
  });

  test('answers 403 where its clerk has lost the agency meanwhile', async () => {
    await db.query(`INSERT INTO dependencias (nombre) VALUES ('Otra')`);
    for (const [dependenciaIds, sentence] of [
      [[2], 'Esta obra no es de su dependencia.'],
      [[], 'Forbidden resource'],
    ] as const) {
      await appoint([1]);
      await leavesNothing(async () => {
        const whole = form();
        const socket = await begin(whole, 'user');
        socket.write(whole.subarray(0, 100_000));
        await received();
        await appoint([...dependenciaIds]);
        let answer = '';
        socket.setEncoding('utf8').on('data', (data) => {
          answer += data;
        });
        socket.write(whole.subarray(100_000));
        while (!answer.includes('}')) await setTimeout(10);
        assert.match(answer, /^HTTP\/1\.1 403/);
        assert.ok(answer.includes(sentence), answer);
        socket.destroy();
      });
    }
  });

  test('answers 503 among too many, while reads go on', async () => {
    const whole = form();
    const sockets = await Promise.all(numbers(1, 16).map(() => begin(whole)));
    await received(16);
    // One client has half of all places at most.
    const refusal = await send(pdf(), { titulo: 'Acta', clase: 'OTRO' });
    assert.equal(refusal.status, 503);
    assert.match(refusal.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal((await call('user', 'GET', FILES)).status, 200);
    for (const socket of sockets) socket.destroy();
    await openFiles((many) => many === 0);
    await add(pdf(), { titulo: 'Acta', clase: 'OTRO' });
  });

  test('answers 503 without a byte where the store has lost the file', async () => {
    const made = await add(pdf(), { titulo: 'Acta', clase: 'OTRO', publico: 'true' });
    const { headers } = await download(bytesAt(made));
    const digest = String(headers.etag).slice(1, -1);
    const at = join(config.DATA_DIR, 'archivos', digest.slice(0, 2), digest.slice(2, 4), digest);
    rmSync(at);
    const gone = await call('user', 'GET', bytesAt(made));
    refused(gone, 503, 'El archivo no está disponible por el momento; intente de nuevo más tarde.');
    assert.equal(gone.headers.get('etag'), null);
    assert.equal(gone.headers.get('content-disposition'), null);
  });
});

describe('the process that makes photos', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fotos-'));
  const signal = new AbortController().signal;
  let modules = 0;

  /** Opens a file of these bytes in the folder. */
  async function opened(bytes: Buffer) {
    modules += 1;
    const path = join(folder, `photo-${modules}`);
    writeFileSync(path, bytes);
    return open(path);
  }
  /** What makes photos where a module of this source stands in for sharp. */
  function fotosWith(source: string, limits: object = {}) {
    modules += 1;
    const path = join(folder, `${modules}.mjs`);
    writeFileSync(path, source);
    return createFotos({ module: pathToFileURL(path).href, ...limits });
  }
  /** The result of a photo. */
  async function makeWith(fotos: ReturnType<typeof createFotos>, bytes: Buffer) {
    const file = await opened(bytes);
    try {
      return await fotos
        .make('somebody', { file, bytes: bytes.length, name: '' }, signal)
        .catch((error: HttpError) => error);
    } finally {
      await fotos.close();
      await file.close();
    }
  }
  const TOO_MUCH = 'La foto necesita más memoria o tiempo de lo que se permite; redúzcala.';
  /** A module like sharp, which makes this of a photo. */
  const makes = (expression: string) => `
    import { readFileSync } from 'node:fs';
    const made = () => ({ data: Buffer.from(${expression}), info: { width: 1, height: 1 } });
    const picture = { metadata: async () => ({ width: 1, height: 1 }), toBuffer: async () => made() };
    for (const step of ['autoOrient', 'resize', 'flatten', 'toColourspace', 'jpeg']) picture[step] = () => picture;
    const sharp = () => picture;
    for (const setting of ['block', 'unblock', 'cache', 'concurrency']) sharp[setting] = () => {};
    export default sharp;`;

  test('is named as missing where sharp does not load on this machine', async () => {
    const missing = fotosWith('throw new Error("no such instruction")');
    const refusal = await makeWith(missing, await photo());
    assert.ok(refusal instanceof Error);
    assert.equal(refusal.statusCode, 503);
    assert.equal(
      refusal.message,
      'Este servicio no puede recibir fotos por ahora, porque el programa que las lee no funciona en su equipo; los documentos PDF sí. Avise a quien lo administra.',
    );
    assert.equal(refusal.headers['Retry-After'], '60');
  });

  test('is ended by a crash or by its memory alone, and the service goes on', async () => {
    for (const crash of ['process.abort()', 'new Array(1e9).fill().map(() => ({ x: "y" }))']) {
      const refusal = await makeWith(fotosWith(makes(crash)), await photo());
      assert.ok(refusal instanceof Error, crash);
      assert.deepEqual([refusal.statusCode, refusal.message], [400, TOO_MUCH]);
    }
    assert.ok('vista' in (await makeWith(createFotos(), await photo())));
  });

  /** The processes that make photos now. */
  const running = () =>
    readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
      .split(' ')
      .filter((pid) => pid !== '' && existsSync(`/proc/${pid}/cmdline`))
      .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('fotos/main.js'));

  test('is ended by a photo that takes too long', async () => {
    const hanging = makes('""').replace('async () => made()', '() => new Promise(() => {})');
    const refusal = await makeWith(fotosWith(hanging, { deadline: 500 }), await photo());
    assert.ok(refusal instanceof Error);
    assert.equal(refusal.message, TOO_MUCH);
  });

  test('ends after a while without photos, and at once where it has grown', async () => {
    const greedy = `globalThis.much = Buffer.alloc(600e6, 1); ${makes('"x"')}`;
    for (const [source, idle, isLeft] of [
      [makes('"x"'), 500, true],
      [greedy, 3_600_000, false],
    ] as const) {
      const fotos = fotosWith(source, { idle });
      const file = await opened(await photo());
      const before = running().length;
      await fotos.make('somebody', { file, bytes: 10, name: '' }, signal);
      assert.equal(running().length, before + Number(isLeft));
      while (running().length > before) await setTimeout(20);
      await file.close();
    }
  });

  test('has bounds, and none of the service’s settings and secrets', async () => {
    const tell =
      'JSON.stringify({ names: Object.keys(process.env), bounds: readFileSync("/proc/self/limits", "utf8") })';
    const told = await makeWith(fotosWith(makes(tell)), await photo());
    assert.ok('vista' in told);
    const { names, bounds } = JSON.parse(Buffer.from(told.vista).toString());
    const ofShellAndNode = 'PWD OLDPWD SHLVL _ NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE';
    const others = names.filter((name: string) => !ofShellAndNode.split(' ').includes(name));
    assert.deepEqual(others, []);
    assert.match(bounds, /Max cpu time +60 +61/);
    assert.match(bounds, /Max data size +1342177280/);
  });

  test('takes one photo after another, and survives the sound ones', async () => {
    const fotos = createFotos();
    const bytes = await photo(1600, 1200);
    const file = await opened(bytes);
    const sound = { file, bytes: bytes.length, name: 'IMG_0001.JPG' };
    const broken = await opened(of('\xff\xd8\xff'));
    try {
      const made = await Promise.all(
        [1, 2, 3, 4].map((asker) => fotos.make(String(asker), sound, signal)),
      );
      // The same input has the same bytes.
      for (const { vista } of made) assert.deepEqual(vista, made[0]?.vista);
      await assert.rejects(fotos.make('x', { file: broken, bytes: 503, name: '' }, signal), {
        statusCode: 400,
      });
      const leaving = AbortSignal.abort(new Error('has left'));
      await assert.rejects(fotos.make('x', sound, leaving), /has left/);
      assert.equal((await fotos.make('x', sound, signal)).ancho, 1600);
    } finally {
      await fotos.close();
      await file.close();
      await broken.close();
      rmSync(folder, { recursive: true });
    }
  });
});
