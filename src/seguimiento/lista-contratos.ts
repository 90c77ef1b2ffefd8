import sql, { raw } from 'sql-template-tag';
import { Type } from 'typebox';
import { reader } from '../auth/access.ts';
import { Closed, fileAnswer, LABEL, NEXT_LINK } from '../base/schemas.ts';
import type { Db } from '../db/db.ts';
import { XLSX_TYPE } from '../hojas/index.ts';
import type { App, Context } from '../http/context.ts';
import { pageLink } from '../http/links.ts';
import { labelOf } from '../obras/campos.ts';
import { readCursor, writeCursor } from '../obras/cursor.ts';
import { CATALOGS } from '../obras/documents.ts';
import {
  conditions,
  FILTROS,
  type Filtros,
  inWords,
  likeAll,
  parametersOf,
  type ResolvedFilters,
  resolveFilters,
  text,
} from '../obras/filtros.ts';
import { type Cells, filesOf, type Listado, MOST_LISTED } from '../obras/listado.ts';
import { CONTRATO, FILA_CONTRATO } from './campos.ts';
import { cellsOf, fileColumns, rowOf, sheetColumns } from './hojas.ts';
import { PROCEDIMIENTOS } from './opciones.ts';
import { tags } from './partes.ts';

// The contracts of all obras. The filters are those of obras. But the contractor's filter looks at the contract itself.

const Fila = Closed(
  Object.fromEntries(
    Object.entries(FILA_CONTRATO).map(([name, column]) => [
      name,
      Type.Unsafe({ ...column.schema, [LABEL]: labelOf(column) }),
    ]),
  ),
  { title: 'FilaDeContrato', description: 'Un contrato y su obra, en un renglón.' },
);

const { contratista: ofObra, ...ofObras } = FILTROS;
const FILTROS_DE_CONTRATOS = {
  ...ofObras,
  contratista: {
    schema: text('Palabras que aparecen, todas, en el nombre del contratista.'),
    words: ofObra.words,
    where: (words) => likeAll(sql`c.contratista`, words),
    planEachTime: true,
  },
  contratistaRfc: {
    schema: Type.Optional(
      Type.String({ maxLength: 13, description: 'RFC del contratista, entero.' }),
    ),
    words: (rfc) => inWords(labelOf(CONTRATO.contratistaRfc), rfc.toUpperCase(), rfc),
    where: (rfc) => sql`c.contratista_rfc = ${rfc.toUpperCase()}`,
  },
  procedimiento: {
    schema: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        enum: CONTRATO.procedimiento.schema.enum.filter((one) => one !== null),
        description: 'Cómo se adjudicó.',
      }),
    ),
    words: (code) => {
      const name = PROCEDIMIENTOS[code as keyof typeof PROCEDIMIENTOS];
      return inWords(labelOf(CONTRATO.procedimiento), name, name);
    },
    where: (procedimiento) => sql`c.procedimiento = ${procedimiento}`,
  },
} satisfies Filtros;
const filters = parametersOf(FILTROS_DE_CONTRATOS);
const Filters = Type.Object(filters);
const Query = Type.Object({
  ...filters,
  limit: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 100,
    description: 'Contratos por página.',
  }),
  cursor: Type.Optional(
    Type.String({ format: 'cursor', description: 'El que trae el encabezado Link: rel="next".' }),
  ),
});

// SQL ---------------------------------------------------------------------------------------------

const FROM = raw(`
  FROM contratos c JOIN obras o ON o.id = c.obra_id JOIN dependencias dep ON dep.id = o.dependencia_id
  JOIN contratos_vigentes v ON v.contrato_id = c.id`);
const ROW = raw(
  Object.entries(FILA_CONTRATO)
    .map(([name, { sql }]) => `${sql} AS "${name}"`)
    .join(', '),
);
const COLUMNS = fileColumns(FILA_CONTRATO);
const CELLS = raw(cellsOf(COLUMNS));
const STEP = 500;

/** The conditions on `contratos c` and `obras o`. */
const conditionsOf = (filters: ResolvedFilters) => conditions(filters, FILTROS_DE_CONTRATOS);

async function countContratos(db: Db, filters: ResolvedFilters): Promise<number> {
  const { where, planEachTime } = conditionsOf(filters);
  const row = await db.one<{ n: number }>(
    sql`SELECT count(*)::integer AS n FROM contratos c JOIN obras o ON o.id = c.obra_id WHERE true ${where}`,
    { planEachTime },
  );
  return row?.n as number;
}

