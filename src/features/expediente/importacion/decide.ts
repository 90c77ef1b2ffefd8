import '../constraints.ts';
import '../../../core/obras/partes.ts';
import { remark } from '../../../core/base/errors.ts';
import { money } from '../../../core/base/pesos.ts';
import { allOf } from '../../../core/base/text.ts';
import type { Db, Statement } from '../../../core/db/db.ts';
import { AMOUNT_MOVED } from '../../../core/obras/reglas.ts';
import { quoted } from '../../../hojas/celdas/index.ts';
import {
  amountChange,
  createRuleCheck,
  type FieldChange,
  type Place,
  type Rejection,
  type Run,
  type SheetOptions,
} from '../../../hojas/index.ts';
import type { Equivalents } from '../../../hojas-de-obras/equivalentes.ts';
import { type CatalogRecord, INACTIVE } from '../../../hojas-de-obras/nombres.ts';
import { changesIn } from '../../seguimiento/importacion/changes.ts';
import {
  detailOf,
  isAskable,
  refusalsBy,
  unknownKey,
  writtenOf,
} from '../../seguimiento/importacion/desenlaces.ts';
import { EXPEDIENTE } from '../campos.ts';
import { ChangedExpediente } from '../schema.ts';
import { DATOS, type MAPPED } from './columnas.ts';
import type { ExpedienteRow, FuenteDicha } from './fila.ts';
import { type Joined, joinRows, refuseTogether } from './juntar.ts';

// Decides the works of a sheet, each from all of its rows: they are known after the last one. They are written in a trial that is
// rolled back. So a sheet and a form obey the same rules, those of the database.

/** The importer's options for a file of records. */
export interface ImportOptions extends SheetOptions {
  actualizar: boolean;
  equivalents: Equivalents<(typeof MAPPED)[number]>;
  fondos: CatalogRecord[];
}

/** The state of an import of records. */
export interface State {
  /** The id of the importer; null where the importer has no account. */
  caller: string | null;
  fondos: Map<number, CatalogRecord>;
  /** The rows of each work on disk, in the order of the file, by its key behind a letter (`createKeyMemory`). */
  works: Map<string, Place[]>;
  /** The outcomes of works that were not written with their batch. */
  left: Map<number, Outcome>;
}
type ExpedienteRun = Run<ImportOptions, State>;

/** A work to be written, by the first of its rows. */
export interface Change {
  fila: number;
  clave: string;
  rows: Place[];
  bytes: number;
  /** True where it adds a record in the trial. */
  isNew: boolean;
}

type Columns = Record<string, unknown>;
/** The registered values that a work's rows change, by column. */
type Before = Columns & { fuentes?: { fondoId: number; monto: number }[] };

/** The outcome of a work (expediente.sql, import_expedientes). */
interface Outcome {
  fila: number;
  resultado: 'nueva' | 'cambiada' | 'igual' | null;
  antes: string | null;
  existe: string | null;
  regla: string | null;
  detalle: string | null;
}

/** A work of the file, as all its rows say it. */
interface Work extends Joined {
  clave: string;
  rows: ExpedienteRow[];
}

/** Works that are tried at a time. */
const WORKS_PER_TRIAL = 100;

/** Keeps the rows until all of the file are known. Rows without a work are refused at once. */
export async function collect(run: ExpedienteRun, rows: ExpedienteRow[]): Promise<Change[]> {
  const { report, state, aside, follower } = run;
  for (const row of rows) {
    const { fila, clave, datos, fuentes } = row;
    const said = fuentes.flatMap(({ campo, fondoId, monto }) => [
      [campo, nameOf(run, fondoId)],
      [campo.replace('fondo', 'monto'), monto],
    ]);
    report.addRow(fila, () => ({ claveUnica: clave, ...datos, ...Object.fromEntries(said) }));
    if (clave !== null && isAskable(clave)) {
      const places = state.works.get(`k${clave}`);
      if (places) places.push(aside.put(row));
      else state.works.set(`k${clave}`, [aside.put(row)]);
      continue;
    }
    const why = [...row.rejections, ...(clave === null ? [] : [unknownKey(report, clave)])];
    report.reject(fila, why);
    follower.refused?.onRow(fila, row.cells ?? [], why);
  }
  await aside.flush();
  return [];
}

