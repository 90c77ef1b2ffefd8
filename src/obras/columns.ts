/** A column of the sheets that obras are exported as. */
export interface Column {
  /** Its heading, which an import knows again. */
  name: string;
  /** Amounts are numbers with two decimals, in MXN. */
  type: 'text' | 'number' | 'amount';
  /** Of the column in a spreadsheet, in characters. */
  width: number;
  /** Its content: an expression over `o` (obras) and what `ROWS_FROM` joins. */
  sql: string;
}

/** Whether the obra is one Point on the map: only then it has a longitude and a latitude. */
const IS_POINT = `u.tipo_geometria = 'PUNTO' AND u.geometria_json ->> 'type' = 'Point'
  AND NOT EXISTS (SELECT FROM ubicaciones otra WHERE otra.obra_id = o.id AND otra.id <> u.id)`;
const degrees = (index: number) =>
  `CASE WHEN ${IS_POINT} THEN u.geometria_json -> 'coordinates' ->> ${index} END`;

/** The columns of CSV and XLSX, in their order. */
export const COLUMNS: Column[] = [
  { name: 'id', type: 'number', width: 9, sql: 'o.id' },
  { name: 'numeroObra', type: 'number', width: 12, sql: 'o.numero_obra' },
  { name: 'claveUnica', type: 'text', width: 22, sql: 'o.clave_unica' },
  { name: 'nombre', type: 'text', width: 50, sql: 'o.nombre' },
  { name: 'descripcion', type: 'text', width: 50, sql: 'o.descripcion' },
  { name: 'monto', type: 'amount', width: 18, sql: 'o.monto' },
  { name: 'ejercicioFiscal', type: 'number', width: 15, sql: 'ef.anio' },
  { name: 'dependencia', type: 'text', width: 40, sql: 'dep.nombre' },
  { name: 'siglas', type: 'text', width: 12, sql: 'dep.siglas' },
  { name: 'municipio', type: 'text', width: 18, sql: 'm.nombre' },
  { name: 'municipioClave', type: 'text', width: 15, sql: 'm.clave' },
  { name: 'tipoProyecto', type: 'text', width: 24, sql: 'tp.nombre' },
  { name: 'estatus', type: 'text', width: 14, sql: 's.nombre' },
  { name: 'direccion', type: 'text', width: 40, sql: 'u.direccion' },
  { name: 'localidadReferencia', type: 'text', width: 22, sql: 'u.localidad_referencia' },
  { name: 'referenciaLugar', type: 'text', width: 30, sql: 'u.referencia_lugar' },
  { name: 'longitud', type: 'number', width: 14, sql: degrees(0) },
  { name: 'latitud', type: 'number', width: 14, sql: degrees(1) },
];

/** The joins that make an obra's row, to follow `FROM obras o`; `u` is its first ubicación, if it has any. */
export const ROWS_FROM = `
  JOIN ejercicios_fiscales ef ON ef.id = o.ejercicio_fiscal_id
  JOIN dependencias dep ON dep.id = o.dependencia_id
  JOIN municipios m ON m.id = o.municipio_id
  JOIN estatus_obra s ON s.id = o.estatus_obra_id
  LEFT JOIN tipos_proyecto tp ON tp.id = o.tipo_proyecto_id
  LEFT JOIN ubicaciones u ON u.obra_id = o.id AND NOT EXISTS (
    SELECT FROM ubicaciones antes
    WHERE antes.obra_id = o.id AND (antes.orden, antes.id) < (u.orden, u.id))`;
