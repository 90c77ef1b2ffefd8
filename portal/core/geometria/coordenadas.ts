import { anglesIn, round, withPoints } from '../../../src/core/base/geo.ts';
import { type Escrita, loadUtm, positionIn } from '../../../src/hojas/celdas/index.ts';
import { type Forma, formaOf, type Geometria, open, type Posicion, type Tipo } from './trazo.ts';

// Coordinates as people have them at hand: copied from a map, from a plan in degrees, minutes and seconds, or as GeoJSON.

/** A place that was pasted, with the words that came along with it. */
export interface Pegado extends Forma {
  /** The words of a GeoJSON feature for where it is. */
  direccion?: string;
}

/** A sentence on why a text is no place. */
export class NoEsLugar extends Error {}

/**
 * Reads a text as places: GeoJSON (geometry, Feature, FeatureCollection, GeometryCollection), or positions one to a line,
 * latitude first, which become a geometry of the kind that is wanted.
 *
 * @throws NoEsLugar with a sentence that says what is wrong and where
 */
export async function readPlaces(text: string, tipo: Tipo): Promise<Pegado[]> {
  const trimmed = text.trim();
  if (/^[[{]/.test(trimmed)) return readGeoJson(trimmed);
  const lines = trimmed
    .split(/\r?\n/)
    // A semicolon stands between two positions, or between the two numbers of one.
    .flatMap((line) => (positionIn(line) ? line : line.split(';')))
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length === 0) {
    throw new NoEsLugar('No hay nada que leer: pegue o escriba coordenadas.');
  }
  const positions: Posicion[] = [];
  for (const line of lines) positions.push(await readPosition(line));
  if (tipo === 'PUNTO') return [{ tipoGeometria: tipo, trazo: positions.map((one) => [[one]]) }];
  return [{ tipoGeometria: tipo, trazo: [[tipo === 'POLIGONO' ? open(positions) : positions]] }];
}

/** One position, latitude first unless letters say otherwise. The form asks about a doubtful one. */
async function readPosition(line: string): Promise<Posicion> {
  const escrita = positionIn(line);
  if (!escrita) {
    throw new NoEsLugar(
      `No se entiende «${line.slice(0, 60)}». Escriba latitud y longitud, por ejemplo 20.9674, -89.6237.`,
    );
  }
  return 'metres' in escrita ? inDegrees(escrita) : withinEarth(escrita.written.map(round));
}

/**
 * Metres of a UTM zone in degrees. The code for it is fetched when it is needed.
 *
 * @throws NoEsLugar where the zone is not said, or the code can't be fetched
 */
export async function inDegrees({ metres, zone }: Metros): Promise<[number, number]> {
  if (zone === undefined) {
    throw new NoEsLugar(
      'Parecen coordenadas UTM: escriba también la zona, como en 16N 227000 2320000, o conviértalas a grados.',
    );
  }
  const utm = await loadUtm().catch(() => {
    throw new NoEsLugar(
      'Las coordenadas UTM no se pueden convertir sin conexión; escríbalas en grados, o inténtelo después.',
    );
  });
  return utm.createUtmConverter(zone)(metres);
}
type Metros = Extract<Escrita, { metres: unknown }>;

/** An angle in a field of its own: «20.9674», «-89,6237», «89°37'25.3"O». Null where the text is none. */
export function readAngle(text: string): number | null {
  const [angle, ...rest] = anglesIn(withPoints(text)) ?? [];
  return angle && rest.length === 0 ? round(angle.degrees) : null;
}

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

/** The depth of positions within the coordinates of each type. */
const DEPTH = new Map<unknown, number>([
  ['Point', 0],
  ['MultiPoint', 1],
  ['LineString', 1],
  ['MultiLineString', 2],
  ['Polygon', 2],
  ['MultiPolygon', 3],
]);

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
  const geometries = geometriesIn(value);
  if (geometries.length === 0) throw new NoEsLugar('El GeoJSON no trae ninguna geometría.');
  return geometries;
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
  const depth = DEPTH.get(type);
  if (depth === undefined) {
    throw new NoEsLugar(
      'El GeoJSON no es de un lugar: debe ser un punto, una línea o un polígono.',
    );
  }
  if (!isNested(coordinates, depth)) {
    throw new NoEsLugar(
      `Las coordenadas del GeoJSON no son las de un ${type}: cada una va como [longitud, latitud].`,
    );
  }
  return [formaOf({ type, coordinates } as Geometria)];
}

function isNested(value: unknown, depth: number): boolean {
  if (!Array.isArray(value)) return false;
  if (depth > 0) return value.length > 0 && value.every((item) => isNested(item, depth - 1));
  return (
    (value.length === 2 || value.length === 3) &&
    value.every((number) => typeof number === 'number' && Number.isFinite(number))
  );
}
