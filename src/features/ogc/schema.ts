import type { Geometry } from 'geojson';
import { type Static, type TSchema, Type } from 'typebox';
import { Closed, Id, LABEL, PAGE, sentAs } from '../../core/base/schemas.ts';
import type { FilterParameters } from '../../core/obras/filtros.ts';
import { Geometria } from '../../core/obras/geometria.ts';
import { COLLECTIONS } from './collections.ts';
import { CRS_URIS } from './crs.ts';

// Input -------------------------------------------------------------------------------------------

const coleccion = Type.String({
  [LABEL]: 'Capa',
  description: `Capa: ${COLLECTIONS.map(({ id }) => id).join(', ')}.`,
  examples: ['obras_puntos'],
});

export const CollectionParams = Type.Object({ coleccion });
export const FeatureParams = Type.Object({
  coleccion,
  id: Id('Identificador de la ubicación, o número del municipio.', { examples: [1] }),
});

/** No parameter is known here, and an unknown one is refused (OGC 17-069, requirement 8). */
export const NoQuery = Type.Object({}, { additionalProperties: false });

/** The form of an answer that has two. */
const FORMAT = {
  f: Type.Optional(
    Type.Unsafe<'json' | 'html'>({
      [LABEL]: 'Formato',
      type: 'string',
      enum: ['json', 'html'],
      description:
        'json, o html: una página para personas. Sin él decide Accept: los navegadores reciben html.',
    }),
  ),
};

const crsUri = (label: string, description: string) =>
  Type.Optional(
    Type.Unsafe<string>({ [LABEL]: label, type: 'string', enum: CRS_URIS, description }),
  );

/** OGC 18-058r1 sections 6.2.1 and 6.3. */
const CRS = {
  crs: crsUri(
    'Sistema de coordenadas',
    'Sistema de las coordenadas que se responden; CRS84 (longitud y latitud) si no se indica.',
  ),
};

export const FormatQuery = Type.Object(FORMAT, { additionalProperties: false });
export type FormatQuery = Static<typeof FormatQuery>;
export const FeatureQuery = Type.Object({ ...CRS, ...FORMAT }, { additionalProperties: false });

/** OGC 17-069 section 7.15. GDAL and QGIS use these defaults and bounds. */
export const ITEM_PARAMETERS = {
  limit: Type.Integer({
    [LABEL]: 'Renglones por página',
    minimum: 1,
    maximum: 1000,
    default: 10,
    'x-recorta': true,
    description: 'Elementos por página, 10 si no se indica; más de 1,000 equivalen a 1,000.',
  }),
  bbox: Type.Optional(
    Type.String({
      [LABEL]: 'Parte del mapa',
      format: 'rectangulo',
      description:
        'Sólo lo que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84); con altitudes, seis números.',
    }),
  ),
  datetime: Type.Optional(
    Type.String({
      [LABEL]: 'Fecha',
      format: 'periodo',
      description: 'Instante o periodo; los elementos no tienen fecha, así que los elige todos.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      [LABEL]: 'Página',
      format: 'cursor',
      description: 'El que trae el enlace next de una página.',
    }),
  ),
};

/** The parameters of the standard's second part, and the form. */
export const MORE_ITEM_PARAMETERS = {
  ...CRS,
  'bbox-crs': crsUri(
    'Sistema de coordenadas de la parte del mapa',
    'Sistema de bbox; CRS84 (longitud y latitud) si no se indica.',
  ),
  ...FORMAT,
};

/** @param filters those of layers of obras */
export const itemQuery = (filters: FilterParameters) =>
  Type.Object(
    { ...ITEM_PARAMETERS, ...filters, ...MORE_ITEM_PARAMETERS },
    { additionalProperties: false },
  );
export type ItemQuery = Static<ReturnType<typeof itemQuery>>;

// Output ------------------------------------------------------------------------------------------

