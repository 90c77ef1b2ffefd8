import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Almacen, Deposito } from '../../archivos/almacen/almacen.ts';
import { StartError } from '../../base/config.ts';
import { createBar, type Terminal } from '../../base/console.ts';
import { HttpError } from '../../base/errors.ts';
import { grouped } from '../../base/text.ts';

/** Objects that are on their way at a time. */
const AT_A_TIME = 4;
/** Looks at a store to which new objects come as quickly as they are copied. */
const MOST_ROUNDS = 50;

/**
 * Copies all objects that the other store does not have, and reads each of them there. It looks again until nothing new has come
 * meanwhile. Last, the other store is made the same registry's: one to which a copy was cut short opens no registry. The same
 * again goes on where it was cut short.
 *
 * @returns how many were copied, and their bytes
 * @throws StartError where one of the stores can't be used, belongs to another registry, or an object is damaged
 */
export async function copyStore(
  from: Deposito,
  to: Deposito,
  { print, stream }: Pick<Terminal, 'print' | 'stream'>,
): Promise<{ copied: number; bytes: number }> {
  const owner = await usable(from, from.owner());
  if (owner === undefined) {
    throw new StartError(
      `En ${from.place} no hay archivos de ningún registro: le falta registro.json.`,
    );
  }
  const before = await usable(to, to.owner());
  if (before !== undefined && before !== owner) {
    throw new StartError(`En ${to.place} hay archivos de otro registro; indique otro lugar.`);
  }
  const total = { copied: 0, bytes: 0 };
  const bar = createBar(print, stream);
  try {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const there = await usable(to, sizesIn(to));
      const here = await usable(from, sizesIn(from));
      const missing = [...here].filter(([huella, bytes]) => there.get(huella) !== bytes);
      let done = 0;
      await inTurns(missing, async ([huella, bytes]) => {
        if (await copyObject(huella, bytes, from, to)) {
          total.copied += 1;
          total.bytes += bytes;
        }
        done += 1;
        bar.show('archivos copiados', done, missing.length);
      });
      if (missing.length === 0) break;
    }
  } finally {
    bar.end();
  }
  if (before === undefined) await usable(to, to.own(owner));
  return total;
}

/** @returns whether it was copied; not where it has left its store meanwhile */
async function copyObject(huella: string, bytes: number, from: Deposito, to: Deposito) {
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
  } catch (error) {
    const digest = await usable(from, digestIn(from, huella));
    if (digest === undefined) return false;
    if (digest !== huella) throw damaged(huella, from);
    throw asSentence(to, error);
  }
  if ((await usable(to, digestIn(to, huella))) !== huella) throw damaged(huella, to);
  return true;
}

const damaged = (huella: string, { place }: Almacen) =>
  new StartError(
    `En ${place} el archivo ${huella} está dañado; npm run archivos -- --revisar dice de qué obra es.`,
  );

/** The digest of what a store has under a digest; undefined where it has nothing. */
export async function digestIn(store: Almacen, huella: string): Promise<string | undefined> {
  const source = await store.get(huella);
  if (!source) return undefined;
  const digest = createHash('sha256');
  await pipeline(source, digest);
  return digest.digest('hex');
}

/** All objects of a store, by their digest, with their sizes. */
export async function sizesIn(store: Almacen): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { huella, bytes } of store.list()) sizes.set(huella, bytes);
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

/** What a store answers, or else one sentence with what it refused. */
export const usable = <T>(store: Almacen, answer: Promise<T>): Promise<T> =>
  answer.catch((error) => {
    throw asSentence(store, error);
  });

function asSentence({ place }: Almacen, error: unknown): unknown {
  if (!(error instanceof HttpError)) return error;
  const { cause } = error;
  if (cause instanceof StartError) return cause;
  return new StartError(
    `No se puede usar el almacén ${place} (${cause instanceof Error ? cause.message : cause}); revise su dirección, su clave, y que la carpeta o el contenedor estén ahí y tengan espacio.`,
    { cause },
  );
}

/** The objects that a file names. */
export const NAMED = `(EXISTS (SELECT FROM archivos WHERE objeto = o.huella)
  OR EXISTS (SELECT FROM archivos WHERE objeto_mini = o.huella))`;

/** Bytes as people read them. */
export const megabytes = (bytes: number): string => `${grouped(Math.ceil(bytes / 1_000_000))} MB`;
