import { Type } from 'typebox';
import { reader } from '../auth/access.ts';
import { Closed, Text, Whole } from '../base/schemas.ts';
import type { Db } from '../db/db.ts';
import type { App, Context } from '../http/context.ts';
import { limites } from './limites.ts';

const Municipio = Closed(
  {
    id: Whole('Número de INEGI en Yucatán, 1 a 106.', 50),
    clave: Text('Clave de INEGI, cinco dígitos.', '31050'),
    nombre: Type.String({ examples: ['Mérida'] }),
    ubicacion: Closed(
      {
        type: Type.Literal('Point'),
        coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
      },
      {
        description: 'Punto GeoJSON de la cabecera: longitud y latitud en grados, WGS 84.',
        examples: [{ type: 'Point', coordinates: [-89.623746, 20.967074] }],
      },
    ),
    activo: Type.Boolean({ examples: [true] }),
  },
  { title: 'Municipio' },
);

/** A municipio within the records that refer to it. */
export const MunicipioBreve = Closed(
  { id: Type.Integer({ examples: [50] }), nombre: Type.String({ examples: ['Mérida'] }) },
  { title: 'MunicipioBreve' },
);

/** The JSON of the active municipios in Spanish alphabetical order. */
function listMunicipios(db: Db): Promise<string> {
  return db.json(
    `SELECT coalesce(json_agg(m), '[]') AS json
     FROM (SELECT id, clave, nombre, ST_AsGeoJSON(ubicacion)::json AS ubicacion, activo
           FROM municipios WHERE activo ORDER BY nombre_orden, id) m`,
  );
}

const Limites = Closed(
  {
    type: Type.Literal('FeatureCollection'),
    fuente: Type.String({ description: 'De quién son los datos.' }),
    features: Type.Array(
      Closed({
        type: Type.Literal('Feature'),
        id: Type.Integer({ description: 'Número de INEGI en Yucatán, 1 a 106.' }),
        properties: Closed({
          clave: Type.String({ description: 'Clave de INEGI, cinco dígitos.' }),
          nombre: Type.String(),
        }),
        geometry: Type.Object({
          type: Type.String({ enum: ['Polygon', 'MultiPolygon'] }),
          coordinates: Type.Array(Type.Unknown()),
        }),
      }),
    ),
  },
  {
    title: 'Limites',
    description: 'GeoJSON (RFC 7946): grados, WGS 84, longitud primero.',
    examples: [
      {
        type: 'FeatureCollection',
        fuente: 'INEGI',
        features: [
          {
            type: 'Feature',
            id: 50,
            properties: { clave: '31050', nombre: 'Mérida' },
            geometry: {
              type: 'Polygon',
              coordinates: [
                [
                  [-89.7, 20.8],
                  [-89.5, 20.8],
                  [-89.5, 21.1],
                  [-89.7, 20.8],
                ],
              ],
            },
          },
        ],
      },
    ],
  },
);

let limits: string | undefined;

/** The limits as GeoJSON, made once. */
function limitsJson(): string {
  limits ??= JSON.stringify({
    type: 'FeatureCollection',
    fuente: SOURCE,
    features: limites().map(({ id, clave, nombre, geometry }) => ({
      type: 'Feature',
      id,
      properties: { clave, nombre },
      geometry,
    })),
  });
  return limits;
}
const SOURCE =
  'INEGI, Marco Geoestadístico; elaboración propia: límites simplificados, hasta 550 m de los originales.';

export function municipios(app: App, { db }: Context): void {
  app.get(
    '/municipios',
    {
      config: { ...reader, cacheTags: ['municipios'] },
      schema: {
        tags: ['Catálogos'],
        operationId: 'listMunicipios',
        summary: 'Municipios activos, por nombre',
        response: { 200: Type.Array(Municipio) },
      },
    },
    async () => listMunicipios(db),
  );

  app.get(
    '/municipios/limites',
    {
      config: { ...reader, cacheTags: ['municipios'] },
      schema: {
        tags: ['Catálogos'],
        operationId: 'listLimites',
        summary: 'Límites de los 106 municipios, como GeoJSON',
        response: {
          200: {
            description: 'Límites.',
            content: { 'application/geo+json': { schema: Limites } },
          },
        },
      },
    },
    async (_request, reply) => reply.type('application/geo+json').send(limitsJson()),
  );
}
