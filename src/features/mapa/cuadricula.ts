// The squares of the map, as sql/mapa.sql numbers them. The world is a square of 2^28 by 2^28 cells in Web Mercator, x east and y
// south. The bits of both in turns are `k`, so each tile of the map is one range of k.

/** Bits of a cell's place in each direction. */
export const BITS = 28;
const LAST = 2 ** BITS - 1;

/** A square of the map: at zoom z the world is 2^z of them wide. */
export interface Tile {
  z: number;
  x: number;
  y: number;
}

/** Cells, from one to another in each direction; none where a first one is beyond its last. */
export interface Cells {
  x: [first: number, last: number];
  y: [first: number, last: number];
}

/** The first and the last k of a square. */
export type Range = [first: bigint, last: bigint];

/** The range of a tile. */
export function rangeOf({ z, x, y }: Tile): Range {
  let k = 0n;
  for (let bit = z - 1; bit >= 0; bit--) {
    k = (k << 2n) | BigInt(((y >> bit) & 1) << 1) | BigInt((x >> bit) & 1);
  }
  const rest = BigInt(2 * (BITS - z));
  return [k << rest, ((k + 1n) << rest) - 1n];
}

const clamped = (cell: number) => Math.min(Math.max(Math.floor(cell), 0), LAST);

/** The column of a longitude, and the row of a latitude between -85 and 85 degrees. */
export const columnOf = (lon: number): number => clamped(((lon + 180) / 360) * 2 ** BITS);
export function rowOf(lat: number): number {
  const sine = Math.sin((lat * Math.PI) / 180);
  return clamped((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** BITS);
}

/** The ranges of at most some `most` tiles that together hold all these cells, and others near them. */
export function rangesOf({ x, y }: Cells, most: number): Range[] {
  const inside: Tile[] = [];
  let partly: Tile[] = [{ z: 0, x: 0, y: 0 }];
  while (partly.length > 0 && inside.length + 4 * partly.length <= most) {
    const next: Tile[] = [];
    for (const tile of partly.flatMap(quarters)) {
      const [columns, rows] = [spanOf(tile.x, tile.z), spanOf(tile.y, tile.z)];
      if (isApart(columns, x) || isApart(rows, y)) continue;
      const isWhole = tile.z === BITS || (isPart(columns, x) && isPart(rows, y));
      (isWhole ? inside : next).push(tile);
    }
    partly = next;
  }
  return [...inside, ...partly].map(rangeOf);
}

const quarters = ({ z, x, y }: Tile): Tile[] =>
  [0, 1, 2, 3].map((at) => ({ z: z + 1, x: 2 * x + (at & 1), y: 2 * y + (at >> 1) }));

type Span = [first: number, last: number];
const spanOf = (place: number, z: number): Span => {
  const side = 2 ** (BITS - z);
  return [place * side, (place + 1) * side - 1];
};
const isApart = (a: Span, b: Span) => a[1] < b[0] || a[0] > b[1];
const isPart = (a: Span, b: Span) => a[0] >= b[0] && a[1] <= b[1];
