import type { CatalogField, ObraNumber, ObraText, UbicacionText } from '../../core/obras/campos.ts';
import type { ReadRequest, ReadRow, Row } from '../../hojas/index.ts';
import type { Equivalents } from '../../hojas-de-obras/equivalentes.ts';
import type { Catalogs } from './catalogs.ts';
import type { CampoDeObras, Mapped } from './columnas.ts';

/** The values of an obra in a row. A catalog's id is null where the import adds the record; its name is in another field. */
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

/** The values of a row, as they were read. */
export interface ObraValues {
  /** Null where the row has none. */
  clave: string | null;
  /** The id of its obra, in a file of the registry. */
  id?: number | undefined;
  stated: Stated;
  /** True for a row that says the same as one above it. */
  isRepeated?: boolean;
  /** Values for a new obra where the row has none. */
  fallback: Stated;
}
export type ObraRow = ObraValues & ReadRow;

/** Values for all rows without their own; ids of active records. */
export type Fallbacks = Partial<Record<CatalogField, number>>;

/** The request to the process that reads sheets of obras: the importer's options, and the catalogs. */
export interface ObrasRequest extends ReadRequest {
  catalogs: Catalogs;
  /** The records that the importer chose for names in the file. */
  equivalents: Equivalents<Mapped>;
  fallbacks: Fallbacks;
  /** True where the import adds unknown dependencias, project types and fiscal years. */
  creates: boolean;
}

/** A row while it is read, and its values so far. */
export interface Draft {
  row: Row<CampoDeObras>;
  stated: Stated;
  fallback: Stated;
}
