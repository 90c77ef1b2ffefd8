import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { unusable } from '../../base/errors.ts';
import { type Almacen, type Contenido, keyOf } from './almacen.ts';

/** The name of an object, and of nothing else in the folder. */
const OBJECT = /^[0-9a-f]{64}$/;

/** A store in a folder. */
export function openCarpeta(folder: string): Almacen {
  const pathOf = (huella: string) => join(folder, keyOf(huella));
  return {
    place: folder,
    async put({ huella, bytes, open }) {
      const path = pathOf(huella);
      if ((await sizeOf(path)) === bytes) return;
      await write(path, open).catch((error) => {
        throw unusable(
          'La carpeta de los archivos está llena o no admite archivos; avise a quien administra el registro e intente de nuevo más tarde.',
          error,
        );
      });
    },
    async get(huella, range) {
      const path = pathOf(huella);
      try {
        const file = await open(path);
        return file.createReadStream(range);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw unreadable(error);
      }
    },
    size: (huella) => sizeOf(pathOf(huella)),
    remove: (huella) => rm(pathOf(huella), { force: true }),
    async *list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
        (error) => {
          if (isMissing(error)) return [];
          throw error;
        },
      );
      for (const entry of entries) {
        if (!entry.isFile() || !OBJECT.test(entry.name)) continue;
        const { size, mtime } = await stat(join(entry.parentPath, entry.name));
        yield { huella: entry.name, bytes: size, storedAt: mtime };
      }
    },
  };
}

/** Writes a file as a whole or not at all: under another name, flushed, renamed, and its folder flushed. */
async function write(path: string, source: Contenido['open']): Promise<void> {
  const folder = dirname(path);
  const draft = join(folder, `.${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await pipeline(source(), createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';
const unreadable = (cause: unknown) =>
  unusable('Los archivos no se pueden leer por el momento; intente de nuevo más tarde.', cause);

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw unreadable(error);
  }
}
