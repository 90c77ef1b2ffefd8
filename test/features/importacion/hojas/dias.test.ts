import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Cell } from '../../../../src/hojas/celdas/cell.ts';
import { lackingIn, readDay, readYear } from '../../../../src/hojas/celdas/day.ts';
import { columnOf } from '../../../columns.ts';
import { refusalOf } from '../../../hojas/read.ts';
import { bookOf, type CellValue, linesOf, odsOf } from '../../../spreadsheet.ts';
import { table } from '../../../table.ts';
import { readSeguimiento } from '../../seguimiento/read.ts';
import { cutsIn, leave, rowsOfCuts } from '../read.ts';

// Days in each kind of file: a cell says the day that it shows, and a column the order of its numbers.

const inText = (...days: CellValue[]) => linesOf(rowsOfCuts(days));
const inBook = (formats: (number | string)[], ...days: CellValue[]) =>
  bookOf([{ name: 'Avances', rows: rowsOfCuts(days) }], { formats: [0, ...formats] });
const inOds = (...days: CellValue[]) => odsOf([{ name: 'Avances', rows: rowsOfCuts(days) }]);

/** 30 June 2026, at noon, as a workbook holds it. */
const serial = (style: number, value = 46203.5) => ({
  xml: `<c s="${style + 1}"><v>${value}</v></c>`,
});
const odsDate = (date: string, shown: string) => ({
  xml: `<table:table-cell office:value-type="date" office:date-value="${date}">${shown && `<text:p>${shown}</text:p>`}</table:table-cell>`,
});
const lacks = (shown: string, part: string) =>
  `Fecha de corte: «${shown}» no dice el ${part}; escríbala como 2026-06-30 o 30/06/2026.`;

