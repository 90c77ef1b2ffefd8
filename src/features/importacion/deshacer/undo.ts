import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../../../core/base/constraints.ts';
import { serviceUnavailable } from '../../../core/base/errors.ts';
import { allOf } from '../../../core/base/text.ts';
import { dayInWords } from '../../../core/base/time.ts';
import type { Author, Database, Db } from '../../../core/db/db.ts';
import type { Follower, Importer, Progress } from '../../../hojas/index.ts';
import type { Later, Touched, Undo } from '../../../hojas-de-obras/hojas.ts';
import {
  type Added,
  CATALOG_OF,
  deleteAdded,
  findTouched,
  listAdded,
  listShares,
  lockAdded,
  lockObras,
  noteUndo,
  type Share,
} from './queries.ts';
import type { InformeDeDeshacer, Restante } from './schema.ts';

// The undo of an import, by the rows of the ledger. A record that somebody changed since stays as it is. What was taken back already
// is counted and not written again, so an undo that was cut short is finished by the next one.

/** The most rows of the ledger, and bytes of their changes, that one transaction takes back; a work is never divided. */
const ROWS_PER_BATCH = 250;
const BYTES_PER_BATCH = 8 * 1_048_576;
/** The most records that a report lists, before → after and left, and the most characters of a value in it. */
const MOST_RECORDS_LISTED = 1_000;
const LONGEST_VALUE = 4_000;
/** A batch is tried again for so long, so often, while the database is away or busy, in milliseconds. */
const BATCH_RETRIED_FOR = 10_000;
const BATCH_RETRIED_EVERY = 500;

/** An import that is taken back. */
export interface Undone {
  importacion: string;
  archivo: string;
  undo: Undo;
  /** The statement that finds the records of some works (`touchedOf`). */
  touched: string;
  /** The clerk whose agencies' works alone may be written; null for all works. */
  caller: string | null;
  simular: boolean;
}

/**
 * Takes an import back, a batch of works at a time, or says what that would come to.
 *
 * @param author for the ledger
 * @returns the report: of all that was taken back, now or by an earlier undo that was cut short
 * @throws HttpError 401 or 403 where the caller may do so no more, 503 where the disk is full; errors of the database. Batches
 *   before stay
 */
export async function undoImport(
  db: Database,
  { author, right }: Importer,
  undone: Undone,
  follower: Follower,
): Promise<InformeDeDeshacer> {
  const { importacion, archivo, undo, simular } = undone;
  const shares = await listShares(db, importacion, Object.keys(undo.tablas));
  const total = shares.reduce((sum, { registros }) => sum + registros, 0);
  const informe: InformeDeDeshacer = {
    ...{ importacion, archivo, simulacro: simular, registros: total },
    ...{ eliminados: 0, devueltos: 0, dejados: 0, yaDeshechos: 0 },
    ...{
      catalogosEliminados: 0,
      cambios: [],
      cambiosOmitidos: 0,
      restantes: [],
      restantesOmitidos: 0,
    },
  };
  const released = new Map<string, number>();
  let done = 0;
  const report = (): void => {
    const progress: Progress = simular
      ? { revisadas: done, total, porEscribir: null, escritas: 0 }
      : { revisadas: total, total, porEscribir: total, escritas: done };
    follower.onProgress?.(progress);
  };
  report();
  const own: Author = { ...author, archivo, importacion, deshace: true };
  const as = (batch: Share[]) => ({
    ids: batch.map(({ obra }) => obra),
    many: batch.reduce((sum, { registros }) => sum + registros, 0),
  });
  for (const batch of batchesOf(shares)) {
    const { ids, many } = as(batch);
    const results = await patiently(db, follower, async () => {
      if (simular) return takeBack(db, undone, ids);
      return db.as(own).transaction(async (tx) => {
        await tx.batch([lockObras(ids), ...right(done + many)]);
        return takeBack(tx, undone, ids);
      });
    });
    for (const result of results) count(informe, released, result);
    done += many;
    report();
  }
  const isAnything = informe.eliminados + informe.devueltos > informe.yaDeshechos;
  const { added, removed } = await patiently(db, follower, async () => {
    const found = await listAdded(db, importacion);
    if (simular || found.length === 0) {
      return { added: found, removed: found.filter((each) => isFree(each, released)) };
    }
    return db.as(own).transaction(async (tx) => {
      await tx.batch([...lockAdded(found), ...right(done)]);
      const all = await listAdded(tx, importacion);
      const free = all.filter((each) => isFree(each));
      await tx.batch(deleteAdded(free));
      return { added: all, removed: free };
    });
  });
  informe.catalogosEliminados = removed.length;
  for (const each of added.filter((one) => one.isThere && !removed.includes(one))) {
    stay(informe, {
      ...{ recurso: each.recurso, registro: String(each.id), obraId: null, claveUnica: null },
      ...{ nombre: each.nombre, fila: null, motivo: whyKept(each, released) },
    });
  }
  if (!simular) {
    const { eliminados, devueltos, dejados, catalogosEliminados } = informe;
    const numbers = { archivo, eliminados, devueltos, dejados, catalogosEliminados };
    const note = noteUndo(importacion, numbers, isAnything || removed.length > 0);
    await patiently(db, follower, () => db.as(own).batch([...right(done), note]));
  }
  return informe;
}

