import type { Field } from '../obras/campos.ts';

// How a resource is called in the ledger, and what its changes are in words. The core and each feature have those of their own
// tables, and `app.ts` merges them.

/** A row of the ledger without its sentence. */
export interface LedgerEntry {
  id: number;
  instante: string;
  usuarioId: string | null;
  usuarioEmail: string | null;
  usuarioNombre: string | null;
  direccion: string | null;
  programa: string;
  accion: string;
  recurso: string;
  registro: string | null;
  obraId: number | null;
  nombre: string | null;
  archivo: string | null;
  fila: number | null;
  importacion: string | null;
  deshace: boolean;
  cambios: { campo: string; antes: unknown; despues: unknown }[];
}

/** The resources of the ledger by their names there. */
export type Ledger = Record<string, LedgerWords>;

export interface LedgerWords {
  /** One of its records within a sentence: «el contrato». */
  called: string;
  /** The table of a feature's catalog that has the names of its records, by their numbers in the ledger. */
  catalog?: string;
  /** Whether its records are parts of a work, and how their changes are told. */
  part?: PartWords;
  /** The predicate of a change, where the record's name and its fields do not tell it. */
  story?: (entry: LedgerEntry) => string;
}

/** The records under a work in words. */
export interface PartWords {
  fields: Record<string, Field>;
  /** People's words for what is chosen, by the field. */
  choices?: Record<string, Record<string, string>>;
  /** The fields whose values are percentages, from 0 to 100. */
  percentages?: string[];
  /** The numbers that are neither percentages nor amounts of money. */
  quantities?: string[];
  /** The fields whose values are not told to everybody. */
  unsaid?: string[];
  /** The fields that its name is made of. */
  naming: string[];
  /** Its name at the time of a change: «el avance al 30 de junio de 2026». */
  name(registro: string | null, known: KnownValue): string;
  /** The predicate of its registration: «registró el contrato «C-1» con …». */
  made(act: Act): string;
  /** The value of a field that is the id of another record: that one's name. */
  reference?: (field: string, value: unknown, known: KnownValue) => string | undefined;
  /** The change of a value that both sides tell better together. It names `catalog`'s records by `known('nombre', 'fondos/7')`. */
  moved?: (field: string, before: unknown, after: unknown, known: KnownValue) => string | undefined;
  /** The feature's catalog that values name, by its resource in the ledger, and the ids in a value. */
  catalog?: { recurso: string; ids(field: string, value: unknown): number[] };
  /** Of records of which not everybody may know. */
  open?: {
    /** The field that lets everybody know of a record, where it is true. Its change is an act of its own. */
    field: string;
    /** The condition that everybody may know now of what entry `b` of the ledger says: SQL. */
    where: string;
  };
  /** Fields whose change is an act of its own: as the only change, and after others. */
  acts?: Record<string, (value: unknown, name: string) => { alone: string; after: string }>;
}

/**
 * The value of a naming field at the time of a change, or else by it.
 *
 * @param part the record, of the same resource or another: `contratos/7`; without it the changed one
 */
export type KnownValue = (field: string, part?: string) => string | undefined;

/** A registration, for its predicate. */
export interface Act {
  /** The record's name, with its article. */
  name: string;
  value(field: string, side?: Side): unknown;
  inWords(field: string, side?: Side): string;
  /** Those of the fields that have a value, each with its name. */
  list(fields: string[]): string;
}
export type Side = 'antes' | 'despues';