describe('a date cell by what its format shows', () => {
  const FORMATS: [format: number | string, read: string][] = [
    ...[14, 15, 22, 'dd/mm/yyyy', 'dd/mm/yyyy;@', 'yyyy-mm-dd', 'd-mmm-yy', 'd/m/yy h:mm'].map(
      (format): [number | string, string] => [format, '2026-06-30'],
    ),
    ['[$-80A]dddd, d" de "mmmm" de "yyyy;@', '2026-06-30'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', '2026-06-30'],
    ['dd.mm.yyyy hh:mm:ss AM/PM', '2026-06-30'],
    [17, lacks('jun-26', 'día')],
    ['mmm-yy', lacks('jun-26', 'día')],
    ['[$-80A]mmmm" de "yyyy;@', lacks('junio de 2026', 'día')],
    ['"Avance al mes de" mmmm yyyy', lacks('Avance al mes de junio 2026', 'día')],
    ['yyyy\\-mm', lacks('2026-06', 'día')],
    ['yyyy', lacks('2026', 'día')],
    ['mmmm', lacks('junio', 'día')],
    ['dddd', lacks('martes', 'día')],
    [20, lacks('12:00', 'día')],
    ['hh:mm', lacks('12:00', 'día')],
    ['h:mm:ss AM/PM', lacks('12:00:00 p.m.', 'día')],
    ['[h]:mm', lacks('1108884:00', 'día')],
    [16, lacks('30-jun', 'año')],
    ['dd/mm', lacks('30/06', 'año')],
    ['dd/yyyy', lacks('30/2026', 'mes')],
    // A format of its own for some numbers.
    ['[<46000]dd/mm/yyyy;mmm-yy', lacks('jun-26', 'día')],
    ['[>46000]dd/mm/yyyy;mmm-yy', '2026-06-30'],
  ];
  test('is read in .xlsx where the whole day shows, and refused where a part does not', async () => {
    const formats = FORMATS.map(([format]) => format);
    const book = await inBook(formats, ...formats.map((_, style) => serial(style)));
    assert.deepEqual(await cutsIn(book), columnOf(FORMATS, 1));
    // The first of a month is no exception: it may not have been typed.
    const first = await inBook(['mmm-yy', 'dd/mm/yy'], serial(0, 46174), serial(1, 46174));
    assert.deepEqual(await cutsIn(first), [lacks('jun-26', 'día'), '2026-06-01']);
  });

  const SHOWN = table`
    # in the cell       | shown                       | part that is missing
    2026-06-30          | 30/06/2026                  | -
    2026-06-30          | 30/06/26                    | -
    2026-06-30          | 30/6/26 12:00               | -
    2026-06-30          | 2026-06-30                  | -
    2026-06-30          | 06/30/26                    | -
    2026-06-30          | 30 de junio de 2026         | -
    2026-06-30          | martes, 30 de junio de 2026 | -
    2026-06-30          | 30 juin 2026                | -
    2026-06-30          | 30. Juni 2026               | -
    2026-06-30          | 2026-06-30T12:00:00         | -
    2026-06-30          | 30/06/2026 12:00 p. m.      | -
    # Made by a program that writes no text.
    2026-06-30          | -                           | -
    2026-06-30          | jun-26                      | día
    2026-06-26          | jun-26                      | día
    2026-06-26          | 26/06/26                    | -
    2006-06-06          | 06/06                       | día
    2006-06-06          | 06/06/06                    | -
    2026-06-01          | 2026                        | día
    2026-06-01          | junio                       | día
    2026-06-01T10:30:00 | 10:30                       | día
    2026-06-10T10:30:00 | 10:30:00                    | día
    2026-06-30          | martes                      | día
    2026-06-30          | 30/06                       | año`;
  test('is read in .ods where the whole day shows, and refused where a part does not', async () => {
    const book = await inOds(...SHOWN.map(([date = '', shown = '']) => odsDate(date, shown)));
    const expected = SHOWN.map(([date, shown = '', part]) => (part ? lacks(shown, part) : date));
    assert.deepEqual(await cutsIn(book), expected);
  });

  test('is read as a fiscal year where the year shows, and refused where it does not', () => {
    const cell = (shown: string): Cell => {
      const lacking = lackingIn('2026-06-01', shown);
      return { text: '2026-06-01', kind: 'date', shown, lacks: lacking };
    };
    for (const shown of ['2026', 'jun-26', '2026-06']) {
      assert.deepEqual(readYear(cell(shown)), { value: 2026 }, shown);
    }
    for (const shown of ['10:30', '1-jun', 'junio']) {
      const { fault } = readYear(cell(shown)) as { fault: string };
      assert.equal(fault, `«${shown}» no dice el año; escríbalo con cuatro cifras.`);
    }
  });

  test('comes back among the refused rows as it shows', async () => {
    const book = await inBook(['mmm-yy'], serial(0));
    const { bytes } = await leave(await readSeguimiento(book));
    assert.deepEqual(await cutsIn(bytes), [lacks('jun-26', 'día')]);
  });

  test('is refused alike in a text where no part shows', async () => {
    const none = 'no es una fecha que se entienda; escríbala como 2026-06-30 o 30/06/2026.';
    assert.deepEqual(await cutsIn(inText('jun-26', '2026', '10:30', '30-jun')), [
      lacks('jun-26', 'día'),
      ...['2026', '10:30', '30-jun'].map((text) => `Fecha de corte: «${text}» ${none}`),
    ]);
  });
});

describe('a time beside a day', () => {
  const day = (text: string) => readDay({ text, kind: 'text' });
  const around = (time: string) =>
    ['30/06/2026 ', '2026-06-30 ', '2026-06-30T', '30 de junio de 2026, '].map((it) => it + time);
  const TIMES = [
    ...['0:00', '00:00:00', '12:00', '23:59', '23:59:59.999', '24:00', '24:00:00', '9:05 hrs'],
    ...['12:30 a.m.', '00:30 a. m.', '1:05 PM', '13:05 p.m.', '14:30 horas'],
  ];
  const NONE = [
    ...['25:61', '25:00', '12:60', '12:30:60', '24:01', '24:00:01', '99:99', '13:05 a.m.'],
    '24:00 p.m.',
  ];
  test('leaves the day as it is, and has to be a time', () => {
    for (const text of TIMES.flatMap(around)) {
      assert.deepEqual(day(text), { value: '2026-06-30' }, text);
    }
    for (const text of NONE.flatMap(around)) {
      const { fault } = day(text) as { fault: string };
      assert.match(fault, /no es una fecha que se entienda/, text);
    }
    for (const zone of ['+15:00', '-06:60', '+99:99']) {
      assert.ok('fault' in day(`2026-06-30T12:00:00${zone}`), zone);
    }
  });
});

describe('a column with a day between year and month', () => {
  const doubt = (text: string, dia: string, mes: string) =>
    `Fecha de corte: «${text}» puede ser ${dia} o ${mes}: en el archivo hay fechas con el día entre el año y el mes; corríjalas, o escriba ésta con el mes en letras.`;
  // biome-ignore format: rows
  const CASES: [days: string[], read: unknown[]][] = [
    [['2025/30/06', '2025/07/01'], ['2025-06-30', doubt('2025/07/01', '2025-01-07', '2025-07-01')]],
    [['2025-07-01', '2025-30-06', '2025-05-05'], [doubt('2025-07-01', '2025-01-07', '2025-07-01'), '2025-06-30', '2025-05-05']],
    [['20250701', '20253006', '1-jul-2025', '2025-07-13', '01/07/2025'], [doubt('20250701', '2025-01-07', '2025-07-01'), '2025-06-30', '2025-07-01', '2025-07-13', '2025-07-01']],
    [['2025/07/01', '2025/06/30'], ['2025-07-01', '2025-06-30']],
    [['2025/07/01', '30/06/2025', '6/30/2025'], ['2025-07-01', '2025-06-30', '2025-06-30']],
  ];
  test('is asked about where its cells have two meanings, in a text as in a workbook', async () => {
    for (const [days, read] of CASES)
      for (const file of [inText(...days), await inBook([], ...days), await inOds(...days)])
        assert.deepEqual(await cutsIn(file), read, days.join());
  });

  test('refuses the file where such a day stands beyond the first rows', async () => {
    const many = Array.from({ length: 3000 }, () => '2025/07/01');
    assert.equal(
      await refusalOf(readSeguimiento(inText(...many, '2025/30/06'))),
      'En la columna «corte» hay fechas que pueden leerse de dos maneras, como «2025/07/01», y otras de una sola, como «2025/30/06», que no es la de las primeras filas; corrija éstas, o escriba aquéllas con el mes en letras.',
    );
  });
});

describe('a column of date cells with a month-first text', () => {
  const doubt =
    'Fecha de corte: «2026-01-07» puede ser 2026-01-07 o 2026-07-01: en la columna hay textos con el mes primero, y al abrirlos el programa pudo tomar el día por el mes; corrija esos textos, o escriba ésta con el mes en letras.';
  // 7/1/2026 became 7 January where the month stands second, and 6/30/2026 stayed a text.
  const january = serial(0, 46029);
  test('is asked about where a date cell has two meanings', async () => {
    const formats = ['dd/mm/yyyy'];
    // biome-ignore format: rows
    const CASES: [days: CellValue[], read: unknown[]][] = [
      [[january, '6/30/2026', serial(0), '07/jul/2026'], [doubt, '2026-06-30', '2026-06-30', '2026-07-07']],
      [[january, '30/6/2026'], ['2026-01-07', '2026-06-30']],
    ];
    for (const [days, read] of CASES) {
      assert.deepEqual(await cutsIn(await inBook(formats, ...days)), read);
    }
    const document = await inOds(odsDate('2026-01-07', '07/01/26'), '6/30/2026');
    assert.deepEqual(await cutsIn(document), [doubt, '2026-06-30']);
    const many = Array.from({ length: 3000 }, () => january);
    assert.match(
      (await refusalOf(readSeguimiento(await inBook(formats, ...many, '6/30/2026')))) ?? '',
      /^En la columna «corte» .* «2026-01-07», .* «6\/30\/2026», /,
    );
  });
});
