import { readerOrProgram } from '../../core/auth/access.ts';
import { fileAnswer } from '../../core/base/schemas.ts';
import { attached } from '../../core/http/attached.ts';
import type { App, Context } from '../../core/http/context.ts';
import { flow } from '../../core/http/flow.ts';
import { COLUMNS, rowsFrom } from '../../core/obras/columns.ts';
import { CATALOGS, CHUNK_BYTES, streamLines } from '../../core/obras/documents.ts';
import { resolveFilters } from '../../core/obras/filtros.ts';
import { OBRAS } from '../../core/obras/listado.ts';
import { ExportQuery } from '../../core/obras/schema.ts';
import { LONGEST_CELL } from '../../hojas/index.ts';
import { fileRoutes, type Listado, MOST_LISTED } from '../../listados/listado-en-archivo.ts';

const same = 'Los mismos filtros y órdenes que GET /obras; siempre todas las que los cumplen.';
const POINT =
  'Dirección y referencias son las de la primera ubicación; longitud y latitud están donde la obra tiene una sola ubicación y es un punto. Las últimas columnas son cuántas fotos públicas tiene y la dirección de la más nueva; la importación no las lee.';
const tags = ['Obras'];
const cacheTags = ['obras', ...CATALOGS];

/**
 * The list of obras with its files.
 *
 * @param root the beginning of links, empty for addresses without a host
 */
export const listadoOf = (root: string): Listado => ({
  ...OBRAS,
  name: 'obras',
  sheet: 'Obras',
  of: 'Obras',
  columns: COLUMNS,
  joins: `JOIN obras o ON o.id = p.id ${rowsFrom(root)}`,
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
    csv: `UTF-8 con BOM, comas y CRLF, como lo abre Excel. Un texto que una hoja de cálculo tomaría por fórmula, o que empieza con apóstrofo, lleva un apóstrofo delante. ${POINT}`,
    example: `${COLUMNS.slice(0, 4)
      .map(({ name }) => name)
      .join(',')}…`,
    xlsx: `Los encabezados están en español, con su unidad, y la importación los conoce; los nombres de los campos están en /obras.csv. La segunda hoja dice qué se descargó: filtros, fecha, quién lo publica, cuántas obras y cuánto suman. Los textos son textos, nunca fórmulas; los de más de ${LONGEST_CELL} caracteres, los que caben en una celda, terminan con «…». Hasta ${MOST_LISTED} obras. ${POINT}`,
  },
  query: ExportQuery,
  cacheTags: [...cacheTags, 'archivos'],
});

/** Whole lists of obras as files: `GET /obras.csv`, `/obras.xlsx` and `/obras.ndjson`. */
export function exportaciones(app: App, context: Context): void {
  fileRoutes(app, context, listadoOf(context.config.PUBLIC_URL ?? ''));

  app.get(
    '/obras.ndjson',
    {
      config: { ...readerOrProgram, streams: true, cacheTags },
      schema: {
        tags,
        operationId: 'exportObrasNdjson',
        summary: 'Las obras como NDJSON: en cada línea una, como la responde GET /obras',
        description: same,
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
