import type { Extent } from 'ol/extent.js';
import { MVT } from 'ol/format.js';
import { VectorTile as VectorTileLayer } from 'ol/layer.js';
import RenderFeature from 'ol/render/Feature.js';
import { VectorTile as VectorTileSource } from 'ol/source.js';
import type { FlatStyle, Rule } from 'ol/style/flat.js';
import { createXYZ } from 'ol/tilegrid.js';
import type { MapaBase } from '../../core/ajustes.ts';
import { FARTHEST, LAND, SEA } from './pluma.ts';

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

type Expression = unknown[];

/** The map's zoom: expressions that are drawn on a canvas know the resolution alone. */
const ZOOM: Expression = [
  'interpolate',
  ['linear'],
  ['resolution'],
  ...Array.from({ length: 21 }, (_, n) => [FARTHEST / 2 ** (20 - n), 20 - n]).flat(),
];
const from = (zoom: number): Expression => ['>=', ZOOM, zoom - 0.5];
const before = (zoom: number): Expression => ['<', ZOOM, zoom - 0.5];
const inLayer = (layer: string): Expression => ['==', ['get', 'layer'], layer];
const ofKind = (...kinds: string[]): Expression => ['in', ['get', 'kind'], ['literal', kinds]];
const isLine: Expression = ['==', ['geometry-type'], 'LineString'];
const numberOf = (property: string): Expression => ['number', ['get', property], 0];

const rule = (filter: Expression[], style: FlatStyle): Rule =>
  ({ filter: filter.length === 1 ? filter[0] : ['all', ...filter], style }) as Rule;
const surface = (filter: Expression[], color: string, zIndex: number) =>
  rule(filter, { 'fill-color': color, 'z-index': zIndex });

/** The kinds of ground that are not shown as mere land. */
const GROUND: [color: string, kinds: string][] = [
  [
    GREEN,
    'park forest wood nature_reserve national_park protected_area garden grass grassland meadow golf_course orchard scrub wetland pitch zoo cemetery recreation_ground village_green allotments',
  ],
  [SAND, 'beach sand'],
  [TOWN, 'residential'],
  [PUBLIC, 'school college university hospital kindergarten stadium airfield aerodrome industrial'],
];

/** A kind of road: its width in pixels at zooms, even growth between them, and the zooms of its edge and its name. */
interface Road {
  color: string;
  /** Its colour from afar, where it has no edge: white would not show on the land. */
  far?: string;
  widths: [zoom: number, width: number][];
  edgeFrom?: number;
  nameFrom?: number;
  dash?: number[];
}

/** From the least to the one that lies over all others. */
const ROADS: Record<string, Road> = {
  path: {
    color: TRACK,
    far: TRACK,
    widths: [
      [15, 0.8],
      [18, 2],
    ],
    nameFrom: 17,
    dash: [4, 3],
  },
  minor_road: {
    color: STREET,
    widths: [
      [12, 0.8],
      [14, 2.4],
      [16, 7.5],
      [18, 16],
    ],
    edgeFrom: 13,
    nameFrom: 15,
  },
  major_road: {
    color: MAIN,
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
  highway: {
    color: HIGHWAY,
    far: FAR_HIGHWAY,
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
  rail: {
    color: TRACK,
    far: TRACK,
    widths: [
      [11, 0.8],
      [18, 2],
    ],
    dash: [8, 4],
  },
};

function roadRules(kind: string, road: Road, rank: number): Rule[] {
  const { color, far = LINE, widths, edgeFrom, nameFrom, dash } = road;
  const filter = [inLayer('roads'), ofKind(kind)];
  const width = ['interpolate', ['linear'], ZOOM, ...widths.flat()];
  const line = (when: Expression, shade: string, zIndex: number, more = 0) =>
    rule([...filter, when], {
      'stroke-color': shade,
      'stroke-width': ['+', width, more],
      ...(dash && { 'stroke-line-dash': dash }),
      'z-index': zIndex,
    });
  const [[first] = [0]] = widths;
  const rules = [line(['all', from(first), before(edgeFrom ?? 99)], far, 20 + rank)];
  if (edgeFrom) {
    rules.push(line(from(edgeFrom), LINE, 10 + rank, 1.5), line(from(edgeFrom), color, 20 + rank));
  }
  if (nameFrom) {
    rules.push(
      nameRule([...filter, from(nameFrom)], 30 + rank, '12px system-ui, sans-serif', {
        'text-placement': 'line',
        'text-repeat': 320,
        'text-max-angle': Math.PI / 6,
        'text-baseline': 'middle',
      }),
    );
  }
  return rules;
}

const nameRule = (
  filter: Expression[],
  zIndex: number | Expression,
  font: string,
  further?: FlatStyle,
) =>
  rule([...filter, ['has', 'name']], {
    'text-value': ['get', 'name'],
    'text-font': font,
    'text-fill-color': INK,
    'text-stroke-color': LAND,
    'text-stroke-width': 3,
    'z-index': zIndex,
    ...further,
  });

/** From here on the file's places are named; before, the municipios are. */
const PLACES_FROM = 12;
// The last tiles are drawn from nearer too, and have all places. Zooms of tiles are one less than the map's.
const isPlace = [inLayer('places'), ['<', numberOf('min_zoom'), ['round', ZOOM]]];
/** The largest are placed first. */
const bySize = (zIndex: number): Expression => ['+', zIndex, ['^', numberOf('population'), 0.1]];

const STYLE: Rule[] = [
  surface([inLayer('earth')], LAND, 0),
  ...GROUND.map(([color, kinds]) =>
    surface([inLayer('landuse'), ofKind(...kinds.split(' '))], color, 2),
  ),
  surface([inLayer('water'), ['!', isLine]], SEA, 3),
  rule([inLayer('water'), isLine], { 'stroke-color': SEA, 'stroke-width': 1.5, 'z-index': 3 }),
  rule([inLayer('boundaries'), before(12), ofKind('country', 'region')], {
    'stroke-color': '#b3aa98',
    'stroke-width': 1,
    'stroke-line-dash': [6, 4],
    'z-index': 4,
  }),
  rule([inLayer('buildings'), from(15)], {
    'fill-color': BUILDING,
    'stroke-color': EDGE,
    'stroke-width': 0.5,
    'z-index': 5,
  }),
  ...Object.entries(ROADS).flatMap(([kind, road], n) => roadRules(kind, road, n + 1)),
  nameRule(
    [...isPlace, from(PLACES_FROM), ofKind('locality')],
    bySize(50),
    '600 13px system-ui, sans-serif',
  ),
  nameRule(
    [...isPlace, from(14), ['!=', ['get', 'kind'], 'locality']],
    bySize(40),
    'italic 12px system-ui, sans-serif',
  ),
];

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
    style: STYLE,
  });
}
