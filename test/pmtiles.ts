import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, Geometry } from 'geojson';
import { Compression, TileType, zxyToTileId } from 'pmtiles';
import { newFolder } from './empty-registry.ts';

// A writer of small PMTiles archives (version 3), and a town of streets to draw.

export interface Archive {
  tiles: [z: number, x: number, y: number, bytes: Buffer][];
  metadata?: unknown;
  type?: TileType;
  /** Of the tiles; the caller has packed them. */
  compression?: Compression;
  zooms?: [number, number];
  bbox?: [number, number, number, number];
}

/** A number as the directories have it: seven bits a byte, the lowest first. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

/** A directory of entries `[tileId, runLength, length, offset]`, packed. */
export function directory(entries: [number, number, number, number][]): Buffer {
  const ids = entries.map(([id], i) => id - (entries[i - 1]?.[0] ?? 0));
  const column = (at: 1 | 2) => entries.map((entry) => entry[at]);
  const offsets = entries.map(([, , , offset]) => offset + 1);
  const numbers = [entries.length, ...ids, ...column(1), ...column(2), ...offsets];
  return gzipSync(Buffer.from(numbers.flatMap(varint)));
}

/** The bytes of an archive, of its parts as they are. */
export function joinArchive(
  root: Buffer,
  metadata: Buffer,
  data: Buffer,
  { type, compression, zooms = [0, 15], bbox = [-90.5, 19.5, -87.4, 21.7] }: Omit<Archive, 'tiles'>,
): Buffer {
  const header = Buffer.alloc(127);
  header.write('PMTiles\x03', 'latin1');
  let offset = 127;
  for (const [at, length] of [
    [8, root.length],
    [24, metadata.length],
    [40, 0],
    [56, data.length],
  ] as const) {
    header.writeBigUInt64LE(BigInt(offset), at);
    header.writeBigUInt64LE(BigInt(length), at + 8);
    offset += length;
  }
  header.set([1, Compression.Gzip, compression ?? Compression.Gzip, type ?? TileType.Mvt], 96);
  header.set(zooms, 100);
  for (const [i, degrees] of bbox.entries()) {
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * i);
  }
  return Buffer.concat([header, root, metadata, data]);
}

export function makeArchive({ tiles, metadata = TOWN_METADATA, ...rest }: Archive): Buffer {
  const sorted = tiles
    .map(([z, x, y, bytes]) => ({ id: zxyToTileId(z, x, y), bytes }))
    .sort((one, other) => one.id - other.id);
  let offset = 0;
  const entries = sorted.map(({ id, bytes }): [number, number, number, number] => {
    offset += bytes.length;
    return [id, 1, bytes.length, offset - bytes.length];
  });
  return joinArchive(
    directory(entries),
    gzipSync(JSON.stringify(metadata)),
    Buffer.concat(sorted.map(({ bytes }) => bytes)),
    rest,
  );
}

/** Writes an archive into a file of its own, and answers its path. */
export function writeArchive(bytes: Buffer): string {
  const path = join(newFolder(), 'mapa.pmtiles');
  writeFileSync(path, bytes);
  return path;
}