const EXAMPLE_ROOT = 'https://obras.ejemplo.gob.mx/ogc';

export const Enlace = Closed(
  {
    href: Type.String({ examples: [EXAMPLE_ROOT] }),
    rel: Type.String({ examples: ['self'] }),
    type: Type.String({ examples: ['application/json'] }),
    title: Type.Optional(Type.String({ examples: ['Este documento'] })),
  },
  { title: 'Enlace', description: 'Enlace absoluto (RFC 8288).' },
);
export type Enlace = Static<typeof Enlace>;

const links = Type.Array(Enlace);

export const Portada = Closed(
  { title: Type.String(), description: Type.String(), links },
  { title: 'Portada', description: 'Punto de partida: enlaces a lo demás.' },
);

export const Conformidad = Closed(
  {
    conformsTo: Type.Array(
      Type.String({ examples: ['http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core'] }),
    ),
  },
  { title: 'Conformidad', description: 'Partes del estándar que se cumplen.' },
);

const Coleccion = Closed(
  {
    id: coleccion,
    title: Type.String(),
    description: Type.String(),
    links,
    extent: Type.Optional(
      Closed({
        spatial: Closed({
          bbox: Type.Array(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }), {
            examples: [[[-90.41, 19.55, -87.53, 21.63]]],
          }),
          crs: Type.String(),
        }),
      }),
    ),
    itemType: Type.Literal('feature'),
    crs: Type.Array(Type.String({ examples: CRS_URIS.slice(0, 1) })),
    storageCrs: Type.String({ examples: CRS_URIS.slice(0, 1) }),
  },
  { title: 'Coleccion', description: 'Capa; sin extent, está vacía.' },
);

export const Colecciones = Closed(
  { links, collections: Type.Array(Coleccion) },
  { title: 'Colecciones' },
);
export { Coleccion };

const feature = {
  type: Type.Literal('Feature'),
  id: Type.Integer({ examples: [1] }),
  geometry: Type.Unsafe<Geometry | null>({
    anyOf: [Geometria, { type: 'null' }],
    description: 'null donde el sistema de coordenadas no alcanza.',
  }),
  properties: Type.Object(
    {},
    {
      description: 'Véase el esquema de la capa.',
      examples: [{ clave: '31050', nombre: 'Mérida' }],
    },
  ),
};

export const Pagina = Closed(
  {
    type: Type.Literal('FeatureCollection'),
    timeStamp: Type.String({ format: 'date-time', examples: ['2026-01-15T14:30:00.000Z'] }),
    numberMatched: Type.Integer({
      description: 'Cuántos elementos cumplen los filtros; al avanzar, los de la primera página.',
    }),
    numberReturned: Type.Integer(),
    links,
    features: Type.Array(Closed(feature)),
  },
  { title: 'Pagina', description: 'Una página de elementos de GeoJSON.' },
);

export const ElementoDeCapa = Closed({ ...feature, links }, { title: 'ElementoDeCapa' });

/** An answer in both of its forms, for a route's `response`. */
export const orPage = (
  mediaType: string,
  schema: TSchema,
  headers: Record<string, TSchema> = {},
) => {
  const json = sentAs(mediaType, schema, headers);
  return { ...json, content: { ...json.content, ...PAGE } };
};

/** The header with the coordinate system of an answer. */
export const CONTENT_CRS = {
  'Content-Crs': Type.String({
    description: 'Sistema de las coordenadas, entre < y >.',
    examples: [`<${CRS_URIS[0]}>`],
  }),
};

/** A document whose form another standard describes. */
const openDocument = (title: string, description: string, example: object) =>
  Type.Object({}, { title, description, examples: [example] });

export const Esquema = openDocument('Esquema', 'JSON Schema de los elementos de una capa.', {
  type: 'object',
});
export const Definicion = openDocument('Definicion', 'Documento OpenAPI 3.0 de /ogc.', {
  openapi: '3.0.3',
});
