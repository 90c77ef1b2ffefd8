import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { columnOf } from '../../../columns.ts';
import { refusalOf, sentences } from '../../../hojas/read.ts';
import { linesOf, odsOf, rowsLike, zipOf } from '../../../spreadsheet.ts';
import { bookOfWorks, errorsIn, notesIn, readAs, readObras, WORK, works } from '../read.ts';

// Files that other programs made, and what they leave in sheets: names of what is no sheet, the end of a file, codes of pages.

const FROM_MAP =
  'en QGIS, guarde su tabla con columnas de longitud y latitud como .xlsx o .csv, e importe ésa';
const FROM_LINK = 'ábralo, descargue la hoja como .xlsx o .csv, e importe ésa';
const FROM_DATABASE = 'guarde de ahí la tabla de las obras como .xlsx o .csv, e importe ésa';
const FROM_REGISTRY =
  'la lista de obras se descarga también como .xlsx y .csv: importe uno de ésos';
const FROM_ARCHIVE = 'descomprímalo y elija la hoja que trae';
const FROM_PICTURE = 'escriba sus datos en una hoja de cálculo e importe ésa';
const SAVE_AS = 'ábralo en su programa de hojas de cálculo y guárdelo como .xlsx o .csv';
const LOCK =
  'la marca que un programa deja junto a una hoja abierta, no la hoja; cierre la hoja, y elija el archivo cuyo nombre no empieza con «~$» ni con «.~lock»';
const PAGE = `una página web o XML, aunque su nombre diga otra cosa; ${SAVE_AS}`;

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'number' ? Buffer.alloc(part) : Buffer.from(part, 'latin1'),
    ),
  );
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const point = '{"type":"Point","coordinates":[-89.6237,20.9674]}';
/** The beside-file of an open workbook, «~$Obras.xlsx»: a name in so many bytes, and again in UTF-16. */
const excelLock = (name: string, width: number) => {
  const again = Buffer.alloc(165 - 1 - width);
  again.writeUInt16LE(name.length);
  again.write(name, 2, 'utf16le');
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name.padEnd(width)), again]);
};
/** The head of a table of dBase with one field. */
function dbf(version: number): Buffer {
  const head = Buffer.alloc(65);
  head.set([version, 126, 6, 30]);
  head.writeUInt16LE(65, 8);
  head.writeUInt16LE(11, 10);
  head.write('CLAVE', 32);
  head[64] = 0x0d;
  return Buffer.concat([head, Buffer.from(' SOP-1     \x1a')]);
}