/** Counts the outcomes of all rows, and returns the changes to be written. */
export async function decideAll(run: ExpedienteRun): Promise<Change[]> {
  const works = [...run.state.works];
  run.state.works.clear();
  const changes: Change[] = [];
  for (let i = 0; i < works.length; i += WORKS_PER_TRIAL) {
    run.follower.signal.throwIfAborted();
    changes.push(...(await decide(run, works.slice(i, i + WORKS_PER_TRIAL))));
  }
  return changes;
}

async function decide(run: ExpedienteRun, keyed: [string, Place[]][]): Promise<Change[]> {
  const { report, db, follower } = run;
  const works: (Work & { places: Place[]; changed: FieldChange[] })[] = [];
  for (const [key, places] of keyed) {
    const clave = key.slice(1);
    const work = await workOf(run, clave, places);
    const broken = brokenRules(run, work);
    work.rejections.get(work.rows[0]?.fila as number)?.push(...broken);
    refuseTogether(report, work.rejections);
    works.push({ ...work, places, changed: [] });
  }
  const sound = works.filter(({ rejections }) => [...rejections.values()].flat().length === 0);
  const tried = sound.filter(saysAnything);
  const outcomes = tried.length === 0 ? [] : await attempt(run, db, [], tried.map(rowOf), true);
  const byRow = new Map(outcomes.map((outcome) => [outcome.fila, outcome]));
  return works.flatMap((work): Change[] => {
    const { clave, rows, rejections, places, warnings } = work;
    const [{ fila }] = rows as [ExpedienteRow];
    const outcome = byRow.get(fila);
    const why = rejections.get(fila) as Rejection[];
    const before = outcome?.antes ?? outcome?.existe;
    const changed = before ? changesOf(run, work, JSON.parse(before)) : [];
    if (outcome?.antes) why.push(...report.askAbout(fila, changed));
    if (outcome && !outcome.resultado) why.push(...refusalsOf(run, work, outcome));
    report.change({ fila, clave }, changed);
    refuseTogether(report, rejections);
    if (why.length > 0) {
      for (const row of rows) {
        const own = rejections.get(row.fila) as Rejection[];
        report.reject(row.fila, own);
        follower.refused?.onRow(row.fila, row.cells ?? [], own);
      }
      return [];
    }
    for (const row of rows) for (const warning of row.warnings) report.warn(row.fila, warning);
    for (const [at, warning] of warnings) report.warn(at, warning);
    const isSame = !outcome || outcome.resultado === 'igual';
    const counted = isSame
      ? 'sinCambio'
      : outcome.resultado === 'nueva'
        ? 'creadas'
        : 'actualizadas';
    report.count(fila, counted);
    for (const row of rows.slice(1)) report.count(row.fila, 'sinCambio');
    if (isSame) return [];
    const bytes = places.reduce((sum, { length }) => sum + length, 0);
    return [{ fila, clave, rows: places, bytes, isNew: counted === 'creadas' }];
  });
}

async function workOf(run: ExpedienteRun, clave: string, places: Place[]): Promise<Work> {
  const rows = await Promise.all(places.map((place) => run.aside.read<ExpedienteRow>(place)));
  const { unaVez = false } = run.options;
  return { clave, rows, ...joinRows(run.report, rows, unaVez, (id) => nameOf(run, id)) };
}

/** The name of a fund in sentences. */
const nameOf = ({ state }: ExpedienteRun, fondoId: number): string =>
  state.fondos.get(fondoId)?.nombre ?? String(fondoId);

const saysAnything = ({ datos, fuentes }: Work) =>
  Object.keys(datos).length > 0 || fuentes.length > 0;

