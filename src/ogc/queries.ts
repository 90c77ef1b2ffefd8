import sql, { empty, raw } from 'sql-template-tag';
import type { Cache } from '../db/cache.ts';
import type { Db } from '../db/db.ts';
import { FEATURE_BYTES, featureWith, RIGHT_HANDED } from '../obras/features.ts';
import { type Box, conditions, type ResolvedFilters } from '../obras/filtros.ts';
import type { Collection } from './collections.ts';
import { type Area, CRS84, type Crs, geometryIn, touchesArea } from './crs.ts';

type Kind = NonNullable<Collection['tipo']>;

/** A feature with its geometry in a system. */
const featureIn = (crs: Crs) => featureWith(geometryIn(crs, RIGHT_HANDED));

/** Bytes of features that a page holds at most, or else its one feature. */
const PAGE_BYTES = 4_000_000;

/** Where a page begins: after this obra's ubicación. */
export interface LayerPosition {
  obra: number;
  ubicacion: number;
  /** How many features there are altogether, where that is known already: counting costs more the more there are. */
  total?: number | undefined;
}

export interface Page {
  /** The features' JSON, joined by commas; null where there are none. */
  json: string | null;
  returned: number;
  matched: number;
  /** Where the next page begins; undefined where none follows. */
  next?: LayerPosition | undefined;
}

/**
 * One page of a layer, by the ids of obra and ubicación: whichever page it is, it is read from where it begins. A page
 * may end before `limit` where its geometries are large.
 *
 * @param area only what touches it; undefined for everything
 */
export async function findFeatures(
  db: Db,
  tipo: Kind,
  filters: ResolvedFilters,
  area: Area | undefined,
  limit: number,
  after: LayerPosition,
  crs = CRS84,
): Promise<Page> {
  const { where, planEachTime } = conditions(filters);
  const isOfObras = where !== empty;
  const inside = area ? sql`AND (${touchesArea(area, sql`u.geometria`)})` : empty;
  // Named in the text, so that the plan knows how rare the kind is.
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
    sql`WITH lugar AS MATERIALIZED (
       SELECT u.obra_id, u.id ${matching}
         AND (u.obra_id, u.id) > (${obra}, ${ubicacion}) ${isOfObras ? sql`AND o.id >= ${obra}` : empty}
       ORDER BY u.obra_id, u.id LIMIT ${most} + 1
     ), medida AS MATERIALIZED (
       SELECT o.id AS obra, u.id AS ubicacion, row_number() OVER en_orden AS n,
         sum(${raw(FEATURE_BYTES)}) OVER (en_orden ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS antes
       FROM lugar JOIN obras o ON o.id = lugar.obra_id JOIN ubicaciones u ON u.id = lugar.id
       WINDOW en_orden AS (ORDER BY o.id, u.id)
     ), dada AS MATERIALIZED (
       SELECT obra, ubicacion FROM medida WHERE n <= ${most} AND (antes IS NULL OR antes < ${raw(`${PAGE_BYTES}`)})
     )
     SELECT ${total} AS total, elementos.*,
       (SELECT count(*) FROM medida) > returned AS more, ultima.*
     FROM (
       SELECT string_agg(${raw(featureIn(crs))}, E',\\n' ORDER BY o.id, u.id) AS json, count(*)::integer AS returned
       FROM dada JOIN obras o ON o.id = dada.obra JOIN ubicaciones u ON u.id = dada.ubicacion
     ) elementos LEFT JOIN LATERAL (
       SELECT obra, ubicacion FROM dada ORDER BY 1 DESC, 2 DESC LIMIT 1
     ) ultima ON true`,
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

/** The JSON of one feature of a layer, or undefined where it has none with that id. */
export function findFeature(
  db: Db,
  tipo: Kind,
  id: number | null,
  crs: Crs,
): Promise<string | undefined> {
  return db.jsonOrNothing(
    `SELECT ${featureIn(crs)} AS json
     FROM ubicaciones u JOIN obras o ON o.id = u.obra_id
     WHERE u.id = $1 AND u.tipo_geometria = $2`,
    [id, tipo],
  );
}

type Extents = Partial<Record<Kind, Box>>;

/** The rectangle around the ubicaciones of each kind that has any. It is kept until an obra changes. */
export async function findExtents(db: Db, cache: Cache): Promise<Extents> {
  const tags = ['obras'];
  const known = cache.get<Extents>('ogc/extents', tags);
  if (known) return known;
  const keep = cache.begin<Extents>('ogc/extents', tags);
  const rows = await db.query<{ tipo: Kind; box: Box }>(
    `SELECT tipo_geometria AS tipo, ARRAY[
       min(ST_XMin(caja)), min(ST_YMin(caja)), max(ST_XMax(caja)), max(ST_YMax(caja))] AS box
     FROM (SELECT tipo_geometria, Box2D(geometria)::box3d AS caja FROM ubicaciones) u
     GROUP BY tipo_geometria`,
  );
  const extents = Object.fromEntries(rows.map(({ tipo, box }) => [tipo, box])) as Extents;
  keep?.(extents, 500);
  return extents;
}
