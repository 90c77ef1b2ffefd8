import { Type } from 'typebox';
import { reader } from '../auth/access.ts';
import { Closed, Text, Whole } from '../base/schemas.ts';
import type { Db } from '../db/db.ts';
import type { App, Context } from '../http/context.ts';

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
}
