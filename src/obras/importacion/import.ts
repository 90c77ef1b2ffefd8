import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseError } from 'pg';
import { unavailable, violation } from '../../base/constraints.ts';
import { HttpError, serviceUnavailable } from '../../base/errors.ts';
import { grouped, isStorable } from '../../base/text.ts';
import type { Author, Database, Statement } from '../../db/db.ts';
import { compile } from '../../http/validate.ts';
import {
  CATALOG_FIELDS,
  type CatalogField,
  OBRA,
  OBRA_NUMBERS,
  OBRA_TEXTS,
  UBICACION,
  UBICACION_TEXTS,
} from '../campos.ts';
import { type Broken, judgeRows, type Row } from '../judge.ts';
import { ChangedObra } from '../schema.ts';
import { type Catalogs, readCatalogs } from './catalogs.ts';
import { LONGEST_CELL, type SheetRow } from './cells.ts';
import { equivalentsOf, type NamedValues } from './equivalents.ts';
import type { Campo, NamedColumns } from './headings.ts';
import type { Fallbacks, Fault, Field, Judged, Stated } from './judge.ts';
import {
  type Change,
  type Compared,
  compareObras,
  findClaves,
  type ListPosition,
  writeBatch,
} from './queries.ts';
import { readFile } from './read-file.ts';
import type { Layout } from './reader.ts';
import { Remarks, shown } from './remarks.ts';
import type { ImportReport } from './schema.ts';
import { countLines, openNameless, Spool } from './spool.ts';
import type { Unidad } from './units.ts';
import { quoted } from './values.ts';

// An import reads its file once. Each row is judged and held against the registry, and what it will change waits on disk.
// Only when all rows are known is anything written, in batches. The same file again finishes what was cut short.

export interface ImportOptions {
  simular: boolean;
  actualizar: boolean;
  crearCatalogos: boolean;
  parcial: boolean;
  hoja?: string | undefined;
  columnas?: NamedColumns | undefined;
  unidadMonto?: Unidad | undefined;
  valores?: NamedValues | undefined;
  fallbacks: Fallbacks;
}

/** Whoever runs an import. */
export interface Importer {
  /** For the ledger. */
  author: Author;
  /**
   * Statements that go with each batch, after which so many rows are written: one fails where they may import no more.
   */
  right(escritas: number): Statement[];
}

/** How far an import has come, in rows of its file. */
export interface Progress {
  revisadas: number;
  /** All rows, as far as is known while they are read. */
  total: number | null;
  /** Those that change something; null until all rows are known. */
  porEscribir: number | null;
  escritas: number;
}

/** What whoever runs an import is told on the way. */
export interface Follower {
  /** Ends it, after the batch that is being written. */
  signal: AbortSignal;
  onProgress?(progress: Progress): void;
  /** Has the cells of refused rows answered, once it is told how they stand in the file. */
  refused?: {
    onLayout(layout: Layout): void;
    onRow(fila: number, cells: SheetRow['cells'], faults: Fault[]): void;
  };
}

/** An import under way. */
interface Run {
  db: Database;
  options: ImportOptions;
  follower: Follower;
  report: ImportReport;
  remarks: Remarks;
  progress: Progress;
  isXlsx: boolean;
  /** Names of the catalogs' records, by their ids. */
  names: Record<CatalogField, Map<number, string>>;
}

/**
 * Imports a file of obras.
 *
 * @param file an open file that nobody closes meanwhile, and its name for the ledger
 * @throws HttpError 400 where a fallback, or what a name stands for, is no active record; 401 or 403 where whoever runs it
 *   may import no more; Unreadable where the file can't be read; whatever the database throws. What was written before stays
 */
