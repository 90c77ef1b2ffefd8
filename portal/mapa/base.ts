import type { Limites } from '../catalogos.ts';
import 'ol/ol.css';
import './base.css';
import Control from 'ol/control/Control.js';
import { getArea } from 'ol/extent.js';
import type Feature from 'ol/Feature.js';
import type { FeatureLike } from 'ol/Feature.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import { defaults } from 'ol/interaction/defaults.js';
import LayerGroup from 'ol/layer/Group.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import { transformExtent } from 'ol/proj.js';
import type UrlTile from 'ol/source/UrlTile.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import View from 'ol/View.js';
import tierraVecina from '../../sources/tierra-vecina.json';
import { ajustes, type MapaBase } from '../ajustes.ts';
import { api, read as ask } from '../api.ts';
import { ESTADO } from './estado.ts';
import { FARTHEST, fillOf, LAND, stroke } from './pluma.ts';

// Only this folder knows the map's library. Positions are longitude and latitude in degrees (WGS 84) outside of it, and
// Web Mercator within.

export const MERCATOR = 'EPSG:3857';
export const DEGREES = 'EPSG:4326';
export const geojson = new GeoJSON({ dataProjection: DEGREES, featureProjection: MERCATOR });

const BORDER = '#8b8577';
/** The land of others, a little darker. */
const NEIGHBOUR = '#eae7df';

/** A GeoJSON geometry on the map. */
export const featureOf = (geometry: object): Feature =>
  geojson.readFeature({ type: 'Feature', geometry, properties: {} }) as Feature;

/** The extent in the map's own projection. */
export const extentOf = (bbox: number[]): number[] => transformExtent(bbox, DEGREES, MERCATOR);

/**
 * A map of the state whose base are the limits and names of its municipios, so that it needs no other server, and streets
 * or pictures below them where the registry has some. All maps of the portal are made here.
 *
 * @param limites the answer of `GET /municipios/limites`
 * @param bbox the first view, in degrees
 */
export function createMap(target: HTMLElement, limites: Limites, bbox: number[] = ESTADO): OlMap {
  const { mapaBase } = ajustes();
  const limits = new VectorSource({ features: geojson.readFeatures(limites) });
  const isMoving = { updateWhileAnimating: true, updateWhileInteracting: true };
  const land = new LayerGroup({
    layers: [
      new VectorLayer({
        source: new VectorSource({ features: [featureOf(tierraVecina)] }),
        style: fillOf(NEIGHBOUR),
        ...isMoving,
      }),
      new VectorLayer({ source: limits, style: fillOf(LAND), ...isMoving }),
    ],
    // Pictures bring their own land.
    visible: mapaBase?.tipo !== 'imagenes',
  });
  const map = new OlMap({
    target,
    layers: [
      land,
      new VectorLayer({ source: limits, style: stroke(BORDER, mapaBase ? 0.75 : 1), ...isMoving }),
      namesOf(limits),
      // A base map names them itself.
      ...(mapaBase ? [] : [localidades()]),
    ],
    view: new View({
      projection: MERCATOR,
      minZoom: 5,
      maxZoom: 19,
      extent: extentOf([-93, 17, -85, 24]),
    }),
    // It can be dragged without having the focus; it has no north but above.
    interactions: defaults({ onFocusOnly: false, altShiftDragRotate: false, pinchRotate: false }),
    // The page's own buttons and keys do what the library's would.
    controls: [],
  });
  if (mapaBase) void addBase(map, mapaBase);
  map.getView().fit(extentOf(bbox), { size: map.getSize() ?? [300, 300] });
  return map;
}

/**
 * Puts the registry's base map over the land and under all else, and names its makers on the map and on paper. Its code is
 * fetched where there is one. Without that code, or where its tiles don't come, the limits are map enough, and it is said.
 */
async function addBase(map: OlMap, mapaBase: MapaBase): Promise<void> {
  const element = document.createElement('p');
  element.className = 'credito-mapa';
  map.addControl(new Control({ element }));
  element.textContent = mapaBase.atribucion;
  const missing = () => {
    element.textContent = `${mapaBase.atribucion} · Parte del mapa de calles no se pudo leer.`;
  };
  const extent = mapaBase.bbox ? extentOf(mapaBase.bbox) : undefined;
  try {
    const layer =
      mapaBase.tipo === 'figuras'
        ? (await import('./calles.ts')).streets(mapaBase, extent)
        : (await import('./imagenes.ts')).pictures(mapaBase, extent);
    // A picture that is not there is no failure: of shapes alone the service says which it is.
    if (mapaBase.tipo === 'figuras') (layer.getSource() as UrlTile).on('tileloaderror', missing);
    map.getLayers().insertAt(1, layer);
  } catch {
    missing();
  }
}

/** The zoom up to which municipios are named. Nearer, localidades are. */
const NAMED_TO = 11.5;

/** The names of the municipios in their middle, where there is room; the largest find it first. */
function namesOf(limits: VectorSource): VectorLayer {
  const text = new Text({
    font: '13px system-ui, sans-serif',
    fill: new Fill({ color: '#56616b' }),
    stroke: new Stroke({ color: LAND, width: 3 }),
    overflow: true,
  });
  const style = new Style({ text });
  const area = (municipio: FeatureLike) => getArea(municipio.getGeometry()?.getExtent() ?? []);
  return new VectorLayer({
    source: limits,
    declutter: true,
    maxZoom: NAMED_TO,
    renderOrder: (one, other) => area(other) - area(one),
    style: (municipio) => {
      text.setText(municipio.get('nombre') as string);
      return style;
    },
  });
}

/** Inhabitants from which a localidad is named, by the zoom up to which that holds. Nearer, all are. */
const NAMED_FROM = [
  [12.5, 500],
  [13.5, 100],
] as const;

/** The localidades with a place, read once when a map is first near enough for their names. */
let read: Promise<Feature[]> | undefined;
const readLocalidades = (): Promise<Feature[]> => {
  read ??= ask(api.GET('/localidad/puntos')).then((puntos) =>
    geojson.readFeatures(puntos).map((one) => one as Feature),
  );
  // Another map asks again.
  read.catch(() => {
    read = undefined;
  });
  return read;
};

/** The names of the localidades where there is room; those with most inhabitants find it first. */
function localidades(): VectorLayer {
  const names = [400, 600].map((weight) => {
    const text = new Text({
      font: `${weight} 13px system-ui, sans-serif`,
      fill: new Fill({ color: '#56616b' }),
      stroke: new Stroke({ color: LAND, width: 3 }),
    });
    return { text, style: new Style({ text }) };
  });
  const people = (localidad: FeatureLike) => Number(localidad.get('poblacion')) || 0;
  const source: VectorSource = new VectorSource({
    loader: (_extent, _resolution, _projection, onRead, onFailure) =>
      void readLocalidades().then(
        (features) => {
          const own = features.map((one) => one.clone());
          source.addFeatures(own);
          onRead?.(own);
        },
        // The map has its works without them.
        () => onFailure?.(),
      ),
  });
  return new VectorLayer({
    source,
    declutter: true,
    minZoom: NAMED_TO,
    renderOrder: (one, other) => people(other) - people(one),
    style: (localidad, resolution) => {
      const zoom = Math.log2(FARTHEST / resolution);
      const least = NAMED_FROM.find(([upTo]) => zoom < upTo)?.[1] ?? 0;
      if (people(localidad) < least) return undefined;
      const { text, style } = names[people(localidad) < 5_000 ? 0 : 1] as (typeof names)[number];
      text.setText(localidad.get('nombre') as string);
      return style;
    },
  });
}
