import type { FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { Type } from 'typebox';
import { reader, readerOrProgram } from '../../core/auth/access.ts';
import { notFound } from '../../core/base/errors.ts';
import { LABEL, NEXT_LINK, pageParameters } from '../../core/base/schemas.ts';
import type { Tag } from '../../core/db/changes.ts';
import type { Feature, FeatureContext } from '../../core/feature.ts';
import type { App } from '../../core/http/context.ts';
import { pageLink } from '../../core/http/links.ts';
import { isUncounted } from '../../core/http/prefer.ts';
import { readCursor, writeCursor } from '../../core/obras/cursor.ts';
import { CATALOGS } from '../../core/obras/documents.ts';
import {
  conditions,
  type FilterParameters,
  type Filtro,
  type Filtros,
  filterInWords,
  type ObraFilters,
  parametersOf,
  resolveFilters,
  text,
} from '../../core/obras/filtros.ts';
import type { Orden, Ordenes } from '../../core/obras/orden.ts';
import { orderNames } from '../../core/obras/schema.ts';
import { fileRoutes, MOST_ROWS_BELOW_HEADINGS } from '../../listados/listado-en-archivo.ts';
import { likeAll } from '../../palabras/contiene.ts';
import { fileColumns } from '../seguimiento/hojas.ts';
import { type Asked, askedRfc, filtrosDeContratos } from '../seguimiento/lista-contratos.ts';
import { hidingOf } from '../seguimiento/rfc.ts';
import { CONTRATISTA } from './campos.ts';
import {
  BY_AMOUNT,
  countFirmas,
  findFirma,
  type Motivo,
  ORDENES,
  readPage,
  streamFirmas,
} from './consulta.ts';
import { Contratista, ContratistaParams, FilaDeContratista } from './schema.ts';

const tags = ['Contratistas'];
const TAGS = ['seguimiento', 'obras', ...CATALOGS] as const;
const SAME =
  'Los mismos filtros que GET /contratos, que dicen de qué contratos: las sumas de cada uno son las de GET /contratos con esos filtros y contratistaClave.';

/** The words that look for a firm: in any of its names, or its RFC. All its contracts count then. */
const Q = {
  label: 'Palabras',
  schema: text(
    'Palabras que aparecen, todas, en uno de sus nombres, sin distinguir acentos ni mayúsculas; o su RFC, entero.',
  ),
  words: ({ rfc: words }: Asked) => filterInWords(words, words),
  where: ({ rfc: words, isHidden }: Asked) => {
    const named = likeAll(sql`n.contratista`, words);
    const isRfc = isHidden ? sql`false` : sql`c.firma = ${`RFC ${words.trim().toUpperCase()}`}`;
    return named && sql`(${isRfc} OR c.firma IN (SELECT n.firma FROM contratos n WHERE ${named}))`;
  },
  planEachTime: true,
} satisfies Filtro<Asked>;

/** The rules of «Calidad» that are motives to review, where their feature is there. */
const MOTIVOS = [
  ...['sinPlazo', 'sinMovimiento', 'unSoloProponente', 'fraccionamiento', 'sobreUmbral'],
  ...['convenioTardio', 'pagadoDeMas', 'cerradaSinActa'],
];
function motivosOf({ features, listas }: FeatureContext): Motivo[] {
  const rules: NonNullable<Feature['rules']> = Object.assign(
    {},
    ...features.map(({ rules }) => rules),
  );
  return MOTIVOS.flatMap((filtro) => {
    const rule = rules[filtro];
    if (!rule) return [];
    const { where } = conditions(rule.filtros, listas.filtros);
    const faltan = listas.filtros[filtro]?.sinUmbral?.faltan;
    return { filtro, nombre: rule.nombre, where, faltan, juntas: rule.juntas };
  });
}

const unknown = (clave: string) => notFound(`Contratista ${clave} no encontrado.`);

/** The orders as cursors and the names of parameters know them. */
const ordenes = ORDENES as unknown as Ordenes;
const orden = Type.Optional(
  Type.Unsafe<Orden>({
    [LABEL]: 'Orden',
    type: 'string',
    enum: orderNames(ordenes),
    description: `Orden: ${Object.values(ORDENES)
      .map(({ words }) => words)
      .join(
        ', ',
      )}; con un guion delante, al revés. El de siempre es ${BY_AMOUNT}, de mayor a menor. A igualdad, por el más antiguo de sus contratos.`,
  }),
);

/** Firms: `GET /contratistas` as pages and as files, and one of them. */
export function contratistas(app: App, context: FeatureContext): void {
  const { q: _, ...others } = filtrosDeContratos(context);
  const filtros: Filtros = { q: { ...Q, resolve: askedRfc(context.config) }, ...others };
  const hides = hidingOf(context.config);
  const motivos = motivosOf(context);
  const ofMotivos = motivos.flatMap(({ filtro }) => filtros[filtro]?.dependsOn ?? []);
  const cacheTags = [...new Set([...TAGS, ...ofMotivos])] as Tag[];
  const config = {
    ...{ isDated: true as const, cacheTags },
    ...(hides && { hides: hides.text }),
  };
  const Filters = Type.Object({ ...(parametersOf(filtros) as FilterParameters), orden });

  app.get(
    '/contratistas',
    {
      config: { ...readerOrProgram, ...config },
      schema: {
        tags,
        operationId: 'listContratistas',
        summary: 'Quienes tienen contratos, con lo que suman, por páginas',
        description: `Cada uno es un RFC y, donde no hay uno propio, un nombre sin distinguir acentos, mayúsculas ni puntuación. ${SAME} X-Total-Count dice cuántos son, salvo con Prefer: count=none, y Link (RFC 8288) trae la página siguiente.`,
        querystring: Type.Object({
          ...Filters.properties,
          ...pageParameters('Contratistas por página.'),
        }),
        response: {
          200: Type.Array(FilaDeContratista, {
            headers: {
              ...NEXT_LINK,
              'X-Total-Count': Type.Integer({ description: 'Cuántos los cumplen.' }),
            },
          }),
        },
      },
    },
    async (request, reply) => {
      const {
        limit,
        cursor,
        orden = BY_AMOUNT,
        ...parameters
      } = request.query as ObraFilters & { limit: number; cursor?: string; orden?: Orden };
      const db = await context.heavyReads.page(request, reply);
      const filters = await resolveFilters(filtros, parameters, request, db);
      const { after } =
        cursor === undefined
          ? { after: undefined }
          : readCursor(ordenes, cursor, undefined, orden, 'contratistas');
      const page = await readPage(db, conditions(filters, filtros), motivos, {
        orden,
        after,
        limit,
      });
      const total = isUncounted(request, reply) ? null : page.total;
      if (total !== null) reply.header('x-total-count', total);
      if (page.last) {
        const question = { ...parameters, orden, limit };
        const next = writeCursor(page.last, orden, total, 'contratistas');
        reply.header('link', pageLink('next', '/contratistas', question, { cursor: next }));
      }
      return page.json;
    },
  );

  fileRoutes(app, context, {
    name: 'contratistas',
    sheet: 'Contratistas',
    of: 'Contratistas',
    filtros,
    hides,
    columns: fileColumns(CONTRATISTA),
    rows: (db, filters, orden = BY_AMOUNT) =>
      streamFirmas(db, conditions(filters, filtros), motivos, orden),
    count: (db, filters, most) => countFirmas(db, conditions(filters, filtros), most),
    sums: {
      monto: 'Suma de sus contratos, como se firmaron, en pesos',
      montoVigente: 'Suma de lo vigente en pesos',
    },
    judging: MOTIVOS,
    query: Filters,
    cacheTags,
    docs: {
      tags,
      what: 'Quienes tienen contratos, con lo que suman,',
      same: SAME,
      csv: 'UTF-8 con BOM, comas y CRLF.',
      example: 'clave,nombre,rfc,contratos…',
      xlsx: `Hasta ${MOST_ROWS_BELOW_HEADINGS} contratistas; la segunda hoja dice qué se descargó.`,
    },
  });

  app.get(
    '/contratistas/:clave',
    {
      config: { ...reader, ...config },
      schema: {
        tags,
        operationId: 'findContratista',
        summary: 'Una empresa o persona con lo que suman sus contratos',
        description: `Sus contratos son GET /contratos?contratistaClave=…, y sus obras GET /obras?contratistaClave=….`,
        params: ContratistaParams,
        response: { 200: Contratista, 404: unknown('n-0') },
      },
    },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { clave } = request.params as { clave: string };
      const db = await context.heavyReads.page(request, reply);
      const json = await db.jsonOrNothing(findFirma(clave, motivos));
      if (!json) throw unknown(clave);
      return json;
    },
  );
}
