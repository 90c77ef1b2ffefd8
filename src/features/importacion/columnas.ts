import { labelOf, OBRA, UBICACION } from '../../core/obras/campos.ts';
import { COLUMNS } from '../../core/obras/columns.ts';
import { fieldsOf, KEY_WORDS, OF_MONEY, TOTAL_WORDS } from '../../hojas/celdas/index.ts';

// The columns of sheets of obras: those of the table of fields, and others that are only checked.

/**
 * Columns that are only checked. A row of another state or currency is refused. A progress gives the status where no other
 * column does. Coordinates in one cell are split.
 */
const LOOKED_AT = {
  entidad: {
    label: 'Entidad federativa, que debe ser Yucatán',
    headings:
      'ENTIDAD_FEDERATIVA | ENT_FED | entidad | ID_ENTIDAD_FEDERATIVA | ID_ENTIDAD | CVE_ENTIDAD',
  },
  avanceFisico: {
    label: 'Avance físico, del que se deduce el estatus',
    headings: 'AVANCE_FISICO | avance físico | avance',
  },
  coordenadas: {
    label: 'Latitud y longitud en una celda',
    headings: `coordenadas | coordenada | coordenadas geográficas | latitud y longitud | latitud, longitud | lat, lon
      | lat, long | lat, lng | longitud y latitud | longitud, latitud | georreferencia | georreferenciación
      | geolocalización | ubicación geográfica | WKT | wkt_geom | geom | the_geom | geometry | geometría | geopoint | GPS
      | ubicación GPS | coordenadas GPS | punto GPS`,
  },
  ...OF_MONEY,
};

/** The works of Formato 28 (Ley General de Transparencia, artículo 70), whose headings are sentences. */
const WORDS: Record<string, string[]> = {
  claveUnica: [KEY_WORDS],
  nombre: ['objeto & contrato'],
  descripcion: ['breve & descripcion & obra', 'descripcion & obra & bienes|servicios'],
  monto: [TOTAL_WORDS],
  dependencia: ['area & responsable & ejecucion'],
  municipio: ['municipio & ejecu|realiz|ubic & obra|trabajo'],
  estatus: ['etapa & obra'],
  direccion: ['lugar & realiz & obra'],
};

/** The fields that a column may have. */
export type Campo = SheetName<typeof OBRA> | SheetName<typeof UBICACION> | keyof typeof LOOKED_AT;
type SheetName<F> = {
  [N in keyof F]: F[N] extends { sheet: infer S } ? Extract<keyof S, string> : never;
}[keyof F];

/** The columns of sheets of obras. */
export const OF_OBRAS = fieldsOf<Campo>(
  [...COLUMNS, ...Object.entries(LOOKED_AT).map(([name, each]) => ({ name, ...each }))]
    .filter(({ headings }) => headings)
    .map((each) => ({ ...each, words: WORDS[each.name] ?? [] })),
  { amounts: ['monto'], example: { 'Núm. interno': 'claveUnica' } },
);

/** Names of the fields of obras at the beginning of a sentence. */
export const OBRA_LABELS: Record<string, string | undefined> = {
  ...OF_OBRAS.labels,
  ...Object.fromEntries(
    Object.entries({ ...UBICACION, ...OBRA }).map(([name, field]) => [name, labelOf(field)]),
  ),
  avanceFisico: 'Avance físico',
  coordenadas: 'Coordenadas',
  punto: 'Longitud y latitud',
};
