import { allOf, isStorable } from '../../core/base/text.ts';
import type { Db } from '../../core/db/db.ts';
import {
  CATALOG_FIELDS,
  type CatalogField,
  OBRA,
  OBRA_NUMBERS,
  OBRA_TEXTS,
  UBICACION,
  UBICACION_TEXTS,
} from '../../core/obras/campos.ts';
import { type Broken, findBrokenOf, type Row } from '../../core/obras/escribir.ts';
import { ChangedObra } from '../../core/obras/schema.ts';
import { isBrief, LONGEST_CELL, quoted } from '../../hojas/celdas/index.ts';
import {
  createRuleCheck,
  type FieldChange,
  type Rejection,
  type Run,
  type SheetOptions,
  type Warning,
} from '../../hojas/index.ts';
import type { NamedValues } from '../../hojas-de-obras/equivalentes.ts';
import type { Catalogs } from './catalogs.ts';
import { changesOfWork } from './changes.ts';
import type { CampoDeObras, Mapped } from './columnas.ts';
import {
  type Compared,
  compareObras,
  findAlike,
  findClaves,
  findStanding,
  type ListPosition,
  type WorkChange,
} from './queries.ts';
import type { Fallbacks, Field, ObraRow, Stated } from './stated.ts';

// Decides the rows of a sheet of obras, by comparing them with the registry.

/** The importer's options for a file of obras. */
export interface ImportOptions extends SheetOptions {
  actualizar: boolean;
  crearCatalogos: boolean;
  valores?: NamedValues<Mapped> | undefined;
  fallbacks: Fallbacks;
}

/** The state of an import of obras. */
export interface State {
  names: Record<CatalogField, Map<number, string>>;
}
type ObrasRun = Run<ImportOptions, State>;

/** Counts the outcomes of rows, and returns the changes to be written. */
export async function decide(run: ObrasRun, rows: ObraRow[]): Promise<WorkChange[]> {
  const { db, isXlsx, report } = run;
  const claves = rows.flatMap(({ clave }) => (clave && isStorable(clave) ? clave : []));
  const ownIds = rows.flatMap(({ id }) => id ?? []);
  const ids = await findClaves(db, claves, ownIds);
  const byId = new Map([...ids].map(([clave, id]) => [id, clave]));
  const alike = await findAlikeOf(db, rows, ids);
  const known = rows.flatMap(({ fila, clave, stated }) => {
    const id = clave === null ? undefined : ids.get(clave);
    if (id === undefined || !Object.values(stated).every(isWritable)) return [];
    const recorte = isXlsx && Object.values(stated).some(isCut);
    return [{ ...stated, fila, id, recorte }];
  });
  const compared = known.length > 0 ? await compareObras(db, known) : new Map<number, Compared>();
  // A description with a place in words is compared below.
  const changed = [...compared.values()].filter(
    ({ changes, descripcion }) => changes.length > 0 || descripcion !== null,
  );
  const standing =
    changed.length > 0
      ? await findStanding(
          db,
          changed.map(({ id }) => id),
        )
      : undefined;
  const doubtful = rows.filter(({ rejections }) =>
    rejections.some(({ when }) => isReference(when)),
  );
  const references = doubtful.map((row) => referencesOf(row, compared));
  const broken = doubtful.length > 0 ? await findBrokenOf(db, references, []) : [];
  const nameIn = (field: CatalogField, id: number) => run.state.names[field].get(id);
  return rows.flatMap((row) => {
    const obra = compared.get(row.fila);
    // Rows with shifted cells are left out of the sample: their values would mislead.
    const isWhole = row.rejections.every(({ campo, field }) => (campo ?? field) !== '');
    report.addRow(row.fila, isWhole ? () => understood(run.state, row, obra) : undefined);
    const brokenHere = broken.filter(({ fila }) => fila === row.fila);
    const registered = row.id === undefined ? undefined : byId.get(row.id);
    if (row.clave !== null && registered !== undefined && registered !== row.clave) {
      row.rejections.push(otherKey(run, row, registered));
    }
    describePlace(row, obra);
    const stands = obra && standing?.get(obra.id);
    const changes = () =>
      stands
        ? changesOfWork(obra, row.stated, stands, understood(run.state, row, obra), nameIn)
        : [];
    if (!decideRow(run, row, obra, brokenHere, changes)) return [];
    const like = alike.get(row.clave ?? '');
    if (like !== undefined) report.warn(row.fila, nearlyThere(run, row, like));
    return changeOf(run.state, row, obra);
  });
}

