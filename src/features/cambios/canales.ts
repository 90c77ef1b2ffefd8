import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { readerOrProgram } from '../../core/auth/access.ts';
import { Closed, Id, LABEL, NEXT_LINK, sentAs, withMore } from '../../core/base/schemas.ts';
import { int4, labelOf } from '../../core/base/text.ts';
import { cursorAfter, readCursor } from '../../core/bitacora/routes.ts';
import { withSentences } from '../../core/bitacora/story.ts';
import type { FeatureContext } from '../../core/feature.ts';
import { addressOf, isLasting } from '../../core/http/cache/answers.ts';
import { dependentTables } from '../../core/http/cache/depends.ts';
import type { App } from '../../core/http/context.ts';
import { linkRoot, pageLink, withQuery } from '../../core/http/links.ts';
import { CATALOGS, obraNotFound } from '../../core/obras/documents.ts';
import { type ObraFilters, resolveFilters } from '../../core/obras/filtros.ts';
import { filtersInWords } from '../../listados/descarga.ts';
import {
  ATOM,
  atomOf,
  type Canal,
  type Item,
  JSON_FEED,
  jsonFeedOf,
  sentenceOfCarga,
  titleOfEntrada,
} from './canal.ts';
import { FEW_OF_IMPORT, findNombre, findRegistry, listEntradas, MOST_COUNTED } from './entradas.ts';

// `GET /cambios.atom` and `GET /cambios.json`: what changes in the works of a list, for programs that tell people.

const tags = ['Cambios'];
/** The page for people. */
const PAGE = '/portal/cambios';

const EntradaDeCanal = Closed(
  {
    id: Type.String({ examples: ['tag:registro-de-obras.invalid,2026:4f1d2c3b4a596877/1024'] }),
    url: Type.Optional(
      Type.String({
        description: 'La página de la obra; falta en una obra eliminada y en una carga.',
        examples: ['https://obras.ejemplo.gob.mx/portal/obras/1'],
      }),
    ),
    title: Type.String({
      examples: ['Pavimentación de la calle 60: se cambió el monto de $1,000.00 a $2,000.00'],
    }),
    content_text: Type.String({
      description: 'Lo que cambió, en una frase y sin quién lo hizo.',
      examples: ['Se cambió el monto de $1,000.00 a $2,000.00.'],
    }),
    date_published: Type.String({ format: 'date-time', examples: ['2026-01-15T14:30:00.000Z'] }),
    date_modified: Type.String({
      format: 'date-time',
      description: 'De una carga, su último cambio; de lo demás, lo mismo.',
      examples: ['2026-01-15T14:30:00.000Z'],
    }),
    tags: Type.Array(Type.String({ examples: ['Obra'] }), {
      description: 'La clase de registro que cambió.',
    }),
  },
  { title: 'EntradaDeCambios' },
);

const CanalDeCambios = Closed(
  {
    version: Type.Literal('https://jsonfeed.org/version/1.1'),
    title: Type.String({ examples: ['Cambios de obras · Municipio: Mérida'] }),
    home_page_url: Type.String({ examples: ['https://obras.ejemplo.gob.mx/portal/cambios'] }),
    feed_url: Type.String({ examples: ['https://obras.ejemplo.gob.mx/cambios.json'] }),
    next_url: Type.Optional(
      Type.String({
        description: 'Lo anterior, si hay más.',
        examples: ['https://obras.ejemplo.gob.mx/cambios.json?cursor=Y2FtYmlvcy8xMDI0'],
      }),
    ),
    description: Type.String({ examples: ['Lo que cambia en las obras del registro.'] }),
    language: Type.Literal('es-MX'),
    authors: Type.Array(Closed({ name: Type.String({ examples: ['Gobierno de Yucatán'] }) })),
    items: Type.Array(EntradaDeCanal),
  },
  { title: 'CanalDeCambios', description: 'JSON Feed 1.1.' },
);

const DESCRIPTION = `Los 100 más recientes; Link (RFC 8288) y el propio canal traen lo anterior, y una página puede traer menos. Son las altas, cambios y bajas de las obras, de su seguimiento y de sus archivos públicos, con los filtros de GET /obras que valen igual para todos; los demás se rechazan. De un archivo que se hace privado o se elimina ya no dice nada, y uno que se hace público es nuevo. De una obra eliminada queda su baja: la encuentran los filtros por municipio, estatus, ejercicio, dependencia, tipo y monto, según su último estado. Lo que una carga cambió en más de ${FEW_OF_IMPORT} registros es una sola entrada, cuyas cuentas llegan a ${MOST_COUNTED}. Un navegador va a la página ${PAGE}.`;

const SEE_PAGE = {
  303: {
    description: 'A un navegador: la página para personas.',
    headers: { Location: Type.String({ description: `${PAGE}, con los mismos parámetros.` }) },
    type: 'null' as const,
  },
};

/** A feed as it is kept: all but the beginning of its links, which may differ for each request. */
type KeptCanal = Omit<Canal, 'self' | 'page' | 'next'> & { last: string | null };

interface CambiosQuery extends ObraFilters {
  obraId?: string;
  cursor?: string;
}

