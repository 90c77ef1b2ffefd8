import type { Geometry } from 'geojson';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { Type } from 'typebox';
import { reader } from '../../core/auth/access.ts';
import { notFound } from '../../core/base/errors.ts';
import {
  Closed,
  Id,
  LABEL,
  labelled,
  sentAs,
  Whole,
  withEffects,
} from '../../core/base/schemas.ts';
import type { Db } from '../../core/db/db.ts';
import type { App } from '../../core/http/context.ts';
import {
  conditions,
  type FilterParameters,
  type Filtros,
  only,
  type ResolvedFilters,
  resolveFilters,
} from '../../core/obras/filtros.ts';
import { Geometria } from '../../core/obras/geometria.ts';
import type { ListContext } from '../../core/obras/listas.ts';
import { boxOf } from '../../listados/rectangulo.ts';
import { isLate } from '../seguimiento/abiertas.ts';
import { BITS, rangeOf, type Tile } from './cuadricula.ts';
import { splitByMap } from './filtros.ts';

// A map of obras in square tiles, as maps on the web are drawn. Each tile has the number of ubicaciones in each of its cells,
// so it is as small for a million obras as for a hundred. At near zooms it has the geometries.

/** The nearest zoom. At zoom z the world is 2^z tiles wide. */
const NEAREST_ZOOM = 18;
/** A tile is 2^3 cells wide: 64 pixels each, of 512. */
const CELL_BITS = 3;
const PIXELS = 512;
/** Up to this many ubicaciones of a cell have their own features. `cells` can name no more. */
const MOST_OF_A_CELL = 3;
/** From this zoom on a tile has geometries, up to this number. */
const GEOMETRIES_FROM = 14;
const MOST_GEOMETRIES = 500;

// Schemas -----------------------------------------------------------------------------------------

const Params = Type.Object({
  z: Id(`Acercamiento, de 0 a ${NEAREST_ZOOM}.`, { [LABEL]: 'Acercamiento', examples: [7] }),
  x: Id('Columna, de oeste a este, desde 0.', { [LABEL]: 'Columna del mapa', examples: [32] }),
  y: Id('Fila, de norte a sur, desde 0.', { [LABEL]: 'Renglón del mapa', examples: [56] }),
});

const mapQuery = (filters: FilterParameters) =>
  Type.Object({
    ...filters,
    conAtraso: labelled(
      'Con su atraso',
      withEffects(
        only(
          'Con true, cada ubicación sola dice si su obra está atrasada, como las encuentra atrasadas; y cada celda, cuántas lo están.',
        ),
        { dependsOn: ['seguimiento'], dated: true },
      ),
    ),
  });

const Celda = Closed(
  {
    obras: Whole('Cuántas obras.', 12),
    ubicaciones: Whole('Cuántas de sus ubicaciones.', 15),
    estatus: Type.Array(
      Closed({
        estatusObraId: Type.Integer({ examples: [4] }),
        ubicaciones: Type.Integer({ examples: [15] }),
      }),
      { description: 'Cuántas de las ubicaciones hay de cada estatus.' },
    ),
    atrasadas: Type.Optional(
      Whole('Cuántas de las ubicaciones son de obras atrasadas; sólo con conAtraso.', 2),
    ),
    bbox: Type.Array(Type.Number(), {
      minItems: 4,
      maxItems: 4,
      description: 'El rectángulo que las contiene: minLon, minLat, maxLon, maxLat.',
      examples: [[-89.7, 20.9, -89.5, 21.1]],
    }),
  },
  {
    title: 'CeldaDeMapa',
    description: `Más de ${MOST_OF_A_CELL} ubicaciones de la celda; el punto, su centro.`,
  },
);
const LugarDeCelda = Closed(
  {
    obraId: Type.Integer({ examples: [1] }),
    ubicacionId: Type.Integer({ examples: [1] }),
    estatusObraId: Type.Integer({ examples: [4] }),
    atrasada: Type.Optional(
      Type.Boolean({ description: 'Si su obra está atrasada; sólo con conAtraso.' }),
    ),
  },
  { title: 'LugarDeMapa', description: 'Una ubicación.' },
);

