import sql, { raw, type Sql } from 'sql-template-tag';
import { type Field, type LayerField, labelOf, OBRA, UBICACION } from '../core/obras/campos.ts';
import { CATALOGS } from '../core/obras/documents.ts';
import { contentAddress, photosOf } from '../core/obras/fotos.ts';

// Obras on a map. Each ubicación is a GeoJSON feature (RFC 7946) that carries its obra's data. The properties are flat, since
// programs that draw maps read no nested ones. Every property is always there, because those programs learn the fields from the
// first features.

/**
 * Added to the id of an obra without an ubicación, for the id of its feature. All ids are integers, since programs that draw
 * maps change the ids of a file that mixes them with texts. The sum is above every id of an ubicación (int4).
 */
export const WITHOUT_PLACE = 2_147_483_648;

/** A property of the features of obras. */
export interface Property {
  /** People's name for it. */
  title: string;
  description: string;
  type: string | readonly string[];
  /** Its JSON Schema format, where it has one. */
  format?: string;
  examples: readonly unknown[];
  /** An expression over `o` (obras), `u` (ubicaciones), `dep`, `m`, `s` (obras_seguimiento), `f` (photos) and `raiz`. */
  sql: string;
}

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

const day = (title: string, description: string, column: string): Property => ({
  title,
  description,
  type: ['string', 'null'],
  format: 'date',
  examples: ['2026-06-30'],
  sql: `s.${column}`,
});

/**
 * The progress of an obra; null without a report. These properties are last, so that maps that read columns by position keep
 * working. The percentage has two decimals in the text, since some programs read 45 as an integer column.
 */
const FOLLOW_UP: Record<string, Property> = {
  avanceFisico: {
    title: 'Avance físico',
    description: 'Por ciento construido, según el avance más nuevo: 45.5 es 45.5 %.',
    type: ['number', 'null'],
    examples: [45.5],
    sql: 's.avance_fisico',
  },
  fechaCorte: day('Fecha de corte', 'Día hasta el que cuenta ese avance.', 'fecha_corte'),
  fechaTerminoBase: day(
    'Término original',
    'El del primer programa de la obra.',
    'fecha_termino_base',
  ),
  fechaTerminoVigente: day(
    'Término vigente',
    'El de los contratos que la construyen, con sus convenios; sin ellos, el del último programa.',
    'fecha_termino_vigente',
  ),
};

/** The public photos of an obra. They came after the follow-up, and follow it for the same reason. */
const PHOTOS: Record<string, Property> = {
  fotos: {
    title: 'Fotos',
    description: 'Cuántas fotos públicas tiene la obra.',
    type: 'integer',
    examples: [3],
    sql: 'coalesce(f.fotos, 0)',
  },
  foto: {
    title: 'Foto más nueva',
    description:
      'Dirección de la foto pública más nueva de la obra, que empieza con PUBLIC_URL o, sin ese ajuste, con /obras/; null si no tiene fotos.',
    type: ['string', 'null'],
    format: 'uri-reference',
    examples: ['https://obras.ejemplo.gob.mx/obras/1/archivos/7/contenido'],
    sql: contentAddress('raiz', 'o.id', 'f.foto'),
  },
};

/** The properties of an ubicación's feature, in their order. */
export const PROPERTIES: Record<string, Property> = {
  ...propertiesOf(OBRA, 'o'),
  ...propertiesOf(UBICACION, 'u'),
  ...FOLLOW_UP,
  ...PHOTOS,
};

/** The tables of features, for `cacheTags`. */
export const FEATURE_TAGS = ['obras', 'seguimiento', 'archivos', ...CATALOGS] as const;

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
  geometry: string,
  root: string,
): Sql => sql`'{"type":"Feature","id":' || coalesce(u.id, o.id + ${raw(`${WITHOUT_PLACE}`)})
  || ',"geometry":' || coalesce(${raw(geometry)}, 'null')
  || ',"properties":' || row_to_json((SELECT p FROM (SELECT ${SELECTED}
    FROM (SELECT ${root}::text AS raiz) r, dependencias dep, municipios m
    LEFT JOIN obras_seguimiento s ON s.obra_id = o.id
    LEFT JOIN LATERAL (${raw(photosOf('o.id'))}) f ON true
    WHERE dep.id = o.dependencia_id AND m.id = coalesce(u.municipio_id, o.municipio_id)) p))::text || '}'`;
const SELECTED = raw(
  Object.entries(PROPERTIES)
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