export async function importObras(
  db: Database,
  importer: Importer,
  file: { fd: number; name: string },
  options: ImportOptions,
  follower: Follower,
): Promise<ImportReport> {
  const catalogs = await readCatalogs(db);
  const equivalents = equivalentsOf(options.valores ?? {}, catalogs);
  const report = emptyReport(options.simular);
  const run: Run = {
    db,
    options,
    follower,
    report,
    remarks: new Remarks(report),
    progress: { revisadas: 0, total: null, porEscribir: null, escritas: 0 },
    isXlsx: false,
    names: namesIn(catalogs),
  };
  const spoolFile = await openNameless();
  try {
    const spool = new Spool<Change>(spoolFile);
    const request = {
      hoja: options.hoja,
      columnas: options.columnas,
      unidadMonto: options.unidadMonto,
      catalogs,
      equivalents,
      fallbacks: options.fallbacks,
      creates: options.crearCatalogos,
      withCells: follower.refused !== undefined,
    };
    for await (const message of readFile(file.fd, request, follower.signal)) {
      if (message.kind === 'columns') {
        if (message.layout) follower.refused?.onLayout(message.layout);
        report.hojas = message.hojas;
        report.filaEncabezados = message.filaEncabezados;
        report.columnas = message.columns;
        run.isXlsx = message.isXlsx;
        run.progress.total = await rowsExpected(message, file.fd);
      } else if (message.kind === 'end') {
        for (const note of message.notes) run.remarks.note(note.fila, note);
      } else {
        await spool.add(await decide(run, message.rows));
        tellProgress(run, { revisadas: report.filas });
      }
    }
    report.aplicada = !options.simular && (options.parcial || report.rechazadas === 0);
    tellProgress(run, { total: report.filas });
    if (report.aplicada) {
      tellProgress(run, { porEscribir: report.creadas + report.actualizadas });
      await write(run, importer, file.name, spool);
    }
    report.grupos = run.remarks.groups();
    return report;
  } finally {
    await spoolFile.close();
  }
}

/** How many rows a file seems to have; null where its sheet doesn't say. */
async function rowsExpected(
  {
    isXlsx,
    hojas,
    filaEncabezados,
  }: Pick<ImportReport, 'hojas' | 'filaEncabezados'> & { isXlsx: boolean },
  fd: number,
): Promise<number | null> {
  const lines = isXlsx ? hojas.find(({ leida }) => leida)?.filas : await countLines(fd);
  return lines == null ? null : Math.max(0, lines - filaEncabezados);
}

function tellProgress({ progress, follower }: Run, news: Partial<Progress>): void {
  Object.assign(progress, news);
  // More rows than lines are none of a file's.
  if (progress.total !== null) progress.total = Math.max(progress.total, progress.revisadas);
  follower.onProgress?.({ ...progress });
}

function emptyReport(simulacro: boolean): ImportReport {
  return {
    simulacro,
    aplicada: false,
    filas: 0,
    creadas: 0,
    actualizadas: 0,
    sinCambio: 0,
    rechazadas: 0,
    hojas: [],
    filaEncabezados: 0,
    columnas: [],
    muestra: [],
    grupos: [],
    errores: [],
    erroresOmitidos: 0,
    avisos: [],
    avisosOmitidos: 0,
  };
}

// Deciding ----------------------------------------------------------------------------------------

/** Counts what rows come to, and answers what there is to write. */
async function decide(run: Run, rows: Judged[]): Promise<Change[]> {
  const { db, isXlsx, report } = run;
  const claves = rows.flatMap(({ clave }) => (clave && isStorable(clave) ? clave : []));
  const ids = await findClaves(db, claves);
  const known = rows.flatMap(({ fila, clave, stated }) => {
    const id = clave === null ? undefined : ids.get(clave);
    if (id === undefined || !Object.values(stated).every(isWritable)) return [];
    const recorte = isXlsx && Object.values(stated).some(isCut);
    return [{ ...stated, fila, id, recorte }];
  });
  const compared = known.length > 0 ? await compareObras(db, known) : new Map<number, Compared>();
  const doubtful = rows.filter(({ faults }) => faults.some(({ when }) => isReference(when)));
  const references = doubtful.map((row) => referencesOf(row, compared));
  const broken = doubtful.length > 0 ? await judgeRows(db, references, []) : [];
  return rows.flatMap((row) => {
    const obra = compared.get(row.fila);
    // A row whose cells may be others' shows nothing that could be taken for what it says.
    const isWhole = row.faults.every(({ campo, field }) => (campo ?? field) !== '');
    if (isWhole && report.muestra.length < SAMPLE) {
      report.muestra.push({ fila: row.fila, valores: understood(run, row, obra) });
    }
    const isTaken = decideRow(
      run,
      row,
      obra,
      broken.filter(({ fila }) => fila === row.fila),
    );
    return isTaken ? changeOf(run, row, obra) : [];
  });
}

