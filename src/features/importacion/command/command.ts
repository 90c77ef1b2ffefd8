import { once } from 'node:events';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createBar,
  createCommand,
  pathFromHere,
  runCommand,
  type Terminal,
} from '../../../consola/console.ts';
import { readAddress, readAdminEmail, StartError } from '../../../core/base/config.ts';
import { grouped } from '../../../core/base/text.ts';
import { UNIDADES } from '../../../hojas/celdas/index.ts';
import { type ImportReport, LARGEST, tooLarge } from '../../../hojas/index.ts';
import { type CatalogRecord, createFinder } from '../../../hojas-de-obras/nombres.ts';
import { FOR_ALL, MAPPED } from '../columnas.ts';
import { RECORD_OPTIONS, RECORDS, show } from './informe.ts';

const HELP = `Importación de obras de una hoja de cálculo

Uso: npm run import -- archivo.xlsx [opciones]

Lee un libro .xlsx u .ods o un texto .csv, revisa todas sus filas y registra las obras que no están. Con una fila rechazada no
escribe nada, salvo con --parcial. Las filas rechazadas quedan con sus motivos en otro archivo, junto al suyo: se corrigen
ahí y se importa ese archivo con las mismas opciones. El mismo archivo otra vez no cambia nada.
Es un cliente del servicio, que está en marcha. Entra con la cuenta de un administrador: pregunta su contraseña, o la toma de
ADMIN_PASSWORD.

  --simular               sólo revisa y dice qué haría
  --actualizar            las obras que ya están toman lo que dice el archivo
  --crear-catalogos       registra las dependencias, tipos de proyecto y ejercicios fiscales que falten
  --parcial               importa las filas correctas aunque otras se rechacen
  --hoja <nombre>         la hoja del libro; si falta, la primera visible que tiene encabezados y filas
  --columna <c=campo>     qué dice una columna, como "Núm. interno=claveUnica"; sin campo, no se lee. Se repite
  --valor <campo:v=n>     qué registro es un nombre del archivo, como "estatus:Licitada=En licitación"; sin registro, se
                          agrega el nombre a su catálogo. Se repite
  --sin-ocultas           no lee las filas y columnas ocultas de un libro
  --unidad <unidad>       en qué están los montos cuyo encabezado no dice pesos: pesos, miles o millones
  --confirmar <grupos>    los cambios grandes de lo que ya está son así: montos, estatus, nombres, con comas entre ellos
  --ejercicio <año>       el ejercicio fiscal de las obras nuevas cuya fila no lo dice
  --dependencia <nombre>  su dependencia (nombre o siglas)
  --municipio <nombre>    su municipio (nombre, número o clave)
  --tipo <nombre>         su tipo de proyecto
  --estatus <nombre>      su estatus
  --servicio <dirección>  dónde está el servicio; si falta, en HOST y PORT (http://127.0.0.1:3000)
  --correo <correo>       la cuenta; si falta, la de ADMIN_EMAIL (admin@obras.local)
  --ayuda, --help         muestra esta ayuda

Los ajustes HOST, PORT, ADMIN_EMAIL y ADMIN_PASSWORD se leen del entorno y del archivo .env.
`;

// Options -----------------------------------------------------------------------------------------

const yes = { type: 'boolean', default: false } as const;
const TEXT_OPTION = { type: 'string' } as const;
const texts = { type: 'string', multiple: true, default: [] as string[] } as const;

/** Parameters that refusals of the service begin with. */
const OPTIONS: Record<string, string> = {
  valores: '--valor',
  columnas: '--columna',
  hoja: '--hoja',
  unidadMonto: '--unidad',
  confirmar: '--confirmar',
};

