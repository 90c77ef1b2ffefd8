import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import type { Database, Statement } from '../../../src/core/db/db.ts';
import { addressOf } from '../../../src/core/http/cache/answers.ts';
import { streamObras } from '../../../src/core/obras/documents.ts';
import { countRows } from '../../../src/core/obras/listado.ts';
import { orderNames } from '../../../src/core/obras/schema.ts';
import { listadoOf } from '../../../src/features/exportes/exports.ts';
import { LISTAS } from '../../../src/features.ts';
import { csvText } from '../../../src/hojas/formatos/write-csv.ts';
import { writeXlsx } from '../../../src/hojas/formatos/write-xlsx.ts';
import { fileName } from '../../../src/listados/descarga.ts';
import { streamRows } from '../../../src/listados/listado-en-archivo.ts';
import { columnOf, columnsOf, numbers } from '../../columns.ts';
import { hasFeature, isHere } from '../../features.ts';
import { importToEnd } from '../../imports.ts';
import { manyObras } from '../../many-obras.ts';
import { sheetCells, sheetRows, unzip } from '../../spreadsheet.ts';
import { table } from '../../table.ts';
import {
  type Answer,
  addressFor,
  base,
  call,
  count,
  db,
  idsOf,
  newObra,
  noteArchivo,
  otherApp,
  refused,
  resetWithCatalog,
  statusesOf,
  tokenOf,
  ubicacionBody,
} from '../../world.ts';

const COLUMNS = LISTAS.columns.all;
const ORDENES = orderNames(LISTAS.ordenes);

const LISTADO = listadoOf(LISTAS, '');

const HEADINGS =
  'id,numeroObra,claveUnica,nombre,descripcion,monto,ejercicioFiscal,dependencia,siglas,municipio,municipioClave,tipoProyecto,estatus,direccion,localidadReferencia,referenciaLugar,longitud,latitud' +
  (hasFeature('archivos') ? ',fotos,foto' : '');

/** The same in words, as workbooks have them. */
const LABELS =
  'Id en el registro,Número de obra,Clave única,Nombre de la obra,Descripción,Monto en pesos,Ejercicio fiscal,Dependencia,Siglas de la dependencia,Municipio,Clave del municipio,Tipo de proyecto,Estatus,Dirección,Localidad de referencia,Referencia del lugar,Longitud (grados),Latitud (grados)' +
  (hasFeature('archivos') ? ',Fotos,Foto más nueva' : '');
const labelOf = (name: string) => LABELS.split(',')[HEADINGS.split(',').indexOf(name)] as string;

/** The bytes of an answer that has to be a 200, and its headers. */
async function file(path: string, headers: Record<string, string> = {}, url = base) {
  const authorization = `Bearer ${await tokenOf('user')}`;
  const answer = await fetch(url + path, { headers: { authorization, ...headers } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.equal(answer.status, 200, bytes.toString());
  return { bytes, headers: answer.headers };
}

/** CSV's cells as RFC 4180 has them, whose rows end with CRLF alone. */
const csvCells = (text: string): string[][] => parse(text, { record_delimiter: '\r\n' });

/** A CSV's rows below its headings, by column. */
async function csvRows(path: string): Promise<Record<string, string>[]> {
  const { bytes } = await file(path);
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  const [headings = [], ...rows] = csvCells(
    new TextDecoder('utf-8', { fatal: true }).decode(bytes),
  );
  assert.equal(headings.join(), HEADINGS);
  return rows.map((row) => {
    assert.equal(row.length, headings.length);
    return Object.fromEntries(row.map((cell, i) => [headings[i], cell]));
  });
}

const xlsxRows = async (path: string) =>
  sheetRows((await unzip((await file(path)).bytes))['xl/worksheets/sheet1.xml'] as string);

/** A workbook's second sheet: what its first one is of. */
async function datosOf(path: string): Promise<[string, string][]> {
  const { bytes } = await file(path);
  const cells = sheetCells((await unzip(bytes))['xl/worksheets/sheet2.xml'] as string);
  assert.equal(cells.A1?.value, 'Datos de la descarga');
  const rows: [string, string][] = [];
  for (let row = 2; cells[`A${row}`]; row++) {
    rows.push([cells[`A${row}`]?.value ?? '', cells[`B${row}`]?.value ?? '']);
  }
  return rows;
}

/** The name under which a file is given. */
const nameOf = async (path: string) =>
  /^attachment; filename="([^"]*)"$/.exec(
    (await file(path)).headers.get('content-disposition') ?? '',
  )?.[1];

/** A day in a file's name: the test does not ask which it is, since it may end meanwhile. */
const DAY = '\\d{4}-\\d{2}-\\d{2}';

// Texts that have broken exports before ------------------------------------------------------------

