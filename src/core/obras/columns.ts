import { type Field, labelOf, OBRA, type SheetField, UBICACION } from './campos.ts';

/** A column of the sheets that obras are exported as, and that an import reads. */
export interface Column extends SheetField {
  /** Its heading, which the import recognizes. */
  name: string;
  label: string;
  type: 'text' | 'number' | 'amount';
  /** An SQL expression over `o` (obras) and what `rowsFrom` joins. */
  sql: string;
}

const columnsOf = (fields: Record<string, Field>, table: 'o' | 'u'): Column[] =>
  Object.values(fields).flatMap((field) =>
    Object.entries<SheetField>(field.sheet ?? {}).map(([name, column]) => ({
      name,
      label: labelOf(field),
      type: 'text',
      sql: `${table}.${field.column}`,
      ...column,
    })),
  );

/**
 * The core's columns of CSV and XLSX, in their order. New ones are last, for programs that read them by position: those of features
 * follow these (`listas.ts`).
 */
export const COLUMNS: Column[] = [...columnsOf(OBRA, 'o'), ...columnsOf(UBICACION, 'u')];

/** The heading of a column in a workbook, which the import recognizes. CSV has its name there. */
export const headingOf = ({ label, unit }: { label: string; unit?: string | undefined }): string =>
  unit === undefined ? label : `${label} ${unit}`;

/**
 * The joins that make an obra's row, to follow `FROM obras o`. `u` is its first ubicación, if it has any.
 *
 * @param joins those of features' columns
 * @param root the beginning of links, empty for addresses without a host
 */
export const rowsFrom = (root: string, joins: string[]) => `
  JOIN ejercicios_fiscales ef ON ef.id = o.ejercicio_fiscal_id
  JOIN dependencias dep ON dep.id = o.dependencia_id
  JOIN municipios m ON m.id = o.municipio_id
  JOIN estatus_obra s ON s.id = o.estatus_obra_id
  LEFT JOIN tipos_proyecto tp ON tp.id = o.tipo_proyecto_id
  LEFT JOIN ubicaciones u ON u.obra_id = o.id AND NOT EXISTS (
    SELECT FROM ubicaciones antes
    WHERE antes.obra_id = o.id AND (antes.orden, antes.id) < (u.orden, u.id))${joins.map((join) => `\n  ${join}`).join('')}
  CROSS JOIN (SELECT '${root.replaceAll("'", "''")}'::text AS raiz) r`;
