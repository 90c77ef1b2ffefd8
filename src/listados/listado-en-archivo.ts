import type { FastifyReply, FastifyRequest } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import type { TSchema } from 'typebox';
import { readerOrProgram } from '../core/auth/access.ts';
import { badRequest } from '../core/base/errors.ts';
import { fileAnswer } from '../core/base/schemas.ts';
import { grouped } from '../core/base/text.ts';
import type { Tag } from '../core/db/changes.ts';
import type { Db } from '../core/db/db.ts';
import { attached } from '../core/http/attached.ts';
import { isAnonymous } from '../core/http/cache/answers.ts';
import type { App } from '../core/http/context.ts';
import { begin, flow } from '../core/http/flow.ts';
import { headingOf } from '../core/obras/columns.ts';
import {
  type Filtros,
  type ObraFilters,
  type ResolvedFilters,
  resolveFilters,
} from '../core/obras/filtros.ts';
import { countRows, idsOf, orderKeyOf, type Source, select } from '../core/obras/listado.ts';
import type { ListContext } from '../core/obras/listas.ts';
import type { ListPosition, Orden } from '../core/obras/orden.ts';
import {
  BOM,
  csvRow,
  csvText,
  MOST_ROWS,
  type SheetColumn,
  writeXlsx,
  XLSX_TYPE,
} from '../hojas/index.ts';
import { datosSheet, fileName, filtersInWords, sinUmbralInWords, type Totals } from './descarga.ts';

// The files of lists of obras, of their follow-up and of their contracts, CSV and XLSX.

/** Rows of cells as the database writes them. */
export type Cells = (string | null)[];

export interface ListedColumn {
  name: string;
  label: string;
  type: SheetColumn['type'];
  width: number;
  /** The unit of its numbers, in a workbook's heading after the label. */
  unit?: string | undefined;
  /** An SQL expression over what `joins` names. */
  sql: string;
  /** People's words for its codes. A workbook has them in place of the codes. */
  words?: Record<string, string>;
}

/** A list with its files. */
export interface Listado extends Source, Archivos {
  name: 'obras' | 'seguimiento' | 'contratos' | 'expedientes';
  /** The joins that make its rows, by their ids `p.id`. */
  joins: string;
  /** The order of the rows that one id has, where `joins` makes several; all but the first lack the first sum. */
  within?: string;
  /** The ids of a step (`page.ids`) with their places, as `p (id, lugar)`. A step may end earlier, where its rows are large. */
  places?: string;
}

/** The files of a list, however its rows are found. */
interface Archivos {
  /** Its path, and the first word of its files' names. */
  name: string;
  /** The workbook's sheet, and the word of its operations' ids. */
  sheet: string;
  /** The kind of its rows. */
  of: keyof typeof WHICH;
  columns: ListedColumn[];
  filtros: Filtros;
  /** The columns of amounts that a workbook sums, each with the sum's name; by default the obras' amounts. */
  sums?: Record<string, string>;
  /** The filters by which a column of it judges works: the second sheet names the years that they do not judge. */
  judging?: readonly string[];
  /** Its texts in the OpenAPI document. */
  docs: {
    tags: string[];
    /** Its files' summary, before «como CSV». */
    what: string;
    /** Its parameters. */
    same: string;
    csv: string;
    example: string;
    xlsx: string;
  };
  /** What of it somebody without a session does not read: in its text as JSON, and in cells of these columns. */
  hides?: Hides | undefined;
  /** The parameters of its files. */
  query: TSchema;
  cacheTags: readonly Tag[];
}

interface Hides {
  text(json: string): string;
  columns: string[];
  cell(value: string): string;
}

/** A list whose rows are no records: it makes and counts them itself. */
interface ListadoPropio extends Archivos {
  rows(db: Db, filters: ResolvedFilters, orden: Orden | undefined): AsyncGenerator<Cells[]>;
  count(db: Db, filters: ResolvedFilters, most: number): Promise<number>;
}