describe('a file of another trade', () => {
  /** By what the file is told to be. */
  // biome-ignore format: rows
  const FILES: Record<string, Record<string, () => Promise<Buffer> | Buffer | string>> = {
    [`un GeoJSON, una capa de mapa; ${FROM_MAP}`]: {
      'a GeoJSON': () => `{\n  "type": "FeatureCollection",\n  "features": [{"type": "Feature", "properties": {"clave": "C-1"}, "geometry": ${point}}]\n}`,
      'a GeoJSON sequence': () => `\x1e{"type":"Feature","properties":{"clave":"C-1"},"geometry":${point}}\n`.repeat(2),
      'a geometry alone': () => ` ${point}`,
    },
    [`un FlatGeobuf, una capa de mapa; ${FROM_MAP}`]: { 'a FlatGeobuf': () => bytes('fgb\x03fgb\x01', 600) },
    [`un comprimido; ${FROM_ARCHIVE}`]: {
      'a tar': () => bytes('obras.csv', 248, 'ustar\x0000', 600),
      '7-Zip': () => bytes('7z\xbc\xaf\x27\x1c\0\x04'),
      RAR: () => bytes('Rar!\x1a\x07\x01\0'),
    },
    [`un KML, una capa de Google Earth; ${FROM_MAP}`]: {
      'a KML': () =>
        `${XML}<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Obras</name></Document></kml>`,
      'a KML without a declaration': () => '<kml><Document/></kml>',
    },
    [`un KMZ, una capa de Google Earth; ${FROM_MAP}`]: { 'a KMZ': () => zipOf({ 'doc.kml': '<kml/>' }) },
    [`un GPX, una ruta de GPS; ${FROM_MAP}`]: {
      'a GPX': () => `${XML}<gpx version="1.1" creator="prueba"><wpt lat="20.9" lon="-89.6"/></gpx>`,
    },
    [`un Shapefile comprimido, una capa de mapa; ${FROM_MAP}`]: {
      'a Shapefile in a zip': () => zipOf({ 'obras.shp': 'x', 'obras.dbf': 'x', 'obras.shx': 'x', 'obras.prj': 'x' }),
    },
    [`parte de un Shapefile, una capa de mapa; ${FROM_MAP}`]: {
      'a Shapefile’s part': () => bytes('\0\0\x27\x0a', 20, '\0\0\0\x72', '\xe8\x03\0\0'),
    },
    [`un GeoPackage, una capa de mapa; ${FROM_MAP}`]: { 'a GeoPackage': () => bytes('SQLite format 3\0', 52, 'GPKG', 100) },
    [`una base de datos (SQLite); ${FROM_DATABASE}`]: { SQLite: () => bytes('SQLite format 3\0', 200) },
    [`una base de datos de Access; ${FROM_DATABASE}`]: {
      Access: () => bytes('\0\x01\0\0Standard ACE DB\0', 200),
      'Access of before 2007': () => bytes('\0\x01\0\0Standard Jet DB\0', 200),
    },
    [`una tabla de dBase (.dbf); ${SAVE_AS}`]: Object.fromEntries(
      [0x03, 0x30, 0x83, 0xf5].map((version) => [`dBase, version ${version}`, () => dbf(version)]),
    ),
    [`un comprimido (gzip); ${FROM_ARCHIVE}`]: { gzip: () => gzipSync('claveUnica\r\nA') },
    'un comprimido sin nada dentro; elija el archivo que tiene la hoja': { 'an empty zip': () => zipOf({}) },
    'un enlace a una hoja de Google, no la hoja; ábrala ahí, elija Archivo › Descargar › Microsoft Excel (.xlsx), e importe ese archivo': {
      'a link of Google’s': () => '{"":"WARNING! DO NOT EDIT THIS FILE!","doc_id":"1AbC","resource_key":"","email":"captura@obras.example"}',
      'an older link of Google’s': () => '{"url": "https://docs.google.com/open?id=1AbC", "resource_id": "spreadsheet:1AbC"}',
    },
    [`un enlace, no la hoja a la que lleva; ${FROM_LINK}`]: {
      'a link of Windows': () => '[InternetShortcut]\r\nURL=https://docs.google.com/spreadsheets/d/1AbC/edit\r\n',
      'a link of Linux': () => '[Desktop Entry]\nType=Link\n',
      'a link of Mac': () => `${XML}<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN"><plist version="1.0"><dict><key>URL</key><string>https://x.mx</string></dict></plist>`,
    },
    'un acceso directo de Windows; elija la hoja a la que lleva': { 'a shortcut': () => bytes('L\0\0\0\x01\x14\x02\0', 100) },
    [LOCK]: {
      'Excel’s mark of an open workbook': () => excelLock('Captura', 53),
      'that of another Excel': () => excelLock('Ana', 54),
      'LibreOffice’s mark of an open workbook': () => ',captura,PC-7,29.11.2026 12:00,file:///home/captura/.config/libreoffice/4;',
    },
    [`una descarga de un registro como éste para otros programas; ${FROM_REGISTRY}`]: {
      'the registry’s GeoJSON': () => `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"obraId":1,"claveUnica":"A"},"geometry":${point}}]}`,
      'the registry’s lines of JSON': () => '{"id":1,"numeroObra":1,"claveUnica":"A","nombre":"B"}\n{"id":2,"numeroObra":2,"claveUnica":"C","nombre":"D"}\n',
      'the registry’s list': () => '[{"id":1,"numeroObra":1,"claveUnica":"A"}]',
    },
    [`una publicación en OC4IDS; ${FROM_REGISTRY}`]: {
      OC4IDS: () => '{\n"uri": "https://x.mx/oc4ids",\n"version": "0.9",\n"projects": [\n{"id":"oc4ids-1"}]}',
    },
    'un respaldo de un registro; quien lo administra lo restaura con npm run restore': {
      'a backup': () => '{"respaldo":"registro-obras-publicas","formato":2}\n',
    },
    [`un texto de datos para programas (JSON); ${FROM_DATABASE}`]: {
      JSON: () => '{"result": {"records": []}}',
      'rows of JSON': () => '[["clave","nombre"],["A","B"]]',
    },
    [`un respaldo de una base de datos (SQL); ${FROM_DATABASE}`]: {
      SQL: () => '-- MySQL dump 10.13\nINSERT INTO obras VALUES (1);',
    },
    [`una foto o un video; ${FROM_PICTURE}`]: { 'a photo': () => bytes('\xff\xd8\xff\xe1', 100) },
    [`un plano de AutoCAD; ${FROM_PICTURE}`]: { 'a drawing': () => bytes('AC1032\0\0\0', 100) },
    'un documento de texto (RTF); copie su tabla a una hoja de cálculo y guárdela como .xlsx': {
      RTF: () => '{\\rtf1\\ansi Obras}',
    },
    [`una hoja de cálculo en XML; ${SAVE_AS}`]: {
      'a workbook in XML': () => `${XML}<?mso-application progid="Excel.Sheet"?><Workbook/>`,
    },
    [`una página web, aunque su nombre diga otra cosa; ${SAVE_AS}`]: {
      'a page in one file': () => 'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="x"\r\n',
    },
    [PAGE]: Object.fromEntries([
      ...['<style>td{color:red}</style><table>', '<!-- hecho por el sistema --><table>', '<body><table>', '<div id="x"><table>'],
      ...['\r\n  <TABLE border=1>', '<meta charset="utf-8"><table>', '<font face="Arial"><table>', '</br><table>', '<x:hoja><x:fila/></x:hoja>'],
    ].map((page) => [
      `a page that begins with ${page.trim().slice(0, 8)}`,
      () => iconv.encode(page, page.startsWith('<body') ? 'utf-16le' : 'utf-8', { addBOM: true }),
    ])),
  };
  for (const [told, files] of Object.entries(FILES)) {
    for (const [name, make] of Object.entries(files)) {
      test(`the refusal of ${name} names its kind and the remedy`, async () => {
        assert.equal(await refusalOf(readObras(await make())), `El archivo es ${told}.`);
      });
    }
  }
});