const isReference = (field: string | undefined) => CATALOG_FIELDS.includes(field as CatalogField);

/** What a row says of its references, to be judged. */
const referencesOf = ({ fila, stated }: Judged, compared: Map<number, Compared>): Row => ({
  ...Object.fromEntries(CATALOG_FIELDS.map((field) => [field, stated[field]])),
  fila,
  ...(compared.has(fila) && { id: compared.get(fila)?.id as number }),
});

/** The rules of PATCH /obras/:id without null, which no cell says. */
const check = compile({
  body: JSON.parse(JSON.stringify(ChangedObra), (name, value) =>
    name === 'type' && Array.isArray(value) ? value.find((type) => type !== 'null') : value,
  ),
});

/** What the rules of POST and PATCH /obras say against a row. */
function faultsOf({ remarks }: Run, { clave, stated }: Judged): Fault[] {
  const { punto } = stated;
  const own = {
    claveUnica: clave ?? undefined,
    ...picked(stated, OBRA_TEXTS),
    ...picked(stated, OBRA_NUMBERS),
  };
  const placed = picked(stated, UBICACION_TEXTS);
  const ubicacion = {
    ...placed,
    // What is not said is not judged.
    direccion: stated.direccion ?? '-',
    tipoGeometria: 'PUNTO',
    geometriaJson: { type: 'Point', coordinates: punto ?? [0, 0] },
  };
  const body = { ...own, ubicaciones: [ubicacion] };
  const given: Record<string, unknown> = { ...own, ...placed };
  return check({ params: {}, query: {}, body: JSON.parse(JSON.stringify(body)) }).map((failure) => {
    const field = failure.field.replace('ubicaciones[0].', '');
    const valor = given[field] === undefined ? null : String(given[field]);
    if (field in given) return { ...failure, field, columna: remarks.columnOf(field), valor };
    const columna = remarks.columnOf('longitud');
    return { ...failure, field: 'punto', campo: 'longitud', columna, valor: `${punto}` };
  });
}

/** Of what is said some fields; undefined those of which nothing is. */
const picked = <N extends keyof Stated>(stated: Stated, names: N[]) =>
  Object.fromEntries(names.map((name) => [name, stated[name]])) as Pick<Stated, N>;

/** Whether the database can be given a value; of one that it can't the rules tell. */
const isWritable = (value: unknown) => typeof value !== 'string' || isStorable(value);

const isCut = (value: unknown) =>
  typeof value === 'string' && value.length === LONGEST_CELL && value.endsWith('…');

