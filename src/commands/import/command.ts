import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { readRegistrySettings, StartError } from '../../base/config.ts';
import { createCommand, pathFromHere, runCommand, type Terminal } from '../../base/console.ts';
import { HttpError } from '../../base/errors.ts';
import { grouped } from '../../base/text.ts';
import type { Database } from '../../db/db.ts';
import { FolderInUse } from '../../db/embedded.ts';
import {
  type CatalogRecord,
  type Catalogs,
  finder,
  readCatalogs,
} from '../../obras/importacion/catalogs.ts';
import { Unreadable } from '../../obras/importacion/cells.ts';
import type { ImportOptions } from '../../obras/importacion/import.ts';
import { beginImport, runImport, tidyImports } from '../../obras/importacion/job.ts';
import type { Fallbacks } from '../../obras/importacion/judge.ts';
import { told } from '../../obras/importacion/remarks.ts';
import type { ImportReport } from '../../obras/importacion/schema.ts';
import { openRegistry } from '../../registry.ts';
import { refusedRows } from './refused.ts';

const HELP = `Importación de obras de una hoja de cálculo

Uso: npm run import -- archivo.xlsx [opciones]

Lee un libro .xlsx o un texto .csv, revisa todas sus filas y registra las obras que no están. Con una fila rechazada no
escribe nada, salvo con --parcial. Las filas rechazadas quedan con sus motivos en un .csv junto al archivo, para
corregirlas ahí e importarlas de nuevo. El mismo archivo otra vez no cambia nada.
La base de datos embebida es de un solo proceso: detenga antes el servicio. Con DATABASE_URL puede seguir en marcha.

  --simular               sólo revisa y dice qué haría
  --actualizar            las obras que ya están toman lo que dice el archivo
  --crear-catalogos       registra las dependencias, tipos de proyecto y ejercicios fiscales que falten
  --parcial               importa las filas correctas aunque otras se rechacen
  --hoja <nombre>         la hoja del libro; si falta, la primera visible que tiene encabezados
  --ejercicio <año>       el ejercicio fiscal de las obras nuevas cuya fila no lo dice
  --dependencia <nombre>  su dependencia (nombre o siglas)
  --municipio <nombre>    su municipio (nombre, número o clave)
  --tipo <nombre>         su tipo de proyecto
  --estatus <nombre>      su estatus
  --ayuda, --help         muestra esta ayuda

Los ajustes DATABASE_URL, DATA_DIR, ADMIN_EMAIL y ADMIN_PASSWORD se leen del entorno y del archivo .env.
`;

/** How many errors and notes are shown. */
const SHOWN = 20;
/** Milliseconds between two lines that say how far it has come. */
const PROGRESS = 3_000;

const text = { type: 'string' } as const;
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
      ejercicio: text,
      dependencia: text,
      municipio: text,
      tipo: text,
      estatus: text,
      ayuda: yes,
      help: { type: 'boolean', short: 'h' },
    },
  },
  async ({ values, positionals }, { environment, print }) => {
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
          fallbacks: findFallbacks(values, await readCatalogs(db)),
        };
        const isDone = await run(db, { path, fd: file.fd }, options, print);
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
  print: Terminal['print'],
): Promise<boolean> {
  const controller = new AbortController();
  const stop = () =>
    controller.abort(
      new StartError(
        'Importación detenida; lo importado hasta aquí queda, e importar de nuevo el mismo archivo termina lo que falta.',
      ),
    );
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const refused = refusedRows(path);
  let last = performance.now();
  print(options.simular ? 'Revisando el archivo…' : 'Importando el archivo…');
  try {
    const author = {
      usuario: undefined,
      direccion: undefined,
      programa: 'registro-obras import',
    };
    const name = basename(path);
    await tidyImports(db);
    const { id } = await beginImport(db, { archivo: name, author, ...options });
    const report = await runImport(
      db,
      { id, isKept: true, author, right: [] },
      { fd, name },
      options,
      {
        signal: controller.signal,
        onProgress: ({ revisadas, porEscribir, escritas }) => {
          if (performance.now() - last < PROGRESS) return;
          last = performance.now();
          print(
            porEscribir === null
              ? `  ${grouped(revisadas)} filas revisadas…`
              : `  ${grouped(escritas)} obras escritas…`,
          );
        },
        onRefused: (fila, cells, faults) =>
          refused.add(
            fila,
            cells,
            faults.map((each) => told(each)),
          ),
      },
    );
    const beside = await refused.write(report.columnas.map(({ columna }) => columna));
    tell(report, beside, print);
    return report.rechazadas === 0;
  } catch (error) {
    if (error instanceof Unreadable) throw new StartError(error.message);
    if (error instanceof HttpError) throw new StartError(error.message);
    throw error;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

function tell(report: ImportReport, beside: string | undefined, print: Terminal['print']): void {
  const list = (title: string, entries: ImportReport['errores'], left: number) => {
    if (entries.length === 0) return;
    print(`\n${title}:`);
    for (const { fila, columna, mensaje } of entries.slice(0, SHOWN)) {
      print(`  fila ${fila}, ${columna}: ${mensaje}`);
    }
    const more = entries.length - SHOWN + left;
    if (more > 0) print(`  y ${grouped(more)} más.`);
  };
  const { filas, creadas, actualizadas, sinCambio, rechazadas, simulacro, aplicada } = report;
  print(
    `\n${grouped(filas)} filas: ${grouped(creadas)} obras nuevas, ${grouped(actualizadas)} actualizadas, ${grouped(sinCambio)} sin cambio, ${grouped(rechazadas)} rechazadas.`,
  );
  const unused = report.columnas.flatMap(({ columna, campo }) => (campo === null ? columna : []));
  if (unused.length > 0) print(`Columnas que no se usan: ${unused.join(', ')}.`);
  list('Errores', report.errores, report.erroresOmitidos);
  list('Avisos', report.avisos, report.avisosOmitidos);
  if (beside) print(`\nLas filas rechazadas, con sus motivos: ${beside}`);
  if (aplicada) print('\nImportación terminada.');
  else if (simulacro) print('\nEs un simulacro: no se escribió nada.');
  else
    print(
      '\nNo se escribió nada: corrija las filas rechazadas, o importe las demás con --parcial.',
    );
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
    const { record, several } = finder(of)(name);
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
