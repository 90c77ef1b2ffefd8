import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { reader } from '../../../core/auth/access.ts';
import { badRequest } from '../../../core/base/errors.ts';
import {
  Closed,
  IdParams,
  LABEL,
  NEXT_LINK,
  pageParameters,
  sentAs,
} from '../../../core/base/schemas.ts';
import { int4 } from '../../../core/base/text.ts';
import type { Db } from '../../../core/db/db.ts';
import type { App } from '../../../core/http/context.ts';
import { withQuery } from '../../../core/http/links.ts';
import { varyBy } from '../../../core/http/vary.ts';
import { obraNotFound } from '../../../core/obras/documents.ts';
import type { ListContext, PastReading } from '../../../core/obras/listas.ts';
import {
  addressesOf,
  LINK_FORMAT,
  linksOf,
  timemapOf,
  unknownPast,
  type Versions,
} from './enlaces.ts';

// The versions of an obra: the instants of its own changes. A timemap lists them, as JSON or in the form of links, and a timegate
// leads to the obra at an instant (RFC 7089), with the names of catalogs and the delay of then, which no version says.

const tags = ['Obras'];

/** A version begins with a change. Its instant has microseconds, so that asking for it finds the change. */
interface Version {
  id: string;
  instante: string;
}
const INSTANT_IN_MICROSECONDS = `to_char(v.instante AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') COLLATE "C"`;

/**
 * The changes of obra $1 or, with $2, of these resources under it. Of an obra whose number another had before, those since its
 * registration. A change counts from the instant at which all before it do, as in `ledger_until`.
 */
const VERSIONS = `
  SELECT v.id::text AS id, ${INSTANT_IN_MICROSECONDS} AS instante FROM (
    SELECT b.id, b.recurso, b.accion, max(b.instante) OVER (ORDER BY b.id) AS instante FROM (
      SELECT id, instante, recurso, accion FROM bitacora WHERE recurso = 'obras' AND registro = $1::integer::text
      UNION ALL SELECT id, instante, recurso, accion FROM bitacora WHERE obra_id = $1::integer AND recurso = ANY ($2::text[])
      UNION ALL SELECT id, instante, recurso, accion FROM bitacora
      WHERE recurso = ANY ('{obras}'::text[] || $2::text[]) AND registro IS NULL AND accion = 'vaciar') b) v
  WHERE v.accion NOT IN ('eliminar', 'vaciar') AND (v.recurso <> 'obras' OR $2::text[] IS NULL OR v.accion = 'crear') AND v.id >= (
    SELECT max(id) FROM bitacora WHERE recurso = 'obras' AND registro = $1::integer::text AND accion = 'crear')`;
const PAGE = `${VERSIONS} AND v.id > $3::bigint ORDER BY v.id LIMIT $4::integer + 1`;
const FIRST = `${VERSIONS} ORDER BY v.id LIMIT 1`;

const EN = '2026-06-30T18:00:00.123456Z';
const Version = Closed(
  {
    instante: Type.String({
      format: 'date-time',
      description: 'El del cambio con que empezó, en microsegundos.',
      examples: [EN],
    }),
    obra: Type.String({
      description: 'La dirección de esa versión.',
      examples: [`/obras/1?en=${EN}`],
    }),
  },
  { title: 'VersionDeObra', description: 'Como estaba una obra de un cambio al siguiente.' },
);

const refusals = { 404: obraNotFound('99'), 409: unknownPast('99') };

/** The parameter that asks for the versions of what stands under the obra, where there is anything. */
const underObra = (names: string[]): { de?: TSchema } =>
  names.length === 0
    ? {}
    : {
        de: Type.Optional(
          Type.Unsafe<string>({
            [LABEL]: 'De',
            type: 'string',
            enum: names,
            description: 'De lo que está bajo la obra, en lugar de ella.',
          }),
        ),
      };

const resourcesOf = (pastOf: Record<string, PastReading>, de: string | undefined) =>
  de === undefined ? null : Object.values(pastOf[de]?.tables ?? {}).map((table) => table.recurso);

