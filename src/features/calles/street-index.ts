import { setTimeout } from 'node:timers/promises';
import { tidy } from '../../core/base/text.ts';
import { limites } from '../../limites/limites.ts';
import { type MapFile, unpackTile } from '../../mapa-base/map-file.ts';
import { shapesIn, type TileShape } from '../../mapa-base/vector-tile.ts';
import { readStreet, type StreetWords, wordsIn } from '../../palabras/cruces.ts';

// The names of streets and their course, read from the tiles of a file of streets. A street is stored as the squares of some
// nine metres that it touches: two streets cross where they touch the same square or neighbours.

/** The zoom whose tiles are such squares: 9 m to a side in Yucatán. */
const CELL_ZOOM = 22;
/** Protomaps names every street from this zoom on. Tiles of less than the second have no useful streets. */
const NAMED_ZOOM = 14;
const LEAST_ZOOM = 12;
/** Bounds of the index: four bytes for each square, and names. Yucatán has some two million and ten thousand. */
const MOST_CELLS = 4_000_000;
const MOST_STREET_NAMES = 60_000;
const MOST_PLACES = 20_000;
const LONGEST_STREET_NAME = 100;
/** Bounds of the work: bytes of one tile and of all, unpacked, and steps along all lines and along those of one shape. */
const MOST_OF_TILE = 4_194_304;
const MOST_TILE_BYTES = 1_073_741_824;
const MOST_STEPS = 40_000_000;
const MOST_OF_SHAPE = 100_000;
/** Milliseconds of work between two pauses, and of a pause, for the event loop's other work. */
const BUSY = 4;
const IDLE = 8;

/** A street's name, with all squares that streets of that name touch, in the order of their numbers. */
export interface Street extends StreetWords {
  nombre: string;
  cells: Uint32Array;
}

/** A quarter or town of the file. */
export interface NamedPlace {
  nombre: string;
  words: string[];
  /** Longitude and latitude in degrees. */
  position: [number, number];
}

export interface StreetIndex {
  byNumber: Map<string, Street[]>;
  byWord: Map<string, Street[]>;
  places: NamedPlace[];
  /** False where the file has more streets than the bounds allow. */
  isWhole: boolean;
}

// Squares -----------------------------------------------------------------------------------------

const SIDE = 2 ** CELL_ZOOM;
const squareColumn = (longitude: number) => ((longitude + 180) / 360) * SIDE;
const squareRow = (latitude: number) =>
  ((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * SIDE;

/** The rectangle of the state in squares; a square's number counts them row by row. */
const AREA = (() => {
  const boxes = limites().map(({ bbox }) => bbox);
  const west = Math.floor(squareColumn(Math.min(...boxes.map(([one]) => one)))) - 1;
  const east = Math.ceil(squareColumn(Math.max(...boxes.map(([, , one]) => one)))) + 1;
  const north = Math.floor(squareRow(Math.max(...boxes.map(([, , , one]) => one)))) - 1;
  const south = Math.ceil(squareRow(Math.min(...boxes.map(([, one]) => one)))) + 1;
  return { west, east, north, south };
})();
/** Squares in a row. */
export const SQUARES_PER_ROW = AREA.east - AREA.west;

/** The longitude and latitude of a position in columns and rows of squares. */
export const positionOf = (column: number, row: number): [number, number] => [
  ((column + AREA.west) / SIDE) * 360 - 180,
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * (row + AREA.north)) / SIDE))) * 180) / Math.PI,
];

// Reading -----------------------------------------------------------------------------------------

/**
 * The streets of a file, read a tile at a time, with pauses for the event loop.
 *
 * @param isOver whether the service is closing
 * @throws Error where the file can't be read; a damaged tile is left out
 */
export async function readStreets(file: MapFile, isOver: () => boolean): Promise<StreetIndex> {
  const zoom = Math.max(file.minZoom, Math.min(NAMED_ZOOM, file.maxZoom));
  const streets = new Map<string, Growing>();
  const collected: Collected = { streets, places: [], cells: 0, steps: 0 };
  const pause = createPace();
  let bytes = 0;
  const hasRoom = () =>
    collected.cells < MOST_CELLS && collected.steps < MOST_STEPS && bytes < MOST_TILE_BYTES;
  const isReadable = zoom >= LEAST_ZOOM && zoom <= NAMED_ZOOM + 1 && file.layers.includes('roads');
  for (const tile of isReadable ? tilesOf(file, zoom) : []) {
    if (isOver()) throw new Error('el servicio se detuvo');
    if (!hasRoom()) break;
    try {
      const stored = await file.find(...tile);
      if (!stored) continue;
      const unpacked = await unpackTile(stored, MOST_OF_TILE);
      bytes += unpacked.length;
      for (const shape of shapesIn(unpacked, ['roads', 'places'])) {
        take(shape, tile, collected);
        if (pause.isDue()) await pause.rest();
        if (!hasRoom()) break;
      }
    } catch {
      await file.assertUnchanged();
    }
    if (pause.isDue()) await pause.rest();
  }
  const index: StreetIndex = {
    byNumber: new Map(),
    byWord: new Map(),
    places: collected.places,
    isWhole: hasRoom(),
  };
  for (const [nombre, { cells, ...words }] of streets) {
    const street = { ...words, nombre, cells: inOrder(cells) };
    streets.delete(nombre);
    for (const number of new Set(words.numbers)) add(index.byNumber, number, street);
    for (const word of new Set(words.words)) add(index.byWord, word, street);
    if (pause.isDue()) await pause.rest();
  }
  return index;
}