/** Works in batches of bounded size. */
function batchesOf(shares: Share[]): Share[][] {
  const batches: Share[][] = [];
  let [rows, bytes] = [ROWS_PER_BATCH, 0];
  for (const share of shares) {
    rows += share.renglones;
    bytes += share.bytes;
    const last = batches.at(-1);
    if (last && rows <= ROWS_PER_BATCH && bytes <= BYTES_PER_BATCH) last.push(share);
    else {
      batches.push([share]);
      [rows, bytes] = [share.renglones, share.bytes];
    }
  }
  return batches;
}

async function patiently<T>(
  db: Database,
  { signal }: Follower,
  work: () => Promise<T>,
): Promise<T> {
  for (const end = performance.now() + BATCH_RETRIED_FOR; ; ) {
    signal.throwIfAborted();
    if ((await db.hasSpace?.('change')) === false) {
      throw serviceUnavailable('El disco está lleno: lo que falta no se deshizo.');
    }
    try {
      return await work();
    } catch (error) {
      if (!unavailable(error) || performance.now() > end) throw error;
      await sleep(BATCH_RETRIED_EVERY);
    }
  }
}

// A batch -----------------------------------------------------------------------------------------

/** A record, and why it stays; undefined where it goes back. */
interface Result {
  record: Touched;
  motivo?: string | undefined;
}

/** Takes the records of these works back, or finds out which of them would stay. */
async function takeBack(db: Db, undone: Undone, obras: number[]): Promise<Result[]> {
  const { undo, simular } = undone;
  const results = (await findTouched(db, undone, obras)).map((each) => judged(each, undo.it));
  const going = results.filter(({ record, motivo }) => motivo === undefined && !record.hecho);
  if (going.length === 0) return results;
  const records = going.map(({ record }) => record);
  for (const [i, motivo] of await undo.take(db, records, simular)) {
    (going[i] as Result).motivo = motivo;
  }
  return results;
}

/** A record, and what keeps it as it is by all that the ledger says. */
function judged(record: Touched, it: Undo['it']): Result {
  const { hecho, isThere, isOthers, later, ligados } = record;
  if (hecho) return { record };
  if (!isThere) {
    const by = later?.accion === 'eliminar' ? `: ${it} eliminó ${who(later)}` : '';
    return { record, motivo: `Ya no está${by}.` };
  }
  if (isOthers) return { record, motivo: 'Su obra ya no es de una de sus dependencias.' };
  if (later) return { record, motivo: `Después ${it} cambió ${who(later)}.` };
  if (ligados.length === 0) return { record };
  return { record, motivo: `Después se le agregó algo que se perdería: ${allOf(ligados)}.` };
}

const who = ({ quien, dia }: Later) => `${quien}, el ${dayInWords(dia)}`;

// Catalogs ----------------------------------------------------------------------------------------

/**
 * Whether nothing else uses a record that the import added, and nobody changed it.
 *
 * @param released the works that the undo takes from each record, where it is a trial
 */
function isFree(
  { recurso, id, isThere, later, obras, isCaptured }: Added,
  released?: Map<string, number>,
) {
  const used = obras - (released?.get(`${recurso}/${id}`) ?? 0);
  return isThere && later === null && used <= 0 && !isCaptured;
}

function whyKept({ recurso, id, later, obras, isCaptured }: Added, released: Map<string, number>) {
  if (later) return `Después se cambió: ${who(later)}.`;
  if (isCaptured) return 'Tiene quien captura su seguimiento.';
  const used = obras - (released.get(`${recurso}/${id}`) ?? 0);
  return used > 0 ? 'Otras obras lo usan.' : 'Se empezó a usar.';
}

// The report --------------------------------------------------------------------------------------

function count(
  informe: InformeDeDeshacer,
  released: Map<string, number>,
  { record, motivo }: Result,
): void {
  const { recurso, registro, obra, claveUnica, nombre, fila, creado, hecho } = record;
  const head = { recurso, registro, obraId: obra, claveUnica, nombre, fila };
  if (motivo !== undefined) {
    informe.dejados += 1;
    stay(informe, { ...head, motivo });
    return;
  }
  informe[creado ? 'eliminados' : 'devueltos'] += 1;
  if (hecho) {
    informe.yaDeshechos += 1;
    return;
  }
  if (informe.simulacro) release(released, record);
  if (informe.cambios.length === MOST_RECORDS_LISTED) {
    informe.cambiosOmitidos += 1;
    return;
  }
  const { antes, despues } = record;
  const names = Object.keys(antes ?? {}).filter((name) => name !== 'id' && name !== 'numeroObra');
  informe.cambios.push({
    ...head,
    accion: creado ? 'eliminar' : 'cambiar',
    cambios: names.map((campo) => ({
      campo,
      antes: shownValue(despues[campo]),
      despues: shownValue(antes?.[campo]),
    })),
  });
}

/** The records of catalogs that a work has no more. */
function release(released: Map<string, number>, { antes, despues }: Touched): void {
  for (const [field, recurso] of Object.entries(CATALOG_OF)) {
    const [now, then] = [despues[field], antes?.[field]];
    if (now == null || now === then) continue;
    const key = `${recurso}/${now}`;
    released.set(key, (released.get(key) ?? 0) + 1);
  }
}

const stay = (informe: InformeDeDeshacer, restante: Restante) => {
  if (informe.restantes.length < MOST_RECORDS_LISTED) informe.restantes.push(restante);
  else informe.restantesOmitidos += 1;
};

const shownValue = (value: unknown) =>
  JSON.stringify(value ?? null).length > LONGEST_VALUE
    ? 'Demasiado grande para mostrarse aquí: está en la bitácora.'
    : (value ?? null);
