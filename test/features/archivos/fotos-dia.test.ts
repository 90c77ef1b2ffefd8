import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { dayInName, dayInPicture, dayOfPhoto } from '../../../src/features/archivos/fotos/dia.ts';
import {
  dayOfFoto,
  doubtOf,
  proposed,
} from '../../../src/features/archivos/fotos/dia-en-palabras.ts';
import { byDay, pairOf, withPairFirst } from '../../../src/features/archivos/fotos/orden.ts';
import { columnOf, numbers } from '../../columns.ts';

/** A photo as strangers sent it. */
const sent = (name: string) =>
  readFileSync(new URL(`../../../../test/features/archivos/fotos/${name}`, import.meta.url));

const blank = () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: { r: 9, g: 9, b: 9 } } });
const exposed = (instant: string) => blank().withExif({ IFD2: { DateTimeOriginal: instant } });
const FORMATS: Record<string, (made: Sharp) => Promise<Buffer>> = {
  JPEG: (made) => made.jpeg().toBuffer(),
  PNG: (made) => made.png().toBuffer(),
  WebP: (made) => made.webp().toBuffer(),
};

/** A PNG with one more part behind its head. What checks its sum is no matter here. */
async function pngWith(type: string, body: string): Promise<Buffer> {
  const png = await blank().png().toBuffer();
  const part = Buffer.alloc(12 + body.length);
  part.writeUInt32BE(body.length);
  part.write(type + body, 4, 'latin1');
  return Buffer.concat([png.subarray(0, 33), part, png.subarray(33)]);
}

