import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, Geometry } from 'geojson';
import type { Compression, TileType } from 'pmtiles';
import sharp from 'sharp';
import { newFolder } from './empty-registry.ts';
import { wkt } from './wkt.ts';

// Small PMTiles archives, by the build's own writer, and a town of streets to draw.

export interface Archive {
  tiles: [z: number, x: number, y: number, bytes: Buffer][];
  metadata?: unknown;
  type?: TileType;
  /** Of the tiles; the caller has packed them. */
  compression?: Compression;
  zooms?: [number, number];
  bbox?: [number, number, number, number];
}

type Entry = [tileId: number, runLength: number, length: number, offset: number];
const writer = (await import(new URL('../../scripts/archive.mjs', import.meta.url).href)) as {
  directory: (entries: Entry[]) => Buffer;
  joinArchive: (
    root: Buffer,
    metadata: Buffer,
    data: Buffer,
    rest: Omit<Archive, 'tiles'>,
  ) => Buffer;
  makeArchive: (archive: Archive) => Buffer;
  tileAt: (lon: number, lat: number, z: number) => [x: number, y: number];
};
export const { directory, joinArchive, tileAt } = writer;

export const makeArchive = (archive: Archive): Buffer =>
  writer.makeArchive({ metadata: TOWN_METADATA, ...archive });

export function writeArchive(bytes: Buffer): string {
  const path = join(newFolder(), 'mapa.pmtiles');
  writeFileSync(path, bytes);
  return path;
}

/** A PNG of 256 × 256 pixels of one colour. */
export const solidPicture = (r: number, g: number, b: number): Promise<Buffer> =>
  sharp({ create: { width: 256, height: 256, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();

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
const rectangle = (west: number, south: number, east: number, north: number): Geometry =>
  wkt(
    `POLYGON ((${west} ${south}, ${east} ${south}, ${east} ${north}, ${west} ${north}, ${west} ${south}))`,
  ) as Geometry;

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
    for (const [line, number] of [
      [`LINESTRING (${lon + away} ${lat - half}, ${lon + away} ${lat + half})`, 60],
      [`LINESTRING (${lon - half} ${lat + away}, ${lon + half} ${lat + away})`, 61],
    ] as const) {
      const name = renamed(`Calle ${number - (i - STREETS / 2) * 2}`);
      streets.push(shape(wkt(line) as Geometry, { kind, name, min_zoom: 8 }));
    }
  }
  /** A square with its corners so many blocks from the middle, each way. */
  const square = (from: number, to: number, kind: string) => {
    const corners = [lon + from * BLOCK, lat + from * BLOCK, lon + to * BLOCK, lat + to * BLOCK];
    return shape(rectangle(...(corners as [number, number, number, number])), { kind });
  };
  const middle: Geometry = { type: 'Point', coordinates: [lon + 0.5 * BLOCK, lat - 1.5 * BLOCK] };
  const place = { kind: 'locality', name: town, min_zoom: 5, population: 900_000 };
  return {
    earth: [shape(rectangle(-91, 19, -87, 22), { kind: 'earth' })],
    landuse: [square(0, 1, 'park')],
    water: [square(2, 3, 'lake')],
    buildings: [square(-0.7, -0.3, 'building')],
    roads: streets,
    places: [shape(middle, place)],
  };
}

/** The archive of a town, zooms 0 to 15, or of what lies around several places. */
export function makeTown(layers: Record<string, Feature[]> = townLayers(), middles = [TOWN]) {
  const zooms = { maxZoom: 15, indexMaxZoom: 5 };
  const slices = Object.entries(layers).map(
    ([name, features]) =>
      [name, new GeoJSONVT({ type: 'FeatureCollection', features }, zooms)] as const,
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