/** A PNG of 256 × 256 pixels of one colour. */
export function solidPicture(red: number, green: number, blue: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(256, 0);
  head.writeUInt32BE(256, 4);
  // Eight bits of red, green and blue each.
  head.set([8, 2], 8);
  const row = Buffer.from([0, ...Array.from({ length: 256 }, () => [red, green, blue]).flat()]);
  const rows = Buffer.concat(Array.from({ length: 256 }, () => row));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const TOWN_METADATA = {
  vector_layers: ['earth', 'roads', 'places'].map((id) => ({ id, fields: { kind: 'String' } })),
  attribution: '<a href="https://osm.org/copyright">&copy; OpenStreetMap</a>',
};

/** The middle of the town: longitude and latitude. */
export const TOWN: [lon: number, lat: number] = [-89.6237, 20.9674];
/** Degrees between two streets, some 105 m, and how many there are each way. */
export const BLOCK = 0.001;
const STREETS = 12;

const shape = (geometry: Geometry, properties: object): Feature => ({
  type: 'Feature',
  geometry,
  properties: { ...properties },
});
const rectangle = (west: number, south: number, east: number, north: number): Geometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

/** A street as a line of longitudes and latitudes; `name` is left out where it has none. */
export const street = (
  name: string | undefined,
  coordinates: [number, number][],
  kind = 'minor_road',
): Feature =>
  shape({ type: 'LineString', coordinates }, { kind, ...(name !== undefined && { name }) });

/** A town of numbered streets on a grid, even ones north to south, as in Yucatán. `renamed` names them otherwise. */
export function townLayers(
  renamed: (name: string) => string = (name) => name,
  [lon, lat] = TOWN,
  town = 'Pueblo de Prueba',
) {
  const half = (STREETS / 2) * BLOCK;
  const streets: Feature[] = [];
  for (let i = 0; i <= STREETS; i++) {
    const away = i * BLOCK - half;
    const kind = i === STREETS / 2 ? 'major_road' : 'minor_road';
    for (const [coordinates, number] of [
      [
        [
          [lon + away, lat - half],
          [lon + away, lat + half],
        ],
        60 - (i - STREETS / 2) * 2,
      ],
      [
        [
          [lon - half, lat + away],
          [lon + half, lat + away],
        ],
        61 - (i - STREETS / 2) * 2,
      ],
    ] as [number[][], number][]) {
      const name = renamed(`Calle ${number}`);
      streets.push(shape({ type: 'LineString', coordinates }, { kind, name, min_zoom: 8 }));
    }
  }
  const park = rectangle(lon, lat, lon + BLOCK, lat + BLOCK);
  const house = rectangle(
    lon - 0.7 * BLOCK,
    lat - 0.7 * BLOCK,
    lon - 0.3 * BLOCK,
    lat - 0.3 * BLOCK,
  );
  return {
    earth: [shape(rectangle(-91, 19, -87, 22), { kind: 'earth' })],
    landuse: [shape(park, { kind: 'park' })],
    water: [
      shape(rectangle(lon + 2 * BLOCK, lat + 2 * BLOCK, lon + 3 * BLOCK, lat + 3 * BLOCK), {
        kind: 'lake',
      }),
    ],
    buildings: [shape(house, { kind: 'building' })],
    roads: streets,
    places: [
      shape(
        { type: 'Point', coordinates: [lon + 0.5 * BLOCK, lat - 1.5 * BLOCK] },
        { kind: 'locality', name: town, min_zoom: 5, population: 900_000 },
      ),
    ],
  };
}

/** The archive of a town, zooms 0 to 15, or of what lies around several places. */
export function makeTown(
  layers: Record<string, Feature[]> = townLayers(),
  middles = [TOWN],
): Buffer {
  const slices = Object.entries(layers).map(
    ([name, features]) =>
      [
        name,
        new GeoJSONVT({ type: 'FeatureCollection', features }, { maxZoom: 15, indexMaxZoom: 5 }),
      ] as const,
  );
  const reach = STREETS * BLOCK;
  const tiles = new Map<string, Archive['tiles'][number]>();
  for (const [lon, lat] of middles) {
    for (let z = 0; z <= 15; z++) {
      const [west, north] = tileAt(lon - reach, lat + reach, z);
      const [east, south] = tileAt(lon + reach, lat - reach, z);
      for (let x = west; x <= east; x++) {
        for (let y = north; y <= south; y++) {
          const found = slices.flatMap(([name, slice]) => {
            const tile = slice.getTile(z, x, y);
            return tile && tile.features.length > 0 ? [[name, tile] as const] : [];
          });
          if (found.length === 0) continue;
          const bytes = fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: 4096 });
          tiles.set([z, x, y].join('/'), [z, x, y, gzipSync(bytes)]);
        }
      }
    }
  }
  return makeArchive({ tiles: [...tiles.values()] });
}

/** The column and row of the tile that a position lies in. */
export function tileAt(lon: number, lat: number, z: number): [x: number, y: number] {
  const side = 2 ** z;
  const radians = (lat * Math.PI) / 180;
  const y = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2;
  return [Math.floor(((lon + 180) / 360) * side), Math.floor(y * side)];
}
