import Attribution from 'ol/control/Attribution.js';
import TileLayer from 'ol/layer/Tile.js';
import type OlMap from 'ol/Map.js';
import XYZ from 'ol/source/XYZ.js';
import type { Schema } from '../api.ts';

/** Puts the registry's base map of pictures under everything, and names whom they are from. */
export function addPictures(
  map: OlMap,
  { url, atribucion }: NonNullable<Schema<'AjustesPortal'>['mapaBase']>,
): void {
  map
    .getLayers()
    .insertAt(0, new TileLayer({ source: new XYZ({ url, attributions: atribucion }) }));
  map.addControl(new Attribution({ collapsible: false }));
}
