import { type Feature, Map as OlMap, View } from 'ol';
import { Control } from 'ol/control.js';
import { GeoJSON } from 'ol/format.js';
import { Group as LayerGroup, Vector as VectorLayer } from 'ol/layer.js';
import { type UrlTile, Vector as VectorSource } from 'ol/source.js';
import type { Limites } from '../../core/catalogos.ts';
import css from './base.module.css';
import 'ol/ol.css';
import { getArea } from 'ol/extent.js';
import type { FeatureLike } from 'ol/Feature.js';
import { defaults } from 'ol/interaction/defaults.js';
import { transformExtent } from 'ol/proj.js';
import tierraVecina from '../../../sources/tierra-vecina.json';
import { ajustes } from '../../core/ajustes.ts';
import { ESTADO } from '../../core/geometria/estado.ts';
import { LAND } from './pluma.ts';

// Only this folder knows the map's library. Positions are longitude and latitude in degrees (WGS 84) outside of it, and
// Web Mercator within.

export const MERCATOR = 'EPSG:3857';
export const DEGREES = 'EPSG:4326';
export const geojson = new GeoJSON({ dataProjection: DEGREES, featureProjection: MERCATOR });

/** Paler than the names. */
const BORDER = '#d0cabc';
/** The land of others, a little darker. */
const NEIGHBOUR = '#eae7df';

/** A GeoJSON geometry on the map. */
export const featureOf = (geometry: object): Feature =>
  geojson.readFeature({ type: 'Feature', geometry, properties: {} }) as Feature;

/** The extent of all of some features. */
export const extentOfAll = (features: Feature[]): number[] =>
  new VectorSource({ features }).getExtent() ?? [];

/** The extent in the map's own projection. */
export const extentOf = (bbox: number[]): number[] => transformExtent(bbox, DEGREES, MERCATOR);

/**
 * A map of the state with the limits and names of its municipios. All maps of the portal are made here, and `addBase` puts
 * the base map below.
 *
 * @param limites the answer of `GET /municipios/limites`
 */
export function createMap(target: HTMLElement, limites: Limites): OlMap {
  const limits = new VectorSource({ features: geojson.readFeatures(limites) });
  const isMoving = { updateWhileAnimating: true, updateWhileInteracting: true };
  const land = new LayerGroup({
    layers: [
      new VectorLayer({
        source: new VectorSource({ features: [featureOf(tierraVecina)] }),
        style: { 'fill-color': NEIGHBOUR },
        ...isMoving,
      }),
      new VectorLayer({ source: limits, style: { 'fill-color': LAND }, ...isMoving }),
    ],
    // Pictures bring their own land.
    visible: ajustes().mapaBase?.tipo !== 'imagenes',
  });
  const map = new OlMap({
    target,
    layers: [
      land,
      new VectorLayer({
        source: limits,
        style: { 'stroke-color': BORDER, 'stroke-width': 1 },
        ...isMoving,
      }),
      namesOf(limits),
    ],
    view: new View({
      projection: MERCATOR,
      minZoom: 7,
      maxZoom: 19,
      // Its middle alone: a window that is wider than these bounds would move the place of an address to the middle of them.
      extent: extentOf([-93, 17, -85, 24]),
      constrainOnlyCenter: true,
    }),
    // It can be dragged without having the focus; it has no north but above.
    interactions: defaults({ onFocusOnly: false, altShiftDragRotate: false, pinchRotate: false }),
    // The page's own buttons and keys do what the library's would.
    controls: [],
  });
  map.getView().fit(extentOf(ESTADO), { size: map.getSize() ?? [300, 300] });
  return map;
}

/**
 * Puts the registry's base map over the land and under all else, and names its makers on the map and on paper. Its code and
 * its tiles are fetched then: after the works, where these are fetched too. Without them the limits are map enough, and it is
 * said.
 */
export async function addBase(map: OlMap): Promise<void> {
  const { mapaBase } = ajustes();
  if (!mapaBase) return;
  const element = document.createElement('small');
  element.className = css.creditoMapa ?? '';
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

/** The zoom up to which municipios are named. Nearer, the base map names its places. */
const NAMED_TO = 11.5;

/** The names of the municipios in their middle, where there is room; the largest find it first. */
function namesOf(limits: VectorSource): VectorLayer {
  const area = (municipio: FeatureLike) => getArea(municipio.getGeometry()?.getExtent() ?? []);
  return new VectorLayer({
    source: limits,
    declutter: true,
    maxZoom: NAMED_TO,
    renderOrder: (one, other) => area(other) - area(one),
    style: {
      'text-value': ['get', 'nombre'],
      'text-font': '13px system-ui, sans-serif',
      'text-fill-color': '#56616b',
      'text-stroke-color': LAND,
      'text-stroke-width': 3,
      'text-overflow': true,
    },
  });
}
