import '../constraints.ts';
import { createHash } from 'node:crypto';
import { remark } from '../../../core/base/errors.ts';
import { money } from '../../../core/base/pesos.ts';
import { allOf } from '../../../core/base/text.ts';
import { dayInWords } from '../../../core/base/time.ts';
import type { Db, Statement } from '../../../core/db/db.ts';
import type { Field } from '../../../core/obras/campos.ts';
import {
  type Fields,
  missingColumn,
  quoted,
  type UnidadDePorciento,
  Unreadable,
} from '../../../hojas/celdas/index.ts';
import {
  type Aside,
  createRuleCheck,
  type FieldChange,
  type Place,
  type Rejection,
  type Run,
  type SheetOptions,
  type Warning,
} from '../../../hojas/index.ts';
import { AVANCE, CONTRATO } from '../campos.ts';
import { ChangedAvance, ChangedContrato } from '../schema.ts';
import { changedParts } from './changes.ts';
import { OF_SEGUIMIENTO } from './columnas.ts';
import { isAskable, refusalsBy, unknownKey, writtenOf } from './desenlaces.ts';
import type { SeguimientoRow } from './fila.ts';

// Decides the rows of a sheet of follow-up. The rows are written in a trial that is rolled back. So a sheet and a form obey the
// same rules, those of the database.

/** The importer's options for a file of follow-up. */
export interface ImportOptions extends SheetOptions {
  actualizar: boolean;
  /** The day of rows without one, AAAA-MM-DD. */
  fechaCorte?: string | undefined;
  /** The meaning of bare numbers up to 1. */
  unidadAvance?: UnidadDePorciento | undefined;
}

/** The state of an import of follow-up. */
export interface State {
  /** The id of the importer; null where the importer has no account. */
  caller: string | null;
  /** The accepted parts of earlier rows, by their works' keys. Later rows are tried together with them. */
  taken: Map<string, Taken>;
  /** Rows that the next rows may make valid. They are tried once more, together. */
  waiting: SeguimientoRow[];
  /** Progress in numbers without a percent sign: the greatest, and whether a row changes one to 1. */
  bare: { most: number; isAnyOne: boolean };
  /** The outcomes of rows that were not written with their batch. */
  left: Map<number, Outcome>;
}
type SeguimientoRun = Run<ImportOptions, State>;

type Columns = Record<string, unknown>;

/** A row to be written. Its parts have the names of their columns. */
export interface Change {
  fila: number;
  clave: string;
  avance?: Columns;
  contrato?: Columns;
  /** True where it adds a record in the trial. */
  isNew: boolean;
}

type Result = 'nueva' | 'cambiada' | 'igual';

/** The outcome of a row (seguimiento.sql, import_seguimiento). */
export interface Outcome {
  fila: number;
  resultado: Result | null;
  /** The outcomes of its parts, where it was written. */
  avance: Result | null;
  contrato: Result | null;
  /** The registered values that it changes (`Before`), where it was written, as JSON. */
  antes: string | null;
  /** The missing columns of a contract that was left out beside a report. */
  aviso: string[] | null;
  /** The amount paid (MXN) before a new report without one, and its day. */
  pagado: string | null;
  pagado_al: string | null;
  regla: string | null;
  detalle: string | null;
}

/** Writes rows and returns their outcomes. A trial is rolled back. */
async function attempt(
  { options, state }: SeguimientoRun,
  db: Db,
  before: Statement[],
  rows: object[],
  isTrial: boolean,
): Promise<Outcome[]> {
  const results = await db.batch([
    ...before,
    [
      `SELECT * FROM jsonb_to_recordset(import_seguimiento($1, $2, $3, $4))
         AS o (fila integer, resultado text, avance text, contrato text, antes jsonb, aviso text[], pagado numeric, pagado_al text, regla text, detalle text)`,
      [JSON.stringify(rows), state.caller, options.actualizar, isTrial],
    ],
  ]);
  return results.at(-1) as Outcome[];
}

