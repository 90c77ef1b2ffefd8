import type { LineString, Point, Polygon } from 'geojson';

/** A work to be registered; catalogs by name, since their ids are the database's to give. */
export interface DemoObra {
  claveUnica: string;
  nombre: string;
  descripcion: string;
  /** Pesos, with a point before the cents. */
  monto: string;
  anio: number;
  /** One of the `nombre` of `Dependencia`s that come with the works. */
  dependencia: string;
  tipo: string | null;
  estatus: string;
  municipioId: number;
  ubicaciones: DemoUbicacion[];
}

export interface DemoUbicacion {
  direccion: string;
  localidadReferencia: string | null;
  referenciaLugar: string | null;
  tipoGeometria: 'PUNTO' | 'RUTA' | 'POLIGONO';
  geometriaJson: Point | LineString | Polygon;
}

export interface Dependencia {
  nombre: string;
  siglas: string | null;
}
