import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unusable } from './errors.ts';

/**
 * Opens a new file and removes its name. The disk is freed when the file is closed, or when the process ends. The caller closes
 * it.
 *
 * @throws HttpError 503 where the temporary folder is full, gone or not to be written to
 */
export async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `registro-importacion-${randomUUID()}`);
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

function noRoom(cause: unknown): never {
  throw unusable(
    'La carpeta temporal del servicio está llena o no admite archivos; avise a quien lo administra e intente de nuevo más tarde.',
    cause,
  );
}
