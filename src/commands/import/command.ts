import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { readAddress, readAdminEmail, StartError } from '../../base/config.ts';
import {
  createBar,
  createCommand,
  pathFromHere,
  runCommand,
  type Terminal,
} from '../../base/console.ts';
import { counted, grouped } from '../../base/text.ts';
import { UNIDADES } from '../../hojas/celdas/index.ts';
import type { Codigo, Grupo, ImportReport } from '../../hojas/index.ts';
import {
  type CatalogRecord,
  createFinder,
  type NameMatch,
} from '../../obras/importacion/catalogs.ts';
import { GROWING, MAPPED } from '../../obras/importacion/schema.ts';

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

/** How many errors and notes are shown, and how many values of each. */
const SHOWN = 20;
const VALUES = 5;

/** What to do about what is said, in the words of this command. */
const REMEDIES: Partial<Record<Codigo, string>> = {
  valorDesconocido: 'Corríjalo, o diga qué registro es con --valor "campo:texto=nombre".',
  seAgrega: 'Si alguno es otro nombre de un registro, dígalo con --valor "campo:texto=nombre".',
  faltaColumna: 'Diga cuál es con --columna "encabezado=campo".',
  unidadMonto: 'Confirme en qué están con --unidad pesos, miles o millones.',
  ocultas: 'Para no leerlas agregue --sin-ocultas.',
  unidadDicha: 'Si no es así, corrija --unidad.',
  otraMoneda: 'Si ya son pesos, confírmelo con --unidad pesos.',
  yaExiste: 'Para cambiarlas agregue --actualizar.',
};

/** The option that says a field for all rows that do not. */
const FOR_ALL: Partial<Record<string, string>> = {
  ejercicioFiscal: '--ejercicio',
  dependencia: '--dependencia',
  municipio: '--municipio',
  estatus: '--estatus',
};

/** What there is to do about it. */
function remedyOf({ codigo, campo, valores }: Grupo, creates: boolean): string {
  const [{ sugerencia } = { sugerencia: null }] = valores;
  if (codigo === 'faltaColumna' && sugerencia !== null) {
    return `Si lo es, agregue --columna "${sugerencia}=${campo}".`;
  }
  const option = codigo.startsWith('falta') ? FOR_ALL[campo ?? ''] : undefined;
  const isMade = !creates && codigo === 'valorDesconocido' && GROWING.includes(campo ?? '');
  return [
    REMEDIES[codigo] ?? [],
    option === undefined ? [] : `Con ${option} se indica para todas las filas.`,
    isMade ? 'Con --valor "campo:texto=" se registra uno, y con --crear-catalogos todos.' : [],
  ]
    .flat()
    .join(' ');
}

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true, default: [] as string[] } as const;
const yes = { type: 'boolean', default: false } as const;

export const importCommand = createCommand(
  HELP,
  {
    allowPositionals: true,
    options: {
      simular: yes,
      actualizar: yes,
      'crear-catalogos': yes,
      parcial: yes,
      hoja: text,
      columna: texts,
      valor: texts,
      unidad: text,
      'sin-ocultas': yes,
      ejercicio: text,
      dependencia: text,
      municipio: text,
      tipo: text,
      estatus: text,
      servicio: text,
      correo: text,
      ayuda: yes,
      help: { type: 'boolean', short: 'h' },
    },
  },
  async ({ values, positionals }, { environment, print, stream }) => {
    if (values.ayuda) {
      print(HELP.trimEnd());
      return 0;
    }
    const [given, ...more] = positionals;
    if (given === undefined || more.length > 0) {
      throw new StartError(`Indique un archivo, y sólo uno.\n\n${HELP}`);
    }
    const path = pathFromHere(given, environment);
    const file = await open(path).catch((cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'ENOENT' ? 'no existe' : `no se puede leer (${cause.code})`;
      throw new StartError(`El archivo ${path} ${why}.`, { cause });
    });
    try {
      if (!(await file.stat()).isFile()) throw new StartError(`${path} no es un archivo.`);
      if ((await file.stat()).size > LARGEST) throw new StartError(TOO_LARGE);
      const query = {
        simular: said(values.simular),
        actualizar: said(values.actualizar),
        crearCatalogos: said(values['crear-catalogos']),
        parcial: said(values.parcial),
        sinOcultas: said(values['sin-ocultas']),
        archivo: basename(path).slice(0, 255),
        ...(values.hoja !== undefined && { hoja: values.hoja }),
        ...(values.unidad !== undefined && { unidadMonto: unitGiven(values.unidad) }),
        ...(values.columna.length > 0 && { columnas: columnsGiven(values.columna) }),
        ...(values.valor.length > 0 && { valores: valuesGiven(values.valor) }),
      };
      const ask = await logIn(values, environment, print);
      const whole = { ...query, ...(await findFallbacks(values, ask)) };
      const body = await readFile(file);
      const report = await run(ask, body, whole, { print, stream });
      const refused = await keepRefused(path, report, () =>
        ask(`${PATH}/rechazadas`, { method: 'POST', headers: FILE, body }, whole),
      );
      tell(report, values['crear-catalogos'], refused, print);
      return report.rechazadas === 0 ? 0 : 1;
    } finally {
      await file.close();
    }
  },
);