// biome-ignore format: rows
const ODD = [
  '=1+1', '+52 999 123 4567', '-5', '@SUM(A1)', '＝1', '＋1', '－1', '＠1', "'0506B", "''dos", '=cmd|"/c calc"!A1',
  'Con "comillas", coma; y punto y coma', 'Varios\nrenglones\n\ny más', 'Ñandú, pingüino, cigüeña, ácido', '🚧 obra 🏗️',
  '_x000D_ y _x0041_ y _xzzzz_', '<b>&amp;</b>', '١٢٣', '001234', '1E5', '2026-01-31', 'TRUE',
  'x'.repeat(255),
];

describe('the exports', () => {
  let newest = 0;
  before(async () => {
    await resetWithCatalog();
    await db.query(`UPDATE dependencias SET nombre = '=Secretaría "A"', siglas = '-SA'`);
    await db.query(`INSERT INTO dependencias (nombre) VALUES ('Sin siglas')`);
    for (const nombre of ODD)
      await newObra({ nombre, descripcion: `${nombre} ${nombre}`.slice(0, 300) });
    const at = (type: string, coordinates: unknown) => ({
      tipoGeometria: type.includes('Point') ? 'PUNTO' : 'RUTA',
      geometriaJson: { type, coordinates },
    });
    const line = at('LineString', [[-89.6, 20.9], [-89.5, 20.8]]); // biome-ignore format: geometry
    const { id } = await newObra({
      claveUnica: 'PUNTO',
      monto: 9999999999999.99,
      tipoProyectoId: null,
      dependenciaId: 2,
      municipioId: 1,
      ubicaciones: [
        ubicacionBody({
          ...at('Point', [-89.12345678901234, 20.5, 8]),
          direccion: '-calle 60',
          localidadReferencia: '@Cholul',
          referenciaLugar: 'Frente al parque',
        }),
      ],
    });
    newest = await noteArchivo(id, { fecha: '2026-05-12' });
    await noteArchivo(id, { fecha: '2026-03-01' });
    await noteArchivo(id, { publico: false });
    await noteArchivo(id, { clase: 'ACTA_ENTREGA' });
    await newObra({
      claveUnica: 'DOS',
      monto: 0,
      ubicaciones: [
        ubicacionBody({ ...line, orden: 5, direccion: 'segunda' }),
        ubicacionBody({ orden: 1, direccion: 'primera' }),
      ],
    });
    await newObra({ claveUnica: 'RUTA', ubicaciones: [ubicacionBody(line)] });
    const points = ubicacionBody(at('MultiPoint', [[-89.6, 20.9]]));
    await newObra({ claveUnica: 'PUNTOS', ubicaciones: [points] });
    await newObra({ claveUnica: 'NINGUNA' });
  });

  const expected = async () =>
    (await call('user', 'GET', '/obras')).body.map((obra: Answer['body']) => {
      const ubicaciones: Answer['body'][] = obra.ubicaciones;
      const [first] = ubicaciones.toSorted((a, b) => a.orden - b.orden);
      const isPoint = ubicaciones.length === 1 && first?.geometriaJson.type === 'Point';
      const [longitud, latitud] = isPoint ? (first?.geometriaJson.coordinates ?? []) : [];
      return {
        id: String(obra.id),
        numeroObra: String(obra.numeroObra),
        claveUnica: obra.claveUnica,
        nombre: obra.nombre,
        descripcion: obra.descripcion,
        monto: obra.monto.toFixed(2),
        ejercicioFiscal: String(obra.ejercicioFiscal.anio),
        dependencia: obra.dependencia.nombre,
        siglas: obra.dependencia.siglas ?? '',
        municipio: obra.municipio.nombre,
        municipioClave: String(31000 + obra.municipio.id),
        tipoProyecto: obra.tipoProyecto?.nombre ?? '',
        estatus: obra.estatusObra.nombre,
        direccion: first?.direccion ?? '',
        localidadReferencia: first?.localidadReferencia ?? '',
        referenciaLugar: first?.referenciaLugar ?? '',
        longitud: String(longitud ?? ''),
        latitud: String(latitud ?? ''),
        ...(hasFeature('archivos') &&
          (obra.claveUnica === 'PUNTO'
            ? { fotos: '2', foto: `/obras/${obra.id}/archivos/${newest}/contenido` }
            : { fotos: '0', foto: '' })),
      };
    });

  test('have in CSV every obra as it is, once the apostrophe of a text is taken off', async () => {
    const texts = new Set(
      columnOf(
        COLUMNS.filter(({ type }) => type === 'text'),
        'name',
      ),
    );
    const bareOf = ([name, cell]: [string, string]) =>
      [name, texts.has(name) ? cell.replace(/^'/, '') : cell] as const;
    const rows = await csvRows('/obras.csv');
    const bare = rows.map((row) => Object.fromEntries(Object.entries(row).map(bareOf)));
    assert.deepEqual(bare, await expected());
  });

  test('have in CSV no cell that a spreadsheet takes for a formula, and no number with an apostrophe', async () => {
    const rows = await csvRows('/obras.csv');
    for (const row of rows) {
      for (const { name, type } of COLUMNS) {
        const cell = row[name] as string;
        if (type === 'text') assert.doesNotMatch(cell, /^[=+\-@\t\r\n＝＋－＠]/, name);
        else assert.match(cell, /^(-?\d+(\.\d+)?)?$/, name);
      }
    }
    const { nombre } = rows[0] as Record<string, string>;
    assert.equal(nombre, "'=1+1");
    assert.deepEqual(columnOf(rows.slice(8, 10), 'nombre'), ["''0506B", "'''dos"]);
    const point = rows.find((row) => row.claveUnica === 'PUNTO');
    assert.deepEqual(
      [point?.longitud, point?.latitud, point?.monto, point?.direccion],
      ['-89.12345678901234', '20.5', '9999999999999.99', "'-calle 60"],
    );
  });

  test('have in XLSX every obra as it is: texts as texts, numbers as numbers', async () => {
    const rows = await xlsxRows('/obras.xlsx');
    const whole = await expected();
    assert.equal(rows.length, whole.length);
    for (const [i, row] of rows.entries()) {
      for (const { name, type } of COLUMNS) {
        const cell = row[labelOf(name)];
        assert.equal(cell?.value ?? '', whole[i]?.[name], name);
        if (!cell) continue;
        assert.equal(cell.isText, type === 'text', name);
        assert.equal(cell.style, type === 'amount' ? 2 : 0, name);
      }
    }
  });

  for (const path of hasFeature('importacion') ? ['/obras.csv', '/obras.xlsx'] : []) {
    test(`of ${path} change no work where they are imported again`, async () => {
      const { bytes } = await file(path);
      const state = async () => [
        (await call('user', 'GET', '/obras')).text,
        await count('bitacora'),
      ];
      const before = await state();
      const mode = ['actualizar=true', 'application/octet-stream'] as const;
      const { status, body } = await importToEnd(bytes, ...mode);
      const n = await count('obras');
      assert.deepEqual([status, body.errores, body.filas, body.sinCambio], [200, [], n, n]);
      assert.deepEqual(await state(), before);
      // All that can be brought in is known by its heading, once.
      const known = columnOf(body.columnas as { campo: string | null }[], 'campo');
      assert.deepEqual(
        known.filter((campo) => campo !== null).toSorted(),
        COLUMNS.flatMap(({ name, headings }) => (headings ? name : [])).toSorted(),
      );
      const sheets = columnsOf(body.hojas, 'nombre', 'leida');
      const inBook = [['Obras', true], ['Datos de la descarga', false]]; // biome-ignore format: rows
      assert.deepEqual(sheets, path.endsWith('xlsx') ? inBook : []);
    });
  }

  if (hasFeature('archivos'))
    test('have the whole address of a photo under PUBLIC_URL, and not of one that is made private', async (t) => {
      const PUBLIC_URL = 'https://obras.ejemplo.mx';
      const url = await addressFor(t, { PUBLIC_URL });
      const [{ id }] = (await call('user', 'GET', '/obras?municipioId=1&campos=id')).body;
      const addressed = async (photo: number) => {
        const [, ...rows] = csvCells((await file('/obras.csv', {}, url)).bytes.toString());
        const [row = []] = rows.filter((row) => row[2] === 'PUNTO');
        const [count, address] = row.slice(-2);
        assert.equal(address, `${PUBLIC_URL}/obras/${id}/archivos/${photo}/contenido`);
        return count;
      };
      const turn = () =>
        db.query('UPDATE archivos SET publico = NOT publico WHERE obra_id = $1', [id]);
      assert.equal(await addressed(newest), '2');
      await turn();
      const hidden = await db.one('SELECT id FROM archivos WHERE publico AND clase IS NULL');
      assert.equal(await addressed((hidden as { id: number }).id), '1');
      await turn();
    });

  test('have in XLSX headings that stay, are bold and filter the rows below', async () => {
    const { bytes } = await file('/obras.xlsx?municipioId=1');
    const parts = await unzip(bytes);
    const names =
      '[Content_Types].xml _rels/.rels xl/_rels/workbook.xml.rels xl/styles.xml xl/workbook.xml xl/worksheets/sheet1.xml xl/worksheets/sheet2.xml';
    assert.deepEqual(Object.keys(parts).sort(), names.split(' '));
    assert.match(
      parts['xl/workbook.xml'] ?? '',
      /<sheet name="Obras" sheetId="1" r:id="r1"\/><sheet name="Datos de la descarga" sheetId="2" /,
    );
    const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
    assert.match(sheet, /<pane ySplit="1" topLeftCell="A2" [^>]*state="frozen"\/>/);
    assert.equal(sheet.match(/<col /g)?.length, COLUMNS.length);
    const headings = Object.values(sheetCells(sheet)).slice(0, COLUMNS.length);
    assert.equal(headings.map(({ value }) => value).join(), LABELS);
    // One work, below the headings.
    const last = hasFeature('archivos') ? 'T' : 'R';
    assert.ok(sheet.endsWith(`</sheetData><autoFilter ref="A1:${last}2"/></worksheet>`), sheet);
    const styles = parts['xl/styles.xml'] ?? '';
    const formats = [...styles.matchAll(/<xf [^>]*>/g)].map(([xf]) => xf);
    assert.deepEqual(new Set(headings.map(({ style }) => style)), new Set([1]));
    assert.match(formats[1] ?? '', /fontId="1"/);
    assert.match(styles, /<font><b\/>/);
    // In every workbook format 4 is #,##0.00.
    assert.match(formats[2] ?? '', /numFmtId="4"/);
  });

  test('name their content on the second sheet of XLSX, and in the name of CSV', async () => {
    const all = await datosOf('/obras.xlsx');
    const sum = isHere('/obras/resumen') ? '/obras/resumen' : '/seguimiento/resumen';
    const { total } = (await call('user', 'GET', `${sum}?por=estatus`)).body;
    assert.deepEqual(columnOf(all, 0), [
      ...['Publicado por', 'Leído del registro', 'Filtros', 'Obras'],
      'Suma de sus montos en pesos',
    ]);
    const { Filtros, Obras, ...said } = Object.fromEntries(all);
    assert.match(said['Leído del registro'] ?? '', /^\d+ de \w+ de \d{4},? .*hora de Mérida/);
    assert.deepEqual(
      [said['Publicado por'], Filtros, Obras],
      ['Registro de Obras Públicas', 'Ninguno: todas las obras', String(total.obras)],
    );
    const awarded = await datosOf(
      '/contratos.xlsx?municipioId=1&procedimiento=INVITACION&contratistaRfc=cma010203ab5',
    );
    assert.deepEqual(awarded.slice(2, 5), [
      ['Municipio', 'Abalá'],
      ['RFC del contratista', 'CMA010203AB5'],
      ['Procedimiento', 'Invitación a cuando menos tres'],
    ]);
    // 9,999,999,999,999.99 is among them: the sum is exact.
    const monto = said['Suma de sus montos en pesos'] ?? '';
    assert.match(monto, /^\d{14}\.\d\d$/);
    assert.equal(Number(monto), total.monto);

    const query =
      'municipioId=1,50&estatusObraId=4&ejercicioFiscalId=1&dependenciaId=1,999&montoMin=0&montoMax=1500000.5&q=Ñandú, ácido';
    const some = table`
      Municipio                   | Abalá; Mérida
      Estatus                     | En proceso
      Ejercicio fiscal            | 2026
      Dependencia                 | =Secretaría "A"; 999
      Monto desde                 | $0.00
      Monto hasta                 | $1,500,000.50
      Con las palabras            | Ñandú, ácido
      Obras                       | 1
      Suma de sus montos en pesos | 1500000.50`;
    assert.deepEqual((await datosOf(`/obras.xlsx?${query}`)).slice(2), some);
    assert.deepEqual((await datosOf('/obras.xlsx?municipioId=2')).slice(-2), [
      ['Obras', '0'],
      ['Suma de sus montos en pesos', '0.00'],
    ]);
    const others = await datosOf('/obras.xlsx?bbox=-90,20,-89,21&favoritas=true');
    const mine = 'Sólo las de quien descargó el archivo';
    const filters = hasFeature('mapa') ? ['-90,20,-89,21', mine] : [mine];
    assert.deepEqual(columnOf(others.slice(2, -2), 1), filters);

    for (const extension of ['csv', 'xlsx']) {
      for (const [asked, name] of [
        ['', 'obras'],
        ['?municipioId=50&estatusObraId=4', 'obras-merida-en-proceso'],
        ['?estatusObraId=4&municipioId=1,2,3', 'obras-3-municipios-en-proceso'],
        ['?dependenciaId=1', 'obras-secretaria-a'],
        ['?q=Pavimentación "60"\r\nX-Otro: 1', 'obras-pavimentacion-60-x-otro-1'],
        ['?q=日本', 'obras'],
        ['?montoMin=5000000.01&favoritas=true', 'obras-desde-5000000-01-favoritas'],
        [`?q=${'larga '.repeat(30)}`, `obras-${Array(13).fill('larga').join('-')}`],
      ]) {
        const given = await nameOf(`/obras.${extension}${encodeURI(asked as string)}`);
        assert.match(given ?? '', new RegExp(`^${name}-${DAY}\\.${extension}$`));
      }
    }
  });

  test('that are kept are made anew on another day, by Yucatán’s calendar', () => {
    const [lateOnMonday, tuesday] = [
      new Date('2026-11-24T05:59:59Z'),
      new Date('2026-11-24T06:00:00Z'),
    ];
    assert.equal(fileName([], lateOnMonday, 'csv'), 'obras-2026-11-23.csv');
    assert.equal(fileName([], tuesday, 'xlsx'), 'obras-2026-11-24.xlsx');
    const asked = (config: object, url = '/obras.csv', query: object = {}) => {
      const properties = { atrasadas: { 'x-del-dia': true }, favoritas: {} };
      const routeOptions = { config, schema: { querystring: { properties } } };
      const request = { url, query, caller: null, isPage: false, routeOptions };
      return [lateOnMonday, tuesday].map((now) => addressOf(request as never, now));
    };
    assert.deepEqual(asked({}), ['/obras.csv', '/obras.csv']);
    assert.deepEqual(asked({ isDated: true }), ['/obras.csv 2026-11-23', '/obras.csv 2026-11-24']);
    // So are those by a filter that depends on the day, where it is given.
    for (const [name, isDated] of Object.entries({ atrasadas: true, favoritas: false })) {
      const [evening, night] = asked({}, `/obras?${name}=true`, { [name]: 'true' });
      assert.equal(evening !== night, isDated, name);
    }
  });

  test('have in NDJSON the lines of GET /obras', async () => {
    const parsed = (line: string) => JSON.parse(line);
    const { bytes } = await file('/obras.ndjson');
    const lines = bytes.toString().split('\n');
    assert.equal(lines.pop(), '');
    const { text, body } = await call('user', 'GET', '/obras');
    assert.deepEqual(lines.map(parsed), body);
    // But for line ends within an obra, even the letters are the same.
    const pieces = text.slice(1, -1).replaceAll('},\n{', '}{');
    assert.equal(lines.join(''), pieces.replace(/[\r\n]/g, ' '));
    await db.query(
      `UPDATE ubicaciones SET geometria_json = E'{"type": "Point",\r\n "coordinates":\n[-89, 20]}'
       WHERE direccion = 'primera'`,
    );
    const again = (await file('/obras.ndjson')).bytes.toString().split('\n').slice(0, -1);
    assert.equal(again.length, lines.length);
    assert.deepEqual(again.map(parsed), (await call('user', 'GET', '/obras')).body);
  });

  const TYPES = table`
    # path      | type                         | coded | name
    /obras.csv    | text/csv; charset=utf-8             | br,gzip | obras-${DAY}.csv
    /obras.ndjson | application/x-ndjson; charset=utf-8 | br,gzip | obras.ndjson
    /obras.xlsx   | application/vnd.openxmlformats-officedocument.spreadsheetml.sheet | - | obras-${DAY}.xlsx`;
  for (const [path = '', type, codings = '', name = ''] of TYPES) {
    test(`of ${path} have their type and file name, and are compressed where that is worth it`, async () => {
      const { headers, bytes } = await file(path, { 'accept-encoding': 'identity' });
      assert.equal(headers.get('content-type'), type);
      const disposition = headers.get('content-disposition') ?? '';
      assert.match(disposition, new RegExp(`^attachment; filename="${name.replace('.', '\\.')}"$`));
      assert.equal(headers.get('cache-control'), 'private, no-cache');
      for (const encoding of ['br', 'gzip']) {
        const packed = await file(path, { 'accept-encoding': encoding });
        const coding = packed.headers.get('content-encoding');
        assert.equal(coding, codings.includes(encoding) ? encoding : null);
        if (codings) assert.deepEqual(packed.bytes, bytes);
      }
      const wrong = await call('user', 'GET', `${path}?municipioId=x`);
      refused(wrong, 400, ['municipioId debe ser un número entero.']);
      assert.equal(wrong.headers.get('content-disposition'), null);
      assert.match(wrong.headers.get('content-type') ?? '', /^application\/json/);
      // A page of an export there is none.
      const all = await file(`${path}?limit=1&page=2&cursor=x&campos=x`);
      assert.equal(all.headers.get('link'), null);
    });

    test(`of ${path} are a file without works, too`, async () => {
      const { bytes } = await file(`${path}?municipioId=2`);
      if (name.endsWith('csv')) assert.equal(bytes.toString(), `\ufeff${HEADINGS}\r\n`);
      if (name.endsWith('ndjson')) assert.equal(bytes.length, 0);
      if (name.endsWith('xlsx')) {
        const sheet = (await unzip(bytes))['xl/worksheets/sheet1.xml'] as string;
        assert.equal(Object.keys(sheetCells(sheet)).length, COLUMNS.length);
      }
    });
  }

  test('have paths that no obra’s path is taken for, nor the other way round', async () => {
    refused(await call('user', 'GET', '/obras/csv'), 400, [/^id /]);
    refused(await call('user', 'GET', '/obras/plantilla'), 400, [/^id /]);
    refused(await call('user', 'GET', '/obras.json'), 404, /No existe la ruta/);
    refused(await call('user', 'POST', '/obras.csv', {}), 404, /No existe la ruta/);
  });
});

describe('the cells of the exports', () => {
  test('have in CSV one more apostrophe where it is needed alone, so that no two texts are the same', () => {
    const texts = [
      ...ODD,
      ...ODD.map((text) => `'${text}`),
      ...ODD.map((text) => ` ${text}`),
      ...['', 'a\rb', '\t', '\r', '\n'],
    ];
    const cells = texts.map(csvText);
    assert.equal(new Set(cells).size, new Set(texts).size);
    for (const [i, cell] of cells.entries()) {
      const [[read = ''] = []] = csvCells(`${cell}\r\n`);
      assert.equal(read.replace(/^'/, ''), texts[i]);
    }
    const written = table`
      a   | a
      a,b | "a,b"
      a;b | "a;b"
      a"b | "a""b"
      -1  | '-1
      'a  | ''a`;
    for (const [text = '', cell] of written) assert.equal(csvText(text), cell);
  });

  /** The sheet of a workbook with one row. */
  async function sheetOf(headings: string[], cells: string[], type: 'text' | 'number') {
    const columns = headings.map((heading) => ({ heading, type, width: 10 }));
    const chunks: Buffer[] = [];
    for await (const chunk of writeXlsx([{ name: 'Una & "otra"', columns, rows: [[cells]] }])) {
      chunks.push(chunk as Buffer);
    }
    return (await unzip(Buffer.concat(chunks)))['xl/worksheets/sheet1.xml'] as string;
  }
  /** The one text of a workbook made of it. */
  async function throughXlsx(text: string, type: 'text' | 'number' = 'text') {
    const xml = await sheetOf(['Columna «1»'], [text], type);
    return { xml, ...(sheetRows(xml)[0]?.['Columna «1»'] ?? { value: '' }) };
  }

  test('have in XLSX every character', async () => {
    const controls = Array.from({ length: 0xa0 }, (_, i) => String.fromCharCode(i)).join('');
    const coded = ['_x005F_x0041_', '__x0041__x0042_', '_X0041_', '<a href="x">&lt;</a>', ']]>'];
    for (const text of [...ODD, controls, ' dos  blancos ', '\ufffe\uffff', ...coded]) {
      const { value, xml } = await throughXlsx(text);
      assert.equal(value, text.replace(/_X0041_/, '_X0041_'), JSON.stringify(text));
      // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what XML can't hold
      assert.doesNotMatch(xml, /[\0-\x08\x0b-\x1f\ufffe\uffff]/);
    }
  });

  test('have in XLSX 32,767 characters, and say where a text is longer', async () => {
    for (const [text, cut] of [
      ['x'.repeat(32_767), 'x'.repeat(32_767)],
      ['x'.repeat(32_768), `${'x'.repeat(32_766)}…`],
      [`${'x'.repeat(32_765)}🚧🚧`, `${'x'.repeat(32_765)}…`],
      [`${'x'.repeat(32_764)}🚧🚧`, `${'x'.repeat(32_764)}🚧…`],
      ['\u0001'.repeat(40_000), `${'\u0001'.repeat(32_766)}…`],
    ] as const) {
      assert.equal((await throughXlsx(text)).value, cut);
    }
  });

  test('have in XLSX all digits of a number', async () => {
    for (const text of ['9999999999999.99', '-89.12345678901234', '0.00', '1e-7']) {
      const { value, xml } = await throughXlsx(text, 'number');
      assert.equal(value, text);
      assert.match(xml, new RegExp(`<v>${text}</v>`));
    }
  });

  test('have in XLSX their letters beyond column Z', async () => {
    const columns = numbers(0, 59).map(String);
    const cells = sheetCells(await sheetOf(columns, columns, 'number'));
    assert.deepEqual(
      ['A2', 'Z2', 'AA2', 'AZ2', 'BA2', 'BH2'].map((place) => cells[place]?.value),
      ['0', '25', '26', '51', '52', '59'],
    );
  });
});

/** How statements are asked that read obras, where it is not plainly. */
type Way = <A extends unknown[], T>(ask: (...args: A) => Promise<T>) => (...args: A) => Promise<T>;

/** A statement as it is sent: its text, and its parameters. */
const sentFor = ([statement, values]: Statement) =>
  typeof statement === 'string' ? { text: statement, values: values as unknown[] } : statement;

/** A database of which obras are read in that way. */
function reading(way: Way, database: Database): Database {
  const both: Way = (ask) => {
    const inThatWay = way(ask);
    return (...args) =>
      sentFor(args as unknown as Statement).text.includes('page AS MATERIALIZED')
        ? inThatWay(...args)
        : ask(...args);
  };
  const read = { ...database, query: both(database.query), one: both(database.one) } as Database;
  return { ...read, reader: async () => read };
}

/** From the n-th statement on the database is away. */
function failingFrom(first: number): Way {
  let asked = 0;
  return (ask) =>
    async (...args) => {
      asked += 1;
      if (asked < first) return ask(...args);
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    };
}

/** Texts of 20 kB that can't be made much smaller: obras with them fill all buffers on their way. */
const TEXTS = Array.from({ length: 50 }, () => randomBytes(15_000).toString('base64'));
const textOf = (i: number) => TEXTS[i % TEXTS.length] as string;

/** As if each obra had such a text for its descripcion: a step is one or two megabytes. The database is asked each once. */
function enlarging(): Way {
  const answers = new Map<string, Promise<unknown>>();
  const enlarged = (answer: unknown) => {
    if (Array.isArray(answer)) {
      return answer.slice(0, TEXTS.length).map((row, i) => ({ ...row, descripcion: textOf(i) }));
    }
    const { json, ...step } = answer as { json: string | null };
    let i = 0;
    const described = () => `"descripcion":"${textOf(i++)}"`;
    return { ...step, json: json?.replaceAll('"descripcion":""', described) };
  };
  return (ask) =>
    async (...args) => {
      const key = JSON.stringify(args);
      const answer = answers.get(key) ?? ask(...args).then(enlarged);
      answers.set(key, answer);
      return answer as ReturnType<typeof ask>;
    };
}

describe('exports of many obras', () => {
  const PATHS = ['/obras.csv', '/obras.xlsx', '/obras.ndjson', '/obras?orden=nombre'];
  /** How the service reads obras; each test has its own way. */
  let way: Way;
  let service: Awaited<ReturnType<typeof otherApp>>;
  const large = enlarging();
  before(async () => {
    await resetWithCatalog();
    await manyObras('(SELECT n FROM generate_series(1, 1030) n WHERE n % 100 <> 3)', {
      nombre: `'Obra ' || n % 7`,
    });
    const asSet: Way =
      (ask) =>
      (...args) =>
        way(ask)(...args);
    const impatient = { ...db, slow: { concurrency: 50, patience: 2_000 } };
    service = await otherApp({ CACHE_MB: 0 }, reading(asSet, impatient));
  });
  after(() => service.close());
  interface Opened {
    answer: IncomingMessage;
    /** The service's end of its connection. */
    socket: Socket;
  }
  /** Asks on a connection of its own, and reads nothing of the answer. */
  async function open(path: string): Promise<Opened> {
    const headers = await authorized();
    const connected = once(service.app.server, 'connection') as Promise<[Socket]>;
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      request(service.url + path, { headers, agent: false }, resolve)
        .on('error', reject)
        .end(),
    );
    answer.on('error', () => {});
    const [socket] = await connected;
    return { answer, socket };
  }
  /** Cuts a connection, of which the service then knows. */
  async function leave({ answer, socket }: Opened) {
    const closed = new Promise((resolve) => socket.once('close', resolve));
    answer.destroy();
    await closed;
  }
  const authorized = async (who: 'user' | 'other' = 'user') => ({
    authorization: `Bearer ${await tokenOf(who)}`,
  });

  test('have each of them once, in step after step', async () => {
    const { body: obras } = await call('user', 'GET', '/obras?campos=id,monto');
    const ids = idsOf(obras);
    assert.equal(ids.length, 1_019);
    const inCsv = (await csvRows('/obras.csv')).map(({ id }) => Number(id));
    assert.deepEqual(inCsv, ids);
    const inXlsx = (await xlsxRows('/obras.xlsx')).map((row) => Number(row[labelOf('id')]?.value));
    assert.deepEqual(inXlsx, ids);
    // As many as a step takes, and one more or less.
    for (const most of [499, 500, 501, 1000]) {
      let rows = 0;
      const montoMax = obras[most - 1].monto.toFixed(2);
      for await (const batch of streamRows(db, LISTADO, { montoMax })) rows += batch.length;
      assert.equal(rows, most);
    }
  });

  test('have each of them once in every order of the list, as the list has them', async () => {
    for (const orden of ORDENES) {
      const listed: number[] = [];
      for await (const piece of streamObras(db, LISTAS, {}, { orden, campos: 'id' })) {
        listed.push(...idsOf(JSON.parse(`[${piece}]`)));
      }
      const rows: number[] = [];
      for await (const batch of streamRows(db, LISTADO, {}, orden)) {
        rows.push(...batch.map(([id]) => Number(id)));
      }
      assert.deepEqual(rows, listed, orden);
    }
  });

  test('take obras in small batches, though they are large', async () => {
    const undone = new Error('not to stay');
    await db
      .transaction(async (tx) => {
        await tx.query('SET LOCAL session_replication_role = replica');
        // Between the members of a JSON text blanks say nothing.
        await tx.query(
          `UPDATE obras_documentos SET cola = repeat(' ', 200000) || cola WHERE obra_id <= 30`,
        );
        const batches: number[] = [];
        for await (const batch of streamRows(tx, LISTADO, {})) batches.push(batch.length);
        const rows = batches.reduce((sum, rows) => sum + rows);
        assert.equal(rows, 1_019);
        // A megabyte, and the obra that goes beyond it.
        assert.deepEqual(batches.slice(0, 4), [5, 5, 5, 5]);
        throw undone;
      })
      .catch((error) => assert.equal(error, undone));
  });

  test('stop counting the rows that a sheet has no room for as soon as they may', async () => {
    assert.equal(await countRows(db, LISTADO, {}, 2_000), 1_019);
    assert.equal(await countRows(db, LISTADO, {}, 7), 7);
    assert.equal(await countRows(db, LISTADO, { montoMin: '10.25' }, 100), 6);
  });

  for (const path of PATHS) {
    test(`of ${path} answer 503 while the database is away, not half a file`, async () => {
      way = failingFrom(1);
      const { url } = service;
      const { status, headers, text } = await call('user', 'GET', path, undefined, { url });
      assert.deepEqual([status, headers.get('content-disposition')], [503, null], text);
      assert.match(headers.get('content-type') ?? '', /^application\/json/);
    });

    test(`of ${path} cut the connection where they fail midway`, async () => {
      for (const encoding of ['identity', 'gzip']) {
        const failing = failingFrom(3);
        way = (ask) => failing(large(ask));
        const headers = { ...(await authorized()), 'accept-encoding': encoding };
        const answer = await fetch(service.url + path, { headers });
        assert.equal(answer.status, 200);
        await assert.rejects(answer.arrayBuffer(), encoding);
      }
    });

    test(`of ${path} hold no connection for a slow reader, and forget one that leaves`, async () => {
      let underWay = 0;
      let asked = 0;
      way = (ask) => {
        const inThatWay = large(ask);
        return async (...args) => {
          underWay += 1;
          asked += 1;
          try {
            return await inThatWay(...args);
          } finally {
            underWay -= 1;
          }
        };
      };
      const slow = await open(path);
      const { socket } = slow;
      slow.answer.once('readable', () => {});
      // The network takes no more, and nothing comes from the database.
      await until(async () => {
        const before = [asked, socket.bytesWritten];
        await setTimeout(50);
        const now = [asked, socket.bytesWritten];
        return socket.writableNeedDrain && underWay === 0 && String(now) === String(before);
      });
      // Of twenty megabytes, which are 11 steps of a list, 21 of a sheet.
      assert.ok(asked < (path.includes('?') || path.endsWith('json') ? 9 : 15), String(asked));
      const after = asked;
      await leave(slow);
      await until(async () => {
        const before = asked;
        await setTimeout(50);
        return underWay === 0 && asked === before;
      });
      // The part under way to be read ahead, at most.
      assert.ok(asked <= after + 1);
    });
  }

  async function until(isSo: () => Promise<boolean>) {
    for (let attempt = 0; !(await isSo()); attempt++) assert.ok(attempt < 600);
  }

  test('are bounded in number for one user, and other users have theirs', async () => {
    let goOn = () => {};
    const wait = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    // Of a sheet the first step is there, and the second is waited for.
    let first: Promise<unknown> | undefined;
    way =
      (ask) =>
      async (...args) => {
        const { text, values } = sentFor(args as unknown as Statement);
        if (!text.includes('in_chunk')) return ask(...args);
        if (values.length > 0) await wait;
        else first ??= ask(...args);
        return (values.length > 0 ? ask(...args) : first) as ReturnType<typeof ask>;
      };
    // Each that is cut off gives its place back, and no other.
    for (let i = 0; i < 3; i++) await leave(await open('/obras.csv'));
    const held: Opened[] = [];
    // Half of the places of all answers that go out at their readers' pace.
    while (held.length < 20) held.push(await open('/obras.csv'));
    assert.ok(held.every(({ answer }) => answer.statusCode === 200));
    const asked = (path: string) => call('user', 'GET', path, undefined, { url: service.url });
    const more = ['/obras.csv', '/obras.csv', '/obras.xlsx'].map(asked);
    assert.deepEqual(statusesOf(await Promise.all(more)), [503, 503, 503]);
    assert.equal((await asked('/obras?limit=1')).status, 200);
    const others = await fetch(`${service.url}/obras.ndjson?montoMax=0.06`, {
      headers: await authorized('other'),
    });
    assert.equal((await others.text()).split('\n').length, 6);
    for (const each of held) await leave(each);
    goOn();
    await until(async () => (await asked('/obras.csv?montoMax=0')).status === 200);
  });
});
