import { createHash } from 'node:crypto';
import { violation } from '../../base/constraints.ts';
import { type Failure, HttpError } from '../../base/errors.ts';
import { isStorable } from '../../base/text.ts';
import type { Database, Db, Statement } from '../../db/db.ts';
import { Unreadable } from '../../hojas/celdas/cell.ts';
import type { NamedColumns } from '../../hojas/celdas/fields.ts';
import { quoted } from '../../hojas/celdas/text.ts';
import type { Unidad } from '../../hojas/celdas/units.ts';
import type { Rejection, Warning } from '../../hojas/importacion/findings.ts';
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
import type { Field } from '../../obras/campos.ts';
import { AVANCE, CONTRATO } from '../campos.ts';
import { ChangedAvance, ChangedContrato } from '../schema.ts';
import { type Campo, OF_SEGUIMIENTO } from './columnas.ts';
import { fila, type SeguimientoRow } from './fila.ts';

// Sheets of follow-up. What a row comes to is found out by writing it in a trial of which nothing stays: so a sheet and a form
// are judged by the same rules, those of the database.

export interface ImportOptions {
  simular: boolean;
  actualizar: boolean;
  parcial: boolean;
  /** The day of rows that say none, AAAA-MM-DD. */
  fechaCorte?: string | undefined;
  hoja?: string | undefined;
  columnas?: NamedColumns<Campo> | undefined;
  unidadMonto?: Unidad | undefined;
}

type Columns = Record<string, unknown>;

/** A row that is to be written, its parts by the names of their columns. */
interface Change {
  fila: number;
  clave: string;
  avance?: Columns;
  contrato?: Columns;
  /** Whether it makes something, when it was judged. */
  isNew: boolean;
}

/** What came of a row (sql/seguimiento.sql, import_seguimiento). */
interface Outcome {
  fila: number;
  resultado: 'nueva' | 'cambiada' | 'igual' | null;
  /** Whether it changes a report that was there, whatever else it makes. */
  corrige: boolean | null;
  /** What a contract lacks that was left out beside a report, by its columns. */
  aviso: string[] | null;
  regla: string | null;
  detalle: string | null;
}

const { labels } = OF_SEGUIMIENTO;

