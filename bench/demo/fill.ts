import { HoldsObras } from '../../src/commands/demo/demo.ts';
import { StartError } from '../../src/core/base/config.ts';
import { grouped } from '../../src/core/base/text.ts';
import { type Database, type Db, nameProgram } from '../../src/core/db/db.ts';
import { addRecords } from '../../src/hojas-de-obras/agregar.ts';
import {
  FEDERAL_DEPENDENCIAS,
  FEDERAL_OBRAS,
  readFederalObras,
  readFederalSeguimiento,
} from './federal.ts';
import { generateObras, YEARS } from './generate.ts';
import { createLoader, dropIndexes, FOLLOW_UP, followAtEnd, loadSeguimiento } from './load.ts';
import type { DemoObra, DemoSeguimiento, Dependencia } from './obra.ts';
import { findPlaces } from './places.ts';
import { randomFrom } from './random.ts';
import { createFollowUp } from './seguimiento.ts';
import { KINDS, STATE_DEPENDENCIAS } from './works.ts';

/** The options of the command line. */
export interface GeneratorOptions {
  /** The number of obras in the registry, real ones included. */
  obras?: string | undefined;
  semilla?: string | undefined;
}

const MOST_OBRAS = 2_000_000;
const LARGEST_SEED = 2 ** 31 - 1;

/** Obras of one statement. */
const BATCH = 2_000;
/** From this many on, the indexes are made anew, which is faster, and the ledger is left out. */
const MANY = 10_000;
/** From this many on, the follow-up of generated works is written without checks of each row, and without the ledger. */
const MANY_FOLLOWED = 1_000;
/** The trigger that writes each obra's row of the ledger. */
const LEDGER = 'obras_documentos_ledger';
/** Milliseconds between two lines of progress of a long load. */
const PROGRESS = 3_000;

/**
 * Fills an empty registry with the real federal works and, up to `obras`, with generated ones, with the follow-up of all. It
 * is one transaction, so an interrupted load leaves nothing. The same seed makes the same data (the names of localities are
 * the registry's own).
 *
 * @throws StartError where an option is malformed, HoldsObras where the registry is not empty
 */
export async function fillWithGenerated(
  db: Database,
  options: GeneratorOptions,
  print: (line: string) => void,
): Promise<void> {
  const { total, seed } = checkGeneratorOptions(options);
  await db.transaction((tx) => fill(tx, total, seed, print), true);
  await db.session(async (client) => {
    await client.query('SET statement_timeout = 0');
    try {
      // The embedded database has no autovacuum; without this the first lists would be slow.
      await client.query(
        `VACUUM (ANALYZE) obras, ubicaciones, obras_documentos, obras_mapa, obras_seguimiento, ${FOLLOW_UP}, bitacora`,
      );
    } finally {
      await client.query('RESET statement_timeout');
    }
  });
  const generated = total - FEDERAL_OBRAS;
  print(
    `Datos de demostración listos: ${FEDERAL_OBRAS} obras federales reales` +
      (generated > 0 ? ` y ${grouped(generated)} generadas con la semilla ${seed}.` : '.'),
  );
}

/** @throws StartError with the first malformed option, before a registry is opened */
export function checkGeneratorOptions({ obras = '300', semilla = '1' }: GeneratorOptions) {
  return {
    total: integer('--obras', obras, [FEDERAL_OBRAS, MOST_OBRAS]),
    seed: integer('--semilla', semilla, [0, LARGEST_SEED]),
  };
}

function integer(name: string, value: string, [least, most]: [number, number]): number {
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  const range = `un número entero entre ${least} y ${most}`;
  throw new StartError(`${name} debe ser ${range}; se recibió «${value}».`);
}

async function fill(tx: Db, total: number, seed: number, print: (line: string) => void) {
  await nameProgram(tx, 'demo');
  // The lock lasts to the end, so that no obra and no second load comes after the check for an empty registry.
  await tx.query('LOCK TABLE obras IN SHARE ROW EXCLUSIVE MODE');
  if (await tx.one('SELECT FROM obras LIMIT 1')) {
    throw new HoldsObras();
  }
  print(`Cargando ${grouped(total)} obras de demostración…`);
  const random = randomFrom(seed);
  const places = await findPlaces(tx, random);
  const federal = readFederalObras(new Map(places.map(({ id, nombre }) => [id, nombre])));
  const isGenerated = total > federal.length;
  const records = addRecords({
    dependencias: dependenciasWith(isGenerated),
    tipos: distinct([
      ...federal.flatMap(({ tipo }) => tipo ?? []),
      ...(isGenerated ? KINDS.map(({ tipo }) => tipo) : []),
    ]),
    anios: distinct([
      ...federal.map(({ anio }) => anio),
      ...(isGenerated ? YEARS.map(([anio]) => anio) : []),
    ]).sort((a, b) => a - b),
  });
  await tx.batch(records);
  const load = await createLoader(tx);

  const restoreIndexes = total >= MANY ? await dropIndexes(tx) : undefined;
  await load(federal);
  const [{ hoy } = { hoy: '' }] = await tx.query<{ hoy: string }>('SELECT hoy()::text');
  // The follow-up has choices of its own, so that the works are the same with it and without.
  const follow = createFollowUp(randomFrom(~seed), hoy);
  await loadSeguimiento(tx, readFederalSeguimiento());
  // Thousands of invented works have no history for a ledger.
  if (total >= MANY) await tx.query(`ALTER TABLE obras_documentos DISABLE TRIGGER ${LEDGER}`);
  const endFollowing = total >= MANY_FOLLOWED ? await followAtEnd(tx) : undefined;
  const loadAll = async (obras: DemoObra[], seguimiento: DemoSeguimiento[]) => {
    await load(obras);
    await loadSeguimiento(tx, seguimiento);
  };
  let loading = Promise.resolve();
  let lastPrint = performance.now();
  const generated = generateObras(places, random);
  for (let done = federal.length; done < total; ) {
    // The next batch is made while the database takes the one before.
    const batch = take(generated, Math.min(BATCH, total - done));
    const seguimiento = batch.map(follow);
    await loading;
    loading = loadAll(batch, seguimiento);
    if (performance.now() - lastPrint > PROGRESS) {
      lastPrint = performance.now();
      print(`  ${grouped(done)} de ${grouped(total)} obras…`);
    }
    done += batch.length;
  }
  await loading;
  await endFollowing?.();
  if (total >= MANY) await tx.query(`ALTER TABLE obras_documentos ENABLE TRIGGER ${LEDGER}`);
  if (restoreIndexes) {
    print('  Creando los índices…');
    await restoreIndexes();
  }
}

/** The agencies of works: the federal ones, and those of generated works. */
export const dependenciasWith = (isGenerated: boolean): Dependencia[] => [
  ...FEDERAL_DEPENDENCIAS,
  ...(isGenerated ? STATE_DEPENDENCIAS : []),
];

export function take(obras: Generator<DemoObra, never>, count: number): DemoObra[] {
  return Array.from({ length: count }, () => obras.next().value);
}

function distinct<T>(values: T[]): T[] {
  return [...new Set(values)];
}
