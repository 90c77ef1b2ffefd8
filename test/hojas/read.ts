import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SheetRow } from '../../src/hojas/celdas/cell.ts';
import type { NamedColumns } from '../../src/hojas/celdas/fields.ts';
import type { Unidad } from '../../src/hojas/celdas/units.ts';
import type { ReadRow as Row } from '../../src/hojas/importacion/findings.ts';
import type { RowKind } from '../../src/hojas/importacion/kind.ts';
import { Report, toSentence } from '../../src/hojas/importacion/report.ts';
import type { ImportReport, Observacion } from '../../src/hojas/importacion/schema.ts';
import type { Layout, ReadRequest } from '../../src/hojas/lector/messages.ts';
import { readTable } from '../../src/hojas/lector/table.ts';

// A file's bytes are read in this process: without service, database or process of its own.

/** The importer's choices for a file of either kind. */
export interface Asked {
  hoja?: string;
  columnas?: NamedColumns;
  unidadMonto?: Unidad | undefined;
  sinOcultas?: boolean;
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

/**
 * Reads a file as one kind of sheet.
 *
 * @throws Unreadable where it can't be read
 */
export async function readAll<C extends string, Q extends ReadRequest, V extends object>(
  file: string | Buffer,
  kind: RowKind<C, Q, V>,
  request: Q,
  valuesOf: (row: V & Row) => Record<string, unknown>,
): Promise<Reading> {
  const report = new Report({ simular: true, confirmar: [] }, kind.fields);
  const rows: ReadRow[] = [];
  let layout: Layout | undefined;
  const add = (row: V & Row) => {
    const { fila, rejections, warnings, cells = [] } = row;
    const isTaken = rejections.length === 0;
    const { isRepeated = false } = row as { isRepeated?: boolean };
    if (!isTaken) report.reject(fila, rejections);
    else report[isRepeated ? 'sinCambio' : 'creadas'] += 1;
    for (const warning of isTaken ? warnings : []) report.warn(fila, warning);
    report.filas += 1;
    const sentences = rejections.map((rejection) => toSentence(rejection, kind.fields.names));
    rows.push({ fila, values: valuesOf(row), isTaken, cells, sentences });
  };
  const fd = openBytes(file);
  try {
    for await (const message of readTable(fd, kind, request)) {
      if (message.kind === 'columns') {
        const { columns: columnas, filaEncabezados, hojas } = message;
        Object.assign(report, { columnas, filaEncabezados, hojas });
        layout = message.layout;
      } else if (message.kind === 'rows') {
        for (const { earlier = [] } of message.rows) {
          for (const { fila, rejection } of earlier) {
            message.rows.find((row) => row.fila === fila)?.rejections.push(rejection);
          }
        }
        for (const row of message.rows) add(row);
      } else for (const warning of message.warnings) report.warn(warning.fila, warning);
    }
  } finally {
    closeSync(fd);
  }

  const finished = report.finished();
  for (const { mensaje } of finished.grupos) assert.match(mensaje, /^[¿«\p{Lu}\d]/u, 'no subject');
  return { ...finished, layout: layout as Layout, rows };
}

/** Why a file can't be read; undefined where it can. */
export const refusalOf = (reading: Promise<Reading>): Promise<string | undefined> =>
  reading.then(
    () => undefined,
    (error: Error) => error.message,
  );

/** The findings about rows, one sentence each with the row's number. */
export const sentences = (list: Pick<Observacion, 'fila' | 'mensaje'>[]): string[] =>
  list.map(({ fila, mensaje }) => `${fila}: ${mensaje}`);
