import Flatbush from 'flatbush';
import type { Geometry, Position } from 'geojson';
import { type Static, Type } from 'typebox';
import type { Failure } from '../base/errors.ts';
import { MAX_POSITIONS, TIPOS } from '../base/geo.ts';
import { Closed, Reference, SHOWN_AS } from '../base/schemas.ts';
import { eitherOf } from '../base/text.ts';
import { MunicipioBreve } from '../catalogos/municipios.ts';
import type { Db } from '../db/db.ts';
import { addKeyword } from '../http/input/keywords.ts';
import { UBICACION } from './campos.ts';
import { answeredSchemas, newSchemas } from './field-schemas.ts';
import { Geometria } from './geometria.ts';

// Schemas -----------------------------------------------------------------------------------------

type TipoGeometria = keyof typeof TIPOS;

/** The OpenAPI document shows more of a geometry than the schema that validates it. */
const FIELDS = {
  ...UBICACION,
  geometriaJson: {
    ...UBICACION.geometriaJson,
    schema: { ...UBICACION.geometriaJson.schema, [SHOWN_AS]: Geometria },
  },
};

const fields = newSchemas(FIELDS);
export const NewUbicacion = Closed(fields, { title: 'NuevaUbicacion' });
export const ChangedUbicacion = Closed(
  {
    id: Type.Optional(
      Reference('De una ubicación de esta obra: la actualiza y conserva su identificador.'),
    ),
    ...fields,
  },
  { title: 'UbicacionCambiada' },
);
/** An ubicación of a body, new or changed. */
export type UbicacionInput = Static<typeof ChangedUbicacion>;

const { municipioId, ...others } = answeredSchemas(FIELDS);
export const Ubicacion = Closed(
  { id: Type.Integer({ examples: [1] }), municipioId, municipio: MunicipioBreve, ...others },
  { title: 'Ubicacion' },
);

/** The values that the database can check in a list that breaks its schema, each element in its place. */
export function checkableUbicaciones(ubicaciones: unknown): CheckableUbicacion[] {
  if (!Array.isArray(ubicaciones)) return [];
  return ubicaciones.map((ubicacion) => {
    const { id, municipioId, geometriaJson } = (ubicacion ?? {}) as Record<string, unknown>;
    return {
      ...(Number.isInteger(id) && { id: id as number }),
      ...(Number.isInteger(municipioId) && { municipioId: municipioId as number }),
      ...(isSound(geometriaJson) && { geometriaJson }),
    };
  });
}
export type CheckableUbicacion = Pick<
  Partial<UbicacionInput>,
  'id' | 'municipioId' | 'geometriaJson'
>;

const isSound = (geometry: unknown): geometry is Geometry =>
  typeof geometry === 'object' &&
  geometry !== null &&
  typeof (geometry as Geometry).type === 'string' &&
  'coordinates' in geometry &&
  faultOf(geometry as unknown as Record<string, unknown>) === undefined;

// GeoJSON rules (RFC 7946) ------------------------------------------------------------------------

/** Rings are compared in pairs, so many thousands of them would take minutes. */
const MAX_RINGS = 1_000;

addKeyword('x-geometria', (value, { tipoGeometria }) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return faultOf(value as Record<string, unknown>, tipoGeometria);
});

