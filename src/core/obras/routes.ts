import { Type } from 'typebox';
import { admin, reader } from '../auth/access.ts';
import { violation } from '../base/constraints.ts';
import { hasChanged } from '../base/errors.ts';
import { IdParams } from '../base/schemas.ts';
import { int4 } from '../base/text.ts';
import { batchById } from '../db/batch.ts';
import { createMemory } from '../http/cache/answers.ts';
import { statesOf, unlessChanged } from '../http/cache/conditional.ts';
import type { App } from '../http/context.ts';
import { jsonArray } from '../http/flow.ts';
import { pageLink } from '../http/links.ts';
import { isUncounted } from '../http/prefer.ts';
import { readCursor, writeCursor } from './cursor.ts';
import {
  CATALOGS,
  FIND_OBRA,
  findFields,
  findObraPage,
  findObras,
  obraNotFound,
  SHORT_PAGE,
  streamObras,
} from './documents.ts';
import {
  checkableParts,
  createObra,
  deleteObra,
  findBroken,
  LOCK_OBRA,
  updateObra,
} from './escribir.ts';
import { resolveFilters } from './filtros.ts';
import { type ListContext, withPast } from './listas.ts';
import type { ListPosition, Orden } from './orden.ts';
import { ChangedObra, NewObra, Obra, type ObraPage } from './schema.ts';

const tags = ['Obras'];
/** Obras carry geometries: 8 MB rather than the service's 1 MB. */
const bodyLimit = 8 * 1_048_576;
const claveTaken = violation('obras_clave_unica_key', { claveUnica: 'SOP-2026-0001' });
const PAGE_HEADERS = {
  'X-Total-Count': Type.Integer({
    description: 'Con limit: cuántas obras cumplen los filtros, salvo con Prefer: count=none.',
  }),
  Link: Type.String({
    description:
      'Con limit: las páginas vecinas (RFC 8288). Con page, first, last, prev y next; sin él, next si hay más.',
  }),
};