/** The lists of versions: `/obras/:id/versiones`, and the same as links. */
export function versiones(app: App, { db, heavyReads, listas: { pastOf } }: ListContext): void {
  const config = { ...reader, cacheTags: ['obras/:id', 'obras', 'seguimiento/:id'] };
  const querystring = Type.Object({
    ...underObra(Object.keys(pastOf)),
    ...pageParameters('Versiones por página, a lo más.'),
  });

  /** One page of the versions. `Link` has the address of the next one. */
  async function readPage(request: FastifyRequest, reply: FastifyReply): Promise<Versions> {
    const { id: digits } = request.params as { id: string };
    const { de, limit, cursor } = request.query as { de?: string; limit: number; cursor?: string };
    const id = numberOfObra(digits);
    const after = cursor === undefined ? '0' : readVersionesCursor(cursor);
    const slow = await heavyReads.page(request, reply, db);
    const rows = await slow.query<Version>(PAGE, [id, resourcesOf(pastOf, de), after, limit]);
    if (rows.length === 0 && cursor === undefined) throw await explain(slow, id);
    const page = rows.slice(0, limit);
    const versions = { id, de, instants: page.map(({ instante }) => instante), isFirst: !cursor };
    if (rows.length <= limit) return versions;
    const [path = ''] = request.url.split('?');
    const following = withQuery(path, { de, limit, cursor: writeVersionesCursor(page.at(-1)) });
    reply.header('link', `<${following}>; rel="next"`);
    return { ...versions, following };
  }

  app.get(
    '/obras/:id/versiones',
    {
      config,
      schema: {
        tags,
        operationId: 'listVersiones',
        summary: 'Las versiones de una obra: los instantes de sus cambios',
        description:
          'Desde su registro y en su orden; también de una eliminada. Un catálogo que cambia de nombre no hace otra versión. Link (RFC 8288) trae la página siguiente.',
        params: IdParams,
        querystring,
        response: { 200: Type.Array(Version, { headers: NEXT_LINK }), ...refusals },
      },
    },
    async (request, reply) => {
      const { id, de, instants } = await readPage(request, reply);
      const { original } = addressesOf(id, de);
      return instants.map((en) => ({ instante: en, obra: withQuery(original, { en }) }));
    },
  );

  app.get(
    '/obras/:id/versiones.link',
    {
      config,
      schema: {
        tags,
        operationId: 'listTimemap',
        summary: 'Las mismas como timemap (RFC 7089)',
        params: IdParams,
        querystring,
        response: {
          200: sentAs(
            LINK_FORMAT,
            Type.String({ examples: ['</obras/1>; rel="original"'] }),
            NEXT_LINK,
          ),
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      const versions = await readPage(request, reply);
      reply.type(LINK_FORMAT);
      return timemapOf(versions);
    },
  );
}

/** `/obras/:id/version`: the timegate. */
export function version(app: App, { db, heavyReads, listas: { pastOf } }: ListContext): void {
  app.get(
    '/obras/:id/version',
    {
      config: reader,
      schema: {
        tags,
        operationId: 'findVersion',
        summary: 'Lleva a la obra como estaba en un instante (timegate, RFC 7089)',
        description:
          'Accept-Datetime dice el instante; sin él, o si no ha pasado, es el presente. Antes de la primera versión lleva a ella. La dirección lleva el instante en en, y responde 410 si la obra ya se había eliminado.',
        params: IdParams,
        querystring: Type.Object(underObra(Object.keys(pastOf))),
        response: {
          302: {
            ...Type.Null({ description: 'La dirección está en Location.' }),
            headers: {
              Location: Type.String({ examples: ['/obras/1?en=2026-06-30T18%3A00%3A00Z'] }),
              Link: Type.String({ description: 'original y timemap (RFC 7089).' }),
            },
          },
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      const id = numberOfObra(request.params.id);
      const { de } = request.query as { de?: string };
      const asked = readDatetime(request.headers['accept-datetime']);
      const slow = await heavyReads.page(request, reply, db);
      const first = await slow.one<Version>(FIRST, [id, resourcesOf(pastOf, de)]);
      if (!first) throw await explain(slow, id);
      return varyBy(reply, 'Accept-Datetime')
        .code(302)
        .header('link', linksOf(id, de))
        .header(
          'location',
          withQuery(addressesOf(id, de).original, { en: instantFor(asked, first) }),
        )
        .removeHeader('content-type')
        .send();
    },
  );
}

function numberOfObra(id: string): number {
  const number = int4(id);
  if (number === null) throw obraNotFound(id);
  return number;
}

/** The refusal for an obra of which the ledger has no registration. */
async function explain(db: Db, id: number) {
  const row = await db.one(
    `SELECT FROM obras WHERE id = $1::integer
     UNION ALL SELECT FROM bitacora WHERE recurso = 'obras' AND registro = $1::integer::text LIMIT 1`,
    [id],
  );
  return row ? unknownPast(String(id)) : obraNotFound(String(id));
}

/** The second that a client asks for; undefined without one. */
function readDatetime(header: string | string[] | undefined): Date | undefined {
  if (header === undefined) return undefined;
  const text = String(header);
  const date = new Date(text);
  // Only a date of HTTP comes back as the same text (RFC 9110 section 5.6.7).
  if (Number.isNaN(date.getTime()) || date.toUTCString() !== text) {
    throw badRequest(
      'El encabezado Accept-Datetime debe ser una fecha de HTTP, por ejemplo Tue, 30 Jun 2026 18:00:00 GMT.',
    );
  }
  return date;
}

/** The instant for `en`, which means the end of a second: the present where none is asked for, and none before the first version. */
function instantFor(asked: Date | undefined, first: Version): string {
  const now = new Date();
  if (asked === undefined || asked > now) return now.toISOString();
  return asked.getTime() + 1_000 <= Date.parse(first.instante)
    ? first.instante
    : asked.toISOString().replace('.000Z', 'Z');
}

// Cursors begin with their list, so that other lists refuse them.
const writeVersionesCursor = (last: Version | undefined) =>
  Buffer.from(`versiones/${last?.id}`).toString('base64url');

function readVersionesCursor(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, id] = /^versiones\/([0-9]{1,18})$/.exec(text) ?? [];
  if (id === undefined) throw badRequest([{ field: 'cursor', text: 'no es un cursor válido.' }]);
  return id;
}
