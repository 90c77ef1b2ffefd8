import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, beforeEach, describe, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import {
  add,
  bytesAt,
  download,
  FILES,
  type Part,
  pdf,
  photo,
  picture,
  send,
  sendForm,
} from '../../archivos.ts';
import { columnOf } from '../../columns.ts';
import { table } from '../../table.ts';
import {
  appoint,
  call,
  config,
  contratoBody,
  count,
  db,
  emailOf,
  get,
  newObra,
  noteArchivo,
  refused,
  resetWithCatalog,
  statusesOf,
  ubicacionBody,
  unauthorized,
  withApp,
  withNewIds,
  write,
} from '../../world.ts';
import { pathIn } from './objetos.ts';

const OTHERS = 'Esta obra no es de su dependencia.';
const FULL = 'Esta obra ya tiene 500 archivos, los más que puede tener.';

const unknown = (id: number) => `Archivo ${id} no encontrado.`;
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function world() {
  await resetWithCatalog();
  await newObra({ ubicaciones: [ubicacionBody()] });
}

describe('the photos and documents of a work', () => {
  beforeEach(world);

  test('have one object for both pictures of a photo of one pixel', async () => {
    const pixel = { create: { width: 1, height: 1, channels: 3, background: '#0b5563' } } as const;
    const made = await add(await sharp(pixel).png().toBuffer(), { titulo: 'Punto' });
    assert.deepEqual([made.ancho, made.alto], [1, 1]);
    assert.equal((await db.query('SELECT FROM archivos WHERE objeto = objeto_mini')).length, 1);
    const mini = await download(bytesAt(made, 'mini'));
    assert.equal(mini.status, 200);
    assert.deepEqual(mini.bytes, (await download(bytesAt(made))).bytes);
  });

  test('are added, listed the newest first, changed and deleted', async () => {
    const bytes = await photo(3000, 1500);
    const made = await add(bytes, { titulo: ' Cimentación ', fecha: '2026-05-12' });
    const { id, bytes: size, creadoEn, actualizadoEn, ...rest } = made;
    assert.match(creadoEn, /^20.*Z$/);
    assert.equal(actualizadoEn, creadoEn);
    assert.deepEqual(rest, {
      tipo: 'FOTO',
      clase: null,
      titulo: 'Cimentación',
      fecha: '2026-05-12',
      fechaSegun: null,
      publico: true,
      avanceId: null,
      contratoId: null,
      ubicacionId: null,
      tipoMedia: 'image/jpeg',
      ancho: 2048,
      alto: 1024,
      huella: digest(bytes),
    });
    assert.equal((await download(bytesAt(made))).bytes.length, size);
    const paper = await add(pdf(), { titulo: 'Contrato', clase: 'CONTRATO', publico: 'true' });
    assert.deepEqual(
      [paper.tipo, paper.clase, paper.tipoMedia, paper.ancho, paper.fecha],
      ['DOCUMENTO', 'CONTRATO', 'application/pdf', null, null],
    );
    assert.deepEqual((await get(FILES)).body, [paper, made]);
    assert.deepEqual((await get(`${FILES}/${id}`)).body, made);
    const { headers } = await get(`${FILES}/${id}`);
    for (const nothing of [{}, { titulo: 'Cimentación' }]) {
      assert.deepEqual(await write('admin', 'PATCH', `${FILES}/${id}`, nothing), made);
      assert.equal((await get(`${FILES}/${id}`)).headers.get('etag'), headers.get('etag'));
    }
    const changed = await write('admin', 'PATCH', `${FILES}/${id}`, {
      fecha: null,
      titulo: 'Zanja',
    });
    assert.deepEqual([changed.fecha, changed.titulo, changed.publico], [null, 'Zanja', true]);
    assert.deepEqual((await get(FILES)).body, [paper, changed]);
    const gone = await write('admin', 'DELETE', `${FILES}/${id}`);
    assert.deepEqual(gone, { message: 'El archivo se eliminó.' });
    refused(await call('user', 'GET', `${FILES}/${id}`), 404, unknown(id));
    refused(await call('user', 'GET', bytesAt(made, 'mini')), 404, unknown(id));
    refused(await call('admin', 'DELETE', `${FILES}/${id}`), 404, unknown(id));
    assert.deepEqual((await get(FILES)).body, [paper]);
  });

  test('come as they are stored: a photo in two sizes, a document as it was sent', async () => {
    const made = await add(await photo(3000, 1500), { titulo: 'Cimentación' });
    for (const [tamano, width] of [
      ['vista', 2048],
      [undefined, 2048],
      ['mini', 400],
    ] as const) {
      const { status, headers, bytes } = await download(bytesAt(made, tamano));
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'image/jpeg');
      assert.equal(headers['content-disposition'], 'inline; filename="cimentacion.jpg"');
      assert.equal(headers['content-length'], String(bytes.length));
      assert.equal((await sharp(bytes).metadata()).width, width);
    }
    const sent = pdf();
    const titulo = 'Acta «final»\\/../<b>x</b>".exe\r\n';
    const paper = await add(sent, { titulo, clase: 'ACTA_ENTREGA' });
    refused(await call('user', 'GET', bytesAt(paper)), 404, unknown(paper.id));
    const { headers, bytes } = await download(bytesAt(paper), { who: 'admin' });
    assert.deepEqual(bytes, sent);
    assert.equal(headers['content-disposition'], 'attachment; filename="acta-final-b-x-b-exe.pdf"');
    assert.equal(headers['content-security-policy'], "sandbox; default-src 'none'");
    assert.equal(headers['x-content-type-options'], 'nosniff');
    refused(await call('admin', 'GET', bytesAt(paper, 'mini')), 400, [
      'tamano mini es de fotos; un documento se descarga entero.',
    ]);
    const nameless = await add(pdf(), { titulo: '工程', clase: 'OTRO', publico: 'true' });
    const named = (await download(bytesAt(nameless))).headers['content-disposition'];
    assert.equal(named, 'attachment; filename="archivo.pdf"');
  });

  test('have a strong tag, parts and a length, as a whole answer and as a kept one', async () => {
    const made = await add(await photo(3000, 1500), { titulo: 'Cimentación' });
    const paper = await add(pdf(), { titulo: 'Acta', clase: 'ACTA_ENTREGA', publico: 'true' });
    for (const path of [bytesAt(made), bytesAt(made, 'mini'), bytesAt(paper)]) {
      // The second time a small picture is a kept answer.
      for (const _ of [1, 2, 3]) {
        const whole = await download(path);
        const { etag = '' } = whole.headers;
        assert.equal(etag, `"${digest(whole.bytes)}"`);
        const same = await download(path, { headers: { 'if-none-match': etag } });
        assert.deepEqual([same.status, same.bytes.length, same.headers.etag], [304, 0, etag]);
        assert.equal(same.headers['content-type'], undefined);
        const { length } = whole.bytes;
        for (const [range, start, end] of [
          ['bytes=0-9', 0, 9],
          ['bytes=100-', 100, length - 1],
          ['bytes=-50', length - 50, length - 1],
          [`bytes=10-${length + 50}`, 10, length - 1],
        ] as const) {
          const part = await download(path, { headers: { range } });
          assert.equal(part.status, 206, range);
          assert.equal(part.headers['content-range'], `bytes ${start}-${end}/${length}`);
          assert.deepEqual(part.bytes, whole.bytes.subarray(start, end + 1));
        }
        const beyond = await download(path, { headers: { range: `bytes=${length}-` } });
        assert.equal(beyond.status, 416);
        assert.equal(beyond.headers['content-range'], `bytes */${length}`);
        const other = await download(path, { headers: { range: 'bytes=0-9', 'if-range': '"x"' } });
        assert.deepEqual([other.status, other.bytes.length], [200, length]);
      }
    }
  });

  test('are stored anew when the store has lost or damaged them and they are sent again, to this work or another', async () => {
    await newObra({ ubicaciones: [ubicacionBody()] });
    const [paper, picture] = [pdf(), await photo()];
    const files: [Buffer, Record<string, string>][] = [
      [paper, { titulo: 'Acta', clase: 'ACTA_ENTREGA', publico: 'true' }],
      [picture, { titulo: 'Zanja' }],
    ];
    for (const [file, fields] of files) {
      const made = await add(file, fields);
      const sound = (await download(bytesAt(made))).bytes;
      const place = pathIn(join(config.DATA_DIR, 'archivos'), digest(sound));
      const harms = [
        () => writeFileSync(place, Buffer.from(sound).fill(7, 50, 51)),
        () => rmSync(place),
      ];
      for (const harm of harms) {
        harm();
        assert.equal((await send(file, fields)).status, 200);
        assert.deepEqual((await download(bytesAt(made))).bytes, sound);
      }
      harms[0]?.();
      assert.equal((await send(file, fields, { path: '/obras/2/archivos' })).status, 201);
      assert.deepEqual((await download(bytesAt(made))).bytes, sound);
    }
  });

  test('refer to a report, a contract or a place of the same work', async () => {
    await newObra({ ubicaciones: [ubicacionBody()] });
    for (const [path, body] of [
      ['avances', { fechaCorte: '2026-06-30', avanceFisico: 45.5 }],
      ['contratos', contratoBody()],
    ] as const) {
      for (const obra of [1, 2]) await write('admin', 'POST', `/obras/${obra}/${path}`, body);
    }
    const places = [1, 2].map(async (id) => (await get(`/obras/${id}`)).body.ubicaciones[0].id);
    const [own, others] = (await Promise.all(places)).map(String) as [string, string];
    const made = await add(pdf(), {
      ...{ titulo: 'Acta', clase: 'ACTA_ENTREGA' },
      ...{ avanceId: '1', contratoId: '1', ubicacionId: own },
    });
    assert.deepEqual([made.avanceId, made.contratoId, made.ubicacionId], [1, 1, Number(own)]);
    for (const [field, id, one] of [
      ['avanceId', '2', 'un avance'],
      ['contratoId', '2', 'un contrato'],
      ['ubicacionId', others, 'una ubicación'],
    ] as const) {
      const sentence = `${field}: esta obra no tiene ${one} con el identificador ${id}.`;
      const fields = { titulo: 'Otra', clase: 'OTRO', [field]: id };
      refused(await send(pdf(), fields), 400, [sentence]);
      const changes = { [field]: Number(id) };
      refused(await call('admin', 'PATCH', `${FILES}/${made.id}`, changes), 400, [sentence]);
    }
    const before = await count('bitacora');
    await write('admin', 'DELETE', '/obras/1/avances/1');
    const { body } = await get(`${FILES}?todos=true`, 'admin');
    assert.deepEqual([body[0].avanceId, body[0].contratoId], [null, 1]);
    // The report's row, and that of the file which has lost it.
    assert.equal(await count('bitacora'), before + 2);
  });

  test('take the day of the camera, or that of their name, where the sender gives no other, and its source', async () => {
    const cases = table`
      # camera              | name                    | fields                                             | day        | source
      2026:05:12 09:30:00   | IMG_0001.JPG            | {}                                                 | 2026-05-12 | CAMARA
      2026:05:12 09:30:00   | IMG_0001.JPG            | {"fecha":"2026-05-11"}                             | 2026-05-11 | null
      2026:05:12 09:30:00   | IMG_0001.JPG            | {"fecha":""}                                       | null       | null
      2026:05:12 09:30:00   | IMG-20240512-WA0007.jpg | {}                                                 | 2026-05-12 | CAMARA
      # A clock that runs ahead.
      2090:01:01 00:00:00   | IMG_0001.JPG            | {}                                                 | null       | null
      -                     | IMG-20990512-WA0007.jpg | {}                                                 | null       | null
      -                     | IMG_0001.JPG            | {}                                                 | null       | null
      -                     | IMG-20240512-WA0007.jpg | {"fecha":"2024-05-11"}                             | 2024-05-11 | null
      -                     | IMG-20240512-WA0007.jpg | {"fecha":""}                                       | null       | null
      # A client that has made the photo small says what it read before.
      -                     | foto.jpg                | {"fecha":"2024-05-12","fechaSegun":"NOMBRE"}       | 2024-05-12 | NOMBRE`;
    for (const [camera, name = '', fields = '', ...expected] of cases) {
      const plain = picture();
      const shot = camera ? plain.withExif({ IFD2: { DateTimeOriginal: camera } }) : plain;
      const sent = await (camera && name.includes('WA') ? shot.webp() : shot.jpeg()).toBuffer();
      const texts: Part[] = Object.entries({ titulo: 'Zanja', ...JSON.parse(fields) });
      const { body } = await sendForm([...texts, ['archivo', sent, name]]);
      assert.deepEqual([body.fecha, body.fechaSegun].map(String), expected, `${camera} ${name}`);
    }
  });

  test('name the source of a photo’s day, until a person writes another', async () => {
    const parts: Part[] = [['titulo', 'Zanja']];
    const named: Part = ['archivo', await photo(), 'IMG-20240512-WA0007.jpg'];
    const { id, fecha, fechaSegun } = (await sendForm([...parts, named])).body;
    assert.deepEqual([fecha, fechaSegun], ['2024-05-12', 'NOMBRE']);
    const changes = table`
      # change                                       | source then
      {"titulo":"Zanja abierta"}                     | NOMBRE
      {"fecha":"2024-05-12"}                         | NOMBRE
      {"fecha":"2024-05-10"}                         | null
      {"fecha":"2024-05-12","fechaSegun":"NOMBRE"}   | NOMBRE
      {"fechaSegun":null}                            | null
      {"fechaSegun":"CAMARA"}                        | CAMARA
      {"fecha":null}                                 | null`;
    const change = (body: object) => call('admin', 'PATCH', `${FILES}/${id}`, body);
    for (const [body = '', then] of changes) {
      assert.equal(String((await change(JSON.parse(body))).body.fechaSegun), then, body);
      if (body !== '{"fechaSegun":null}') continue;
      const { cambios } = (await get('/bitacora?recurso=archivos&limit=1', 'admin')).body[0];
      assert.deepEqual(cambios, [{ campo: 'fechaSegun', antes: 'NOMBRE', despues: null }]);
    }
    const sentence = ['fechaSegun sólo la lleva una foto con fecha.'];
    refused(await change({ fechaSegun: 'CAMARA' }), 400, sentence);
    refused(await send(await photo(), { titulo: 'Zanja', fechaSegun: 'CAMARA' }), 400, sentence);
    const paper = { titulo: 'Acta', clase: 'ACTA_ENTREGA', fecha: '2024-05-12' };
    refused(await send(pdf(), { ...paper, fechaSegun: 'NOMBRE' }), 400, sentence);
  });

  test('lose what the camera wrote beside the picture, in every format and size', async () => {
    const formats = {
      jpeg: (made: Sharp) => made.jpeg(),
      png: (made: Sharp) => made.png(),
      webp: (made: Sharp) => made.webp(),
    };
    const latitude = { GPSLatitudeRef: 'N', GPSLatitude: '20/1 58/1 0/1' };
    const longitude = { GPSLongitudeRef: 'W', GPSLongitude: '89/1 37/1 0/1' };
    const exif = {
      IFD0: { Make: 'Camarógrafo', Copyright: 'Fulano de Tal' },
      IFD2: { DateTimeOriginal: '2026:05:12 09:30:00' },
      IFD3: { ...latitude, ...longitude },
    };
    const script = Buffer.from('<script>alert(1)</script>');
    for (const [format, as] of Object.entries(formats)) {
      const made = picture(900, 300)
        .withExif(exif)
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Fulano de Tal</x:xmpmeta>')
        .withIccProfile('p3')
        .withMetadata({ orientation: 6 });
      const sent = Buffer.concat([await as(made).toBuffer(), script]);
      // The fixture has it all.
      const had = await sharp(sent, { failOn: 'none' }).metadata();
      assert.ok(had.exif?.includes('Fulano de Tal') && had.xmp && had.icc, format);
      const record = await add(sent, { titulo: `Zanja ${format}` });
      assert.equal(record.fecha, '2026-05-12');
      // It was turned as the camera was held.
      assert.deepEqual([record.ancho, record.alto], [300, 900]);
      for (const tamano of ['vista', 'mini']) {
        const { bytes } = await download(bytesAt(record, tamano));
        const left = await sharp(bytes).metadata();
        for (const kind of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const) {
          assert.equal(left[kind], undefined, `${format} ${tamano}: ${kind}`);
        }
        assert.ok((left.height ?? 0) > (left.width ?? 0));
        for (const word of ['Fulano', 'Camar', 'GPS', 'Exif', 'script', 'xmpmeta']) {
          assert.ok(!bytes.includes(word), `${format} ${tamano}: ${word}`);
        }
      }
    }
    assert.equal(await count('archivos'), 3);
  });

  test('are one record however often a file is sent, by any user and under any name', async () => {
    await appoint([1]);
    const bytes = await photo();
    const made = await add(bytes, { titulo: 'Cimentación' });
    const rows = await count('bitacora');
    const again = await send(bytes, { titulo: 'Otra', publico: 'false' }, { who: 'user' });
    assert.equal(again.status, 200);
    assert.deepEqual(again.body, made);
    assert.equal(await count('bitacora'), rows);
    // Of another work it is another record.
    await newObra();
    const other = await add(bytes, { titulo: 'Zanja' }, { path: '/obras/2/archivos' });
    assert.notEqual(other.id, made.id);
    await write('admin', 'DELETE', `${FILES}/${made.id}`);
    assert.equal((await download(`/obras/2/archivos/${other.id}/contenido`)).status, 200);
    assert.equal((await send(bytes, { titulo: 'Cimentación' })).status, 201);
  });

  test('are one record where a file comes several times at once', async () => {
    const bytes = await photo();
    const sent = [1, 2, 3, 4].map(() => send(bytes, { titulo: 'Cimentación' }));
    const answers = await Promise.all(sent);
    assert.deepEqual(statusesOf(answers), [200, 200, 200, 201]);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal(await count('archivos'), 1);
  });

  test('are 500 of a work at most', async () => {
    const paper = await add(pdf(), { titulo: 'Acta', clase: 'ACTA_ENTREGA' });
    const fill = (many: number) =>
      db.query(
        `INSERT INTO archivos (obra_id, tipo, clase, titulo, publico, bytes, tipo_media, huella, objeto)
         SELECT 1, 'DOCUMENTO', 'OTRO', n::text, false, bytes, tipo_media,
           encode(sha256(convert_to('fill' || n, 'UTF8')), 'hex'), objeto
         FROM archivos, generate_series(1, $2::integer) n WHERE id = $1`,
        [paper.id, many],
      );
    await fill(498);
    const last = pdf();
    await add(last, { titulo: 'El último', clase: 'OTRO' });
    const stored = await count('objetos');
    refused(await send(pdf(), { titulo: 'Uno más', clase: 'OTRO' }), 409, FULL);
    refused(await send(await photo(), { titulo: 'Uno más' }), 409, FULL);
    // Nothing of them was stored; and the database refuses by itself.
    assert.equal(await count('objetos'), stored);
    await assert.rejects(fill(1), { constraint: 'archivos_tope' });
    assert.equal((await send(last, { titulo: 'Otra vez', clase: 'OTRO' })).status, 200);
    await write('admin', 'DELETE', `${FILES}/${paper.id}`);
    await add(pdf(), { titulo: 'Cabe', clase: 'OTRO' });
    assert.equal((await get(`${FILES}?todos=true`, 'admin')).body.length, 500);
  });

  test('are changed within the rules of their kind', async () => {
    const paper = await add(pdf(), { titulo: 'Acta', clase: 'ACTA_ENTREGA' });
    const shown = await add(await photo(), { titulo: 'Zanja' });
    const wrong = { publico: null, fecha: '2090-01-01', huella: 'x', titulo: '' };
    const future = 'fecha no debe ser posterior a hoy.';
    for (const [{ id }, changes, sentences] of [
      [paper, { clase: null }, ['clase es obligatoria en un documento.']],
      [shown, { clase: 'OTRO' }, ['clase sólo la lleva un documento.']],
      [paper, wrong, [/^huella /, /^titulo /, future, /^publico /]],
    ] as const) {
      refused(await call('admin', 'PATCH', `${FILES}/${id}`, changes), 400, [...sentences]);
    }
  });
});

