import type { ReadRequest, ReadRow, Row } from '../../hojas/index.ts';
import type { CatalogField, ObraNumber, ObraText, UbicacionText } from '../campos.ts';
import type { Catalogs, Equivalents } from './catalogs.ts';
import type { Campo } from './columnas.ts';

/** What a row says of an obra. A catalog's id is null where the record is yet to be made: its name stands beside it. */
export interface Stated
  extends Partial<Record<ObraText | UbicacionText, string>>,
    Partial<Record<ObraNumber, number>> {
  ejercicioFiscalId?: number | null;
  dependenciaId?: number | null;
  municipioId?: number;
  tipoProyectoId?: number | null;
  estatusObraId?: number;
  /** Longitude and latitude, in degrees. */
  punto?: [number, number];
  anio?: number;
  dependencia?: string;
  siglas?: string | null;
  tipoProyecto?: string;
}
export type Field = keyof Stated;

/** What a row comes to. */
export interface ObraValues {
  /** Null where the row has none. */
  clave: string | null;
  /** The registry's own id of its obra, in a file that the registry has written. */
  id?: number | undefined;
  stated: Stated;
  /** What a new obra has where the row says nothing. */
  fallback: Stated;
}
export type ObraRow = ObraValues & ReadRow;

/** What rows do not say, for all of them; ids of active records. */
export type Fallbacks = Partial<Record<CatalogField, number>>;

/** What the process that reads sheets of obras is told of the importer's options, and the catalogs. */
export interface ObrasRequest extends ReadRequest {
  catalogs: Catalogs;
  /** What names in the file stand for, as the importer says. */
  equivalents: Equivalents;
  fallbacks: Fallbacks;
  /** Whether unknown dependencias, project types and fiscal years are made. */
  creates: boolean;
}

/** A row while it is read, and what it says so far. */
export interface Draft {
  row: Row<Campo>;
  stated: Stated;
  fallback: Stated;
}
