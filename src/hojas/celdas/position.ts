import {
  type Angle,
  anglesIn,
  isOfLatitude,
  isOfLongitude,
  round,
  withPoints,
} from '../../core/base/geo.ts';
import type { Cell } from './cell.ts';
import { isBrief, quoted, type Read } from './text.ts';
import { areMetres, zoneIn } from './utm-headings.ts';

// Positions as people write them. The cells of a sheet, the portal's form and its search for places read them here. A position
// is degrees with decimals, degrees with minutes and seconds, metres of UTM, or the web address of a map.

/** A position in a text: in degrees, or in metres of a UTM zone where the text names it. */
export type Escrita =
  | {
      /** Longitude and latitude in degrees. In the text latitude comes first, unless letters or the address say otherwise. */
      written: [number, number];
      /** The same numbers in the order that is a place in Mexico; undefined elsewhere. Only one order can be in Mexico. */
      meant: [number, number] | undefined;
    }
  | { metres: [east: number, north: number]; zone: number | undefined };

const NUMBER_PATTERN = String.raw`([-+−]?\d+(?:\.\d+)?)`;
/** Patterns of a map's web address, latitude first. A searched or marked place comes before the centre of the view. */
const IN_ADDRESS = [
  `!3d${NUMBER_PATTERN}!4d${NUMBER_PATTERN}`,
  `[?&](?:q|query|ll|destination|daddr|center|cp)=(?:loc:)?${NUMBER_PATTERN}[,~ ]+${NUMBER_PATTERN}`,
  `[?&]mlat=${NUMBER_PATTERN}&mlon=${NUMBER_PATTERN}`,
  `/(?:search|place|dir)/${NUMBER_PATTERN}, *${NUMBER_PATTERN}`,
  `#map=[\\d.]+/${NUMBER_PATTERN}/${NUMBER_PATTERN}`,
  `@${NUMBER_PATTERN},${NUMBER_PATTERN}`,
  `^geo:${NUMBER_PATTERN},${NUMBER_PATTERN}`,
].map((pattern) => new RegExp(pattern, 'i'));
const IS_ADDRESS = /^(?:https?:\/\/|geo:)/i;

/** Points as programs of maps write them, longitude first: WKT, with its system of coordinates or without. */
const WKT = new RegExp(
  String.raw`^(?:SRID=(\d+)\s*;\s*)?POINT\s*(?:Z|M|ZM)?\s*\(\s*${NUMBER_PATTERN}\s+${NUMBER_PATTERN}(?:\s+${NUMBER_PATTERN}){0,2}\s*\)$`,
  'i',
);
/** Latitude, longitude, altitude and accuracy, as phones write them (ODK, KoBoToolbox). */
const OF_PHONES = new RegExp(
  `^${NUMBER_PATTERN}\\s+${NUMBER_PATTERN}\\s+${NUMBER_PATTERN}\\s+${NUMBER_PATTERN}$`,
);
/** Shapes that are no points. */
const IS_SHAPE =
  /^(?:SRID=\d+\s*;\s*)?(?:MULTI)?(?:LINESTRING|POLYGON)\b|"type"\s*:\s*"(?:Multi)?(?:LineString|Polygon)"/i;

/** Words beside the numbers of a position. */
const WORDS_OF_POSITIONS = /(?<!\p{L})(?:lat|latitud|long?|lng|longitud)(?!\p{L})[.:=]*|[()[\]]/giu;
/** «20,9674; -89,6237»: commas for decimals, and something else between the two. */
const DECIMAL_COMMAS = /^[-+−]?\d+,\d+(?:\s*[,;]\s+|\s+|;)[-+−]?\d+,\d+$/;
/** Words beside the metres of a position. */
const UTM_WORDS =
  /(?:epsg:? ?)?(?<!\d)326\d\d(?!\d)|utm|zona|huso|wgs ?84|este|norte|(?<![\p{L}\p{N}.,])1[1-6] ?[nq]?(?![\p{L}\p{N}.,])|(?<!\p{L})[xyenm](?!\p{L})|[:=]/giu;

/** Ranges of latitudes and longitudes in Mexico. They do not overlap. */
const isMexicanLatitude = (angle: Angle) =>
  !isOfLongitude(angle) && Math.abs(angle.degrees) >= 14 && Math.abs(angle.degrees) <= 33;
const isMexicanLongitude = (angle: Angle) =>
  !isOfLatitude(angle) && Math.abs(angle.degrees) >= 86 && Math.abs(angle.degrees) <= 119;

