import { createHash } from 'node:crypto';
import { createReadStream, existsSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { StartError } from '../../core/base/config.ts';
import { PRERELEASE } from '../../core/db/migrate.ts';

// A copy is a gzipped file of lines of JSON. The first line describes it (`Header`). Each table is a line {"tabla": name},
// and each of its rows a list of texts and nulls in the order of its columns. The last line has the number of rows and a
// digest of all lines before it.

const Header = Type.Object({
  respaldo: Type.Literal('registro-obras-publicas'),
  formato: Type.Integer({ minimum: 1 }),
  /** The version of the schema: the number of its last migration. */
  esquema: Type.Integer({ minimum: 1 }),
  /** The time of its reading, ISO 8601. */
  creado: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' }),
  tablas: Type.Array(
    Type.Object({ nombre: Type.String(), columnas: Type.Array(Type.String(), { minItems: 1 }) }),
  ),
  /** The next value of each sequence. */
  secuencias: Type.Record(Type.String(), Type.String({ pattern: '^\\d{1,19}$' })),
});
export type Header = Static<typeof Header>;

interface Trailer {
  filas: number;
  sha256: string;
}

/** Files of format 1 are older than version 1.0.0. */
const FORMAT = 2;

/** The header begins the same in every copy. */
export const newHeader = (rest: Pick<Header, 'esquema' | 'tablas' | 'secuencias'>): Header => ({
  respaldo: 'registro-obras-publicas',
  formato: FORMAT,
  creado: new Date().toISOString(),
  ...rest,
});

/** Adds line ends to a copy's lines, and the last line. */
export async function* sealed(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const digest = createHash('sha256');
  let filas = 0;
  for await (const line of lines) {
    if (line.startsWith('[')) filas += 1;
    digest.update(`${line}\n`);
    yield `${line}\n`;
  }
  yield `${JSON.stringify({ filas, sha256: digest.digest('hex') } satisfies Trailer)}\n`;
}

/**
 * Reads a copy from beginning to end.
 *
 * @returns its header and number of rows
 * @throws StartError for a file that is not a copy, is damaged, cut short, or made by a newer program or before version
 *   1.0.0
 */
export async function checkFile(file: string): Promise<{ header: Header; rows: number }> {
  if (!existsSync(file)) throw new StartError(`No existe el archivo ${file}.`);
  const digest = createHash('sha256');
  let header: Header | undefined;
  let rows = 0;
  // Rows are not parsed: one may have any length. Other lines are short.
  let isRow = false;
  let other: Buffer[] = [];
  let before = digest.copy();
  for await (const { bytes, isFirst, isLast } of partsOfLines(file)) {
    if (isFirst) {
      isRow = bytes[0] === OPEN_LIST;
      other = [];
      // The last line's digest covers all lines before it.
      if (!isRow) before = digest.copy();
    }
    digest.update(bytes);
    if (!isRow) other.push(bytes);
    if (!isLast) continue;
    digest.update('\n');
    if (isRow) rows += 1;
    header ??= readHeader(file, Buffer.concat(other));
  }
  const trailer = parse(Buffer.concat(other)) as Partial<Trailer> | undefined;
  if (!header || trailer?.sha256 !== before.digest('hex') || trailer.filas !== rows) {
    throw damaged(file);
  }
  return { header, rows };
}

const OPEN_LIST = '['.charCodeAt(0);
const LINE_END = '\n'.charCodeAt(0);
/** Bytes of a line. PostgreSQL takes no more as one value of JSON; other lines are shorter by far. */
const MOST_LINE_BYTES = { row: 268_435_455, other: 1_048_576 };

/** The lines of a copy, without line ends. */
export async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  for await (const { bytes, isLast } of partsOfLines(file)) {
    if (isLast && parts.length === 0) yield bytes;
    else parts.push(bytes);
    if (!isLast) continue;
    if (parts.length > 0) yield Buffer.concat(parts);
    parts = [];
  }
}

/** A part of a line: whether it is the line's beginning, and whether its end. */
interface LinePart {
  bytes: Buffer;
  isFirst: boolean;
  isLast: boolean;
}

/**
 * The lines of a copy in parts of some kilobytes, without line ends.
 *
 * @throws StartError where the file can't be read, its last line has no end, or a line is longer than any of a copy
 */
async function* partsOfLines(file: string): AsyncGenerator<LinePart> {
  const source = createReadStream(file);
  const text = source.pipe(createGunzip());
  source.on('error', (error) => text.destroy(error));
  let most = 0;
  let length = 0;
  const part = (bytes: Buffer, isLast: boolean): LinePart => {
    const isFirst = length === 0;
    if (isFirst) most = bytes[0] === OPEN_LIST ? MOST_LINE_BYTES.row : MOST_LINE_BYTES.other;
    length += bytes.length;
    if (length > most) throw tooLong(file);
    if (isLast) length = 0;
    return { bytes, isFirst, isLast };
  };
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, start)) {
        yield part(chunk.subarray(start, end), true);
        start = end + 1;
      }
      if (start < chunk.length) yield part(chunk.subarray(start), false);
    }
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    if ((cause as NodeJS.ErrnoException).syscall) {
      throw new StartError(`No se puede leer el archivo ${file}; revise sus permisos.`, { cause });
    }
    throw damaged(file, cause);
  } finally {
    source.destroy();
  }
  if (length > 0) throw damaged(file);
}

function readHeader(file: string, line: Buffer): Header {
  const header = parse(line) as Partial<Header> | undefined;
  if (header?.respaldo !== Header.properties.respaldo.const) {
    throw new StartError(`El archivo ${file} no es una copia de un Registro de Obras Públicas.`);
  }
  if (!Value.Check(Header, header)) throw damaged(file);
  if (header.formato < FORMAT) throw new StartError(`La copia ${file} ${PRERELEASE}`);
  if (header.formato !== FORMAT) {
    throw new StartError(
      `La copia ${file} es de una versión más nueva del programa; actualice el programa.`,
    );
  }
  return header;
}

/** The JSON of a line; undefined where it is none. */
export function parse(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** @param what the damage, where it is known */
export const damaged = (file: string, cause?: unknown, what?: string) =>
  new StartError(`La copia ${file} está dañada o incompleta${what ? `: ${what}` : ''}.`, { cause });
const tooLong = (file: string) =>
  new StartError(
    `La copia ${file} tiene una línea de más de 256 MB, que ninguna base de datos admite.`,
  );

/**
 * Writes a file under another name, checks it, and only then renames it.
 *
 * @throws StartError where the file exists already, can't be written, or is not a whole copy
 */
export async function writeWhole(file: string, write: (draft: string) => Promise<void>) {
  const refuse = () => new StartError(`Ya existe el archivo ${file}; indique otro.`);
  if (existsSync(file)) throw refuse();
  const draft = `${file}.parcial`;
  try {
    // A remnant of an interrupted copy. The new file is to be ours, with our permissions.
    rmSync(draft, { force: true });
    await write(draft);
    const checked = await checkFile(draft);
    if (existsSync(file)) throw refuse();
    renameSync(draft, file);
    return checked;
  } catch (error) {
    if (existsSync(draft)) unlinkSync(draft);
    const { path, code } = error as NodeJS.ErrnoException;
    if (path !== draft && code !== 'ENOSPC') throw error;
    throw new StartError(
      `No se puede escribir el archivo ${file} (${code}); revise que su carpeta exista, sus permisos y el espacio en su disco.`,
      { cause: error },
    );
  }
}