describe('the day of a photo', () => {
  for (const [format, make] of Object.entries(FORMATS)) {
    test(`is that of the exposure in a ${format}`, async () => {
      assert.equal(dayInPicture(await make(exposed('2024:05:12 10:00:00'))), '2024-05-12');
      assert.equal(dayInPicture(await make(blank())), undefined);
      const DateTime = '2024:05:12 10:00:00';
      const edited = blank().withExif({
        IFD0: { DateTime },
        IFD2: { DateTimeDigitized: DateTime },
      });
      assert.equal(dayInPicture(await make(edited)), undefined, 'of a scan or an edit');
      for (const wrong of ['1970:01:01 00:00:00', '2024:02:30 10:00:00', '    :  :     ', 'ayer']) {
        assert.equal(dayInPicture(await make(exposed(wrong))), undefined, wrong);
      }
    });

    test(`in a ${format} that is cut anywhere is its own or missing`, async () => {
      const whole = await make(exposed('2024:05:12 10:00:00'));
      const lengths = numbers(0, whole.length - 1);
      const days = lengths.map((length) => dayInPicture(whole.subarray(0, length)));
      assert.ok(days.every((day) => day === undefined || day === '2024-05-12'));
      assert.equal(days[0], undefined);
    });
  }

  const texts: [type: string, body: string, day: string | undefined][] = [
    ['tEXt', 'Creation Time\0Sun, 12 May 2024 10:00:00 GMT', '2024-05-12'],
    ['tEXt', 'Creation Time\x002 May 2024 10:00:00 -0600', '2024-05-02'],
    ['tEXt', 'Creation Time\x002024-05-12T10:00:00-06:00', '2024-05-12'],
    ['tEXt', 'Creation Time\x002024:05:12 10:00:00', '2024-05-12'],
    ['tEXt', 'exif:DateTimeOriginal\x002024:05:12 10:00:00', '2024-05-12'],
    ['iTXt', 'Creation Time\0\0\0es\0Tomada\x002024-05-12 10:00:00', '2024-05-12'],
    ['tEXt', 'Creation Time\0ayer', undefined],
    ['tEXt', 'date:create\x002024-05-12T10:00:00+00:00', undefined],
    ['tEXt', 'exif:DateTimeDigitized\x002024:05:12 10:00:00', undefined],
    ['tEXt', 'Comment\x002024:05:12 10:00:00', undefined],
  ];
  for (const [type, body, day] of texts) {
    test(`in the text of a PNG ${JSON.stringify(body)} is ${day}`, async () => {
      assert.equal(dayInPicture(await pngWith(type, body)), day);
    });
  }

  test('is not read from another file', () => {
    const heic = `\0\0\0\x18ftypheic\0\0\0\0mif1heicExif\0\0MM\0*2024:05:12 10:00:00\0`;
    for (const text of ['', heic, '%PDF-1.7 2024:05:12 10:00:00', 'GIF89a', '\xff\xd8', 'RIFF']) {
      assert.equal(dayInPicture(Buffer.from(text, 'latin1')), undefined, text);
    }
  });

  const names: [name: string, day: string | undefined][] = [
    ['IMG-20240512-WA0007.jpg', '2024-05-12'],
    ['WhatsApp Image 2024-05-12 at 10.15.30 AM (1).jpeg', '2024-05-12'],
    ['IMG_20240512_101530123.jpg', '2024-05-12'],
    ['PXL_20240512_161530123.MP.jpg', '2024-05-12'],
    ['20240512_101530.jpg', '2024-05-12'],
    ['20240512101530.jpg', '2024-05-12'],
    ['photo_2024-05-12_10-15-30.jpg', '2024-05-12'],
    ['Screenshot_2024-05-12-10-15-30-123_com.whatsapp.jpg', '2024-05-12'],
    ['2024.05.12 zanja.png', '2024-05-12'],
    ['IMG_0001.JPG', undefined],
    ['1715529600000.jpg', undefined],
    ['IMG-20240230-WA0007.jpg', undefined],
    ['IMG-19700101-WA0007.jpg', undefined],
    ['20240512-20240630.jpg', undefined],
    ['120240512.jpg', undefined],
    ['2024051299.jpg', undefined],
    ['12-05-2024.jpg', undefined],
    ['05-12-24.jpg', undefined],
    ['2024-05.jpg', undefined],
    ['', undefined],
  ];
  for (const [name, day] of names) {
    test(`in the name «${name}» is ${day}`, () => assert.equal(dayInName(name), day));
  }

  test('of strangers’ photos comes with its source, the camera before the name', () => {
    const dayOf = (name: string) => dayOfPhoto(sent(name), name);
    const camara = { fecha: '2024-05-12', fechaSegun: 'CAMARA' };
    assert.deepEqual(dayOf('foto-digitizada-2002.jpg'), camara);
    assert.deepEqual(dayOf('foto-fecha.webp'), camara);
    const nombre = { fecha: '2024-05-12', fechaSegun: 'NOMBRE' };
    assert.deepEqual(dayOf('IMG-20240512-WA0007.jpg'), nombre);
    assert.equal(dayOfPhoto(sent('IMG-20240512-WA0007.jpg'), 'foto.jpg'), undefined);
    // The camera's day counts more than a name's.
    const name = 'IMG-20250101-WA0001.jpg';
    assert.deepEqual(dayOfPhoto(sent('foto-fecha.webp'), name), camara);
  });

  test('has its source in its words, where that is the name', () => {
    const known = { fecha: '2024-05-12', fechaSegun: 'CAMARA' } as const;
    const guessed = { fecha: '2024-05-12', fechaSegun: 'NOMBRE' } as const;
    assert.equal(dayOfFoto(known), '12 de mayo de 2024');
    assert.equal(dayOfFoto(guessed), '12 de mayo de 2024, según su nombre');
    assert.equal(dayOfFoto({ fecha: null }), 'Sin fecha');
    assert.equal(proposed(known), 'Foto del 12 de mayo de 2024');
    for (const other of [guessed, { fecha: '' }, { fecha: null }, { fecha: '2024' }]) {
      assert.equal(proposed(other), 'Foto');
    }
  });

  const TODAY = '2026-11-20';
  const doubts: [fecha: string | null, anio: number, asked: 'can be' | 'can not be' | undefined][] =
    [
      ['2026-11-20', 2026, undefined],
      ['2026-01-01', 2026, undefined],
      ['2025-12-31', 2026, 'can be'],
      ['2002-12-08', 2024, 'can be'],
      ['2024-05-12', 2026, 'can be'],
      ['2026-11-21', 2026, 'can not be'],
      ['2026-11-21', 2027, 'can not be'],
      ['2026-11-20', 2027, 'can be'],
      ['', 2026, undefined],
      [null, 2026, undefined],
      ['ayer', 2026, undefined],
    ];
  for (const [fecha, anio, asked] of doubts) {
    test(`${fecha} of a work of ${anio} is ${asked ? `asked about, and ${asked} right` : 'not asked about'}`, () => {
      const duda = doubtOf({ fecha }, anio, TODAY);
      assert.equal(duda && (duda.canBe ? 'can be' : 'can not be'), asked);
    });
  }

  test('is asked about with its source', () => {
    const asked = (fechaSegun: 'CAMARA' | 'NOMBRE' | null) =>
      doubtOf({ fecha: '2002-12-08', fechaSegun }, 2026, TODAY)?.frase;
    const rest =
      'es del 8 de diciembre de 2002, y la obra es del ejercicio 2026. ¿Se tomó ese día?';
    assert.equal(asked('CAMARA'), `Según su cámara, la foto ${rest}`);
    assert.equal(asked('NOMBRE'), `Según su nombre, la foto ${rest}`);
    assert.equal(asked(null), `La foto ${rest}`);
  });
});

