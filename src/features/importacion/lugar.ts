import { remark } from '../../core/base/errors.ts';
import { type Meant, whereIs } from '../../core/base/geo.ts';
import {
  areMetres,
  type Cell,
  fold,
  isBrief,
  quoted,
  readDegrees,
  readPosition,
  readText,
  type SheetRow,
  unreadable,
} from '../../hojas/celdas/index.ts';
import type { Column, Finding, Headings, Row, Source } from '../../hojas/index.ts';
import { type CatalogRecord, chooseRecord } from '../../hojas-de-obras/nombres.ts';
import { limites } from '../../limites/limites.ts';
import type { CampoDeObras } from './columnas.ts';
import { createMunicipioFinder } from './municipio.ts';
import type { Draft, ObrasRequest } from './stated.ts';

// The place of a row's work.

type Position = [longitude: number, latitude: number];

/** Returns a function that reads the place of a row's work: its municipio and its coordinates. */
export function createPlaceReader(
  { catalogs: { municipios }, equivalents }: ObrasRequest,
  headings: Headings<CampoDeObras>,
  first: SheetRow[],
): (draft: Draft) => void {
  const unread = unreadPlaces(headings, first);
  const find = createMunicipioFinder(municipios, equivalents.get('municipio'));

  return ({ row, stated, fallback }) => {
    const means = (name: string) => find(name.trim()).record?.id ?? name;
    const clave = row.text('municipioClave', means);
    const place = row.text('municipio', means) ?? clave;
    let municipio: CatalogRecord | undefined;
    if (place) {
      const match = find(place.value.trim());
      municipio = chooseRecord(row, 'municipio', 'municipioId', 'el municipio', match, place);
      if (municipio) stated.municipioId = municipio.id;
      const byClave = clave && clave !== place ? find(clave.value).record : municipio;
      if (municipio && clave && byClave?.id !== municipio.id) {
        const text = `${quoted(clave.text)} no es la clave de ${municipio.nombre}.`;
        const general = 'no es la clave del municipio que dice la fila; corrija uno de los dos.';
        row.refuse(clave, { ...remark('municipioClave', text), general });
      }
    }
    const point = readPoint(row);
    if (unread) row.warn({ column: unread.column, text: null }, unread.finding);
    if (!point) return;
    stated.punto = point.position;
    warnOfOtherPoints(row, point);
    const where = whereIs(point.position, limites());
    const limite = where.area;
    if (!limite) row.refuse(point.source, outside(point.position, where.meant), 'punto');
    else if (!place) fallback.municipioId = limite.id;
    else if (municipio && municipio.id !== limite.id && !where.isNear) {
      row.warn(point.source, {
        field: '',
        campo: 'municipio',
        text: `El punto está en ${limite.nombre} según los límites del INEGI; la obra se registra en ${municipio.nombre}, como dice el archivo.`,
        general:
          'El punto está en otro municipio según los límites del INEGI; la obra se registra en el que dice el archivo.',
      });
    }
  };
}

/** Decimal degrees of Yucatán, as a column has them. */
const OF_LONGITUDE = /^-?(?:8[7-9]|90)[.,]\d{2,}$/;
const OF_LATITUDE = /^(?:19|2[01])[.,]\d{2,}$/;

/** The columns that seem to have coordinates, in a sheet without a known column of them; undefined where there are none. */
function unreadPlaces({ of, columns }: Headings<CampoDeObras>, first: SheetRow[]) {
  if (of.longitud || of.latitud || of.coordenadas) return undefined;
  const hasOnly = (is: (cell: Cell) => boolean) => (column: Column<CampoDeObras>) => {
    const cells = first.slice(0, MOST_LOOKED_AT).flatMap(({ cells }) => cells[column.index] ?? []);
    return column.campo === undefined && cells.length > 0 && cells.every(is);
  };
  const whole = columns.filter(hasOnly((cell) => 'value' in readPosition(cell)));
  const sides = [OF_LONGITUDE, OF_LATITUDE].map((degrees) =>
    columns.find(hasOnly(({ text }) => degrees.test(text.trim()))),
  );
  const likely = whole.length > 0 ? whole.slice(0, 1) : sides.flatMap((column) => column ?? []);
  const [column] = likely;
  if (!column || (whole.length === 0 && likely.length < 2)) return undefined;
  const names = likely.map(({ heading }) => quoted(heading)).join(' y ');
  const [seems, reads] = likely.length > 1 ? ['parecen', 'se leen'] : ['parece', 'se lee'];
  const text = `${names} ${seems} traer coordenadas y no ${reads}; indique qué es cada columna.`;
  return { column, finding: { field: '', campo: 'coordenadas', text, once: text } };
}
/** The first rows that decide whether a column has coordinates. */
const MOST_LOOKED_AT = 50;

