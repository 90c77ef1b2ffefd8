import { type Static, Type } from 'typebox';
import { reader } from '../auth/access.ts';
import { badRequest } from '../base/errors.ts';
import { Closed, fileAnswer, LABEL, NEXT_LINK } from '../base/schemas.ts';
import { grouped } from '../base/text.ts';
import { type Db, PLANNED_ANEW } from '../db/db.ts';
import { MOST_ROWS, writeXlsx, XLSX_TYPE } from '../hojas/index.ts';
import type { App, Context } from '../http/context.ts';
import { begin, flow } from '../http/flow.ts';
import { pageLink } from '../http/links.ts';
import { labelOf } from '../obras/campos.ts';
import { readCursor, writeCursor } from '../obras/cursor.ts';
import { datosSheet, fileName, filtersInWords, type Said, type Totals } from '../obras/descarga.ts';
import { CATALOGS } from '../obras/documents.ts';
import { attached, csvOf } from '../obras/exports.ts';
import { conditions, likeAll, type Narrowing, narrowing } from '../obras/filters.ts';
import { ObraFilters } from '../obras/schema.ts';
import { CONTRATO, FILA_CONTRATO } from './campos.ts';
import { type Cells, cellsOf, fileColumns, rowOf, sheetColumns, shown } from './hojas.ts';
import { PROCEDIMIENTOS } from './opciones.ts';
import { tags } from './partes.ts';

// The contracts of all obras. The filters are those of obras, but for the contractor's, which is the contract's own here.

const Fila = Closed(
  Object.fromEntries(
    Object.entries(FILA_CONTRATO).map(([name, column]) => [
      name,
      Type.Unsafe({ ...column.schema, [LABEL]: labelOf(column) }),
    ]),
  ),
  { title: 'FilaDeContrato', description: 'Un contrato y su obra, en un renglón.' },
);

const { contratista: _, ...ofObras } = ObraFilters.properties;
const filters = {
  ...ofObras,
  contratista: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Palabras que aparecen, todas, en el nombre del contratista.',
    }),
  ),
  contratistaRfc: Type.Optional(
    Type.String({ maxLength: 13, description: 'RFC del contratista, entero.' }),
  ),
  procedimiento: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      enum: CONTRATO.procedimiento.schema.enum.filter((one) => one !== null),
      description: 'Cómo se adjudicó.',
    }),
  ),
};
const Filters = Type.Object(filters);
type Filters = Static<typeof Filters>;
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

type Own = Pick<Filters, 'contratista' | 'contratistaRfc' | 'procedimiento'>;
const FROM = `
  FROM contratos c JOIN obras o ON o.id = c.obra_id JOIN dependencias dep ON dep.id = o.dependencia_id
  JOIN contratos_vigentes v ON v.contrato_id = c.id`;
const ROW = Object.entries(FILA_CONTRATO)
  .map(([name, { sql }]) => `${sql} AS "${name}"`)
  .join(', ');
const COLUMNS = fileColumns(FILA_CONTRATO);
const STEP = 500;
const MOST_CONTRATOS = MOST_ROWS - 1;

/** The conditions on `contratos c` and `obras o`, with their parameters. */
function found(narrowed: Narrowing, own: Own): { where: string; values: unknown[] } {
  const { where, values } = conditions(narrowed);
  const { contratista, contratistaRfc, procedimiento } = own;
  const firm = likeAll('c.contratista', contratista, values);
  const more = firm === undefined ? [] : [`AND ${firm} ${PLANNED_ANEW}`];
  if (contratistaRfc !== undefined) {
    more.push(`AND c.contratista_rfc = $${values.push(contratistaRfc.toUpperCase())}`);
  }
  if (procedimiento !== undefined)
    more.push(`AND c.procedimiento = $${values.push(procedimiento)}`);
  return { where: [where, ...more].join(' '), values };
}

async function countContratos(db: Db, narrowed: Narrowing, own: Own): Promise<number> {
  const { where, values } = found(narrowed, own);
  const row = await db.one<{ n: number }>(
    `SELECT count(*)::integer AS n FROM contratos c JOIN obras o ON o.id = c.obra_id WHERE true ${where}`,
    values,
  );
  return row?.n as number;
}

async function* streamRows(db: Db, narrowed: Narrowing, own: Own): AsyncGenerator<Cells[]> {
  for (let after = 0; ; ) {
    const { where, values } = found(narrowed, own);
    const rows = await db.query<Record<string, string | null> & { fila: number & string }>(
      `SELECT c.id AS fila, ${cellsOf(COLUMNS)} ${FROM}
       WHERE c.id > $${values.push(after)}::integer ${where} ORDER BY c.id LIMIT ${STEP}`,
      values,
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => rowOf(COLUMNS, row));
    if (rows.length < STEP) return;
    after = last.fila;
  }
}

// Routes ------------------------------------------------------------------------------------------

