import { PbfReader } from 'pbf';

// Shapes of a Mapbox Vector Tile (https://github.com/mapbox/vector-tile-spec/tree/master/2.1), as far as their names need
// them. Its bytes are not trusted: no number in them may cost more than the bytes themselves.

/** A point or a line of a layer. */
export interface TileShape {
  layer: string;
  /** Columns and rows to a side of the tile. */
  extent: number;
  /** Undefined where the shape has none. */
  name?: string | undefined;
  kind?: string | undefined;
  /**
   * Follows its points: the first of each line, and each single point, without `isDrawn`, and the next of a line with it.
   *
   * @throws Error where the shape is damaged
   */
  follow: (visit: (x: number, y: number, isDrawn: boolean) => void) => void;
}

interface Layer {
  name: string;
  extent: number;
  /** The positions of its shapes, in bytes of the tile: their words may stand behind them. */
  features: number[];
  keys: string[];
  values: (string | undefined)[];
}

/**
 * The points and lines of some layers of a tile, one after the other.
 *
 * @param bytes unpacked
 * @param layers their names
 * @throws Error where the bytes are damaged
 */
export function* shapesIn(bytes: Uint8Array, layers: readonly string[]): Generator<TileShape> {
  const reader = new PbfReader(bytes);
  const matching: Layer[] = [];
  reader.readFields((field) => {
    if (field !== 3) return;
    const layer: Layer = { name: '', extent: 4096, features: [], keys: [], values: [] };
    reader.readFields(readLayer, layer, endOf(reader));
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
  else if (field === 4) layer.values.push(readValueText(reader));
  else if (field === 5) layer.extent = reader.readVarint();
}

/** The text of a value; undefined for numbers and booleans. */
function readValueText(reader: PbfReader): string | undefined {
  let text: string | undefined;
  reader.readFields(
    (field) => {
      if (field === 1) text = reader.readString();
    },
    undefined,
    endOf(reader),
  );
  return text;
}

function readFeature(
  reader: PbfReader,
  { name: layer, extent, keys, values }: Layer,
  place: number,
): TileShape {
  let drawn = -1;
  const shape: TileShape = {
    layer,
    extent,
    follow: (visit) => drawn >= 0 && followFrom(reader, drawn, visit),
  };
  reader.pos = place;
  reader.readFields(
    (field) => {
      if (field === 4) drawn = reader.pos;
      if (field !== 2) return;
      const end = endOf(reader);
      while (reader.pos < end) {
        const key = keys[reader.readVarint()];
        const value = values[reader.readVarint()];
        if (key === 'name' || key === 'kind') shape[key] = value;
      }
    },
    undefined,
    endOf(reader),
  );
  return shape;
}

const [MOVE, DRAW] = [1, 2];

function followFrom(
  reader: PbfReader,
  place: number,
  visit: Parameters<TileShape['follow']>[0],
): void {
  reader.pos = place;
  const end = endOf(reader);
  let [x, y] = [0, 0];
  while (reader.pos < end) {
    const command = reader.readVarint();
    // Other commands belong to areas, and close them.
    if (command % 8 !== MOVE && command % 8 !== DRAW) return;
    for (let left = Math.floor(command / 8); left > 0 && reader.pos < end; left--) {
      x += reader.readSVarint();
      y += reader.readSVarint();
      visit(x, y, command % 8 === DRAW);
    }
  }
}
