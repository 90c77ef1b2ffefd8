import Flatbush from 'flatbush';
import type { Geometry, Position } from 'geojson';
import { type Static, Type } from 'typebox';
import type { Failure } from '../base/errors.ts';
import { Closed, Reference, SHOWN_AS } from '../base/schemas.ts';
import { MunicipioBreve } from '../catalogos/municipios.ts';
import type { Db } from '../db/db.ts';
import { geometryFault } from '../http/input/geojson.ts';
import { UBICACION } from './campos.ts';
import { answeredSchemas, newSchemas } from './field-schemas.ts';
import { Geometria } from './geometria.ts';

// Schemas -----------------------------------------------------------------------------------------

/** The OpenAPI document shows more of a geometry than the schema that validates it. */
const PLACE_FIELDS = {
  ...UBICACION,
  geometriaJson: {
    ...UBICACION.geometriaJson,
    schema: { ...UBICACION.geometriaJson.schema, [SHOWN_AS]: Geometria },
  },
};

const newPlaceFields = newSchemas(PLACE_FIELDS);
export const NewUbicacion = Closed(newPlaceFields, { title: 'NuevaUbicacion' });
export const ChangedUbicacion = Closed(
  {
    id: Type.Optional(
      Reference('De una ubicación de esta obra: la actualiza y conserva su identificador.'),
    ),
    ...newPlaceFields,
  },
  { title: 'UbicacionCambiada' },
);
export type UbicacionInput = Static<typeof ChangedUbicacion>;

const { municipioId, ...others } = answeredSchemas(PLACE_FIELDS);
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
  geometryFault(geometry as unknown as Record<string, unknown>) === undefined;

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
