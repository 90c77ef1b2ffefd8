import type { Geometry } from 'geojson';
import { type Static, type TSchema, Type } from 'typebox';
import { reader } from '../auth/access.ts';
import { Closed, nullable, sentAs } from '../base/schemas.ts';
import type { Db } from '../db/db.ts';
import type { App, Context } from '../http/context.ts';
import { jsonArray } from '../http/flow.ts';
import { CATALOGS } from './documents.ts';
import { conditions, type Narrowing, narrowing } from './filters.ts';
import { Geometria } from './geometria.ts';
import { ObraFilters } from './schema.ts';

// Obras on a map. Each ubicación is a GeoJSON feature (RFC 7946) that carries its obra's data. They are flat, since programs
// that draw maps read no nested ones. Every property is always there, because those programs learn the fields from the first
// features.

/** What stands in front of a feature's obra and ubicación where an obra has none. */
const WITHOUT_PLACE = 'obra-';

const text = (title: string, description: string, example: string) =>
  Type.String({ title, description, examples: [example] });

/** The properties in their order, each with the name that people see (`title`). */
export const PROPERTIES = {
  obraId: Type.Integer({ title: 'Obra', description: 'Identificador de la obra.', examples: [1] }),
  numeroObra: Type.Integer({
    title: 'Número de obra',
    description: 'Número consecutivo dentro del ejercicio fiscal.',
    examples: [1],
  }),
  claveUnica: text('Clave única', 'Clave única de la obra.', 'SOP-2026-0001'),
  nombre: text('Nombre', 'Nombre de la obra.', 'Pavimentación de la calle 60'),
  descripcion: text('Descripción', 'Puede estar vacía.', 'Concreto hidráulico.'),
  monto: Type.Number({
    title: 'Monto (MXN)',
    description: 'Presupuesto de toda la obra en pesos mexicanos, siempre con dos decimales.',
    examples: [1250000.5],
  }),
  anio: Type.Integer({ title: 'Año', description: 'Ejercicio fiscal.', examples: [2026] }),
  dependencia: text('Dependencia', 'Dependencia que la ejecuta.', 'Secretaría de Obras Públicas'),
  siglas: nullable(text('Siglas', 'Siglas de la dependencia.', 'SOP')),
  municipio: text('Municipio', 'El de la ubicación; sin ubicación, el de la obra.', 'Mérida'),
  municipioClave: text('Clave del municipio', 'Clave de INEGI, cinco dígitos.', '31050'),
  tipoProyecto: nullable(text('Tipo de proyecto', 'Tipo de proyecto.', 'Vialidades')),
  estatus: text('Estatus', 'Estatus de la obra.', 'En proceso'),
  direccion: nullable(text('Dirección', 'Dirección de la ubicación.', 'Calle 60 x 61, Centro')),
  localidadReferencia: nullable(text('Localidad', 'Localidad de referencia.', 'Mérida')),
  orden: nullable(
    Type.Integer({
      title: 'Orden',
      description: 'Lugar entre las ubicaciones de la obra.',
      examples: [1],
    }),
  ),
};

/** The same without the names that people see: a title names a schema of the service's own document. */
const plain: Record<string, TSchema> = Object.fromEntries(
  Object.entries(PROPERTIES as Record<string, TSchema & { title?: string }>).map(
    ([name, { title: _, ...property }]) => [name, property],
  ),
);

export const Elemento = Closed(
  {
    type: Type.Literal('Feature'),
    id: Type.Union([Type.Integer(), Type.String()], {
      description: 'Identificador de la ubicación; de una obra sin ubicación, «obra-» y el suyo.',
      examples: [1],
    }),
    geometry: Type.Unsafe<Geometry | null>({
      anyOf: [Geometria, { type: 'null' }],
      examples: [{ type: 'Point', coordinates: [-89.6237, 20.9674] }],
    }),
    properties: Closed(plain, { description: 'Datos de la obra y de la ubicación.' }),
  },
  { title: 'Elemento', description: 'Elemento de GeoJSON (RFC 7946): una ubicación de una obra.' },
);

const ColeccionDeElementos = Closed(
  { type: Type.Literal('FeatureCollection'), features: Type.Array(Elemento) },
  { title: 'ColeccionDeElementos', description: 'GeoJSON (RFC 7946), WGS 84, longitud primero.' },
);

// SQL ---------------------------------------------------------------------------------------------

/**
 * A feature's JSON. `o` is the obra; `u` its ubicación, all null where it has none. The amount is numeric(15,2), which the
 * database writes with both decimals: of 1000 some programs make an integer, and cut off cents. The catalogs are looked
 * up one by one: to plan a join of them all takes longer than a page of features.
 */
