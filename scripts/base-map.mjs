// Makes dist/base.pmtiles, the map under the works where MAP_FILE names no other: sources/base-yucatan.geojson.gz and the
// names of localidades, in the layers and kinds of Protomaps (https://docs.protomaps.com/basemaps/layers). What reads
// MAP_FILE reads it.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { makeArchive, tileAt } from './archive.mjs';

/** Zooms of the tiles. A nearer map draws the last ones larger: their grid is finer than the source. */
const [FARTHEST, NEAREST] = [6, 12];
/** What is drawn lies within: west, south, east, north in degrees. */
const BBOX = [-90.45, 19.5, -87.5, 21.65];
const ATTRIBUTION =
  'Fuente: INEGI, topografía 1:250 000 (2015) y localidades (2025); elaboración propia';

/** What becomes of a feature, by its `capa`: layer, zoom from which tiles have it, kind, name. */
const CAPAS = {
  agua: ({ clase }) =>
    clase === 'inundable' || clase === 'pantano'
      ? ['landuse', FARTHEST, 'wetland']
      : ['water', FARTHEST, 'lake'],
  localidad: ({ ambito }) => ['landuse', ambito === 'urbano' ? 7 : 9, 'residential'],
  aeropuerto: () => ['landuse', 9, 'aerodrome'],
  carretera({ clase, numero }) {
    const owner = clase === 'estatal' ? 'estatal' : 'federal';
    const name = numero && `Carretera ${owner} ${numero}`;
    if (clase === 'cuota' || clase === 'federal') return ['roads', FARTHEST, 'highway', name];
    if (clase === 'estatal') return ['roads', FARTHEST, 'major_road', name];
    return ['roads', 10, 'minor_road'];
  },
  // Roads end at a town's edge and go on as these.
  calle: ({ nombre }) => ['roads', 9, 'major_road', nombre],
  camino: () => ['roads', NEAREST, 'path'],
  ferrocarril: ({ estado }) => (estado === 'en operación' ? ['roads', 10, 'rail'] : []),
};

/** Inhabitants from which a localidad is named, by the zoom of tiles from which it is. */
const NAMED_FROM = [
  [11, 500],
  [12, 100],
  [13, 0],
];

const slices = new Map();
function put(geometry, layer, from, properties) {
  const key = `${layer} ${from}`;
  if (!slices.has(key)) slices.set(key, { layer, from, features: [] });
  slices.get(key).features.push({ type: 'Feature', geometry, properties });
}

const source = gunzipSync(readFileSync('sources/base-yucatan.geojson.gz')).toString();
for (const { geometry, properties } of JSON.parse(source).features) {
  const [layer, from, kind, name] = CAPAS[properties.capa]?.(properties) ?? [];
  if (layer) put(geometry, layer, from, { kind, ...(name && { name }) });
}

// The catalog's own rows, as the statement that brings them in has them.
const catalog = readFileSync('migrations/002.do.catalogos.sql', 'utf8');
for (const [, nombre, longitud, latitud, poblacion] of catalog.matchAll(
  /^ {2}\('\d{9}', '((?:[^']|'')+)', (-[\d.]+), ([\d.]+), (\d+|NULL)\)/gm,
)) {
  const population = Number(poblacion) || 0;
  const [from] = NAMED_FROM.find(([, least]) => population >= least);
  const name = nombre.replaceAll("''", "'");
  const properties = { kind: 'locality', name, population, min_zoom: from };
  const coordinates = [Number(longitud), Number(latitud)];
  put({ type: 'Point', coordinates }, 'places', Math.min(from, NEAREST), properties);
}

for (const slice of slices.values()) {
  const collection = { type: 'FeatureCollection', features: slice.features };
  slice.tiles = new GeoJSONVT(collection, { maxZoom: NEAREST, indexMaxZoom: FARTHEST });
}

/** The bytes of a tile; undefined where nothing is drawn. */
function tileOf(z, x, y) {
  const layers = {};
  for (const { layer, from, tiles } of slices.values()) {
    const found = from <= z ? (tiles.getTile(z, x, y)?.features ?? []) : [];
    if (found.length > 0)
      layers[layer] = { features: [...(layers[layer]?.features ?? []), ...found] };
  }
  if (Object.keys(layers).length === 0) return undefined;
  return gzipSync(fromGeojsonVt(layers, { version: 2, extent: 4096 }), { level: 9 });
}

const tiles = [];
for (let z = FARTHEST; z <= NEAREST; z++) {
  const [west, north] = tileAt(BBOX[0], BBOX[3], z);
  const [east, south] = tileAt(BBOX[2], BBOX[1], z);
  for (let x = west; x <= east; x++) {
    for (let y = north; y <= south; y++) {
      const bytes = tileOf(z, x, y);
      if (bytes) tiles.push([z, x, y, bytes]);
    }
  }
}
const metadata = {
  attribution: ATTRIBUTION,
  vector_layers: ['landuse', 'water', 'roads', 'places'].map((id) => ({ id, fields: {} })),
};
mkdirSync('dist', { recursive: true });
// A service that reads the old file reads on.
writeFileSync(
  'dist/.base',
  makeArchive({ tiles, metadata, zooms: [FARTHEST, NEAREST], bbox: BBOX }),
);
renameSync('dist/.base', 'dist/base.pmtiles');
