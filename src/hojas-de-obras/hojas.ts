import type { Db } from '../core/db/db.ts';
import type { App, Context } from '../core/http/context.ts';
import type { AnyKind } from '../hojas/index.ts';

// A kind of sheets as a feature registers it: its import, its template and its undo.

/** Sheets about works. The feature `importacion` adds their routes. */
export interface Sheets {
  kind: AnyKind;
  /** Adds the route of the sheet to fill in. */
  template(app: App, context: Context): void;
  undo: Undo;
}

/** How an import of a kind is taken back, by the rows of the ledger that it wrote. */
export interface Undo {
  /** The resources that imports of this kind alone write. */
  recursos: string[];
  /** Those of them that are taken back one by one, each with its table, and the column that the ledger knows its rows by. */
  tablas: Record<string, { tabla: string; llave: string }>;
  /** The condition on a row of the ledger whose work is among `$2`, as texts. */
  ofWorks: string;
  /** The pronoun for one of them. */
  it: 'la' | 'lo';
  /**
   * Takes records back, or finds out in a trial which of them would stay.
   *
   * @returns why each of them stays that does, by its place in `records`
   */
  take(db: Db, records: Touched[], isTrial: boolean): Promise<Map<number, string>>;
}

/**
 * What a feature keeps of a record, so that an undo leaves the record as it is. `is` is a condition of SQL on the record `g` (its
 * `obra` and its own `numero`), and on the fields that the import changed (`v.antes`, `v.despues`).
 */
export interface Tie {
  recurso: string;
  /** Whether it counts for a record that the import registered, or for one that it changed. */
  isCreated: boolean;
  /** Its name within a sentence. */
  called: string;
  is: string;
}

/** Whoever changed a record after the import. */
export interface Later {
  quien: string;
  /** The day in Mérida. */
  dia: string;
  accion: string;
}

/** A record that an import registered or changed, and what has become of it. */
export interface Touched {
  recurso: string;
  registro: string;
  obra: number;
  claveUnica: string | null;
  nombre: string | null;
  fila: number | null;
  /** Whether the import registered it. */
  creado: boolean;
  /** Whether it was taken back already. */
  hecho: boolean;
  isThere: boolean;
  later: Later | null;
  /** What hangs on a record that would go. */
  ligados: string[];
  /** Whether its work is not of the caller's agencies. */
  isOthers: boolean;
  /** The changed fields before the import, by their names; null for a record that it registered. */
  antes: Record<string, unknown> | null;
  /** The same after it, or all of a record that it registered. */
  despues: Record<string, unknown>;
}
