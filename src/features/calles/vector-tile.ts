import { PbfReader } from 'pbf';

// Shapes of a Mapbox Vector Tile (https://github.com/mapbox/vector-tile-spec/tree/master/2.1), as far as their names need
// them. Its bytes are not trusted: no number in them may cost more than the bytes themselves.

/** A point or a line of a layer. */
export interface Shape {
  layer: string;
  /** Columns and rows to a side of the tile. */
  extent: number;
  /** Undefined where the shape has none. */
  name: string | undefined;
  kind: string | undefined;
  /**
   * Follows its points: `move` for the first of each line, or for each single point, and `draw` for the next of a line.
   *
   * @throws Error where the shape is damaged
   */
  follow: (move: (x: number, y: number) => void, draw: (x: number, y: number) => void) => void;
}

/** Positions of parts of a message, in bytes of the tile. */
interface Layer {
  name: string;
  extent: number;
  features: number[];
  keys: string[];
  values: number[];
  /** Values by their position, each read once, however many shapes have it. */
  texts: Map<number, string | undefined>;
}

/**
 * The points and lines of some layers of a tile, one after the other.
 *
 * @param bytes unpacked
 * @param layers their names
 * @throws Error where the bytes are damaged
 */
export function* shapesIn(bytes: Uint8Array, layers: readonly string[]): Generator<Shape> {
  const reader = new PbfReader(bytes);
  const matching: Layer[] = [];
  reader.readFields((field) => {
    if (field !== 3) return;
    const end = endOf(reader);
    const layer = { name: '', extent: 4096, features: [], keys: [], values: [], texts: new Map() };
    reader.readFields(readLayer, layer, end);
    if (layers.includes(layer.name) && layer.extent > 0) matching.push(layer);
  }, undefined);
  for (const layer of matching) {
    for (const place of layer.features) yield readFeature(reader, layer, place);
  }
}

/** The end of the message that begins here. */
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

/** The text of a value; undefined for numbers and booleans. */
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
    const visit = command % 8 === MOVE ? move : command % 8 === DRAW ? draw : undefined;
    // Other commands belong to areas, and close them.
    if (!visit) return;
    for (let left = Math.floor(command / 8); left > 0 && reader.pos < end; left--) {
      x += reader.readSVarint();
      y += reader.readSVarint();
      visit(x, y);
    }
  }
}