/** Imports a file of follow-up, as `importSheet` does. */
export async function importSeguimiento(
  db: Database,
  importer: Importer,
  file: { fd: number; name: string },
  options: ImportOptions,
  follower: Follower,
): Promise<ImportReport> {
  const { actualizar, hoja, columnas, unidadMonto, fechaCorte } = options;
  const caller = importer.author.usuario ?? null;
  /** What was taken earlier in the file, by its works' keys: later rows are judged beside it. */
  const taken = new Map<string, Taken>();
  /** What came of rows that were not written when all others of their batch were. */
  const left = new Map<number, Outcome>();
  const fractions = createFractionCheck();
  /** What comes of rows, once nobody else is waited for; nothing of a trial stays. */
  const attempt = async (on: Db, before: Statement[], rows: object[], isTrial: boolean) => {
    const results = await on.atOnce([
      ...before,
      [
        `SELECT * FROM jsonb_to_recordset(import_seguimiento($1, $2, $3, $4))
           AS o (fila integer, resultado text, corrige boolean, aviso jsonb, regla text, detalle text)`,
        [JSON.stringify(rows), caller, actualizar, isTrial],
      ],
    ]);
    return results.at(-1) as Outcome[];
  };

  /** Rows that those of the next part may let in: they are judged once more, with them. */
  let waiting: SeguimientoRow[] = [];
  const decide = async (run: Run, rows: SeguimientoRow[]): Promise<Change[]> => {
    const { report, remarks } = run;
    const again = waiting;
    waiting = [];
    const judged = [...again, ...rows].map((row) => ({
      row,
      faults: [...row.rejections, ...faultsOf(run, row)],
      change: newIn(row, taken.get(row.clave ?? '')),
    }));
    const tried = judged.flatMap(({ faults, change }) => (faults.length === 0 && change) || []);
    const earlier = [...new Set(tried.map(({ clave }) => clave))].flatMap((clave) => {
      const own = tried.filter((row) => row.clave === clave);
      const days = own.flatMap(({ avance }) => (avance?.fecha_corte as string) ?? []);
      const known = taken.get(clave);
      const contracts = own.some(({ contrato }) => contrato) ? (known?.contracts ?? []) : [];
      return [
        ...besides(known, days).map((avance) => ({ clave, avance })),
        ...contracts.map((contrato) => ({ clave, contrato })),
      ];
    });
    const outcomes =
      tried.length === 0 ? [] : await attempt(run.db, [], [...earlier, ...tried], true);
    const byRow = new Map(outcomes.map((outcome) => [outcome.fila, outcome]));
    return judged.flatMap(({ row, faults, change }) => {
      if (faults.length === 0 && mayRise(byRow.get(row.fila)) && !again.includes(row)) {
        waiting.push(row);
        return [];
      }
      report.filas += 1;
      if (report.muestra.length < SAMPLE) {
        report.muestra.push({ fila: row.fila, valores: understood(row) });
      }
      if (faults.length > 0) return refuse(run, row.fila, faults);
      const outcome = byRow.get(row.fila);
      if (!change || !outcome) {
        report.sinCambio += 1;
        return [];
      }
      fractions.see(row, outcome);
      if (!outcome.resultado) return refuse(run, row.fila, faultsIn(run, change, outcome));
      for (const warning of row.warnings) remarks.note(row.fila, warning);
      if (outcome.aviso) remarks.note(row.fila, leftOut(run, change, outcome.aviso));
      if (outcome.resultado === 'igual') {
        report.sinCambio += 1;
        return [];
      }
      const known = taken.get(change.clave) ?? nothingTaken();
      take(known, change, outcome);
      taken.set(change.clave, known);
      const isNew = outcome.resultado === 'nueva';
      if (isNew) report.creadas += 1;
      else report.actualizadas += 1;
      return [{ ...change, isNew }];
    });
  };

  const kind: Kind<SeguimientoRow, Change> = {
    module: fila.module,
    request: { hoja, columnas, unidadMonto, fechaCorte } as object,
    labels,
    forAll: { fechaCorte: 'fechaCorte' },
    lost: 'usted ya no captura el seguimiento de ninguna dependencia',
    decide,
    decideRest: (run) => decide(run, []),
    finish({ remarks, report }) {
      report.errores.sort((one, other) => one.fila - other.fila);
      fractions.finish(remarks.columnOf('avanceFisico'));
    },
    groupOf: () => '',
    bytesOf: ({ avance, contrato }) =>
      String(avance?.observaciones ?? '').length + String(contrato?.objeto ?? '').length,
    isRace: () => false,
    async write(db, batch, right) {
      const outcomes = await attempt(db, right, batch, false);
      const isWritten = ({ resultado }: Outcome) =>
        resultado === 'nueva' || resultado === 'cambiada';
      for (const outcome of outcomes) if (!isWritten(outcome)) left.set(outcome.fila, outcome);
      return new Set(outcomes.filter(isWritten).map(({ fila }) => fila));
    },
    isPostponed: ({ fila }) => mayRise(left.get(fila)),
    async recount(run, changes, isAgain) {
      const { report } = run;
      for (const change of changes) {
        const outcome = left.get(change.fila) as Outcome;
        left.delete(change.fila);
        if (isAgain && outcome.resultado === 'igual') continue;
        if (change.isNew) report.creadas -= 1;
        else report.actualizadas -= 1;
        if (outcome.resultado === 'igual') report.sinCambio += 1;
        else refuse(run, change.fila, faultsIn(run, change, outcome));
      }
    },
  };
  return importSheet(db, importer, file, options, follower, kind);
}

/** Whether a row was refused for a report that rows further down may put right. */
const mayRise = (outcome: Outcome | undefined): boolean =>
  /^avances_(retroceso|posterior)/.test(outcome?.regla ?? '');

/** What was taken of one work. */
interface Taken {
  /** Its reports, with no more of their words than that there are some. */
  reports: Columns[];
  /** What it says of its contracts, in the order of the file. */
  contracts: Columns[];
  /** Reports and contracts to the letter, as digests: who says them again says nothing new. */
  said: Set<string>;
  /** Whether one of them changes a report that was there. */
  isCorrected: boolean;
}

const nothingTaken = (): Taken => ({
  reports: [],
  contracts: [],
  said: new Set(),
  isCorrected: false,
});

const digestOf = (part: Columns): string =>
  createHash('sha256').update(JSON.stringify(part)).digest('base64');

function take(known: Taken, { avance, contrato }: Change, { corrige, aviso }: Outcome): void {
  for (const part of [avance, contrato]) if (part) known.said.add(digestOf(part));
  if (contrato && !aviso) known.contracts.push(contrato);
  if (!avance) return;
  const { observaciones, ...others } = avance;
  known.reports.push(observaciones === undefined ? others : { ...others, observaciones: 'x' });
  if (corrige) known.isCorrected = true;
}

/** What a row is to write, but for what the file has said before; nothing where that is all. */
function newIn(row: SeguimientoRow, known: Taken | undefined): Change | undefined {
  if (!row.avance && !row.contrato) return undefined;
  const { avance, contrato, ...change } = changeOf(row);
  const isNew = (part: Columns | undefined) => part && !known?.said.has(digestOf(part));
  const parts = { ...(isNew(avance) && { avance }), ...(isNew(contrato) && { contrato }) };
  return Object.keys(parts).length > 0 ? ({ ...change, ...parts } as Change) : undefined;
}

