import { createHash } from 'node:crypto';
import { createReadStream, existsSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { StartError } from '../../config.ts';

// A copy is a gzipped file of lines of JSON. The first line says what is in it (`Header`). Each table is a line
// {"tabla": name}, and each of its rows a list of texts and nulls in the order of its columns. The last line gives the
// number of rows and a digest of all lines before it.

export interface Header {
  respaldo: 'registro-obras-publicas';
  formato: 1;
  /** The version of the schema: the number of its last migration. */
  esquema: number;
  /** When it was read, ISO 8601. */
  creado: string;
  tablas: { nombre: string; columnas: string[] }[];
  /** The next value of each sequence. */
  secuencias: Record<string, string>;
}

interface Trailer {
  filas: number;
  sha256: string;
}

const FORMAT = 1;

/** What comes before the header's other members is the same in every copy. */
export const newHeader = (rest: Pick<Header, 'esquema' | 'tablas' | 'secuencias'>): Header => ({
  respaldo: 'registro-obras-publicas',
  formato: FORMAT,
  creado: new Date().toISOString(),
  ...rest,
});

/** Adds the last line to those of a copy, and the ends of lines. */
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
 * @returns what is in it, and how many rows
 * @throws StartError if it is not a copy, or is damaged, cut short or made by a newer program
 */
export async function checkFile(file: string): Promise<{ header: Header; rows: number }> {
  if (!existsSync(file)) throw new StartError(`No existe el archivo ${file}.`);
  const digest = createHash('sha256');
  let header: Header | undefined;
  let rows = 0;
  let last: Buffer | undefined;
  for await (const line of linesOf(file)) {
    if (!last) header = readHeader(file, line);
    else digest.update(last).update('\n');
    if (line[0] === OPEN_LIST) rows += 1;
    last = Buffer.from(line);
  }
  const trailer = parse(last) as Partial<Trailer> | undefined;
  if (!header || trailer?.sha256 !== digest.digest('hex') || trailer.filas !== rows) {
    throw damaged(file);
  }
  return { header, rows };
}

const OPEN_LIST = '['.charCodeAt(0);
const LINE_END = '\n'.charCodeAt(0);

/** The lines of a copy, without their ends. */
export async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file);
  const text = source.pipe(createGunzip());
  source.on('error', (error) => text.destroy(error));
  let rest: Buffer[] = [];
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, start)) {
        const line = chunk.subarray(start, end);
        yield rest.length > 0 ? Buffer.concat([...rest, line]) : line;
        rest = [];
        start = end + 1;
      }
      rest.push(chunk.subarray(start));
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).syscall) {
      throw new StartError(`No se puede leer el archivo ${file}; revise sus permisos.`, { cause });
    }
    throw damaged(file, cause);
  } finally {
    source.destroy();
  }
  if (rest.some(({ length }) => length > 0)) throw damaged(file);
}

function readHeader(file: string, line: Buffer): Header {
  const header = parse(line) as Partial<Header> | undefined;
  if (header?.respaldo !== 'registro-obras-publicas') {
    throw new StartError(`El archivo ${file} no es una copia de un Registro de Obras Públicas.`);
  }
  if (header.formato !== FORMAT) {
    throw new StartError(
      `La copia ${file} es de una versión más nueva del programa; actualice el programa.`,
    );
  }
  return header as Header;
}

function parse(line: Buffer | undefined): object | undefined {
  try {
    return line && JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}

const damaged = (file: string, cause?: unknown) =>
  new StartError(`La copia ${file} está dañada o incompleta.`, { cause });

/**
 * Writes a file under another name, checks it, and only then renames it.
 *
 * @throws StartError if the file exists already, can't be written, or does not hold a whole copy
 */
export async function writeWhole(file: string, write: (draft: string) => Promise<void>) {
  const refuse = () => new StartError(`Ya existe el archivo ${file}; indique otro.`);
  if (existsSync(file)) throw refuse();
  const draft = `${file}.parcial`;
  try {
    // Left by a copy that was cut short; what is written there is to be ours, with our permissions.
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
