import sql, { raw, type Sql } from 'sql-template-tag';
import { type Field, type LayerField, labelOf, OBRA, UBICACION } from '../core/obras/campos.ts';
import { CATALOGS } from '../core/obras/documents.ts';
import type { MoreProperties, Property } from '../core/obras/listas.ts';

// Obras on a map. Each ubicación is a GeoJSON feature (RFC 7946) that carries its obra's data. The properties are flat, since
// programs that draw maps read no nested ones. Every property is always there, because those programs learn the fields from the
// first features.

/**
 * Added to the id of an obra without an ubicación, for the id of its feature. All ids are integers, since programs that draw
 * maps change the ids of a file that mixes them with texts. The sum is above every id of an ubicación (int4).
 */
export const WITHOUT_PLACE = 2_147_483_648;

const propertiesOf = (fields: Record<string, Field>, table: 'o' | 'u') =>
  Object.fromEntries(
    Object.values(fields).flatMap((field) =>
      Object.entries<LayerField>(field.layer ?? {}).map(([name, { example, ...layer }]) => {
        const { type, description = '', examples = [] } = field.schema;
        const own = { title: labelOf(field), description, type, sql: `${table}.${field.column}` };
        return [name, { ...own, examples: example ? [example] : examples, ...layer } as Property];
      }),
    ),
  );

/** The layers of obras: the properties of their elements, and what is read for them. */
export interface Layer {
  properties: Record<string, Property>;
  joins: string[];
  /** The tables of elements, for `cacheTags`, and whether they are others on the next day. */
  tags: readonly string[];
  isDated?: true;
}

/** The properties of an ubicación's element, in their order: the core's, then those of features. */
export const layerOf = (more: MoreProperties[]): Layer => ({
  properties: {
    ...propertiesOf(OBRA, 'o'),
    ...propertiesOf(UBICACION, 'u'),
    ...Object.assign({}, ...more.map(({ properties }) => properties)),
  },
  joins: more.map(({ join }) => join),
  tags: ['obras', ...more.flatMap(({ dependsOn }) => dependsOn), ...CATALOGS],
  ...(more.some(({ dated }) => dated) && { isDated: true }),
});

// SQL ---------------------------------------------------------------------------------------------

/**
 * A feature's JSON. `o` is the obra; `u` its ubicación, all null where it has none. The amount is numeric(15,2), which the
 * database writes with both decimals: some programs read 1000 as an integer column, and cut off cents. The catalogs are
 * subqueries, since planning a join of them all takes longer than a page of features.
 *
 * @param geometry an expression for the text of its geometry, null where it has none
 * @param root the beginning of links, empty for addresses without a host
 */
export const featureWith = (
  { properties, joins }: Layer,
  geometry: string,
  root: string,
): Sql => sql`'{"type":"Feature","id":' || coalesce(u.id, o.id + ${raw(`${WITHOUT_PLACE}`)})
  || ',"geometry":' || coalesce(${raw(geometry)}, 'null')
  || ',"properties":' || row_to_json((SELECT p FROM (SELECT ${selected(properties)}
    FROM (SELECT ${root}::text AS raiz) r, dependencias dep, municipios m${raw(joins.map((join) => `\n    ${join}`).join(''))}
    WHERE dep.id = o.dependencia_id AND m.id = coalesce(u.municipio_id, o.municipio_id)) p))::text || '}'`;
const selected = (properties: Layer['properties']) =>
  raw(
    Object.entries(properties)
      .map(([name, { sql }]) => `${sql} AS "${name}"`)
      .join(', '),
  );

/**
 * The GeoJSON of an ubicación `u` as files have it: outlines go counterclockwise and holes clockwise (RFC 7946 section 3.1.6).
 * A geometry that already does is unchanged, as is every geometry in `GET /obras`.
 */
export const RIGHT_HANDED = `(CASE
  WHEN u.tipo_geometria <> 'POLIGONO' OR ST_IsPolygonCCW(u.geometria) THEN u.geometria_json
  ELSE ST_AsGeoJSON(ST_ForcePolygonCCW(ST_GeomFromGeoJSON(u.geometria_json)), 15, 0)::json END)`;

/** The approximate bytes of a feature, without reading its geometry or description. */
export const FEATURE_BYTES = `
  500 + octet_length(o.descripcion) + coalesce(octet_length(u.geometria_json::text), 0)`;
