import { Type } from 'typebox';
import { open } from '../../core/auth/access.ts';
import { notFound } from '../../core/base/errors.ts';
import { Closed, Id, LABEL, Text } from '../../core/base/schemas.ts';
import { etagOf } from '../../core/http/cache/etag.ts';
import type { App, Context } from '../../core/http/context.ts';
import { linkRoot } from '../../core/http/links.ts';
import { takes } from '../../core/http/request-head.ts';
import { varyBy } from '../../core/http/vary.ts';
import {
  type MapFile,
  noMap,
  openBaseMap,
  unpackTile,
  unreadable,
} from '../../mapa-base/map-file.ts';

// The streets under the map, from one file. They are published maps and have nothing of the registry in them. So
// every client may read them without a token, like the portal's own files.

/** The path of the tiles. */
const TILES = '/mapa/base/{z}/{x}/{y}';

/** The template of the tiles' addresses, with the content's version: clients cache them for ever. */
export const templateOf = ({ version }: MapFile) => `${TILES}?v=${version}`;

// Schemas -----------------------------------------------------------------------------------------

const Params = Type.Object({
  z: Id('Acercamiento.', { [LABEL]: 'Acercamiento', examples: [12] }),
  x: Id('Columna, de oeste a este, desde 0.', { [LABEL]: 'Columna del mapa', examples: [1028] }),
  y: Id('Fila, de norte a sur, desde 0.', { [LABEL]: 'Renglón del mapa', examples: [1803] }),
});
const Version = Type.Object({
  v: Type.Optional(
    Type.String({
      [LABEL]: 'Versión del mapa',
      maxLength: 32,
      description: 'La versión que dice la plantilla: esa respuesta no cambia y se guarda un año.',
    }),
  ),
});

const TileJson = Closed(
  {
    tilejson: Type.Literal('3.0.0'),
    tiles: Type.Array(Type.String({ examples: [`https://obras.ejemplo.gob.mx${TILES}`] }), {
      description: 'Plantilla XYZ de los mosaicos.',
    }),
    attribution: Text(
      'A quién se debe el mapa; hay que nombrarlo donde se muestre.',
      '© OpenStreetMap',
    ),
    minzoom: Type.Integer({ examples: [0] }),
    maxzoom: Type.Integer({ examples: [15] }),
    bounds: Type.Optional(
      Type.Array(Type.Number(), {
        minItems: 4,
        maxItems: 4,
        description: 'minLon, minLat, maxLon, maxLat.',
        examples: [[-90.5, 19.5, -87.4, 21.7]],
      }),
    ),
    vector_layers: Type.Optional(
      Type.Array(
        Closed({
          id: Type.String({ examples: ['roads'] }),
          fields: Closed({}, { description: 'Vacío: los da el esquema de Protomaps.' }),
        }),
        { description: 'Las capas, si los mosaicos son de figuras; sin ellas son imágenes.' },
      ),
    ),
  },
  { title: 'MapaBase', description: 'TileJSON 3.0.' },
);

const bytes = { schema: Type.String({ examples: ['…'] }) };
const MosaicoBase = {
  description: 'El mosaico: de figuras (Mapbox Vector Tile) o una imagen, según el archivo.',
  content: {
    'application/vnd.mapbox-vector-tile': bytes,
    'image/png': bytes,
    'image/jpeg': bytes,
    'image/webp': bytes,
    'image/avif': bytes,
  },
};

const unknownTile = (z: string, x: string, y: string, { minZoom, maxZoom }: Zooms) =>
  notFound(
    `Mosaico ${z}/${x}/${y} no encontrado: z va de ${minZoom} a ${maxZoom}; x e y, de 0 a 2^z - 1.`,
  );
type Zooms = Pick<MapFile, 'minZoom' | 'maxZoom'>;

// Routes ------------------------------------------------------------------------------------------

/** Tiles of the base map, and their description. */
export async function mapaBase(app: App, { config }: Context): Promise<void> {
  const mapFile = await openBaseMap(config);
  app.addHook('onClose', () => mapFile?.close());
  app.get(
    '/mapa/base',
    {
      config: open,
      schema: {
        tags: ['Portal'],
        operationId: 'findMapaBase',
        summary: 'El mapa de calles que está bajo las obras, si hay uno',
        description:
          'Viene del archivo PMTiles que nombra MAP_FILE; sin él, del que trae el programa, con datos del INEGI. Sirve a cualquier programa que lea TileJSON.',
        response: { 200: TileJson, 404: noMap() },
      },
    },
    async (request, reply) => {
      if (!mapFile) throw noMap();
      const { attribution, minZoom, maxZoom, bbox, layers, isVector } = mapFile;
      return {
        tilejson: '3.0.0',
        tiles: [`${linkRoot(config, request, reply)}${templateOf(mapFile)}`],
        attribution,
        minzoom: minZoom,
        maxzoom: maxZoom,
        ...(bbox && { bounds: bbox }),
        ...(isVector && { vector_layers: layers.map((id) => ({ id, fields: {} })) }),
      };
    },
  );

  let isLogged = false;
  app.get(
    '/mapa/base/:z/:x/:y',
    {
      config: open,
      schema: {
        tags: ['Portal'],
        operationId: 'findMosaicoBase',
        summary: 'Un mosaico del mapa de calles',
        description:
          'Donde el archivo no tiene nada, 204: ahí no hay qué dibujar. Fuera de sus acercamientos, 404.',
        params: Params,
        querystring: Version,
        response: {
          200: MosaicoBase,
          204: Type.Null({ description: 'El archivo no tiene nada ahí.' }),
          404: unknownTile('23', '0', '0', { minZoom: 0, maxZoom: 15 }),
        },
      },
    },
    async (request, reply) => {
      if (!mapFile) throw noMap();
      const { params, query } = request;
      const [z, x, y] = [params.z, params.x, params.y].map(Number) as [number, number, number];
      const isPlace = (place: number) => place >= 0 && place < 2 ** z;
      if (!(z >= mapFile.minZoom && z <= mapFile.maxZoom && isPlace(x) && isPlace(y))) {
        throw unknownTile(params.z, params.x, params.y, mapFile);
      }
      try {
        const tile = await mapFile.find(z, x, y);
        const isForEver = query.v === mapFile.version;
        reply.header(
          'cache-control',
          isForEver ? 'public, max-age=31536000, immutable' : 'public, no-cache',
        );
        if (!tile || tile.bytes.length === 0) {
          return reply.code(204).removeHeader('content-type').send();
        }
        const { bytes, coding } = tile;
        reply.type(mapFile.type).header('etag', etagOf(bytes));
        if (!coding) return bytes;
        varyBy(reply, 'accept-encoding');
        if (!takes(request, coding)) return await unpackTile(tile);
        return reply.header('content-encoding', coding).send(bytes);
      } catch (error) {
        // One line is enough: a map asks for some twenty tiles at a time.
        if (!isLogged)
          request.log.error({ err: error }, 'no se puede leer el archivo del mapa base');
        isLogged = true;
        throw unreadable();
      }
    },
  );
}
