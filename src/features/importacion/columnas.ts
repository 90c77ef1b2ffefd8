import { type CatalogField, labelOf, OBRA, UBICACION } from '../../core/obras/campos.ts';
import { COLUMNS } from '../../core/obras/columns.ts';
import { fieldsOf } from '../../hojas/celdas/index.ts';
import { OF_MONEY } from '../../hojas-de-obras/dinero.ts';
import { KEY_WORDS, OF_BOTH, TOTAL_WORDS } from '../../hojas-de-obras/palabras.ts';

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
const WORDS_OF_WORKS: Record<string, string[]> = {
  claveUnica: [KEY_WORDS],
  nombre: ['objeto & contrato'],
  descripcion: ['breve & descripcion & obra', 'descripcion & obra & bienes|servicios'],
  monto: [TOTAL_WORDS],
  dependencia: ['area & responsable & ejecucion'],
  municipio: ['municipio & ejecu|realiz|ubic & obra|trabajo'],
  estatus: ['etapa & obra'],
  direccion: ['lugar & realiz & obra'],
};

export type CampoDeObras =
  | SheetName<typeof OBRA>
  | SheetName<typeof UBICACION>
  | keyof typeof LOOKED_AT;
type SheetName<F> = {
  [N in keyof F]: F[N] extends { sheet: infer S } ? Extract<keyof S, string> : never;
}[keyof F];

const columns = [
  ...COLUMNS,
  ...Object.entries(LOOKED_AT).map(([name, each]) => ({ name, ...each })),
].filter(({ headings }) => headings);

/** Fields whose values the importer may map to records (`valores`). */
export const MAPPED = [
  'estatus',
  'municipio',
  'dependencia',
  'tipoProyecto',
  'ejercicioFiscal',
] as const satisfies CampoDeObras[];
export type Mapped = (typeof MAPPED)[number];

/** The parameter that sets such a field for all rows without it. */
export const FOR_ALL: Record<Mapped, CatalogField> = {
  estatus: 'estatusObraId',
  municipio: 'municipioId',
  dependencia: 'dependenciaId',
  tipoProyecto: 'tipoProyectoId',
  ejercicioFiscal: 'ejercicioFiscalId',
};

/** Names of the fields of obras at the beginning of a sentence. */
export const OBRA_LABELS: Record<string, string | undefined> = {
  ...Object.fromEntries(columns.map(({ name, label }) => [name, label])),
  ...Object.fromEntries(
    Object.entries({ ...UBICACION, ...OBRA }).map(([name, field]) => [name, labelOf(field)]),
  ),
  avanceFisico: 'Avance físico',
  coordenadas: 'Coordenadas',
  punto: 'Longitud y latitud',
};

export const OF_OBRAS = fieldsOf<CampoDeObras>(
  columns.map((each) => ({ ...each, words: WORDS_OF_WORKS[each.name] ?? [] })),
  {
    ...OF_BOTH,
    names: OBRA_LABELS,
    forAll: FOR_ALL,
    amounts: ['monto'],
    // The edition of 2018 of Obra Pública Abierta calls two columns CVE_PPI; the second holds the name.
    twice: { cveppi: 'nombre' },
    example: { 'Núm. interno': 'claveUnica' },
  },
);