export const importCommand = createCommand(
  HELP,
  {
    allowPositionals: true,
    options: {
      ...{ simular: yes, actualizar: yes, 'crear-catalogos': yes, parcial: yes },
      ...{
        'sin-ocultas': yes,
        hoja: TEXT_OPTION,
        unidad: TEXT_OPTION,
        columna: texts,
        valor: texts,
      },
      confirmar: TEXT_OPTION,
      ...{
        ejercicio: TEXT_OPTION,
        dependencia: TEXT_OPTION,
        municipio: TEXT_OPTION,
        tipo: TEXT_OPTION,
        estatus: TEXT_OPTION,
      },
      ...{
        servicio: TEXT_OPTION,
        correo: TEXT_OPTION,
        ayuda: yes,
        help: { type: 'boolean', short: 'h' },
      },
    },
  },
  async ({ values, positionals: [named, ...more] }, { environment, print, stream }) => {
    if (named === undefined || more.length > 0) {
      throw new StartError(`Indique un archivo, y sólo uno.\n\n${HELP}`);
    }
    const path = pathFromHere(named, environment);
    const body = await readSheet(path);
    const { hoja, unidad, columna, valor, confirmar } = values;
    const query: Record<string, string> = {
      simular: String(values.simular),
      actualizar: String(values.actualizar),
      crearCatalogos: String(values['crear-catalogos']),
      parcial: String(values.parcial),
      sinOcultas: String(values['sin-ocultas']),
      archivo: basename(path).slice(0, 255),
      ...(hoja !== undefined && { hoja }),
      ...(unidad !== undefined && { unidadMonto: unitIn(unidad) }),
      ...(confirmar !== undefined && { confirmar }),
      ...(columna.length > 0 && { columnas: columnsIn(columna) }),
      ...(valor.length > 0 && { valores: valuesIn(valor) }),
    };
    const ask = await logIn(values, environment, print);
    for (const option of RECORD_OPTIONS) {
      const name = values[option];
      if (name !== undefined) query[FOR_ALL[RECORDS[option][0]]] = await findId(ask, option, name);
    }
    const upload = { method: 'POST', headers: FILE, body };
    const { report, before } = await run(ask, upload, query, { print, stream });
    const refused = await keepRefused(path, report, () => ask(`${PATH}/rechazadas`, upload, query));
    show(report, values['crear-catalogos'], refused, print);
    if (before > 0) print(`De las filas sin cambio, ${grouped(before)} se ${WRITTEN_BEFORE}.`);
    return report.rechazadas === 0 ? 0 : 1;
  },
);

/** @throws StartError where there is no such file, or the service takes none of its size */
async function readSheet(path: string) {
  try {
    const file = await stat(path);
    if (!file.isFile()) throw new StartError(`${path} no es un archivo.`);
    if (file.size > LARGEST.csv) throw new StartError(tooLarge().message);
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'no existe' : `no se puede leer (${code})`;
    throw new StartError(`El archivo ${path} ${why}.`, { cause });
  }
}

/** @throws StartError where it is no unit */
function unitIn(unidad: string): string {
  if (UNIDADES.some((known) => known === unidad)) return unidad;
  throw new StartError(`--unidad ${unidad}: las unidades son ${UNIDADES.join(', ')}.`);
}

/** @throws StartError where one is no heading and field */
function columnsIn(options: string[]): string {
  const columns = options.map((each) => {
    const [, heading, campo] = /^(.+)=([^=]*)$/s.exec(each) ?? [];
    if (!heading) throw new StartError(`--columna ${each}: escriba el encabezado, = y el campo.`);
    return [heading.trim(), campo || null];
  });
  return JSON.stringify(Object.fromEntries(columns));
}

/** @throws StartError where one is no field, text and name */
function valuesIn(options: string[]): string {
  const valores: Record<string, Record<string, string | null>> = {};
  for (const each of options) {
    const [, campo, value = '', name = ''] = /^(\w+):(.+)=([^=]*)$/s.exec(each) ?? [];
    if (!campo) {
      throw new StartError(
        `--valor ${each}: escriba el campo, dos puntos, el texto del archivo, = y el nombre del registro, o nada si se agrega. Los campos: ${MAPPED.join(', ')}.`,
      );
    }
    valores[campo] = { ...valores[campo], [value.trim()]: name.trim() || null };
  }
  return JSON.stringify(valores);
}

/**
 * The id of the record that an option names.
 *
 * @throws StartError where no active record fits
 */
async function findId(ask: Ask, option: keyof typeof RECORDS, name: string): Promise<string> {
  const answer = await ask(RECORDS[option][1]);
  const records = ((await answer.json()) as (CatalogRecord & { anio?: number })[]).map((each) => ({
    ...each,
    nombre: each.nombre ?? String(each.anio),
  }));
  const number = option === 'municipio' && /^(?:31)?(\d{1,3})$/.exec(name)?.[1];
  const { record, several } = number
    ? { record: records.find(({ id }) => id === Number(number)) }
    : createFinder(records)(name);
  if (record?.activo) return String(record.id);
  const why = record ? 'está inactivo el registro' : 'no existe el registro';
  throw new StartError(`--${option}: ${several ? 'hay varios registros' : why} «${name}».`);
}

// The service -------------------------------------------------------------------------------------

const PATH = '/obras/importacion';
const FILE = { 'content-type': 'text/csv' };
/** Milliseconds between two looks at a large file's import, and the longest silence that the client bears. */
const OFTEN = 250;
const AWAY_PATIENCE = 30_000;
/**
 * The most times that a file is sent after its service has ended, to whichever instance answers then. The place of an import
 * whose service was killed is free after 20 seconds.
 */
