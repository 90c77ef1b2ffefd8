import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import iconv from 'iconv-lite';
import { columnOf, numbers } from '../../../columns.ts';
import { sentences } from '../../../hojas/read.ts';
import { errorsIn, notesIn, WORK as RIGHT, readAs, readObras } from '../read.ts';

// Texts: what stands between their cells, in which encoding their letters are, and letters that another program spoilt.

const HEADINGS = Object.keys(RIGHT);
const WORK = Object.values(RIGHT);
const text = (delimiter: string, ...rows: string[][]) =>
  [HEADINGS, ...rows].map((row) => row.join(delimiter)).join('\r\n');
const named = (nombre: string, dependencia = 'SOP') =>
  text(',', ['A-1', nombre, '2026', dependencia, ...WORK.slice(4)]);

describe('a text', () => {
  const NAME = 'Ampliación “señal” – 2 €';
  const work = (delimiter: string) => text(delimiter, ['Ñ-1', NAME, ...WORK.slice(2)]);
  const FILES: [name: string, file: Buffer | string][] = [
    ['commas', work(',')],
    ['semicolons', work(';')],
    ['tabs', work('\t')],
    ['bars', work('|')],
    ['a first line that names the delimiter', `sep=;\r\n${work(';')}`],
    ['a first line that names another than usual', `sep=~\r\n${work('~')}`],
    ['a first line that names one under which there are no headings', `sep=;\r\n${work(',')}`],
    ['UTF-8 with its mark', `\ufeff${work(',')}`],
    ['UTF-16, little end first', iconv.encode(work('\t'), 'utf-16le', { addBOM: true })],
    ['UTF-16, big end first', iconv.encode(work('\t'), 'utf-16be', { addBOM: true })],
    ['UTF-16, little end first, without a mark', iconv.encode(work('\t'), 'utf-16le')],
    ['UTF-16, big end first, without a mark', iconv.encode(work('\t'), 'utf-16be')],
    ['Windows-1252', iconv.encode(work(';'), 'windows-1252')],
    ['lines that end in CR', work(',').replaceAll('\r\n', '\r')],
    ['lines that end in LF, and one more', `${work(',').replaceAll('\r\n', '\n')}\n`],
    ['titles with commas above', `${'Obras, acciones, 2026,,,,,,,,,\r\n'.repeat(9)}${work(';')}`],
  ];
  for (const [name, file] of FILES) {
    test(`with ${name} is read`, async () => {
      const { errores, rows } = await readObras(file);
      assert.deepEqual(sentences(errores), []);
      const found = rows.map(({ values }) => [values.claveUnica, values.nombre]);
      assert.deepEqual(found, [['Ñ-1', NAME]]);
    });
  }

  test('has the delimiter under which headings are found, whatever stands more often below', async () => {
    const delimiters = [',', ';', '\t', '|'];
    for (const delimiter of delimiters) {
      const others = delimiters.filter((each) => each !== delimiter).join('');
      const noise = ['A-2', `Calle 60 ${others.repeat(60)}`, ...WORK.slice(2)];
      assert.equal((await readObras(text(delimiter, WORK, noise))).creadas, 2, delimiter);
    }
    assert.equal((await readObras(HEADINGS.join('|'))).filas, 0);
  });

  test('has its rows numbered as a spreadsheet shows them', async () => {
    const file = `Título,,\r\n\r\nclave,nombre,monto\r\nA,"dos\r\nlíneas",1\r\n\r\n,,\r\nB,Otra,x\r\n`;
    assert.deepEqual(columnOf((await readObras(file)).rows, 'fila'), [4, 7]);
  });
});

