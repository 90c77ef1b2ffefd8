import { type TSchema, Type } from 'typebox';
import { Closed } from '../base/schemas.ts';

// GeoJSON geometries (RFC 7946) as the OpenAPI document shows them: one schema for each type. The rules in ubicaciones.ts check
// bodies, since their sentences say more than a schema can.

const list = (items: TSchema, minItems: number, options: Record<string, unknown> = {}) =>
  Type.Array(items, { minItems, ...options });

const Posicion = Type.Array(Type.Number(), {
  title: 'Posicion',
  minItems: 2,
  maxItems: 3,
  description: '[longitud, latitud] o [longitud, latitud, altitud]: grados, WGS 84; metros.',
  examples: [[-89.6237, 20.9674]],
});
const Linea = list(Posicion, 2, { title: 'Linea' });
const Anillo = list(Posicion, 4, {
  title: 'Anillo',
  description: 'Cerrado: la última posición es igual a la primera.',
});
const Poligono = list(Anillo, 1);

const COORDINATES = {
  Point: Posicion,
  MultiPoint: list(Posicion, 1),
  LineString: Linea,
  MultiLineString: list(Linea, 1),
  Polygon: Poligono,
  MultiPolygon: list(Poligono, 1),
};

const Bbox = Type.Array(Type.Number(), {
  minItems: 4,
  maxItems: 6,
  description: 'Rectángulo envolvente, opcional.',
});

export const Geometria = {
  title: 'Geometria',
  description:
    'Geometría GeoJSON (RFC 7946) del tipo que corresponde a tipoGeometria. Sólo type, coordinates y bbox; hasta 30 000 posiciones, entre todas las de la obra, y 1 000 anillos.',
  oneOf: Object.entries(COORDINATES).map(([type, coordinates]) =>
    Closed({ type: Type.Literal(type), coordinates, bbox: Type.Optional(Bbox) }, { title: type }),
  ),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(
      Object.keys(COORDINATES).map((type) => [type, `#/components/schemas/${type}`]),
    ),
  },
  examples: [{ type: 'Point', coordinates: [-89.6237, 20.9674] }],
};
