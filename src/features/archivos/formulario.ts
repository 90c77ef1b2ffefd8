import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { badRequest, type Failure, HttpError } from '../../core/base/errors.ts';
import { compile } from '../../core/http/input/validate.ts';
import type { Field } from '../../core/obras/campos.ts';
import { append } from '../../subidas/nameless.ts';
import { drainBody, receiveToDisk } from '../../subidas/uploads.ts';
import { ARCHIVO } from './campos.ts';
import { classMissing, classOfPhoto } from './constraints.ts';
import { HEAD, isWholePdf, type Reader } from './entero.ts';
import { MOST_FILE_BYTES } from './opciones.ts';
import { NewArchivo } from './schema.ts';
import { isPhoto, tipoOf } from './tipo.ts';

// The form with which a file is sent: the file itself goes to disk as it comes, its fields are checked as those of a body.

/** Parts of a form, and bytes of a field, that are read at most. */
export const LIMITS = {
  files: 2,
  fields: 20,
  parts: 22,
  fieldSize: 4_000,
  fileSize: MOST_FILE_BYTES.DOCUMENTO + 1,
};

/** A form that has come. Its file has no name on disk, and is gone when it is closed. */
interface UploadForm {
  file: FileHandle;
  bytes: number;
  /** As the client calls it. */
  name: string;
  /** The SHA-256 of the file, in hexadecimal digits. */
  huella: string;
  tipo: 'FOTO' | 'DOCUMENTO';
  fields: NewArchivo;
}

export const tooLarge = (most = 'una foto puede tener 20 MB, un documento 25 MB') =>
  new HttpError(413, `El archivo es demasiado grande: ${most}.`);
export const noFile = () =>
  badRequest(
    'Falta el archivo: envíelo en el campo archivo de un formulario (multipart/form-data).',
  );

/**
 * Receives the form of a request. The caller closes its file.
 *
 * @throws HttpError as `receiveToDisk` does; 400 where the form has no file, several, an empty one, one of another type, a PDF
 *   that is cut short, or fields that are wrong
 */
export async function receiveForm(request: FastifyRequest): Promise<UploadForm> {
  if (!request.isMultipart()) throw noFile();
  const form = await receiveToDisk(request, MOST_FILE_BYTES.DOCUMENTO, tooLarge, (file) =>
    readParts(request, file),
  ).catch((error) => {
    drainBody(request);
    throw error;
  });
  try {
    const { file, bytes, name, huella, head, texts } = form;
    const failures: Failure[] = [];
    const fields = readFields(texts, failures);
    const tipo = kindIn(head, failures);
    // A photo is read whole by those who make its pictures.
    if (tipo === 'DOCUMENTO' && !(await isWholePdf(bytes, readerOf(file)))) {
      failures.push({ field: '', text: CUT_SHORT });
    }
    if (tipo === 'DOCUMENTO' && !fields.clase) failures.push(classMissing());
    if (tipo === 'FOTO' && fields.clase) failures.push(classOfPhoto());
    if (failures.length === 1 && failures[0]?.field === '') throw badRequest(failures[0].text);
    if (failures.length > 0 || !tipo) throw badRequest(failures);
    return { file, bytes, name, huella, tipo, fields };
  } catch (error) {
    await form.file.close();
    throw error;
  }
}

const CUT_SHORT =
  'El PDF está incompleto o dañado: le falta su final. Descárguelo o escanéelo de nuevo; si en su equipo se abre bien, imprímalo como PDF y envíe esa copia.';

const readerOf =
  (file: FileHandle): Reader =>
  async (start, end) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
    return buffer.subarray(0, bytesRead);
  };

/** Writes the file of a form, and reads its fields. */
async function readParts(request: FastifyRequest, file: FileHandle) {
  const texts: [name: string, text: string][] = [];
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let bytes = 0;
  let name = '';
  let files = 0;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      texts.push([part.fieldname, String(part.value)]);
      continue;
    }
    if (part.fieldname !== 'archivo') throw noFile();
    files += 1;
    name = part.filename ?? '';
    if (files > 1) throw badRequest('El formulario trae varios archivos: envíe uno por solicitud.');
    // The stream is not destroyed, since that would close the connection before the answer.
    const chunks = part.file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    for await (const chunk of chunks) {
      if (head.length < HEAD) head = Buffer.concat([head, chunk]).subarray(0, HEAD);
      bytes += chunk.length;
      if (bytes > (isPhoto(head) ? MOST_FILE_BYTES.FOTO : MOST_FILE_BYTES.DOCUMENTO))
        throw tooLarge();
      hash.update(chunk);
      await append(file, chunk);
    }
  }
  if (files === 0) throw noFile();
  if (bytes === 0) throw badRequest('El archivo está vacío: tiene 0 bytes.');
  return { head, bytes, name, huella: hash.digest('hex'), texts };
}

const checkForm = compile({ body: NewArchivo });

/** The fields of a form as those of a body. Failures are added. */
function readFields(texts: [string, string][], failures: Failure[]): NewArchivo {
  const body: Record<string, unknown> = {};
  for (const [name, text] of texts) {
    if (Object.hasOwn(body, name)) failures.push({ field: name, text: 'viene más de una vez.' });
    body[name] = readValue((ARCHIVO as Record<string, Field>)[name], text);
  }
  const request = { params: {}, query: {}, body };
  failures.push(...checkForm(request));
  return request.body as unknown as NewArchivo;
}

/** A field's text as the value that a body would have. Any other text stays, and its schema refuses it. */
function readValue(field: Field | undefined, text: string): unknown {
  const types: readonly string[] = [field?.schema.type ?? []].flat();
  if (text === '' && types.includes('null')) return null;
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  if (types.includes('integer') && /^-?\d{1,15}$/.test(text)) return Number(text);
  return text;
}

/** The kind of the file; undefined where it is not taken, which is added to the failures. */
function kindIn(head: Buffer, failures: Failure[]): ReturnType<typeof tipoOf> | undefined {
  try {
    return tipoOf(head);
  } catch (error) {
    failures.push({ field: '', text: (error as HttpError).message });
    return undefined;
  }
}
