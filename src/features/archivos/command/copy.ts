import { Readable } from 'node:stream';
import { createBar, type Terminal } from '../../../consola/console.ts';
import { StartError } from '../../../core/base/config.ts';
import { HttpError } from '../../../core/base/errors.ts';
import { grouped } from '../../../core/base/text.ts';
import type { Db } from '../../../core/db/db.ts';
import {
  type Almacen,
  type Deposito,
  DIGEST,
  digestIn,
  type Owner,
  type Skip,
} from '../almacen/almacen.ts';

/** Objects that are on their way at a time. */
const AT_A_TIME = 4;
/** Looks at a store to which new objects come as quickly as they are copied. */
const MOST_ROUNDS = 50;
/** Objects in a row that could not be written after which their place is given up: its disk is full, for example. */
const MOST_UNWRITTEN = 10;

/** An object, or a part of a store, that did not come along. */
export interface Malo {
  /** Its digest, or the name of the part. */
  huella: string;
  /** What is wrong with it, within a line. */
  what: string;
}

interface Copied {
  copied: number;
  bytes: number;
  malos: Malo[];
}

/**
 * Copies all objects that the other store does not have, and reads each of them there. It looks again until nothing new has come
 * meanwhile. What is damaged or can't be read is left out, and the others go on. Last, the other store is made the same registry's:
 * one to which a copy was cut short opens no registry. The same again goes on where it was cut short.
 *
 * @param titular who may remove objects of the other store, where it names no registry yet; by default whoever may in the first
 * @returns how many were copied, their bytes, and what did not come along
 * @throws StartError where one of the stores can't be used, or belongs to another registry
 */
export async function copyStore(
  from: Deposito,
  to: Deposito,
  { print, stream }: Pick<Terminal, 'print' | 'stream'>,
  titular?: string,
): Promise<Copied> {
  const owner = await usable(from, from.owner());
  if (!owner?.registro) {
    throw new StartError(
      `En ${from.place} no hay archivos de ningún registro: ${owner ? 'está dañado su' : 'le falta'} registro.json.`,
    );
  }
  const requireSame = (there: Owner | undefined) => {
    if (there && there.registro !== owner.registro) {
      throw new StartError(`En ${to.place} hay archivos de otro registro; indique otro lugar.`);
    }
    return there;
  };
  const before = requireSame(await usable(to, to.owner()));
  const total = { copied: 0, bytes: 0 };
  const malos = new Map<string, string>();
  const skip: Skip = (what, cause) => malos.set(what, `No se puede leer (${machineReason(cause)})`);
  let unwritten = 0;
  const bar = createBar(print, stream);
  try {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const there = await usable(
        to,
        sizesIn(to, () => {}),
      );
      const here = await usable(from, sizesIn(from, skip));
      const missing = [...here].filter(
        ([huella, bytes]) => there.get(huella) !== bytes && !malos.has(huella),
      );
      let done = 0;
      await inTurns(missing, async ([huella, bytes]) => {
        const outcome = await copyObject(huella, bytes, from, to);
        if (outcome === 'copied') {
          total.copied += 1;
          total.bytes += bytes;
          unwritten = 0;
        } else if (outcome !== 'gone') {
          malos.set(huella, outcome.what);
          unwritten += Number(outcome.cause !== undefined);
          if (unwritten >= MOST_UNWRITTEN) throw asSentence(to, outcome.cause);
        }
        done += 1;
        bar.show('archivos copiados', done, missing.length);
      });
      if (missing.length === 0) break;
    }
  } finally {
    bar.end();
  }
  if (!before)
    requireSame(await usable(to, to.claim({ ...owner, titular: titular ?? owner.titular })));
  return { ...total, malos: [...malos].map(([huella, what]) => ({ huella, what })) };
}

/** What came of an object: it may have left its store meanwhile. `cause` is why it could not be written. */
type CopyOutcome = 'copied' | 'gone' | { what: string; cause?: unknown };

