import { createHash, randomUUID } from 'node:crypto';
import {
  access,
  constants,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HttpError } from '../../../core/base/errors.ts';
import { RESERVE } from '../../../core/db/embedded.ts';
import {
  type Deposito,
  DIGEST,
  digestIn,
  keyOf,
  OWNER,
  type Owner,
  ownerText,
  readOwner,
  storeAway,
  storeFull,
  storeUnusable,
  type Warn,
} from './almacen.ts';

/** The folder of unfinished files. It is on the same disk, so that a rename ends the writing. */
const DRAFTS = 'en-curso';
const HALF_WRITTEN_FOR = 86_400_000;

/**
 * A store in a folder, which may be one that several machines share. It is made when the first file comes.
 *
 * @param warn is given a sentence for who runs the service
 */
export function openCarpeta(folder: string, warn: Warn = () => {}): Deposito {
  const flush = (path: string) => flushFolders(folder, path, warn);
  const pathOf = (huella: string) => join(folder, keyOf(huella));
  const sizeOf = (path: string) =>
    stat(path).then(
      ({ size }) => size,
      (error) => ifMissing(error, undefined),
    );
  const owner = async () => {
    const text = await readFile(join(folder, OWNER), 'utf8').catch((error) =>
      ifMissing(error, undefined),
    );
    return text === undefined ? undefined : readOwner(text);
  };
  const write = (path: string, bytes: number, source: ByteSource, name: Name = rename) =>
    writeWhole(folder, path, bytes, source, name)
      .then(() => flush(path))
      .catch((cause) => {
        throw cause instanceof HttpError ? cause : FULL.has(cause.code) ? storeFull(cause) : cause;
      });
  const writeOwner = (named: Owner, name?: Name) => {
    const bytes = Buffer.from(ownerText(named));
    const source = async function* () {
      yield bytes;
    };
    return write(join(folder, OWNER), bytes.length, source, name);
  };
  const get: Deposito['get'] = async (huella, range) => {
    const path = pathOf(huella);
    try {
      const file = await open(path);
      return file.createReadStream(range);
    } catch (error) {
      const missing = ifMissing(error as NodeJS.ErrnoException, undefined);
      // The folder itself may be gone, such as one of another machine.
      if ((await owner()) === undefined) throw storeAway(error);
      return missing;
    }
  };
  // An object that can't be read is written anew.
  const isSound = (huella: string) =>
    digestIn({ get }, huella).then(
      (digest) => digest === huella,
      () => false,
    );
  return {
    place: folder,
    get,
    async put({ huella, bytes, open: source }) {
      const path = pathOf(huella);
      if ((await sizeOf(path)) === bytes && (await isSound(huella))) {
        return flush(path).catch(refuseObject);
      }
      await write(path, bytes, checked(huella, source)).catch(refuseObject);
    },
    size: (huella) => sizeOf(pathOf(huella)),
    remove: (huella) => rm(pathOf(huella), { force: true }).catch(refuseObject),
    async *list(skip) {
      const passing = (what: string) => (error: Error) => {
        if (!skip) throw error;
        skip(what, error);
      };
      const within = async (path: string, which: RegExp) =>
        (await entriesIn(path, which).catch(passing(path))) ?? [];
      for (const first of await entriesIn(folder, /^[0-9a-f]{2}$/)) {
        for (const second of await within(join(folder, first), /^[0-9a-f]{2}$/)) {
          for (const huella of await within(join(folder, first, second), DIGEST)) {
            const stats = await stat(pathOf(huella))
              .catch((error) => ifMissing(error, undefined))
              .catch(passing(huella));
            if (stats) yield { huella, bytes: stats.size, storedAt: stats.mtime };
          }
        }
      }
    },
    owner,
    async probe() {
      const there = await existing(folder);
      await access(there, constants.W_OK | constants.X_OK).catch((error) => {
        throw storeUnusable(error);
      });
      await requireRoom(there, 0);
      if (there === folder) await flush(join(folder, OWNER)).catch(refuseObject);
    },
    own: (named) => writeOwner(named).catch(refuseObject),
    async claim(named) {
      await writeOwner(named, linkUnlessThere).catch(refuseObject);
      const there = await owner();
      if (!there) throw storeAway(new Error(`${OWNER} was written and is not there`));
      return there;
    },
    async tidy() {
      for (const name of await entriesIn(join(folder, DRAFTS), /./)) {
        const draft = join(folder, DRAFTS, name);
        const stats = await stat(draft).catch((error) => ifMissing(error, undefined));
        // A file that can't be removed is tried again on the next day.
        if (stats && Date.now() - stats.mtimeMs > HALF_WRITTEN_FOR)
          await rm(draft, { force: true }).catch(() => {});
      }
    },
    close: () => {},
  };
}

