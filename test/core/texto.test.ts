import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { tidy } from '../../src/core/base/text.ts';
import { add, FORM, formOf, photo } from '../archivos.ts';
import { columnOf } from '../columns.ts';
import { hasFeature } from '../features.ts';
import { report } from '../imports.ts';
import { csv } from '../spreadsheet.ts';
import { call, db, get, newObra, notLoggedIn, refused, resetWithCatalog } from '../world.ts';

// Invisible characters are not stored, at any door; visible ones stay.

describe('a text in its stored form', () => {
  const CASES: [text: string, stored: string][] = [
    // PDFs and Word.
    ['Pavi\u00admenta\u00adción', 'Pavimentación'],
    ['Construcción de\u000bbarda', 'Construcción de barda'],
    ['a\fb\u0007c\u001fd\u007fe\u0085f\u009fg', 'a b c d e f g'],
    ['a\u2028b\u2029c', 'a b c'],
    ['o\ufb01cinas de 5 m²', 'o\ufb01cinas de 5 m²'],
    // Blanks without width, fillers, marks of the order of bytes and of letters.
    ['\ufeffBa\u200brda\u2060 \u180e', 'Barda'],
    ['a\u034fb\u115fc\u3164d\uffa0e\ufff9f', 'abcdef'],
    ['\u202eotneimivap\u202c \u2066a\u2069 \u200eb\u200f', 'otneimivap a b'],
    ['SOP-1\ufe0f', 'SOP-1'],
    ['n\u034f\u0303', 'ñ'],
    ['a \u200b', 'a'],
    ['a\u200db\u200cc', 'abc'],
    ['\u{e0041}a', 'a'],
    // Ends of lines and tabs.
    ['uno\ndos\r\ntres\tcuatro', 'uno\ndos\r\ntres\tcuatro'],
    ['Calle\u00a060', 'Calle\u00a060'],
    // The visible parts of signs, and of scripts that join their letters.
    ['👩‍🔧 👩🏽‍🔧 👨‍👩‍👧 🏳️‍🌈 ❤️ ☎︎ 1️⃣', '👩‍🔧 👩🏽‍🔧 👨‍👩‍👧 🏳️‍🌈 ❤️ ☎︎ 1️⃣'],
    [
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    ],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क्\u200dष', 'क्\u200dष'],
    ['葛\u{e0100}', '葛\u{e0100}'],
    // Nothing that is seen.
    ...['\u200b\u2060\ufeff', '\u000b\u0007', '\u00ad', '\u3164', '\u200d\ufe0f', '\u2800'].map(
      (text): [string, string] => [text, ''],
    ),
  ];
  test('has its visible characters alone', () => {
    for (const [text, stored] of CASES) {
      assert.equal(tidy(text), stored, JSON.stringify(text));
      assert.equal(tidy(stored), stored);
    }
    // Invisible characters do not count.
    assert.equal(tidy(`ab${'\u00ad'.repeat(100)}`, { maxLength: 2 }), 'ab');
  });
});

describe('an invisible character', () => {
  before(resetWithCatalog);
  const post = async (path: string, body: object) => {
    const answer = await call('admin', 'POST', path, body);
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };

  test('is not stored of a work, a catalog’s record, a user or a photo', async () => {
    const { id, nombre, descripcion, claveUnica } = await newObra({
      claveUnica: 'PDF\u200b-1',
      nombre: 'Construcción de\u000bbarda',
      descripcion: 'Pavi\u00admento\nde la calle',
    });
    assert.deepEqual(
      [claveUnica, nombre, descripcion],
      ['PDF-1', 'Construcción de barda', 'Pavimento\nde la calle'],
    );
    const changed = await call('admin', 'PATCH', `/obras/${id}`, { nombre: 'Bar\u00adda' });
    assert.equal(changed.body.nombre, 'Barda');
    const tipo = await post('/catalogos/tipo-proyecto', { nombre: 'Agua\u200b potable' });
    assert.equal(tipo.nombre, 'Agua potable');
    // A name that looks like another is that name.
    refused(
      await call('admin', 'POST', '/catalogos/tipo-proyecto', {
        nombre: '\u202eAgua pota\u00adble',
      }),
      409,
      /Agua potable/,
    );
    const user = await post('/users', {
      nombreCompleto: 'Ana\u200b Uc',
      email: 'ana.uc@ejemplo.mx',
      password: 'cla\u200bve\u0007',
    });
    assert.equal(user.nombreCompleto, 'Ana Uc');
    if (!hasFeature('archivos')) return;
    const archivo = await add(await photo(), { titulo: 'An\u00adtes\u000bde la obra' });
    assert.equal(archivo.titulo, 'Antes de la obra');
  });

  test('stays in a password', async () => {
    const login = (password: string) =>
      call('nobody', 'POST', '/auth/login', { email: 'ana.uc@ejemplo.mx', password });
    assert.equal((await login('cla\u200bve\u0007')).status, 200);
    notLoggedIn(await login('clave'));
  });

  if (hasFeature('importacion'))
    test('is not stored of a sheet’s rows, nor of its file’s name, and is no part of a filter', async () => {
      const rows = [
        {
          claveUnica: 'PDF-\u00ad2',
          nombre: 'o\ufb01cinas del edi\ufb01cio',
          municipio: 'Mé\u00adrida',
        },
        {
          claveUnica: 'PDF-3',
          nombre: 'Construcción de\u000bbarda',
          dependencia: 'Obras\u200b Nuevas',
        },
      ].map((row) => ({ tipoProyecto: 'Vialidades', ...row }));
      const sent = formOf(['archivo', Buffer.from(csv(...rows)), 'de PDF\u200b.csv']);
      const { creadas } = await report(sent, 'crearCatalogos=true', { type: FORM['content-type'] });
      assert.equal(creadas, 2);
      const [job] = await db.query<{ archivo: string }>(
        'SELECT archivo FROM bitacora WHERE archivo IS NOT NULL ORDER BY id DESC LIMIT 1',
      );
      assert.equal(job?.archivo, 'de PDF.csv');
      const stored = await db.query<Record<string, string>>(
        `SELECT clave_unica, nombre, (SELECT nombre FROM dependencias WHERE id = dependencia_id) AS dependencia
       FROM obras WHERE clave_unica LIKE 'PDF-_' AND id > 1 ORDER BY 1`,
      );
      assert.deepEqual(
        stored.map(({ clave_unica, nombre }) => [clave_unica, nombre]),
        [
          ['PDF-2', 'o\ufb01cinas del edi\ufb01cio'],
          ['PDF-3', 'Construcción de barda'],
        ],
      );
      assert.equal(stored[1]?.dependencia, 'Obras Nuevas');
      const found = await get(`/obras?q=${encodeURIComponent('bar\u00adda\u200b perimetral')}`);
      assert.deepEqual(found.body, []);
      const barda = await get(`/obras?q=${encodeURIComponent('construc\u00adción')}`);
      assert.deepEqual(columnOf(barda.body, 'claveUnica'), ['PDF-3']);
    });
});