describe('the rights to the files of a work', () => {
  beforeEach(world);

  test('show the private ones to the clerks of its agency and to admins alone', async () => {
    await db.query(`INSERT INTO dependencias (nombre) VALUES ('Otra')`);
    await appoint([1], 'other');
    const shown = await add(await photo(), { titulo: 'Zanja' });
    const paper = await add(pdf(), { titulo: 'Fianza', clase: 'FIANZA' });
    const hidden = await add(await photo(), { titulo: 'Con personas', publico: 'false' });
    for (const who of ['admin', 'other'] as const) {
      const { body, headers } = await get(`${FILES}?todos=true`, who);
      assert.deepEqual(body, [hidden, paper, shown]);
      assert.match(headers.get('cache-control') ?? '', /^private/);
      for (const record of [paper, hidden]) {
        const one = await get(`${FILES}/${record.id}`, who);
        assert.deepEqual(one.body, record);
        assert.equal(one.headers.get('cache-control'), 'private, no-store');
        const { status, headers } = await download(bytesAt(record), { who });
        assert.deepEqual([status, headers['cache-control']], [200, 'private, no-store']);
      }
      assert.deepEqual((await get(FILES, who)).body, [shown]);
    }
    const hides = async () => {
      for (const record of [paper, hidden]) {
        for (const path of [`${FILES}/${record.id}`, bytesAt(record), bytesAt(record, 'mini')]) {
          refused(await call('user', 'GET', path), 404, unknown(record.id));
        }
      }
      assert.deepEqual((await get(FILES)).body, [shown]);
    };
    await hides();
    refused(await call('user', 'GET', `${FILES}?todos=true`), 403, 'Forbidden resource');
    await appoint([2]);
    await hides();
    refused(await call('user', 'GET', `${FILES}?todos=true`), 403, OTHERS);
    const none = await call('other', 'GET', '/obras/99/archivos?todos=true');
    refused(none, 404, 'Obra 99 no encontrada.');
    // The work moves to their agency, and away from the other's.
    await write('admin', 'PATCH', '/obras/1', { dependenciaId: 2 });
    assert.equal((await get(`${FILES}?todos=true`)).body.length, 3);
    assert.equal((await get(`${FILES}/${paper.id}`)).body.id, paper.id);
    refused(await call('other', 'GET', `${FILES}?todos=true`), 403, OTHERS);
    // Their right ends.
    await appoint([]);
    await hides();
    refused(await call('user', 'GET', `${FILES}?todos=true`), 403, 'Forbidden resource');
  });

  test('show one that has just been made private in no answer, kept or not', async () => {
    await withApp({ PUBLIC_READ: true }, async (url) => {
      const shown = await add(await photo(), { titulo: 'Zanja' }, { url });
      const paths = [FILES, `${FILES}/${shown.id}`, bytesAt(shown, 'mini'), bytesAt(shown)];
      const tags: string[] = [];
      // Thrice: from the database, from what is kept, and ahead of all hooks.
      for (const _ of [1, 2, 3]) {
        for (const [i, path] of paths.entries()) {
          const { status, headers } = await download(path, { who: 'nobody', url });
          assert.deepEqual([status, headers['cache-control']], [200, 'public, no-cache'], path);
          tags[i] = headers.etag as string;
        }
      }
      await write('admin', 'PATCH', `${FILES}/${shown.id}`, { publico: false });
      await db.changes.heard();
      for (const [i, path] of paths.entries()) {
        for (const name of ['accept', 'if-none-match', 'range'] as const) {
          const value = { accept: '*/*', 'if-none-match': tags[i] ?? '', range: 'bytes=0-9' }[name];
          const headers = { [name]: value };
          const { status, text } = await download(path, { who: 'nobody', url, headers });
          if (i > 0) assert.equal(status, 404, `${path} ${JSON.stringify(headers)}`);
          else assert.equal(text.slice(0, 2), '[]');
        }
      }
      // Nor is an administrator's answer kept for others.
      for (const path of [`${FILES}/${shown.id}`, bytesAt(shown, 'mini')]) {
        for (const _ of [1, 2, 3]) {
          assert.equal((await download(path, { who: 'admin', url })).status, 200);
          assert.equal((await download(path, { who: 'nobody', url })).status, 404);
        }
      }
      unauthorized(await call('nobody', 'GET', `${FILES}?todos=true`, undefined, { url }), /./);
      await write('admin', 'PATCH', `${FILES}/${shown.id}`, { publico: true });
      await db.changes.heard();
      assert.equal((await download(bytesAt(shown, 'mini'), { who: 'nobody', url })).status, 200);
      // A deleted one is gone for everybody.
      await write('admin', 'DELETE', `${FILES}/${shown.id}`);
      await db.changes.heard();
      for (const path of paths.slice(1)) {
        assert.equal((await download(path, { who: 'nobody', url })).status, 404);
      }
    });
  });

  test('let the clerks of its agency and admins write', async () => {
    await db.query(`INSERT INTO dependencias (nombre) VALUES ('Otra')`);
    await appoint([1]);
    await appoint([2], 'other');
    const made = await add(pdf(), { titulo: 'Acta', clase: 'ACTA_ENTREGA' }, { who: 'user' });
    const at = `${FILES}/${made.id}`;
    await write('user', 'PATCH', at, { titulo: 'Acta final' });
    const stored = await count('objetos');
    refused(await send(pdf(), { titulo: 'Acta', clase: 'OTRO' }, { who: 'other' }), 403, OTHERS);
    refused(await call('other', 'PATCH', at, { titulo: 'x' }), 403, OTHERS);
    refused(await call('other', 'DELETE', at), 403, OTHERS);
    const path = '/obras/99/archivos';
    const none = await send(pdf(), { titulo: 'Acta', clase: 'OTRO' }, { path });
    refused(none, 404, 'Obra 99 no encontrada.');
    assert.equal(await count('objetos'), stored);
    await write('user', 'DELETE', at);
  });

  test('reach a file by the address of its own work alone', async () => {
    await newObra();
    const made = await add(await photo(), { titulo: 'Zanja' });
    const elsewhere = `/obras/2/archivos/${made.id}`;
    const ways = [`GET ${elsewhere}`, `GET ${elsewhere}/contenido`, `DELETE ${elsewhere}`];
    for (const way of ways) {
      const [method = '', path = ''] = way.split(' ');
      refused(await call('admin', method, path), 404, unknown(made.id));
    }
    refused(await call('admin', 'PATCH', elsewhere, { titulo: 'x' }), 404, unknown(made.id));
    refused(await call('user', 'GET', '/obras/99/archivos/1'), 404, 'Obra 99 no encontrada.');
    for (const path of [
      `${FILES}/..%2f..%2fjwt-secret/contenido`,
      `${FILES}/${made.id}/contenido?tamano=../../jwt-secret`,
      `${FILES}/${made.id}%00/contenido`,
    ]) {
      assert.equal((await call('admin', 'GET', path)).status, 400, path);
    }
  });
});

