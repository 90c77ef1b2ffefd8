import type { Schema } from '../../core/api.ts';
import type { Referencia } from '../../core/catalogos/opciones.ts';
import type { Clase } from './clase.ts';

// A file to be imported, and the choices of its import.

export type Informe = Schema<'InformeDeImportacion'>;

export type Grupo = Informe['grupos'][number];

/** A large file's review or import, which goes on without the page. */
export type Tarea = Schema<'Importacion'>;

export type TareaListada = Schema<'ImportacionListada'>;

/** A file as it was when it was chosen: the import writes the reviewed bytes, whatever becomes of the file on the disk. */
export interface Archivo {
  nombre: string;
  /** The same for the same file on the disk, as long as nobody saves it anew. */
  version: string;
  contenido: Blob;
}

const BYTES_PER_MB = 1_048_576;

export const MAYORES = { libro: 32, csv: 64 };

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const ODS = 'application/vnd.oasis.opendocument.spreadsheet';

/** The types of files in the file chooser. */
export const ACEPTADOS = ['.csv', '.xlsx', '.ods', 'text/csv', SHEET, ODS];

const isWorkbook = (nombre: string): boolean => /\.(xlsx|ods)$/i.test(nombre);

/** The sentence for a file that is blank or larger than the registry takes, before it is sent; undefined for any other. */
export function unfit({ name, size }: File): string | undefined {
  if (size === 0) return 'El archivo está vacío; guarde de nuevo el original, y elíjalo otra vez.';
  const most = isWorkbook(name) ? MAYORES.libro : MAYORES.csv;
  if (size <= most * BYTES_PER_MB) return undefined;
  return `El archivo tiene ${Math.ceil(size / BYTES_PER_MB)} MB y se aceptan ${most} MB a lo más si es ${isWorkbook(name) ? '.xlsx u .ods' : '.csv'}. Divídalo en varios.`;
}

export type Unidad = 'pesos' | 'miles' | 'millones';

/** The groups of changed fields whose large changes the registry asks about. */
export const CONFIRMABLES = ['montos', 'estatus', 'nombres'] as const;

export type Confirmable = (typeof CONFIRMABLES)[number];

/**
 * The catalogs' records that texts in the file stand for, by field and text. Blank leaves the text as it is, and null
 * adds it to the catalog.
 */
export type Nombres = Record<string, Record<string, string | null>>;

/** The choices of an import. */
export interface Opciones {
  actualizar: boolean;
  /** Whether catalogs get all that they lack, but for names of which `valores` says something else. */
  crearCatalogos: boolean;
  parcial: boolean;
  /** The sheet of a workbook; empty for the first that has headings. */
  hoja: string;
  /** Fields of columns by their headings, where the headings do not say enough; null: the column is not read. */
  columnas: Record<string, string | null>;
  valores: Nombres;
  /** The unit of amounts, once it was confirmed. */
  unidadMonto: Unidad | '';
  /** Whether the import leaves out rows and columns that the sheet hides. */
  sinOcultas: boolean;
  /** The references of new works whose row says nothing. */
  porOmision: Partial<Record<Referencia, number>>;
  /** The day of reports whose row says none; empty where none was chosen. */
  fechaCorte: string;
  /** The unit of progress from 0 to 1 without %, once it was chosen. */
  unidadAvance: 'porciento' | 'fraccion' | '';
  /** Whether rows of one record that only differ in columns that are not read say the same. */
  unaVez: boolean;
  /** The groups whose large changes were confirmed. */
  confirmar: Confirmable[];
}

/** The choices while a file is reviewed; none for the report of an import. */
export interface Elegir {
  opciones: Opciones;
  onOptions: (opciones: Opciones) => void;
}

