import type { Referencia } from '../catalogos.ts';
import { ColumnaLeida } from '../etiquetas.ts';
import type { Informe } from './envio.ts';

/** The fields that a column may say, in the order of a sheet, and what people call them. */
export const ETIQUETAS: Record<string, string> = ColumnaLeida.campo;

/** What people call a field. */
export const labelOf = (campo: string): string => ETIQUETAS[campo] ?? campo;

/** A remark with the heading of its column; what people call the field where the file has no column for it. */
export const withHeading = <Each extends { columna: string }>(
  { columnas }: Pick<Informe, 'columnas'>,
  each: Each,
): Each =>
  columnas.some(({ columna }) => columna === each.columna)
    ? each
    : { ...each, columna: labelOf(each.columna) };

/** The references of a work by the fields that name their records in a file. */
export const REFERENCIAS: Record<string, Referencia> = {
  municipio: 'municipioId',
  estatus: 'estatusObraId',
  ejercicioFiscal: 'ejercicioFiscalId',
  dependencia: 'dependenciaId',
  tipoProyecto: 'tipoProyectoId',
};