/**
 * The reports of one work that others are judged by: those within their days, and on either side the next one and the next
 * that says a payment. So a long sheet takes as long for each of its rows as a short one. Where reports that were there are put
 * right, or what falls is explained, one of them may stand by another alone: then it is all of them.
 */
function besides(known: Taken | undefined, days: string[]): Columns[] {
  if (!known || days.length === 0) return [];
  const { reports, isCorrected } = known;
  if (isCorrected || reports.some(({ observaciones }) => observaciones)) return reports;
  const dayOf = ({ fecha_corte }: Columns) => String(fecha_corte);
  const sorted = reports.toSorted((one, other) => (dayOf(one) < dayOf(other) ? -1 : 1));
  const first = days.reduce((a, b) => (a < b ? a : b));
  const last = days.reduce((a, b) => (a > b ? a : b));
  const before = sorted.filter((each) => dayOf(each) < first);
  const after = sorted.filter((each) => dayOf(each) > last);
  const isPaid = ({ monto_pagado }: Columns) => monto_pagado !== undefined;
  const next = [before.at(-1), before.findLast(isPaid), after[0], after.find(isPaid)];
  return sorted.filter(
    (each) => next.includes(each) || (dayOf(each) >= first && dayOf(each) <= last),
  );
}

/** Counts a row as refused, and tells why. */
function refuse({ report, remarks }: Run, fila: number, faults: Rejection[]): [] {
  report.rechazadas += 1;
  for (const fault of faults) remarks.error(fila, fault);
  return [];
}

/** How many rows a report shows as they were understood. */
const SAMPLE = 5;

/** What a row was understood to say, by the fields of the sheet. */
const understood = ({ clave, avance, contrato }: SeguimientoRow): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ claveUnica: clave, ...avance, ...contrato }).flatMap(([campo, value]) =>
      value === null || value === undefined ? [] : [[campo, excerpt(String(value))]],
    ),
  );

// Rules of the parts ------------------------------------------------------------------------------

/** The rules of a body that changes a part, without null, which no cell says. */
const rulesOf = (body: object) =>
  compile({
    body: JSON.parse(JSON.stringify(body), (name, value) =>
      name === 'type' && Array.isArray(value) ? value.find((type) => type !== 'null') : value,
    ),
  });
const RULES = { avance: rulesOf(ChangedAvance), contrato: rulesOf(ChangedContrato) };

/** What those rules say against a row. */
function faultsOf({ remarks }: Run, row: SeguimientoRow): Rejection[] {
  const told = (part: 'avance' | 'contrato'): Rejection[] => {
    const said = row[part];
    if (!said) return [];
    const body = JSON.parse(JSON.stringify(said));
    return RULES[part]({ params: {}, query: {}, body }).map((failure) => ({
      ...failure,
      columna: remarks.columnOf(failure.field),
      valor: String((said as Columns)[failure.field] ?? ''),
    }));
  };
  const faults = [...told('avance'), ...told('contrato')];
  if (row.clave !== null && !(isStorable(row.clave) && row.clave.length <= LONGEST_KEY)) {
    faults.push(unknownKey(remarks.columnOf('claveUnica'), row.clave));
  }
  return faults;
}
/** Characters of a key that a work may have, and some more. */
const LONGEST_KEY = 1_000;

/** The parts of a row by the names of their columns. */
function changeOf({ fila, clave, avance, contrato }: SeguimientoRow): Change {
  return {
    fila,
    clave: clave as string,
    isNew: false,
    ...(avance && { avance: inColumns(AVANCE, avance) }),
    ...(contrato && { contrato: inColumns(CONTRATO, contrato) }),
  };
}
const inColumns = (fields: Record<string, Field>, said: object): Columns =>
  Object.fromEntries(
    Object.entries(said).map(([name, value]) => [fields[name]?.column as string, value]),
  );

// What the database says --------------------------------------------------------------------------

const unknownKey = (columna: string, clave: string): Rejection => ({
  field: '',
  campo: 'claveUnica',
  columna,
  valor: clave,
  text: `No hay una obra con la clave única ${quoted(clave)}.`,
  general: 'No hay obras con estas claves únicas.',
});