/** A row's coordinates, and their cell. */
interface Point {
  position: Position;
  source: Source<CampoDeObras>;
}

/** The coordinates of a row, from the first pair of columns that is not blank. */
function readPoint(row: Row<CampoDeObras>): Point | undefined {
  const { longitud: longitudes = [], latitud: latitudes = [] } = row.headings.of;
  const pairs = Math.max(longitudes.length, latitudes.length);
  for (let i = 0; i < pairs; i++) {
    const [x, y] = [longitudes[i], latitudes[i]];
    const [east, north] = [degreesIn(row, 'longitud', x), degreesIn(row, 'latitud', y)];
    // Blank coordinates, or zeros.
    if (!east && !north) continue;
    if (!east || !north) {
      const [campo, column, other] = east
        ? (['latitud', y, 'longitud'] as const)
        : (['longitud', x, 'latitud'] as const);
      const text = `Falta la ${campo}: la fila trae la ${other}. Escríbala, o borre la otra.`;
      const columna = column?.heading ?? campo;
      row.rejections.push({ columna, valor: null, field: '', campo, text });
      return undefined;
    }
    if (east.value === undefined || north.value === undefined) return undefined;
    if (east.value === 0 && north.value === 0) continue;
    const source = { column: x as Column<CampoDeObras>, text: `${east.text}, ${north.text}` };
    const position = positionInDegrees(row, [east.value, north.value], source);
    return position && { position, source };
  }
  return readPair(row);
}

/** The most degrees between two coordinates of one place: some hundred metres. */
const SAME_PLACE_DEGREES = 0.001;
/** The ends of a stretch are two places. */
const isEnd = ({ heading }: Column<CampoDeObras>) => /inici|final|termin/.test(fold(heading));

/** Warns about other coordinates with another place. Unreadable ones are ignored. */
function warnOfOtherPoints(row: Row<CampoDeObras>, { position, source }: Point): void {
  const { of, utm, toDegrees } = row.headings;
  const { longitud = [], latitud = [], coordenadas = [], direccion = [] } = of;
  const degrees = (campo: 'longitud' | 'latitud', column: Column<CampoDeObras> | undefined) => {
    const cell = column && row.cells[column.index];
    const read = cell && readDegrees(campo, cell, utm.isStated);
    return read && 'value' in read ? read.value : Number.NaN;
  };
  const pairs = longitud.flatMap((column, i): [Column<CampoDeObras>, Position][] => {
    if (column === source.column) return [];
    const [x, y] = [degrees('longitud', column), degrees('latitud', latitud[i])];
    return [[column, areMetres(x, y) && toDegrees ? toDegrees([x, y]) : [x, y]]];
  });
  const whole = [...coordenadas, ...direccion].flatMap(
    (column): [Column<CampoDeObras>, Position][] => {
      const cell = row.cells[column.index];
      const read =
        cell && (column.campo === 'coordenadas' || isPosition(cell)) && readPosition(cell);
      return read && 'value' in read ? [[column, read.value]] : [];
    },
  );
  for (const [column, [x, y]] of [...pairs, ...whole]) {
    const isFar =
      Math.max(Math.abs(x - position[0]), Math.abs(y - position[1])) > SAME_PLACE_DEGREES;
    const isNone = (x === 0 && y === 0) || areMetres(x, y);
    if (column === source.column || !isFar || isNone || isEnd(column)) continue;
    const both = `${quoted(source.column.heading)} y ${quoted(column.heading)}`;
    const text = `${both} dicen lugares distintos; se lee ${quoted(source.column.heading)}.`;
    row.warn({ column, text: `${x}, ${y}` }, { field: '', campo: 'longitud', text, once: text });
  }
}

