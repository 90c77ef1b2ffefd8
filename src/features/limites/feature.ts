import { Type } from 'typebox';
import { reader } from '../../core/auth/access.ts';
import { Closed } from '../../core/base/schemas.ts';
import type { Feature } from '../../core/feature.ts';
import type { App } from '../../core/http/context.ts';
import { limites } from '../../limites/limites.ts';

/** The limits of the municipios, which the portal's map draws. */
export const feature: Feature = { routes: addRoutes };

const LimitesJson = Closed(
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
    fuente: FUENTE_DE_LIMITES,
    features: limites().map(({ id, clave, nombre, geometry }) => ({
      type: 'Feature',
      id,
      properties: { clave, nombre },
      geometry,
    })),
  });
  return limits;
}
const FUENTE_DE_LIMITES =
  'INEGI, Marco Geoestadístico; elaboración propia: límites simplificados, hasta 550 m de los originales.';

function addRoutes(app: App): void {
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
            content: { 'application/geo+json': { schema: LimitesJson } },
          },
        },
      },
    },
    async (_request, reply) => reply.type('application/geo+json').send(limitsJson()),
  );
}
