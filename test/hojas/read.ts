import { closeSync, mkdtempSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limites } from '../../src/catalogos/limites.ts';
import type { SheetRow } from '../../src/hojas/celdas/cell.ts';
import type { Unidad } from '../../src/hojas/celdas/units.ts';
import type { JudgedRow } from '../../src/hojas/importacion/findings.ts';
import { Remarks, told } from '../../src/hojas/importacion/report.ts';
import type { ImportReport, Observacion } from '../../src/hojas/importacion/schema.ts';
import {
  type Layout,
  type ReadRequest,
  readTable,
  type SheetReader,
} from '../../src/hojas/lector/main.ts';
import type { NamedColumns } from '../../src/hojas/tabla/headings.ts';
import type { Catalogs } from '../../src/obras/importacion/catalogs.ts';
import { OBRA_LABELS, OF_OBRAS } from '../../src/obras/importacion/columnas.ts';
import { equivalentsOf, type NamedValues } from '../../src/obras/importacion/equivalents.ts';
import * as obras from '../../src/obras/importacion/judge.ts';
import { FOR_ALL } from '../../src/obras/importacion/schema.ts';
import { OF_SEGUIMIENTO } from '../../src/seguimiento/importacion/columnas.ts';
import * as seguimiento from '../../src/seguimiento/importacion/judge.ts';

// What a file's bytes come to, read in this process: without service, database or process of its own. No other test in this
// folder knows how the two kinds of sheet are called.

/** What the importer says of a file, whichever kind it is. */
interface Asked {
  hoja?: string;
  columnas?: NamedColumns;
  unidadMonto?: Unidad | undefined;
}

/** A row as it was understood: what a new record of it would have. */
export interface ReadRow {
  fila: number;
  values: Record<string, unknown>;
  isTaken: boolean;
  /** Its cells, and why it is refused, as the file of refused rows has them. */
  cells: SheetRow['cells'];
  sentences: string[];
}

/** The report of a file whose rows are all new to the registry, and what it was made of. */
export interface Reading extends ImportReport {
  layout: Layout;
  rows: ReadRow[];
}

/** The catalogs of a registry that has one record of each that people make. */
export const CATALOGS: Catalogs = {
  dependencias: [{ id: 1, nombre: 'Secretaría de Obras', siglas: 'SOP', activo: true }],
  tiposProyecto: [{ id: 1, nombre: 'Vialidades', activo: true }],
  municipios: limites().map(({ id, nombre }) => ({ id, nombre, activo: true })),
  estatus: [
    'Planeada',
    'En licitación',
    'Contratada',
    'En proceso',
    'Suspendida',
    'Terminada',
    'Cancelada',
  ].map((nombre, i) => ({ id: i + 1, nombre, activo: true })),
  ejercicios: [{ id: 1, anio: 2026, activo: true }],
};

export interface ObrasOptions extends Asked {
  crearCatalogos?: boolean;
  valores?: NamedValues;
  fallbacks?: obras.Fallbacks;
  catalogs?: Catalogs;
}

/**
 * Reads a file of obras.
 *
 * @throws Unreadable where it can't be read
 */
export async function readObras(
  file: string | Buffer,
  { crearCatalogos = false, valores = {}, fallbacks = {}, ...rest }: ObrasOptions = {},
): Promise<Reading> {
  const { catalogs = CATALOGS, ...asked } = rest;
  const request = { ...asked, withCells: true };
  const equivalents = equivalentsOf(valores, catalogs);
  const options = { ...request, fallbacks, creates: crearCatalogos, equivalents };
  return readAll(
    file,
    {
      vocabulary: OF_OBRAS,
      keptColumns: obras.keptColumns,
      createJudge: (headings) => obras.createJudge(headings, catalogs, options),
    },
    request,
    { labels: OBRA_LABELS, forAll: FOR_ALL },
    ({ clave, stated, fallback }) => ({ claveUnica: clave, ...fallback, ...stated }),
  );
}

export interface SeguimientoOptions extends Asked {
  fechaCorte?: string;
}

/**
 * Reads a file of follow-up.
 *
 * @throws Unreadable where it can't be read
 */
export async function readSeguimiento(
  file: string | Buffer,
  asked: SeguimientoOptions = {},
): Promise<Reading> {
  const request = { ...asked, withCells: true };
  return readAll(
    file,
    {
      vocabulary: OF_SEGUIMIENTO,
      keptColumns: seguimiento.keptColumns,
      createJudge: (headings) => seguimiento.createJudge(headings, request),
    },
    request,
    { labels: OF_SEGUIMIENTO.labels, forAll: { fechaCorte: 'fechaCorte' } },
    ({ clave, avance, contrato, isBare }) => ({ claveUnica: clave, avance, contrato, isBare }),
  );
}

const folder = mkdtempSync(join(tmpdir(), 'registro-hojas-'));
let files = 0;

/** Opens a file of these bytes, which is gone once it is closed. */
function openBytes(bytes: string | Buffer): number {
  files += 1;
  const path = join(folder, String(files));
  writeFileSync(path, bytes);
  const fd = openSync(path, 'r');
  unlinkSync(path);
  return fd;
}

async function readAll<C extends string, R extends JudgedRow>(
  file: string | Buffer,
  reader: SheetReader<C, ReadRequest, R>,
  request: ReadRequest,
  { labels, forAll }: Record<'labels' | 'forAll', Record<string, string | undefined>>,
  valuesOf: (row: R) => Record<string, unknown>,
): Promise<Reading> {
  const report: ImportReport = {
    ...{ simulacro: true, aplicada: false, filaEncabezados: 0 },
    ...{ filas: 0, creadas: 0, actualizadas: 0, sinCambio: 0, rechazadas: 0 },
    ...{ errores: [], erroresOmitidos: 0, avisos: [], avisosOmitidos: 0 },
    ...{ hojas: [], columnas: [], muestra: [], grupos: [] },
  };
  const remarks = new Remarks(report, labels, forAll as Record<string, string>);
  const rows: ReadRow[] = [];
  let layout: Layout | undefined;
  const add = (row: R) => {
    const { fila, faults, notes, cells = [] } = row;
    const isTaken = faults.length === 0;
    for (const fault of faults) remarks.error(fila, fault);
    for (const note of isTaken ? notes : []) remarks.note(fila, note);
    report.filas += 1;
    report[isTaken ? 'creadas' : 'rechazadas'] += 1;
    const sentences = faults.map((fault) => told(fault, labels));
    rows.push({ fila, values: valuesOf(row), isTaken, cells, sentences });
  };
  const fd = openBytes(file);
  try {
    for await (const message of readTable(fd, reader, request)) {
      if (message.kind === 'columns') {
        const { columns: columnas, filaEncabezados, hojas } = message;
        Object.assign(report, { columnas, filaEncabezados, hojas });
        layout = message.layout;
      } else if (message.kind === 'rows') for (const row of message.rows) add(row);
      else for (const note of message.notes) remarks.note(note.fila, note);
    }
  } finally {
    closeSync(fd);
  }
  return { ...report, grupos: remarks.groups(), layout: layout as Layout, rows };
}

/** Why a file can't be read; undefined where it can. */
export const refusalOf = (reading: Promise<Reading>): Promise<string | undefined> =>
  reading.then(
    () => undefined,
    (error: Error) => error.message,
  );

/** What is said of rows, one sentence each with the row's number. */
export const sentences = (list: Pick<Observacion, 'fila' | 'mensaje'>[]): string[] =>
  list.map(({ fila, mensaje }) => `${fila}: ${mensaje}`);