const SAME = 'Los mismos filtros que GET /obras; contratista es el del contrato.';

/** What was asked for, in words: of the works, and of their contracts. */
const saidOf = async (db: Db, narrowed: Narrowing, own: Own): Promise<Said[]> => {
  const { contratista, contratistaRfc: rfc, procedimiento } = own;
  const name = procedimiento && PROCEDIMIENTOS[procedimiento as keyof typeof PROCEDIMIENTOS];
  return [
    ...(await filtersInWords(db, { ...narrowed, contratista })),
    ...(rfc
      ? [{ label: labelOf(CONTRATO.contratistaRfc), value: rfc.toUpperCase(), inName: rfc }]
      : []),
    ...(name ? [{ label: labelOf(CONTRATO.procedimiento), value: name, inName: name }] : []),
  ];
};

/** The filters of a request: those of obras, and the contract's own. */
const split = ({ contratista, contratistaRfc, procedimiento, ...ofObras }: Filters) => ({
  own: { contratista, contratistaRfc, procedimiento } as Own,
  ofObras,
});

export function contratosDeTodas(app: App, { slow, config: { PUBLISHER } }: Context): void {
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
      const { limit, cursor, ...asked } = request.query;
      const { own, ofObras } = split(asked);
      const db = await slow.answer(request, reply);
      const narrowed = await narrowing(ofObras, request, db);
      const from =
        cursor === undefined ? undefined : readCursor(cursor, undefined, undefined, 'contratos');
      const total = from?.total ?? (await countContratos(db, narrowed, own));
      const { where, values } = found(narrowed, own);
      const after = `$${values.push(from?.after.id ?? 0)}::integer`;
      const most = `$${values.push(limit)}::integer`;
      const page = await db.one<{ json: string; last: number | null }>(
        `WITH pagina AS MATERIALIZED (
           SELECT c.id FROM contratos c JOIN obras o ON o.id = c.obra_id
           WHERE c.id > ${after} ${where} ORDER BY c.id LIMIT ${most} + 1
         ), dada AS (SELECT id FROM pagina ORDER BY id LIMIT ${most})
         SELECT (SELECT coalesce(json_agg(r ORDER BY "contratoId"), '[]') FROM (
             SELECT ${ROW} ${FROM} WHERE c.id IN (SELECT id FROM dada)) r) AS json,
           CASE WHEN (SELECT count(*) FROM pagina) > ${most} THEN (SELECT max(id) FROM dada) END AS last`,
        values,
      );
      reply.header('x-total-count', total);
      if (page?.last) {
        const cursor = writeCursor({ id: page.last, key: null }, undefined, total, 'contratos');
        reply.header('link', pageLink('next', '/contratos', { ...asked, limit }, { cursor }));
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
    async (request, reply) => {
      const { own, ofObras } = split(request.query);
      const db = await slow.stream(request, reply);
      const narrowed = await narrowing(ofObras, request, db);
      const said = await saidOf(db, narrowed, own);
      const body = await flow(csvOf(COLUMNS, streamRows(db, narrowed, own)));
      const name = fileName(said, new Date(), 'csv', 'contratos');
      return attached(reply, 'text/csv; charset=utf-8', name).send(body);
    },
  );

  app.get(
    '/contratos.xlsx',
    {
      config: file,
      schema: {
        tags,
        operationId: 'exportContratosXlsx',
        summary: 'Los contratos de todas las obras, como hoja de Excel',
        description: `${SAME} Hasta ${MOST_CONTRATOS} contratos; la segunda hoja dice qué se descargó. Los encabezados están en español, con su unidad, y las opciones en palabras («Licitación pública»); las fechas y los por cientos son fechas y por cientos de Excel. La importación los conoce. Los nombres y claves de la API están en /contratos.csv.`,
        querystring: Filters,
        response: { 200: fileAnswer(XLSX_TYPE, 'PK…') },
      },
    },
    async (request, reply) => {
      const { own, ofObras } = split(request.query);
      const db = await slow.stream(request, reply);
      const narrowed = await narrowing(ofObras, request, db);
      if ((await countContratos(db, narrowed, own)) > MOST_CONTRATOS) {
        throw badRequest(
          `Son más de ${grouped(MOST_CONTRATOS)} contratos, los que caben en una hoja de Excel: use filtros, o descargue /contratos.csv.`,
        );
      }
      const said = await saidOf(db, narrowed, own);
      const now = new Date();
      const totals: Totals = { obras: 0, cents: 0n };
      const rows = shown(COLUMNS, totals, await begin(streamRows(db, narrowed, own)));
      const body = writeXlsx([
        { name: 'Contratos', columns: sheetColumns(COLUMNS), isFiltered: true, rows },
        datosSheet(said, PUBLISHER, now, totals, 'Contratos'),
      ]);
      return attached(reply, XLSX_TYPE, fileName(said, now, 'xlsx', 'contratos')).send(body);
    },
  );
}
