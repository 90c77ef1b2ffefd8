import { type Caller, isStillAdmin } from '../auth/access.ts';
import { forbidden } from '../base/errors.ts';
import type { Db } from '../db/db.ts';
import { BOM, csvRow, csvText } from '../hojas/index.ts';
import { findNames, listEntries } from './queries.ts';
import type { Entry, EntryFilters } from './schema.ts';
import { referencesIn } from './story.ts';

// The ledger as a file for auditors: a row for each field that changed, with its values as people read them.

/** Rows of the ledger that one step reads at most; their changes are bounded in bytes besides. */
const STEP = 500;

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
 * The rows that pass the filters as CSV, the newest first, in pieces of bounded size. Where the filters name a field, the file
 * has that one alone.
 *
 * @throws HttpError 403 as soon as the caller is no administrator any more, which ends the connection midway
 */
export async function* csvOf(
  db: Db,
  filters: EntryFilters,
  caller: Caller,
): AsyncGenerator<string> {
  const campo = filters.variacionMonto === undefined ? filters.campo : 'monto';
  // Goes out with the first rows, so that whoever can't have those is told why.
  let head = BOM + csvRow(HEADINGS);
  for (let after: string | undefined; ; ) {
    if (!(await isStillAdmin(db, caller))) throw forbidden('Forbidden resource');
    const { json, last } = await listEntries(db, { ...filters, limit: STEP }, after);
    const entries = JSON.parse(json) as Entry[];
    const names = await findNames(db, referencesIn(entries));
    const text = head + entries.map((entry) => rowsOf(entry, campo, names)).join('');
    head = '';
    if (text) yield text;
    if (last === null) return;
    after = last;
  }
}

function rowsOf(
  entry: Entry,
  campo: string | undefined,
  names: ReadonlyMap<string, string>,
): string {
  const { cambios } = entry;
  const told = campo === undefined ? cambios : cambios.filter((change) => change.campo === campo);
  const { instante, usuarioNombre, usuarioEmail, direccion, programa, accion, recurso } = entry;
  const { registro, nombre, archivo, fila } = entry;
  const head = [instante, usuarioNombre, usuarioEmail, direccion, programa, accion, recurso];
  const record = [...head, registro, nombre, archivo].map((text) => csvText(text ?? ''));
  // A login has no fields, and is a row all the same.
  const rows = told.length > 0 ? told : campo === undefined ? [undefined] : [];
  return rows
    .map((change) =>
      csvRow([
        ...record,
        fila === null ? '' : String(fila),
        ...(change
          ? [
              csvText(change.campo),
              cellOf(change.campo, change.antes, names),
              cellOf(change.campo, change.despues, names),
              variationOf(change),
            ]
          : ['', '', '', '']),
      ]),
    )
    .join('');
}

/** A value as a cell: a catalog's record by its name, and what has parts as JSON. */
function cellOf(campo: string, value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined) return '';
  const name = names.get(`${campo}/${value}`);
  if (name !== undefined) return csvText(name);
  if (typeof value === 'number') return String(value);
  return csvText(typeof value === 'string' ? value : JSON.stringify(value));
}

/** By how many percent an amount grew, with two decimals; empty where it is none, or began at 0. */
function variationOf({ campo, antes, despues }: Entry['cambios'][number]): string {
  if (campo !== 'monto' || typeof antes !== 'number' || typeof despues !== 'number') return '';
  return antes === 0 ? '' : ((100 * (despues - antes)) / antes).toFixed(2);
}