/** Counts the outcomes of rows, and returns the changes to be written. */
export async function decide(run: SeguimientoRun, rows: SeguimientoRow[]): Promise<Change[]> {
  const { db, report, state, aside } = run;
  const { taken } = state;
  const again = state.waiting;
  state.waiting = [];
  const read = [...again, ...rows].map((row) => ({
    row,
    rejections: [...row.rejections, ...brokenRules(run, row)],
    change: newIn(row, taken.get(row.clave ?? '')),
    changed: [] as FieldChange[],
  }));
  const trial = async () => {
    const tried = read.flatMap((each) => (each.rejections.length === 0 && each.change) || []);
    if (tried.length === 0) return new Map<number, Outcome>();
    const outcomes = await attempt(run, db, [], await withEarlier(run, tried), true);
    return new Map(outcomes.map((outcome) => [outcome.fila, outcome]));
  };
  let byRow = await trial();
  let isAnyAsked = false;
  for (const each of read) {
    const { row, rejections, change } = each;
    const outcome = byRow.get(row.fila);
    if (rejections.length > 0) continue;
    if (isFraction(row) && !isThere(row, outcome)) rejections.push(fractionOrPercent(run, row));
    else if (change && outcome?.antes) {
      each.changed = changedParts(change, JSON.parse(outcome.antes));
      rejections.push(...report.askAbout(row.fila, each.changed));
    }
    isAnyAsked ||= rejections.length > 0;
  }
  // Other rows are tried without them.
  if (isAnyAsked) byRow = await trial();
  const changes = read.flatMap(({ row, rejections, change, changed }): Change[] => {
    const { fila } = row;
    const outcome = byRow.get(fila);
    if (rejections.length === 0 && mayRise(outcome) && !again.includes(row)) {
      state.waiting.push(row);
      return [];
    }
    report.addRow(fila, () => ({ claveUnica: row.clave, ...row.avance, ...row.contrato }));
    const reject = (why: Rejection[]) => {
      report.reject(fila, why);
      run.follower.refused?.onRow(fila, row.cells ?? [], why);
      return [];
    };
    const tell = (fields: FieldChange[]) => report.change({ fila, clave: row.clave ?? '' }, fields);
    if (rejections.length > 0) {
      // With changes, these are questions about them.
      tell(changed);
      return reject(rejections);
    }
    if (!change || !outcome) {
      for (const warning of row.warnings) if (warning.once) report.warn(fila, warning);
      report.count(fila, 'sinCambio');
      return [];
    }
    seePercent(state, row, outcome);
    if (!outcome.resultado) {
      const refusals = refusalsOf(run, change, outcome);
      if (refusals.every(({ codigo }) => codigo === 'yaExiste')) {
        const { avance, contrato } = JSON.parse(outcome.detalle ?? '{}') as Differing;
        const antes = { avance: avance?.existe ?? null, contrato: contrato?.existe ?? null };
        tell(changedParts(change, antes));
      }
      return reject(refusals);
    }
    for (const warning of row.warnings) report.warn(fila, warning);
    if (outcome.aviso) report.warn(fila, leftOut(run, change, outcome.aviso));
    if (outcome.resultado === 'igual') {
      report.count(fila, 'sinCambio');
      return [];
    }
    tell(changed);
    const known = taken.get(change.clave) ?? nothingTaken();
    // Once for each work, since a long sheet has many such rows.
    if (outcome.pagado_al && row.isUnpaid && !known.isUnpaid) {
      known.isUnpaid = true;
      report.warn(fila, stillPaid(run, outcome));
    }
    take(known, change, outcome, aside);
    taken.set(change.clave, known);
    const isNew = outcome.resultado === 'nueva';
    report.count(fila, isNew ? 'creadas' : 'actualizadas');
    return [{ ...change, isNew }];
  });
  await aside.flush();
  return changes;
}

/**
 * Rows, preceded by the earlier parts of their works that the database checks together with them. Each row has the number of
 * other new reports and contracts of its work earlier in the file: they count for the limits of a work.
 */
async function withEarlier(
  { state: { taken }, aside }: SeguimientoRun,
  tried: Change[],
): Promise<object[]> {
  const rows: object[] = [];
  for (const clave of new Set(tried.map((row) => row.clave))) {
    const own = tried.filter((row) => row.clave === clave);
    const known = taken.get(clave);
    if (!known) {
      rows.push(...own);
      continue;
    }
    const days = own.flatMap(({ avance }) => (avance?.fecha_corte as string) ?? []);
    const reports = besides(known, days);
    const numbers = new Set(own.map(({ contrato }) => contrato && numberOf(contrato)));
    const places = [...numbers].flatMap((number) => known.contracts.get(number) ?? []);
    const contracts = await Promise.all(places.map((place) => aside.read<Columns>(place)));
    const reported = new Set(reports.map((avance) => avance.fecha_corte));
    const ademas = {
      avances: [...known.days].filter((day) => !reported.has(day)).length,
      contratos: [...known.numbers].filter((number) => !numbers.has(number)).length,
    };
    rows.push(
      ...reports.map((avance) => ({ clave, avance })),
      ...contracts.map((contrato) => ({ clave, contrato })),
      ...own.map((row) => ({ ...row, ademas })),
    );
  }
  return rows;
}

