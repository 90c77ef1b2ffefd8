import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import {
  bytesToHeader,
  Compression,
  type Header,
  PMTiles,
  ResolvedValueCache,
  TileType,
} from 'pmtiles';
import { type Config, StartError } from '../core/base/config.ts';
import { notFound, serviceUnavailable } from '../core/base/errors.ts';

// The streets under the portal's map: one PMTiles archive of version 3, of which single tiles are read
// (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). Its bytes are not trusted: every length in it is checked
// before memory is allocated for it.

/** The file that the build makes (scripts/base-map.mjs), for a registry that names none. */
const BUILT = fileURLToPath(new URL('../../base.pmtiles', import.meta.url));

/** The bytes of a header, and those within which the root directory must lie: one read has both. */
const HEADER_BYTES = 127;
const FIRST_BYTES = 16_384;
/** Bytes of one read at most, and of an unpacked directory or metadata. */
const MOST_READ = 4_194_304;
const MOST_UNPACKED = 1_048_576;
/** Bytes of an unpacked tile at most. */
const MOST_OF_TILE = 16_777_216;
/** Directories in the cache; a state's file has a handful. */
const CACHED_DIRECTORIES = 32;
/** The greatest zoom of a map of streets. */
const GREATEST_ZOOM = 22;

/** The codings that the service knows; HTTP clients know no others either. */
const CODINGS = new Map<Compression, 'gzip' | 'br' | undefined>([
  [Compression.None, undefined],
  [Compression.Gzip, 'gzip'],
  [Compression.Brotli, 'br'],
]);

/** The kinds of tiles that browsers draw, by their media types. */
const TYPES = new Map<TileType, string>([
  [TileType.Mvt, 'application/vnd.mapbox-vector-tile'],
  [TileType.Png, 'image/png'],
  [TileType.Jpeg, 'image/jpeg'],
  [TileType.Webp, 'image/webp'],
  [TileType.Avif, 'image/avif'],
]);

/** Layers of Protomaps' schema (https://docs.protomaps.com/basemaps/layers); a file may lack some. */
const LAYERS = ['earth', 'landuse', 'water', 'roads', 'buildings', 'places'];

interface StoredTile {
  bytes: Buffer;
  /** Its coding; undefined where it is not packed. */
  coding: 'gzip' | 'br' | undefined;
}

