import type { Extent } from 'ol/extent.js';
import type { FeatureLike } from 'ol/Feature.js';
import MVT from 'ol/format/MVT.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import RenderFeature from 'ol/render/Feature.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { createXYZ } from 'ol/tilegrid.js';
import type { MapaBase } from '../ajustes.ts';
import { FARTHEST, fillOf, LAND, SEA } from './pluma.ts';

// Streets from the registry's file, in the layers and kinds of Protomaps (https://docs.protomaps.com/basemaps/layers).
// All of it is pale, so that works stay the loudest thing on the map.

const GREEN = '#e6eedb';
const SAND = '#f3ecd8';
const PUBLIC = '#f0ebe3';
const TOWN = '#ece6da';
const BUILDING = '#ebe5d9';
const STREET = '#fff';
const MAIN = '#fdf3d3';
const HIGHWAY = '#f8dd97';
const EDGE = '#d9d2c3';
/** A road's edges, and from afar the whole of it. */
const LINE = '#cfc3a8';
const FAR_HIGHWAY = '#d6b066';
const TRACK = '#bdb5a4';
const INK = '#5b6570';

/** The kinds of ground that are not shown as mere land. */
const GROUND = new Map<unknown, Style>();
for (const [color, kinds] of [
  [
    GREEN,
    'park forest wood nature_reserve national_park protected_area garden grass grassland meadow golf_course orchard scrub wetland pitch zoo cemetery recreation_ground village_green allotments',
  ],
  [SAND, 'beach sand'],
  [TOWN, 'residential'],
  [PUBLIC, 'school college university hospital kindergarten stadium airfield aerodrome industrial'],
] as const) {
  const style = fillOf(color, 2);
  for (const kind of kinds.split(' ')) GROUND.set(kind, style);
}

const earth = fillOf(LAND, 0);
const water = fillOf(SEA, 3);
const river = new Style({ stroke: new Stroke({ color: SEA, width: 1.5 }), zIndex: 3 });
const building = new Style({
  fill: new Fill({ color: BUILDING }),
  stroke: new Stroke({ color: EDGE, width: 0.5 }),
  zIndex: 5,
});
const border = new Style({
  stroke: new Stroke({ color: '#b3aa98', width: 1, lineDash: [6, 4] }),
  zIndex: 4,
});

/** A kind of road: its width in pixels at zooms, even growth between them, and the zooms of its edge and its name. */
interface Road {
  color: string;
  /** Its colour from afar, where it has no edge: white would not show on the land. */
  far?: string;
  rank: number;
  widths: [zoom: number, width: number][];
  edgeFrom: number;
  nameFrom: number;
  dash?: number[];
}

const ROADS: Record<string, Road> = {
  highway: {
    color: HIGHWAY,
    far: FAR_HIGHWAY,
    rank: 4,
    widths: [
      [6, 1.2],
      [9, 2],
      [10, 2.2],
      [13, 4.5],
      [15, 9],
      [18, 22],
    ],
    edgeFrom: 10,
    nameFrom: 13,
  },
  major_road: {
    color: MAIN,
    rank: 3,
    widths: [
      [7, 0.6],
      [9, 1],
      [12, 2.2],
      [14, 5],
      [16, 10],
      [18, 20],
    ],
    edgeFrom: 11,
    nameFrom: 14,
  },
  minor_road: {
    color: STREET,
    rank: 2,
    widths: [
      [12, 0.8],
      [14, 2.4],
      [16, 7.5],
      [18, 16],
    ],
    edgeFrom: 13,
    nameFrom: 15,
  },
  path: {
    color: TRACK,
    rank: 1,
    widths: [
      [15, 0.8],
      [18, 2],
    ],
    edgeFrom: 99,
    nameFrom: 17,
    dash: [4, 3],
  },
  rail: {
    color: TRACK,
    rank: 5,
    widths: [
      [11, 0.8],
      [18, 2],
    ],
    edgeFrom: 99,
    nameFrom: 99,
    dash: [8, 4],
  },
};

function widthAt({ widths }: Road, zoom: number): number {
  const next = widths.findIndex(([at]) => at >= zoom);
  if (next === 0) return zoom < (widths[0]?.[0] ?? 0) - 0.01 ? 0 : (widths[0]?.[1] ?? 0);
  if (next === -1) return widths.at(-1)?.[1] ?? 0;
  const [from, thin] = widths[next - 1] ?? [0, 0];
  const [to, wide] = widths[next] ?? [0, 0];
  return thin + ((wide - thin) * (zoom - from)) / (to - from);
}