describe('the ledger of the files of a work', () => {
  let at = '';
  /** A report and a contract of the work. */
  const parts = async () => ({
    report: await write('admin', 'POST', `${at}/avances`, {
      fechaCorte: '2026-06-30',
      avanceFisico: 45,
    }),
    contract: await write('admin', 'POST', `${at}/contratos`, contratoBody()),
  });
  beforeEach(async () => {
    await resetWithCatalog();
    await withNewIds('obras', 'avances', 'contratos', 'archivos');
    at = `/obras/${(await newObra({ ubicaciones: [ubicacionBody()] })).id}`;
  });

  test('has a sentence for each act', async () => {
    await appoint([1]);
    const { report, contract } = await parts();
    const path = `${at}/archivos`;
    const dated = { titulo: 'Cimentación', fecha: '2026-05-12' };
    const shown = await add(await photo(), dated, { who: 'user', path });
    const paper = await add(pdf(), { titulo: 'Contrato SOP-14', clase: 'CONTRATO' }, { path });
    await add(pdf(), { titulo: 'Acta', clase: 'ACTA_ENTREGA', publico: 'true' }, { path });
    await add(await photo(), { titulo: 'Cuadrilla', publico: 'false' }, { path });
    const change = (record: { id: number }, body: object) =>
      write('admin', 'PATCH', `${path}/${record.id}`, body);
    await change(paper, { publico: true });
    await change(shown, { publico: false });
    await change(shown, { titulo: 'Zanja', avanceId: report.id });
    await change(paper, { clase: 'CONVENIO', contratoId: contract.id, publico: false });
    await write('admin', 'DELETE', `${at}/avances/${report.id}`);
    await write('admin', 'DELETE', `${path}/${shown.id}`);
    await write('admin', 'DELETE', `${path}/${paper.id}`);
    const { body } = await get(`${at}/historial`, 'admin');
    const story = columnOf(body, 'resumen').map((one) => one.replace(/^Persona \w+ /, ''));
    assert.deepEqual(story.slice(3), [
      'agregó la foto «Cimentación» del 12 de mayo de 2026.',
      'agregó el contrato «Contrato SOP-14».',
      'agregó el acta de entrega-recepción «Acta», pública.',
      'agregó la foto «Cuadrilla», privada.',
      'hizo público el contrato «Contrato SOP-14».',
      'hizo privada la foto «Cimentación».',
      'cambió de la foto «Cimentación» el título de «Cimentación» a «Zanja»; el avance de ninguno a 30 de junio de 2026.',
      'cambió del contrato «Contrato SOP-14» la clase de «Contrato» a «Convenio»; el contrato de ninguno a «SOP-LP-014-2026», y lo hizo privado.',
      'eliminó el avance al 30 de junio de 2026.',
      'cambió de la foto «Zanja» el avance de 30 de junio de 2026 a ninguno.',
      'eliminó la foto «Zanja».',
      'eliminó el convenio «Contrato SOP-14».',
    ]);
    const [first] = (await get('/bitacora?recurso=archivos&accion=crear&limit=1', 'admin')).body;
    assert.equal(first.usuarioEmail, emailOf('admin'));
    const fields =
      'alto ancho avanceId bytes clase contratoId fecha fechaSegun huella id publico tipo tipoMedia titulo ubicacionId';
    assert.deepEqual(columnOf(first.cambios, 'campo').sort(), fields.split(' '));
  });

  test('has each file of a deleted work once, and the store keeps them for a month', async () => {
    const { report, contract } = await parts();
    const of = {
      avanceId: String(report.id),
      contratoId: String(contract.id),
      ubicacionId: String((await get(at)).body.ubicaciones[0].id),
    };
    const path = `${at}/archivos`;
    await add(await photo(), { titulo: 'Zanja', ...of }, { path });
    await add(pdf(), { titulo: 'Acta', clase: 'ACTA_ENTREGA', ...of }, { path });
    await write('admin', 'DELETE', at);
    const rows = await db.query<{ accion: string }>(
      `SELECT accion FROM bitacora WHERE recurso = 'archivos' ORDER BY id`,
    );
    const acts = ['crear', 'crear', 'eliminar', 'eliminar'];
    assert.deepEqual(columnOf(rows.slice(-4), 'accion'), acts);
    assert.equal(await count('archivos'), 0);
    const kept = await db.one<{ n: number }>(
      `SELECT count(*)::integer AS n FROM objetos WHERE conservar_hasta > now() + interval '29 days'`,
    );
    assert.ok((kept?.n ?? 0) >= 3);
  });
});

