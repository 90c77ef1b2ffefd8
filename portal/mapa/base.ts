import type { Limites } from '../catalogos.ts';
import 'ol/ol.css';
import './base.css';
import GeoJSON from 'ol/format/GeoJSON.js';
import { defaults } from 'ol/interaction/defaults.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import { transformExtent } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
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
  // What pictures need is fetched by who shows some; without it the limits are map enough.
  if (mapaBase) {
    import('./imagenes.ts').then(
      ({ addPictures }) => addPictures(map, mapaBase),
      () => {},
    );
  }
  map.getView().fit(extentOf(bbox), { size: map.getSize() ?? [300, 300] });
  return map;
}
