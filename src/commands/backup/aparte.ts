import { pathFromHere, type Terminal } from '../../consola/console.ts';
import { type Config, OF_DATABASE, readSettings } from '../../core/base/config.ts';
import { found } from '../../core/base/found.ts';
import { allOf } from '../../core/base/text.ts';
import type { Database } from '../../core/db/db.ts';
import { type Header, linesOf, parse } from './file.ts';

type Output = Pick<Terminal, 'print' | 'stream'>;
type Rows = ReturnType<typeof tableRows>;
/** The exit code where it is not 0. */
type Code = 1 | undefined;

/** A file `copia.ts` of a feature: what it has outside of the database goes into a folder beside the copies of its rows. */
interface Aparte {
  /** The option that names the folder, and what both commands say of all this in their help texts. */
  option: string;
  help: { backup: string; restore: string };
  settings: (keyof Config)[];
  /** Adds what the folder does not have yet, once the rows are in their file. */
  copy(place: Config, folder: string, rows: Rows, output: Output): Promise<Code>;
  /** @throws StartError where the place or the folder is of another registry: nothing is restored then */
  check(place: Config, folder: string | undefined, rows: Rows): Promise<void>;
  /** Takes it from the folder, where there is one, once the rows are in the database. */
  restore(place: Config, folder: string | undefined, db: Database, output: Output): Promise<Code>;
}

const APARTE = await found<Aparte>('copia');
const SETTINGS_OF_COPY = [...OF_DATABASE, ...APARTE.flatMap(({ settings }) => settings)];

export const USAGE = APARTE.map(({ option }) => ` [--${option} carpeta]`).join('');
export const OPTIONS = {
  ...Object.fromEntries(APARTE.map(({ option }) => [option, { type: 'string' as const }])),
  help: { type: 'boolean', short: 'h' },
} as const;
/** The end of a command's help text. */
export const helpOf = (command: keyof Aparte['help']) => `\
${APARTE.map(({ help }) => help[command]).join('') || '\n'}\
  --help                muestra esta ayuda

Los ajustes ${allOf(SETTINGS_OF_COPY)} se leen del entorno y del archivo .env.
`;

/**
 * The settings of a command, and what goes beside the rows with the folder of each.
 *
 * @throws StartError for a malformed setting, and for a folder without a name
 */
export const readAparte = (values: Record<string, unknown>, environment: NodeJS.ProcessEnv) => ({
  place: readSettings(environment, SETTINGS_OF_COPY),
  aparte: APARTE.map((part) => {
    const folder = values[part.option] as string | undefined;
    return { ...part, folder: folder === undefined ? folder : pathFromHere(folder, environment) };
  }),
});

/** The rows of a table in a copy, each by its columns' names. */
export const tableRows = (file: string) =>
  async function* rows(table: string): AsyncGenerator<Record<string, string | null>> {
    let columns: string[] | undefined;
    let isTable = false;
    for await (const line of linesOf(file)) {
      const isRow = line.toString('latin1', 0, 1) === '[';
      if (!columns) {
        const { tablas } = parse(line) as Header;
        columns = tablas.find(({ nombre }) => nombre === table)?.columnas ?? [];
      } else if (!isRow) {
        if (isTable) return;
        isTable = (parse(line) as { tabla?: string } | undefined)?.tabla === table;
      } else if (isTable) {
        const cells = parse(line) as (string | null)[];
        yield Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? null]));
      }
    }
  };