describe('the pair of photos before and after', () => {
  const avance = (id: number, fechaCorte: string) => ({ id, fechaCorte, avanceFisico: id });
  const [first, second] = [avance(30, '2026-03-31'), avance(10, '2026-06-30')];
  const last = avance(20, '2026-09-30');
  const foto = (id: number, avanceId: number | null, fecha: string | null, publico = true) => ({
    ...{ id, avanceId, fecha, publico },
  });
  /** The ids of the pair among these photos, the newest first. */
  const pair = (...fotos: ReturnType<typeof foto>[]) => {
    const par = pairOf(fotos, [second, last, first]);
    return par && [par.antes.foto.id, par.despues.foto.id];
  };

  test('is the oldest photo of the first report and the newest of the last one', () => {
    const fotos = [
      foto(6, 20, '2026-09-20'),
      foto(5, 20, '2026-09-10'),
      foto(4, 10, '2026-06-10'),
      foto(3, 30, '2026-03-20'),
      foto(2, 30, '2026-03-10'),
    ];
    assert.deepEqual(pair(...fotos), [2, 6]);
    const inOrder = withPairFirst(fotos, pairOf(fotos, [first, second, last]));
    assert.deepEqual(columnOf(inOrder, 'id'), [2, 6, 5, 4, 3]);
    assert.deepEqual(withPairFirst(fotos, undefined), fotos);
  });

  test('needs two reports: an old photo without a report, or of one report alone, makes no pair', () => {
    assert.equal(pair(foto(2, null, '2026-09-20'), foto(1, null, '2002-12-08')), undefined);
    assert.equal(pair(foto(2, 10, '2026-09-20'), foto(1, 10, '2002-12-08')), undefined);
    assert.equal(pair(foto(2, 10, '2026-09-20'), foto(1, null, '2002-12-08')), undefined);
    assert.equal(pair(foto(2, 99, '2026-09-20'), foto(1, 10, '2026-06-08')), undefined);
    assert.equal(pair(), undefined);
  });

  test('follows the reports where the days of their photos say otherwise', () => {
    assert.deepEqual(pair(foto(2, 30, '2026-09-20'), foto(1, 20, '2002-12-08')), [2, 1]);
    assert.deepEqual(pair(foto(2, 30, null), foto(1, 20, null)), [2, 1]);
  });

  test('is made of public photos alone', () => {
    const hidden = foto(3, 20, '2026-09-20', false);
    assert.equal(pair(hidden, foto(1, 30, '2026-03-20')), undefined);
    assert.deepEqual(pair(hidden, foto(2, 10, '2026-06-10'), foto(1, 30, '2026-03-20')), [1, 2]);
  });

  test('leaves the other photos by day, those without one last', () => {
    const fotos = [foto(4, null, null), foto(3, null, '2026-06-10'), foto(2, null, null)];
    const days = byDay([...fotos, foto(1, null, '2026-06-10'), foto(0, null, '2026-01-10')]);
    assert.deepEqual(
      days.map(([day, ofDay]) => [day, ...ofDay.map(({ id }) => id)]),
      [
        ['2026-06-10', 3, 1],
        ['2026-01-10', 0],
        [null, 4, 2],
      ],
    );
  });
});
