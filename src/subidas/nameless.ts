import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { unusable } from '../core/base/errors.ts';

/**
 * Opens a new file and removes its name. The disk is freed when the file is closed, or when the process ends. The caller closes
 * it.
 *
 * @throws HttpError 503 where the temporary folder is full, gone or not to be written to
 */
export async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `registro-archivo-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600).catch(noRoom);
  try {
    await unlink(path);
  } catch (error) {
    await file.close();
    noRoom(error);
  }
  return file;
}

/**
 * Appends all bytes to such a file. A single write to a full disk may take a part of them without an error.
 *
 * @throws HttpError 503 where there is no room for them
 */
export async function append(file: FileHandle, bytes: Uint8Array): Promise<void> {
  await file.writeFile(bytes).catch(noRoom);
}

/** Bytes that are read at a time. */
const PIECE = 65_536;

/**
 * Reads such a file from its beginning, as often as it is called. `FileHandle.createReadStream` would close the file together
 * with a stream that is given up.
 */
export const streamOf = (file: FileHandle, bytes: number): Readable =>
  Readable.from(piecesOf(file, bytes), { objectMode: false });

async function* piecesOf(file: FileHandle, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; ) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(PIECE), 0, PIECE, at);
    if (bytesRead === 0) throw new Error(`a file of ${bytes} bytes ends after ${at}`);
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function noRoom(cause: unknown): never {
  throw unusable(
    'La carpeta temporal del servicio está llena o no admite archivos; avise a quien lo administra e intente de nuevo más tarde.',
    cause,
  );
}
