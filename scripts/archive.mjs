// Writes PMTiles archives of version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md), for the build and
// for tests. All entries stand in the root directory.
import { gzipSync } from 'node:zlib';
import { Compression, TileType, zxyToTileId } from 'pmtiles';

const HEADER_BYTES = 127;

/** A number as the directories have it: seven bits a byte, the lowest first. */
function varint(value) {
  const bytes = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

/** A directory of entries `[tileId, runLength, length, offset]`, packed. */
export function directory(entries) {
  const ids = entries.map(([id], i) => id - (entries[i - 1]?.[0] ?? 0));
  const column = (at) => entries.map((entry) => entry[at]);
  const offsets = entries.map(([, , , offset]) => offset + 1);
  const numbers = [entries.length, ...ids, ...column(1), ...column(2), ...offsets];
  return gzipSync(Buffer.from(numbers.flatMap(varint)));
}

/** The bytes of an archive, of its parts as they are. `compression` is that of the tiles. */
export function joinArchive(
  root,
  metadata,
  data,
  { type, compression, zooms = [0, 15], bbox = [-90.5, 19.5, -87.4, 21.7] },
) {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles\x03', 'latin1');
  let offset = HEADER_BYTES;
  for (const [at, length] of [
    [8, root.length],
    [24, metadata.length],
    [40, 0],
    [56, data.length],
  ]) {
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

/**
 * The bytes of an archive.
 *
 * @param tiles `[z, x, y, bytes]`, in any order; the caller has packed the bytes
 */
export function makeArchive({ tiles, metadata, ...rest }) {
  const sorted = tiles
    .map(([z, x, y, bytes]) => ({ id: zxyToTileId(z, x, y), bytes }))
    .sort((one, other) => one.id - other.id);
  let offset = 0;
  const entries = sorted.map(({ id, bytes }) => {
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

/** The column and row of the tile that a position lies in. */
export function tileAt(lon, lat, z) {
  const side = 2 ** z;
  const radians = (lat * Math.PI) / 180;
  const y = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2;
  return [Math.floor(((lon + 180) / 360) * side), Math.floor(y * side)];
}