/** A work as the database takes it. Sources that no row says stay as they are. */
const rowOf = ({ clave, rows, datos, fuentes }: Work) => ({
  fila: rows[0]?.fila,
  clave,
  valores: {
    ...Object.fromEntries(DATOS.map((name) => [EXPEDIENTE[name].column, datos[name]])),
    ...(fuentes.length > 0 && { fuentes: listed(fuentes) }),
  },
});
const listed = (fuentes: FuenteDicha[]) =>
  fuentes.map(({ fondoId, monto }) => ({ fondoId, monto }));

/** Writes works and returns their outcomes. A trial is rolled back. */
async function attempt(
  { options, state }: ExpedienteRun,
  db: Db,
  before: Statement[],
  rows: object[],
  isTrial: boolean,
): Promise<Outcome[]> {
  const results = await db.batch([
    ...before,
    [
      `SELECT * FROM jsonb_to_recordset(import_expedientes($1, $2, $3, $4))
         AS o (fila integer, resultado text, antes jsonb, existe jsonb, regla text, detalle text)`,
      [JSON.stringify(rows), state.caller, options.actualizar, isTrial],
    ],
  ]);
  return results.at(-1) as Outcome[];
}

/** Writes a batch in one transaction. Returns the rows that were written. */
export async function write(
  run: ExpedienteRun,
  db: Db,
  batch: Change[],
  right: Statement[],
): Promise<Set<number>> {
  const works = await Promise.all(batch.map(({ clave, rows }) => workOf(run, clave, rows)));
  const outcomes = await attempt(run, db, right, works.map(rowOf), false);
  return writtenOf(outcomes, run.state.left);
}

/** Corrects the counts for works that were not written. */
export async function recount(
  run: ExpedienteRun,
  changes: Change[],
  isAgain: boolean,
): Promise<void> {
  const { report, state } = run;
  for (const { fila, clave, rows, isNew } of changes) {
    const outcome = state.left.get(fila) as Outcome;
    state.left.delete(fila);
    if (isAgain && outcome.resultado === 'igual') continue;
    if (isNew) report.creadas -= 1;
    else report.actualizadas -= 1;
    if (outcome.resultado === 'igual') {
      report.sinCambio += 1;
      continue;
    }
    const work = await workOf(run, clave, rows);
    work.rejections.get(fila)?.push(...refusalsOf(run, work, outcome));
    refuseTogether(report, work.rejections);
    for (const [at, why] of work.rejections) report.reject(at, why);
    report.sinCambio -= rows.length - 1;
  }
}

// What is wrong with a work -----------------------------------------------------------------------

const check = createRuleCheck(ChangedExpediente);

/** The rules of a body that the joined rows break. */
function brokenRules({ report }: ExpedienteRun, { datos, fuentes }: Work): Rejection[] {
  const { metaCantidad, metaUnidad, ...plain } = datos;
  const isMeta = metaCantidad !== undefined || metaUnidad !== undefined;
  // Of a goal the registry may have the other half.
  const meta = isMeta && { meta: { cantidad: metaCantidad ?? 1, unidad: metaUnidad ?? '-' } };
  // How many there may be was said already.
  const body = { ...plain, ...meta, fuentes: listed(fuentes).slice(0, 12) };
  return check(body).map((failure) => {
    const [, at] = /^fuentes\[(\d+)\]/.exec(failure.field) ?? [];
    const fuente = at === undefined ? undefined : fuentes[Number(at)];
    const field = fuente
      ? fuente.campo.replace('fondo', 'monto')
      : (IN_META[failure.field] ?? failure.field);
    const valor = fuente?.monto ?? datos[field as keyof typeof datos] ?? null;
    return {
      ...failure,
      field,
      columna: report.columnOf(field),
      valor: valor === null ? null : String(valor),
    };
  });
}
const IN_META: Record<string, string> = {
  'meta.cantidad': 'metaCantidad',
  'meta.unidad': 'metaUnidad',
};

