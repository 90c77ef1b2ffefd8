import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { admin } from '../auth/access.ts';
import { badRequest } from '../base/errors.ts';
import { IdParams, NEXT_LINK } from '../base/schemas.ts';
import { int4 } from '../base/text.ts';
import type { App, Context } from '../http/context.ts';
import { pageLink } from '../http/links.ts';
import { findObra, obraNotFound } from '../obras/documents.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import { listEntries, listHistory } from './queries.ts';
import { Entry, entryQuery, PageQuery, StoryEntry } from './schema.ts';
import { withSentences } from './story.ts';

// The ledger: every change with its author and time. Triggers write it (sql/bitacora.sql).

const tags = ['Bitácora'];

export function bitacora(app: App, { db, heavyReads, ledger }: Context & { ledger: Ledger }): void {
  app.get(
    '/bitacora',
    {
      config: admin,
      schema: {
        tags,
        operationId: 'listBitacora',
        summary: 'Quién cambió qué y cuándo, de lo más reciente a lo más antiguo',
        description:
          'Cada alta, cambio y baja de cada recurso, y cada entrada lograda o fallida. Link (RFC 8288) trae la página siguiente.',
        querystring: entryQuery(Object.keys(ledger)),
        response: { 200: Type.Array(Entry, { headers: NEXT_LINK }) },
      },
    },
    async (request, reply) => {
      const { cursor, ...query } = request.query;
      const after = cursor === undefined ? undefined : readCursor('bitacora', cursor);
      const reader = await heavyReads.page(request, reply, db);
      const { json, last } = await listEntries(reader, query, after, ledger);
      linkNext(reply, 'bitacora', '/bitacora', query, last);
      return withSentences(reader, JSON.parse(json), ledger);
    },
  );

  app.get(
    '/obras/:id/historial',
    {
      config: admin,
      schema: {
        tags,
        operationId: 'listHistorial',
        summary: 'La historia de una obra, desde su registro; también de una eliminada',
        description: 'Link (RFC 8288) trae la página siguiente.',
        params: IdParams,
        querystring: PageQuery,
        response: { 200: Type.Array(StoryEntry, { headers: NEXT_LINK }), 404: obraNotFound('99') },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { cursor, limit } = request.query;
      const number = int4(id);
      if (number === null) throw obraNotFound(id);
      const after = cursor === undefined ? '0' : readCursor('historial', cursor);
      const reader = await heavyReads.page(request, reply, db);
      const { json, last } = await listHistory(reader, number, limit, after, ledger);
      const entries = JSON.parse(json) as LedgerEntry[];
      // An obra that is older than the ledger may have no history.
      if (entries.length === 0 && !(await findObra(db, number))) throw obraNotFound(id);
      linkNext(reply, 'historial', `/obras/${number}/historial`, { limit }, last);
      return withSentences(db, entries, ledger);
    },
  );
}

const BIGGEST_ID = 2n ** 63n - 1n;

/**
 * The id of the row before a page.
 *
 * @param list its name, with which its cursors begin, so that other lists refuse them
 * @throws HttpError 400 for what is no cursor of this list
 */
export function readCursor(list: string, cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, of, id = ''] = /^([a-z]+)\/([0-9]{1,19})$/.exec(text) ?? [];
  if (of !== list || BigInt(id) > BIGGEST_ID) {
    throw badRequest([{ field: 'cursor', text: 'no es un cursor válido.' }]);
  }
  return id;
}

/** The cursor of the page behind a row. */
export const cursorAfter = (list: string, last: string | number): string =>
  Buffer.from(`${list}/${last}`).toString('base64url');

/** RFC 8288. */
function linkNext(
  reply: FastifyReply,
  list: string,
  path: string,
  query: Record<string, string | number | undefined>,
  last: string | null,
): void {
  if (last === null) return;
  reply.header('link', pageLink('next', path, query, { cursor: cursorAfter(list, last) }));
}
