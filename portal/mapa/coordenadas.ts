import type { Geometria, Posicion, Tipo } from './trazo.ts';

// Coordinates as people have them at hand: copied from a map, from a plan in degrees, minutes and seconds, or as GeoJSON.

/** What was pasted: geometries, each with the words that came along with it. */
export interface Pegado {
  geometria: Geometria;
  /** What a GeoJSON feature says of where it is. */
  direccion?: string;
}

/** Why a text is no place, in a sentence. */
export class NoEsLugar extends Error {}

/**
 * Reads a text as places: GeoJSON (geometry, Feature, FeatureCollection, GeometryCollection), or positions one to a line,
 * latitude first, which become a geometry of the kind that is wanted.
 *
 * @throws NoEsLugar with a sentence that says what is wrong and where
 */
export function readPlaces(text: string, tipo: Tipo): Pegado[] {
  const trimmed = text.trim();
  if (trimmed === '') throw new NoEsLugar('No hay nada que leer: pegue o escriba coordenadas.');
  if (/^[[{]/.test(trimmed)) return readGeoJson(trimmed);
  const positions = trimmed
    .split(/\r?\n|;/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map(readPosition);
  if (tipo === 'PUNTO') {
    return [
      {
        geometria:
          positions.length === 1
            ? { type: 'Point', coordinates: positions[0] as Posicion }
            : { type: 'MultiPoint', coordinates: positions },
      },
    ];
  }
  if (tipo === 'RUTA') return [{ geometria: { type: 'LineString', coordinates: positions } }];
  const [first] = positions;
  const last = positions.at(-1);
  const isClosed = positions.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return [
    {
      geometria: {
        type: 'Polygon',
        coordinates: [isClosed || !first ? positions : [...positions, first]],
      },
    },
  ];
}

/** Degrees, and perhaps minutes and seconds: 20.9674, 20°58.04', 20° 58' 02.6". */
const ANGLE =
  /^([-+−]?\d+(?:\.\d+)?)\s*(?:[°º˚]\s*)?(?:(\d+(?:\.\d+)?)\s*['′’´]\s*)?(?:(\d+(?:\.\d+)?)\s*(?:["″”]|''|′′|’’)\s*)?/;
const LETTER = /^([NSEOW])(?![a-z])\s*/i;

interface Angle {
  degrees: number;
  /** N or S, E, O or W; empty where there is none. */
  letter: string;
}

/** The angles of a text, each with the letter of its half of the earth before or after it; null where it has other things. */
function anglesIn(text: string): Angle[] | null {
  const angles: Angle[] = [];
  for (let rest = text.trim(); rest !== ''; rest = rest.replace(/^[\s,;/]+/, '')) {
    const before = LETTER.exec(rest);
    if (before) rest = rest.slice(before[0].length);
    const match = ANGLE.exec(rest);
    if (!match) return null;
    const [all, degrees = '', minutes = '0', seconds = '0'] = match;
    rest = rest.slice(all.length);
    const after = before ? null : LETTER.exec(rest);
    if (after) rest = rest.slice(after[0].length);
    if (Number(minutes) >= 60 || Number(seconds) >= 60) return null;
    const size =
      Math.abs(Number(degrees.replace('−', '-'))) + Number(minutes) / 60 + Number(seconds) / 3600;
    const letter = (before ?? after)?.[1]?.toUpperCase() ?? '';
    const isNegative = /^[-−]/.test(degrees) || ['S', 'W', 'O'].includes(letter);
    angles.push({ degrees: round(isNegative ? -size : size), letter });
  }
  return angles;
}

const isOfLatitude = ({ letter }: Angle) => letter === 'N' || letter === 'S';
const isOfLongitude = ({ letter }: Angle) => letter !== '' && !isOfLatitude({ letter, degrees: 0 });

/** «20,9674» with a decimal comma, as it is written elsewhere, with a point. */
const withPoints = (text: string) => text.replace(/(\d),(\d)/g, '$1.$2');

/**
 * One position: «20.9674, -89.6237», «20°58'02.6"N 89°37'25.3"W», «N 20°58.04' O 89°37.42'». Latitude comes first unless
 * letters say otherwise.
 */
function readPosition(line: string): Posicion {
  const clean = line.replace(/[()]/g, ' ').trim();
  const hasDecimalCommas = /^[-+−]?\d+,\d+[\s;]+[-+−]?\d+,\d+$/.test(clean);
  const angles = anglesIn(hasDecimalCommas ? withPoints(clean) : clean) ?? [];
  const [one, other, ...rest] = angles;
  const isPair =
    one &&
    other &&
    rest.length === 0 &&
    !(isOfLatitude(one) && isOfLatitude(other)) &&
    !(isOfLongitude(one) && isOfLongitude(other));
  if (!isPair) {
    throw new NoEsLugar(
      `No se entiende «${line.slice(0, 60)}». Escriba latitud y longitud, por ejemplo 20.9674, -89.6237.`,
    );
  }
  const isTurned = isOfLongitude(one) || isOfLatitude(other);
  const [latitude, longitude] = isTurned ? [other, one] : [one, other];
  return withinEarth([longitude.degrees, latitude.degrees]);
}

/** An angle in a field of its own: «20.9674», «-89,6237», «89°37'25.3"O». Null where the text is none. */
export function readAngle(text: string): number | null {
  const [angle, ...rest] = anglesIn(withPoints(text)) ?? [];
  return angle && rest.length === 0 ? angle.degrees : null;
}

/** To a centimetre. */
export const round = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;

function withinEarth(position: Posicion): Posicion {
  const [x = 0, y = 0] = position;
  if (Math.abs(x) > 180 || Math.abs(y) > 180) {
    throw new NoEsLugar(
      `${y}, ${x} no son grados: la latitud va de -90 a 90 y la longitud de -180 a 180.`,
    );
  }
  if (Math.abs(y) > 90) {
    // Longitude before latitude: taken as it must be meant.
    if (Math.abs(x) <= 90) return [y, x];
    throw new NoEsLugar(`${y}, ${x} no son grados: la latitud va de -90 a 90.`);
  }
  return position;
}

const TYPES = ['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'];
/** How deep positions lie within the coordinates of each type. */
const DEPTH: Record<string, number> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

interface GeoJson {
  type?: unknown;
  coordinates?: unknown;
  geometry?: GeoJson | null;
  geometries?: GeoJson[];
  features?: GeoJson[];
  properties?: Record<string, unknown> | null;
}

function readGeoJson(text: string): Pegado[] {
  let value: GeoJson;
  try {
    value = JSON.parse(text) as GeoJson;
  } catch {
    throw new NoEsLugar('Parece GeoJSON, pero está incompleto o mal escrito: cópielo entero.');
  }
  // Bare coordinates of a position, as GeoJSON writes them.
  if (Array.isArray(value)) value = { type: 'Point', coordinates: value };
  const found = geometriesIn(value);
  if (found.length === 0) throw new NoEsLugar('El GeoJSON no trae ninguna geometría.');
  return found;
}

function geometriesIn({
  type,
  coordinates,
  geometry,
  geometries,
  features,
  properties,
}: GeoJson): Pegado[] {
  if (type === 'FeatureCollection') return (features ?? []).flatMap(geometriesIn);
  if (type === 'GeometryCollection') return (geometries ?? []).flatMap(geometriesIn);
  if (type === 'Feature') {
    const named = ['direccion', 'nombre', 'name', 'Name'].map((key) => properties?.[key]);
    const direccion = named.find((text) => typeof text === 'string' && text.trim() !== '');
    return geometry
      ? geometriesIn(geometry).map((one) => ({
          ...one,
          ...(direccion ? { direccion: String(direccion) } : {}),
        }))
      : [];
  }
  if (!TYPES.includes(type as string)) {
    throw new NoEsLugar(
      `El GeoJSON tiene un type que no es de un lugar: ${JSON.stringify(type ?? null)}.`,
    );
  }
  if (!isNested(coordinates, DEPTH[type as string] ?? 0)) {
    throw new NoEsLugar(`Las coordinates no son las de un ${type}: [longitud, latitud] en listas.`);
  }
  return [{ geometria: { type, coordinates } as Geometria }];
}

function isNested(value: unknown, depth: number): boolean {
  if (!Array.isArray(value)) return false;
  if (depth > 0) return value.length > 0 && value.every((item) => isNested(item, depth - 1));
  return (
    (value.length === 2 || value.length === 3) &&
    value.every((number) => typeof number === 'number' && Number.isFinite(number))
  );
}