const said = (isSet: boolean) => String(isSet);

// The service -------------------------------------------------------------------------------------

const PATH = '/obras/importacion';
/** Bytes of the largest file that the service takes. */
const LARGEST = 64 * 1_048_576;
const TOO_LARGE = 'El archivo excede el tamaño máximo: 32 MB si es .xlsx u .ods, 64 MB si es .csv.';
/** How often a large file's import is asked for, in milliseconds. */
const OFTEN = 250;

type Ask = (
  path: string,
  request?: RequestInit,
  query?: Record<string, string>,
) => Promise<Response>;

/**
 * Logs in at the service.
 *
 * @returns what asks it: answers that are no success are thrown as the sentences that they have, in the words of the options
 */
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
    const answer = await fetch(address, {
      ...request,
      headers: { ...headers, ...request.headers },
    }).catch((cause) => {
      if (request.signal?.aborted) throw request.signal.reason;
      throw new StartError(
        `Nadie responde en ${base}: arranque el servicio, o indique --servicio.`,
        { cause },
      );
    });
    if (answer.ok) return answer;
    const { message } = (await answer.json().catch(() => ({}))) as { message?: string | string[] };
    throw new StartError(
      [message ?? `El servicio respondió ${answer.status}.`].flat().map(inOptions).join('\n'),
    );
  };
  const body = JSON.stringify({ email, password });
  const json = { 'content-type': 'application/json' };
  const login = await ask('/auth/login', { method: 'POST', headers: json, body }).catch((error) => {
    if (error.message !== 'Credenciales inválidas') throw error;
    throw new StartError(
      `No se pudo entrar como ${email} (Credenciales inválidas). Indique la contraseña en ADMIN_PASSWORD, y la cuenta con --correo.`,
    );
  });
  const { access_token } = (await login.json()) as { access_token: string };
  headers.authorization = `Bearer ${access_token}`;
  return ask;
}

/** A password as somebody types it; nobody sees it. */
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

/** A large file's import, as its address tells of it. */
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