/** An open file of streets. */
export interface MapFile {
  /** Whether its tiles are shapes with names; otherwise they are pictures. */
  isVector: boolean;
  /** The media type of its tiles. */
  type: string;
  minZoom: number;
  maxZoom: number;
  /** West, south, east, north in degrees; null where the file has no valid ones. */
  bbox: [number, number, number, number] | null;
  /** The makers of the map, as plain text. */
  attribution: string;
  /** The names of its layers of shapes. */
  layers: string[];
  /** Differs for each content. */
  version: string;
  /**
   * A tile within the file's zooms; undefined where the file has none there.
   *
   * @throws Error where the file can't be read, was changed since it was opened, or is damaged at that place
   */
  find: (z: number, x: number, y: number) => Promise<StoredTile | undefined>;
  /** @throws Error where the file was changed since it was opened, or can't be read */
  assertUnchanged: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Opens a file of streets, and checks everything that needs no full read.
 *
 * @throws StartError with the reason that it can't be used
 */
export async function openMapFile(path: string): Promise<MapFile> {
  const handle = await openFile(path);
  try {
    return await readArchive(path, handle);
  } catch (error) {
    await handle.close();
    if (error instanceof StartError) throw error;
    throw refusal(path, `está dañado (${(error as Error).message}); cópielo de nuevo`, error);
  }
}

/**
 * Opens the file under the registry's map: that of MAP_FILE, or else the one that the build makes. There is none under the
 * pictures of a server, and none before the build has made it.
 *
 * @throws StartError as `openMapFile`
 */
export async function openBaseMap({
  MAP_FILE,
  MAP_TILES_URL,
}: Config): Promise<MapFile | undefined> {
  if (MAP_FILE !== undefined) return openMapFile(MAP_FILE);
  return MAP_TILES_URL === undefined && existsSync(BUILT) ? openMapFile(BUILT) : undefined;
}

export const noMap = () => notFound('Este registro no tiene un mapa base propio (MAP_FILE).');
export const unreadable = () =>
  serviceUnavailable(
    'El mapa base no se puede leer por ahora; las obras se muestran sin él. Avise al equipo técnico.',
    60,
  );

/** Whether a file may have names of streets. */
export const hasStreets = ({ isVector, layers }: MapFile): boolean =>
  isVector && layers.includes('roads');

/**
 * Opens that file for a moment, so that an unusable one ends the start before anything is made.
 *
 * @throws StartError as `openMapFile`
 */
export async function tryBaseMap(config: Config): Promise<void> {
  await (await openBaseMap(config))?.close();
}

const refusal = (path: string, why: string, cause?: unknown) =>
  new StartError(
    `No se puede usar el archivo ${path} ${path === BUILT ? 'del mapa base' : 'de MAP_FILE'}: ${why}.`,
    { cause },
  );

async function openFile(path: string): Promise<FileHandle> {
  try {
    // The check comes before `open`, which would wait for a pipe.
    const stats = await stat(path);
    if (stats.isDirectory())
      throw refusal(path, 'es una carpeta; indique el archivo que está en ella');
    if (!stats.isFile()) throw refusal(path, 'no es un archivo');
    return await open(path, 'r');
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT' || code === 'ENOTDIR'
        ? 'no existe; revise la ruta'
        : `no se puede leer (${code}); revise sus permisos`;
    throw refusal(path, why, cause);
  }
}

async function readAt(handle: FileHandle, offset: number, length: number): Promise<ArrayBuffer> {
  if (!(length <= MOST_READ)) throw new Error(`dice que una parte mide ${length} bytes`);
  const buffer = new ArrayBuffer(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await handle.read(
      new Uint8Array(buffer),
      read,
      length - read,
      offset + read,
    );
    if (bytesRead === 0) throw new Error('termina antes de tiempo');
    read += bytesRead;
  }
  return buffer;
}

async function readArchive(path: string, handle: FileHandle): Promise<MapFile> {
  const { size, mtimeMs } = await handle.stat();
  if (size === 0) throw refusal(path, 'está vacío; cópielo de nuevo');
  const first = Buffer.from(await readAt(handle, 0, Math.min(FIRST_BYTES, size)));
  checkBeginning(path, first);

  const assertUnchanged = async () => {
    const now = await handle.stat();
    if (now.size !== size || now.mtimeMs !== mtimeMs) {
      throw new Error('cambió desde que se abrió; reinicie el servicio');
    }
  };
  const cache = new ResolvedValueCache(CACHED_DIRECTORIES, true, unpackPart);
  const source = {
    getKey: () => path,
    async getBytes(offset: number, length: number) {
      await assertUnchanged();
      // The library asks for the beginning of a file without knowing its length.
      const isBeginning = offset === 0 && length === FIRST_BYTES;
      return { data: await readAt(handle, offset, isBeginning ? first.length : length) };
    },
  };
  // Tiles are sent as they are stored; other parts are unpacked.
  const archive = new PMTiles(source, cache, async (bytes) => bytes);
  const bytes = new Uint8Array(first).buffer;
  const header = checkHeader(path, bytesToHeader(bytes, undefined), size);
  const metadata = (await new PMTiles(source, cache, unpackPart).getMetadata()) as Metadata | null;
  const isVector = header.tileType === TileType.Mvt;
  const layers = layersIn(metadata);
  if (isVector && !LAYERS.some((name) => layers.includes(name))) {
    throw refusal(
      path,
      `sus capas no son las de un mapa base de Protomaps (${LAYERS.join(', ')}); tiene ${layers.slice(0, 20).join(', ') || 'ninguna'}`,
    );
  }
  const attribution = plainText(metadata?.attribution);
  return {
    isVector,
    type: TYPES.get(header.tileType) as string,
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    bbox: boundsOf(header),
    // Tiles of shapes are usually made of OpenStreetMap, whose licence requires its name.
    attribution: attribution || (isVector ? '© OpenStreetMap' : ''),
    layers,
    version: hash('sha256', `${size} ${first.toString('latin1')}`, 'base64url').slice(0, 12),
    find: async (z, x, y) => {
      const tile = await archive.getZxy(z, x, y);
      return tile && { bytes: Buffer.from(tile.data), coding: CODINGS.get(header.tileCompression) };
    },
    assertUnchanged,
    close: () => handle.close(),
  };
}

/** Refuses a file that by its first bytes is not an archive of version 3. */
function checkBeginning(path: string, first: Buffer): void {
  const magic = first.toString('latin1', 0, 7);
  if (magic !== 'PMTiles') {
    // Versions 1 and 2 begin with two letters and their number.
    const older = magic.startsWith('PM') && first.length > 3 ? first.readUInt16LE(2) : 0;
    throw refusal(
      path,
      older === 1 || older === 2
        ? `es un PMTiles de la versión ${older} y se lee la 3; conviértalo con pmtiles convert`
        : 'no es un archivo PMTiles',
    );
  }
  const version = first[7] ?? 3;
  if (version !== 3) {
    throw refusal(path, `es un PMTiles de la versión ${version} y se lee la 3`);
  }
  if (first.length < HEADER_BYTES) throw refusal(path, 'está incompleto; cópielo de nuevo');
}

/** The header with its used parts checked: the library itself checks only the first bytes. */
function checkHeader(path: string, header: Header, size: number): Header {
  const end = Math.max(
    ...[
      [header.rootDirectoryOffset, header.rootDirectoryLength],
      [header.jsonMetadataOffset, header.jsonMetadataLength],
      [header.leafDirectoryOffset, header.leafDirectoryLength],
      [header.tileDataOffset, header.tileDataLength],
    ].map(([offset = 0, length = 0]) => (length > 0 ? offset + length : 0)),
  );
  if (end > size) {
    throw refusal(
      path,
      `está incompleto: mide ${size} bytes y dice tener ${end}; cópielo de nuevo`,
    );
  }
  if (header.rootDirectoryOffset + header.rootDirectoryLength > FIRST_BYTES) {
    throw refusal(path, 'está dañado: su directorio no está al principio; cópielo de nuevo');
  }
  for (const coding of [header.internalCompression, header.tileCompression]) {
    if (!CODINGS.has(coding)) {
      throw refusal(
        path,
        `está comprimido de una forma que no se conoce (${Compression[coding] ?? coding}); se leen gzip, brotli y sin comprimir`,
      );
    }
  }
  const { tileType, minZoom, maxZoom } = header;
  if (!TYPES.has(tileType)) {
    throw refusal(
      path,
      `sus mosaicos son de un tipo que no se dibuja (${TileType[tileType] ?? tileType}); se dibujan MVT, PNG, JPEG, WebP y AVIF`,
    );
  }
  if (minZoom > maxZoom || maxZoom > GREATEST_ZOOM) {
    throw refusal(path, `está dañado: dice tener los acercamientos ${minZoom} a ${maxZoom}`);
  }
  return header;
}

function boundsOf({ minLon, minLat, maxLon, maxLat }: Header): MapFile['bbox'] {
  const isSound =
    minLon >= -180 &&
    maxLon <= 180 &&
    minLat >= -90 &&
    maxLat <= 90 &&
    minLon < maxLon &&
    minLat < maxLat;
  return isSound ? [minLon, minLat, maxLon, maxLat] : null;
}

interface Metadata {
  attribution?: unknown;
  vector_layers?: unknown;
}

function layersIn(metadata: Metadata | null): string[] {
  const { vector_layers: layers } = metadata ?? {};
  if (!Array.isArray(layers)) return [];
  return (layers as ({ id?: unknown } | null)[])
    .map((layer) => layer?.id)
    .filter((id) => typeof id === 'string');
}

/** The characters that attributions write as HTML entities. */
const ENTITIES = new Map([
  ['copy', '©'],
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
]);
const LONGEST_ATTRIBUTION = 200;

/** The text of a line of HTML, as files have it: pages show it as text. */
function plainText(html: unknown): string {
  if (typeof html !== 'string') return '';
  return html
    .slice(0, 10 * LONGEST_ATTRIBUTION)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(\w+);/g, (whole, name: string) => ENTITIES.get(name) ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_ATTRIBUTION);
}

const UNPACK = { gzip: promisify(gunzip), br: promisify(brotliDecompress) };

/** A directory or the metadata, unpacked. */
async function unpackPart(bytes: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  const coding = CODINGS.get(compression);
  if (!coding) return bytes;
  const unpacked = await UNPACK[coding](bytes, { maxOutputLength: MOST_UNPACKED });
  return new Uint8Array(unpacked).buffer;
}

/**
 * The unpacked bytes of a tile, for clients that do not accept its coding.
 *
 * @param most bytes at most
 * @throws Error where they are damaged, or too many
 */
export const unpackTile = (
  { bytes, coding }: StoredTile,
  most = MOST_OF_TILE,
): Promise<Buffer> | Buffer => (coding ? UNPACK[coding](bytes, { maxOutputLength: most }) : bytes);