const Mosaico = Closed(
  {
    type: Type.Literal('FeatureCollection'),
    features: Type.Array(
      Closed({
        type: Type.Literal('Feature'),
        id: Type.Optional(Whole('El de la ubicación, donde es una.', 1)),
        geometry: Type.Unsafe<Geometry>(Geometria),
        properties: Type.Union([Celda, LugarDeCelda]),
      }),
    ),
  },
  { title: 'Mosaico', description: 'GeoJSON (RFC 7946), WGS 84, longitud primero.' },
);

const unknownMosaico = (z: string, x: string, y: string) =>
  notFound(
    `Mosaico ${z}/${x}/${y} no encontrado: z va de 0 a ${NEAREST_ZOOM}; x e y, de 0 a 2^z - 1.`,
  );

// SQL ---------------------------------------------------------------------------------------------

/** Degrees of a place on the map, an SQL expression: those of the middle of its square. */
const longitude = (x: string) => `round(((${x} + 0.5) * 360 / ${2 ** BITS} - 180)::numeric, 6)`;
const latitude = (y: string) =>
  `round(degrees(atan(sinh(pi() * (1 - (${y} + 0.5) / ${2 ** (BITS - 1)}::float8))))::numeric, 6)`;

/** GeoJSON that SQL makes of expressions. */
const point = (x: string, y: string) =>
  `json_build_object('type', 'Point', 'coordinates', json_build_array(${longitude(x)}, ${latitude(y)}))`;
const place = (of: string, geometry: string, withLate: boolean) =>
  `json_build_object('type', 'Feature', 'id', ${of}.ubicacion_id, 'geometry', ${geometry},
     'properties', json_build_object(
       'obraId', ${of}.obra_id, 'ubicacionId', ${of}.ubicacion_id, 'estatusObraId', ${of}.estatus_obra_id
       ${withLate ? `, 'atrasada', ${isLate(`${of}.obra_id`, `${of}.estatus_obra_id`)}` : ''}))`;

/**
 * The features of a tile's cells, each a row: `sort_key` and `sort_subkey`, which give the order, and its JSON.
 *
 * The ubicaciones are counted once, by cell and status. Cell and status are one number, because ids of statuses have three
 * bits. The least id, the greatest and the sum identify up to three ubicaciones. So the few of a cell are known without a
 * second use of the filters.
 *
 * @param matching FROM and WHERE of the ubicaciones
 * @param shift the bits of a place within its cell, an SQL expression
 * @param withLate whether single ubicaciones say that they are late, and cells how many are
 */
const cells = (matching: Sql, shift: Sql, withLate: boolean) => sql`
  WITH cells AS MATERIALIZED (
    SELECT cell_status >> 3 AS sort_key, sum(ubicaciones) AS ubicaciones, sum(obras) AS obras,
      min(x0) AS x0, max(x1) AS x1, min(y0) AS y0, max(y1) AS y1,
      sum(x) / sum(ubicaciones) AS x, sum(y) / sum(ubicaciones) AS y,
      json_agg(json_build_object('estatusObraId', cell_status & 7, 'ubicaciones', ubicaciones) ORDER BY cell_status) AS estatus,
      sum(late) AS late,
      array_agg(least_id) || array_agg(greatest_id) || array_agg(id_sum - least_id - greatest_id) AS ids
    FROM (
      SELECT ((l.k >> ${shift}) << 3) | l.estatus_obra_id AS cell_status, count(*) AS ubicaciones,
        count(DISTINCT l.obra_id) AS obras, min(l.x) AS x0, max(l.x) AS x1, min(l.y) AS y0, max(l.y) AS y1,
        sum(l.x) AS x, sum(l.y) AS y, ${
          withLate
            ? raw(`count(*) FILTER (WHERE ${isLate('l.obra_id', 'l.estatus_obra_id')})`)
            : sql`0`
        } AS late,
        min(l.ubicacion_id) AS least_id, max(l.ubicacion_id) AS greatest_id, sum(l.ubicacion_id) AS id_sum
      ${matching} GROUP BY 1
    ) by_status GROUP BY 1
  )
  SELECT sort_key, NULL::integer AS sort_subkey, json_build_object(
    'type', 'Feature', 'geometry', ${raw(point('x', 'y'))}, 'properties', json_build_object(
      'obras', obras, 'ubicaciones', ubicaciones, 'estatus', estatus, ${withLate ? sql`'atrasadas', late,` : empty}
      'bbox', json_build_array(${raw(
        [longitude('x0'), latitude('y1'), longitude('x1'), latitude('y0')].join(', '),
      )}))) AS json
  FROM cells WHERE ubicaciones > ${raw(`${MOST_OF_A_CELL}`)}
  UNION ALL
  SELECT c.sort_key, l.ubicacion_id, ${raw(place('l', point('l.x', 'l.y'), withLate))}
  FROM cells c JOIN obras_mapa l ON l.ubicacion_id = ANY (c.ids) WHERE c.ubicaciones <= ${raw(`${MOST_OF_A_CELL}`)}`;

