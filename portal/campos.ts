import { ETIQUETAS } from '../src/bitacora/recursos.ts';
import { Obra } from './generado/etiquetas.ts';
import { NOMBRES as DEL_DOCUMENTO } from './generado/nombres.ts';
import { EN_PALABRAS } from './obras/filtros/filtros-en-palabras.ts';

// The labels of the API's fields and parameters, and the registry's sentences with the labels in them.

const DE_FILTROS = Object.fromEntries(
  Object.entries(EN_PALABRAS).map(([filtro, { nombre }]) => [filtro, nombre]),
);
/** All others that the registry's sentences may name. */
const NOMBRES: Record<string, string> = {
  ...DEL_DOCUMENTO,
  ...Obra,
  ...ETIQUETAS,
  ...DE_FILTROS,
  password: 'Contraseña',
  obras: 'Obras',
  avanceId: 'Avance',
  convenioId: 'Convenio',
  dependenciaIds: 'Dependencias a su cargo',
  destinoId: 'Registro que queda',
  etag: 'Versión de la obra',
  cerca: 'Cerca de',
  conAtraso: 'Con su atraso',
  minLon: 'longitud mínima',
  minLat: 'latitud mínima',
  maxLon: 'longitud máxima',
  maxLat: 'latitud máxima',
  minAlt: 'altitud mínima',
  maxAlt: 'altitud máxima',
  datetime: 'Fecha',
  crs: 'Sistema de coordenadas',
  'bbox-crs': 'Sistema de coordenadas de la parte del mapa',
  coleccion: 'Capa',
  f: 'Formato',
  z: 'Acercamiento',
  x: 'Columna del mapa',
  y: 'Renglón del mapa',
  v: 'Versión del mapa',
  por: 'Agrupadas por',
  campos: 'Campos',
  limit: 'Renglones por página',
  page: 'Página',
  cursor: 'Página',
  ver_todo: 'También los inactivos',
  recurso: 'Clase de registro',
  registro: 'Registro',
  usuarioId: 'Usuario',
  userId: 'Usuario',
  accion: 'Acción',
  campo: 'Campo',
  desde: 'Desde',
  hasta: 'Hasta',
  simular: 'Sólo revisar',
  actualizar: 'Cambiar las que ya están',
  crearCatalogos: 'Agregar a los catálogos',
  parcial: 'Importar las demás filas',
  hoja: 'Hoja',
  columnas: 'Columnas',
  valores: 'Nombres que equivalen',
  unidadMonto: 'Unidad de los montos',
  unidadAvance: 'Unidad de los avances',
  sinOcultas: 'Sin lo oculto',
  archivo: 'Archivo',
  todos: 'También los que no son públicos',
  tamano: 'Tamaño',
};
const nameOf = (name: string) => (Object.hasOwn(NOMBRES, name) ? NOMBRES[name] : undefined);

/** The one of a list that a path names. */
const ONE_OF: Record<string, string> = {
  ubicaciones: 'Ubicación',
  obras: 'Obra',
  curva: 'Punto de la curva',
};

/** A sentence about a field: the field's path, and the predicate. */
const SUBJECT = /^([a-z][\w-]*(?:\[\d+\]|\.\w+)*):? (.+)$/su;

/** Values stand in «», as they were typed. The others are names unlike any Spanish word. */
const NAMES = /«[^»]*»|\b[a-z]\w*\[\d+\](?:\.\w+)*|\b[a-z][a-z\d]*(?:[A-Z_][A-Za-z\d]*)+/gu;

/**
 * A field's path in words: `ubicaciones[0].geometriaJson.coordinates[2]` is «Ubicación 1, dibujo», since people draw, and
 * write no coordinates of GeoJSON. Nothing, where it is none of the API.
 */
export function pathInWords(path: string): string | undefined {
  const [drawing] = /^.*?geometriaJson/.exec(path) ?? [path];
  const parts = drawing.split('.').map((part) => {
    const [, name = '', index] = /^([\w-]+)(?:\[(\d+)\])?/.exec(part) ?? [];
    const isOneOf = index !== undefined && Object.hasOwn(ONE_OF, name);
    return isOneOf ? `${ONE_OF[name]} ${Number(index) + 1}` : nameOf(name);
  });
  if (parts.includes(undefined)) return undefined;
  return parts.map((part, index) => (index === 0 ? part : part?.toLowerCase())).join(', ');
}

/** A sentence of the registry as people read it: fields have their labels there in place of their names in the API. */
export function inWords(sentence: string): string {
  const [, path = '', predicate = ''] = SUBJECT.exec(sentence) ?? [];
  const subject = path && pathInWords(path);
  const text = (subject ? predicate : sentence).replace(
    NAMES,
    (name) => pathInWords(name)?.toLowerCase() ?? name,
  );
  return subject ? `${subject}: ${text}` : text;
}
