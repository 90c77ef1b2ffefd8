import { readFile } from 'node:fs/promises';
import { createBar, type Terminal } from '../../consola/console.ts';
import { StartError } from '../../core/base/config.ts';
import { HttpError } from '../../core/base/errors.ts';
import { type Database, type Db, nameProgram } from '../../core/db/db.ts';
import type { Almacen } from '../../features/archivos/almacen/almacen.ts';
import { FEATURES } from '../../features.ts';
import { type ImportReport, importSheet } from '../../hojas/index.ts';
import { openNameless } from '../../subidas/nameless.ts';
import { loadArchivos, storeArchivos } from './archivos.ts';
import { DEMO_FOLDER, type Expediente, loadExpedientes } from './expedientes.ts';

/** The registry is not empty: nothing was loaded. */
export class HoldsObras extends StartError {
  constructor() {
    super(
      'El registro ya tiene obras; los datos de demostración sólo se cargan en un registro vacío.',
    );
  }
}

/** The real works among those of the sheet. */
const FEDERAL_OBRAS = 71;
/** The last quarter in the files, counted from the year 0: July to September 2026. */
const LAST_QUARTER = 4 * 2026 + 2;
/** The tables that the demonstration fills. */
const FILLED =
  'obras, ubicaciones, obras_documentos, obras_mapa, obras_seguimiento, programas, avances, ejecuciones, contratos, convenios, archivos, objetos, bitacora';
/** In the ledger the author is the program. */
const NOBODY = { usuario: undefined, direccion: undefined };
/** Dates before this year belong to real works, and stay. */
const FIRST_INVENTED = '2021';

type Output = Pick<Terminal, 'print' | 'stream'>;

/**
 * Fills an empty registry with the works of `sources/demostracion`, through the import, with their follow-up. It is one
 * transaction, so an interrupted load leaves nothing. The follow-up of generated works moves by whole quarters: the newest
 * report is always of the last full quarter.
 *
 * @param almacen the store of photos and documents; without it there are none
 * @throws HoldsObras where the registry is not empty, StartError where it needs a record of a catalog that is inactive
 */
export async function fillWithDemo(db: Database, output: Output, almacen?: Almacen): Promise<void> {
  const { print } = output;
  let creadas = 0;
  if (await hasObras(db)) throw new HoldsObras();
  // The objects are stored before anything names them, as those of the service are.
  const archivos = almacen && (await storeArchivos(db, almacen).catch(withoutFiles(print)));
  await db.transaction(async (tx) => {
    await nameProgram(tx, 'demo');
    // The lock lasts to the end, so that no obra and no second load comes after the check for an empty registry.
    await tx.query('LOCK TABLE obras IN SHARE ROW EXCLUSIVE MODE');
    if (await hasObras(tx)) throw new HoldsObras();
    print('Importando las obras de demostración…');
    const [{ quarter }] = (await tx.query(
      `SELECT (4 * extract(year FROM hoy()) + extract(quarter FROM hoy()) - 2)::integer AS quarter`,
    )) as [{ quarter: number }];
    const read = async (name: string) =>
      moved(await readFile(new URL(name, DEMO_FOLDER), 'utf8'), 3 * (quarter - LAST_QUARTER));
    // The one connection of the embedded database belongs to this transaction, so the import runs within it.
    const registry: Database = { ...db, ...tx, as: () => tx };
    delete registry.hasSpace;
    const bring = async (clase: string, query = {}) =>
      bringIn(clase, registry, await read(`${clase}.csv`), query, output);
    creadas = (await bring('obras', { crearCatalogos: 'true' })).creadas;
    await bring('seguimiento');
    const lines = (await read('expedientes.ndjson')).trimEnd().split('\n');
    await loadExpedientes(
      tx,
      lines.map((line) => JSON.parse(line) as Expediente),
    );
    if (archivos) await loadArchivos(tx, archivos);
  }, true);
  // The embedded database has no autovacuum; without this the first lists would be slow.
  await db.session((client) => client.query(`VACUUM (ANALYZE) ${FILLED}`));
  print(
    `Datos de demostración listos: ${FEDERAL_OBRAS} obras federales reales y ${creadas - FEDERAL_OBRAS} generadas.`,
  );
}

const hasObras = async (db: Db) => (await db.one('SELECT FROM obras LIMIT 1')) !== undefined;

/** Where photos can't be made, or the store takes nothing, the demonstration goes without them. */
const withoutFiles = (print: Output['print']) => (error: Error) => {
  if (!(error instanceof HttpError)) throw error;
  print(`Sin fotos ni documentos de demostración. ${error.text}`);
};

/**
 * Imports a sheet.
 *
 * @throws StartError with the report of refused rows, or where no feature imports such sheets
 */
async function bringIn(
  clase: string,
  db: Database,
  text: string,
  query: object,
  { print, stream }: Output,
): Promise<ImportReport> {
  const sheets = FEATURES.flatMap((feature) => feature.sheets ?? []);
  const kind = sheets.find((each) => each.kind.clase === clase)?.kind;
  if (!kind)
    throw new StartError('Los datos de demostración entran por la importación, que aquí no está.');
  const file = await openNameless();
  const bar = createBar(print, stream);
  try {
    await file.writeFile(text);
    const report = await importSheet(
      kind,
      db,
      { author: NOBODY, right: () => [] },
      { fd: file.fd, name: clase },
      await kind.readOptions(db, query),
      {
        signal: new AbortController().signal,
        onProgress: ({ revisadas, total, porEscribir, escritas }) => {
          if (porEscribir === null) bar.show(`filas de ${clase} revisadas`, revisadas, total);
          else bar.show(`filas de ${clase} escritas`, escritas, porEscribir);
        },
      },
    );
    const refused = report.errores.map(({ mensaje }) => mensaje);
    if (refused.length > 0) {
      throw new StartError(
        `Los datos de demostración no entran en este registro. ${[...new Set(refused)].join(' ')}`,
      );
    }
    return report;
  } finally {
    bar.end();
    await file.close();
  }
}

/** Moves the dates of invented works in a text by these months; the last day of a month stays the last. */
function moved(text: string, months: number): string {
  if (months === 0) return text;
  return text.replace(/\b(\d{4})-(\d\d)-(\d\d)\b/g, (date, year, month, day) => {
    if (year < FIRST_INVENTED) return date;
    const lastOf = (moved: number) => new Date(Date.UTC(year, Number(month) + moved, 0));
    const last = lastOf(months);
    if (Number(day) < lastOf(0).getUTCDate()) {
      last.setUTCDate(Math.min(Number(day), last.getUTCDate()));
    }
    return last.toISOString().slice(0, 10);
  });
}
