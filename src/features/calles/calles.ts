import { setTimeout } from 'node:timers/promises';
import { Type } from 'typebox';
import { open } from '../../core/auth/access.ts';
import { notFound } from '../../core/base/errors.ts';
import { Closed, LABEL, nullable, Text } from '../../core/base/schemas.ts';
import type { App } from '../../core/http/context.ts';
import { hasStreets, type MapFile, noMap, unreadable } from '../../mapa-base/map-file.ts';
import { readStreets, type StreetIndex } from './street-index.ts';
import { searchStreets } from './street-search.ts';

// Streets by name, from the file of the base map. The first search reads the file.

/** Milliseconds that an answer waits for streets that are being read. A small file is read by then. */
const PATIENCE = 500;

// Schemas -----------------------------------------------------------------------------------------

const Query = Type.Object({
  q: Type.Optional(
    Type.String({
      [LABEL]: 'Palabras',
      maxLength: 200,
      description:
        'Una calle o un cruce: «calle 60», «60 x 61», «calle 60 por 61 centro», «av. colón»; sin distinguir acentos ni mayúsculas. Un número se busca entero. Las demás palabras dicen el municipio, la localidad o la colonia.',
      examples: ['calle 60 x 61'],
    }),
  ),
  cerca: Type.Optional(
    Type.String({
      [LABEL]: 'Cerca de',
      format: 'posicion',
      description:
        'Longitud y latitud en grados (WGS 84): de las que se llaman igual van primero las más cercanas. Sin este parámetro, las más largas.',
      examples: ['-89.6237,20.9674'],
    }),
  ),
});

const degrees = (description: string, examples: number[][], length: number) =>
  Type.Array(Type.Number(), { minItems: length, maxItems: length, description, examples });
const Calle = Closed(
  {
    nombre: Type.String({ examples: ['Calle 60 × Calle 61'] }),
    tipo: Type.Unsafe<'calle' | 'cruce'>({
      type: 'string',
      enum: ['calle', 'cruce'],
      examples: ['cruce'],
    }),
    municipio: Type.String({ examples: ['Mérida'] }),
    cercaDe: nullable(Text('La colonia o localidad más cercana que nombra el mapa.', 'Centro')),
    punto: degrees('Longitud y latitud: en la calle, o en el cruce.', [[-89.6237, 20.9674]], 2),
    bbox: degrees(
      'minLon, minLat, maxLon, maxLat: lo que un mapa muestra de ella.',
      [[-89.6252, 20.9661, -89.6222, 20.9687]],
      4,
    ),
  },
  { title: 'Calle' },
);
const Calles = Closed(
  {
    leyendo: Type.Boolean({
      description:
        'Con true, el registro todavía lee las calles del archivo; pregunte de nuevo en unos segundos.',
      examples: [false],
    }),
    calles: Type.Array(Calle, {
      description: 'Hasta 10: primero las que mejor corresponden, luego las más cercanas.',
    }),
    sinCallesEn: nullable(
      Text(
        'El municipio o la localidad que nombra la búsqueda, si no tiene ninguna calle así aunque otros la tengan; entonces no viene ninguna.',
        'Tekax',
      ),
    ),
  },
  { title: 'Calles' },
);

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
        querystring: Query,
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
    const index = await readStreets(file, () => isOver);
    if (!index.isWhole)
      app.log.warn('el archivo del mapa base tiene más calles de las que se buscan');
    return index;
  };
  const begin = () => {
    const begun = read();
    // The next request begins anew.
    begun.catch(() => {
      if (reading === begun) reading = undefined;
    });
    return begun;
  };
  return async () => {
    try {
      await file.assertUnchanged();
      reading ??= begin();
      const patience = new AbortController();
      const isLate = setTimeout(PATIENCE, undefined, { signal: patience.signal, ref: false });
      // The timer is cancelled below, which is no failure.
      isLate.catch(() => {});
      return await Promise.race([reading, isLate]).finally(() => patience.abort());
    } catch (error) {
      // The next reading reads the file as it is then.
      reading = undefined;
      if (!isLogged) app.log.error({ err: error }, 'no se puede leer el archivo del mapa base');
      isLogged = true;
      throw unreadable();
    }
  };
}