const MOST_SENT = 10;
const SENT_AGAIN = 1_000;
const CUT =
  'Se cortó la importación; se envía otra vez el archivo, y lo ya escrito queda como está.';
const WRITTEN_BEFORE = 'escribieron antes de que se cortara';
const IMPORT_GOES_ON =
  'La importación sigue en el servicio, y su informe queda ahí un día; importar de nuevo el mismo archivo termina lo que falte.';
const STOPPED =
  'Importación detenida; lo importado hasta aquí queda, e importar de nuevo el mismo archivo termina lo que falta.';
const ONLY_ADMINS = 'Sólo los administradores importan obras, y esta cuenta no lo es.';
const REFUSED = 'Credenciales inválidas';

/** No service answers, or for the moment it does not take the request. */
class Away extends StartError {
  /** Whether there is none, or it ends: what was under way has ended with it. */
  readonly isGone: boolean;

  constructor(sentence: string, isGone: boolean, options?: ErrorOptions) {
    super(sentence, options);
    this.isGone = isGone;
  }
}
const AWAY = [502, 503, 504];
const IT_ENDS = /^El servicio se detiene/;

/** Asks the service. An answer that is no success is thrown as its sentences, in the words of the options. */
type Ask = (
  path: string,
  request?: RequestInit,
  query?: Record<string, string>,
) => Promise<Response>;

async function logIn(
  { servicio, correo }: { servicio?: string | undefined; correo?: string | undefined },
  environment: NodeJS.ProcessEnv,
  print: Terminal['print'],
): Promise<Ask> {
  const { HOST, PORT } = readAddress(environment);
  const isAny = HOST === '0.0.0.0' || HOST === '::';
  const host = isAny ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
  const base = servicio ?? `http://${host}:${PORT}`;
  if (!URL.canParse(base)) throw new StartError(`--servicio ${base}: no es una dirección.`);
  const email = correo ?? readAdminEmail(environment);
  const password = environment.ADMIN_PASSWORD || (await askPassword(email, print));
  const headers: Record<string, string> = {};
  const ask: Ask = async (path, request = {}, query = {}) => {
    const address = new URL(`${base.replace(/\/$/, '')}${path}?${new URLSearchParams(query)}`);
    const sent = { ...request, headers: { ...headers, ...request.headers } };
    const answer = await fetch(address, sent).catch((cause) => {
      if (request.signal?.aborted) throw request.signal.reason;
      const sentence = `Nadie responde en ${base}: arranque el servicio, o indique --servicio.`;
      throw new Away(sentence, true, { cause });
    });
    if (answer.ok) return answer;
    const { message } = (await answer.json().catch(() => ({}))) as { message?: string | string[] };
    const all = [message ?? `El servicio respondió ${answer.status}.`].flat();
    const sentences = all.map((sentence) => {
      if (sentence === 'Forbidden resource') return ONLY_ADMINS;
      return sentence.replace(/^\w+/, (name) => OPTIONS[name] ?? name);
    });
    if (!AWAY.includes(answer.status)) throw new StartError(sentences.join('\n'));
    // A proxy that finds no instance answers for itself, without such a body.
    throw new Away(sentences.join('\n'), message === undefined || IT_ENDS.test(String(message)));
  };
  const body = JSON.stringify({ email, password });
  const json = { 'content-type': 'application/json' };
  const login = await ask('/auth/login', { method: 'POST', headers: json, body }).catch((error) => {
    if (error.message !== REFUSED) throw error;
    throw new StartError(
      `No se pudo entrar como ${email} (${REFUSED}). Indique la contraseña en ADMIN_PASSWORD, y la cuenta con --correo.`,
    );
  });
  const { access_token } = (await login.json()) as { access_token: string };
  headers.authorization = `Bearer ${access_token}`;
  return ask;
}

/** Reads a password without showing it. */
async function askPassword(email: string, print: Terminal['print']): Promise<string> {
  if (!process.stdin.isTTY) throw new StartError('Indique la contraseña en ADMIN_PASSWORD.');
  print(`Contraseña de ${email}:`);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  // Ctrl-C and Ctrl-D close it without a line.
  const [password] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as string[];
  lines.close();
  if (!password) throw new StartError('Sin contraseña no se importa nada.');
  return password;
}

/** A large file's import, as its address answers it. */
interface Job {
  estado: string;
  filasRevisadas: number;
  filasTotal: number | null;
  filasEscritas: number;
  filasPorEscribir: number | null;
  terminadaEn: string | null;
  error: string | null;
  informe: ImportReport | null;
}