describe('a text with the end marks of old programs', () => {
  const whole = works({});
  test('ends before the signs by which old programs end it', async () => {
    const ENDS = [
      ...['\x1a', '\r\n\x1a', '\r\n\x1a\x1a\x1a', '\x1a\r\n', '\0\0\0', '\r\n\x1a\0\0\0\0'],
      ...[`\r\n\x1a${'\0'.repeat(200_000)}`, '\r\n\r\n\x1a \r\n\x1a\r\n'],
    ];
    const inUtf16 = (text: string) => iconv.encode(text, 'utf-16le', { addBOM: true });
    const inWindows = (text: string) => iconv.encode(text, 'windows-1252');
    for (const end of ENDS)
      for (const encode of [Buffer.from, inUtf16, inWindows]) {
        const read = await readObras(encode(whole + end));
        assert.deepEqual([...read.errores, ...read.avisos], []);
        assert.deepEqual(readAs(read, 'claveUnica'), ['A-0']);
        assert.deepEqual(readAs(read, 'estatusObraId'), [4]);
      }
    const empty = 'El archivo está vacío; guarde de nuevo el original, y elíjalo otra vez.';
    assert.equal(await refusalOf(readObras('\x1a')), empty);
    assert.equal(await refusalOf(readObras('\0'.repeat(70_000))), empty);
  });
});