/**
 * The most bytes of geometries that a tile reads, and the most positions that it has. Beyond them the largest geometries are
 * shown as points.
 */
const BYTES_PER_TILE = 1_000_000;
const MOST_POSITIONS = 10_000;
/** Geometries up to this many positions are unchanged. Others are simplified to a pixel. */
const FEW_POSITIONS = 50;

/**
 * The geometries of a tile's ubicaciones, each a row: `sort_key`, which gives the order, and its feature.
 *
 * @param matching FROM and WHERE of the ubicaciones
 * @param pixel its width in degrees, an SQL expression
 * @param withLate as for cells
 */
const geometries = (matching: Sql, pixel: Sql, withLate: boolean) => sql`
  SELECT ubicacion_id::bigint AS sort_key, NULL::integer AS sort_subkey, ${raw(
    place(
      'measured',
      `coalesce(
      CASE WHEN sum(positions) OVER (ORDER BY positions, ubicacion_id) <= ${MOST_POSITIONS}
        -- Lines go as they were drawn: before PostGIS 3.4 this turns them around as well.
        THEN ST_AsGeoJSON(CASE ST_Dimension(drawing) WHEN 2 THEN ST_ForcePolygonCCW(drawing) ELSE drawing END, 6)::json
      END, ${point('x', 'y')})`,
      withLate,
    ),
  )} AS json
  FROM (
    SELECT simplified.*, ST_NPoints(drawing) AS positions FROM (
      SELECT l.*, CASE
        -- How large each is, is known unread.
        WHEN sum(pg_column_size(u.geometria)) OVER (ORDER BY pg_column_size(u.geometria), u.id) > ${raw(`${BYTES_PER_TILE}`)} THEN NULL
        WHEN ST_NPoints(u.geometria) <= ${raw(`${FEW_POSITIONS}`)} THEN u.geometria
        ELSE ST_Simplify(u.geometria, ${pixel}, true)
      END AS drawing
      FROM (SELECT l.* ${matching}) l
      JOIN ubicaciones u ON u.id = l.ubicacion_id
      OFFSET 0
    ) simplified
  ) measured`;

