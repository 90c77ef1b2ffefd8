import type { Schema } from '../../core/api.ts';
import { POR, type Por } from './por.ts';

// The groups of the summary: their figures, order and length.

/** Rows of the crossed table until all are asked for. */
export const ROWS_SHOWN = 15;

/** Its columns at most. */
export const MOST_COLUMNS = 12;

export type Sum = Pick<Grupo, 'id' | 'nombre' | 'obras' | 'monto'>;

/** The figure of a group in the cells. */
export type Cuenta = 'obras' | 'monto';

/** The usual second grouping. */
const other = (por: Por): Por => (por === 'ejercicioFiscal' ? 'dependencia' : 'ejercicioFiscal');

/** The groupings of rows and columns that an address names. What is none counts as not named, and so do columns like the rows. */
export function axesIn(params: URLSearchParams): [rows: Por, columns: Por] {
  const named = (axis: string) => POR.find(({ por }) => por === params.get(axis))?.por;
  const rows = named('renglones') ?? 'dependencia';
  const columns = named('columnas') ?? 'ejercicioFiscal';
  return [rows, columns === rows ? other(rows) : columns];
}

/** The address once a grouping is chosen for an axis. That of the other axis has them change places. */
export function choosingAxis(
  [rows, columns]: [Por, Por],
  axis: 'renglones' | 'columnas',
  por: Por,
) {
  return axis === 'renglones'
    ? { renglones: por, columnas: por === columns ? rows : columns }
    : { renglones: por === rows ? columns : rows, columnas: por };
}

/** The groups by their figure, or as the catalog has them. */
export const ordered = <S extends Sum>(
  groups: S[],
  orden: 'valor' | 'catálogo',
  cuenta: Cuenta,
): S[] =>
  orden === 'catálogo' ? groups : groups.toSorted((one, two) => two[cuenta] - one[cuenta]);

/** The largest of the groups, in the order in which they are shown. */
export function most(
  groups: Sum[],
  count: number,
  orden: 'valor' | 'catálogo',
  cuenta: Cuenta,
): Sum[] {
  const largest = new Set(ordered(groups, 'valor', cuenta).slice(0, count));
  return ordered(groups, orden, cuenta).filter((group) => largest.has(group));
}

export type Medida = 'obras' | 'monto' | 'montoPorHabitante';

export type Resumen = Schema<'Resumen'>;

export type Grupo = Resumen['grupos'][number];

export const COMPARADO: Record<Medida, string> = {
  obras: '% de las obras',
  monto: '% de los pesos',
  montoPorHabitante: 'Pesos por habitante',
};

/** The sort that a column's heading announces. */
export const sortOf = (column: 'obras' | 'monto', medida: Medida, orden: 'valor' | 'catálogo') =>
  orden === 'valor' && column === medida ? 'descending' : undefined;
