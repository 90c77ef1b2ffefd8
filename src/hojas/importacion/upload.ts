import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { badRequest, HttpError } from '../../core/base/errors.ts';
import { isStorable, tidy } from '../../core/base/text.ts';
import { append } from '../../subidas/nameless.ts';
import { receiveToDisk } from '../../subidas/uploads.ts';

// A file that is uploaded. It is written to disk as it arrives.

/** Bytes of a file: a workbook is compressed, and larger than it looks. */
export const LARGEST = { xlsx: 32 * 1_048_576, csv: 64 * 1_048_576 };
/** The ledger's name for a file without a name, and the greatest length of a name. */
const UNNAMED = 'sin nombre';
const LONGEST_UPLOADED_NAME = 255;
export const tooLarge = () =>
  new HttpError(
    413,
    'El archivo excede el tamaño máximo: 32 MB si es .xlsx u .ods, 64 MB si es .csv.',
  );
export const noFile = () =>
  badRequest('Falta el archivo: envíelo como cuerpo, o en el campo archivo de un formulario.');
/** An uploaded file. It has no name on disk, and is gone when it is closed. */
export interface Upload {
  file: FileHandle;
  bytes: number;
  /** The client's name for the file, for the ledger. */
  name: string;
}

/**
 * Writes a body to a file as it comes in.
 *
 * @throws HttpError as `receiveToDisk` does
 */
export const receive = (request: FastifyRequest): Promise<Upload> =>
  receiveToDisk(request, LARGEST.csv, tooLarge, (file) => writeTo(file, request));

/** Writes the stream to the file. Returns the file's name and bytes. */
async function writeTo(file: FileHandle, request: FastifyRequest): Promise<Omit<Upload, 'file'>> {
  const [source, name] = await sourceOf(request);
  let bytes = 0;
  let most = LARGEST.csv;
  // The stream is not destroyed, since that would close the connection before the answer.
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (bytes === 0 && chunk.toString('latin1', 0, 2) === 'PK') most = LARGEST.xlsx;
    if (bytes + chunk.length > most) throw tooLarge();
    await append(file, chunk);
    bytes += chunk.length;
  }
  if (bytes === 0) throw noFile();
  return { name, bytes };
}

/** The stream of the file, and its name. */
async function sourceOf(request: FastifyRequest): Promise<[Readable, string]> {
  if (!request.isMultipart()) {
    const payload = request.body as Readable | undefined;
    if (!payload) throw noFile();
    return [payload, UNNAMED];
  }
  const part = await request.file();
  if (part?.fieldname !== 'archivo') throw noFile();
  const name = (isStorable(part.filename ?? '\0') && tidy(part.filename)) || UNNAMED;
  return [part.file, name.slice(0, LONGEST_UPLOADED_NAME).toWellFormed()];
}
