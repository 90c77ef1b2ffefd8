import sql, { empty, raw } from 'sql-template-tag';
import type { Cache } from '../../core/db/cache.ts';
import type { Db } from '../../core/db/db.ts';
import type { Conditions } from '../../core/obras/filtros.ts';
import { FEATURE_BYTES, featureWith, type Layer, RIGHT_HANDED } from '../../listados/geojson.ts';
import type { Box } from '../../listados/rectangulo.ts';
import type { Collection } from './collections.ts';
import { type Area, CRS84, type Crs, geometryIn, touchesArea } from './crs.ts';

type Kind = NonNullable<Collection['tipo']>;

const featureIn = (layer: Layer, crs: Crs, root: string) =>
  featureWith(layer, geometryIn(crs, RIGHT_HANDED), root);

/** Bytes of features of a page at most, except for a page of one feature. */
const PAGE_BYTES = 4_000_000;

/** The beginning of a page: after this obra's ubicación. */
export interface LayerPosition {
  obra: number;
  ubicacion: number;
  /** The number of all features, where an earlier page has counted them: counting takes longer the more there are. */
  total?: number | undefined;
}

export interface LayerPage {
  /** The features' JSON, joined by commas; null where there are none. */
  json: string | null;
  returned: number;
  matched: number;
  /** The beginning of the next page; undefined for the last page. */
  next?: LayerPosition | undefined;
}

/**
 * One page of a layer, by the ids of obra and ubicación. Each page is read from its beginning, however far on it is. A page
 * may end before `limit` where its geometries are large.
 *
 * @param root the beginning of links
 * @param area selects features that touch it; undefined for all
 */
export async function findFeatures(
  db: Db,
  layer: Layer,
  root: string,
  tipo: Kind,
  { where, planEachTime }: Conditions,
  area: Area | undefined,
  limit: number,
  after: LayerPosition,
  crs = CRS84,
): Promise<LayerPage> {
  const isOfObras = where !== empty;
  const inside = area ? sql`AND (${touchesArea(area, sql`u.geometria`)})` : empty;
  // The kind stands in the text, so that the plan knows how rare it is.
  const matching = sql`
    FROM ubicaciones u ${isOfObras ? sql`JOIN obras o ON o.id = u.obra_id` : empty}
    WHERE u.tipo_geometria = ${raw(`'${tipo}'`)} ${where} ${inside}`;
  const total =
    after.total === undefined
      ? sql`(SELECT count(*)::integer ${matching})`
      : sql`${after.total}::integer`;
  const obra = sql`${after.obra}::integer`;
  const ubicacion = sql`${after.ubicacion}::integer`;
  const most = sql`${limit}::integer`;
  const page = await db.one<{
    total: number;
    json: string | null;
    returned: number;
    more: boolean;
    obra: number | null;
    ubicacion: number | null;
  }>(
    sql`WITH page_ids AS MATERIALIZED (
       SELECT u.obra_id, u.id ${matching}
         AND (u.obra_id, u.id) > (${obra}, ${ubicacion}) ${isOfObras ? sql`AND o.id >= ${obra}` : empty}
       ORDER BY u.obra_id, u.id LIMIT ${most} + 1
     ), sized AS MATERIALIZED (
       SELECT o.id AS obra, u.id AS ubicacion, row_number() OVER in_order AS n,
         sum(${raw(FEATURE_BYTES)}) OVER (in_order ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
       FROM page_ids JOIN obras o ON o.id = page_ids.obra_id JOIN ubicaciones u ON u.id = page_ids.id
       WINDOW in_order AS (ORDER BY o.id, u.id)
     ), chunk AS MATERIALIZED (
       SELECT obra, ubicacion FROM sized WHERE n <= ${most} AND (bytes_before IS NULL OR bytes_before < ${raw(`${PAGE_BYTES}`)})
     )
     SELECT ${total} AS total, features.*,
       (SELECT count(*) FROM sized) > returned AS more, last_one.*
     FROM (
       SELECT string_agg(${featureIn(layer, crs, root)}, E',\\n' ORDER BY o.id, u.id) AS json, count(*)::integer AS returned
       FROM chunk JOIN obras o ON o.id = chunk.obra JOIN ubicaciones u ON u.id = chunk.ubicacion
     ) features LEFT JOIN LATERAL (
       SELECT obra, ubicacion FROM chunk ORDER BY 1 DESC, 2 DESC LIMIT 1
     ) last_one ON true`,
    { planEachTime },
  );
  const { total: matched, json, returned, more, ...last } = page as NonNullable<typeof page>;
  return {
    json,
    returned,
    matched,
    ...(more && { next: { ...(last as LayerPosition), total: matched } }),
  };
}

/** The JSON of one feature of a layer, or undefined for an unknown id. Links begin with `root`. */
export function findFeature(
  db: Db,
  layer: Layer,
  root: string,
  tipo: Kind,
  id: number | null,
  crs: Crs,
): Promise<string | undefined> {
  return db.jsonOrNothing(
    sql`SELECT ${featureIn(layer, crs, root)} AS json
     FROM ubicaciones u JOIN obras o ON o.id = u.obra_id
     WHERE u.id = ${id} AND u.tipo_geometria = ${tipo}`,
  );
}

type Extents = Partial<Record<Kind, Box>>;

/** The rectangle around the ubicaciones of each kind that has any. It is cached until an obra changes. */
export async function findExtents(db: Db, cache: Cache): Promise<Extents> {
  const tags = ['obras'];
  const known = cache.get<Extents>('ogc/extents', tags);
  if (known) return known;
  const keep = cache.begin<Extents>('ogc/extents', tags);
  const rows = await db.query<{ tipo: Kind; box: Box }>(
    `SELECT tipo_geometria AS tipo, ARRAY[
       min(ST_XMin(extent)), min(ST_YMin(extent)), max(ST_XMax(extent)), max(ST_YMax(extent))] AS box
     FROM (SELECT tipo_geometria, Box2D(geometria)::box3d AS extent FROM ubicaciones) u
     GROUP BY tipo_geometria`,
  );
  const extents = Object.fromEntries(rows.map(({ tipo, box }) => [tipo, box])) as Extents;
  keep?.(extents, 500);
  return extents;
}
