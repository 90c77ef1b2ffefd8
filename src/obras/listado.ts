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

// Lists as CSV and XLSX files: obras, their follow-up and their contracts.

/** Rows of cells as the database writes them. */
export type Cells = (string | null)[];

export interface ListedColumn {
  name: string;
  type: SheetColumn['type'];
  /** People's words for its codes. A workbook has them in place of the codes. */
  words?: Record<string, string>;
}

export interface Listado {
  /** The first word of its files' names. */
  name: string;
  /** The workbook's sheet. */
  sheet: string;
  /** The kind of its rows. */
  of: 'Obras' | 'Contratos';
  columns: ListedColumn[];
  /** The same columns of a workbook. */
  headings: SheetColumn[];
  /** Its filters; those of obras by default. */
  filtros?: Filtros;
  /** Counts the rows that pass the filters, up to `most` at least. */
  count(db: Db, filters: ResolvedFilters, most: number): Promise<number>;
  /** The rows, in order, in batches of bounded size. */
  rows(db: Db, filters: ResolvedFilters, orden?: Orden): AsyncGenerator<Cells[]>;
}

type Asking = FastifyRequest<{ Querystring: ObraFilters & { orden?: Orden } }>;

/** The most rows of a sheet below its headings. */
export const MOST_LISTED = MOST_ROWS - 1;

/** Creates the handlers of a list's files. */
export function filesOf({ heavyReads, config: { PUBLISHER } }: Context, listado: Listado) {
  const { name, sheet, of, columns, headings, filtros, count, rows } = listado;
  const openList = async (request: Asking, reply: FastifyReply) => {
    const { orden, ...parameters } = request.query;
    const db = await heavyReads.stream(request as FastifyRequest, reply);
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

/** Sets the headers of a file. It is called when the answer is certain to be one. */
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
  // An empty list still has its headings.
  if (text) yield text;
}

/**
 * Returns a function from a value to its form in a workbook: the name of a choice, the fraction of a percentage; undefined for
 * no change.
 */
function showIn({ type, words }: ListedColumn): ((value: string) => string) | undefined {
  // A code without a name stays unchanged.
  if (words) return (code) => words[code] ?? code;
  // Converted by its digits, so that no binary fraction appears.
  return type === 'percent' ? (value) => String(Number(`${value}e-2`)) : undefined;
}

/** The rows as a workbook shows them. They are counted, and their column `monto` summed, while they are streamed. */
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
