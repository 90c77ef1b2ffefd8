import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readerOrProgram } from '../../core/auth/access.ts';
import { notFound } from '../../core/base/errors.ts';
import { Closed, Text } from '../../core/base/schemas.ts';
import { hasTooManyMarks } from '../../core/base/text.ts';
import type { App } from '../../core/http/context.ts';
import { jsonArray } from '../../core/http/flow.ts';
import { linkCacheTags, linkRoot, withQuery } from '../../core/http/links.ts';
import { CATALOGS } from '../../core/obras/documents.ts';
import { conditions, resolveFilters } from '../../core/obras/filtros.ts';
import type { ListContext } from '../../core/obras/listas.ts';
import { hidingOf } from '../seguimiento/rfc.ts';
import { findLastChange, findProject, streamProjects, textsWith } from './queries.ts';

// OC4IDS, the Open Contracting for Infrastructure Data Standard, version 0.9.5: obras as projects, in packages.

const tags = ['OC4IDS'];
const VERSION = '0.9';

const Paquete = Closed(
  {
    uri: Type.String({ examples: ['https://obras.ejemplo.gob.mx/oc4ids'] }),
    publishedDate: Type.String({
      format: 'date-time',
      description: 'El último cambio de las obras o de sus catálogos.',
      examples: ['2026-01-15T14:30:00.000Z'],
    }),
    version: Type.Literal(VERSION),
    publisher: Closed({ name: Type.String({ examples: ['Gobierno de Yucatán'] }) }),
    projects: Type.Array(
      Type.Object(
        { id: Type.String({ examples: ['oc4ids-xxxxxx-SOP-2026-0001'] }) },
        { description: 'Una obra como proyecto de OC4IDS.' },
      ),
      { minItems: 1 },
    ),
  },
  {
    title: 'Paquete',
    description: 'Paquete de proyectos de OC4IDS 0.9.5, conforme a su esquema oficial.',
  },
);

const nothing = () =>
  notFound('Ninguna obra cumple los filtros, y un paquete de OC4IDS no puede estar vacío.');
const unknownClave = (clave: string) => notFound(`Ninguna obra tiene la clave única «${clave}».`);

export function oc4ids(app: App, { db, heavyReads, config, listas }: ListContext): void {
  const { OC4IDS_PREFIX: prefix, PUBLISHER, PUBLIC_READ } = config;
  const texts = textsWith(listas.documents, hidingOf(config) !== undefined);
  const tables = listas.documents.flatMap(({ dependsOn }) => dependsOn);
  const cached = linkCacheTags(config, [
    'obras',
    'seguimiento',
    'expedientes',
    'contactos',
    ...tables,
    ...CATALOGS,
  ]);
  /** The beginning of links to files: a package has those that everybody may open. */
  const rootOfFiles = (request: FastifyRequest, reply: FastifyReply) =>
    PUBLIC_READ ? linkRoot(config, request, reply) : null;
  /** The beginning of a package, before its projects; two brackets end it. */
  const headOf = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const head = {
      uri: linkRoot(config, request, reply) + path,
      publishedDate: await findLastChange(db, texts),
      version: VERSION,
      publisher: { name: PUBLISHER },
    };
    return `${JSON.stringify(head).slice(0, -1)},"projects":[`;
  };

  app.get(
    '/oc4ids',
    {
      config: { ...readerOrProgram, ...cached },
      schema: {
        tags,
        operationId: 'findPaquete',
        summary:
          'Las obras en el estándar OC4IDS, con los filtros de GET /obras que valen igual para todos',
        description:
          'Si ninguna obra cumple los filtros, 404: el estándar no admite paquetes vacíos.',
        querystring: listas.PublicFilters,
        response: { 200: Paquete, 404: nothing() },
      },
    },
    async (request, reply) => {
      const reader = await heavyReads.stream(request, reply);
      const head = await headOf(request, reply, withQuery('/oc4ids', request.query));
      const filters = await resolveFilters(listas.filtros, request.query, request, reader);
      const projects = streamProjects(
        reader,
        texts,
        prefix,
        rootOfFiles(request, reply),
        conditions(filters, listas.filtros),
      );
      const first = await projects.next();
      if (first.done) throw nothing();
      return jsonArray(from(first.value, projects), head, ']}\n');
    },
  );

  app.get(
    '/oc4ids/:clave',
    {
      config: { ...readerOrProgram, ...cached },
      schema: {
        tags,
        operationId: 'findProyecto',
        summary: 'Una obra en el estándar OC4IDS: un paquete de un proyecto',
        params: Type.Object({
          clave: Text('La claveUnica de la obra; la barra se escribe %2F.', 'SOP-2026-0001'),
        }),
        response: { 200: Paquete, 404: unknownClave('X-1') },
      },
    },
    async (request, reply) => {
      const { clave } = request.params;
      // A claveUnica has fewer marks. Projects with contracts and reports of many years are long.
      const json = await findProject(
        await heavyReads.page(request, reply, db),
        texts,
        prefix,
        rootOfFiles(request, reply),
        hasTooManyMarks(clave) ? clave : clave.normalize(),
      );
      if (!json) throw unknownClave(clave.slice(0, 50));
      return `${await headOf(request, reply, `/oc4ids/${encodeURIComponent(clave)}`)}${json}]}\n`;
    },
  );
}

/** The first piece, which was read already, and the rest. */
async function* from(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
