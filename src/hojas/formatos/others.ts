import { Unreadable } from '../celdas/cell.ts';
import type { Other, Words } from '../celdas/fields.ts';

// Files that are no spreadsheets, by what they begin with: whoever chose one reads what it is, and what to do.

const FROM_MAP =
  'en QGIS, guarde su tabla con columnas de longitud y latitud como .xlsx o .csv, e importe ésa';
const FROM_LINK = 'ábralo, descargue la hoja como .xlsx o .csv, e importe ésa';
const FROM_DATABASE = (records: string) =>
  `guarde de ahí la tabla de ${records} como .xlsx o .csv, e importe ésa`;
const FROM_ARCHIVE = 'descomprímalo y elija la hoja que trae';
const FROM_PICTURE = 'escriba sus datos en una hoja de cálculo e importe ésa';
const FROM_TEXT = 'copie su tabla a una hoja de cálculo y guárdela como .xlsx';
const SAVE_AS = 'ábralo en su programa de hojas de cálculo y guárdelo como .xlsx o .csv';
/** A kind whose files often have a sheet's name. */
const mistaken = (what: string) => `${what}, aunque su nombre diga otra cosa`;

/** Another file whose sentence may name the records. */
type Known = Other | [...rest: [Other[0], Other[1]], next: (records: string) => string];

const startsWith =
  (...signatures: string[]) =>
  (bytes: string) =>
    signatures.some((each) => bytes.startsWith(each));
const matches = (pattern: RegExp) => (text: string) => pattern.test(text);

/** Beginnings of binary files, as Latin-1. */
const BINARY: Known[] = [
  [
    (bytes) => bytes.startsWith('SQLite format 3\0') && bytes.startsWith('GP', 68),
    'un GeoPackage, una capa de mapa',
    FROM_MAP,
  ],
  [startsWith('SQLite format 3\0'), 'una base de datos (SQLite)', FROM_DATABASE],
  [
    startsWith('\0\x01\0\0Standard Jet DB', '\0\x01\0\0Standard ACE DB'),
    'una base de datos de Access',
    FROM_DATABASE,
  ],
  [startsWith('fgb\x03'), 'un FlatGeobuf, una capa de mapa', FROM_MAP],
  [startsWith('\0\0\x27\x0a\0\0'), 'parte de un Shapefile, una capa de mapa', FROM_MAP],
  [startsWith('\x1f\x8b'), 'un comprimido (gzip)', FROM_ARCHIVE],
  [
    (bytes) =>
      startsWith(
        'Rar!\x1a\x07',
        '7z\xbc\xaf\x27\x1c',
        'BZh91AY',
        '\xfd7zXZ\0',
        '\x28\xb5\x2f\xfd',
      )(bytes) || bytes.startsWith('ustar', 257),
    'un comprimido',
    FROM_ARCHIVE,
  ],
  [startsWith('PK\x05\x06'), 'un comprimido sin nada dentro', 'elija el archivo que tiene la hoja'],
  [
    startsWith('\x4c\0\0\0\x01\x14\x02\0'),
    'un acceso directo de Windows',
    'elija la hoja a la que lleva',
  ],
  [startsWith('bplist00'), 'un enlace de Mac, no la hoja a la que lleva', FROM_LINK],
  [
    (bytes) =>
      startsWith('\xff\xd8\xff', '\x89PNG', 'GIF87a', 'GIF89a', 'II*\0', 'MM\0*')(bytes) ||
      (bytes.startsWith('RIFF') && bytes.startsWith('WEBP', 8)) ||
      bytes.startsWith('ftyp', 4),
    'una foto o un video',
    FROM_PICTURE,
  ],
  [(bytes) => /^AC10\d\d/.test(bytes) && bytes[6] === '\0', 'un plano de AutoCAD', FROM_PICTURE],
  [startsWith('PAR1\x15', 'ARROW1\0'), 'una tabla de Parquet o Arrow', FROM_DATABASE],
];

