import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readRegistrySettings, StartError } from '../../base/config.ts';
import {
  createBar,
  createCommand,
  pathFromHere,
  runCommand,
  type Terminal,
} from '../../base/console.ts';
import { HttpError, sentence } from '../../base/errors.ts';
import { counted, grouped } from '../../base/text.ts';
import type { Database } from '../../db/db.ts';
import { FolderInUse } from '../../db/embedded.ts';
import { type NamedColumns, UNIDADES, type Unidad, Unreadable } from '../../hojas/celdas/index.ts';
import {
  beginImport,
  type Codigo,
  createRefusedRows,
  type Grupo,
  type ImportReport,
  importSheet,
  type RefusedRows,
  runImport,
  tidyImports,
} from '../../hojas/index.ts';
import {
  type CatalogRecord,
  type Catalogs,
  createFinder,
  readCatalogs,
} from '../../obras/importacion/catalogs.ts';
import { type Campo, OBRA_LABELS, OF_OBRAS } from '../../obras/importacion/columnas.ts';
import type { ImportOptions } from '../../obras/importacion/decide.ts';
import type { NamedValues } from '../../obras/importacion/equivalents.ts';
import { OBRAS } from '../../obras/importacion/kind.ts';
import { GROWING, MAPPED } from '../../obras/importacion/schema.ts';
import type { Fallbacks } from '../../obras/importacion/stated.ts';
import { openRegistry } from '../../registry.ts';

