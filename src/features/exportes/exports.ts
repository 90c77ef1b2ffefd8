import { readerOrProgram } from '../../core/auth/access.ts';
import { fileAnswer } from '../../core/base/schemas.ts';
import { attached } from '../../core/http/attached.ts';
import type { App } from '../../core/http/context.ts';
import { flow } from '../../core/http/flow.ts';
import { rowsFrom } from '../../core/obras/columns.ts';
import { CATALOGS, CHUNK_BYTES, streamLines } from '../../core/obras/documents.ts';
import { resolveFilters } from '../../core/obras/filtros.ts';
import type { Listas, ListContext } from '../../core/obras/listas.ts';
import { MOST_UNITS_OF_CELL } from '../../hojas/index.ts';
import {
  fileRoutes,
  type Listado,
  MOST_ROWS_BELOW_HEADINGS,
} from '../../listados/listado-en-archivo.ts';

const same = 'Los mismos filtros y órdenes que GET /obras; siempre todas las que los cumplen.';
const POINT =
  'Dirección y referencias son las de la primera ubicación; longitud y latitud están donde la obra tiene una sola ubicación y es un punto.';
const tags = ['Obras'];
const cacheTags = ['obras', ...CATALOGS];

/**
 * The list of obras with its files.
 *
 * @param root the beginning of links, empty for addresses without a host
 */
export const listadoOf = ({ source, columns, ExportQuery }: Listas, root: string): Listado => ({
  ...source,
  name: 'obras',
  sheet: 'Obras',
  of: 'Obras',
  columns: columns.all,
  joins: `JOIN obras o ON o.id = p.id ${rowsFrom(root, columns.joins)}`,
  // The size of an obra is known from its document, which is not read.
  places: `LATERAL (
    SELECT id, lugar FROM (
      SELECT id, lugar, sum(octet_length(cabeza) + octet_length(cola)) OVER (
        ORDER BY lugar ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
      FROM unnest(page.ids) WITH ORDINALITY AS p (id, lugar) JOIN obras_documentos ON obra_id = id
    ) sized WHERE bytes_before IS NULL OR bytes_before < ${CHUNK_BYTES}) p`,
  docs: {
    tags,
    what: 'Las obras',
    same,
    csv: `UTF-8 con BOM, comas y CRLF, como lo abre Excel. Un texto que una hoja de cálculo tomaría por fórmula, o que empieza con apóstrofo, lleva un apóstrofo delante. ${[POINT, ...columns.notes].join(' ')}`,
    example: `${columns.all
      .slice(0, 4)
      .map(({ name }) => name)
      .join(',')}…`,
    xlsx: `Los encabezados están en español, con su unidad, y la importación los conoce; los nombres de los campos están en /obras.csv. La segunda hoja dice qué se descargó: filtros, fecha, quién lo publica, cuántas obras y cuánto suman. Los textos son textos, nunca fórmulas; los de más de ${MOST_UNITS_OF_CELL} caracteres, los que caben en una celda, terminan con «…». Hasta ${MOST_ROWS_BELOW_HEADINGS} obras. ${[POINT, ...columns.notes].join(' ')}`,
  },
  query: ExportQuery,
  cacheTags: [...cacheTags, ...columns.dependsOn],
});

/** Whole lists of obras as files: `GET /obras.csv`, `/obras.xlsx` and `/obras.ndjson`. */
export function exportaciones(app: App, context: ListContext): void {
  const { listas } = context;
  fileRoutes(app, context, listadoOf(listas, context.config.PUBLIC_URL ?? ''));

  app.get(
    '/obras.ndjson',
    {
      config: { ...readerOrProgram, streams: true, cacheTags },
      schema: {
        tags,
        operationId: 'exportObrasNdjson',
        summary: 'Las obras como NDJSON: en cada línea una, como la responde GET /obras',
        description: same,
        querystring: listas.ExportQuery,
        response: { 200: fileAnswer('application/x-ndjson', '{"id":1,…}') },
      },
    },
    async (request, reply) => {
      const { orden, ...parameters } = request.query;
      const reader = await context.heavyReads.stream(request, reply);
      const filters = await resolveFilters(listas.filtros, parameters, request, reader);
      const body = await flow(ndjsonLines(streamLines(reader, listas, filters, orden)));
      return attached(reply, 'application/x-ndjson; charset=utf-8', 'obras.ndjson').send(body);
    },
  );
}

async function* ndjsonLines(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield `${piece}\n`;
}