export const SIN_OPCIONES: Opciones = {
  actualizar: false,
  crearCatalogos: false,
  parcial: false,
  hoja: '',
  columnas: {},
  valores: {},
  unidadMonto: '',
  sinOcultas: false,
  porOmision: {},
  fechaCorte: '',
  unidadAvance: '',
  unaVez: false,
  confirmar: [],
};

/** An object as the text of a parameter; nothing where there is nothing in it. */
const asParam = <Name extends string>(name: Name, value: object) =>
  (Object.keys(value).length > 0 ? { [name]: JSON.stringify(value) } : {}) as {
    [N in Name]?: string;
  };

/** The parameters of an import, but for whether it writes, and the file as its body. */
export function requestOf({ id }: Clase, { nombre, contenido }: Archivo, opciones: Opciones) {
  const { hoja, columnas, unidadMonto, unidadAvance, fechaCorte, confirmar } = opciones;
  const ofClase =
    id === 'obras'
      ? {
          crearCatalogos: asFlag(opciones.crearCatalogos),
          ...opciones.porOmision,
        }
      : {
          ...(fechaCorte && { fechaCorte }),
          ...(unidadAvance && { unidadAvance }),
        };
  return {
    query: {
      actualizar: asFlag(opciones.actualizar),
      parcial: asFlag(opciones.parcial),
      unaVez: asFlag(opciones.unaVez),
      sinOcultas: asFlag(opciones.sinOcultas),
      archivo: nombre.slice(0, 255),
      ...(hoja && { hoja }),
      ...(unidadMonto && { unidadMonto }),
      ...(confirmar.length > 0 && { confirmar: confirmar.join(',') }),
      ...asParam('columnas', columnas),
      ...asParam('valores', withoutBlanks(opciones.valores)),
      ...ofClase,
    },
    // The file itself, as it is.
    body: contenido as unknown as string,
    bodySerializer: (body: unknown) => body as BodyInit,
    headers: { 'content-type': isWorkbook(nombre) ? SHEET : 'text/csv' },
  };
}

/** A choice as a parameter of the request. */
export const asFlag = (isSet: boolean) => (isSet ? ('true' as const) : ('false' as const));

/** The names without those that are left as they are. */
export const withoutBlanks = (valores: Nombres): Nombres =>
  Object.fromEntries(
    Object.entries(valores)
      .map(([campo, names]) => {
        const chosen = Object.entries(names).filter(([, nombre]) => nombre !== '');
        return [campo, Object.fromEntries(chosen)] as const;
      })
      .filter(([, names]) => Object.keys(names).length > 0),
  );

const storageKey = ({ id }: Clase) => `registro.importar.${id}`;

/**
 * Keeps the choices for a file, reviewed or not, so that a user who leaves the page, or repairs the file, and takes it again
 * need not make them twice.
 */
export function keepOpciones(clase: Clase, { nombre, version }: Archivo, opciones: Opciones): void {
  try {
    sessionStorage.setItem(storageKey(clase), JSON.stringify({ nombre, version, opciones }));
  } catch {
    // The storage is full. The choices are made again.
  }
}

/**
 * The choices for a file of this name that has not come in whole, while the tab has been open. The units of its amounts and of
 * its progress, and what was confirmed, are those of the very file: the next one of that name may have others,
 * and nothing in it would tell.
 */
export function readOpciones(clase: Clase, { nombre, version }: Archivo): Opciones {
  try {
    const stored = JSON.parse(String(sessionStorage.getItem(storageKey(clase)))) as {
      nombre: string;
      version: string;
      opciones: Opciones;
    } | null;
    if (stored?.nombre !== nombre) return SIN_OPCIONES;
    const { unidadMonto, unidadAvance, unaVez, confirmar } = SIN_OPCIONES;
    const ofOther = { unidadMonto, unidadAvance, unaVez, confirmar };
    const isSame = stored.version === version;
    return { ...SIN_OPCIONES, ...stored.opciones, ...(isSame ? {} : ofOther) };
  } catch {
    return SIN_OPCIONES;
  }
}