/** The kinds of rows within a sentence, and «which» of them. */
const WHICH = {
  Obras: ['obras', 'las'],
  Contratos: ['contratos', 'los'],
  Contratistas: ['contratistas', 'los'],
} as const;

/** The most rows of a step of a file. */
const ROWS_PER_CHUNK = 500;
/** The most rows of a sheet below its headings. */
export const MOST_ROWS_BELOW_HEADINGS = MOST_ROWS - 1;

/** The rows of a file, in order, in batches of bounded size. */
export async function* streamRows(
  db: Db,
  listado: Pick<Listado, keyof Source | 'columns' | 'joins' | 'within' | 'places'>,
  filters: ResolvedFilters,
  orden: Orden = 'id',
): AsyncGenerator<Cells[]> {
  const { columns, joins, within = 'lugar' } = listado;
  const { places = 'unnest(page.ids) WITH ORDINALITY AS p (id, lugar)' } = listado;
  const cells = columns.map(({ name, sql }) => `(${sql})::text AS "${name}"`).join(', ');
  const selection = await select(db, listado, filters, orden);
  for (let after: ListPosition | undefined; ; ) {
    const ids = idsOf(listado, orden, selection, { after, limit: raw(`${ROWS_PER_CHUNK}`) });
    const rows = await db.query<FileRow>(
      sql`WITH page AS MATERIALIZED (SELECT ids FROM (SELECT ${ids}) p (ids))
       SELECT p.id AS fila, lugar::integer, cardinality(ids) AS in_chunk, ${orderKeyOf(listado, orden, selection, sql`p.id`)} AS key,
         ${raw(cells)}
       FROM page, ${raw(places)} ${raw(joins)} ORDER BY lugar, ${raw(within)}`,
      selection,
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => columns.map(({ name }) => row[name] as string | null));
    if (last.lugar === last.in_chunk && last.in_chunk < ROWS_PER_CHUNK) return;
    after = { id: last.fila, key: last.key };
  }
}

/** The cells by their names, the row's id, and its place in its step. */
interface FileRow extends Record<string, string | number | null> {
  fila: number;
  lugar: number;
  in_chunk: number;
  key: string | null;
}

type FileQuery = ObraFilters & { orden?: Orden };

