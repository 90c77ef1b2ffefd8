import sql, { raw } from 'sql-template-tag';
import { type TObject, Type } from 'typebox';
import { readerOrProgram } from '../../core/auth/access.ts';
import { Closed, LABEL, NEXT_LINK, pageParameters } from '../../core/base/schemas.ts';
import type { Tag } from '../../core/db/changes.ts';
import { createMemory } from '../../core/http/cache/answers.ts';
import type { App } from '../../core/http/context.ts';
import { pageLink } from '../../core/http/links.ts';
import { isUncounted } from '../../core/http/prefer.ts';
import { labelOf } from '../../core/obras/campos.ts';
import { readCursor, writeCursor } from '../../core/obras/cursor.ts';
import { CATALOGS } from '../../core/obras/documents.ts';
import { type ObraFilters, resolveFilters } from '../../core/obras/filtros.ts';
import { planPage, readPage, type Source } from '../../core/obras/listado.ts';
import type { FollowUpColumn, ListContext } from '../../core/obras/listas.ts';
import type { Orden } from '../../core/obras/orden.ts';
import {
  fileRoutes,
  type Listado,
  type ListedColumn,
  MOST_ROWS_BELOW_HEADINGS,
} from '../../listados/listado-en-archivo.ts';
import { tags } from './partes.ts';

// Lists of the follow-up, as pages and as files.

/** The words of headings for amounts in MXN. */
export const PESOS = 'en pesos';

/** The columns of a list that a file has. The heading of an amount has its unit. */
export const fileColumns = (list: Record<string, FollowUpColumn>): ListedColumn[] =>
  Object.entries(list).flatMap(([name, { width, type = 'text', ...column }]) => {
    if (width === undefined) return [];
    const unit = type === 'amount' ? PESOS : undefined;
    return { unit, ...column, name, label: labelOf(column), type, width };
  });

interface Paginas extends Source, Pick<Listado, 'name' | 'joins' | 'hides' | 'cacheTags'> {
  /** The schema of a row, and its columns over what `joins` names. */
  Fila: TObject;
  columns: string;
  /** An SQL expression for the JSON of a row `f`. Within a list, a record begins a line of its own. */
  json: 'f' | 'row_to_json(f)';
  /** The parameters of its pages. */
  query: TObject;
  /** The answer is another on the next day. */
  isDated?: true | undefined;
  docs: {
    tags: string[];
    operationId: string;
    summary: string;
    same: string;
    limit: string;
    total: string;
    /** «cuántas» or «cuántos». */
    many: string;
  };
}

/** A list as pages of JSON. */
export function pageRoute(app: App, context: ListContext, lista: Paginas): void {
  const { name, Fila, columns, json, joins, query, isDated, cacheTags, docs } = lista;
  app.get(
    `/${name}`,
    {
      config: {
        ...{ ...readerOrProgram, ...(isDated && { isDated }), cacheTags },
        ...(lista.hides && { hides: lista.hides.text }),
      },
      schema: {
        tags: docs.tags,
        operationId: docs.operationId,
        summary: docs.summary,
        description: `${docs.same} X-Total-Count dice ${docs.many} los cumplen, salvo con Prefer: count=none, y Link (RFC 8288) trae la página siguiente.`,
        querystring: Type.Object({ ...query.properties, ...pageParameters(docs.limit) }),
        response: {
          200: Type.Array(Fila, {
            headers: { ...NEXT_LINK, 'X-Total-Count': Type.Integer({ description: docs.total }) },
          }),
        },
      },
    },
    async (request, reply) => {
      const { limit, cursor, orden, ...parameters } = request.query as ObraFilters & {
        limit: number;
        cursor?: string;
        orden?: Orden;
      };
      const db = await context.heavyReads.page(request, reply);
      const filters = await resolveFilters(lista.filtros, parameters, request, db);
      const from =
        cursor === undefined ? {} : readCursor(lista.ordenes, cursor, undefined, orden, name);
      const uncounted = isUncounted(request, reply);
      const remember = createMemory(context.cache, request);
      const slice = { limit, orden, uncounted, remember, ...from };
      const plan = await planPage(db, lista, filters, slice);
      const rows = sql`
        WITH page AS MATERIALIZED (SELECT ids FROM (SELECT ${plan.ids}) p (ids))
        SELECT ids, (
          SELECT coalesce(json_agg(r ORDER BY lugar), '[]') FROM (
            SELECT lugar, (SELECT ${raw(json)} FROM (SELECT ${raw(columns)}) f) AS r
            FROM unnest(page.ids[:${plan.most}]) WITH ORDINALITY AS p (id, lugar) ${raw(joins)}) r
        ) AS json
        FROM page`;
      const page = await readPage<{ ids: number[]; json: string }>(db, plan, rows);
      const { total, last } = page;
      if (total !== null) reply.header('x-total-count', total);
      if (last) {
        const cursor = writeCursor(last, orden, total, name);
        const question = { ...parameters, orden, limit };
        reply.header('link', pageLink('next', `/${name}`, question, { cursor }));
      }
      return page.json;
    },
  );
}

interface Lista
  extends Omit<Paginas, 'Fila' | 'columns' | 'query' | 'cacheTags' | 'docs'>,
    Pick<Listado, 'sheet' | 'of' | 'sums'> {
  /** The fields of a row, over what `joins` names. */
  fila: Record<string, FollowUpColumn>;
  /** The parameters of its pages, and those of its files. */
  query: { page: TObject; files: TObject };
  /** Further tables behind its rows. */
  dependsOn?: readonly string[];
  docs: Omit<Paginas['docs'] & Listado['docs'], 'tags' | 'csv' | 'xlsx'> & {
    /** The schema of a row. */
    row: { title: string; description: string };
    /** The name of an option. */
    option: string;
  };
}

/** The routes of a list of the follow-up: its pages as JSON, and its files. */
export function listRoutes(app: App, context: ListContext, lista: Lista): void {
  const { name, of, fila, query, dependsOn = [], docs } = lista;
  const cacheTags = ['seguimiento', 'obras', ...CATALOGS, ...dependsOn] as Tag[];
  const fields = Object.entries(fila);
  const members = fields.map(([name, column]) => [
    name,
    Type.Unsafe({ ...column.schema, [LABEL]: labelOf(column) }),
  ]);
  pageRoute(app, context, {
    ...{ ...lista, cacheTags, query: query.page, docs: { ...docs, tags } },
    Fila: Closed(Object.fromEntries(members), docs.row),
    columns: fields.map(([name, { sql }]) => `${sql} AS "${name}"`).join(', '),
  });
  fileRoutes(app, context, {
    ...lista,
    columns: fileColumns(fila),
    query: query.files,
    cacheTags,
    docs: {
      ...docs,
      tags,
      csv: 'UTF-8 con BOM, comas y CRLF.',
      xlsx: `Hasta ${MOST_ROWS_BELOW_HEADINGS} ${of.toLowerCase()}; la segunda hoja dice qué se descargó. Los encabezados están en español, con su unidad, y las opciones en palabras («${docs.option}»); las fechas y los por cientos son fechas y por cientos de Excel. La importación los conoce. Los nombres y claves de la API están en /${name}.csv.`,
    },
  });
}
