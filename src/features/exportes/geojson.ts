import type { Geometry } from 'geojson';
import sql, { empty, raw } from 'sql-template-tag';
import { Type } from 'typebox';
import { readerOrProgram } from '../../core/auth/access.ts';
import { Closed, LABEL, sentAs, Whole } from '../../core/base/schemas.ts';
import type { Db } from '../../core/db/db.ts';
import { attached } from '../../core/http/attached.ts';
import type { App } from '../../core/http/context.ts';
import { jsonArray } from '../../core/http/flow.ts';
import { conditions, type ResolvedFilters, resolveFilters } from '../../core/obras/filtros.ts';
import { Geometria } from '../../core/obras/geometria.ts';
import type { Listas, ListContext } from '../../core/obras/listas.ts';
import {
  FEATURE_BYTES,
  featureWith,
  type Layer,
  layerOf,
  RIGHT_HANDED,
  WITHOUT_PLACE,
} from '../../listados/geojson.ts';

// Obras as GeoJSON: a feature for each ubicación.

/** The schema of a layer. The properties of the ubicación are null for an obra without one. */
function coleccionOf({ properties }: Layer) {
  const schemas = Object.fromEntries(
    Object.entries(properties).map(([name, { title, type, sql, ...property }]) => {
      const types = sql.startsWith('u.') ? [...new Set([type, 'null'].flat())] : type;
      // A title would name a schema of the service's own document.
      return [name, Type.Unsafe<unknown>({ ...property, type: types, [LABEL]: title })];
    }),
  );

  const Elemento = Closed(
    {
      type: Type.Literal('Feature'),
      id: Whole(
        `Identificador de la ubicación; de una obra sin ubicación, el suyo más ${WITHOUT_PLACE}, que ninguna ubicación alcanza.`,
        1,
      ),
      geometry: Type.Unsafe<Geometry | null>({
        anyOf: [Geometria, { type: 'null' }],
        examples: [{ type: 'Point', coordinates: [-89.6237, 20.9674] }],
      }),
      properties: Closed(schemas, { description: 'Datos de la obra y de la ubicación.' }),
    },
    {
      title: 'Elemento',
      description: 'Elemento de GeoJSON (RFC 7946): una ubicación de una obra.',
    },
  );

  const ColeccionDeElementos = Closed(
    { type: Type.Literal('FeatureCollection'), features: Type.Array(Elemento) },
    { title: 'ColeccionDeElementos', description: 'GeoJSON (RFC 7946), WGS 84, longitud primero.' },
  );
  return ColeccionDeElementos;
}

/** The obras of one chunk, and its approximate bytes in memory. */
const OBRAS_PER_CHUNK = 200;
const STEP_BYTES = 1_000_000;

interface FeatureChunk {
  json: string | null;
  /** The last feature of the chunk: its obra, null for an empty chunk, and its ubicación, where it has one. */
  obra: number | null;
  ubicacion: number | null;
  /** The last obra that was read, where more may follow. */
  lastSeen: number | null;
  /** True where the chunk has all features of the obras that it read. */
  isWhole: boolean;
}

/**
 * A feature for each ubicación of the obras that pass the filters, and one for each obra that has none. They come by the ids of
 * obra and ubicación, in pieces of bounded size, which the caller joins by commas.
 *
 * @param root the beginning of links, empty for addresses without a host
 */
async function* streamFeatures(
  db: Db,
  { filtros }: Listas,
  layer: Layer,
  filters: ResolvedFilters,
  root: string,
): AsyncGenerator<string> {
  /** The obra after which the next chunk begins, and its ubicación where more of that obra follow. */
  let after: { obra: number; ubicacion: number | null } | undefined;
  for (;;) {
    const { where, planEachTime } = conditions(filters, filtros);
    const from = after ? sql`o.id >= ${after.obra}::integer` : sql`true`;
    const rest = after
      ? sql`WHERE o.id > ${after.obra}::integer OR u.id > ${after.ubicacion}::integer`
      : empty;
    const most = raw(`${OBRAS_PER_CHUNK}`);
    const chunk = (await db.one<FeatureChunk>(
      sql`WITH page AS MATERIALIZED (
         SELECT o.id FROM obras o WHERE ${from} ${where} ORDER BY o.id LIMIT ${most}
       ), sized AS MATERIALIZED (
         SELECT o.id AS obra, u.id AS ubicacion,
           sum(${raw(FEATURE_BYTES)}) OVER (
             ORDER BY o.id, u.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
         FROM page JOIN obras o USING (id) LEFT JOIN ubicaciones u ON u.obra_id = o.id
         ${rest}
       ), chunk AS MATERIALIZED (
         SELECT obra, ubicacion FROM sized WHERE bytes_before IS NULL OR bytes_before < ${raw(`${STEP_BYTES}`)}
       )
       SELECT
         (SELECT string_agg(${featureWith(layer, `${RIGHT_HANDED}::text`, root)}, E',\\n' ORDER BY o.id, u.id)
          FROM chunk JOIN obras o ON o.id = chunk.obra
          LEFT JOIN ubicaciones u ON u.id = chunk.ubicacion) AS json,
         last_seen.obra, last_seen.ubicacion,
         (SELECT CASE WHEN count(*) = ${most} THEN max(id) END FROM page) AS "lastSeen",
         (SELECT count(*) FROM chunk) = (SELECT count(*) FROM sized) AS "isWhole"
       FROM (SELECT) una LEFT JOIN LATERAL (
         SELECT obra, ubicacion FROM chunk ORDER BY obra DESC, ubicacion DESC LIMIT 1
       ) last_seen ON true`,
      { planEachTime },
    )) as FeatureChunk;
    if (chunk.json) yield chunk.json;
    if (!chunk.isWhole) {
      after = { obra: chunk.obra as number, ubicacion: chunk.ubicacion };
    } else {
      if (chunk.lastSeen === null) return;
      after = { obra: chunk.lastSeen, ubicacion: null };
    }
  }
}

// Routes ------------------------------------------------------------------------------------------

export function obrasGeojson(app: App, { heavyReads, config, listas }: ListContext): void {
  const layer = layerOf(listas.properties);
  app.get(
    '/obras.geojson',
    {
      config: {
        ...readerOrProgram,
        streams: true,
        cacheTags: layer.tags,
        ...(layer.isDated && { isDated: true }),
      },
      schema: {
        tags: ['Obras'],
        operationId: 'exportGeojson',
        summary: 'Las obras como capa de mapa: un elemento por ubicación',
        description:
          'Archivo GeoJSON con los filtros de GET /obras. Una obra sin ubicación aparece con geometry null.',
        querystring: listas.ObraFilters,
        response: {
          200: sentAs('application/geo+json', coleccionOf(layer), {
            'Content-Disposition': Type.String({ description: 'Nombre del archivo.' }),
          }),
        },
      },
    },
    async (request, reply) => {
      const reader = await heavyReads.stream(request, reply);
      const filters = await resolveFilters(listas.filtros, request.query, request, reader);
      attached(reply, 'application/geo+json; charset=utf-8', 'obras.geojson');
      return jsonArray(
        streamFeatures(reader, listas, layer, filters, config.PUBLIC_URL ?? ''),
        '{"type":"FeatureCollection","features":[',
        ']}\n',
      );
    },
  );
}