async function* streamRows(db: Db, filters: ResolvedFilters): AsyncGenerator<Cells[]> {
  for (let after = 0; ; ) {
    const { where, planEachTime } = conditionsOf(filters);
    const rows = await db.query<Record<string, string | null> & { fila: number & string }>(
      sql`SELECT c.id AS fila, ${CELLS} ${FROM}
       WHERE c.id > ${after}::integer ${where} ORDER BY c.id LIMIT ${raw(`${STEP}`)}`,
      { planEachTime },
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => rowOf(COLUMNS, row));
    if (rows.length < STEP) return;
    after = last.fila;
  }
}

const LISTADO: Listado = {
  name: 'contratos',
  sheet: 'Contratos',
  of: 'Contratos',
  columns: COLUMNS,
  headings: sheetColumns(COLUMNS),
  filtros: FILTROS_DE_CONTRATOS,
  count: countContratos,
  rows: streamRows,
};

// Routes ------------------------------------------------------------------------------------------

const SAME = 'Los mismos filtros que GET /obras; contratista es el del contrato.';

export function contratosDeTodas(app: App, context: Context): void {
  const { heavyReads } = context;
  const { csv, xlsx } = filesOf(context, LISTADO);
  const config = { ...reader, cacheTags: ['seguimiento', 'obras', ...CATALOGS] } as const;
  const file = { ...config, isDated: true, streams: true } as const;

  app.get(
    '/contratos',
    {
      config,
      schema: {
        tags,
        operationId: 'listContratosDeTodas',
        summary: 'Los contratos de todas las obras, por páginas',
        description: `${SAME} X-Total-Count dice cuántos los cumplen, y Link (RFC 8288) trae la página siguiente.`,
        querystring: Query,
        response: {
          200: Type.Array(Fila, {
            headers: {
              ...NEXT_LINK,
              'X-Total-Count': Type.Integer({ description: 'Cuántos contratos los cumplen.' }),
            },
          }),
        },
      },
    },
    async (request, reply) => {
      const { limit, cursor, ...parameters } = request.query;
      const db = await heavyReads.page(request, reply);
      const filters = await resolveFilters(parameters, request, db);
      const from =
        cursor === undefined ? undefined : readCursor(cursor, undefined, undefined, 'contratos');
      const total = from?.total ?? (await countContratos(db, filters));
      const { where, planEachTime } = conditionsOf(filters);
      const after = sql`${from?.after.id ?? 0}::integer`;
      const most = sql`${limit}::integer`;
      const page = await db.one<{ json: string; last: number | null }>(
        sql`WITH page AS MATERIALIZED (
           SELECT c.id FROM contratos c JOIN obras o ON o.id = c.obra_id
           WHERE c.id > ${after} ${where} ORDER BY c.id LIMIT ${most} + 1
         ), shown AS (SELECT id FROM page ORDER BY id LIMIT ${most})
         SELECT (SELECT coalesce(json_agg(r ORDER BY "contratoId"), '[]') FROM (
             SELECT ${ROW} ${FROM} WHERE c.id IN (SELECT id FROM shown)) r) AS json,
           CASE WHEN (SELECT count(*) FROM page) > ${most} THEN (SELECT max(id) FROM shown) END AS last`,
        { planEachTime },
      );
      reply.header('x-total-count', total);
      if (page?.last) {
        const cursor = writeCursor({ id: page.last, key: null }, undefined, total, 'contratos');
        reply.header('link', pageLink('next', '/contratos', { ...parameters, limit }, { cursor }));
      }
      return page?.json;
    },
  );

  app.get(
    '/contratos.csv',
    {
      config: file,
      schema: {
        tags,
        operationId: 'exportContratosCsv',
        summary: 'Los contratos de todas las obras, como CSV',
        description: `${SAME} UTF-8 con BOM, comas y CRLF.`,
        querystring: Filters,
        response: { 200: fileAnswer('text/csv', 'claveUnica,nombre,dependencia,numero…') },
      },
    },
    csv,
  );

  app.get(
    '/contratos.xlsx',
    {
      config: file,
      schema: {
        tags,
        operationId: 'exportContratosXlsx',
        summary: 'Los contratos de todas las obras, como hoja de Excel',
        description: `${SAME} Hasta ${MOST_LISTED} contratos; la segunda hoja dice qué se descargó. Los encabezados están en español, con su unidad, y las opciones en palabras («Licitación pública»); las fechas y los por cientos son fechas y por cientos de Excel. La importación los conoce. Los nombres y claves de la API están en /contratos.csv.`,
        querystring: Filters,
        response: { 200: fileAnswer(XLSX_TYPE, 'PK…') },
      },
    },
    xlsx,
  );
}
