import type { Limites } from '../catalogos.ts';
import 'ol/ol.css';
import './base.css';
import type Feature from 'ol/Feature.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import { defaults } from 'ol/interaction/defaults.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import { transformExtent } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import View from 'ol/View.js';
import { ajustes } from '../ajustes.ts';
import { ESTADO } from './limites.ts';

// Only this folder knows the map's library. Positions are longitude and latitude in degrees (WGS 84) outside of it, and
// Web Mercator within.

export { ESTADO };
export const MERCATOR = 'EPSG:3857';
export const DEGREES = 'EPSG:4326';
export const geojson = new GeoJSON({ dataProjection: DEGREES, featureProjection: MERCATOR });

export const LAND = '#f7f5ef';
const BORDER = '#8b8577';

/** A GeoJSON geometry on the map. */
export const featureOf = (geometry: object): Feature =>
  geojson.readFeature({ type: 'Feature', geometry, properties: {} }) as Feature;

/** A line, of dashes where their lengths are given; and a dot with a rim. Widths are in pixels. */
export const stroke = (color: string, width: number, lineDash?: number[]): Style =>
  new Style({ stroke: new Stroke({ color, width, ...(lineDash && { lineDash }) }) });
export const dot = (radius: number, color: string, rim: string): Style =>
  new Style({
    image: new CircleStyle({
      radius,
      fill: new Fill({ color }),
      stroke: new Stroke({ color: rim, width: 2.5 }),
    }),
  });

/** Each municipio's name in its middle; the page's land and sea have no other names. */
export function namesOf(limites: Limites, { width = 1, overflow = false } = {}): VectorLayer {
  const text = new Text({
    font: '13px system-ui, sans-serif',
    fill: new Fill({ color: '#56616b' }),
    stroke: new Stroke({ color: LAND, width }),
    overflow,
  });
  const style = new Style({ text });
  return new VectorLayer({
    source: new VectorSource({ features: geojson.readFeatures(limites) }),
    declutter: true,
    style: (municipio) => {
      text.setText(municipio.get('nombre') as string);
      return style;
    },
  });
}

/** The extent in the map's own projection. */
export const extentOf = (bbox: number[]): number[] => transformExtent(bbox, DEGREES, MERCATOR);

/**
 * A map of the state whose base are the limits of its municipios, so that it needs no other server, and over a base map
 * of pictures where the registry has one set.
 *
 * @param limites what `GET /municipios/limites` answers
 * @param bbox what it shows first, in degrees
 */
export function createMap(target: HTMLElement, limites: Limites, bbox: number[] = ESTADO): OlMap {
  const { mapaBase } = ajustes();
  const limits = new VectorLayer({
    source: new VectorSource({ features: geojson.readFeatures(limites) }),
    style: new Style({
      stroke: new Stroke({ color: BORDER, width: 1 }),
      // Over pictures only the lines are drawn.
      ...(mapaBase ? {} : { fill: new Fill({ color: LAND }) }),
    }),
    updateWhileAnimating: true,
    updateWhileInteracting: true,
  });
  const map = new OlMap({
    target,
    layers: [limits],
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
  // The code for pictures is fetched where some are shown; without it the limits are map enough.
  if (mapaBase) {
    import('./imagenes.ts').then(
      ({ addPictures }) => addPictures(map, mapaBase),
      () => {},
    );
  }
  map.getView().fit(extentOf(bbox), { size: map.getSize() ?? [300, 300] });
  return map;
}