/** The registry's keys that are similar to new keys. */
async function findAlikeOf(db: Db, rows: ObraRow[], ids: Map<string, number>) {
  const fresh = rows.flatMap(({ clave }) =>
    clave && isStorable(clave) && isBrief(clave) && !ids.has(clave) ? clave : [],
  );
  return fresh.length > 0 ? findAlike(db, fresh) : new Map<string, string>();
}

/** The refusal of a row whose id is that of an obra with another key: a spreadsheet program may have changed 0042 to 42. */
function otherKey({ report }: ObrasRun, { id, clave }: ObraRow, registered: string): Rejection {
  const next =
    'Corrija la clave. Si el archivo es de otro registro, indique que la columna del id no se lee.';
  return report.finding('claveUnica', clave, {
    text: `La obra ${id} tiene en el registro la clave ${quoted(registered)}, y la fila dice ${quoted(clave ?? '')}. ${next}`,
    general: `Hay filas cuya clave no es la que tiene en el registro la obra de su id. ${next}`,
    sugerencia: registered,
  });
}

/** The warning about a new key that is similar to one of the registry. */
function nearlyThere({ report }: ObrasRun, { clave }: ObraRow, like: string): Warning {
  const how = 'ceros a la izquierda, en «.0» o en mayúsculas';
  const next = 'si es la misma obra, escriba su clave como está ahí.';
  return report.finding('claveUnica', clave, {
    text: `La clave ${quoted(clave ?? '')} es nueva y sólo difiere de ${quoted(like)}, del registro, en ${how}: ${next}`,
    general: `Hay claves nuevas que sólo difieren de una del registro en ${how}: ${next}`,
    sugerencia: like,
  });
}

const isReference = (field: string | undefined) => CATALOG_FIELDS.includes(field as CatalogField);

/** A row's references, for the check in the database. */
const referencesOf = ({ fila, stated }: ObraRow, compared: Map<number, Compared>): Row => ({
  ...Object.fromEntries(CATALOG_FIELDS.map((field) => [field, stated[field]])),
  fila,
  ...(compared.has(fila) && { id: compared.get(fila)?.id as number }),
});

const check = createRuleCheck(ChangedObra);

/** The rules of POST and PATCH /obras that a row breaks. */
function brokenRules({ report }: ObrasRun, { clave, stated }: ObraRow): Rejection[] {
  const { punto } = stated;
  const own = {
    claveUnica: clave ?? undefined,
    ...picked(stated, OBRA_TEXTS),
    ...picked(stated, OBRA_NUMBERS),
  };
  const placed = picked(stated, UBICACION_TEXTS);
  const ubicacion = {
    ...placed,
    // A missing value breaks no rule.
    direccion: stated.direccion ?? '-',
    tipoGeometria: 'PUNTO',
    geometriaJson: { type: 'Point', coordinates: punto ?? [0, 0] },
  };
  const body = { ...own, ubicaciones: [ubicacion] };
  const values: Record<string, unknown> = { ...own, ...placed };
  return check(body).map((failure) => {
    const field = failure.field.replace('ubicaciones[0].', '');
    const valor = values[field] === undefined ? null : String(values[field]);
    if (field in values) return { ...failure, field, columna: report.columnOf(field), valor };
    const columna = report.columnOf('longitud');
    return { ...failure, field: 'punto', campo: 'longitud', columna, valor: `${punto}` };
  });
}

/** The values of some fields; undefined for a missing one. */
const picked = <N extends keyof Stated>(stated: Stated, names: N[]) =>
  Object.fromEntries(names.map((name) => [name, stated[name]])) as Pick<Stated, N>;

/** True for a value that the database can store. The rules refuse any other. */
const isWritable = (value: unknown) => typeof value !== 'string' || isStorable(value);

const isCut = (value: unknown) =>
  typeof value === 'string' && value.length === LONGEST_CELL && value.endsWith('…');