/** The first rule that a geometry breaks, of GeoJSON or of its tipoGeometria, where that is known. */
function faultOf(
  { type, coordinates, bbox, ...rest }: Record<string, unknown>,
  tipoGeometria?: unknown,
): string | undefined {
  const [foreign] = Object.keys(rest);
  if (foreign !== undefined) {
    return `sólo admite los miembros type, coordinates y bbox; sobra ${JSON.stringify(foreign.slice(0, 100))}`;
  }
  // `required` reports a missing member.
  if (type === undefined || coordinates === undefined) return undefined;
  const allowed =
    typeof tipoGeometria === 'string' && Object.hasOwn(TIPOS, tipoGeometria)
      ? TIPOS[tipoGeometria as TipoGeometria]
      : Object.values(TIPOS).flat();
  if (!(allowed as readonly unknown[]).includes(type)) {
    return `debe tener como type ${eitherOf(allowed)}`;
  }
  const counter = { positions: 0, rings: 0 };
  return (
    RULES[type as keyof typeof RULES](coordinates, counter) ??
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

/** Returns a rule for a list of at least `least` elements that each obey a rule. */
const listOf =
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
const line = listOf(position, 2, 'debe tener líneas de dos posiciones o más');
const openRing = listOf(position, 4, 'debe tener anillos de cuatro posiciones o más');
const ring: Rule = (coordinates, counter) => {
  counter.rings += 1;
  if (counter.rings > MAX_RINGS) return 'no debe tener más de 1,000 anillos';
  const failure = openRing(coordinates, counter);
  if (failure) return failure;
  const [first, last] = [(coordinates as number[][])[0], (coordinates as number[][]).at(-1)];
  const closed = first?.length === last?.length && first?.every((n, i) => n === last?.[i]);
  return closed ? undefined : 'debe tener anillos cerrados: la última posición igual a la primera';
};
const polygon = listOf(ring, 1, EMPTY);

const RULES: Record<(typeof TIPOS)[TipoGeometria][number], Rule> = {
  Point: position,
  MultiPoint: listOf(position, 1, EMPTY),
  LineString: line,
  MultiLineString: listOf(line, 1, EMPTY),
  Polygon: polygon,
  MultiPolygon: listOf(polygon, 1, EMPTY),
};

function checkBbox(bbox: unknown): string | undefined {
  const ok =
    Array.isArray(bbox) && (bbox.length === 4 || bbox.length === 6) && bbox.every(Number.isFinite);
  return ok ? undefined : 'debe tener en bbox cuatro o seis números';
}

addKeyword('x-posiciones', (value) => {
  if (!Array.isArray(value)) return undefined;
  const counts = value.map((ubicacion) =>
    countPositions((ubicacion as UbicacionInput | null)?.geometriaJson),
  );
  const sum = counts.reduce((one, other) => one + other, 0);
  // Its own rule reports a geometry with too many positions.
  return sum > MAX_POSITIONS && Math.max(...counts) <= MAX_POSITIONS
    ? 'no debe tener más de 30,000 posiciones entre todas sus geometrías'
    : undefined;
});

function countPositions(geometry: unknown): number {
  const count = (part: unknown): number => {
    if (!Array.isArray(part)) return 0;
    return Array.isArray(part[0]) ? part.reduce((sum: number, each) => sum + count(each), 0) : 1;
  };
  return count((geometry as { coordinates?: unknown } | null)?.coordinates);
}

/**
 * PostGIS compares each two sides of a polygon whose rectangles overlap. In a star of many long thin points, all pairs overlap.
 * `MAX_OVERLAPS` counts each pair twice, for all polygons of a body. So many take PostGIS a tenth of a second.
 */
const MAX_OVERLAPS = 4_000_000;

/** A failure for the first polygon with which the check in PostGIS would take longer than a request may last. */
export function findTangle(
  ubicaciones: Pick<Partial<UbicacionInput>, 'geometriaJson'>[],
): Failure[] {
  let left = MAX_OVERLAPS;
  for (const [i, { geometriaJson }] of ubicaciones.entries()) {
    if (geometriaJson?.type !== 'Polygon' && geometriaJson?.type !== 'MultiPolygon') continue;
    const polygons =
      geometriaJson.type === 'Polygon' ? [geometriaJson.coordinates] : geometriaJson.coordinates;
    left -= countOverlaps(polygons.flat(), left);
    if (left < 0) {
      return [
        {
          field: `ubicaciones[${i}].geometriaJson`,
          text: 'tiene demasiados lados largos y juntos para comprobar que no se cruzan; simplifique el polígono.',
        },
      ];
    }
  }
  return [];
}

/** Counts overlaps of the rectangles around the sides of these rings, up to one more than `most`. */
function countOverlaps(rings: Position[][], most: number): number {
  const positions = rings.reduce((sum, { length }) => sum + length, 0);
  // So few sides need no count.
  if (positions <= 50) return positions ** 2;
  const sides = rings.flatMap((ring) =>
    ring.slice(1).map((end, i): Rectangle => {
      const [[x1, y1], [x2, y2]] = [ring[i], end] as [[number, number], [number, number]];
      return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
    }),
  );
  const index = new Flatbush(sides.length);
  for (const side of sides) index.add(...side);
  index.finish();
  let overlaps = 0;
  const count = () => {
    overlaps += 1;
    return false;
  };
  for (const side of sides) {
    index.search(...side, count);
    if (overlaps > most) break;
  }
  return overlaps;
}
type Rectangle = [minX: number, minY: number, maxX: number, maxY: number];

// SQL ---------------------------------------------------------------------------------------------

/**
 * A failure for each polygon that crosses itself. PostGIS finds them, and the column's constraint refuses them too. Where the
 * check would take too long, the failure says so.
 */
export async function findBrokenPolygons(
  db: Db,
  ubicaciones: Pick<Partial<UbicacionInput>, 'geometriaJson'>[] = [],
): Promise<Failure[]> {
  const polygons = ubicaciones
    .map(({ geometriaJson }, i) => ({ i, geometriaJson }))
    .filter(({ geometriaJson }) => geometriaJson?.type.endsWith('Polygon'));
  if (polygons.length === 0) return [];
  const tangle = findTangle(ubicaciones);
  if (tangle.length > 0) return tangle;
  const invalid = await db.query<{ i: number; punto: string | null }>(
    `SELECT p.i, ST_AsGeoJSON(detalle.location, 6)::json -> 'coordinates' AS punto
     FROM json_to_recordset($1) AS p (i integer, "geometriaJson" json)
     CROSS JOIN LATERAL ST_IsValidDetail(ST_GeomFromGeoJSON(p."geometriaJson")) AS detalle
     WHERE NOT detalle.valid
     ORDER BY p.i`,
    [JSON.stringify(polygons)],
  );
  return invalid.map(({ i, punto }) => ({
    field: `ubicaciones[${i}].geometriaJson`,
    text: `no es un polígono válido: sus lados se cruzan o se enciman${punto ? ` cerca de ${punto}` : ''}.`,
  }));
}