/** Reads the feed that a request asks for. */
async function readCanal(
  { config, db, heavyReads, listas: { filtros }, ledger }: FeatureContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<KeptCanal> {
  const { obraId, cursor, ...query } = request.query as CambiosQuery;
  const before = cursor === undefined ? undefined : readCursor('cambios', cursor);
  const reader = await heavyReads.page(request, reply, db);
  const filters = await resolveFilters(filtros, query, request, reader);
  const obra = obraId === undefined ? undefined : int4(obraId);
  const nombre = obra == null ? undefined : await findNombre(reader, obra);
  if (obraId !== undefined && nombre === undefined) throw obraNotFound(obraId);
  const { huella, desde } = await findRegistry(reader);
  const { entradas, next } = await listEntradas(reader, ledger, { filters, filtros, obra }, before);
  const told = await withSentences(
    reader,
    entradas.flatMap(({ entry }) => entry ?? []),
    ledger,
    true,
  );
  const sentences = new Map(told.map(({ id, resumen }) => [id, resumen]));
  // Nobody has that name (RFC 2606), and no setting changes it: an entry keeps its id wherever the registry goes.
  const tag = (of: string | number) => `tag:registro-de-obras.invalid,2026:${huella}/${of}`;
  const items = entradas.map(({ carga, entry }): Item => {
    if (carga) {
      const text = sentenceOfCarga(carga);
      const { desde: published, hasta: updated } = carga;
      const id = tag(`carga-${carga.first}`);
      return {
        id,
        title: titleOfEntrada(null, text),
        text,
        url: undefined,
        published,
        updated,
        kind: 'Carga',
      };
    }
    const { id, instante, obraId: of, nombre, accion, recurso } = entry;
    const text = sentences.get(id) as string;
    const isGone = recurso === 'obras' && accion === 'eliminar';
    return {
      ...{
        id: tag(id),
        title: titleOfEntrada(nombre, text),
        text,
        published: instante,
        updated: instante,
      },
      url: isGone ? undefined : `/portal/obras/${of}`,
      kind: labelOf({ called: ledger[recurso]?.called ?? recurso }),
    };
  });
  const words = await filtersInWords(reader, filters, filtros);
  const set = [
    ...(nombre === undefined ? [] : [nombre]),
    ...words.map(({ label, value }) => `${label}: ${value}`),
  ];
  return {
    id: tag(withQuery('cambios', { ...query, obraId })),
    title: [obraId === undefined ? 'Cambios de obras' : 'Cambios de la obra', ...set].join(' · '),
    description: 'Lo que cambia en las obras del registro, del cambio más reciente al más antiguo.',
    publisher: config.PUBLISHER,
    updated:
      items
        .map(({ updated }) => updated)
        .sort()
        .at(-1) ?? desde,
    items,
    last: next,
  };
}

export function canales(app: App, context: FeatureContext): void {
  const { config, cache, listas } = context;
  const tables = [
    ...['obras', 'seguimiento', ...CATALOGS],
    ...listas.documents.flatMap(({ dependsOn }) => dependsOn),
  ];
  const querystring = withMore(listas.PublicFilters, {
    obraId: Type.Optional(Id('Sólo los cambios de esta obra.', { [LABEL]: 'Obra' })),
    cursor: Type.Optional(
      Type.String({
        [LABEL]: 'Página',
        format: 'cursor',
        description: 'El que trae el encabezado Link: rel="next".',
      }),
    ),
  });

  /** The feed from memory, until something changes that it is made of: readers ask for it again and again. */
  async function recall(request: FastifyRequest, reply: FastifyReply): Promise<KeptCanal> {
    const on = [...tables, ...dependentTables(request)];
    const key = `cambios ${addressOf(request)}`;
    const known = isLasting(request) ? cache.get<KeptCanal>(key, on) : undefined;
    if (known) return known;
    const keep = isLasting(request) ? cache.begin<KeptCanal>(key, on) : undefined;
    const canal = await readCanal(context, request, reply);
    keep?.(canal, 2 * JSON.stringify(canal).length);
    return canal;
  }

  const add = (
    path: string,
    operationId: string,
    type: string,
    schema: TSchema,
    write: (canal: Canal) => string,
  ) =>
    app.get(
      path,
      {
        config: { ...readerOrProgram, pageAt: PAGE },
        schema: {
          tags,
          operationId,
          summary: `Lo que cambia en las obras, como canal ${type === ATOM ? 'Atom' : 'JSON Feed'}`,
          description: type === ATOM ? DESCRIPTION : 'Lo mismo que GET /cambios.atom.',
          querystring,
          response: { 200: sentAs(type, schema, NEXT_LINK), ...SEE_PAGE, 404: obraNotFound('99') },
        },
      },
      async (request, reply) => {
        const { cursor: _, ...query } = request.query as CambiosQuery;
        const root = linkRoot(config, request, reply);
        const { last, items, ...canal } = await recall(request, reply);
        const cursor = last === null ? undefined : cursorAfter('cambios', last);
        if (cursor) reply.header('link', pageLink('next', path, query, { cursor }));
        reply.type(`${type}; charset=utf-8`);
        return write({
          ...canal,
          self: root + withQuery(path, request.query as CambiosQuery),
          page: root + withQuery(PAGE, query),
          next: cursor && root + withQuery(path, { ...query, cursor }),
          items: items.map(({ url, ...item }) => ({ ...item, url: url && root + url })),
        });
      },
    );
  add(
    '/cambios.atom',
    'findCambiosAtom',
    ATOM,
    Type.String({ examples: ['<feed xmlns="http://www.w3.org/2005/Atom">…'] }),
    atomOf,
  );
  add('/cambios.json', 'findCambiosJson', JSON_FEED, CanalDeCambios, (canal) =>
    JSON.stringify(jsonFeedOf(canal)),
  );
}