export const FEATURE = `'{"type":"Feature","id":' || coalesce(u.id::text, '"${WITHOUT_PLACE}' || o.id || '"')
  || ',"geometry":' || coalesce(u.geometria_json::text, 'null')
  || ',"properties":' || row_to_json((SELECT p FROM (SELECT
    o.id AS "obraId", o.numero_obra AS "numeroObra", o.clave_unica AS "claveUnica", o.nombre, o.descripcion,
    o.monto, (SELECT ef.anio FROM ejercicios_fiscales ef WHERE ef.id = o.ejercicio_fiscal_id) AS anio,
    dep.nombre AS dependencia, dep.siglas, m.nombre AS municipio, m.clave AS "municipioClave",
    (SELECT tp.nombre FROM tipos_proyecto tp WHERE tp.id = o.tipo_proyecto_id) AS "tipoProyecto",
    (SELECT s.nombre FROM estatus_obra s WHERE s.id = o.estatus_obra_id) AS estatus,
    u.direccion, u.localidad_referencia AS "localidadReferencia", u.orden
    FROM dependencias dep, municipios m
    WHERE dep.id = o.dependencia_id AND m.id = coalesce(u.municipio_id, o.municipio_id)) p))::text || '}'`;

/** About the bytes that a feature takes. Neither geometry nor description are read for it. */
export const FEATURE_BYTES = `
  500 + octet_length(o.descripcion) + coalesce(octet_length(u.geometria_json::text), 0)`;

/** How many obras one step takes, and about how many bytes of features are in memory at once. */
const STEP = 200;
const STEP_BYTES = 1_000_000;

interface FeatureStep {
  json: string | null;
  /** The last feature of the step: its obra, null where the step has none, and its ubicación, where it has one. */
  obra: number | null;
  ubicacion: number | null;
  /** The last obra that was looked at, where there may be more after it. */
  hasta: number | null;
  /** Whether the step has all features of the obras that it looked at. */
  todas: boolean;
}

/**
 * A feature for each ubicación of the obras that pass the filters, and one for each obra that has none. They come by the
 * ids of obra and ubicación, in pieces of bounded size to be joined by commas.
 */
export async function* streamFeatures(db: Db, filters: Narrowing): AsyncGenerator<string> {
  /** An obra, and its ubicación where it has more of them; at first there is none. */
  let after: { obra: number; ubicacion: number | null } | undefined;
  for (;;) {
    const { where, values } = conditions(filters);
    const obra = after ? `$${values.push(after.obra)}::integer` : undefined;
    const ubicacion = after ? `$${values.push(after.ubicacion)}::integer` : undefined;
    const step = (await db.one<FeatureStep>(
      `WITH pagina AS MATERIALIZED (
         SELECT o.id FROM obras o WHERE ${after ? `o.id >= ${obra}` : 'true'} ${where} ORDER BY o.id LIMIT ${STEP}
       ), medida AS MATERIALIZED (
         SELECT o.id AS obra, u.id AS ubicacion,
           sum(${FEATURE_BYTES}) OVER (
             ORDER BY o.id, u.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS antes
         FROM pagina JOIN obras o USING (id) LEFT JOIN ubicaciones u ON u.obra_id = o.id
         ${after ? `WHERE o.id > ${obra} OR u.id > ${ubicacion}` : ''}
       ), paso AS MATERIALIZED (
         SELECT obra, ubicacion FROM medida WHERE antes IS NULL OR antes < ${STEP_BYTES}
       )
       SELECT
         (SELECT string_agg(${FEATURE}, E',\\n' ORDER BY o.id, u.id)
          FROM paso JOIN obras o ON o.id = paso.obra
          LEFT JOIN ubicaciones u ON u.id = paso.ubicacion) AS json,
         ultima.obra, ultima.ubicacion,
         (SELECT CASE WHEN count(*) = ${STEP} THEN max(id) END FROM pagina) AS hasta,
         (SELECT count(*) FROM paso) = (SELECT count(*) FROM medida) AS todas
       FROM (SELECT) una LEFT JOIN LATERAL (
         SELECT obra, ubicacion FROM paso ORDER BY obra DESC, ubicacion DESC LIMIT 1
       ) ultima ON true`,
      values,
    )) as FeatureStep;
    if (step.json) yield step.json;
    if (!step.todas) {
      after = { obra: step.obra as number, ubicacion: step.ubicacion };
    } else {
      if (step.hasta === null) return;
      after = { obra: step.hasta, ubicacion: null };
    }
  }
}

// Routes ------------------------------------------------------------------------------------------

export function obrasGeojson(app: App, { slow }: Context): void {
  app.get(
    '/obras.geojson',
    {
      config: { ...reader, streams: true, madeOf: ['obras', ...CATALOGS] },
      schema: {
        tags: ['Obras'],
        operationId: 'exportGeojson',
        summary: 'Las obras como capa de mapa: un elemento por ubicación',
        description:
          'Archivo GeoJSON con los filtros de GET /obras. Una obra sin ubicación aparece con geometry null.',
        querystring: ObraFilters,
        response: {
          200: sentAs('application/geo+json', ColeccionDeElementos, {
            'Content-Disposition': Type.String({ description: 'Nombre del archivo.' }),
          }),
        },
      },
    },
    async (request, reply) => {
      const reader = await slow.stream(request, reply);
      reply
        .type('application/geo+json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="obras.geojson"');
      return jsonArray(
        streamFeatures(reader, narrowing(request.query, request)),
        '{"type":"FeatureCollection","features":[',
        ']}\n',
      );
    },
  );
}

export type Elemento = Static<typeof Elemento>;