/** Counts the outcome of a row. Returns true where it changes something. */
function decideRow(
  run: ObrasRun,
  row: ObraRow,
  obra: Compared | undefined,
  broken: Broken[],
  readChanges: () => FieldChange[],
): boolean {
  const { report, follower, options } = run;
  const { fila, clave, stated, rejections, warnings, cells } = row;
  const counting = rejections.filter(({ when }) => {
    if (when === undefined) return true;
    if (isReference(when)) return broken.some(({ campo }) => campo === when);
    return !obra || (when !== 'new' && obra.changes.includes(when as Field));
  });
  counting.push(...brokenRules(run, row));
  if (row.isRepeated && counting.length === 0) {
    for (const warning of warnings) if (warning.once) report.warn(fila, warning);
    report.count(fila, 'sinCambio');
    return false;
  }
  if (obra && obra.changes.length > 0 && counting.length === 0) {
    const changes = readChanges();
    report.change({ fila, clave: clave ?? '' }, changes);
    counting.push(
      ...(options.actualizar
        ? report.askAbout(fila, changes)
        : [isThereAlready(run, clave ?? '', obra.changes)]),
    );
  }
  if (counting.length > 0) {
    report.reject(fila, counting);
    follower.refused?.onRow(fila, cells ?? [], counting);
    return false;
  }
  const isPlaced = obra !== undefined && obra.ubicacion !== null;
  if (isPlaced && !obra.isPoint && stated.punto) {
    const text =
      'La obra tiene otras ubicaciones y se quedan como están; cámbielas en la obra misma.';
    report.warn(fila, report.finding('longitud', stated.punto.join(', '), { text }));
  }
  if (obra && obra.changes.length === 0) {
    report.count(fila, 'sinCambio');
    return false;
  }
  if (!isPlaced && stated.punto === undefined) warnOfUnplaced(run, row);
  for (const warning of warnings) {
    const isNew = !obra || obra.changes.includes('punto') || obra.changes.includes('municipioId');
    if (isNew || warning.once !== undefined) report.warn(fila, warning);
  }
  report.count(fila, obra ? 'actualizadas' : 'creadas');
  return true;
}

/** The refusal of a row that says something else of a registered obra, unless such rows are to change it. */
const isThereAlready = ({ report }: ObrasRun, clave: string, changes: Field[]): Rejection =>
  report.finding('claveUnica', clave, {
    codigo: 'yaExiste',
    text: `Ya existe una obra con la clave única ${quoted(clave)} y el archivo dice otra cosa en ${listedFields(changes)}.`,
    general: 'Ya existen obras con estas claves únicas, y el archivo dice otra cosa.',
  });

function changeOf(
  { names }: State,
  { fila, clave, stated, fallback }: ObraRow,
  obra: Compared | undefined,
): WorkChange {
  const values = obra ? { ...stated, id: obra.id } : { ...fallback, ...stated };
  // A text that equals the beginning of the registered one was cut by its cell.
  for (const field of OBRA_TEXTS) {
    if (obra && !obra.changes.includes(field)) delete values[field];
  }
  const { punto, direccion, municipioId } = values;
  const texts = picked(values, UBICACION_TEXTS);
  const point = {
    tipoGeometria: 'PUNTO' as const,
    geometriaJson: { type: 'Point' as const, coordinates: punto as [number, number] },
  };
  const change = { ...values, fila, claveUnica: clave as string };
  if (obra && obra.ubicacion !== null) {
    const different = Object.entries(texts).filter(([field]) =>
      obra.changes.includes(field as keyof Stated),
    );
    const place: ListPosition = {
      ...Object.fromEntries(different),
      ...(obra.changes.includes('punto') && point),
      // The ubicación moves to the obra's new municipio.
      ...(obra.isInMunicipio && { municipioId }),
    };
    const isAnyChanged = Object.values(place).some((value) => value !== undefined);
    return isAnyChanged ? { ...change, lugar: { ...place, id: obra.ubicacion } } : change;
  }
  if (!punto) return change;
  const municipio = names.municipioId.get(municipioId ?? (obra?.municipioId as number));
  return {
    ...change,
    lugar: { ...texts, direccion: direccion ?? `${municipio}, Yucatán`, ...point, orden: 1 },
  };
}

const lines = (text: string) => text.replace(/\r\n?/g, '\n');

/** The beginning of a description's line with the place of a work without an ubicación. */
const LINE_OF_PLACE = 'Lugar: ';

/** A row's place in words, as one line; undefined where the row has no such words, or has coordinates. */
function placeInWords({ stated }: ObraRow): string | undefined {
  const texts = UBICACION_TEXTS.flatMap((field) => stated[field] ?? []);
  if (stated.punto || texts.length === 0) return undefined;
  const parts = texts.flatMap((text) => lines(text).split('\n'));
  const filled = parts.map((part) => part.trim().replace(/,$/, '')).filter((part) => part !== '');
  return LINE_OF_PLACE + filled.join(', ');
}