/** Numbers in their order, each once. */
const inOrder = (cells: number[]) => {
  const sorted = Uint32Array.from(cells).sort();
  return sorted.filter((cell, i) => i === 0 || cell !== sorted[i - 1]);
};

const add = (streets: Map<string, Street[]>, key: string, street: Street) => {
  const known = streets.get(key);
  if (known) known.push(street);
  else streets.set(key, [street]);
};

/** Returns a function that pauses when the event loop's other work is due. */
export function createPace() {
  let until = performance.now() + BUSY;
  return {
    isDue: () => performance.now() >= until,
    rest: async () => {
      await setTimeout(IDLE, undefined, { ref: false });
      until = performance.now() + BUSY;
    },
  };
}

type Tile = [z: number, x: number, y: number];

/** The tiles of a zoom that the file may have within the state, from north to south. */
function* tilesOf({ bbox }: MapFile, zoom: number): Generator<Tile> {
  const perTile = 2 ** (CELL_ZOOM - zoom);
  const [west, south, east, north] = bbox ?? [-180, -85, 180, 85];
  const first = (cell: number, least: number) => Math.floor(Math.max(cell, least) / perTile);
  const [x0, x1] = [
    first(squareColumn(west), AREA.west),
    Math.min(squareColumn(east), AREA.east) / perTile,
  ];
  const [y0, y1] = [
    first(squareRow(north), AREA.north),
    Math.min(squareRow(south), AREA.south) / perTile,
  ];
  for (let y = y0; y <= y1; y++) {
    for (let x = x0; x <= x1; x++) yield [zoom, x, y];
  }
}

interface Growing extends StreetWords {
  cells: number[];
}
interface Collected {
  streets: Map<string, Growing>;
  places: NamedPlace[];
  cells: number;
  steps: number;
}

/** The kinds of lines that have no address, and of places that have one. */
const NO_STREETS = new Set<unknown>(['rail', 'ferry', 'aerialway', 'aeroway']);
const PLACES = new Set<unknown>(['locality', 'neighbourhood', 'macrohood']);

/** Adds a street or place of a tile. Parts in a neighbouring tile's area are left to that tile. */
function take(
  { layer, extent, name, kind, follow }: TileShape,
  [z, x, y]: Tile,
  collected: Collected,
): void {
  if (name === undefined) return;
  const nombre = name.length <= LONGEST_STREET_NAME ? tidy(name) : undefined;
  if (!nombre) return;
  const perUnit = 2 ** (CELL_ZOOM - z) / extent;
  const isOwn = (at: number) => at >= 0 && at < extent;
  const [west, north] = [x * perUnit * extent - AREA.west, y * perUnit * extent - AREA.north];
  if (layer === 'places') {
    if (!PLACES.has(kind) || collected.places.length >= MOST_PLACES) return;
    follow((column, row, isDrawn) => {
      if (isDrawn || !isOwn(column) || !isOwn(row)) return;
      const position = positionOf(west + column * perUnit, north + row * perUnit);
      collected.places.push({ nombre, words: wordsIn(nombre), position });
    });
    return;
  }
  if (NO_STREETS.has(kind)) return;
  let street = collected.streets.get(nombre);
  if (!street) {
    if (collected.streets.size >= MOST_STREET_NAMES) return;
    street = { ...readStreet(nombre), cells: [] };
    collected.streets.set(nombre, street);
  }
  const { cells } = street;
  const most = collected.steps + MOST_OF_SHAPE;
  const put = (column: number, row: number) => {
    collected.steps++;
    if (collected.steps > most) throw new Error('una calle es más larga que su mosaico');
    if (!isOwn(column) || !isOwn(row)) return;
    const [across, down] = [west + column * perUnit, north + row * perUnit];
    if (across < 0 || across >= SQUARES_PER_ROW || down < 0 || down >= AREA.south - AREA.north)
      return;
    const cell = Math.floor(down) * SQUARES_PER_ROW + Math.floor(across);
    if (cells.at(-1) === cell) return;
    cells.push(cell);
    collected.cells++;
  };
  let [fromX, fromY] = [0, 0];
  follow((column, row, isDrawn) => {
    const [across, down] = [column - fromX, row - fromY];
    const longest = Math.max(Math.abs(across), Math.abs(down));
    // A shape far beyond its tile is no street.
    const steps = longest <= 2 * extent ? Math.ceil(longest * perUnit * 2) : 0;
    if (!isDrawn) put(column, row);
    for (let step = 1; isDrawn && step <= steps; step++) {
      put(fromX + (across * step) / steps, fromY + (down * step) / steps);
    }
    [fromX, fromY] = [column, row];
  });
}
