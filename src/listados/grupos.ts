// The groups of summaries of obras.

export const POR = [
  'municipio',
  'dependencia',
  'ejercicioFiscal',
  'estatus',
  'tipoProyecto',
] as const;
export type Por = (typeof POR)[number];

interface Group {
  column: string;
  catalog: string;
  nombre: (alias: string) => string;
  order: (alias: string) => string;
}
const group = (
  column: string,
  catalog: string,
  order = ['nombre_orden', 'nombre COLLATE "C"', 'id'],
  nombre = 'nombre',
): Group => ({
  ...{ column, catalog },
  nombre: (alias) => `${alias}.${nombre}`,
  order: (alias) => order.map((key) => `${alias}.${key}`).join(', '),
});

/** The groups of each summary: the column of obras, its catalog, the catalog's own order, and a group's name there. */
export const GROUPS: Record<Por, Group> = {
  municipio: group('municipio_id', 'municipios', ['nombre_orden', 'id']),
  dependencia: group('dependencia_id', 'dependencias'),
  ejercicioFiscal: group('ejercicio_fiscal_id', 'ejercicios_fiscales', ['anio'], 'anio::text'),
  estatus: group('estatus_obra_id', 'estatus_obra', ['id']),
  tipoProyecto: group('tipo_proyecto_id', 'tipos_proyecto'),
};
