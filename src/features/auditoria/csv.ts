import { type Caller, isStillAdmin } from '../../core/auth/access.ts';
import { forbidden } from '../../core/base/errors.ts';
import type { Ledger, LedgerEntry } from '../../core/bitacora/ledger.ts';
import { findNames, listEntries } from '../../core/bitacora/queries.ts';
import type { EntryFilters } from '../../core/bitacora/schema.ts';
import { referencesIn } from '../../core/bitacora/story.ts';
import type { Db } from '../../core/db/db.ts';
import { BOM, csvRow, csvText } from '../../hojas/index.ts';

// The ledger as a file for auditors: a row for each changed field, with its values in words.

/** Rows of the ledger that one chunk reads at most; the bytes of their changes are bounded, too. */
const LEDGER_ROWS_PER_CHUNK = 500;

export const HEADINGS = [
  'instante',
  'usuario',
  'correo',
  'direccion',
  'programa',
  'accion',
  'recurso',
  'registro',
  'nombre',
  'archivo',
  'fila',
  'campo',
  'antes',
  'despues',
  'variacion',
];

/**
 * The rows that pass the filters as CSV, the newest first, in pieces of bounded size. With a field among the filters, the
 * file has that one alone.
 *
 * @throws HttpError 403 as soon as the caller is no administrator any more, which ends the connection midway
 */
export async function* csvOf(
  db: Db,
  filters: EntryFilters,
  caller: Caller,
  ledger: Ledger,
): AsyncGenerator<string> {
  const campo = filters.variacionMonto === undefined ? filters.campo : 'monto';
  // The head goes out with the first rows, so a caller without the right gets a whole refusal.
  let head = BOM + csvRow(HEADINGS);
  for (let after: string | undefined; ; ) {
    if (!(await isStillAdmin(db, caller))) throw forbidden('Forbidden resource');
    const { json, last } = await listEntries(
      db,
      { ...filters, limit: LEDGER_ROWS_PER_CHUNK },
      after,
      ledger,
    );
    const entries = JSON.parse(json) as LedgerEntry[];
    const names = await findNames(db, referencesIn(entries));
    const text = head + entries.map((entry) => ledgerRows(entry, campo, names)).join('');
    head = '';
    if (text) yield text;
    if (last === null) return;
    after = last;
  }
}

function ledgerRows(
  entry: LedgerEntry,
  campo: string | undefined,
  names: ReadonlyMap<string, string>,
): string {
  const { cambios } = entry;
  const changes =
    campo === undefined ? cambios : cambios.filter((change) => change.campo === campo);
  const { instante, usuarioNombre, usuarioEmail, direccion, programa, accion, recurso } = entry;
  const { registro, nombre, archivo, fila } = entry;
  const head = [instante, usuarioNombre, usuarioEmail, direccion, programa, accion, recurso];
  const record = [...head, registro, nombre, archivo].map((text) => csvText(text ?? ''));
  // A login has no fields, but one row.
  const rows = changes.length > 0 ? changes : campo === undefined ? [undefined] : [];
  return rows
    .map((change) =>
      csvRow([
        ...record,
        fila === null ? '' : String(fila),
        ...(change
          ? [
              csvText(change.campo),
              ledgerCell(change.campo, change.antes, names),
              ledgerCell(change.campo, change.despues, names),
              variationOf(change),
            ]
          : ['', '', '', '']),
      ]),
    )
    .join('');
}

/** A value as a cell: a catalog's record by its name, an object or list as JSON. */
function ledgerCell(campo: string, value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined) return '';
  const name = names.get(`${campo}/${value}`);
  if (name !== undefined) return csvText(name);
  if (typeof value === 'number') return String(value);
  return csvText(typeof value === 'string' ? value : JSON.stringify(value));
}

/** The growth of an amount in percent, with two decimals; empty for other fields, and from 0. */
function variationOf({ campo, antes, despues }: LedgerEntry['cambios'][number]): string {
  if (campo !== 'monto' || typeof antes !== 'number' || typeof despues !== 'number') return '';
  return antes === 0 ? '' : ((100 * (despues - antes)) / antes).toFixed(2);
}