/** Why the database did not take a row. */
function faultsIn(
  { remarks }: Run,
  { clave, avance, contrato }: Change,
  outcome: Outcome,
): Rejection[] {
  const regla = outcome.regla ?? '';
  const detalle = outcome.detalle ?? '';
  const key = { columna: remarks.columnOf('claveUnica'), valor: clave };
  if (regla === 'caller_obra') return [unknownKey(key.columna, clave)];
  if (regla === 'fila_incompleta') {
    return incomplete(remarks, clave, contrato?.numero, JSON.parse(detalle));
  }
  const said = { ...byName(AVANCE, avance), ...byName(CONTRATO, contrato) };
  const detail = detalle.startsWith('{') ? JSON.parse(detalle) : undefined;
  const refusal = violation(regla, said, {}, detail);
  if (!(refusal instanceof HttpError)) throw new Error(`a row runs into ${regla || 'nothing'}`);
  const failures: Failure[] =
    typeof refusal.text === 'string' ? [{ field: '', text: refusal.text }] : refusal.text;
  return failures.map((failure) => ({
    ...failure,
    text: inWords(failure.text),
    ...(failure.field === ''
      ? { ...key, campo: 'claveUnica' }
      : {
          columna: remarks.columnOf(failure.field),
          valor: failure.field in said ? String(said[failure.field]) : null,
        }),
  }));
}

/** A sentence with people's names in place of the interface's: those that are no words of Spanish. */
const inWords = (text: string) =>
  text.replace(/\b(?:[a-z]+[A-Z][A-Za-z]*|terminacion)\b/g, (name) =>
    labels[name] ? `«${labels[name]}»` : name,
  );

/** The remark on a contract that a sheet of progress only mentions, and which is not there. */
function leftOut({ remarks }: Run, { contrato }: Change, lacks: string[]): Warning {
  const numero = String(contrato?.numero);
  const list = ALL.format(calledIn(CONTRATO, lacks));
  return {
    field: '',
    campo: 'numero',
    columna: remarks.columnOf('numero'),
    valor: numero,
    text: `El contrato ${quoted(numero)} no se registra, porque la fila no dice ${list}; el avance sí.`,
    general:
      'Hay contratos que no se registran, porque la hoja no dice todo lo que hace falta; los avances sí.',
  };
}

/** What people call columns of a part, in the order of its fields. */
const calledIn = (fields: Record<string, Field>, columns: string[]): string[] =>
  Object.values(fields).flatMap(({ column, called }) => (columns.includes(column) ? [called] : []));

type Missing = { falta?: string[]; existe?: string[] } | null;

/** What a row lacks to make a record, and how it differs from one that is there. */
function incomplete(
  remarks: Run['remarks'],
  clave: string,
  numero: unknown,
  parts: { avance: Missing; contrato: Missing },
): Rejection[] {
  return (
    [
      [AVANCE, parts.avance, 'el avance de ese corte'],
      [CONTRATO, parts.contrato, `el contrato ${quoted(String(numero))}`],
    ] as [Record<string, Field>, Missing, string][]
  ).flatMap(([fields, missing, what]) => {
    const named = (columns: string[] = []) =>
      Object.entries(fields).filter(([, { column }]) => columns.includes(column));
    const faults = named(missing?.falta).map(([campo, { called }]): Rejection => {
      const it = called.startsWith('la ') ? 'Escríbala' : 'Escríbalo';
      const text = `Falta ${called}. ${it} en la fila.`;
      const columna = remarks.columnOf(campo);
      return { field: '', campo, columna, valor: null, text, codigo: 'faltaDato' };
    });
    const different = named(missing?.existe);
    if (different.length === 0) return faults;
    const list = ALL.format(calledIn(fields, missing?.existe ?? []));
    return [
      ...faults,
      {
        field: '',
        campo: 'claveUnica',
        columna: remarks.columnOf('claveUnica'),
        valor: clave,
        codigo: 'yaExiste' as const,
        text: `La obra ${quoted(clave)} ya tiene ${what} y el archivo dice otra cosa en ${list}.`,
        general: `Ya hay registros de estas obras, y el archivo dice otra cosa.`,
      },
    ];
  });
}
const ALL = new Intl.ListFormat('es-MX', { type: 'conjunction' });

const byName = (fields: Record<string, Field>, said: Columns = {}): Columns =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { column }]) =>
      column in said ? [[name, said[column]]] : [],
    ),
  );

/**
 * Sees whether all that a sheet calls percentages lies between 0 and 1, where nothing but the bare number says percent: 0.45
 * is 45 % in some sheets, and less than one per cent in others. What the registry has already is in no doubt.
 */
function createFractionCheck() {
  let [most, isAnyNew] = [0, false];
  return {
    see({ avance, isBare }: SeguimientoRow, { resultado }: Outcome): void {
      const percent = avance?.avanceFisico;
      if (typeof percent !== 'number' || !isBare) return;
      most = Math.max(most, percent);
      if (percent > 0 && resultado !== 'igual') isAnyNew = true;
    },
    /** @throws Unreadable where nobody can tell which they are */
    finish(heading: string): void {
      if (!isAnyNew || most > 1) return;
      throw new Unreadable(
        `Los avances de la columna ${quoted(heading)} que no dicen % van de 0 a 1 y parecen fracciones; dé formato de porcentaje a las celdas, o escriba el por ciento con su signo, como 45 %.`,
      );
    },
  };
}