/** Counts what a row comes to, and answers whether there is something to write. */
function decideRow(run: Run, row: Judged, obra: Compared | undefined, broken: Broken[]): boolean {
  const { options, report, remarks, follower } = run;
  const { fila, clave, stated, faults, notes, cells } = row;
  report.filas += 1;
  const counting = faults.filter(({ when }) => {
    if (when === undefined) return true;
    if (isReference(when)) return broken.some(({ campo }) => campo === when);
    return !obra || (when !== 'new' && obra.changes.includes(when));
  });
  counting.push(...faultsOf(run, row));
  if (obra && obra.changes.length > 0 && !options.actualizar && counting.length === 0) {
    counting.push({
      columna: remarks.columnOf('claveUnica'),
      valor: clave,
      codigo: 'yaExiste',
      field: '',
      campo: 'claveUnica',
      text: `Ya existe una obra con la clave única ${quoted(clave ?? '')} y el archivo dice otra cosa en ${namesOf(obra.changes)}.`,
      general: 'Ya existen obras con estas claves únicas, y el archivo dice otra cosa.',
    });
  }
  if (counting.length > 0) {
    report.rechazadas += 1;
    for (const fault of counting) remarks.error(fila, fault);
    follower.refused?.onRow(fila, cells ?? [], counting);
    return false;
  }
  const isPlaced = obra !== undefined && obra.ubicacion !== null;
  if (isPlaced && !obra.isPoint && stated.punto) {
    remarks.note(fila, {
      columna: remarks.columnOf('longitud'),
      valor: stated.punto.join(', '),
      field: '',
      campo: 'longitud',
      text: 'La obra tiene otras ubicaciones y se quedan como están; cámbielas en la obra misma.',
    });
  }
  if (!isPlaced && stated.punto === undefined) noteUnplaced(run, row);
  if (obra && obra.changes.length === 0) {
    report.sinCambio += 1;
    return false;
  }
  for (const note of notes) {
    const isNew = !obra || obra.changes.includes('punto') || obra.changes.includes('municipioId');
    if (isNew || note.once !== undefined) remarks.note(fila, note);
  }
  if (obra) report.actualizadas += 1;
  else report.creadas += 1;
  return true;
}

/** What a row that is taken is to write. */
function changeOf(
  { names }: Run,
  { fila, clave, stated, fallback }: Judged,
  obra: Compared | undefined,
): Change {
  const given = obra ? { ...stated, id: obra.id } : { ...fallback, ...stated };
  // A text that is the same as far as it goes may be shorter: its cell was too small.
  for (const field of OBRA_TEXTS) {
    if (obra && !obra.changes.includes(field)) delete given[field];
  }
  const { punto, direccion, municipioId } = given;
  const texts = picked(given, UBICACION_TEXTS);
  const point = {
    tipoGeometria: 'PUNTO' as const,
    geometriaJson: { type: 'Point' as const, coordinates: punto as [number, number] },
  };
  const change = { ...given, fila, claveUnica: clave as string };
  if (obra && obra.ubicacion !== null) {
    const different = Object.entries(texts).filter(([field]) =>
      obra.changes.includes(field as keyof Stated),
    );
    const place: ListPosition = {
      ...Object.fromEntries(different),
      ...(obra.changes.includes('punto') && point),
      // It moves with the obra.
      ...(obra.isInMunicipio && { municipioId }),
    };
    const isSaid = Object.values(place).some((value) => value !== undefined);
    return isSaid ? { ...change, lugar: { ...place, id: obra.ubicacion } } : change;
  }
  if (!punto) return change;
  const municipio = names.municipioId.get(municipioId ?? (obra?.municipioId as number));
  return {
    ...change,
    lugar: { ...texts, direccion: direccion ?? `${municipio}, Yucatán`, ...point, orden: 1 },
  };
}

/** Says of a place that is told in words alone that there is no ubicación to keep it with. */
function noteUnplaced({ remarks }: Run, { fila, stated }: Judged): void {
  for (const field of UBICACION_TEXTS) {
    const valor = stated[field];
    if (valor === undefined) continue;
    remarks.note(fila, {
      columna: remarks.columnOf(field),
      valor,
      field,
      text: 'no se guarda: es parte de una ubicación, y la fila no trae longitud y latitud.',
    });
    return;
  }
}

/** How many rows a report shows as they were understood. */
const SAMPLE = 5;

function namesIn(catalogs: Catalogs): Run['names'] {
  const byId = (records: { id: number; nombre: string }[]) =>
    new Map(records.map(({ id, nombre }) => [id, nombre]));
  return {
    ejercicioFiscalId: new Map(catalogs.ejercicios.map(({ id, anio }) => [id, String(anio)])),
    dependenciaId: byId(catalogs.dependencias),
    municipioId: byId(catalogs.municipios),
    tipoProyectoId: byId(catalogs.tiposProyecto),
    estatusObraId: byId(catalogs.estatus),
  };
}

