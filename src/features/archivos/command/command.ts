import {
  createBar,
  createCommand,
  pathFromHere,
  runCommand,
  type Terminal,
} from '../../../consola/console.ts';
import { StartError } from '../../../core/base/config.ts';
import { grouped } from '../../../core/base/text.ts';
import { type Database, nameProgram } from '../../../core/db/db.ts';
import { isReady } from '../../../core/db/embedded.ts';
import { withDatabase } from '../../../core/registry.ts';
import {
  adopt,
  findOwner,
  type OpenAlmacen,
  openAlmacen,
  openDeposito,
  readFilesSettings,
} from '../almacen/abrir.ts';
import { digestIn, type Owner } from '../almacen/almacen.ts';
import { enterUnknown, sweep } from '../almacen/barrer.ts';
import { filesPlace } from '../settings.ts';
import {
  copyStore,
  filesNaming,
  inTurns,
  type Malo,
  machineReason,
  megabytes,
  NAMED,
  type Nombrado,
  tellMalos,
  usable,
} from './copy.ts';

const HELP = `Fotos y documentos del Registro de Obras Públicas

Uso: npm run archivos -- una de estas opciones

  --revisar         lee todas las fotos y documentos y dice cuáles faltan en su almacén o están dañados
  --barrer          quita del almacén lo que ya no es de ninguna obra, y anota lo que el registro no conoce, que se quita en el
                    siguiente barrido después de un día; el servicio barre por sí mismo cada día
  --mover <lugar>   copia el almacén a otro lugar (una carpeta, o s3://…, como en FILES_URL) mientras el servicio sigue en
                    marcha, compara lo copiado y dice qué ajuste cambiar. Lo dañado no se copia, y al final dice de qué obras
                    es. La misma orden otra vez continúa donde quedó
    --de <lugar>    de dónde; si falta, del almacén de FILES_URL
  --borrar <huella> elimina en seguida, de todas las obras, el archivo que tiene esa huella, y lo quita del almacén; también el
                    que ya se eliminó en el portal, que sin esto sale a los 30 días
  --adoptar         da por bueno un almacén nuevo en lugar de uno que se perdió: lo que falte en él no se podrá ver. De un almacén
                    que usan varios registros, porque uno se restauró de una copia del otro, hace a éste el titular: sólo él
                    quita archivos, también al barrer y al borrar
  --help            muestra esta ayuda

Los ajustes DATABASE_URL, DATA_DIR y FILES_URL se leen del entorno y del archivo .env. La base de datos embebida es de un solo
proceso: detenga antes el servicio, salvo para --mover.
`;

type Console = Pick<Terminal, 'print' | 'stream'>;