/** The routes of a list's files, CSV and XLSX. */
export function fileRoutes(
  app: App,
  { heavyReads, config, listas }: ListContext,
  listado: Listado | ListadoPropio,
): void {
  const { name, sheet, of, columns, docs, query, cacheTags, hides } = listado;
  const filtros = { ...listas.filtros, ...listado.filtros };
  const { rows, count } =
    'rows' in listado
      ? listado
      : {
          rows: (db: Db, filters: ResolvedFilters, orden: Orden | undefined) =>
            streamRows(db, listado, filters, orden),
          count: (db: Db, filters: ResolvedFilters, most: number) =>
            countRows(db, listado, filters, most),
        };
  const open = async (request: FastifyRequest, reply: FastifyReply) => {
    const { orden, ...parameters } = request.query as FileQuery;
    const db = await heavyReads.stream(request, reply);
    const filters = await resolveFilters(filtros, parameters, request, db);
    const found = rows(db, filters, orden);
    return {
      db,
      filters,
      rows: hides && isAnonymous(request) ? hidden(found, columns, hides) : found,
    };
  };
  const route = (type: 'csv' | 'xlsx', called: string, answer: ReturnType<typeof fileAnswer>) => ({
    config: {
      ...{ ...readerOrProgram, streams: true as const, isDated: true as const, cacheTags },
      ...(hides && { hides: hides.text }),
    },
    schema: {
      tags: docs.tags,
      operationId: `export${sheet}${type === 'csv' ? 'Csv' : 'Xlsx'}`,
      summary: `${docs.what} como ${called}`,
      description: `${docs.same} ${docs[type]}`,
      querystring: query,
      response: { 200: answer },
    },
  });

  app.get(
    `/${name}.csv`,
    route('csv', 'CSV', fileAnswer('text/csv', docs.example)),
    async (request, reply) => {
      const { db, filters, rows } = await open(request, reply);
      const filtersSet = await filtersInWords(db, filters, filtros);
      const body = await flow(csvOf(columns, rows));
      const file = fileName(filtersSet, new Date(), 'csv', name);
      return attached(reply, 'text/csv; charset=utf-8', file).send(body);
    },
  );

  app.get(
    `/${name}.xlsx`,
    route('xlsx', 'hoja de Excel', fileAnswer(XLSX_TYPE, 'PK…')),
    async (request, reply) => {
      const { db, filters, rows } = await open(request, reply);
      if ((await count(db, filters, MOST_ROWS_BELOW_HEADINGS + 1)) > MOST_ROWS_BELOW_HEADINGS) {
        const [many, which] = WHICH[of];
        throw badRequest(
          `Son más de ${grouped(MOST_ROWS_BELOW_HEADINGS)} ${many}, ${which} que caben en una hoja de Excel: use filtros, o descargue /${name}.csv.`,
        );
      }
      const filtersSet = await filtersInWords(db, filters, filtros);
      const notes = await sinUmbralInWords(db, filters, filtros, listado.judging);
      const now = new Date();
      const sums = Object.entries(listado.sums ?? { monto: 'Suma de sus montos en pesos' });
      const totals: Totals = {
        rows: 0,
        sums: sums.map(([name, label]) => ({ name, label, cents: 0n })),
      };
      const listed = shown(columns, totals, await begin(rows));
      const headings = columns.map(({ type, width, ...column }) => ({
        heading: headingOf(column),
        type,
        width,
      }));
      const body = writeXlsx([
        { name: sheet, columns: headings, isFiltered: true, rows: listed },
        datosSheet([...filtersSet, ...notes], config.PUBLISHER, now, totals, of),
      ]);
      return attached(reply, XLSX_TYPE, fileName(filtersSet, now, 'xlsx', name)).send(body);
    },
  );
}

/** The rows as somebody without a session reads them. */
async function* hidden(
  batches: AsyncGenerator<Cells[]>,
  columns: ListedColumn[],
  hides: Hides,
): AsyncGenerator<Cells[]> {
  const isHidden = columns.map(({ name }) => hides.columns.includes(name));
  for await (const batch of batches) {
    yield batch.map((row) =>
      row.map((cell, i) => (isHidden[i] && cell !== null ? hides.cell(cell) : cell)),
    );
  }
}

/** The text of a CSV file, with its headings, as the rows come. */
export async function* csvOf(
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
function createDisplay({ type, words }: ListedColumn): ((value: string) => string) | undefined {
  // A code without a name stays unchanged.
  if (words) return (code) => words[code] ?? code;
  // Converted by its digits, so that no binary fraction appears.
  return type === 'percent' ? (value) => String(Number(`${value}e-2`)) : undefined;
}

/** The rows as a workbook shows them. They are counted, and the columns of its totals summed, while they are streamed. */
export async function* shown(
  columns: ListedColumn[],
  totals: Totals,
  batches: AsyncIterable<Cells[]>,
): AsyncGenerator<Cells[]> {
  const summed = totals.sums.map((sum) => ({
    sum,
    i: columns.findIndex(({ name }) => name === sum.name),
  }));
  const others = columns.flatMap((column, i) => {
    const show = createDisplay(column);
    return show ? [{ i, show }] : [];
  });
  for await (const batch of batches) {
    const first = summed[0]?.i ?? -1;
    totals.rows += batch.filter((row) => row[first] !== null).length;
    for (const row of batch) {
      for (const { sum, i } of summed) sum.cents += BigInt((row[i] ?? '0').replace('.', ''));
      for (const { i, show } of others) {
        const value = row[i];
        if (value) row[i] = show(value);
      }
    }
    yield batch;
  }
}
