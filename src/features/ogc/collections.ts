import type { Property } from '../../core/obras/listas.ts';
import { limites } from '../../limites/limites.ts';
import type { Box } from '../../listados/rectangulo.ts';

// The layers of the registry: the ubicaciones of each kind, and the municipios.

export interface CollectionHead {
  id: string;
  title: string;
  description: string;
  /** The kind of ubicación; unset for the municipios. */
  tipo?: 'PUNTO' | 'RUTA' | 'POLIGONO';
  /** The geometry's format in a schema of its features (OGC 23-058, «Schemas»), and its GeoJSON types. */
  format: string;
  geometries: string[];
  /** The title of a feature's id. */
  idTitle: string;
}
export interface Collection extends CollectionHead {
  /** Its features' properties in their order: type, format, title and description of each. */
  properties: Record<string, Pick<Property, 'type' | 'format' | 'title' | 'description'>>;
}

export const COLLECTIONS: CollectionHead[] = [
  {
    id: 'obras_puntos',
    title: 'Obras: puntos',
    description: 'Ubicaciones de obras que son un punto o varios.',
    tipo: 'PUNTO',
    format: 'geometry-point-or-multipoint',
    geometries: ['Point', 'MultiPoint'],
    idTitle: 'Ubicación',
  },
  {
    id: 'obras_rutas',
    title: 'Obras: rutas',
    description: 'Ubicaciones de obras que son una línea o varias: calles, carreteras, redes.',
    tipo: 'RUTA',
    format: 'geometry-linestring-or-multilinestring',
    geometries: ['LineString', 'MultiLineString'],
    idTitle: 'Ubicación',
  },
  {
    id: 'obras_poligonos',
    title: 'Obras: polígonos',
    description: 'Ubicaciones de obras que son una superficie o varias.',
    tipo: 'POLIGONO',
    format: 'geometry-polygon-or-multipolygon',
    geometries: ['Polygon', 'MultiPolygon'],
    idTitle: 'Ubicación',
  },
  {
    id: 'municipios',
    title: 'Municipios',
    description:
      'Los 106 municipios de Yucatán. Fuente: INEGI, Marco Geoestadístico; límites simplificados, con diferencias de hasta 550 m.',
    format: 'geometry-multipolygon',
    geometries: ['MultiPolygon'],
    idTitle: 'Número de municipio',
  },
];

export const OF_MUNICIPIOS: Collection['properties'] = {
  clave: { type: 'string', title: 'Clave', description: 'Clave de INEGI, cinco dígitos.' },
  nombre: { type: 'string', title: 'Nombre', description: 'Nombre del municipio.' },
};

/** The rectangle around all municipios. */
export function stateBox(): Box {
  const boxes = limites().map(({ bbox }) => bbox);
  return [
    Math.min(...boxes.map(([west]) => west)),
    Math.min(...boxes.map(([, south]) => south)),
    Math.max(...boxes.map(([, , east]) => east)),
    Math.max(...boxes.map(([, , , north]) => north)),
  ];
}