/** Elements that a page may begin with. */
const TAGS =
  'a|b|big|blockquote|body|br|caption|center|col|colgroup|div|em|font|form|frameset|h[1-6]|head|header|hr|html|i|iframe|img|input|li|link|main|meta|nobr|ol|p|pre|script|section|small|span|strong|style|sub|sup|table|tbody|td|tfoot|th|thead|title|tr|tt|u|ul';

/** Beginnings of texts. */
const BEGINNINGS_OF_TEXTS: Known[] = [
  [matches(/^<(?:kml|[\s\S]{0,2000}?<kml)[\s>]/i), 'un KML, una capa de Google Earth', FROM_MAP],
  [matches(/^<(?:gpx|[\s\S]{0,2000}?<gpx)[\s>]/i), 'un GPX, una ruta de GPS', FROM_MAP],
  [
    matches(
      /^<[\s\S]{0,2000}?(?:progid="Excel\.Sheet"|<(?:\w+:)?Workbook[\s>]|<office:document[\s>])/i,
    ),
    'una hoja de cálculo en XML',
    SAVE_AS,
  ],
  [
    matches(/^<\?xml[\s\S]{0,500}?<plist[\s\S]{0,500}?<key>URL<\/key>/i),
    'un enlace, no la hoja a la que lleva',
    FROM_LINK,
  ],
  [
    matches(/^\[(?:InternetShortcut|Desktop Entry)/i),
    'un enlace, no la hoja a la que lleva',
    FROM_LINK,
  ],
  [
    matches(/^\{[^{}]{0,2000}"(?:doc_id"|url"\s*:\s*"https:\/\/(?:docs|drive)\.google\.)/),
    'un enlace a una hoja de Google, no la hoja',
    'ábrala ahí, elija Archivo › Descargar › Microsoft Excel (.xlsx), e importe ese archivo',
  ],
  [
    matches(
      /^\{[\s\S]*?"type"\s*:\s*"(?:FeatureCollection|Feature|GeometryCollection|(?:Multi)?(?:Point|LineString|Polygon)|Topology)"/,
    ),
    'un GeoJSON, una capa de mapa',
    FROM_MAP,
  ],
  [
    matches(/^(?:\{\s*["}]|\[\s*[[{"\]])/),
    'un texto de datos para programas (JSON)',
    FROM_DATABASE,
  ],
  [matches(/^\{\\rtf/), 'un documento de texto (RTF)', FROM_TEXT],
  [
    matches(/^%PDF/),
    mistaken('un PDF'),
    'consiga la hoja de cálculo de la que se hizo e importe ésa',
  ],
  [
    matches(/^(?:MIME-Version:|From: )[\s\S]{0,2000}?multipart\/related/i),
    mistaken('una página web'),
    SAVE_AS,
  ],
  [
    matches(
      /^(?:-- (?:MySQL|MariaDB|PostgreSQL|phpMyAdmin)|--\s+-- PostgreSQL|(?:INSERT INTO|CREATE TABLE|SET NAMES)\s)/i,
    ),
    'un respaldo de una base de datos (SQL)',
    FROM_DATABASE,
  ],
  [matches(/^0\s+SECTION\s/), 'un plano de AutoCAD', FROM_PICTURE],
  [
    matches(
      new RegExp(
        `^<(?:!--|!doctype|\\?xml|/?(?:\\w+:)?(?:${TAGS})(?:\\s[^<>]*)?/?>|(\\w[\\w:.-]*)(?:\\s[^<>]*)?>[\\s\\S]*</\\1>)`,
        'i',
      ),
    ),
    mistaken('una página web o XML'),
    SAVE_AS,
  ],
];

const refusalOfOther = ([, what, next]: Known, records: string) =>
  new Unreadable(`El archivo es ${what}; ${typeof next === 'string' ? next : next(records)}.`);

/** The size of the file that Excel keeps beside an open workbook: a name's length, the name, and the name in UTF-16. */
const EXCEL_LOCK = 165;

const LOCK_FILE: Other = [
  matches(/^,[^\r\n]*,file:\/\/\/[^\r\n]*;\s*$/),
  'la marca que un programa deja junto a una hoja abierta, no la hoja',
  'cierre la hoja, y elija el archivo cuyo nombre no empieza con «~$» ni con «.~lock»',
];
/** The first bytes of tables of dBase, FoxPro and Visual FoxPro, by their version. */
const DBASE_VERSIONS = Buffer.from('0203303132438363838b8ecbf5fb', 'hex');

/**
 * The refusal of a file by its first bytes; undefined for a text or a workbook.
 *
 * @param size of the whole file
 */
export function otherBinary(
  start: Buffer,
  size: number,
  { records }: Pick<Words, 'records'>,
): Unreadable | undefined {
  const bytes = start.toString('latin1', 0, 4_096);
  const found = BINARY.find(([isSo]) => isSo(bytes));
  if (found) return refusalOfOther(found, records);
  const length = start[0] ?? 0;
  // The name comes a second time behind blanks, with its length before it.
  const isNamed = length > 0 && length < 54 && /^ *$/.test(bytes.slice(1 + length, 54));
  const isAgain = start[54] === length || start[55] === length;
  if (size === EXCEL_LOCK && isNamed && isAgain) return refusalOfOther(LOCK_FILE, records);
  return isDbase(start) ? dbase() : undefined;
}

const dbase = () => new Unreadable(`El archivo es una tabla de dBase (.dbf); ${SAVE_AS}.`);

/** True for the head of a table of dBase or of a Shapefile: a version, a day, and fields of 32 bytes each. */
function isDbase(start: Buffer): boolean {
  if (start.length < 33 || !DBASE_VERSIONS.includes(start[0] as number)) return false;
  const [month = 0, day = 0] = start.subarray(2, 4);
  const head = start.readUInt16LE(8);
  const isOfDay = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return (
    isOfDay && head >= 33 && start.readUInt16LE(10) > 0 && start.subarray(32, head).includes(0x0d)
  );
}

/** The refusal of a text that is no table, by its beginning; undefined for any other. */
export function otherText(
  beginning: string,
  { records, others }: Pick<Words, 'records' | 'others'>,
): Unreadable | undefined {
  // Each record of a GeoJSON sequence stands behind a separator (RFC 8142).
  const text = (beginning.startsWith('\x1e') ? beginning.slice(1) : beginning).trimStart();
  const found = [LOCK_FILE, ...others, ...BEGINNINGS_OF_TEXTS].find(([isSo]) => isSo(text));
  return found && refusalOfOther(found, records);
}

/** Names of an archive's parts, and what it is. */
const ARCHIVES: [part: RegExp, sentence: string][] = [
  [/^xl\/workbook\.bin$/, 'El archivo es un libro binario (.xlsb); guárdelo como .xlsx.'],
  [
    /\.iwa$/,
    'El archivo es de Numbers; ábralo ahí, elija Archivo › Exportar a › Excel, e importe ese .xlsx.',
  ],
  [
    /^word\/document\.xml$/,
    'El archivo es un documento de Word; copie su tabla a una hoja de cálculo y guárdela como .xlsx.',
  ],
  [
    /^ppt\/presentation\.xml$/,
    'El archivo es una presentación; copie su tabla a una hoja de cálculo y guárdela como .xlsx.',
  ],
  [/\.kml$/, `El archivo es un KMZ, una capa de Google Earth; ${FROM_MAP}.`],
  [/\.(?:shp|shx)$/, `El archivo es un Shapefile comprimido, una capa de mapa; ${FROM_MAP}.`],
  [
    /\.gdb\/|\.(?:gpkg|geojson|gpx|qgs|tab|mif)$/,
    `El archivo trae una capa de mapa comprimida; ${FROM_MAP}.`,
  ],
];

/** The refusal of an archive that is no workbook. */
export function notAWorkbook(parts: Iterable<string>): Unreadable {
  const names = [...parts];
  const [, sentence] = ARCHIVES.find(([part]) => names.some((name) => part.test(name))) ?? [];
  return new Unreadable(
    sentence ??
      'El archivo es un comprimido, pero no una hoja de cálculo .xlsx ni .ods; descomprímalo y elija la hoja que trae.',
  );
}