/** What a row was understood to say, by the fields of sheets: an obra yet to be made has the fallbacks, too. */
function understood(
  { names }: Run,
  { clave, stated, fallback }: Judged,
  obra: Compared | undefined,
): ImportReport['muestra'][number]['valores'] {
  const said = obra ? stated : { ...fallback, ...stated };
  const { monto, anio, dependencia, siglas, tipoProyecto, punto = [] } = said;
  const named = (field: CatalogField) => names[field].get(said[field] ?? 0);
  const pesos = monto?.toFixed(2);
  const all: Partial<Record<Campo, string | number | null | undefined>> = {
    claveUnica: clave,
    ...picked(said, OBRA_TEXTS),
    ...picked(said, OBRA_NUMBERS),
    monto: Number(pesos) === monto ? pesos : monto,
    ejercicioFiscal: anio ?? named('ejercicioFiscalId'),
    dependencia: dependencia ?? named('dependenciaId'),
    siglas,
    municipio: named('municipioId'),
    tipoProyecto: tipoProyecto ?? named('tipoProyectoId'),
    estatus: named('estatusObraId'),
    ...picked(said, UBICACION_TEXTS),
    longitud: punto[0],
    latitud: punto[1],
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([campo, value]) =>
      value === undefined || value === null ? [] : [[campo, shown(String(value))]],
    ),
  );
}

/** The fields as a sentence lists them: «el nombre y el monto». */
const namesOf = (fields: Field[]) =>
  ALL.format(fields.map((field) => FIELDS[field]?.called ?? 'las coordenadas'));
const FIELDS: Partial<Record<Field, { called: string }>> = { ...UBICACION, ...OBRA };
const ALL = new Intl.ListFormat('es-MX', { type: 'conjunction' });

// Writing -----------------------------------------------------------------------------------------

/** Rows of a batch at first, at least and at most; and how long one is to take, in milliseconds. */
const BATCH = { first: 200, least: 50, most: 500, takes: 200 };
/** Bytes of changes that wait for their batch to fill. */
const MOST_WAITING = 8 * 1_048_576;

/** How long a batch is tried again while the database is away or busy, and how often, in milliseconds. */
const PATIENCE = 10_000;
const AGAIN = 500;

/**
 * Writes what is to be written. A batch holds the row of one fiscal year until it is committed, and others who register
 * obras of that year wait as long. So a batch is as large as fits in a moment.
 */
async function write(
  run: Run,
  { author, right }: Importer,
  archivo: string,
  spool: Spool<Change>,
): Promise<void> {
  const { db, follower } = run;
  /** New obras by their year, and changes of obras. */
  const waiting = new Map<string, Change[]>();
  let size = BATCH.first;
  let bytes = 0;
  let done = 0;
  const flush = async (key: string) => {
    const changes = waiting.get(key) ?? [];
    const batch = changes.splice(0, size);
    if (batch.length === 0) return;
    const begun = performance.now();
    const filas = Object.fromEntries(batch.map(({ claveUnica, fila }) => [claveUnica, fila]));
    const { written, isAgain } = await patiently(() =>
      writeBatch(db.as({ ...author, archivo, filas }), batch, right(done + batch.length)),
    );
    const took = performance.now() - begun;
    const fitting = Math.round((batch.length * BATCH.takes) / took);
    if (batch.length === size || fitting < size) {
      size = Math.min(BATCH.most, Math.max(BATCH.least, Math.min(fitting, 2 * size)));
    }
    const left = batch.filter(({ fila }) => !written.has(fila));
    if (left.length > 0) await tellLeft(run, left, isAgain);
    done += batch.length;
    tellProgress(run, { escritas: done });
  };
  const patiently = async (writing: () => Promise<Set<number>>) => {
    const end = performance.now() + PATIENCE;
    for (let isAgain = false; ; isAgain = true) {
      follower.signal.throwIfAborted();
      if ((await db.hasSpace?.('change')) === false) throw cutShort(done, 'el disco está lleno');
      try {
        return { written: await writing(), isAgain };
      } catch (error) {
        const isNobodys =
          unavailable(error) ||
          (error instanceof HttpError && error.statusCode === 503) ||
          // Somebody registered one of them that very moment: by now that is seen.
          (error as DatabaseError).constraint === 'obras_clave_unica_key';
        if (!isNobodys) throw withoutRight(done, error) ?? error;
        if (performance.now() > end) throw cutShort(done, 'la base de datos no responde', error);
        await sleep(AGAIN);
      }
    }
  };
  for await (const changes of spool.read()) {
    for (const change of changes) {
      const { id, ejercicioFiscalId, anio } = change;
      const key = id === undefined ? `${ejercicioFiscalId} ${anio ?? ''}` : 'changes';
      const group = waiting.get(key);
      if (group) group.push(change);
      else waiting.set(key, [change]);
      bytes += change.descripcion?.length ?? 0;
    }
    const isFull = bytes > MOST_WAITING;
    for (const [key, group] of waiting) {
      while (group.length >= size || (isFull && group.length > 0)) await flush(key);
    }
    if (isFull) bytes = 0;
  }
  for (const [key, group] of waiting) while (group.length > 0) await flush(key);
}