describe('GET /obras with campos=foto', () => {
  before(resetWithCatalog);

  test('has the newest public photo of each obra, and of one day the last', async () => {
    const { id } = await newObra();
    const { id: bare } = await newObra();
    const photos = async () => (await get('/obras?campos=id,foto')).body;
    const none = { id: bare, foto: null };
    assert.deepEqual(await photos(), [{ id, foto: null }, none]);
    const first = await noteArchivo(id, { titulo: 'Zanja «A» & <b>', fecha: '2026-05-12' });
    await noteArchivo(id, { fecha: '2026-05-11' });
    await noteArchivo(id, { clase: 'FIANZA' });
    await noteArchivo(id, { publico: false });
    const titled = { archivoId: first, titulo: 'Zanja «A» & <b>' };
    assert.deepEqual(await photos(), [{ id, foto: titled }, none]);
    const last = await noteArchivo(id, { titulo: 'Losa', fecha: '2026-05-12' });
    const foto = { archivoId: last, titulo: 'Losa' };
    assert.deepEqual(await photos(), [{ id, foto }, none]);
    assert.deepEqual((await get(`/obras/${id}?campos=foto`)).body, { foto });
    assert.deepEqual((await get('/obras?campos=foto&orden=-id&limit=2')).body, [
      { foto: null },
      { foto },
    ]);
    assert.equal('foto' in (await get(`/obras/${id}`)).body, false);
    await db.query('DELETE FROM archivos WHERE id = $1', [last]);
    assert.deepEqual((await get(`/obras/${id}?campos=foto`)).body, { foto: titled });
  });
});
