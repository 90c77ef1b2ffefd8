import { PbfReader } from 'pbf';

// Shapes of a Mapbox Vector Tile (https://github.com/mapbox/vector-tile-spec/tree/master/2.1), as far as their names need them.
// Its bytes are somebody else's, so no number in them is believed that would cost more than the bytes themselves.

/** A point or a line of a layer. */
export interface Shape {
  layer: string;
  /** Columns and rows to a side of the tile. */
  extent: number;
  /** Undefined where it has none. */
  name: string | undefined;
  kind: string | undefined;
  /**
   * Follows its points: `move` for the first of each line, or for each point by itself, and `draw` for the next of a line.
   *
   * @throws Error where it is damaged
   */
  follow: (move: (x: number, y: number) => void, draw: (x: number, y: number) => void) => void;
}

/** Where parts of a message lie: the numbers are places in the tile. */
interface Layer {
  name: string;
  extent: number;
  features: number[];
  keys: string[];
  values: number[];
  /** Values that were read, by their places: each once, however many shapes have it. */
  texts: Map<number, string | undefined>;
}

/**
 * The points and lines of some layers of a tile, one after the other.
 *
 * @param bytes unpacked
 * @param layers their names
 * @throws Error where they are damaged
 */
export function* shapesIn(bytes: Uint8Array, layers: readonly string[]): Generator<Shape> {
  const reader = new PbfReader(bytes);
  const found: Layer[] = [];
  reader.readFields((field) => {
    if (field !== 3) return;
    const end = endOf(reader);
    const layer = { name: '', extent: 4096, features: [], keys: [], values: [], texts: new Map() };
    reader.readFields(readLayer, layer, end);
    if (layers.includes(layer.name) && layer.extent > 0) found.push(layer);
  }, undefined);
  for (const layer of found) {
    for (const place of layer.features) yield readFeature(reader, layer, place);
  }
}

/** Where the message that begins here ends. */
function endOf(reader: PbfReader): number {
  const length = reader.readVarint();
  const end = reader.pos + length;
  if (!(end <= reader.length)) throw new Error('una parte del mosaico termina después de él');
  return end;
}

function readLayer(field: number, layer: Layer, reader: PbfReader): void {
  if (field === 1) layer.name = reader.readString();
  else if (field === 2) layer.features.push(reader.pos);
  else if (field === 3) layer.keys.push(reader.readString());
  else if (field === 4) layer.values.push(reader.pos);
  else if (field === 5) layer.extent = reader.readVarint();
}

function readFeature(reader: PbfReader, layer: Layer, place: number): Shape {
  const { name, extent, keys, values, texts } = layer;
  const shape = { layer: name, extent, name: undefined, kind: undefined } as Omit<Shape, 'follow'>;
  let drawn = -1;
  reader.pos = place;
  reader.readFields(
    (field) => {
      if (field === 4) drawn = reader.pos;
      if (field !== 2) return;
      const end = endOf(reader);
      while (reader.pos < end) {
        const key = keys[reader.readVarint()];
        const value = values[reader.readVarint()];
        if ((key !== 'name' && key !== 'kind') || value === undefined) continue;
        if (!texts.has(value)) texts.set(value, textAt(reader, value));
        shape[key] = texts.get(value);
      }
    },
    undefined,
    endOf(reader),
  );
  return { ...shape, follow: (move, draw) => drawn >= 0 && followFrom(reader, drawn, move, draw) };
}

/** The text of a value; undefined where it is a number or a truth. */
function textAt(reader: PbfReader, place: number): string | undefined {
  let text: string | undefined;
  const { pos } = reader;
  reader.pos = place;
  reader.readFields(
    (field) => {
      if (field === 1) text = reader.readString();
    },
    undefined,
    endOf(reader),
  );
  reader.pos = pos;
  return text;
}

const [MOVE, DRAW] = [1, 2];

function followFrom(
  reader: PbfReader,
  place: number,
  move: (x: number, y: number) => void,
  draw: (x: number, y: number) => void,
): void {
  reader.pos = place;
  const end = endOf(reader);
  let [x, y] = [0, 0];
  while (reader.pos < end) {
    const command = reader.readVarint();
    const told = command % 8 === MOVE ? move : command % 8 === DRAW ? draw : undefined;
    // The rest is of areas, and closes them.
    if (!told) return;
    for (let left = Math.floor(command / 8); left > 0 && reader.pos < end; left--) {
      x += reader.readSVarint();
      y += reader.readSVarint();
      told(x, y);
    }
  }
}