/** @throws StartError where one of the stores can't be used any more */
async function copyObject(
  huella: string,
  bytes: number,
  from: Deposito,
  to: Deposito,
): Promise<CopyOutcome> {
  const open = () =>
    Readable.from(
      (async function* () {
        const source = await from.get(huella);
        if (!source) throw new Error(`${huella} is gone`);
        yield* source;
      })(),
    );
  try {
    await to.put({ huella, bytes, open });
    return (await digestIn(to, huella)) === huella
      ? 'copied'
      : { what: `Dañado al escribirlo en ${to.place}` };
  } catch (cause) {
    // A store that does not answer is the failure to report.
    await usable(from, from.owner());
    await usable(to, to.owner());
    try {
      const digest = await digestIn(from, huella);
      if (digest === undefined) return 'gone';
      if (digest !== huella) return { what: 'Dañado' };
    } catch (error) {
      return { what: `No se puede leer (${machineReason(error)})` };
    }
    return { what: `No se pudo escribir en ${to.place} (${machineReason(cause)})`, cause };
  }
}

/** All objects of a store, by their digest, with their sizes. */
export async function sizesIn(store: Almacen, skip?: Skip): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { huella, bytes } of store.list(skip)) sizes.set(huella, bytes);
  return sizes;
}

/** Works on a few of these at a time. */
export async function inTurns<T>(all: T[], work: (each: T) => Promise<void>): Promise<void> {
  const rest = all.values();
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      for (const each of rest) await work(each);
    }),
  );
}

/** A file that names an object. That of a sealed cut is of no work. */
export interface Nombrado {
  huella: string;
  id: number | null;
  obra: number | null;
  titulo: string | null;
}

/** The files that name these objects. */
export const filesNaming = (db: Db, malos: Malo[]): Promise<Nombrado[]> =>
  db.query<Nombrado & Record<string, unknown>>(
    `SELECT h AS huella, id, obra_id AS obra, titulo
     FROM unnest($1::text[]) AS h JOIN archivos ON h IN (objeto, objeto_mini)
     UNION ALL SELECT huella, NULL, NULL, NULL FROM objetos WHERE huella = ANY ($1::text[]) AND conservar_hasta = 'infinity'
     ORDER BY id, huella`,
    [malos.map(({ huella }) => huella).filter((huella) => DIGEST.test(huella))],
  );

/**
 * Prints what is wrong, a line for each file that names it.
 *
 * @param names the files; undefined where they are not known
 * @returns the exit code: undefined where nothing is wrong
 */
export function tellMalos(
  malos: Malo[],
  names: Nombrado[] | undefined,
  print: Terminal['print'],
): 1 | undefined {
  for (const { huella, what } of malos) {
    const files = names?.filter((name) => name.huella === huella) ?? [];
    for (const { titulo, obra, id } of files) {
      print(
        id === null
          ? `${what}: ${huella}, el archivo de un corte sellado`
          : `${what}: «${titulo}» (obra ${obra}, archivo ${id}, objeto ${huella})`,
      );
    }
    if (files.length === 0) {
      const nobodys = names && DIGEST.test(huella) ? ', que ya no es de ninguna obra' : '';
      print(`${what}: ${huella}${nobodys}`);
    }
  }
  if (malos.length > 0 && !names) {
    print('npm run archivos -- --revisar dice de qué obras son.');
  }
  return malos.length > 0 ? 1 : undefined;
}

/** The answer of a store, or an error with one sentence about its refusal. */
export const usable = <T>(store: Almacen, answer: Promise<T>): Promise<T> =>
  answer.catch((error) => {
    throw asSentence(store, error);
  });

function asSentence({ place }: Almacen, error: unknown): unknown {
  if (!(error instanceof HttpError)) return error;
  const { cause } = error;
  if (cause instanceof StartError) return cause;
  return new StartError(
    `No se puede usar el almacén ${place} (${machineReason(error)}); revise su dirección, su clave, y que la carpeta o el contenedor estén ahí y tengan espacio.`,
    { cause },
  );
}

/** Why a store refuses, as its machine says it. */
export function machineReason(error: unknown): string {
  const { cause = error } = error as Error;
  return cause instanceof Error ? cause.message : String(cause);
}

/** The objects that a file names, and those that are kept for ever, as cuts are. */
export const NAMED = `(o.conservar_hasta = 'infinity' OR EXISTS (SELECT FROM archivos WHERE objeto = o.huella)
  OR EXISTS (SELECT FROM archivos WHERE objeto_mini = o.huella))`;

/** Bytes as people read them. */
export const megabytes = (bytes: number): string => `${grouped(Math.ceil(bytes / 1_000_000))} MB`;