const drawn = new Map<string, Style[]>();

/** The edge and the line of a kind of road at a zoom, made once. */
function roadStyle(kind: string, road: Road, zoom: number): Style[] {
  const key = `${kind} ${zoom}`;
  const known = drawn.get(key);
  if (known) return known;
  const width = widthAt(road, zoom);
  const styles: Style[] = [];
  const line = (color: string, wide: number, zIndex: number) =>
    styles.push(
      new Style({
        stroke: new Stroke({ color, width: wide, ...(road.dash && { lineDash: road.dash }) }),
        zIndex,
      }),
    );
  const hasEdge = zoom >= road.edgeFrom;
  if (width > 0 && hasEdge) line(LINE, width + 1.5, 10 + road.rank);
  if (width > 0) line(hasEdge ? road.color : (road.far ?? LINE), width, 20 + road.rank);
  drawn.set(key, styles);
  return styles;
}

/** Names are written with one style each: the library takes it as it is while it reads a shape. */
const nameStyle = (options: ConstructorParameters<typeof Text>[0]) => {
  const text = new Text({
    fill: new Fill({ color: INK }),
    stroke: new Stroke({ color: LAND, width: 3 }),
    ...options,
  });
  const style = new Style({ text, zIndex: 30 });
  return (name: string, zIndex: number) => {
    text.setText(name);
    style.setZIndex(zIndex);
    return style;
  };
};
const streetName = nameStyle({
  font: '12px system-ui, sans-serif',
  placement: 'line',
  repeat: 320,
  maxAngle: Math.PI / 6,
  textBaseline: 'middle',
});
const townName = nameStyle({ font: '600 13px system-ui, sans-serif' });
const quarterName = nameStyle({ font: 'italic 12px system-ui, sans-serif' });

/** From here on the file's places are named; before, the municipios are. */
const PLACES_FROM = 12;

function roads(feature: RenderFeature, zoom: number): Style[] | undefined {
  const kind = String(feature.get('kind'));
  const road = ROADS[kind];
  if (!road) return undefined;
  const lines = roadStyle(kind, road, zoom);
  const name = zoom >= road.nameFrom && (feature.get('name') as unknown);
  return typeof name === 'string' && name !== ''
    ? [...lines, streetName(name, 30 + road.rank)]
    : lines;
}

function places(feature: RenderFeature, zoom: number): Style | undefined {
  const name = feature.get('name') as unknown;
  if (typeof name !== 'string' || zoom < PLACES_FROM) return undefined;
  // The last tiles are drawn from nearer too, and have all places. Zooms of tiles are one less than the map's.
  if (Number(feature.get('min_zoom')) >= zoom) return undefined;
  const kind = feature.get('kind') as unknown;
  // The largest are placed first.
  const people = Math.log10(1 + (Number(feature.get('population')) || 0));
  if (kind === 'locality') return townName(name, 50 + people);
  return zoom >= 14 ? quarterName(name, 40 + people) : undefined;
}

const isLine = (feature: RenderFeature) => /LineString$/.test(feature.getType());

/** The styles of shapes, by their layer. */
const LAYERS: Record<
  string,
  (feature: RenderFeature, zoom: number) => Style | Style[] | undefined
> = {
  earth: () => earth,
  landcover: () => undefined,
  landuse: (feature) => GROUND.get(feature.get('kind')),
  water: (feature) => (isLine(feature) ? river : water),
  boundaries: (feature, zoom) =>
    zoom < 12 && ['country', 'region'].includes(String(feature.get('kind'))) ? border : undefined,
  buildings: (_, zoom) => (zoom >= 15 ? building : undefined),
  roads,
  places,
};

const styleOf = (feature: FeatureLike, resolution: number) =>
  LAYERS[String(feature.get('layer'))]?.(
    feature as RenderFeature,
    Math.round(Math.log2(FARTHEST / resolution)),
  );

/** The registry's streets as a layer. */
export function streets(
  { url, acercamientos }: MapaBase,
  extent: Extent | undefined,
): VectorTileLayer {
  const [minZoom = 0, maxZoom = 15] = acercamientos ?? [];
  return new VectorTileLayer({
    declutter: true,
    ...(extent && { extent }),
    source: new VectorTileSource({
      // Features that are only read need less memory than those that can change.
      format: new MVT({ featureClass: RenderFeature }),
      tileGrid: createXYZ({ minZoom, maxZoom, tileSize: 512 }),
      url,
    }),
    style: styleOf,
  });
}
