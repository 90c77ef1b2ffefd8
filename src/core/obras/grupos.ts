// The groups of summaries of obras: the core's, and what features add (`listas.ts`).

/** A grouping of obras by the records of a catalog. */
export interface Grupo {
  /** The expression of a group's id over `obras o` and `join`. */
  id: string;
  catalog: string;
  nombre: (alias: string) => string;
  order: (alias: string) => string;
  /** Of a grouping in which a work may be in several groups. */
  many?: {
    /** The join to follow `FROM obras o`, with a row for each group of a work, and one for a work without any. */
    join: string;
    /** The expression of the part of a work's amount that counts in a group. */
    monto: string;
    /** The expression of the number of a work's groups, over `o` alone. */
    count: string;
    /** The further tables behind the answer. */
    dependsOn: readonly string[];
  };
}
export type Grupos = Record<string, Grupo>;

const grupo = (
  column: string,
  catalog: string,
  order = ['nombre_orden', 'nombre COLLATE "C"', 'id'],
  nombre = 'nombre',
): Grupo => ({
  ...{ id: `o.${column}`, catalog },
  nombre: (alias) => `${alias}.${nombre}`,
  order: (alias) => order.map((key) => `${alias}.${key}`).join(', '),
});

/** The core's groupings: the column of obras, its catalog, the catalog's own order, and a group's name there. */
export const GRUPOS = {
  municipio: grupo('municipio_id', 'municipios', ['nombre_orden', 'id']),
  dependencia: grupo('dependencia_id', 'dependencias'),
  ejercicioFiscal: grupo('ejercicio_fiscal_id', 'ejercicios_fiscales', ['anio'], 'anio::text'),
  estatus: grupo('estatus_obra_id', 'estatus_obra', ['id']),
  tipoProyecto: grupo('tipo_proyecto_id', 'tipos_proyecto'),
} satisfies Grupos;

/** The tables behind a summary by a grouping, each with the values of `por` for which it counts. */
export function tablesOf(grupos: Grupos): Record<string, string[]> {
  const tables: Record<string, string[]> = {};
  for (const [por, { many }] of Object.entries(grupos)) {
    for (const table of many?.dependsOn ?? []) tables[table] = [...(tables[table] ?? []), por];
  }
  return tables;
}