/**
 * Imports, and shows the progress. Where the service ends meanwhile, the file is sent again.
 *
 * @returns the report of the last time, and how many rows were written before
 */
async function run(
  ask: Ask,
  upload: RequestInit,
  query: Record<string, string>,
  { print, stream }: Pick<Terminal, 'print' | 'stream'>,
): Promise<{ report: ImportReport; before: number }> {
  const controller = new AbortController();
  const { signal } = controller;
  const stop = () => controller.abort(new StartError(STOPPED));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const bar = createBar(print, stream);
  print(query.simular === 'true' ? 'Revisando el archivo…' : 'Importando el archivo…');
  let before = 0;
  try {
    for (let sent = 1; ; sent++) {
      const answer = await sendFile(ask, { ...upload, signal }, query, print, sent > 1);
      if (answer.status === 200) return { report: (await answer.json()) as ImportReport, before };
      const job = await follow(ask, answer.headers.get('location') as string, signal, bar);
      if (job.informe) return { report: job.informe, before };
      if (job.estado !== 'interrumpida' || sent === MOST_SENT) {
        throw new StartError(job.error ?? job.estado);
      }
      before += job.filasEscritas;
    }
  } finally {
    bar.end();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/**
 * Sends the file. Where the connection is cut, it is sent again until an instance takes it.
 *
 * @param isAgain whether an instance ended that had taken it
 */
async function sendFile(
  ask: Ask,
  upload: RequestInit,
  query: Record<string, string>,
  print: Terminal['print'],
  isAgain: boolean,
): Promise<Response> {
  if (isAgain) print(CUT);
  const begun = performance.now();
  for (let isCut = isAgain; ; ) {
    try {
      return await ask(PATH, upload, query);
    } catch (error) {
      // Once it was cut, the place of what ended may be taken still.
      const passes = error instanceof Away && (isCut || error.isGone);
      if (!passes || performance.now() - begun > 2 * AWAY_PATIENCE) throw error;
      if (!isCut) print(CUT);
      isCut = true;
      await sleep(SENT_AGAIN, undefined, { signal: upload.signal ?? undefined }).catch(() => {
        throw upload.signal?.reason;
      });
    }
  }
}

/** Asks for a large file's import until it is over, and shows the progress. */
async function follow(
  ask: Ask,
  address: string,
  signal: AbortSignal,
  bar: ReturnType<typeof createBar>,
): Promise<Job> {
  for (let heard = performance.now(); ; await sleep(OFTEN, undefined, { signal }).catch(() => {})) {
    if (signal.aborted) await ask(address, { method: 'DELETE' });
    signal.throwIfAborted();
    const job = await ask(address)
      .then((answer) => answer.json() as Promise<Job>)
      .catch((error: Error) => {
        // The import goes on without its client: a network that is away for a moment is waited for.
        if (performance.now() - heard < AWAY_PATIENCE) return undefined;
        throw new StartError(`${error.message}\n${IMPORT_GOES_ON}`, { cause: error });
      });
    if (!job) continue;
    heard = performance.now();
    if (job.terminadaEn !== null) return job;
    const { filasRevisadas, filasTotal, filasPorEscribir, filasEscritas } = job;
    if (filasPorEscribir === null) bar.show('filas revisadas', filasRevisadas, filasTotal);
    else bar.show('filas escritas', filasEscritas, filasPorEscribir);
  }
}

/**
 * Writes the refused rows beside their file, `<file>.rechazadas.csv` or `.xlsx`.
 *
 * @returns where they are, in a sentence; undefined where there are none
 */
async function keepRefused(
  path: string,
  { rechazadas }: ImportReport,
  fetchRows: () => Promise<Response>,
): Promise<string | undefined> {
  try {
    // One of an earlier import has rows that may be right by now.
    for (const each of ['csv', 'xlsx']) await rm(`${path}.rechazadas.${each}`, { force: true });
    if (rechazadas === 0) return undefined;
    const answer = await fetchRows();
    const extension = answer.headers.get('content-type')?.startsWith('text/csv') ? 'csv' : 'xlsx';
    const beside = `${path}.rechazadas.${extension}`;
    await writeFile(beside, Buffer.from(await answer.arrayBuffer())).catch(async (error) => {
      // Half of it would look like all of it.
      await rm(beside, { force: true });
      throw error;
    });
    return `Las filas rechazadas, con sus motivos: ${beside}\nCorríjalas ahí y repita la orden con ese archivo y las mismas opciones.`;
  } catch (error) {
    if (error instanceof StartError) return `Las filas rechazadas no llegaron: ${error.message}`;
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return `Las filas rechazadas no se pudieron guardar junto al archivo (${code}).`;
  }
}

runCommand(import.meta.url, importCommand);
