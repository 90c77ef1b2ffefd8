import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, test } from 'node:test';
import sharp from 'sharp';
import { isWholePdf, isWholePhoto } from '../../../src/features/archivos/entero.ts';
import { add, send } from '../../archivos.ts';
import { changed, linearised, pdf } from '../../pdf.ts';
import { count, newObra, refused, resetWithCatalog } from '../../world.ts';

const CUT_SHORT =
  'El PDF está incompleto o dañado: le falta su final. Descárguelo o escanéelo de nuevo; si en su equipo se abre bien, imprímalo como PDF y envíe esa copia.';
const field = (name: string) =>
  readFileSync(new URL(`../../../../test/features/archivos/documentos/${name}`, import.meta.url));
const isWhole = (file: Buffer) =>
  isWholePdf(file.length, async (start, end) => {
    assert.ok(start >= 0 && end <= file.length && start <= end, `${start} to ${end}`);
    return file.subarray(start, end);
  });
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const text = () => pdf().toString('latin1');
const withPlace = (place: (of: number) => number | string) =>
  latin1(text().replace(/startxref\n(\d+)/, (_, of) => `startxref\n${place(Number(of))}`));

describe('a PDF', () => {
  // biome-ignore format: rows
  const whole: Record<string, Buffer> = {
    'of a program': field('documento-entero.pdf'),
    'with a table': pdf(),
    'with a stream in the place of its table': pdf(2_000, { isStream: true }),
    'with bytes before its mark, from which its places count': Buffer.concat([Buffer.alloc(128, 1), pdf()]),
    'with blank lines before its mark, counted or not': latin1(`\r\n\r\n${text()}`),
    'with bytes behind its end': Buffer.concat([pdf(), Buffer.alloc(40_000, 'firma ')]),
    'filled up with zeros': Buffer.concat([pdf(), Buffer.alloc(300_000)]),
    'without a line’s end at its end': pdf().subarray(0, -1),
    'with the line’s ends of Windows at its end': latin1(text().replace(/\n(?=%%EOF)/, '\r\n')),
    'that is linearised': linearised(),
    'that was changed': changed(pdf()),
    'that was signed twice': changed(changed(pdf(9_000), { isStream: true }), { isStream: true }),
    'that is encrypted': pdf(2_000, { trailer: '/Encrypt 7 0 R /ID [<00><01>]' }),
    'whose place is one line’s end off': withPlace((place) => place + 2),
    'of 20 MB': pdf(20_000_000),
  };
  for (const [what, file] of Object.entries(whole)) {
    test(`${what} is whole, and is not when it is cut short anywhere`, async () => {
      assert.ok(await isWhole(file));
      const end = file.lastIndexOf('%%EOF');
      const begin = file.indexOf('%PDF-');
      for (const part of [0, 0.001, 0.01, 0.1, 0.3, 0.6, 0.9, 0.99, 0.999, 1]) {
        const length = begin + Math.floor((end - begin) * part);
        // One that was changed and loses exactly the change is the one of before.
        assert.ok(!(await isWhole(file.subarray(0, length))), `${length} of ${end}`);
      }
      for (const less of [1, 2, 3, 4, 5, 8, 12, 20]) {
        assert.ok(!(await isWhole(file.subarray(0, end + 5 - less))), `${less} less`);
      }
    });
  }

  // biome-ignore format: rows
  const broken: Record<string, Buffer> = {
    'that was cut at 60 %': field('documento-cortado.pdf'),
    'of nine bytes': latin1('%PDF-1.7\n'),
    'of its mark and its end mark': latin1('%PDF-1.7\n%%EOF\n'),
    'without a place': latin1(text().replace(/startxref\n\d+\n/, '')),
    'whose place is beyond its end': withPlace(() => 99_999),
    'whose place is 0': withPlace(() => 0),
    'whose place has something else': withPlace(() => 700),
    'whose place has too many digits': withPlace(() => '9'.repeat(400)),
    'of which a change is cut short': changed(pdf()).subarray(0, -200),
    'of which a large change is cut short': changed(pdf(300)).subarray(0, 700),
    'of which the first page came': linearised().subarray(0, 200),
    'whose rest is zeros': Buffer.concat([pdf().subarray(0, 1_200), Buffer.alloc(900)]),
    'that lost a part in its middle': Buffer.concat([pdf(9_000).subarray(0, 4_000), pdf(9_000).subarray(6_000)]),
    'that is a web page': latin1('<html>no disponible %PDF- %%EOF'),
  };
  for (const [what, file] of Object.entries(broken)) {
    test(`${what} is not whole`, async () => {
      assert.ok(!(await isWhole(file)));
    });
  }
});

