import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { open } from '../../core/auth/access.ts';
import type { Config } from '../../core/base/config.ts';
import { HttpError } from '../../core/base/errors.ts';
import { Closed, nullable, Text } from '../../core/base/schemas.ts';
import type { App, Context } from '../../core/http/context.ts';
import { unknownRoute } from '../../core/http/error-handler.ts';
import { hasStreets, type MapFile, openBaseMap } from '../../mapa-base/map-file.ts';
import { templateOf } from './mapa-base.ts';

// The portal is a client of the API like any other: files that the browser runs. They are built into dist/portal.

const FILES = fileURLToPath(new URL('../../../portal/', import.meta.url));

/** Whether the portal was built, as `npm start` and `npm test` do. */
export const hasPortal = () => existsSync(`${FILES}index.html`);

/** The addresses that people come to first: their shells name the parts of their pages, so that these come beside the entry. */
const FIRST: [RegExp, string][] = [
  [/^\/portal\/$/, 'portada.html'],
  [/^\/portal\/entrar\/?$/, 'entrada.html'],
  [/^\/portal\/obras\/?$/, 'lista.html'],
  [/^\/portal\/obras\/\d+\/?$/, 'ficha.html'],
];

/** The file of the portal's page at an address. They differ in what is fetched early. */
const shellAt = (path: string) => FIRST.find(([at]) => at.test(path))?.[1] ?? 'index.html';

/** The portal's page at an address. */
export const readShell = (url: string) => readFile(FILES + shellAt(pathOf(url)), 'utf8');

const pathOf = (url: string) => url.split('?', 1)[0] as string;

/**
 * Serves the portal under `/portal/`, compressed beforehand. Files under `assets/` have a hash in their name, and browsers
 * cache them for ever. Every other address under `/portal/` without a dot is one of the portal's own pages and gets its
 * shell, which browsers revalidate each time.
 */
export async function portal(
  app: FastifyInstance,
  { MAP_TILES_URL, PUBLIC_READ }: Config,
): Promise<void> {
  const policy = contentSecurityPolicy(MAP_TILES_URL);
  await app.register(
    async (files) => {
      await files.register(staticFiles, {
        root: FILES,
        prefix: '/',
        preCompressed: true,
        index: false,
        cacheControl: false,
        setHeaders(reply, path) {
          const isHashed = path.slice(FILES.length).startsWith('assets/');
          reply.header(
            'cache-control',
            isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
          );
          if (/\.html(\.(br|gz))?$/.test(path)) {
            reply.header('content-security-policy', policy);
          }
        },
      });
      // A path out of the folder, or an invalid file name, is an unknown address. A failed condition or range of an existing
      // file is answered exactly.
      files.setErrorHandler<FastifyError>((error, request) => {
        const { statusCode = 500 } = error;
        const isPassedOn = statusCode >= 500 || statusCode === 412 || statusCode === 416;
        throw error instanceof HttpError || isPassedOn ? error : unknownRoute(request);
      });
      const sendShell = (request: FastifyRequest, reply: FastifyReply) => {
        const path = pathOf(request.url);
        const isPage = ['GET', 'HEAD'].includes(request.method) && !path.includes('.');
        if (isPage && hasPortal()) return reply.sendFile(shellAt(path));
        throw unknownRoute(request);
      };
      // For a client that accepts no compression, a folder is an error of the plugin: it is not in the folder of plain
      // files.
      // The first page is `listaPage` where anybody may read.
      for (const folder of PUBLIC_READ ? ['/assets/'] : ['/', '/assets/']) {
        files.get(folder, { schema: { hide: true } }, sendShell);
      }
      files.setNotFoundHandler(sendShell);
    },
    { prefix: '/portal' },
  );
}

/**
 * The sources of the portal's page: its own files, photos that it has itself (`blob:`), and pictures of the base map where one is
 * set. An <img> sends no session, so the page fetches the photos that ask for one.
 */
export function contentSecurityPolicy(tiles: string | undefined): string {
  const pictures = tiles ? ` ${new URL(tiles.replace(/[{}]/g, '')).origin}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${pictures}`,
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

// Settings for the portal, before any sign-in ------------------------------------------------------

const MapaBase = Closed(
  {
    url: Text(
      'Plantilla XYZ de los mosaicos, con {z}, {x} y {y}.',
      'https://teselas.ejemplo.gob.mx/{z}/{x}/{y}.png',
    ),
    atribucion: Type.String({ examples: ['© Ejemplo'] }),
    tipo: Type.Union([Type.Literal('imagenes'), Type.Literal('figuras')], {
      description: 'figuras: mosaicos de MVT, con las capas de Protomaps.',
      examples: ['imagenes'],
    }),
    acercamientos: nullable(
      Type.Array(Type.Integer(), {
        minItems: 2,
        maxItems: 2,
        description: 'El menor y el mayor que hay; nulo si no se sabe.',
        examples: [[0, 15]],
      }),
    ),
    bbox: nullable(
      Type.Array(Type.Number(), {
        minItems: 4,
        maxItems: 4,
        description: 'Lo que abarca: minLon, minLat, maxLon, maxLat; nulo si no se sabe.',
        examples: [[-90.5, 19.5, -87.4, 21.7]],
      }),
    ),
    calles: Type.Boolean({
      description: 'Si GET /mapa/base/calles encuentra calles por su nombre.',
      examples: [false],
    }),
  },
  { description: 'Lo que se dibuja bajo el mapa; nulo si no hay.' },
);

const Ajustes = Closed(
  {
    publicador: Text('Quién publica el registro.', 'Registro de Obras Públicas'),
    lecturaPublica: Type.Boolean({
      description: 'Si las obras y los catálogos se consultan sin token.',
      examples: [false],
    }),
    mapaBase: nullable(MapaBase),
  },
  { title: 'AjustesPortal' },
);

const ofFile = (file: MapFile, hasSearch: boolean): Static<typeof MapaBase> => ({
  url: templateOf(file),
  atribucion: file.attribution,
  tipo: file.isVector ? 'figuras' : 'imagenes',
  acercamientos: [file.minZoom, file.maxZoom],
  bbox: file.bbox,
  calles: hasSearch && hasStreets(file),
});

const ofPictures = (config: Config): Static<typeof MapaBase> | null =>
  config.MAP_TILES_URL === undefined
    ? null
    : {
        url: config.MAP_TILES_URL,
        atribucion: config.MAP_TILES_ATTRIBUTION,
        tipo: 'imagenes',
        acercamientos: null,
        bbox: null,
        calles: false,
      };

/** `GET /portal/ajustes.json`: the registry's settings for a browser. */
export async function ajustes(app: App, { config }: Context): Promise<void> {
  const file = await openBaseMap(config);
  await file?.close();
  // The search of streets is a feature of its own, which may be left out.
  const hasSearch = app.hasRoute({ method: 'GET', url: '/mapa/base/calles' });
  const answer = {
    publicador: config.PUBLISHER,
    lecturaPublica: config.PUBLIC_READ,
    mapaBase: file ? ofFile(file, hasSearch) : ofPictures(config),
  };
  app.get(
    '/portal/ajustes.json',
    {
      config: open,
      schema: {
        tags: ['Portal'],
        operationId: 'findAjustes',
        summary: 'Lo que el portal necesita saber antes de que alguien entre',
        response: { 200: Ajustes },
      },
    },
    async () => answer,
  );
}