const HELP = `Importación de obras de una hoja de cálculo

Uso: npm run import -- archivo.xlsx [opciones]

Lee un libro .xlsx u .ods o un texto .csv, revisa todas sus filas y registra las obras que no están. Con una fila rechazada no
escribe nada, salvo con --parcial. Las filas rechazadas quedan con sus motivos en otro archivo, junto al suyo: se corrigen
ahí y se importa ese archivo con las mismas opciones. El mismo archivo otra vez no cambia nada.
La base de datos embebida es de un solo proceso: detenga antes el servicio. Con DATABASE_URL puede seguir en marcha.

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
  --ayuda, --help         muestra esta ayuda

Los ajustes DATABASE_URL, DATA_DIR, ADMIN_EMAIL y ADMIN_PASSWORD se leen del entorno y del archivo .env.
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
      const settings = { ...readRegistrySettings(environment), CACHE_MB: 0 };
      const { db } = await openRegistry(settings, print).catch((cause: Error) => {
        if (!(cause instanceof FolderInUse)) throw cause;
        throw new StartError(
          `El registro de ${settings.DATA_DIR} está en marcha y su base de datos es de un solo proceso. Deténgalo y repita la orden, o importe el archivo en el portal («Importar obras»).`,
          { cause },
        );
      });
      try {
        const options = {
          simular: values.simular,
          actualizar: values.actualizar,
          crearCatalogos: values['crear-catalogos'],
          parcial: values.parcial,
          hoja: values.hoja,
          columnas: columnsGiven(values.columna),
          valores: valuesGiven(values.valor),
          unidadMonto: unitGiven(values.unidad),
          sinOcultas: values['sin-ocultas'],
          fallbacks: findFallbacks(values, await readCatalogs(db)),
        };
        const isDone = await run(db, { path, fd: file.fd }, options, { print, stream });
        return isDone ? 0 : 1;
      } finally {
        await db.close();
      }
    } finally {
      await file.close();
    }
  },
);

/** Imports and says what came of it; answers whether every row was right. */
async function run(
  db: Database,
  { path, fd }: { path: string; fd: number },
  options: ImportOptions,
  { print, stream }: Pick<Terminal, 'print' | 'stream'>,
): Promise<boolean> {
  const controller = new AbortController();
  const stop = () =>
    controller.abort(
      new StartError(
        'Importación detenida; lo importado hasta aquí queda, e importar de nuevo el mismo archivo termina lo que falta.',
      ),
    );
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const refused = await createRefusedRows(OBRA_LABELS);
  const bar = createBar(print, stream);
  print(options.simular ? 'Revisando el archivo…' : 'Importando el archivo…');
  try {
    const author = {
      usuario: undefined,
      direccion: undefined,
      programa: 'registro-obras import',
    };
    const name = basename(path);
    await tidyImports(db);
    const { simular } = options;
    const { id } = await beginImport(db, { archivo: name, author, simular, clase: 'obras' });
    const report = await runImport(
      db,
      { id, isKept: true, author, right: [], lost: 'ya no puede hacerlo' },
      (importer, follower) => importSheet(OBRAS, db, importer, { fd, name }, options, follower),
      {
        signal: controller.signal,
        onProgress: ({ revisadas, total, porEscribir, escritas }) => {
          if (porEscribir === null) bar.show('filas revisadas', revisadas, total);
          else bar.show('filas escritas', escritas, porEscribir);
        },
        refused,
      },
    );
    bar.end();
    tell(report, options.crearCatalogos, await besideOf(path, refused.toFile()), print);
    return report.rechazadas === 0;
  } catch (error) {
    bar.end();
    if (error instanceof Unreadable) throw new StartError(error.message);
    if (error instanceof HttpError) throw new StartError(inOptions(error));
    throw error;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/** A refusal in the words of the options. */
const inOptions = ({ text, message }: HttpError): string =>
  typeof text === 'string'
    ? message
    : text
        .map((each) => sentence(each.field === 'valores' ? { ...each, field: '--valor' } : each))
        .join('\n');

/** Says where the refused rows are; undefined where there are none. */
async function besideOf(
  path: string,
  file: ReturnType<RefusedRows['toFile']>,
): Promise<string | undefined> {
  // One of an earlier import tells of rows that may be right by now.
  const earlier = ['csv', 'xlsx'].map((extension) => `${path}.rechazadas.${extension}`);
  const beside = `${path}.rechazadas.${file?.extension}`;
  try {
    for (const each of earlier) await rm(each, { force: true });
    if (!file) return undefined;
    await pipeline(file.content, createWriteStream(beside)).catch(async (error) => {
      // Half of it would look like all of it.
      await rm(beside, { force: true });
      throw error;
    });
    return `Las filas rechazadas, con sus motivos: ${beside}\nCorríjalas ahí y repita la orden con ese archivo y las mismas opciones.`;
  } catch (error) {
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
function columnsGiven(given: string[]): NamedColumns {
  return Object.fromEntries(
    given.map((each) => {
      const [, heading = '', campo = ''] = /^(.+)=([^=]*)$/s.exec(each) ?? [];
      if (heading === '' || (campo !== '' && !OF_OBRAS.campos.includes(campo as Campo))) {
        throw new StartError(
          `--columna ${each}: escriba el encabezado, = y el campo. Los campos: ${OF_OBRAS.campos.join(', ')}.`,
        );
      }
      return [heading.trim(), campo === '' ? null : (campo as Campo)];
    }),
  );
}

/** @throws StartError where one is no field, text and name */
function valuesGiven(given: string[]): NamedValues {
  const valores: NamedValues = {};
  for (const each of given) {
    const [, campo, value, name] = /^(\w+):(.+)=([^=]*)$/s.exec(each) ?? [];
    const field = MAPPED.find((known) => known === campo);
    if (!field || value === undefined || name === undefined) {
      throw new StartError(
        `--valor ${each}: escriba el campo, dos puntos, el texto del archivo, = y el nombre del registro, o nada si se agrega. Los campos: ${MAPPED.join(', ')}.`,
      );
    }
    valores[field] = { ...valores[field], [value.trim()]: name.trim() || null };
  }
  return valores;
}

/** @throws StartError where it is no unit */
function unitGiven(given: string | undefined): Unidad | undefined {
  const unit = UNIDADES.find((known) => known === given);
  if (given !== undefined && !unit) {
    throw new StartError(`--unidad ${given}: las unidades son ${UNIDADES.join(', ')}.`);
  }
  return unit;
}

/** @throws StartError naming the first option that no active record fits */
function findFallbacks(
  given: Partial<Record<'ejercicio' | 'dependencia' | 'municipio' | 'tipo' | 'estatus', string>>,
  catalogs: Catalogs,
): Fallbacks {
  const years = catalogs.ejercicios.map(({ id, anio, activo }) => ({
    id,
    nombre: String(anio),
    activo,
  }));
  const municipio = /^(?:31)?(\d{1,3})$/.exec(given.municipio ?? '')?.[1];
  const fallbacks: Fallbacks = {};
  const set = (
    field: keyof Fallbacks,
    option: string,
    name: string | undefined,
    of: CatalogRecord[],
  ) => {
    if (name === undefined) return;
    const { record, several } = createFinder(of)(name);
    if (!record?.activo) {
      throw new StartError(
        `--${option}: ${several ? 'hay varios registros' : record ? 'está inactivo el registro' : 'no existe el registro'} «${name}».`,
      );
    }
    fallbacks[field] = record.id;
  };
  set('ejercicioFiscalId', 'ejercicio', given.ejercicio, years);
  set('dependenciaId', 'dependencia', given.dependencia, catalogs.dependencias);
  set(
    'municipioId',
    'municipio',
    municipio === undefined
      ? given.municipio
      : (catalogs.municipios.find(({ id }) => id === Number(municipio))?.nombre ?? given.municipio),
    catalogs.municipios,
  );
  set('tipoProyectoId', 'tipo', given.tipo, catalogs.tiposProyecto);
  set('estatusObraId', 'estatus', given.estatus, catalogs.estatus);
  return fallbacks;
}

runCommand(import.meta.url, importCommand);