/** Writes a batch in one transaction. Returns the rows that were written. */
export async function write(
  run: SeguimientoRun,
  db: Db,
  batch: Change[],
  right: Statement[],
): Promise<Set<number>> {
  const outcomes = await attempt(run, db, right, batch, false);
  return writtenOf(outcomes, run.state.left);
}

/** Corrects the counts for rows that were not written. */
export async function recount(
  run: SeguimientoRun,
  changes: Change[],
  isAgain: boolean,
): Promise<void> {
  const { report, state } = run;
  for (const change of changes) {
    const outcome = state.left.get(change.fila) as Outcome;
    state.left.delete(change.fila);
    if (isAgain && outcome.resultado === 'igual') continue;
    if (change.isNew) report.creadas -= 1;
    else report.actualizadas -= 1;
    if (outcome.resultado === 'igual') report.sinCambio += 1;
    else report.reject(change.fila, refusalsOf(run, change, outcome));
  }
}

/** True for a row refused for a report that rows further down may make valid. */
export const mayRise = (outcome: Outcome | undefined): boolean =>
  /^avances_(retroceso|posterior)/.test(outcome?.regla ?? '');

/** The accepted parts of one work. */
interface Taken {
  /** Its reports. Remarks are replaced by a mark. */
  reports: Columns[];
  /** Places of its contracts on disk, by number, in the order of the file. */
  contracts: Map<unknown, Place[]>;
  /** Days of new reports, and numbers of new contracts. */
  days: Set<unknown>;
  numbers: Set<unknown>;
  /** Digests of whole reports and contracts: a repetition changes nothing. */
  digests: Set<string>;
  /** True where a report has no amount paid, and the registry has one. */
  isUnpaid: boolean;
}

const nothingTaken = (): Taken => ({
  reports: [],
  contracts: new Map(),
  days: new Set(),
  numbers: new Set(),
  digests: new Set(),
  isUnpaid: false,
});

/** 16 bytes of a digest: a long sheet has many. */
const digestOf = (part: Columns): string =>
  createHash('sha256').update(JSON.stringify(part)).digest().toString('latin1', 0, 16);

/** Capitals make no difference in numbers of contracts, as in the registry. */
const numberOf = ({ numero }: Columns): unknown => String(numero).toLowerCase();

function take(known: Taken, { avance, contrato }: Change, outcome: Outcome, aside: Aside): void {
  for (const part of [avance, contrato]) if (part) known.digests.add(digestOf(part));
  if (contrato && !outcome.aviso) {
    const number = numberOf(contrato);
    if (outcome.contrato === 'nueva') known.numbers.add(number);
    known.contracts.set(number, [...(known.contracts.get(number) ?? []), aside.put(contrato)]);
  }
  if (!avance) return;
  if (outcome.avance === 'nueva') known.days.add(avance.fecha_corte);
  const { observaciones, fecha_pagado: day, ...others } = avance;
  // An amount paid as of another day belongs to that day.
  if (day && day !== others.fecha_corte) delete others.monto_pagado;
  known.reports.push(observaciones === undefined ? others : { ...others, observaciones: 'x' });
}

/** A row's change, without parts that the file had before; undefined where nothing is left. */
function newIn(row: SeguimientoRow, known: Taken | undefined): Change | undefined {
  if (!row.avance && !row.contrato) return undefined;
  const { avance, contrato, ...change } = changeOf(row);
  const isNew = (part: Columns | undefined) => part && !known?.digests.has(digestOf(part));
  const parts = { ...(isNew(avance) && { avance }), ...(isNew(contrato) && { contrato }) };
  return Object.keys(parts).length > 0 ? ({ ...change, ...parts } as Change) : undefined;
}

/**
 * The reports of one work that the database needs to check these days. For each day that is its own report, and on either side
 * the nearest one and the nearest with a payment. So a row of a long sheet takes as long as one of a short sheet, in any order.
 */
function besides(known: Taken, days: string[]): Columns[] {
  if (days.length === 0) return [];
  const dayOf = ({ fecha_corte }: Columns) => String(fecha_corte);
  // The list is nearly sorted, so sorting takes linear time.
  known.reports.sort((one, other) => (dayOf(one) < dayOf(other) ? -1 : 1));
  const paid = known.reports.filter(({ monto_pagado }) => monto_pagado !== undefined);
  const chosen = new Set<Columns>();
  for (const day of days) {
    for (const list of [known.reports, paid]) {
      const first = firstFrom(list, (each) => dayOf(each) >= day);
      // A day may have two reports, from two rows.
      const next = firstFrom(list, (each) => dayOf(each) > day);
      for (const each of list.slice(Math.max(0, first - 1), next + 1)) chosen.add(each);
    }
  }
  return known.reports.filter((each) => chosen.has(each));
}