export function obras(app: App, { db, heavyReads, cache, listas }: ListContext): void {
  const { ObraQuery, FieldsQuery, ObraPedida, past } = listas;
  const readObra = batchById((ids: number[]) => findObras(db, ids));

  app.get(
    '/obras',
    {
      config: { ...reader, streams: true, cacheTags: ['obras', ...CATALOGS] },
      schema: {
        tags,
        operationId: 'listObras',
        summary: 'Lista de obras, por id o en otro orden; todas, o por páginas con limit',
        description:
          'Con limit la respuesta trae X-Total-Count (cuántas obras cumplen los filtros) y Link (RFC 8288) con las páginas vecinas. Al avanzar por el cursor, el total es el de la primera página. Con Prefer: count=none no se cuenta, y sin X-Total-Count ni la página last responde antes. Con campos, cada obra trae sólo los indicados.',
        querystring: ObraQuery,
        response: { 200: Type.Array(ObraPedida, { headers: PAGE_HEADERS }) },
      },
    },
    async (request, reply) => {
      const { limit, page, cursor, ...rest } = request.query;
      const { orden, campos, ...parameters } = rest;
      const isShort = limit !== undefined && limit <= SHORT_PAGE;
      const reader = await (isShort ? heavyReads.page : heavyReads.stream)(request, reply);
      const filters = await resolveFilters(listas.filtros, parameters, request, reader);
      if (limit === undefined)
        return jsonArray(streamObras(reader, listas, filters, { orden, campos }));
      const { total, last, pieces } = await findObraPage(reader, listas, filters, {
        limit,
        orden,
        campos,
        offset: page === undefined ? 0 : (page - 1) * limit,
        uncounted: isUncounted(request, reply),
        remember: createMemory(cache, request),
        ...(cursor === undefined ? {} : readCursor(listas.ordenes, cursor, page, orden)),
      });
      if (total !== null) reply.header('x-total-count', total);
      const link = pageLinks({ limit, page }, rest, total, last);
      if (link) reply.header('link', link);
      return jsonArray(pieces);
    },
  );

  app.get(
    '/obras/:id',
    {
      config: { ...reader, cacheTags: ['obras/:id', ...CATALOGS] },
      schema: {
        tags,
        operationId: 'findObra',
        summary: 'Una obra',
        description: 'Con campos trae sólo los indicados, y un ETag que no sirve para If-Match.',
        params: IdParams,
        querystring: withPast(past, FieldsQuery),
        response: {
          200: past ? { ...ObraPedida, headers: past.headers } : ObraPedida,
          404: obraNotFound('99'),
          ...past?.refusals,
        },
      },
    },
    async (request, reply) => {
      const ofThen = past?.read({ db, heavyReads }, request, reply);
      if (ofThen) return ofThen;
      const { id } = request.params;
      const { campos } = request.query;
      const number = int4(id);
      const json =
        number === null
          ? undefined
          : campos === undefined
            ? await readObra(number)
            : await findFields(db, listas, number, campos);
      if (!json) throw obraNotFound(id);
      return json;
    },
  );

  app.post(
    '/obras',
    {
      config: { ...admin, moreFailures: ({ body }) => findBroken(db, null, checkableParts(body)) },
      bodyLimit,
      schema: {
        tags,
        operationId: 'createObra',
        summary: 'Registra una obra con sus ubicaciones',
        body: NewObra,
        response: { 201: Obra, 409: claveTaken },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return createObra(request.db, request.body);
    },
  );

  app.patch(
    '/obras/:id',
    {
      config: {
        ...admin,
        moreFailures: ({ body, params }) =>
          findBroken(db, int4((params as { id: string }).id), checkableParts(body)),
      },
      bodyLimit,
      schema: {
        tags,
        operationId: 'updateObra',
        summary: 'Cambia los campos indicados de una obra; ubicaciones reemplaza la lista',
        params: IdParams,
        body: ChangedObra,
        response: { 200: Obra, 404: obraNotFound('99'), 409: claveTaken, 412: hasChanged() },
      },
    },
    async (request) => updateObra(request.db, request.params.id, request.body, statesOf(request)),
  );

  app.delete(
    '/obras/:id',
    {
      config: admin,
      schema: {
        tags,
        operationId: 'deleteObra',
        summary: 'Elimina una obra y sus ubicaciones; no se puede deshacer',
        params: IdParams,
        response: {
          200: Type.Null({ description: 'Eliminada; sin cuerpo.' }),
          404: obraNotFound('99'),
          412: hasChanged(),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const isDeleted = await unlessChanged(request, [LOCK_OBRA, FIND_OBRA, int4(id)], (tx) =>
        deleteObra(tx, int4(id)),
      );
      if (!isDeleted) throw obraNotFound(id);
      reply.removeHeader('content-type');
      return reply.send();
    },
  );
}

/**
 * RFC 8288 links to the pages around this one, relative to the service's root; undefined where there are none.
 * `last` is the last obra of this page where more follow.
 */
function pageLinks(
  { limit, page }: Pick<ObraPage, 'limit' | 'page'>,
  parameters: { orden?: Orden | undefined } & Record<string, string | number | undefined>,
  total: number | null,
  last: ListPosition | undefined,
): string | undefined {
  const query = { ...parameters, limit };
  if (page === undefined) {
    if (last === undefined) return undefined;
    return pageLink('next', '/obras', query, {
      cursor: writeCursor(last, parameters.orden, total),
    });
  }
  const link = (rel: Parameters<typeof pageLink>[0], page: number) =>
    pageLink(rel, '/obras', query, { page });
  if (total === null) {
    const links = [link('first', 1)];
    if (page > 1) links.push(link('prev', page - 1));
    if (last) links.push(link('next', page + 1));
    return links.join(', ');
  }
  const lastPage = Math.max(1, Math.ceil(total / Number(limit)));
  const links = [link('first', 1), link('last', lastPage)];
  if (page > 1) links.push(link('prev', Math.min(page - 1, lastPage)));
  if (page < lastPage) links.push(link('next', page + 1));
  return links.join(', ');
}