type ByteSource = () => AsyncIterable<Buffer>;

/** The bytes of an object, which fail at their end where they are not those of its digest. */
const checked = (huella: string, source: () => Readable): ByteSource =>
  async function* () {
    const digest = createHash('sha256');
    for await (const chunk of source() as AsyncIterable<Buffer>) {
      digest.update(chunk);
      yield chunk;
    }
    if (digest.digest('hex') !== huella) throw new Error(`these are not the bytes of ${huella}`);
  };

/** Writes a file as a whole or not at all: under another name, flushed, and renamed. Its folders are not flushed yet. */
async function writeWhole(
  folder: string,
  path: string,
  bytes: number,
  source: ByteSource,
  name: Name,
): Promise<void> {
  const drafts = join(folder, DRAFTS);
  const draft = join(drafts, randomUUID());
  for (const each of [drafts, dirname(path)]) await mkdir(each, { recursive: true, mode: 0o700 });
  await requireRoom(folder, bytes);
  // The file is made before the first byte is asked for: one that was made while the write fails would be left.
  const file = await open(draft, 'wx', 0o600);
  try {
    await pipeline(source, file.createWriteStream({ flush: true }));
    await name(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Gives a finished file its name. */
type Name = (draft: string, path: string) => Promise<void>;

/**
 * Gives a file its name unless another has it, which then stays. Where the disk has no hard links, two at once may both find that
 * none has it.
 */
async function linkUnlessThere(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') {
      if (!UNLINKABLE.has(code)) throw error;
      const isThere = await stat(path).catch((error) => ifMissing(error, undefined));
      if (!isThere) return rename(draft, path);
    }
  }
  await rm(draft);
}
/** The error codes of file systems without hard links, such as FAT and some network shares. */
const UNLINKABLE = new Set(['EPERM', 'EACCES', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL']);

/**
 * Flushes the folders that lead to a file: another process may have made them, and not flushed them yet. Some file systems can't
 * flush a folder, such as those of virtual machines and network shares. That is passed over, and the operator hears of it once.
 */
async function flushFolders(folder: string, path: string, warn: Warn): Promise<void> {
  for (let each = dirname(path); each.length >= folder.length; each = dirname(each)) {
    try {
      await flushFolder(each);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!UNFLUSHABLE.has(code)) throw error;
      if (!unflushed.has(folder)) warn(unflushedNotice(folder, code));
      unflushed.add(folder);
    }
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The error codes of file systems that can't flush a folder. A full or failing disk has others. */
const UNFLUSHABLE = new Set([
  ...['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EBADF', 'EISDIR', 'EPERM', 'EACCES'],
]);
/** The stores of this process that were warned of already. */
const unflushed = new Set<string>();
const unflushedNotice = (folder: string, code: string) =>
  `El disco de ${folder} (FILES_URL) no asegura sus carpetas (${code}), como los de VirtualBox, WSL y algunos recursos de red. Las fotos y los documentos se guardan; si se va la luz, los de los últimos segundos pueden perderse.`;

/** The folder, or the nearest one above it that is there. */
async function existing(folder: string): Promise<string> {
  for (let each = folder; ; each = dirname(each)) {
    const stats = await stat(each).catch((error) => ifMissing(error, undefined));
    if (stats || each === dirname(each)) return each;
  }
}

/** @throws HttpError 503 where the disk would have less left than an embedded database beside it takes */
async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder).catch(refuseObject);
  if (bavail * bsize < RESERVE.change + bytes) {
    throw storeFull(new Error(`${folder} has ${bavail * bsize} bytes left`));
  }
}

const entriesIn = async (folder: string, which: RegExp): Promise<string[]> => {
  const names = await readdir(folder).catch((error) => ifMissing(error, []));
  return names.filter((name) => which.test(name)).sort();
};

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const MISSING = new Set(['ENOENT', 'ENOTDIR']);

/** @throws HttpError 503 for any other error */
function ifMissing<T>(error: NodeJS.ErrnoException, value: T): T {
  return MISSING.has(error.code ?? '') ? value : refuseObject(error);
}

function refuseObject(error: Error): never {
  throw error instanceof HttpError ? error : storeAway(error);
}