describe('the encoding of a text', () => {
  const SPANISH = 'Construcción del ÁREA de niños, Ñuñoa y Óscar: pingüino, límite, TÚNEL, acción';
  const guessed = (charset: string) =>
    `1: El archivo se leyó en la codificación ${charset}; revise los acentos, y guárdelo como «CSV UTF-8» si no están bien.`;
  for (const [charset, ...note] of [
    ['utf-8'],
    ['utf-16le'],
    ['utf-16be'],
    ['windows-1252'],
    ['macroman', guessed('Mac Roman, de las Mac antiguas')],
    ['cp850', guessed('CP850, de MS-DOS')],
  ] as [charset: string, note?: string][]) {
    test(`is found to be ${charset}`, async () => {
      const file = iconv.encode(named(`"${SPANISH}"`), charset, { addBOM: charset === 'utf-16le' });
      const { rows, avisos } = await readObras(file);
      assert.deepEqual(readAs({ rows }, 'nombre'), [SPANISH]);
      assert.deepEqual(sentences(avisos), note);
    });
  }

  test('is UTF-8 where a few bytes are of something else, and those rows alone are refused', async () => {
    const name = SPANISH.replaceAll(',', '');
    const rows = Array.from({ length: 20 }, (_, i) => [`A-${i}`, name, ...WORK.slice(2)]);
    const file = Buffer.concat([
      Buffer.from(text(',', ...rows)),
      iconv.encode(`\r\nA-99,Construcción,2026,SOP,50,En proceso,1000`, 'windows-1252'),
    ]);
    const read = await readObras(file);
    assert.deepEqual([read.creadas, read.rechazadas, read.rows[20]?.isTaken], [20, 1, false]);
    assert.equal(read.rows[0]?.values.nombre, name);
  });

  test('is Windows-1252 where one late byte is not UTF-8, and keeps what typographers write', async () => {
    const name = `Calle 60 ${'x'.repeat(500)}`;
    const many = numbers(1, 200).map((n) => `A-${n},${name},2026,SOP,50,Planeada,1`);
    const late = iconv.encode(`\r\nÚ,Otra,2026,SOP,50,Planeada,1`, 'windows-1252');
    const file = Buffer.concat([Buffer.from([HEADINGS.join(), ...many].join('\r\n')), late]);
    assert.equal(readAs(await readObras(file), 'claveUnica').at(-1), 'Ú');
    const nombre = 'Mérida–Progreso, “Ruta’s” 5•';
    const typed = await readObras(iconv.encode(named(`"${nombre}"`), 'windows-1252'));
    assert.deepEqual(readAs(typed, 'nombre'), [nombre]);
  });
});

describe('the letters of a text', () => {
  const again = 'guarde de nuevo el original como «CSV UTF-8» o como .xlsx.';
  const lost = `perdió letras («\ufffd») al guardarse en otra codificación; corríjalas, o ${again}`;
  const utf8 = `tiene letras de otra codificación (UTF-8 leído como Windows-1252); ${again}`;
  const dos = `tiene letras de otra codificación (CP850, el de MS-DOS); ${again}`;
  const unseen = `tiene caracteres que no se ven; ${again}`;
  const question =
    'tiene «?» dentro de una palabra y quizá perdió una letra al guardarse en otra codificación; revísela.';
  const failed = 'es el error de una fórmula; escriba el dato.';
  const SPOILT: [text: string, why: string][] = [
    ['Pavimentaci\ufffdn', lost],
    ['#N/D', failed],
    ['#¡REF!', failed],
    ['#NAME?', failed],
    ['Err:502', failed],
    ['PavimentaciÃ³n', utf8],
    ['CALLE Ã“SCAR', utf8],
    ['Calle 60 NÂ° 5', utf8],
    ['SecretarÃ\u00ada', utf8],
    ['â€œRutaâ€\u009d', utf8],
    ['Pavimentaci¢n', dos],
    ['Pavimentaci\u2592n', dos],
    ['Pavimen\u0007tación', unseen],
    ['Pavimentaci?n', question],
  ];
  const isLost = (why: string) => why === lost || why === failed;

  for (const [nombre, why] of SPOILT) {
    const what = isLost(why) ? 'refused' : 'pointed out';
    test(`that are spoilt are ${what}: ${JSON.stringify(nombre)}`, async () => {
      const { errores, avisos } = await readObras(named(nombre));
      const sentence = `2: Nombre: «${nombre}» ${why}`;
      assert.deepEqual(sentences(isLost(why) ? errores : avisos), [sentence]);
      assert.deepEqual(isLost(why) ? avisos : errores, []);
    });

    test(`that are spoilt make no record of a catalog: ${JSON.stringify(nombre)}`, async () => {
      const sentence = `2: Dependencia: «${nombre}» no se agrega al catálogo: ${why}`;
      assert.deepEqual(await errorsIn(named('X', nombre), { crearCatalogos: true }), [sentence]);
    });
  }

  test('that are right are left alone', async () => {
    const right =
      'Ñandú “cigüeña” – 5 m² ½ “¿Qué?” ¡Sí! SÃO PAULO, Älvik, naïve, €5, http://a.mx/b?c=1';
    assert.deepEqual(await notesIn(named(`"${right}"`)), []);
  });
});
