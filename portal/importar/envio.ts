import { api, readWhole, type Schema } from '../api.ts';
import type { Referencia } from '../catalogos.ts';

// Sending a file to be imported.

export type Informe = Schema<'InformeDeImportacion'>;

/** A file as it was when it was chosen: what is imported is what was reviewed, whatever becomes of it on the disk. */
export interface Archivo {
  nombre: string;
  contenido: Blob;
}

const MEGABYTE = 1_048_576;
export const MAYORES = { xlsx: 32, csv: 64 };

/** Whether a file is an .xlsx, by its name. */
export const isWorkbook = (nombre: string): boolean => /\.xlsx$/i.test(nombre);

/** The sentence for a file that the registry would refuse for its size, before it is sent; undefined for any other. */
export function tooLarge({ name, size }: File): string | undefined {
  const most = isWorkbook(name) ? MAYORES.xlsx : MAYORES.csv;
  if (size <= most * MEGABYTE) return undefined;
  return `El archivo tiene ${Math.ceil(size / MEGABYTE)} MB y se aceptan ${most} MB a lo más si es ${isWorkbook(name) ? '.xlsx' : '.csv'}. Divídalo en varios.`;
}

/** The choices of an import, as `POST /obras/importacion` takes it. */
export interface Opciones {
  actualizar: boolean;
  crearCatalogos: boolean;
  parcial: boolean;
  /** The sheet of a workbook; empty for the first that has headings. */
  hoja: string;
  /** Fields of columns by their headings, where the headings do not say enough; null: the column is not read. */
  columnas: Record<string, string | null>;
  /** The references of new works whose row says nothing. */
  porOmision: Partial<Record<Referencia, number>>;
}

export const SIN_OPCIONES: Opciones = {
  actualizar: false,
  crearCatalogos: false,
  parcial: false,
  hoja: '',
  columnas: {},
  porOmision: {},
};

/**
 * Sends a file to be reviewed, or imported.
 *
 * @returns the report, and the time on the registry's clock
 * @throws what `read()` throws; the error of an aborted request where `signal` ends it
 */
export async function send(
  { nombre, contenido }: Archivo,
  opciones: Opciones,
  simular: boolean,
  signal: AbortSignal,
): Promise<{ informe: Informe; hora: Date }> {
  const { actualizar, crearCatalogos, parcial, hoja, columnas, porOmision } = opciones;
  const said = (isSet: boolean) => (isSet ? ('true' as const) : ('false' as const));
  const { data, headers } = await readWhole(
    api.POST('/obras/importacion', {
      params: {
        query: {
          simular: said(simular),
          actualizar: said(actualizar),
          crearCatalogos: said(crearCatalogos),
          parcial: said(parcial),
          archivo: nombre.slice(0, 255),
          ...(hoja.trim() ? { hoja: hoja.trim() } : {}),
          ...(Object.keys(columnas).length > 0 ? { columnas: JSON.stringify(columnas) } : {}),
          ...porOmision,
        },
      },
      // The file itself, as it is.
      body: contenido as unknown as string,
      bodySerializer: (body) => body,
      headers: {
        'content-type': isWorkbook(nombre)
          ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
          : 'text/csv',
      },
      signal,
    }),
  );
  return { informe: data, hora: new Date(headers.get('date') ?? Date.now()) };
}
