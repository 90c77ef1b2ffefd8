import { read as readAt } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { append } from '../../subidas/nameless.ts';
import { Unreadable } from '../celdas/cell.ts';

/**
 * Counts line ends of an open file. A cell may have several lines, and an encoding may have two bytes a letter, so it is an
 * estimate of rows.
 */
export async function countLines(fd: number): Promise<number> {
  const piece = Buffer.alloc(1_048_576);
  let lines = 0;
  for (let at = 0; ; ) {
    const { bytesRead } = await read(fd, piece, 0, piece.length, at);
    if (bytesRead === 0) return lines;
    const bytes = piece.subarray(0, bytesRead);
    for (let end = bytes.indexOf(LINE_END); end !== -1; end = bytes.indexOf(LINE_END, end + 1)) {
      lines += 1;
    }
    at += bytesRead;
  }
}
const LINE_END = 10;
const read = promisify(readAt);

/** The place of a value in an `Aside`, in bytes. */
export interface Place {
  at: number;
  length: number;
}

/** Values on disk, which are read again one by one. */
export class Aside {
  readonly #file: FileHandle;
  #waiting: Buffer[] = [];
  #bytes = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Returns the place of a value. It can be read after the next `flush`. */
  put(value: object): Place {
    const bytes = Buffer.from(JSON.stringify(value));
    const place = { at: this.#bytes, length: bytes.length };
    this.#waiting.push(bytes);
    this.#bytes += bytes.length;
    return place;
  }

  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    if (bytes.length > 0) await append(this.#file, bytes);
  }

  async read<T extends object>({ at, length }: Place): Promise<T> {
    const { buffer } = await this.#file.read(Buffer.alloc(length), 0, length, at);
    return JSON.parse(buffer.toString()) as T;
  }
}

/** The most bytes of a spool. */
const SPOOL_BYTES = 256 * 1_048_576;

/** Lists that wait on disk until they are read again, in their order. */
export class Spool<T> {
  readonly #aside: Aside;
  readonly #places: Place[] = [];

  constructor(file: FileHandle) {
    this.#aside = new Aside(file);
  }

  /** @throws Unreadable beyond `SPOOL_BYTES` */
  async add(items: T[]): Promise<void> {
    if (items.length === 0) return;
    const place = this.#aside.put(items);
    if (place.at + place.length > SPOOL_BYTES) {
      throw new Unreadable('El archivo tiene más de 256 MB de texto; divídalo en varios.');
    }
    await this.#aside.flush();
    this.#places.push(place);
  }

  async *read(): AsyncGenerator<T[]> {
    for (const place of this.#places) yield await this.#aside.read<T[]>(place);
  }
}