/** Degrees with decimals, a sign or a minus, or the web address of a map. No street address has two such numbers. */
const OF_MAPS = /\d[.,]\d{2,}|[°º]|[,;\s]-\d|^\s*(?:https?|geo):|^\s*POINT/i;

/** True for a position in a column of addresses. */
export const isPosition = (cell: Cell): boolean =>
  isBrief(cell.text) && OF_MAPS.test(cell.text) && 'value' in readPosition(cell);

/**
 * The coordinates in one cell, which may be in a column of addresses. Other words in a cell of coordinates are not read, and
 * give a warning.
 */
function readPair(row: Row<CampoDeObras>): ReturnType<typeof readPoint> {
  const [cell, column] =
    row.cellOf('coordenadas') ?? row.cellOf('direccion', (each) => !isPosition(each)) ?? [];
  if (!cell || !column) return undefined;
  const source = { column, text: cell.text };
  const result = readPosition(cell, ': dibújela en la obra');
  if ('value' in result) return { position: result.value, source };
  row.warn(source, unreadable('coordenadas', result));
  return undefined;
}

/** A position in degrees, converted from UTM where necessary. The row is refused where it is not certain. */
function positionInDegrees(
  row: Row<CampoDeObras>,
  [x, y]: Position,
  source: Source<CampoDeObras>,
): Position | undefined {
  const { toDegrees } = row.headings;
  if (areMetres(x, y) && toDegrees) return toDegrees([x, y]);
  if (!areMetres(x, y) && !areMetres(y, x)) return [x, y];
  const text = areMetres(x, y)
    ? 'Parecen coordenadas UTM; indique la zona en el encabezado, como en «X UTM 16N», o conviértalas a grados.'
    : 'Parecen coordenadas UTM intercambiadas: X es el este, con seis cifras, y Y el norte, con siete.';
  row.refuse(source, { field: '', campo: 'longitud', text });
  return undefined;
}

/** The degrees of one cell, without a value where they cannot be read; undefined for a blank cell. */
function degreesIn(
  row: Row<CampoDeObras>,
  campo: 'longitud' | 'latitud',
  column: Column<CampoDeObras> | undefined,
) {
  const cell = column && row.cells[column.index];
  if (!cell) return undefined;
  const readable = readText(cell);
  const result =
    'value' in readable ? readDegrees(campo, cell, row.headings.utm.isStated) : readable;
  if ('value' in result) return { text: cell.text, value: result.value };
  row.refuseUnread(campo, { column, text: cell.text || null }, result);
  return { text: cell.text, value: undefined };
}

/** The remedy for all rows with the same mistake. */
const NEXT_OF_SLIP = {
  intercambiadas:
    ' Cambie una por otra, o los encabezados de sus columnas: en Yucatán la longitud es de -87 a -91 y la latitud de 19 a 22.',
  signo: ' En Yucatán la longitud lleva signo menos y la latitud no.',
};

function outside(point: [number, number], meant: Meant | undefined): Finding {
  const where = 'están fuera de Yucatán';
  const [longitude, latitude] = meant?.position ?? [];
  const how = meant
    ? meant.slip === 'signo'
      ? '; parece que falta o sobra un signo'
      : '; parecen intercambiadas'
    : '; revise longitud y latitud, en grados con decimales';
  const right = meant ? `: longitud ${longitude}, latitud ${latitude}` : '';
  return {
    field: '',
    campo: 'longitud',
    text: `Las coordenadas ${point.join(', ')} ${where}${how}${right}.`,
    general: `Las coordenadas ${where}${how}.${meant ? NEXT_OF_SLIP[meant.slip] : ''}`,
  };
}
