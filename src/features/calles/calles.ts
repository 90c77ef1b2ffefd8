import { setTimeout } from 'node:timers/promises';
import { open } from '../../core/auth/access.ts';
import { notFound } from '../../core/base/errors.ts';
import type { App } from '../../core/http/context.ts';
import { hasStreets, type MapFile, noMap, unreadable } from '../../mapa-base/map-file.ts';
import { Calles, CallesQuery } from './schema.ts';
import { readStreets, type StreetIndex } from './street-index.ts';
import { searchStreets } from './street-search.ts';

// Streets by name, from the file of the base map. The first search reads the file.

/** Milliseconds that an answer waits for streets that are being read. A small file is read by then. */
const READING_PATIENCE = 500;

const noStreets = () =>
  notFound('El mapa base de este registro (MAP_FILE) no tiene nombres de calles.');

// Routes ------------------------------------------------------------------------------------------

/** Streets and crossings by name. */
export function calles(app: App, file: MapFile | undefined): void {
  const streets = file && createStreetReader(app, file);
  app.get(
    '/mapa/base/calles',
    {
      config: open,
      schema: {
        tags: ['Portal'],
        operationId: 'findCalles',
        summary: 'Calles y cruces por su nombre',
        description:
          'Del archivo PMTiles del mapa base, si es de figuras. Se lee cuando alguien busca por primera vez; mientras, la respuesta dice leyendo.',
        querystring: CallesQuery,
        response: { 200: Calles, 404: noStreets() },
      },
    },
    async ({ query: { q = '', cerca } }, reply) => {
      if (!file || !streets) throw noMap();
      if (!hasStreets(file)) throw noStreets();
      const index = await streets();
      reply.header('cache-control', index ? 'public, no-cache' : 'no-store');
      if (!index) return { leyendo: true, calles: [], sinCallesEn: null };
      const position = cerca?.split(',').map(Number) as [number, number] | undefined;
      return { leyendo: false, ...(await searchStreets(index, q, position)) };
    },
  );
}

/**
 * Returns a function with the streets of a file; undefined while they are being read.
 *
 * @throws HttpError 503 where the file can't be read any more
 */
function createStreetReader(app: App, file: MapFile): () => Promise<StreetIndex | undefined> {
  let isOver = false;
  let isLogged = false;
  let reading: Promise<StreetIndex> | undefined;
  app.addHook('onClose', async () => {
    isOver = true;
    // The file is closed next.
    await reading?.catch(() => {});
  });
  const read = async () => {
    try {
      const index = await readStreets(file, () => isOver);
      if (!index.isWhole)
        app.log.warn('el archivo del mapa base tiene más calles de las que se buscan');
      return index;
    } catch (error) {
      // The next request begins anew.
      reading = undefined;
      throw error;
    }
  };
  return async () => {
    try {
      await file.assertUnchanged();
      reading ??= read();
      return await Promise.race([reading, setTimeout(READING_PATIENCE, undefined, { ref: false })]);
    } catch (error) {
      // The next reading reads the file as it is then.
      reading = undefined;
      if (!isLogged) app.log.error({ err: error }, 'no se puede leer el archivo del mapa base');
      isLogged = true;
      throw unreadable();
    }
  };
}
