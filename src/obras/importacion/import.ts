import type { DatabaseError } from 'pg';
import { isStorable } from '../../base/text.ts';
import type { Database } from '../../db/db.ts';
import { LONGEST_CELL } from '../../hojas/celdas/cell.ts';
import type { NamedColumns } from '../../hojas/celdas/fields.ts';
import { quoted } from '../../hojas/celdas/text.ts';
import type { Unidad } from '../../hojas/celdas/units.ts';
import type { Rejection } from '../../hojas/importacion/findings.ts';
import { excerpt } from '../../hojas/importacion/report.ts';
import {
  type Follower,
  type Importer,
  importSheet,
  type Kind,
  type Run,
} from '../../hojas/importacion/run.ts';
import type { ImportReport } from '../../hojas/importacion/schema.ts';
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
import { type Campo, OBRA_LABELS } from './columnas.ts';
import { equivalentsOf, type NamedValues } from './equivalents.ts';
import { fila } from './fila.ts';
import {
  type Change,
  type Compared,
  compareObras,
  findClaves,
  type ListPosition,
  writeBatch,
} from './queries.ts';
import { FOR_ALL } from './schema.ts';
import type { Fallbacks, Field, ObraRow, Stated } from './stated.ts';

// Sheets of obras: what their rows come to, held against the registry.

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

/** What rows are decided by. */
interface Deciding {
  options: ImportOptions;
  /** Names of the catalogs' records, by their ids. */
  names: Record<CatalogField, Map<number, string>>;
}

/**
 * Imports a file of obras, as `importSheet` does.
 *
 * @throws HttpError 400 where a fallback, or what a name stands for, is no active record, besides what that throws
 */
export async function importObras(
  db: Database,
  importer: Importer,
  file: { fd: number; name: string },
  options: ImportOptions,
  follower: Follower,
): Promise<ImportReport> {
  const catalogs = await readCatalogs(db);
  const deciding = { options, names: namesIn(catalogs) };
  const { hoja, columnas, unidadMonto, fallbacks, crearCatalogos: creates } = options;
  const equivalents = equivalentsOf(options.valores ?? {}, catalogs);
  const kind: Kind<ObraRow, Change> = {
    module: fila.module,
    request: { hoja, columnas, unidadMonto, fallbacks, creates, equivalents, catalogs } as object,
    labels: OBRA_LABELS,
    forAll: FOR_ALL,
    lost: 'usted ya no es administrador',
    decide: (run, rows) => decide(run, deciding, rows),
    // A batch of new obras holds the row of one fiscal year.
    groupOf: ({ id, ejercicioFiscalId, anio }) =>
      id === undefined ? `${ejercicioFiscalId} ${anio ?? ''}` : 'changes',
    bytesOf: ({ descripcion }) => descripcion?.length ?? 0,
    recordOf: ({ claveUnica }) => claveUnica,
    // Somebody registered one of them that very moment.
    isRace: (error) => (error as DatabaseError).constraint === 'obras_clave_unica_key',
    write: writeBatch,
    recount,
  };
  return importSheet(db, importer, file, options, follower, kind);
}

// Deciding ----------------------------------------------------------------------------------------

/** Counts what rows come to, and answers what there is to write. */
async function decide(run: Run, deciding: Deciding, rows: ObraRow[]): Promise<Change[]> {
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
  const doubtful = rows.filter(({ rejections }) =>
    rejections.some(({ when }) => isReference(when)),
  );
  const references = doubtful.map((row) => referencesOf(row, compared));
  const broken = doubtful.length > 0 ? await judgeRows(db, references, []) : [];
  return rows.flatMap((row) => {
    const obra = compared.get(row.fila);
    // A row whose cells may be others' shows nothing that could be taken for what it says.
    const isWhole = row.rejections.every(({ campo, field }) => (campo ?? field) !== '');
    if (isWhole && report.muestra.length < SAMPLE) {
      report.muestra.push({ fila: row.fila, valores: understood(deciding, row, obra) });
    }
    const isTaken = decideRow(
      run,
      deciding,
      row,
      obra,
      broken.filter(({ fila }) => fila === row.fila),
    );
    return isTaken ? changeOf(deciding, row, obra) : [];
  });
}

const isReference = (field: string | undefined) => CATALOG_FIELDS.includes(field as CatalogField);

/** What a row says of its references, to be judged. */
const referencesOf = ({ fila, stated }: ObraRow, compared: Map<number, Compared>): Row => ({
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
function faultsOf({ remarks }: Run, { clave, stated }: ObraRow): Rejection[] {
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
function decideRow(
  run: Run,
  { options }: Deciding,
  row: ObraRow,
  obra: Compared | undefined,
  broken: Broken[],
): boolean {
  const { report, remarks, follower } = run;
  const { fila, clave, stated, rejections, warnings, cells } = row;
  report.filas += 1;
  const counting = rejections.filter(({ when }) => {
    if (when === undefined) return true;
    if (isReference(when)) return broken.some(({ campo }) => campo === when);
    return !obra || (when !== 'new' && obra.changes.includes(when as Field));
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
    for (const rejection of counting) remarks.error(fila, rejection);
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
  for (const warning of warnings) {
    const isNew = !obra || obra.changes.includes('punto') || obra.changes.includes('municipioId');
    if (isNew || warning.once !== undefined) remarks.note(fila, warning);
  }
  if (obra) report.actualizadas += 1;
  else report.creadas += 1;
  return true;
}

/** What a row that is taken is to write. */
function changeOf(
  { names }: Deciding,
  { fila, clave, stated, fallback }: ObraRow,
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
function noteUnplaced({ remarks }: Run, { fila, stated }: ObraRow): void {
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

function namesIn(catalogs: Catalogs): Deciding['names'] {
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
  { names }: Deciding,
  { clave, stated, fallback }: ObraRow,
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
      value === undefined || value === null ? [] : [[campo, excerpt(String(value))]],
    ),
  );
}

/** The fields as a sentence lists them: «el nombre y el monto». */
const namesOf = (fields: Field[]) =>
  ALL.format(fields.map((field) => FIELDS[field]?.called ?? 'las coordenadas'));
const FIELDS: Partial<Record<Field, { called: string }>> = { ...UBICACION, ...OBRA };
const ALL = new Intl.ListFormat('es-MX', { type: 'conjunction' });

/**
 * Counts rows anew that were not written because the registry changed meanwhile: somebody registered or deleted the
 * obra, or a catalog's record was deactivated.
 *
 * @param isAgain the batch was tried more than once: a commit whose answer was lost may have written it
 */
async function recount(
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
