import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readerOrProgram } from '../../../core/auth/access.ts';
import { badRequest } from '../../../core/base/errors.ts';
import {
  DEPENDS_ON,
  fileAnswer,
  LABEL,
  NEXT_LINK,
  pageParameters,
  withMore,
} from '../../../core/base/schemas.ts';
import { grouped, int4, safeWords } from '../../../core/base/text.ts';
import { attached } from '../../../core/http/attached.ts';
import type { App } from '../../../core/http/context.ts';
import { flow } from '../../../core/http/flow.ts';
import { pageLink } from '../../../core/http/links.ts';
import { CATALOGS } from '../../../core/obras/documents.ts';
import { refusingOthers } from '../../../core/obras/filtros.ts';
import type { Listas, ListContext } from '../../../core/obras/listas.ts';
import { MOST_ROWS, writeXlsx, XLSX_TYPE } from '../../../hojas/index.ts';
import { fileName, filtersInWords } from '../../../listados/descarga.ts';
import type { Almacen } from '../../archivos/almacen/almacen.ts';
import { tags, tagsOfCuts, unknownCorte } from '../routes.ts';
import { CorteParams } from '../schema.ts';
import { type Comparada, createComparaciones, HOY } from './abrir.ts';
import { CAMPOS } from './campos.ts';
import { type Diferencia, newTotales, TIPOS_DE_DIFERENCIA } from './comparar.ts';
import { DECIDIBLES } from './filtros.ts';
import { csvOfDiferencias, rowsNeeded, sheetsOf } from './hojas.ts';
import { Comparacion, createPage, renderComparacion } from './resultado.ts';

const same =
  'Se compara del corte de la dirección al de con, aunque éste sea anterior (alReves). Los filtros son los de GET /obras que un corte decide, y los demás se rechazan; una obra cuenta si los cumple como está en uno de los dos lados. Que un registro de catálogo cambie de nombre no es un cambio de sus obras. Una obra que se eliminó y se registró de nuevo tiene otro id: una desaparece y otra es nueva.';

/** The other cut, and the filters of the list that a cut decides: what others look at is not in it, or is another thing each day. */
function comparedBy({ ObraFilters }: Listas) {
  const ofToday = ['obras', 'seguimiento', ...CATALOGS].map((table) => [table, [HOY]]);
  const decidable = refusingOthers(
    ObraFilters.properties,
    (name) => name in DECIDIBLES,
    'no se puede decidir con lo que guarda un corte',
  );
  return withMore(decidable, {
    con: Type.String({
      [LABEL]: 'Con',
      [DEPENDS_ON]: Object.fromEntries(ofToday),
      description: 'La clave del otro corte, u hoy.',
      examples: [HOY],
    }),
  });
}

const ofWorks = {
  tipo: Type.Optional(
    Type.Unsafe<Diferencia['tipo']>({
      [LABEL]: 'Qué pasó',
      type: 'string',
      enum: [...TIPOS_DE_DIFERENCIA],
      description:
        'Sólo las obras nuevas, las desaparecidas o las cambiadas. Las sumas no cambian.',
    }),
  ),
  campo: Type.Optional(
    Type.Unsafe<string>({
      [LABEL]: 'Campo',
      type: 'string',
      enum: Object.keys(CAMPOS),
      description: 'Sólo las obras en que cambió este campo. Las sumas no cambian.',
    }),
  ),
  ...pageParameters('Obras por página.'),
};
interface DiferenciasQuery extends Record<string, string | number | undefined> {
  tipo?: string;
  campo?: string;
  limit: number;
  cursor?: string;
}

const refusals = { 404: unknownCorte('2026-T9') };

/** Differences between two cuts, or one and today: `/cortes/:clave/diferencias`, `.csv` and `.xlsx`. */
export function diferencias(app: App, context: ListContext & { almacen: Almacen }): void {
  const { listas } = context;
  const open = createComparaciones(context);
  const names = Object.keys(DECIDIBLES).filter((name) => name in listas.filtros);
  app.get(
    '/cortes/:clave/diferencias',
    {
      config: { ...readerOrProgram, cacheTags: tagsOfCuts },
      schema: {
        tags,
        operationId: 'compareCortes',
        summary: 'Qué cambió entre dos cortes, o entre uno y hoy: sumas, y una página de las obras',
        description: `${same} Los textos de más de 1,000 caracteres terminan con «…», y una página de muchos textos largos es más corta.`,
        params: CorteParams,
        querystring: withMore(comparedBy(listas), ofWorks),
        response: { 200: { ...Comparacion, headers: NEXT_LINK }, ...refusals },
      },
    },
    async (request, answer) => {
      const reply = answer as FastifyReply;
      const { cursor, ...question } = request.query as unknown as DiferenciasQuery;
      const { tipo, campo, limit } = question;
      const after = cursor === undefined ? 0 : readDiferenciasCursor(cursor);
      const comparada = await open(request, reply, names);
      if (!comparada) return unchanged(reply);
      const { lados, known, keep, works } = comparada;
      const totales = newTotales();
      const page = createPage(limit);
      const isListed = (one: Diferencia) =>
        one.obraId > after &&
        (tipo === undefined || one.tipo === tipo) &&
        (campo === undefined ||
          (one.tipo === 'CAMBIADA' && one.cambios.some((change) => change.campo === campo)));
      for await (const batch of works(totales)) {
        for (const one of batch) if (isListed(one)) page.add(one);
        // The sums are known: the rest needs no reading.
        if (known && page.next() !== undefined) break;
      }
      if (!known) keep(totales);
      const next = page.next();
      if (next !== undefined) {
        const path = `/cortes/${encodeURIComponent(lados.antes.clave)}/diferencias`;
        reply.header(
          'link',
          pageLink('next', path, question, { cursor: writeDiferenciasCursor(next) }),
        );
      }
      return renderComparacion(lados, known ?? totales, page.obras);
    },
  );
  fileRoutes(app, context, (request, reply) => open(request, reply, names));
}