export const archivos = createCommand(
  HELP,
  {
    options: {
      revisar: { type: 'boolean' },
      barrer: { type: 'boolean' },
      mover: { type: 'string' },
      de: { type: 'string' },
      borrar: { type: 'string' },
      adoptar: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  },
  async ({ values }, { environment, ...terminal }) => {
    const { de, ...tasks } = values;
    if (Object.keys(tasks).length !== 1 || (de !== undefined && tasks.mover === undefined)) {
      throw new StartError(`Indique una de las opciones.\n\n${HELP}`);
    }
    if (tasks.mover !== undefined) return move(tasks.mover, de, environment, terminal);
    const settings = readFilesSettings(environment);
    if (!settings.DATABASE_URL && !isReady(settings.DATA_DIR)) {
      throw new StartError(`No hay un registro en la carpeta de datos ${settings.DATA_DIR}.`);
    }
    return withDatabase(settings, async (db) => {
      if (tasks.adoptar) return adoptStore(db, settings, terminal);
      const almacen = await openAlmacen(settings, db);
      try {
        if (tasks.revisar) return await checkFiles(db, almacen, terminal);
        if (tasks.barrer) return await sweepNow(db, almacen, terminal);
        return await erase(db, almacen, tasks.borrar ?? '', terminal);
      } finally {
        almacen.close();
      }
    });
  },
);

/** Where something lies, as FILES_URL says it: a folder is one of the shell's. */
const openPlace = (text: string, name: string, environment: NodeJS.ProcessEnv) =>
  openDeposito(filesPlace(/^[a-z]\w+:/.test(text) ? text : pathFromHere(text, environment), name));

async function move(
  destination: string,
  origin: string | undefined,
  environment: NodeJS.ProcessEnv,
  terminal: Console,
): Promise<1 | undefined> {
  const from =
    origin === undefined
      ? openDeposito(readFilesSettings(environment).FILES_URL)
      : openPlace(origin, '--de', environment);
  const to = openPlace(destination, '--mover', environment);
  try {
    if (from.place === to.place) {
      throw new StartError(
        `Los archivos están ya en ${to.place}; indique con --de de dónde se copian.`,
      );
    }
    terminal.print(`Copiando de ${from.place} a ${to.place}…`);
    const { copied, bytes, malos } = await copyStore(from, to, terminal);
    terminal.print(
      copied === 0 && malos.length === 0
        ? `No faltaba nada en ${to.place}.`
        : `Copiados y comparados: ${grouped(copied)} (${megabytes(bytes)}).`,
    );
    if (malos.length > 0) {
      terminal.print(`No se copiaron ${grouped(malos.length)}:`);
      const owner = await usable(from, from.owner());
      return tellMalos(malos, await namesIn(environment, owner, malos), terminal.print);
    }
    if (origin === undefined) {
      terminal.print(
        `Ahora ponga ese lugar en FILES_URL en todas las instancias y reinícielas. Después dé otra vez la orden con --de ${from.place}: lleva lo que se haya agregado entretanto.`,
      );
    }
  } finally {
    from.close();
    to.close();
  }
}

/** The files of these objects, where the registry of the settings is theirs and can be read now. */
async function namesIn(
  environment: NodeJS.ProcessEnv,
  owner: Owner | undefined,
  malos: Malo[],
): Promise<Nombrado[] | undefined> {
  try {
    return await withDatabase(readFilesSettings(environment), async (db) => {
      const mine = await findOwner(db);
      return mine && mine.registro === owner?.registro ? filesNaming(db, malos) : undefined;
    });
  } catch {
    // The embedded database of a service that is running, for example.
    return undefined;
  }
}

async function adoptStore(
  db: Database,
  settings: ReturnType<typeof readFilesSettings>,
  { print }: Console,
): Promise<undefined> {
  const mine = await findOwner(db);
  if (!mine) {
    print(
      'El registro no tiene fotos ni documentos todavía, y su almacén se prepara con el primero.',
    );
    return undefined;
  }
  const deposito = openDeposito(settings.FILES_URL);
  try {
    await usable(deposito, adopt(mine, deposito));
  } finally {
    deposito.close();
  }
  print(
    `El almacén ${deposito.place} es desde ahora el de este registro, y ningún otro quita nada de él. npm run archivos -- --revisar dice qué falta en él.`,
  );
}

/** Objects that are read of the registry at a time. */
const OBJECTS_READ = 500;

/** Reads every object, and tells the works of those that are missing or damaged. */
async function checkFiles(db: Database, almacen: OpenAlmacen, { print, stream }: Console) {
  const counted = await db.one<{ n: number }>(
    `SELECT count(*)::integer AS n FROM objetos o WHERE ${NAMED}`,
  );
  const bar = createBar(print, stream);
  const bad: Malo[] = [];
  let done = 0;
  let last = '';
  for (;;) {
    const rows = await db.query<{ huella: string }>(
      `SELECT huella FROM objetos o WHERE huella > $1 AND ${NAMED} ORDER BY huella LIMIT ${OBJECTS_READ}`,
      [last],
    );
    await inTurns(rows, async ({ huella }) => {
      const digest = await digestIn(almacen, huella).catch(async (error) => {
        // An absent store is the failure to report.
        await usable(almacen, almacen.check());
        bad.push({ huella, what: `No se puede leer (${machineReason(error)})` });
        return huella;
      });
      if (digest !== huella) bad.push({ huella, what: digest ? 'Dañado' : 'Falta' });
      done += 1;
      bar.show('archivos leídos', done, counted?.n ?? null);
    });
    if (rows.length < OBJECTS_READ) break;
    last = rows.at(-1)?.huella ?? '';
  }
  bar.end();
  tellMalos(bad, await filesNaming(db, bad), print);
  const missing = bad.filter(({ what }) => what === 'Falta').length;
  print(
    `Revisados ${grouped(done)} en ${almacen.place}: ${bad.length === 0 ? 'no falta ni está dañado ninguno' : `faltan ${missing} y están dañados ${bad.length - missing}`}.`,
  );
  return bad.length === 0 ? undefined : 1;
}

async function sweepNow(db: Database, almacen: OpenAlmacen, { print, stream }: Console) {
  const bar = createBar(print, stream);
  let removed = 0;
  let freed = 0;
  const failed = await usable(
    almacen,
    sweep(db, almacen, {}, ({ bytes }) => {
      removed += 1;
      freed += bytes;
      bar.show('archivos quitados', removed, null);
    }),
  );
  await usable(almacen, almacen.tidy());
  const unknown = await usable(
    almacen,
    enterUnknown(
      db,
      almacen,
      (count) => bar.show('archivos del almacén revisados', count, null),
      (what, cause) => failed.push({ huella: what, cause }),
    ),
  );
  bar.end();
  print(`Quitados del almacén: ${grouped(removed)} (${megabytes(freed)}).`);
  for (const { huella } of unknown) print(`El registro no conoce: ${huella}`);
  if (unknown.length > 0) {
    print(`Lo que el registro no conoce (${grouped(unknown.length)}) se quita después de un día.`);
  }
  return tellUnremoved(failed, print);
}

/** Prints what could not be removed, or read. Returns the exit code: undefined where there is nothing. */
function tellUnremoved(
  failed: { huella: string; cause: unknown }[],
  print: Console['print'],
): 1 | undefined {
  for (const { huella, cause } of failed) {
    print(`No se pudo quitar: ${huella} (${machineReason(cause)})`);
  }
  return failed.length > 0 ? 1 : undefined;
}

/** Deletes the files with a digest of all works, and then their objects, at once. */
async function erase(db: Database, almacen: OpenAlmacen, huella: string, { print }: Console) {
  if (!/^[0-9a-f]{64}$/.test(huella)) {
    throw new StartError(
      'La huella son los 64 dígitos hexadecimales que el registro muestra de cada archivo.',
    );
  }
  // The rows stay where their bytes would.
  await usable(almacen, almacen.requireTitular());
  const { files, objects, others } = await db.transaction(async (tx) => {
    await nameProgram(tx, 'archivos');
    const files = await tx.query<Erased>(
      `DELETE FROM archivos WHERE $1 IN (huella, objeto, objeto_mini)
       RETURNING obra_id, titulo, objeto, objeto_mini`,
      [huella],
    );
    const named = [huella, ...files.flatMap((file) => [file.objeto, file.objeto_mini])];
    // Where the store fails now, the next sweep takes them.
    const objects = await tx.query<{ huella: string }>(
      `UPDATE objetos o SET conservar_hasta = '-infinity'
       WHERE (huella = ANY ($1) OR eliminado = $2) AND NOT ${NAMED} RETURNING huella`,
      [named, huella],
    );
    const others = await tx.query<Other>(
      `SELECT id, obra_id, titulo, huella FROM archivos
       WHERE objeto = ANY ($1) OR objeto_mini = ANY ($1) ORDER BY id`,
      [named],
    );
    return { files, objects, others };
  });
  for (const { obra_id, titulo } of files) print(`Eliminado: «${titulo}» de la obra ${obra_id}.`);
  if (files.length === 0 && objects.length === 0) {
    throw new StartError('No hay ningún archivo con esa huella.');
  }
  let removed = 0;
  const failed = await usable(
    almacen,
    sweep(db, almacen, { most: objects.length }, () => {
      removed += 1;
    }),
  );
  print(
    `Quitados del almacén: ${removed}. Las copias de respaldo que ya estén hechas los tienen todavía.`,
  );
  for (const { id, obra_id, titulo, huella } of others) {
    print(
      `Sus imágenes siguen ahí: las tiene también «${titulo}» (obra ${obra_id}, archivo ${id}), que se borra con la huella ${huella}.`,
    );
  }
  const isLeft = tellUnremoved(failed, print);
  return others.length > 0 ? 1 : isLeft;
}

/** A file that has the same pictures as one that was deleted, made of other bytes. */
interface Other {
  id: number;
  obra_id: number;
  titulo: string;
  huella: string;
}

interface Erased {
  obra_id: number;
  titulo: string;
  objeto: string;
  objeto_mini: string | null;
}

runCommand(import.meta.url, archivos);
