import type { FastifyReply, FastifyRequest } from 'fastify';
import { badRequest } from '../base/errors.ts';
import { grouped } from '../base/text.ts';
import type { Db } from '../db/db.ts';
import {
  BOM,
  csvRow,
  csvText,
  MOST_ROWS,
  type SheetColumn,
  writeXlsx,
  XLSX_TYPE,
} from '../hojas/index.ts';
import type { Context } from '../http/context.ts';
import { begin, flow } from '../http/flow.ts';
import { datosSheet, fileName, filtersInWords, type Totals } from './descarga.ts';
import { type Filtros, type ObraFilters, type ResolvedFilters, resolveFilters } from './filtros.ts';
import type { Orden } from './orden.ts';

// A list as files, CSV and XLSX: that of obras, that of their follow-up and that of their contracts.

/** Rows of cells as the database writes them. */
export type Cells = (string | null)[];

export interface ListedColumn {
  name: string;
  type: SheetColumn['type'];
  /** People's words for its codes, which a workbook has in their place. */
  words?: Record<string, string>;
}

export interface Listado {
  /** Begins the names of its files. */
  name: string;
  /** The workbook's sheet. */
  sheet: string;
  /** What its rows are. */
  of: 'Obras' | 'Contratos';
  columns: ListedColumn[];
  /** The same columns of a workbook. */
  headings: SheetColumn[];
  /** Its filters, where they are not those of obras. */
  filtros?: Filtros;
  /** How many rows pass the filters, counted up to `most` at least. */
  count(db: Db, filters: ResolvedFilters, most: number): Promise<number>;
  /** The rows, in order, in batches of bounded size. */
  rows(db: Db, filters: ResolvedFilters, orden?: Orden): AsyncGenerator<Cells[]>;
}

type Asking = FastifyRequest<{ Querystring: ObraFilters & { orden?: Orden } }>;

/** Rows that a sheet has room for below its headings. */
export const MOST_LISTED = MOST_ROWS - 1;

/** The handlers of a list's files. */
export function filesOf({ slow, config: { PUBLISHER } }: Context, listado: Listado) {
  const { name, sheet, of, columns, headings, filtros, count, rows } = listado;
  const openList = async (request: Asking, reply: FastifyReply) => {
    const { orden, ...parameters } = request.query;
    const db = await slow.stream(request as FastifyRequest, reply);
    return { db, orden, filters: await resolveFilters(parameters, request, db) };
  };
  return {
    async csv(request: Asking, reply: FastifyReply) {
      const { db, orden, filters } = await openList(request, reply);
      const filtersSet = await filtersInWords(db, filters, filtros);
      const body = await flow(csvOf(columns, rows(db, filters, orden)));
      const file = fileName(filtersSet, new Date(), 'csv', name);
      return attached(reply, 'text/csv; charset=utf-8', file).send(body);
    },
    async xlsx(request: Asking, reply: FastifyReply) {
      const { db, orden, filters } = await openList(request, reply);
      if ((await count(db, filters, MOST_LISTED + 1)) > MOST_LISTED) {
        const [many, which] = of === 'Obras' ? ['obras', 'las'] : ['contratos', 'los'];
        throw badRequest(
          `Son más de ${grouped(MOST_LISTED)} ${many}, ${which} que caben en una hoja de Excel: use filtros, o descargue /${name}.csv.`,
        );
      }
      const filtersSet = await filtersInWords(db, filters, filtros);
      const now = new Date();
      const totals: Totals = { obras: 0, cents: 0n };
      const listed = shown(columns, totals, await begin(rows(db, filters, orden)));
      const body = writeXlsx([
        { name: sheet, columns: headings, isFiltered: true, rows: listed },
        datosSheet(filtersSet, PUBLISHER, now, totals, of),
      ]);
      return attached(reply, XLSX_TYPE, fileName(filtersSet, now, 'xlsx', name)).send(body);
    },
  };
}

/** Says that the answer is a file, once it is known that there will be one. */
export function attached(reply: FastifyReply, type: string, filename: string): FastifyReply {
  return reply.type(type).header('content-disposition', `attachment; filename="${filename}"`);
}

/** The text of a CSV file, with its headings, as the rows come. */
async function* csvOf(
  columns: ListedColumn[],
  batches: AsyncIterable<Cells[]>,
): AsyncGenerator<string> {
  let text = BOM + csvRow(columns.map(({ name }) => name));
  for await (const batch of batches) {
    for (const row of batch) {
      text += csvRow(
        row.map((cell, i) => {
          if (cell === null) return '';
          return columns[i]?.type === 'text' ? csvText(cell) : cell;
        }),
      );
    }
    yield text;
    text = '';
  }
  // An empty list has the headings.
  if (text) yield text;
}

/** How a workbook shows a value: a choice by its name, a per cent as the fraction that a cell of percent holds. */
function showIn({ type, words }: ListedColumn): ((value: string) => string) | undefined {
  // A code that has no name stays as it is.
  if (words) return (code) => words[code] ?? code;
  // By its digits, so that no binary fraction is left behind.
  return type === 'percent' ? (value) => String(Number(`${value}e-2`)) : undefined;
}

/** The rows as a workbook shows them, counted and summed as they go out, by the column `monto`. */
export async function* shown(
  columns: ListedColumn[],
  totals: Totals,
  batches: AsyncIterable<Cells[]>,
): AsyncGenerator<Cells[]> {
  const monto = columns.findIndex(({ name }) => name === 'monto');
  const others = columns.flatMap((column, i) => {
    const show = showIn(column);
    return show ? [{ i, show }] : [];
  });
  for await (const batch of batches) {
    totals.obras += batch.length;
    for (const row of batch) {
      totals.cents += BigInt((row[monto] ?? '0').replace('.', ''));
      for (const { i, show } of others) {
        const value = row[i];
        if (value) row[i] = show(value);
      }
    }
    yield batch;
  }
}
