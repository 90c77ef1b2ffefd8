import { readFile } from 'node:fs/promises';
import { createBar, type Terminal } from '../../consola/console.ts';
import { type Config, StartError } from '../../core/base/config.ts';
import { found } from '../../core/base/found.ts';
import { type Database, type Db, nameProgram } from '../../core/db/db.ts';
import { FEATURES } from '../../features.ts';
import { type AnyKind, importSheet } from '../../hojas/index.ts';
import { openNameless } from '../../subidas/nameless.ts';
import { DEMO_FOLDER, type Expediente, findIds, loadUbicaciones } from './expedientes.ts';

/** A file `demo.ts` of a feature: its part of the demonstration. */
interface DemoPart {
  settings?: (keyof Config)[];
  /** A sentence about it in the help text. */
  help?: string;
  /** The sheet of its records. */
  clase?: string;
  /** Loads parts of works that no sheet has. */
  loadParts?(tx: Db, expedientes: Expediente[], ids: Map<string, number>): Promise<void>;
  /** Puts what lies outside of the database in its place, ahead of the transaction; the answer loads the rows at its end. */
  prepare?(db: Database, config: Config, folder: URL, print: Output['print']): Promise<Load>;
  /** Makes of the loaded works those that neither sheets nor parts have, at the end of the transaction. */
  change?(tx: Db): Promise<void>;
  /** Adds what is made of the loaded registry, after the transaction. */
  finish?(db: Database, config: Config, print: Output['print']): Promise<void>;
}
type Load = ((tx: Db) => Promise<void>) | undefined;

export const PARTS = await found<DemoPart>('demo');

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
  'obras, ubicaciones, obras_documentos, obras_mapa, obras_seguimiento, programas, avances, ejecuciones, contratos, convenios, archivos, objetos, expedientes, obras_fondos, bitacora';
/** Of the sheet of works. */
const QUERY: object = { crearCatalogos: 'true' };
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
 * @param config without it nothing is put outside of the database
 * @throws HoldsObras where the registry is not empty, StartError where it imports no such sheets, or needs a record of a catalog
 *   that is inactive
 */
export async function fillWithDemo(db: Database, output: Output, config?: Config): Promise<void> {
  const { print } = output;
  if (await hasObras(db)) throw new HoldsObras();
  const kinds = ['obras', ...PARTS.flatMap(({ clase = [] }) => clase)].map(kindOf);
  const loads = await Promise.all(
    PARTS.map(({ prepare }) => config && prepare?.(db, config, DEMO_FOLDER, print)),
  );
  const [creadas = 0] = await db.transaction(async (tx) => {
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
    const created: number[] = [];
    for (const kind of kinds) {
      created.push(await bringIn(kind, registry, await read(`${kind.clase}.csv`), output));
    }
    const lines = (await read('expedientes.ndjson')).trimEnd().split('\n');
    const expedientes = lines.map((line) => JSON.parse(line) as Expediente);
    const ids = await findIds(tx, expedientes);
    await loadUbicaciones(tx, expedientes, ids);
    for (const { loadParts } of PARTS) await loadParts?.(tx, expedientes, ids);
    for (const load of loads) await load?.(tx);
    for (const { change } of PARTS) if (config) await change?.(tx);
    return created;
  }, true);
  // The embedded database has no autovacuum; without this the first lists would be slow.
  await db.session((client) => client.query(`VACUUM (ANALYZE) ${FILLED}`));
  for (const { finish } of PARTS) if (config) await finish?.(db, config, print);
  print(
    `Datos de demostración listos: ${FEDERAL_OBRAS} obras federales reales y ${creadas - FEDERAL_OBRAS} generadas.`,
  );
}

const hasObras = async (db: Db) => (await db.one('SELECT FROM obras LIMIT 1')) !== undefined;

/** @throws StartError where no feature imports such sheets */
function kindOf(clase: string): AnyKind {
  const sheets = FEATURES.flatMap((feature) => feature.sheets ?? []);
  const kind = sheets.find((each) => each.kind.clase === clase)?.kind;
  if (!kind) {
    throw new StartError(
      'Este registro no tiene la importación, por la que entran los datos de demostración.',
    );
  }
  return kind;
}

/**
 * Imports a sheet.
 *
 * @returns how many records it has created
 * @throws StartError with the report of refused rows
 */
async function bringIn(
  kind: AnyKind,
  db: Database,
  text: string,
  { print, stream }: Output,
): Promise<number> {
  const file = await openNameless();
  const bar = createBar(print, stream);
  try {
    await file.writeFile(text);
    const report = await importSheet(
      kind,
      db,
      { author: NOBODY, right: () => [] },
      { fd: file.fd, name: kind.clase },
      await kind.readOptions(db, QUERY),
      {
        signal: new AbortController().signal,
        onProgress: ({ revisadas, total, porEscribir, escritas }) => {
          if (porEscribir === null) bar.show(`filas de ${kind.clase} revisadas`, revisadas, total);
          else bar.show(`filas de ${kind.clase} escritas`, escritas, porEscribir);
        },
      },
    );
    const refused = report.errores.map(({ mensaje }) => mensaje);
    if (refused.length > 0) {
      throw new StartError(
        `Los datos de demostración no entran en este registro. ${[...new Set(refused)].join(' ')}`,
      );
    }
    return report.creadas;
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