describe('the codes of a web page', () => {
  const READ: [cell: string, read: string][] = [
    ['Construcci&oacute;n', 'Construcción'],
    ['Construcci&#243;n', 'Construcción'],
    ['Construcci&#xF3;n', 'Construcción'],
    ['Construcci&amp;oacute;n', 'Construcción'],
    ['Construcci&oacuten', 'Construcción'],
    ['Ca&ntilde;o &amp; desag&uuml;e', 'Caño & desagüe'],
    ['&iquest;Qu&eacute; obra&nbsp;es?', '¿Qué obra es?'],
    ['&laquo;Calle&raquo; 60 &#150; 62', '«Calle» 60 – 62'],
    ['Barda<br>perimetral', 'Barda\nperimetral'],
    ['Barda<BR />perimetral</br>', 'Barda\nperimetral'],
    ['&quot;Las &Aacute;guilas&quot;', '"Las Águilas"'],
  ];
  // biome-ignore format: rows
  const LEFT = [
    'A & B', 'R&D', 'Q&A;', '&xyz; 5', '&#0; y &#xD800;', 'https://x.mx/?a=1&b=2', 'a < b', '&', 'AT&T; S.A.',
  ];
  test('are read as the letters that they stand for, with an aviso in both cases', async () => {
    for (const [cell, read] of READ) {
      const files = [
        works({ nombre: cell }),
        await bookOfWorks([{ nombre: cell }]),
        await odsOf([{ name: 'Obras', rows: rowsLike(WORK, [{ nombre: cell }]) }]),
      ];
      const line = read.replace('\n', ' ');
      const note = `2: Nombre: «${cell}» trae códigos de página web, y se lee «${line}».`;
      for (const file of files) {
        assert.deepEqual(readAs(await readObras(file), 'nombre'), [read]);
        assert.deepEqual(await notesIn(file), [note]);
      }
    }
    for (const cell of LEFT) {
      const file = works({ nombre: cell });
      assert.deepEqual(readAs(await readObras(file), 'nombre'), [cell]);
      assert.deepEqual(await notesIn(file), [], cell);
    }
  });

  test('are no part of a key, a name in a catalog, a heading, or a blank cell', async () => {
    const rows = [
      ['Clave &uacute;nica', ...Object.keys(WORK).slice(1), 'Descripci&oacute;n'],
      ['A&amp;1', ...Object.values(WORK).slice(1), '&nbsp;'],
    ];
    const file = linesOf(rows)
      .replace('SOP', 'Secretar&iacute;a de Aguas')
      .replace('Mérida', 'M&eacute;rida');
    const { rows: read, avisos, columnas } = await readObras(file, { crearCatalogos: true });
    const { claveUnica, dependencia, municipioId, descripcion } = read[0]?.values ?? {};
    assert.deepEqual([claveUnica, dependencia], ['A&1', 'Secretaría de Aguas']);
    assert.deepEqual([municipioId, descripcion], [50, undefined]);
    const headings = columnOf(columnas, 'columna');
    assert.deepEqual([headings[0], headings.at(-1)], ['Clave única', 'Descripción']);
    const note = '2: Clave única: «A&amp;1» trae códigos de página web, y se lee «A&1».';
    assert.ok(sentences(avisos).includes(note));
  });

  test('that format a text are pointed out, and kept out of catalogs', async () => {
    const why = 'trae etiquetas de página web, como «<b>»; quítelas.';
    const file = works({ nombre: '<b>Barda</b> perimetral' });
    assert.deepEqual(await notesIn(file), [`2: Nombre: «<b>Barda</b> perimetral» ${why}`]);
    assert.deepEqual(readAs(await readObras(file), 'nombre'), ['<b>Barda</b> perimetral']);
    const agency = works({ dependencia: '<span>Aguas</span>' });
    assert.deepEqual(await errorsIn(agency, { crearCatalogos: true }), [
      `2: Dependencia: «<span>Aguas</span>» no se agrega al catálogo: ${why}`,
    ]);
  });
});
