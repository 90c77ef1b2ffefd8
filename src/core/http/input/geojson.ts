import { MAX_POSITIONS, TIPOS_DE_GEOMETRIA } from '../../base/geo.ts';
import { eitherOf } from '../../base/text.ts';

// The rules of GeoJSON (RFC 7946) for one geometry.

type TipoGeometria = keyof typeof TIPOS_DE_GEOMETRIA;

/** PostGIS compares rings pair by pair, which takes minutes for many thousands of them. */
const MAX_RINGS = 1_000;

/** The end of the sentence for a geometry that breaks a rule of GeoJSON, or of its tipoGeometria where that is known. */
export function geometryFault(
  { type, coordinates, bbox, ...rest }: Record<string, unknown>,
  tipoGeometria?: unknown,
): string | undefined {
  const [foreign] = Object.keys(rest);
  if (foreign !== undefined) {
    return `sólo admite los miembros type, coordinates y bbox; sobra ${JSON.stringify(foreign.slice(0, 100))}`;
  }
  // `required` refuses a missing member.
  if (type === undefined || coordinates === undefined) return undefined;
  const allowed =
    typeof tipoGeometria === 'string' && Object.hasOwn(TIPOS_DE_GEOMETRIA, tipoGeometria)
      ? TIPOS_DE_GEOMETRIA[tipoGeometria as TipoGeometria]
      : Object.values(TIPOS_DE_GEOMETRIA).flat();
  if (!(allowed as readonly unknown[]).includes(type)) {
    return `debe tener como type ${eitherOf(allowed)}`;
  }
  const counter = { positions: 0, rings: 0 };
  return (
    GEOMETRY_RULES[type as keyof typeof GEOMETRY_RULES](coordinates, counter) ??
    (bbox === undefined ? undefined : checkBbox(bbox))
  );
}

type Counter = { positions: number; rings: number };
type Rule = (coordinates: unknown, counter: Counter) => string | undefined;

const position: Rule = (coordinates, counter) => {
  counter.positions += 1;
  if (counter.positions > MAX_POSITIONS) return 'no debe tener más de 30,000 posiciones';
  if (!Array.isArray(coordinates) || (coordinates.length !== 2 && coordinates.length !== 3)) {
    return 'debe tener posiciones de dos o tres números: [longitud, latitud] o [longitud, latitud, altitud]';
  }
  if (!coordinates.every(Number.isFinite)) return 'debe tener coordenadas que sean números finitos';
  const [longitude, latitude] = coordinates as [number, number];
  if (Math.abs(longitude) > 180) return 'debe tener longitudes entre -180 y 180';
  if (Math.abs(latitude) > 90) return 'debe tener latitudes entre -90 y 90';
  return undefined;
};

/** Returns the rule of a list with at least `least` items, each of which obeys `rule`. */
const listRule =
  (rule: Rule, least: number, tooFew: string): Rule =>
  (coordinates, counter) => {
    if (!Array.isArray(coordinates)) return 'debe tener en coordinates las listas que su type pide';
    if (coordinates.length < least) return tooFew;
    for (const item of coordinates) {
      const failure = rule(item, counter);
      if (failure) return failure;
    }
    return undefined;
  };

const EMPTY = 'debe tener coordenadas';
const line = listRule(position, 2, 'debe tener líneas de dos posiciones o más');
const openRing = listRule(position, 4, 'debe tener anillos de cuatro posiciones o más');
const ring: Rule = (coordinates, counter) => {
  counter.rings += 1;
  if (counter.rings > MAX_RINGS) return 'no debe tener más de 1,000 anillos';
  const failure = openRing(coordinates, counter);
  if (failure) return failure;
  const [first, last] = [(coordinates as number[][])[0], (coordinates as number[][]).at(-1)];
  const closed = first?.length === last?.length && first?.every((n, i) => n === last?.[i]);
  return closed ? undefined : 'debe tener anillos cerrados: la última posición igual a la primera';
};
const polygon = listRule(ring, 1, EMPTY);

const GEOMETRY_RULES: Record<(typeof TIPOS_DE_GEOMETRIA)[TipoGeometria][number], Rule> = {
  Point: position,
  MultiPoint: listRule(position, 1, EMPTY),
  LineString: line,
  MultiLineString: listRule(line, 1, EMPTY),
  Polygon: polygon,
  MultiPolygon: listRule(polygon, 1, EMPTY),
};

function checkBbox(bbox: unknown): string | undefined {
  const ok =
    Array.isArray(bbox) && (bbox.length === 4 || bbox.length === 6) && bbox.every(Number.isFinite);
  return ok ? undefined : 'debe tener en bbox cuatro o seis números';
}

/** The number of positions of a geometry; 0 for a value that is none. */
export function countPositions(geometry: unknown): number {
  const count = (part: unknown): number => {
    if (!Array.isArray(part)) return 0;
    return Array.isArray(part[0]) ? part.reduce((sum: number, each) => sum + count(each), 0) : 1;
  };
  return count((geometry as { coordinates?: unknown } | null)?.coordinates);
}