describe('a photo', () => {
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
  const create = { width: 300, height: 200, channels: 3, background: '#777', noise } as const;
  const made = sharp({ create });
  const exif = { IFD0: { Make: 'x'.repeat(300) } };
  const formats = {
    JPEG: () => made.clone().jpeg().withExif(exif),
    'progressive JPEG': () => made.clone().jpeg({ progressive: true }),
    PNG: () => made.clone().png(),
    WebP: () => made.clone().webp(),
    'lossless WebP': () => made.clone().webp({ lossless: true }),
    AVIF: () => made.clone().avif(),
  };
  for (const [format, encode] of Object.entries(formats)) {
    test(`in ${format} is whole with bytes behind it, and not without its end`, async () => {
      const bytes = await encode().toBuffer();
      assert.ok(isWholePhoto(bytes));
      if (format !== 'AVIF') assert.ok(isWholePhoto(Buffer.concat([bytes, Buffer.alloc(999, 7)])));
      for (const part of [0.01, 0.1, 0.6, 0.9, 0.99]) {
        const cut = bytes.subarray(0, Math.floor(bytes.length * part));
        assert.ok(!isWholePhoto(cut), `${cut.length} of ${bytes.length}`);
      }
      // PNG's last four bytes sum up an end that has nothing in it.
      const last = format === 'PNG' ? [8, 9, 12, 13] : [1, 2, 3, 8];
      for (const less of last) assert.ok(!isWholePhoto(bytes.subarray(0, -less)), `${less} less`);
    });
  }

  test('is not whole with the end of its thumbnail alone', async () => {
    const thumbnail = await made.clone().resize(20).jpeg().toBuffer();
    const bytes = await made.clone().jpeg().toBuffer();
    const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0]);
    head.writeUInt16BE(thumbnail.length + 2, 4);
    const whole = Buffer.concat([head, thumbnail, bytes.subarray(2)]);
    assert.ok(isWholePhoto(whole));
    assert.ok(!isWholePhoto(whole.subarray(0, -2_000)));
  });

  test('of an unknown kind is left to its reader', () => {
    for (const text of ['GIF89a', '', 'x', '\x89PN']) assert.ok(isWholePhoto(latin1(text)));
  });
});

describe('POST /obras/:id/archivos', () => {
  beforeEach(async () => {
    await resetWithCatalog();
    await newObra();
  });
  const fields = { titulo: 'Contrato', clase: 'CONTRATO' };

  test('answers 400 to a PDF that is cut short and keeps no byte; a whole one is taken', async () => {
    const [head, change] = [latin1('%PDF-1.7\n'), changed(pdf()).subarray(0, -99)];
    const before = await count('objetos');
    for (const file of [field('documento-cortado.pdf'), head, change]) {
      refused(await send(file, fields), 400, CUT_SHORT);
    }
    const untitled = await send(head, { clase: 'CONTRATO' });
    refused(untitled, 400, ['titulo es obligatorio.', CUT_SHORT]);
    assert.equal(await count('archivos'), 0);
    assert.equal(await count('objetos'), before);
    await add(field('documento-entero.pdf'), fields);
    await add(linearised(), fields);
  });
});
