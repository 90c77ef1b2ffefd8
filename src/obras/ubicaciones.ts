import type { Geometry } from 'geojson';
import { Type } from 'typebox';
import type { Db } from '../db/index.ts';
import { badRequest } from '../http/errors.ts';
import { Closed, nullable, Reference } from '../http/schemas.ts';
import { referenceId } from '../http/text.ts';
import { addKeyword } from '../http/validate.ts';

// Schemas -----------------------------------------------------------------------------------------

const TIPOS = {
  PUNTO: ['Point', 'MultiPoint'],
  RUTA: ['LineString', 'MultiLineString'],
  POLIGONO: ['Polygon', 'MultiPolygon'],
} as const;
type TipoGeometria = keyof typeof TIPOS;

const TipoGeometria = Type.Unsafe<TipoGeometria>({
  type: 'string',
  enum: Object.keys(TIPOS),
  description:
    'PUNTO: Point o MultiPoint. RUTA: LineString o MultiLineString. POLIGONO: Polygon o MultiPolygon.',
  examples: ['PUNTO'],
});

const GeometriaJson = Type.Unsafe<Geometry>({
  type: 'object',
  description:
    'Geometría GeoJSON (RFC 7946): longitud y latitud en grados, WGS 84. Sólo type, coordinates y bbox; hasta 100 000 posiciones y 1 000 anillos.',
  required: ['type', 'coordinates'],
  properties: {
    type: { description: 'Tipo de GeoJSON que corresponde a tipoGeometria.' },
    coordinates: { description: 'Posiciones [longitud, latitud] o [longitud, latitud, altitud].' },
    bbox: { description: 'Rectángulo envolvente, opcional.' },
  },
  examples: [{ type: 'Point', coordinates: [-89.6237, 20.9674] }],
  'x-geometria': true,
});

const fields = {
  municipioId: Reference('Municipio de la ubicación; si falta, el de la obra.', 50),
  direccion: Type.String({ minLength: 1, examples: ['Calle 60 x 61, Centro'] }),
  localidadReferencia: nullable(Type.String({ examples: ['Mérida'] })),
  referenciaLugar: nullable(Type.String({ examples: ['Frente a la plaza grande'] })),
  tipoGeometria: TipoGeometria,
  geometriaJson: GeometriaJson,
  orden: Type.Integer({
    minimum: -2147483648,
    maximum: 2147483647,
    description: 'Orden de presentación; si falta, el lugar en la lista contado desde 1.',
    examples: [1],
  }),
};

const { municipioId, localidadReferencia, referenciaLugar, orden, ...required } = fields;
const optional = {
  municipioId: Type.Optional(municipioId),
  localidadReferencia: Type.Optional(localidadReferencia),
  referenciaLugar: Type.Optional(referenciaLugar),
  orden: Type.Optional(orden),
};

export const NewUbicacion = Closed({ ...required, ...optional });
export const ChangedUbicacion = Closed({
  id: Type.Optional(
    Reference('De una ubicación de esta obra: la actualiza y conserva su identificador.'),
  ),
  ...required,
  ...optional,
});

export const Ubicacion = Closed({
  id: Type.Integer({ examples: [1] }),
  municipioId: fields.municipioId,
  municipio: Closed({ id: Type.Integer(), nombre: Type.String() }),
  direccion: Type.String(),
  localidadReferencia,
  referenciaLugar,
  tipoGeometria: TipoGeometria,
  geometriaJson: GeometriaJson,
  orden: Type.Integer(),
});

/** An ubicación of a body; the type of both schemas above. */
export interface UbicacionInput {
  id?: number;
  municipioId?: number;
  direccion: string;
  localidadReferencia?: string | null;
  referenciaLugar?: string | null;
  tipoGeometria: TipoGeometria;
  geometriaJson: Geometry;
  orden?: number;
}

/** The list with the defaults that depend on the obra and on the place in the list filled in. */
export function withDefaults(ubicaciones: UbicacionInput[], municipioId: number) {
  return ubicaciones.map((ubicacion, i) => ({ municipioId, orden: i + 1, ...ubicacion }));
}

// GeoJSON rules (RFC 7946) ------------------------------------------------------------------------

const MAX_POSITIONS = 100_000;
/** Whether rings cross is judged pair by pair: many thousands of them would take minutes. */
const MAX_RINGS = 1_000;

