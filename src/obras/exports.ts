import { reader } from '../auth/access.ts';
import { fileAnswer } from '../base/schemas.ts';
import { LONGEST_CELL, XLSX_TYPE } from '../hojas/index.ts';
import type { App, Context } from '../http/context.ts';
import { flow } from '../http/flow.ts';
import { COLUMNS, headingOf } from './columns.ts';
import { CATALOGS, countObras, streamLines, streamRows } from './documents.ts';
import { resolveFilters } from './filtros.ts';
import { attached, filesOf, type Listado, MOST_LISTED } from './listado.ts';
import { ExportQuery } from './schema.ts';

const names = COLUMNS.map(({ name }) => name);
const OBRAS: Listado = {
  name: 'obras',
  sheet: 'Obras',
  of: 'Obras',
  columns: COLUMNS,
  headings: COLUMNS.map((column) => ({
    heading: headingOf(column),
    type: column.type,
    width: column.width,
  })),
  count: countObras,
  rows: streamRows,
};

const SAME = 'Los mismos filtros y órdenes que GET /obras; siempre todas las que los cumplen.';
const POINT =
  'Dirección y referencias son las de la primera ubicación; longitud y latitud están donde la obra tiene una sola ubicación y es un punto.';

/** Whole lists of obras as files: `GET /obras.csv`, `/obras.xlsx` and `/obras.ndjson`. */
export function exportaciones(app: App, context: Context): void {
  const { csv, xlsx } = filesOf(context, OBRAS);
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
    csv,
  );

  app.get(
    '/obras.xlsx',
    {
      config: dated,
      schema: {
        tags: ['Obras'],
        operationId: 'exportObrasXlsx',
        summary: 'Las obras como hoja de Excel',
        description: `${SAME} Los encabezados están en español, con su unidad, y la importación los conoce; los nombres de los campos están en /obras.csv. La segunda hoja dice qué se descargó: filtros, fecha, quién lo publica, cuántas obras y cuánto suman. Los textos son textos, nunca fórmulas; los de más de ${LONGEST_CELL} caracteres, los que caben en una celda, terminan con «…». Hasta ${MOST_LISTED} obras. ${POINT}`,
        querystring: ExportQuery,
        response: { 200: fileAnswer(XLSX_TYPE, 'PK…') },
      },
    },
    xlsx,
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
      const { orden, ...parameters } = request.query;
      const reader = await context.heavyReads.stream(request, reply);
      const filters = await resolveFilters(parameters, request, reader);
      const body = await flow(lines(streamLines(reader, filters, orden)));
      return attached(reply, 'application/x-ndjson; charset=utf-8', 'obras.ndjson').send(body);
    },
  );
}

async function* lines(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield `${piece}\n`;
}
