import type { Referencia } from '../../core/catalogos/opciones.ts';
import { type Clase, labelOf } from './clase.ts';
import type { Informe } from './eleccion.ts';

/** A remark with the heading of its column; what people call the field where the file has no column for it. */
export const withHeading = <Each extends { columna: string }>(
  clase: Clase,
  { columnas }: Pick<Informe, 'columnas'>,
  each: Each,
): Each =>
  columnas.some(({ columna }) => columna === each.columna)
    ? each
    : { ...each, columna: labelOf(clase, each.columna) };

/** The references of a work by the fields that name their records in a file. */
export const REFERENCIAS: Record<string, Referencia> = {
  municipio: 'municipioId',
  estatus: 'estatusObraId',
  ejercicioFiscal: 'ejercicioFiscalId',
  dependencia: 'dependenciaId',
  tipoProyecto: 'tipoProyectoId',
};

/** A catalog whose records are named in a file: one that works refer to, or that of the funds. */
export type Nombrado = Referencia | 'fondoId';

/** The catalogs by the fields for which the importer says what a name stands for. */
export const NOMBRADOS: Record<string, Nombrado> = { ...REFERENCIAS, fondo1: 'fondoId' };