addKeyword('x-geometria', (value, parent) => {
  const { tipoGeometria } = parent;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { type, coordinates, bbox, ...rest } = value as Record<string, unknown>;
  const [foreign] = Object.keys(rest);
  if (foreign !== undefined) {
    return `sólo admite los miembros type, coordinates y bbox; sobra ${JSON.stringify(foreign.slice(0, 100))}`;
  }
  // A missing member is told by `required`.
  if (type === undefined || coordinates === undefined) return undefined;
  const allowed =
    typeof tipoGeometria === 'string' && Object.hasOwn(TIPOS, tipoGeometria)
      ? TIPOS[tipoGeometria as TipoGeometria]
      : Object.values(TIPOS).flat();
  if (!(allowed as readonly unknown[]).includes(type)) {
    return `debe tener un type entre ${allowed.join(', ')}`;
  }
  const counter = { positions: 0, rings: 0 };
  return (
    RULES[type as keyof typeof RULES](coordinates, counter) ??
    (bbox === undefined ? undefined : checkBbox(bbox))
  );
});

type Counter = { positions: number; rings: number };
type Rule = (coordinates: unknown, counter: Counter) => string | undefined;

const position: Rule = (coordinates, counter) => {
  counter.positions += 1;
  if (counter.positions > MAX_POSITIONS) return 'no debe tener más de 100 000 posiciones';
  if (!Array.isArray(coordinates) || (coordinates.length !== 2 && coordinates.length !== 3)) {
    return 'debe tener posiciones de dos o tres números: [longitud, latitud] o [longitud, latitud, altitud]';
  }
  if (!coordinates.every(Number.isFinite)) return 'debe tener coordenadas que sean números finitos';
  const [longitude, latitude] = coordinates as [number, number];
  if (Math.abs(longitude) > 180) return 'debe tener longitudes entre -180 y 180';
  if (Math.abs(latitude) > 90) return 'debe tener latitudes entre -90 y 90';
  return undefined;
};

/** A list of at least `least` things that each obey a rule. */
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
  if (counter.rings > MAX_RINGS) return 'no debe tener más de 1 000 anillos';
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

// SQL ---------------------------------------------------------------------------------------------

/**
 * A sentence for each polygon that crosses itself. PostGIS judges; the column's constraint says the same again for
 * whoever writes without passing here.
 */
export async function findBrokenPolygons(
  db: Db,
  ubicaciones: UbicacionInput[] = [],
): Promise<string[]> {
  const polygons = ubicaciones
    .map(({ geometriaJson }, i) => ({ i, geometriaJson }))
    .filter(({ geometriaJson }) => geometriaJson.type.endsWith('Polygon'));
  if (polygons.length === 0) return [];
  const invalid = await db.query<{ i: number; punto: string | null }>(
    `SELECT p.i, ST_AsGeoJSON(detalle.location, 6)::json -> 'coordinates' AS punto
     FROM json_to_recordset($1) AS p (i integer, "geometriaJson" json)
     CROSS JOIN LATERAL ST_IsValidDetail(ST_GeomFromGeoJSON(p."geometriaJson")) AS detalle
     WHERE NOT detalle.valid
     ORDER BY p.i`,
    [JSON.stringify(polygons)],
  );
  return invalid.map(
    ({ i, punto }) =>
      `ubicaciones[${i}].geometriaJson no es un polígono válido: sus lados se cruzan o se enciman${punto ? ` cerca de ${punto}` : ''}.`,
  );
}

/**
 * Refuses ids in a list that are not those of this obra's ubicaciones. Runs in the transaction that holds the obra's row.
 *
 * @throws HttpError 400 where an id is not one of this obra's, or stands twice.
 */
export async function checkOwnIds(
  db: Db,
  obraId: number,
  ubicaciones: UbicacionInput[],
): Promise<void> {
  const given = ubicaciones.flatMap(({ id }) => (id === undefined ? [] : referenceId(id)));
  const [row] = await db.query<{ ids: number[] }>(
    `SELECT ARRAY(SELECT id FROM ubicaciones WHERE obra_id = $1 AND id = ANY ($2::integer[])) AS ids`,
    [obraId, given],
  );
  const own = new Set(row?.ids);
  const failures = ubicaciones.flatMap(({ id }, i) => {
    if (id === undefined) return [];
    if (!own.has(id)) return [`ubicaciones[${i}].id: esta obra no tiene la ubicación ${id}.`];
    if (given.indexOf(id) !== given.lastIndexOf(id)) {
      return [`ubicaciones[${i}].id: la ubicación ${id} está más de una vez en la lista.`];
    }
    return [];
  });
  if (failures.length > 0) throw badRequest(failures);
}