/** The line with the place, at the end of a description. */
const LAST_LINE = /(?:^|\r?\n|\r)Lugar: ([^\r\n]+)$/;

/**
 * Writes a place in words into the work's description, where the work has no ubicación: every ubicación has a geometry
 * (specification, «Ubicacion»). So lists, searches and exports have the place. The line replaces that of an earlier import. The
 * file's own description stays whole. When a later row has coordinates, the line becomes the address of the ubicación, unless
 * the row has another.
 */
function describePlace(row: ObraRow, obra: Compared | undefined): void {
  if (obra && obra.ubicacion !== null) return;
  const { stated } = row;
  const registered = obra?.descripcion ?? '';
  const line = placeInWords(row);
  // A text that equals the beginning of the registered one was cut by its cell.
  const isAsRegistered = obra !== undefined && !obra.changes.includes('descripcion');
  if (line === undefined) {
    const place = isAsRegistered && stated.punto ? LAST_LINE.exec(registered)?.[1] : undefined;
    if (place === undefined) return;
    stated.direccion ??= place;
    stated.descripcion = registered.replace(LAST_LINE, '');
    obra?.changes.push('descripcion');
    return;
  }
  const described = isAsRegistered ? registered.replace(LAST_LINE, '') : (stated.descripcion ?? '');
  const isThere = lines(described).split('\n').includes(line);
  stated.descripcion = isThere || described === '' ? described || line : `${described}\n${line}`;
  if (!obra) return;
  obra.changes = obra.changes.filter((field) => field !== 'descripcion');
  if (lines(stated.descripcion) === lines(registered)) return;
  obra.changes.push('descripcion', ...UBICACION_TEXTS.filter((field) => stated[field]));
}

/** Warns that a place in words alone is not on the map. */
function warnOfUnplaced({ report }: ObrasRun, row: ObraRow): void {
  const field = UBICACION_TEXTS.find((each) => row.stated[each] !== undefined);
  if (!field || placeInWords(row) === undefined) return;
  report.warn(row.fila, {
    columna: report.columnOf(field),
    valor: row.stated[field] as string,
    field,
    text: 'se guarda como «Lugar: …» en la descripción, donde se encuentra al buscar; la fila no trae longitud y latitud, y la obra no está en el mapa.',
  });
}

/** The names of the catalogs' records, by their ids. */
export function namesIn(catalogs: Catalogs): State['names'] {
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

/** The values that were read from a row, by the fields of sheets. A new obra has the fallbacks, too. */
function understood(
  { names }: State,
  { clave, stated, fallback }: ObraRow,
  obra: Compared | undefined,
): Partial<Record<CampoDeObras, string | number | null | undefined>> {
  const values = obra ? stated : { ...fallback, ...stated };
  const { monto, anio, dependencia, siglas, tipoProyecto, punto = [] } = values;
  const named = (field: CatalogField) => names[field].get(values[field] ?? 0);
  const pesos = monto?.toFixed(2);
  return {
    claveUnica: clave,
    ...picked(values, OBRA_TEXTS),
    ...picked(values, OBRA_NUMBERS),
    monto: Number(pesos) === monto ? pesos : monto,
    ejercicioFiscal: anio ?? named('ejercicioFiscalId'),
    dependencia: dependencia ?? named('dependenciaId'),
    siglas,
    municipio: named('municipioId'),
    tipoProyecto: tipoProyecto ?? named('tipoProyectoId'),
    estatus: named('estatusObraId'),
    ...picked(values, UBICACION_TEXTS),
    longitud: punto[0],
    latitud: punto[1],
  };
}

/** The fields as a sentence lists them: «el nombre y el monto». */
const listedFields = (fields: Field[]) =>
  allOf(fields.map((field) => COMPARED_FIELDS[field]?.called ?? 'las coordenadas'));
const COMPARED_FIELDS: Partial<Record<Field, { called: string }>> = { ...UBICACION, ...OBRA };

/**
 * Corrects the counts for rows that were not written because the registry changed meanwhile. Somebody registered or deleted the
 * obra, or deactivated a catalog's record.
 *
 * @param isAgain the batch was tried more than once: a commit whose answer was lost may have written it
 */
export async function recount(
  { db, report }: ObrasRun,
  left: WorkChange[],
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
    const text =
      'El registro cambió mientras se importaba: alguien registró o eliminó la obra, o desactivó un registro de catálogo; importe el archivo de nuevo.';
    report.reject(fila, [report.finding('claveUnica', claveUnica, { text })]);
  }
}
