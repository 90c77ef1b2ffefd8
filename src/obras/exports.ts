import type { FastifyReply } from 'fastify';
import { reader } from '../auth/access.ts';
import { badRequest } from '../base/errors.ts';
import { fileAnswer } from '../base/schemas.ts';
import { grouped } from '../base/text.ts';
import {
  BOM,
  csvRow,
  csvText,
  LONGEST_CELL,
  MOST_ROWS,
  type SheetColumn,
  writeXlsx,
  XLSX_TYPE,
} from '../hojas/index.ts';
import type { App, Context } from '../http/context.ts';
import { begin, flow } from '../http/flow.ts';
import { COLUMNS, headingOf } from './columns.ts';
import { datosSheet, fileName, filtersInWords, type Totals } from './descarga.ts';
import { CATALOGS, countObras, streamLines, streamRows } from './documents.ts';
import { narrowing } from './filtros.ts';
import { ExportQuery } from './schema.ts';

/** Obras that a sheet has room for below its headings. */
const MOST_OBRAS = MOST_ROWS - 1;

const names = COLUMNS.map(({ name }) => name);
const columns: SheetColumn[] = COLUMNS.map((column) => ({
  heading: headingOf(column),
  type: column.type,
  width: column.width,
}));
const MONTO = names.indexOf('monto');

const SAME = 'Los mismos filtros y órdenes que GET /obras; siempre todas las que los cumplen.';
const POINT =
  'Dirección y referencias son las de la primera ubicación; longitud y latitud están donde la obra tiene una sola ubicación y es un punto.';

/** Whole lists of obras as files: `GET /obras.csv`, `/obras.xlsx` and `/obras.ndjson`. */
export function exportaciones(app: App, { slow, config: { PUBLISHER } }: Context): void {
  const config = { ...reader, streams: true, cacheTags: ['obras', ...CATALOGS] } as const;
  const dated = { ...config, isDated: true } as const;

  app.get(
    '/obras.csv',
    {
      config: dated,
      schema: {
        tags: ['Obras'],
        operationId: 'exportObrasCsv',
        summary: 'Las obras como CSV',
        description: `${SAME} UTF-8 con BOM, comas y CRLF, como lo abre Excel. Un texto que una hoja de cálculo tomaría por fórmula, o que empieza con apóstrofo, lleva un apóstrofo delante. ${POINT}`,
        querystring: ExportQuery,
        response: { 200: fileAnswer('text/csv', `${names.slice(0, 4).join(',')}…`) },
      },
    },
    async (request, reply) => {
      const { orden, ...asked } = request.query;
      const reader = await slow.stream(request, reply);
      const filters = await narrowing(asked, request, reader);
      const said = await filtersInWords(reader, filters);
      const name = fileName(said, new Date(), 'csv');
      const body = await flow(csvOf(COLUMNS, streamRows(reader, filters, orden)));
      return attached(reply, 'text/csv; charset=utf-8', name).send(body);
    },
  );

  app.get(
    '/obras.xlsx',
    {
      config: dated,
      schema: {
        tags: ['Obras'],
        operationId: 'exportObrasXlsx',
        summary: 'Las obras como hoja de Excel',
        description: `${SAME} Los encabezados están en español, con su unidad, y la importación los conoce; los nombres de los campos están en /obras.csv. La segunda hoja dice qué se descargó: filtros, fecha, quién lo publica, cuántas obras y cuánto suman. Los textos son textos, nunca fórmulas; los de más de ${LONGEST_CELL} caracteres, los que caben en una celda, terminan con «…». Hasta ${MOST_OBRAS} obras. ${POINT}`,
        querystring: ExportQuery,
        response: { 200: fileAnswer(XLSX_TYPE, 'PK…') },
      },
    },
    async (request, reply) => {
      const { orden, ...asked } = request.query;
      const reader = await slow.stream(request, reply);
      const filters = await narrowing(asked, request, reader);
      if ((await countObras(reader, filters, MOST_OBRAS + 1)) > MOST_OBRAS) throw tooManyRows();
      const said = await filtersInWords(reader, filters);
      const now = new Date();
      const totals: Totals = { obras: 0, cents: 0n };
      const rows = adding(totals, await begin(streamRows(reader, filters, orden)));
      const body = writeXlsx([
        { name: 'Obras', columns, isFiltered: true, rows },
        datosSheet(said, PUBLISHER, now, totals),
      ]);
      return attached(reply, XLSX_TYPE, fileName(said, now, 'xlsx')).send(body);
    },
  );

  app.get(
    '/obras.ndjson',
    {
      config,
      schema: {
        tags: ['Obras'],
        operationId: 'exportObrasNdjson',
        summary: 'Las obras como NDJSON: en cada línea una, como la responde GET /obras',
        description: SAME,
        querystring: ExportQuery,
        response: { 200: fileAnswer('application/x-ndjson', '{"id":1,…}') },
      },
    },
    async (request, reply) => {
      const { orden, ...asked } = request.query;
      const reader = await slow.stream(request, reply);
      const filters = await narrowing(asked, request, reader);
      const body = await flow(lines(streamLines(reader, filters, orden)));
      return attached(reply, 'application/x-ndjson; charset=utf-8', 'obras.ndjson').send(body);
    },
  );
}

const tooManyRows = () =>
  badRequest(
    `Son más de ${grouped(MOST_OBRAS)} obras, las que caben en una hoja de Excel: use filtros, o descargue /obras.csv.`,
  );

/** The same rows, counted and summed as they go out. */
async function* adding(
  totals: Totals,
  batches: AsyncIterable<(string | null)[][]>,
): AsyncGenerator<(string | null)[][]> {
  for await (const batch of batches) {
    totals.obras += batch.length;
    // Amounts have two decimals.
    for (const row of batch) totals.cents += BigInt((row[MONTO] ?? '0').replace('.', ''));
    yield batch;
  }
}

/** Says that the answer is a file, once it is known that there will be one. */
export function attached(reply: FastifyReply, type: string, filename: string): FastifyReply {
  return reply.type(type).header('content-disposition', `attachment; filename="${filename}"`);
}

/** The text of a CSV file, with its headings, as the rows come. */
export async function* csvOf(
  columns: { name: string; type: SheetColumn['type'] }[],
  batches: AsyncIterable<(string | null)[][]>,
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

async function* lines(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield `${piece}\n`;
}