/** The first index of a sorted list for which the condition holds; the length where there is none. */
function firstFrom<T>(list: T[], holds: (each: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(list[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** True for a progress that may be a fraction: a bare 0.45 is 0.45 % in one sheet, and 45 % in another. */
const isFraction = ({ bare }: SeguimientoRow): boolean =>
  bare !== undefined && bare > 0 && bare < 1;

/** True where the registry already has the same number, which leaves no doubt. */
const isThere = ({ bare, avance }: SeguimientoRow, outcome: Outcome | undefined): boolean =>
  outcome?.resultado === 'igual' && bare === avance?.avanceFisico;

/** Remembers a number without a percent sign. A number that the registry already has is not in doubt. */
function seePercent({ bare }: State, { bare: percent }: SeguimientoRow, outcome: Outcome): void {
  if (percent === undefined) return;
  bare.most = Math.max(bare.most, percent);
  if (percent === 1 && outcome.resultado !== 'igual') bare.isAnyOne = true;
}

/**
 * Refuses a sheet in which 1 may mean 100 %. That is so where no bare number is greater, or where others are fractions. For
 * fractions the report has a question. The sheet is refused where that question is missing, or where the other rows would be
 * written.
 *
 * @throws Unreadable where the meaning of 1 is unknown
 */
export function refuseOnes({ options, report, state: { bare } }: SeguimientoRun): void {
  const hasUnitDoubt = report.hasRejected('unidadAvance');
  const mayBeAll = bare.isAnyOne && (bare.most <= 1 || hasUnitDoubt);
  if (!mayBeAll || (hasUnitDoubt && !options.parcial)) return;
  throw new Unreadable(
    `En la columna ${quoted(report.columnOf('avanceFisico'))} hay avances de «1» que no dicen %, y pueden ser 1 % o 100 %; dé formato de porcentaje a las celdas, o escriba el por ciento con su signo, como 45 %.`,
  );
}

/** The question about a progress without a percent sign: 0.45 is 45 % in some sheets. */
function fractionOrPercent(
  { report }: SeguimientoRun,
  { bare, avance }: SeguimientoRow,
): Rejection {
  const percent = Number(avance?.avanceFisico);
  const hundredfold = Math.round(Number(bare) * 10_000) / 100;
  return {
    ...remark('avanceFisico', `${bare} no dice %: puede ser ${percent} % o ${hundredfold} %.`),
    general:
      'los que van de 0 a 1 y no dicen % pueden ser por cientos (0.45 es 0.45 %) o fracciones (0.45 es 45 %).',
    columna: report.columnOf('avanceFisico'),
    valor: String(bare),
    codigo: 'unidadAvance',
  };
}

// Rules of the parts ------------------------------------------------------------------------------

const PART_RULES = {
  avance: createRuleCheck(ChangedAvance),
  contrato: createRuleCheck(ChangedContrato),
};

function brokenRules(run: SeguimientoRun, row: SeguimientoRow): Rejection[] {
  const { report } = run;
  const brokenIn = (part: 'avance' | 'contrato'): Rejection[] => {
    const values = row[part];
    if (!values) return [];
    return PART_RULES[part](values).map((failure) => ({
      ...failure,
      text: withLabels(failure.text),
      columna: report.columnOf(failure.field),
      valor: String((values as Columns)[failure.field] ?? ''),
    }));
  };
  const broken = [...brokenIn('avance'), ...brokenIn('contrato')];
  if (row.clave !== null && !isAskable(row.clave)) broken.push(unknownKey(report, row.clave));
  return broken;
}

/** The parts of a row by the names of their columns. */
function changeOf({ fila, clave, avance, contrato, fechaPagado }: SeguimientoRow): Change {
  return {
    fila,
    clave: clave as string,
    isNew: false,
    ...(avance && {
      avance: { ...inColumns(AVANCE, avance), ...(fechaPagado && { fecha_pagado: fechaPagado }) },
    }),
    ...(contrato && { contrato: inColumns(CONTRATO, contrato) }),
  };
}
const inColumns = (fields: Record<string, Field>, values: object): Columns =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [fields[name]?.column as string, value]),
  );

// Outcomes of the database ------------------------------------------------------------------------

/** The reasons that the database refused a row. */
function refusalsOf(
  run: SeguimientoRun,
  { clave, avance, contrato }: Change,
  outcome: Outcome,
): Rejection[] {
  const { report } = run;
  const { regla, detalle } = outcome;
  if (regla === 'caller_obra') return [unknownKey(report, clave)];
  if (regla === 'fila_incompleta') {
    return incomplete(report, clave, contrato?.numero, JSON.parse(detalle ?? ''));
  }
  const values = { ...byName(AVANCE, avance), ...byName(CONTRATO, contrato) };
  return refusalsBy(report, outcome, clave, values, withLabels);
}

/** A sentence with people's names in place of the API's names that are no Spanish words. */
const withLabels = (text: string) =>
  text.replace(/\b(?:[a-z]+[A-Z][A-Za-z]*|terminacion)\b/g, (name) =>
    OF_SEGUIMIENTO.labels[name] ? `«${OF_SEGUIMIENTO.labels[name]}»` : name,
  );

/** The warning about a contract that a sheet of progress only mentions, and that is not registered. */
function leftOut({ report }: SeguimientoRun, { contrato }: Change, lacks: string[]): Warning {
  const numero = String(contrato?.numero);
  const list = allOf(calledIn(CONTRATO, lacks));
  return report.finding('numero', numero, {
    text: `El contrato ${quoted(numero)} no se registra, porque la fila no dice ${list}; el avance sí.`,
    general:
      'Hay contratos que no se registran, porque la hoja no dice todo lo que hace falta; los avances sí.',
  });
}

/** The warning about a report without an amount paid: the earlier amount stays. */
const stillPaid = ({ report }: SeguimientoRun, { pagado, pagado_al }: Outcome): Warning =>
  report.finding('montoPagado', null, {
    text: `Está vacío: lo pagado sigue en ${money(Number(pagado))}, al ${dayInWords(pagado_al as string)}.`,
    general: 'Está vacío, y ya se dijo un monto pagado de la obra: sigue en el último que se dijo.',
  });

/** People's names for columns of a part, in the order of its fields. */
const calledIn = (fields: Record<string, Field>, columns: string[]): string[] =>
  Object.values(fields).flatMap(({ column, called }) => (columns.includes(column) ? [called] : []));

type Missing = { falta?: string[]; existe?: Columns } | null;
type Differing = Record<'avance' | 'contrato', Missing>;

/** The missing fields of a row as a new record, and its differences from a registered one. */
function incomplete(
  report: SeguimientoRun['report'],
  clave: string,
  numero: unknown,
  parts: Differing,
): Rejection[] {
  return (
    [
      [AVANCE, parts.avance, 'el avance de ese corte'],
      [CONTRATO, parts.contrato, `el contrato ${quoted(String(numero))}`],
    ] as [Record<string, Field>, Missing, string][]
  ).flatMap(([fields, missing, what]) => {
    const named = (columns: string[] = []) =>
      Object.entries(fields).filter(([, { column }]) => columns.includes(column));
    const lacking = named(missing?.falta).map(([campo, { called }]): Rejection => {
      if (!report.columnas.some((column) => column.campo === campo)) {
        const name = called.replace(/^(el|la) /, '');
        return report.finding(campo, null, missingColumn(headingsOf(report), campo, name));
      }
      const it = called.startsWith('la ') ? 'Escríbala' : 'Escríbalo';
      const text = `Falta ${called}. ${it} en la fila.`;
      return report.finding(campo, null, { text, codigo: 'faltaDato' });
    });
    const differing = Object.keys(missing?.existe ?? {});
    const different = named(differing);
    if (different.length === 0) return lacking;
    const list = allOf(calledIn(fields, differing));
    return [
      ...lacking,
      report.finding('claveUnica', clave, {
        codigo: 'yaExiste',
        text: `La obra ${quoted(clave)} ya tiene ${what} y el archivo dice otra cosa en ${list}.`,
        general: `Ya hay registros de estas obras, y el archivo dice otra cosa.`,
      }),
    ];
  });
}
const headingsOf = ({ columnas }: SeguimientoRun['report']) => ({
  fields: OF_SEGUIMIENTO as Fields<string>,
  columns: columnas.map(({ columna, campo }, index) => ({
    ...{ heading: columna, index, rank: 0 },
    campo: campo ?? undefined,
  })),
});

const byName = (fields: Record<string, Field>, values: Columns = {}): Columns =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { column }]) =>
      column in values ? [[name, values[column]]] : [],
    ),
  );