/** The one position of a text; undefined where the text has none, several, or doubtful numbers. */
export function positionIn(text: string): Escrita | undefined {
  if (!isBrief(text)) return undefined;
  const trimmed = text.normalize('NFC').trim();
  if (IS_ADDRESS.test(trimmed)) return inAddress(trimmed);
  const point = ofPrograms(trimmed);
  if (point) return point;
  const clean = trimmed.replace(WORDS_OF_POSITIONS, ' ').trim();
  const angles = anglesIn(DECIMAL_COMMAS.test(clean) ? withPoints(clean) : clean) ?? [];
  const [one, other, ...rest] = angles;
  const isPair =
    one &&
    other &&
    rest.length === 0 &&
    angles.every(({ degrees }) => Math.abs(degrees) < 1000) &&
    !(isOfLatitude(one) && isOfLatitude(other)) &&
    !(isOfLongitude(one) && isOfLongitude(other));
  if (!isPair) return inMetres(clean);
  const isTurned = isOfLongitude(one) || isOfLatitude(other);
  const written: [number, number] = isTurned
    ? [one.degrees, other.degrees]
    : [other.degrees, one.degrees];
  if (isMexicanLatitude(one) && isMexicanLongitude(other)) {
    return { written, meant: [other.degrees, one.degrees] };
  }
  const isOther = isMexicanLongitude(one) && isMexicanLatitude(other);
  return { written, meant: isOther ? [one.degrees, other.degrees] : undefined };
}

/** A point as programs write it; undefined for any other text. */
function ofPrograms(text: string): Escrita | undefined {
  const [, system = '4326', wktX, wktY] = WKT.exec(text) ?? [];
  const [, latitude, longitude] = OF_PHONES.exec(text) ?? [];
  const [x, y] = (wktX ? [wktX, wktY] : latitude ? [longitude, latitude] : pointIn(text)).map(
    Number,
  );
  if (x === undefined || y === undefined || !Number.isFinite(x + y)) return undefined;
  const zone = /^326(1[1-6])$/.exec(system)?.[1];
  if (areMetres(x, y))
    return { metres: [x, y], zone: zone === undefined ? undefined : Number(zone) };
  // Any other system has other numbers.
  if (system !== '4326') return undefined;
  const isMexican = (lon: number, lat: number) =>
    isMexicanLongitude(bare(lon)) && isMexicanLatitude(bare(lat));
  const meant: [number, number] | undefined = isMexican(x, y)
    ? [x, y]
    : isMexican(y, x)
      ? [y, x]
      : undefined;
  // Four numbers may be degrees and minutes.
  return latitude && !meant ? undefined : { written: [x, y], meant };
}
const bare = (degrees: number): Angle => ({ degrees, letter: '', isDecimal: true });

/** The coordinates of GeoJSON's Point, alone or as a Feature's (RFC 7946); none of anything else. */
function pointIn(text: string): unknown[] {
  if (!text.startsWith('{')) return [];
  try {
    const { geometry, ...own } = JSON.parse(text);
    const { type, coordinates } = geometry ?? own;
    return type === 'Point' && Array.isArray(coordinates) ? coordinates.slice(0, 2) : [];
  } catch {
    return [];
  }
}

function inAddress(address: string): Escrita | undefined {
  const plain = address
    .replace(/%2c/gi, ',')
    .replace(/%20|\+(?=\d|-)/g, ' ')
    .replace(/%7e/gi, '~');
  for (const pattern of IN_ADDRESS) {
    const [, latitude, longitude] = pattern.exec(plain) ?? [];
    const position: [number, number] = [Number(longitude), Number(latitude)];
    if (position.every(Number.isFinite)) return { written: position, meant: position };
  }
  return undefined;
}

function inMetres(text: string): Escrita | undefined {
  const parts = text
    .replace(UTM_WORDS, ' ')
    .split(/[\s;]+/)
    .map((part) => part.replace(/,$/, ''))
    .filter(Boolean);
  const numbers = parts.map((part) =>
    /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^\d+(?:\.\d+)?$/.test(part)
      ? Number(part.replaceAll(',', ''))
      : Number.NaN,
  );
  const [one, other] = numbers as [number, number];
  const zone = zoneIn(text);
  if (parts.length !== 2) return undefined;
  if (areMetres(one, other)) return { metres: [one, other], zone };
  return areMetres(other, one) ? { metres: [other, one], zone } : undefined;
}

/**
 * Longitude and latitude of one cell, in either order: «20.9674, -89.6237», «20°58'2.6"N 89°37'25.3"O».
 *
 * @param draw the end of the sentence about a shape that is no point: what to do with it
 */
export function readPosition({ text, kind }: Cell, draw = ''): Read<[number, number]> {
  const escrita = kind === 'text' ? positionIn(text) : undefined;
  if (escrita && 'meant' in escrita && escrita.meant) {
    return { value: escrita.meant.map(round) as [number, number] };
  }
  const next = IS_SHAPE.test(text.slice(0, 100))
    ? `es una línea o un área, y de una hoja sólo se leen puntos${draw}.`
    : escrita && 'metres' in escrita
      ? 'parecen coordenadas UTM: póngalas en dos columnas, con la zona en su encabezado, como «X UTM 16N», o conviértalas a grados.'
      : 'escriba latitud y longitud, como 20.9674, -89.6237.';
  return { fault: `no se entiende ${quoted(text)}; ${next}`, general: `no se entiende; ${next}` };
}