/** How many rows are written, as a sentence says it. */
const rowsWritten = (done: number) =>
  done === 0
    ? 'no se escribió nada'
    : `${grouped(done)} ${done === 1 ? 'fila ya está' : 'filas ya están'}`;

/** @param done how many rows are written */
function cutShort(done: number, why: string, cause?: unknown): HttpError {
  const error = serviceUnavailable(
    `La importación quedó a medias porque ${why}: ${rowsWritten(done)}; importe de nuevo el mismo archivo para terminar.`,
  );
  error.cause = cause;
  return error;
}

/** The refusal of whoever lost the right to import on the way, as others get it, with what is written already. */
function withoutRight(done: number, error: unknown): HttpError | undefined {
  const refusal = violation((error as DatabaseError).constraint ?? '');
  if (refusal?.statusCode !== 401 && refusal?.statusCode !== 403) return undefined;
  if (done === 0) return refusal;
  const why =
    refusal.statusCode === 401
      ? 'su sesión terminó o su cuenta fue desactivada'
      : 'usted ya no es administrador';
  return new HttpError(
    refusal.statusCode,
    [
      { field: '', text: refusal.message },
      {
        field: '',
        text: `La importación quedó a medias porque ${why}: ${rowsWritten(done)}; un administrador puede terminarla con el mismo archivo.`,
      },
    ],
    refusal.headers,
  );
}

/**
 * Counts rows anew that were not written because the registry changed meanwhile: somebody registered or deleted the
 * obra, or a catalog's record was deactivated.
 *
 * @param isAgain the batch was tried more than once: a commit whose answer was lost may have written it
 */
async function tellLeft(
  { db, report, remarks }: Run,
  left: Change[],
  isAgain: boolean,
): Promise<void> {
  const ids = await findClaves(
    db,
    left.map(({ claveUnica }) => claveUnica),
  );
  const known = left.flatMap((change) => {
    const id = ids.get(change.claveUnica);
    return id === undefined ? [] : [{ ...change, id, recorte: false }];
  });
  const compared = await compareObras(db, known);
  for (const { fila, claveUnica, id } of left) {
    const obra = compared.get(fila);
    if (isAgain && obra?.changes.length === 0) continue;
    if (id === undefined) report.creadas -= 1;
    else report.actualizadas -= 1;
    if (obra?.changes.length === 0) {
      report.sinCambio += 1;
      continue;
    }
    report.rechazadas += 1;
    remarks.error(fila, {
      columna: remarks.columnOf('claveUnica'),
      valor: claveUnica,
      field: '',
      campo: 'claveUnica',
      text: 'El registro cambió mientras se importaba: alguien registró o eliminó la obra, o desactivó un registro de catálogo; importe el archivo de nuevo.',
    });
  }
}