/** The reasons that the database refused a work. */
function refusalsOf(run: ExpedienteRun, work: Work, outcome: Outcome): Rejection[] {
  const { report } = run;
  const { clave, datos, fuentes } = work;
  const { existe } = outcome;
  const regla = outcome.regla ?? '';
  if (existe) {
    const columns = Object.keys(JSON.parse(existe));
    const fields = { ...EXPEDIENTE, fuentes: { column: 'fuentes', called: 'las fuentes' } };
    const named = Object.values(fields).flatMap(({ column, called }) =>
      columns.includes(column) ? [called] : [],
    );
    return [
      report.finding('claveUnica', clave, {
        codigo: 'yaExiste',
        text: `La obra ${quoted(clave)} ya tiene su expediente y el archivo dice otra cosa en ${allOf(named)}.`,
        general: 'Ya hay expedientes de estas obras, y el archivo dice otra cosa.',
      }),
    ];
  }
  if (regla === 'caller_obra') return [unknownKey(report, clave)];
  if (regla === 'expedientes_meta_check') {
    const text = 'La meta lleva su cantidad y su unidad: las dos o ninguna.';
    return [report.finding('metaCantidad', String(datos.metaCantidad ?? ''), { text })];
  }
  const fuente = fuentes[detailOf(outcome.detalle)?.lugar ?? -1];
  const wasActive = fuente && run.state.fondos.get(fuente.fondoId)?.activo;
  const why = regla === 'expedientes_fuentes_inactivo' && !wasActive ? INACTIVE : OF_FONDO[regla];
  if (fuente && why) {
    const name = nameOf(run, fuente.fondoId);
    const finding = { ...remark(fuente.campo, `${quoted(name)} ${why}`), general: why };
    const columna = report.columnOf(fuente.campo);
    return [{ ...finding, columna, valor: name, codigo: 'valorDesconocido' }];
  }
  return refusalsBy(report, outcome, clave, datos);
}
/** A fund may be merged or deactivated after the file was read. The next reading knows into which. */
const OF_FONDO: Record<string, string> = {
  expedientes_fuentes_fondo: 'ya no está en el catálogo; importe el archivo de nuevo.',
  expedientes_fuentes_inactivo:
    'se desactivó o se fusionó con otro mientras se importaba; importe el archivo de nuevo.',
};

// What changes ------------------------------------------------------------------------------------

/** The fields that a work's rows change. The sources are one: they are asked about where their sum moves much or other funds pay. */
function changesOf(run: ExpedienteRun, { datos, fuentes }: Work, before: Before): FieldChange[] {
  const columns = Object.fromEntries(DATOS.map((name) => [EXPEDIENTE[name].column, datos[name]]));
  const changes = changesIn(EXPEDIENTE, columns, before);
  if (!before.fuentes) return changes;
  const inWords = (list: { fondoId: number; monto: number }[]) =>
    list.length === 0
      ? null
      : list.map(({ fondoId, monto }) => `${nameOf(run, fondoId)}: ${money(monto)}`).join('\n');
  const sumOf = (list: { monto: number }[]) =>
    (list.reduce((sum, { monto }) => sum + Math.round(monto * 100), 0) / 100).toFixed(2);
  const campo = 'fondo1';
  const sums = {
    campo,
    antes: before.fuentes.length > 0 ? sumOf(before.fuentes) : null,
    despues: sumOf(fuentes),
  };
  const [antes, despues] = [inWords(before.fuentes), inWords(fuentes)];
  const change: FieldChange = {
    ...amountChange(sums, AMOUNT_MOVED),
    ...{ antes, despues, isWhole: true },
  };
  const funds = (list: { fondoId: number }[]) => list.map(({ fondoId }) => fondoId).sort();
  if (antes !== null && String(funds(before.fuentes)) !== String(funds(fuentes))) {
    const general = 'cambia de quién es el dinero de la obra.';
    const text = `pasa de ${antes} a ${despues}: ${general}`.replaceAll('\n', '; ');
    change.duda ??= { text, general };
  }
  return [...changes, change];
}
