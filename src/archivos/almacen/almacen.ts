import type { Readable } from 'node:stream';

/** Bytes that are to be stored. */
export interface Contenido {
  /** Their SHA-256 in hexadecimal digits. */
  huella: string;
  bytes: number;
  /** Reads them; it may be called again for a second try. */
  open(): Readable;
}

/** The store of the bytes of photos and documents. */
export interface Almacen {
  /**
   * Stores an object durably under its digest. One that is there already is left.
   *
   * @throws HttpError 503 where the store is away or full
   */
  put(contenido: Contenido): Promise<void>;
  /**
   * The object's bytes, or those of a range; undefined where it is not there.
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
  remove(huella: string): Promise<void>;
  /** All objects, and when each was stored. */
  list(): AsyncIterable<{ huella: string; bytes: number; storedAt: Date }>;
  /** Its place as people read it, without secrets. */
  place: string;
}

/** The key of an object in a store: two levels of folders, so that none holds too many. */
export const keyOf = (huella: string): string =>
  `${huella.slice(0, 2)}/${huella.slice(2, 4)}/${huella}`;