/** The same as files. */
function fileRoutes(
  app: App,
  { config, listas }: ListContext,
  open: (request: FastifyRequest, reply: FastifyReply) => Promise<Comparada | undefined>,
): void {
  const route = (
    type: string,
    called: string,
    answer: ReturnType<typeof fileAnswer>,
    what: string,
  ) => ({
    config: { ...readerOrProgram, streams: true, cacheTags: tagsOfCuts } as const,
    schema: {
      tags,
      operationId: `compareCortes${type}`,
      summary: `Lo que cambió entre dos cortes, o entre uno y hoy, como ${called}`,
      description: `${same} ${what}`,
      params: CorteParams,
      querystring: comparedBy(listas),
      response: { 200: answer, ...refusals },
    },
  });
  const describe = async (
    { lados: { antes, despues }, filters, reader }: Comparada,
    extension: string,
  ) => {
    const set = await filtersInWords(reader, filters, listas.filtros);
    const of = ['diferencias', antes.clave, despues.clave].flatMap(safeWords).join('-');
    return { set, file: fileName(set, new Date(), extension, of) };
  };

  app.get(
    '/cortes/:clave/diferencias.csv',
    route(
      'Csv',
      'CSV',
      fileAnswer('text/csv', 'obraId,tipo,claveUnica,nombre…'),
      'Un renglón por campo que cambió, y uno de monto por obra nueva o desaparecida: las diferencias de monto suman la de los cortes. UTF-8 con BOM, comas y CRLF.',
    ),
    async (request, answer) => {
      const reply = answer as FastifyReply;
      const comparada = await open(request, reply);
      if (!comparada) return unchanged(reply);
      const { file } = await describe(comparada, 'csv');
      const body = await flow(csvOfDiferencias(comparada.works(newTotales())));
      return attached(reply, 'text/csv; charset=utf-8', file).send(body);
    },
  );

  app.get(
    '/cortes/:clave/diferencias.xlsx',
    route(
      'Xlsx',
      'hoja de Excel',
      fileAnswer(XLSX_TYPE, 'PK…'),
      `Primero las sumas, en total y por dependencia, municipio y estatus; después los renglones, hasta ${grouped(MOST_ROWS - 1)}.`,
    ),
    async (request, answer) => {
      const reply = answer as FastifyReply;
      const comparada = await open(request, reply);
      if (!comparada) return unchanged(reply);
      const { lados, known, keep, works } = comparada;
      const totales = known ?? newTotales();
      if (!known) {
        // The sums stand before the rows, and say whether these have room.
        for await (const _ of works(totales));
        keep(totales);
      }
      if (rowsNeeded(totales) > MOST_ROWS - 1)
        throw badRequest(
          `Son más de ${grouped(MOST_ROWS - 1)} renglones, los que caben en una hoja de Excel: use filtros, o descargue el CSV.`,
        );
      const { set, file } = await describe(comparada, 'xlsx');
      const rows = works(newTotales());
      const sheets = sheetsOf(lados, totales, set, config.PUBLISHER, new Date(), rows);
      return attached(reply, XLSX_TYPE, file).send(writeXlsx(sheets));
    },
  );
}

const unchanged = (reply: FastifyReply) => reply.removeHeader('content-type').code(304).send();

/**
 * The work that a page comes after.
 *
 * @throws HttpError 400 for a malformed cursor
 */
function readDiferenciasCursor(cursor: string): number {
  const [, digits] = /^diferencias\/(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const id = digits === undefined ? null : int4(digits);
  if (id === null) throw badRequest([{ field: 'cursor', text: 'no es un cursor válido.' }]);
  return id;
}
const writeDiferenciasCursor = (id: number) =>
  Buffer.from(`diferencias/${id}`).toString('base64url');