/** The GeoJSON of a tile: its cells, or its geometries where the zoom is near and they are few. */
function findTile(
  db: Db,
  filtros: Filtros,
  tile: Tile,
  filters: ResolvedFilters,
  withLate: boolean,
): Promise<string> {
  const { z } = tile;
  const [first, last] = rangeOf(tile).map(String);
  // Filters on columns of `obras_mapa` are checked there, the others on the obras.
  const { onMap, others } = splitByMap(filters, filtros);
  if (filters.bbox !== undefined && isWithin(tile, filters.bbox as string)) delete others.bbox;
  const { where: ours } = conditions(onMap, filtros);
  const { where: theirs } = conditions(others, filtros);
  const planEachTime = theirs !== empty;
  const matching = sql`
    FROM (SELECT * FROM obras_mapa o WHERE o.k BETWEEN ${first}::bigint AND ${last}::bigint ${ours}) l
    WHERE ${planEachTime ? sql`EXISTS (SELECT FROM obras o WHERE o.id = l.obra_id ${theirs})` : sql`true`}`;
  const shift = sql`${2 * (BITS - z - CELL_BITS)}::integer`;
  let before = empty;
  let features: Sql;
  if (z < GEOMETRIES_FROM) {
    features = cells(matching, shift, withLate);
  } else {
    before = sql`WITH tally AS MATERIALIZED (
      SELECT count(*) <= ${raw(`${MOST_GEOMETRIES}`)} AS are_few
      FROM (SELECT ${matching} LIMIT ${raw(`${MOST_GEOMETRIES + 1}`)}) l)`;
    const pixel = sql`${360 / (PIXELS * 2 ** z)}::float8`;
    const areFew = sql`(SELECT are_few FROM tally)`;
    features = sql`(${cells(sql`${matching} AND NOT ${areFew}`, shift, withLate)})
      UNION ALL (${geometries(sql`${matching} AND ${areFew}`, pixel, withLate)})`;
  }
  return db.json(
    sql`${before}
     SELECT '{"type":"FeatureCollection","features":['
       || coalesce(string_agg(json::text, E',\\n' ORDER BY sort_key, sort_subkey), '') || ']}' AS json
     FROM (${features}) elements`,
    { planEachTime },
  );
}

function isOnMap({ z, x, y }: Tile): boolean {
  const isPlace = (place: number) => place >= 0 && place < 2 ** z;
  return z >= 0 && z <= NEAREST_ZOOM && isPlace(x) && isPlace(y);
}

/** True where a tile lies wholly in a rectangle of the filter `bbox`. */
function isWithin({ z, x, y }: Tile, bbox: string): boolean {
  const [west, south, east, north] = boxOf(bbox);
  const side = 2 ** z;
  const latitudeOf = (row: number) =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / side))) * 180) / Math.PI;
  // A place beyond the edge of the map is in the outermost tiles.
  const isInner = x > 0 && y > 0 && x < side - 1 && y < side - 1;
  return (
    isInner &&
    west <= (x / side) * 360 - 180 &&
    east >= ((x + 1) / side) * 360 - 180 &&
    north >= latitudeOf(y) &&
    south <= latitudeOf(y + 1)
  );
}

// Route -------------------------------------------------------------------------------------------

export function mapa(app: App, { heavyReads, listas }: ListContext): void {
  app.get(
    '/mapa/:z/:x/:y',
    {
      config: { ...reader, cacheTags: ['obras'] },
      schema: {
        tags: ['Obras'],
        operationId: 'findMosaico',
        summary: 'Las obras en un mosaico de mapa, agrupadas por celdas',
        description: `Los mismos filtros que GET /obras. Mosaicos XYZ de ${PIXELS} píxeles (Web Mercator): con z 0 uno solo es el mundo. Cada uno tiene 8 × 8 celdas: donde hay más de ${MOST_OF_A_CELL} ubicaciones, un punto en medio de ellas con cuántas son; donde hay menos, cada una como punto. Desde z ${GEOMETRIES_FROM}, con ${MOST_GEOMETRIES} ubicaciones o menos, trae cada una con su geometría, simplificada a lo que se ve; la muy extensa, como punto. Una geometría viene sólo en el mosaico que contiene su punto.`,
        params: Params,
        querystring: mapQuery(listas.ObraFilters.properties),
        response: {
          200: sentAs('application/geo+json', Mosaico),
          404: unknownMosaico('19', '0', '0'),
        },
      },
    },
    async (request, reply) => {
      const { params, query } = request;
      const tile = { z: Number(params.z), x: Number(params.x), y: Number(params.y) };
      if (!isOnMap(tile)) throw unknownMosaico(params.z, params.x, params.y);
      reply.type('application/geo+json; charset=utf-8');
      const reader = await heavyReads.page(request, reply);
      const { conAtraso, ...filters } = query;
      const resolved = await resolveFilters(listas.filtros, filters, request, reader);
      return findTile(reader, listas.filtros, tile, resolved, conAtraso !== undefined);
    },
  );
}