/** Imports, and shows how far that is; answers the report. */
async function run(
  ask: Ask,
  body: Uint8Array<ArrayBuffer>,
  query: Record<string, string>,
  { print, stream }: Pick<Terminal, 'print' | 'stream'>,
): Promise<ImportReport> {
  const controller = new AbortController();
  const stop = () => controller.abort(new StartError(STOPPED));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const bar = createBar(print, stream);
  print(query.simular === 'true' ? 'Revisando el archivo…' : 'Importando el archivo…');
  try {
    const { signal } = controller;
    const answer = await ask(PATH, { method: 'POST', headers: FILE, body, signal }, query);
    if (answer.status === 200) return (await answer.json()) as ImportReport;
    const address = answer.headers.get('location') as string;
    for (let heard = performance.now(); ; ) {
      if (signal.aborted) await ask(address, { method: 'DELETE' });
      signal.throwIfAborted();
      const job = (await ask(address)
        .then((found) => found.json())
        .catch((error: Error) => {
          // The import goes on without its client: a network that is away for a moment is waited for.
          if (performance.now() - heard < PATIENCE) return undefined;
          throw new StartError(`${error.message}\n${GOES_ON}`, { cause: error });
        })) as Job | undefined;
      if (!job) {
        await sleep(OFTEN, undefined, { signal }).catch(() => {});
        continue;
      }
      heard = performance.now();
      if (job.informe) return job.informe;
      if (job.terminadaEn !== null) throw new StartError(`${job.error ?? job.estado}`);
      const { filasRevisadas, filasTotal, filasPorEscribir, filasEscritas } = job;
      if (filasPorEscribir === null) bar.show('filas revisadas', filasRevisadas, filasTotal);
      else bar.show('filas escritas', filasEscritas, filasPorEscribir);
      await sleep(OFTEN, undefined, { signal }).catch(() => {});
    }
  } finally {
    bar.end();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
const FILE = { 'content-type': 'text/csv' };
/** How long a large file's import may say nothing, in milliseconds. */
const PATIENCE = 30_000;
const GOES_ON =
  'La importación sigue en el servicio, y su informe queda ahí un día; importar de nuevo el mismo archivo termina lo que falte.';
const STOPPED =
  'Importación detenida; lo importado hasta aquí queda, e importar de nuevo el mismo archivo termina lo que falta.';

/** A refusal of the service's in the words of the options. */
const inOptions = (sentence: string): string =>
  (sentence === 'Forbidden resource' ? ONLY_ADMINS : sentence).replace(
    /^(valores|columnas|hoja|unidadMonto)\b/,
    (name) => OPTIONS[name] ?? name,
  );
const ONLY_ADMINS = 'Sólo los administradores importan obras, y esta cuenta no lo es.';
const OPTIONS: Record<string, string> = {
  valores: '--valor',
  columnas: '--columna',
  hoja: '--hoja',
  unidadMonto: '--unidad',
};

/**
 * Keeps the refused rows beside their file, `<file>.rechazadas.csv` or `.xlsx`.
 *
 * @returns where they are, in a sentence; undefined where there are none
 */
async function keepRefused(
  path: string,
  { rechazadas }: ImportReport,
  fetchThem: () => Promise<Response>,
): Promise<string | undefined> {
  try {
    // One of an earlier import tells of rows that may be right by now.
    for (const each of ['csv', 'xlsx']) await rm(`${path}.rechazadas.${each}`, { force: true });
    if (rechazadas === 0) return undefined;
    const { headers, body } = await fetchThem();
    const extension = headers.get('content-type')?.startsWith('text/csv') ? 'csv' : 'xlsx';
    const beside = `${path}.rechazadas.${extension}`;
    const content = Readable.fromWeb(body as ReadableStream);
    await pipeline(content, createWriteStream(beside)).catch(async (error) => {
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

/** Says each thing once, with its rows and values. */
function list(title: string, groups: Grupo[], creates: boolean, print: Terminal['print']): void {
  if (groups.length === 0) return;
  print(`\n${title}:`);
  for (const group of groups.slice(0, SHOWN)) {
    const { mensaje, cuantas, filas } = group;
    const valores = group.valores.filter(({ valor }) => valor !== '');
    const where = filas && ` (${cuantas === 1 ? 'fila' : `${grouped(cuantas)} filas:`} ${filas})`;
    print(`  ${`${mensaje} ${remedyOf(group, creates)}`.trim()}${where}`);
    for (const { valor, cuantas: times, sugerencia } of valores.slice(0, VALUES)) {
      const like = sugerencia === null ? '' : `. ¿Quiso decir «${sugerencia}»?`;
      print(`      «${valor}»${times > 1 ? `, ${grouped(times)} filas` : ''}${like}`);
    }
    if (valores.length > VALUES)
      print(`      y ${counted(valores.length - VALUES, 'valor', 'valores')} más.`);
  }
  if (groups.length > SHOWN) print(`  y ${counted(groups.length - SHOWN, 'cosa', 'cosas')} más.`);
}

function tell(
  report: ImportReport,
  creates: boolean,
  beside: string | undefined,
  print: Terminal['print'],
): void {
  const { filas, creadas, actualizadas, sinCambio, rechazadas, simulacro, aplicada } = report;
  print(
    `\n${counted(filas, 'fila', 'filas')}: ${counted(creadas, 'obra nueva', 'obras nuevas')}, ${counted(actualizadas, 'actualizada', 'actualizadas')}, ${grouped(sinCambio)} sin cambio, ${counted(rechazadas, 'rechazada', 'rechazadas')}.`,
  );
  const unused = report.columnas.flatMap(({ columna, campo }) => (campo === null ? columna : []));
  const sheets = report.hojas.filter(({ leida }) => !leida).map(({ nombre }) => `«${nombre}»`);
  if (sheets.length > 0) print(`Hojas que no se leyeron (--hoja): ${sheets.join(', ')}.`);
  if (unused.length > 0) print(`Columnas que no se usan: ${unused.join(', ')}.`);
  const of = (gravedad: string) => report.grupos.filter((group) => group.gravedad === gravedad);
  list('Qué hay que resolver', of('error'), creates, print);
  list('Qué conviene revisar', of('aviso'), creates, print);
  if (beside) print(`\n${beside}`);
  if (aplicada) print('\nImportación terminada.');
  else if (simulacro) print('\nEs un simulacro: en el registro no se escribió nada.');
  else
    print(
      '\nEn el registro no se escribió nada: corrija las filas rechazadas en su archivo, o importe antes las demás con --parcial.',
    );
}

/** @throws StartError where one is no heading and field */
function columnsGiven(given: string[]): string {
  const named = given.map((each) => {
    const [, heading = '', campo = ''] = /^(.+)=([^=]*)$/s.exec(each) ?? [];
    if (heading === '')
      throw new StartError(`--columna ${each}: escriba el encabezado, = y el campo.`);
    return [heading.trim(), campo === '' ? null : campo];
  });
  return JSON.stringify(Object.fromEntries(named));
}

/** @throws StartError where one is no field, text and name */
function valuesGiven(given: string[]): string {
  const valores: Record<string, Record<string, string | null>> = {};
  for (const each of given) {
    const [, campo = '', value = '', name = ''] = /^(\w+):(.+)=([^=]*)$/s.exec(each) ?? [];
    if (campo === '') {
      throw new StartError(
        `--valor ${each}: escriba el campo, dos puntos, el texto del archivo, = y el nombre del registro, o nada si se agrega. Los campos: ${MAPPED.join(', ')}.`,
      );
    }
    valores[campo] = { ...valores[campo], [value.trim()]: name.trim() || null };
  }
  return JSON.stringify(valores);
}

/** @throws StartError where it is no unit */
function unitGiven(given: string): string {
  if (UNIDADES.some((known) => known === given)) return given;
  throw new StartError(`--unidad ${given}: las unidades son ${UNIDADES.join(', ')}.`);
}

/** The parameters that say a field for all rows, and which catalog has their records, by the options. */
const FALLBACKS = {
  ejercicio: ['ejercicioFiscalId', '/ejercicio-fiscal/activos'],
  dependencia: ['dependenciaId', '/dependencias'],
  municipio: ['municipioId', '/municipios'],
  tipo: ['tipoProyectoId', '/catalogos/tipo-proyecto'],
  estatus: ['estatusObraId', '/estatus-obra'],
} as const;

/** @throws StartError naming the first option that no active record fits */
async function findFallbacks(
  given: { [Option in keyof typeof FALLBACKS]?: string | undefined },
  ask: Ask,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [option, [parameter, path]] of Object.entries(FALLBACKS)) {
    const name = given[option as keyof typeof FALLBACKS];
    if (name === undefined) continue;
    const records = (await (await ask(path)).json()) as (CatalogRecord & { anio?: number })[];
    const named = records.map((each) => ({ ...each, nombre: each.nombre ?? String(each.anio) }));
    const number = option === 'municipio' && /^(?:31)?(\d{1,3})$/.exec(name)?.[1];
    const { record, several }: NameMatch = number
      ? { record: named.find(({ id }) => id === Number(number)) }
      : createFinder(named)(name);
    if (record?.activo) found[parameter] = String(record.id);
    else {
      throw new StartError(
        `--${option}: ${several ? 'hay varios registros' : record ? 'está inactivo el registro' : 'no existe el registro'} «${name}».`,
      );
    }
  }
  return found;
}

runCommand(import.meta.url, importCommand);
