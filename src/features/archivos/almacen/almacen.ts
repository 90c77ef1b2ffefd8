import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type HttpError, serviceUnavailable, unusable } from '../../../core/base/errors.ts';

/** Bytes that are to be stored. */
export interface Contenido {
  /** Their SHA-256 in hexadecimal digits. */
  huella: string;
  bytes: number;
  /** Reads them; it may be called again for a second try. */
  open(): Readable;
}

/** An object of a store, its size, and when it was stored. */
export interface Objeto {
  huella: string;
  bytes: number;
  storedAt: Date;
}

/** Takes the name of an object that is passed over, and the reason. */
export type Skip = (what: string, cause: unknown) => void;

/** The store of the bytes of photos and documents. */
export interface Almacen {
  /**
   * Stores an object durably under its digest. One that is there already is read, and written anew where it is damaged.
   *
   * @throws HttpError 503 where the store is away or full
   */
  put(contenido: Contenido): Promise<void>;
  /**
   * The object's bytes, or those of a range; undefined where it is not there. The caller reads them to their
   * end, or destroys them.
   *
   * @param range its first and last byte, both included
   * @throws HttpError 503 where the store is away
   */
  get(
    huella: string,
    range?: { start: number; end: number },
    signal?: AbortSignal,
  ): Promise<Readable | undefined>;
  /** The object's size in bytes; undefined where it is not there. */
  size(huella: string): Promise<number | undefined>;
  /** Removes an object. A missing one is removed already. */
  remove(huella: string): Promise<void>;
  /**
   * All objects, by their digest.
   *
   * @param skip is given a part of the store that can't be read, which is left out; without it the list ends there
   * @throws HttpError 503
   */
  list(skip?: Skip): AsyncIterable<Objeto>;
  /** Its place as people read it, without secrets. */
  place: string;
}

/** Takes a sentence for who runs the service. */
export type Warn = (sentence: string) => void;

/** A store that names its registry. */
export interface Deposito extends Almacen {
  /**
   * Looks, ahead of the first object, whether one could be stored. Nothing is written.
   *
   * @throws HttpError 503 where it could not
   */
  probe(): Promise<void>;
  /** The registry that it belongs to; undefined where it names none. */
  owner(): Promise<Owner | undefined>;
  /** Makes it a registry's store, also where it names another. */
  own(owner: Owner): Promise<void>;
  /**
   * Makes it a registry's store unless it names one. Of several at once one succeeds, where the store can tell.
   *
   * @returns the registry that it names afterwards
   */
  claim(owner: Owner): Promise<Owner>;
  /** Removes the files of interrupted writes, a day later. */
  tidy(): Promise<void>;
  /** Lets go of its connections. */
  close(): void;
}

/** The registry that a store belongs to. */
export interface Owner {
  /** The id that it shares with every registry that was restored from a copy of it; empty where registro.json is damaged. */
  registro: string;
  /** The one of them that may remove objects. */
  titular: string;
}

/** The file of a store that says which registry it belongs to. */
export const OWNER = 'registro.json';
export const ownerText = ({ registro, titular }: Owner): string =>
  `${JSON.stringify({ registro, titular })}\n`;
/** The owner that such a file names. A file of an older program has no titular: the registry's id stands for it. */
export function readOwner(text: string): Owner {
  try {
    const { registro, titular = registro } = JSON.parse(text) as Record<string, unknown>;
    if (typeof registro === 'string') {
      return { registro, titular: typeof titular === 'string' ? titular : '' };
    }
  } catch {
    // The file was cut short, or is of another program.
  }
  return { registro: '', titular: '' };
}

/**
 * The key of an object in a store: two levels of folders, so that none holds too many.
 *
 * @throws Error for any other text, since a path comes of it
 */
export function keyOf(huella: string): string {
  if (!DIGEST.test(huella)) throw new Error(`no digest: ${huella}`);
  return `${huella.slice(0, 2)}/${huella.slice(2, 4)}/${huella}`;
}
/** The digest of the bytes that a store has under a digest; undefined without such an object. */
export async function digestIn(
  store: Pick<Almacen, 'get'>,
  huella: string,
): Promise<string | undefined> {
  const source = await store.get(huella);
  if (!source) return undefined;
  const digest = createHash('sha256');
  await pipeline(source, digest);
  return digest.digest('hex');
}

/** The name of an object, and of nothing else in a store. */
export const DIGEST = /^[0-9a-f]{64}$/;

/** The refusal of a store that may answer soon. */
export function storeAway(cause: unknown): HttpError {
  const error = serviceUnavailable(
    'Las fotos y los documentos no están disponibles por el momento, porque no responde su almacén. Las obras se siguen consultando; intente de nuevo en unos segundos.',
    COME_BACK,
  );
  error.cause = cause;
  return error;
}
const COME_BACK = 10;

/** The refusal of a store that its operator has to put right: of another registry, refused, or gone. */
export const storeUnusable = (cause: unknown) =>
  unusable(
    'Las fotos y los documentos no están disponibles, porque no se puede usar su almacén; avise a quien administra el registro. Las obras se siguen consultando.',
    cause,
  );

export const storeFull = (cause: unknown) =>
  unusable(
    'No se guardó el archivo, porque el almacén de fotos y documentos está lleno; avise a quien administra el registro e intente de nuevo más tarde.',
    cause,
  );
