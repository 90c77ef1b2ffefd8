import type { Extent } from 'ol/extent.js';
import { Tile as TileLayer } from 'ol/layer.js';
import { XYZ } from 'ol/source.js';
import type { MapaBase } from '../../core/ajustes.ts';

/** A base map of pictures as a layer. */
export function pictures(
  { url, acercamientos }: MapaBase,
  extent: Extent | undefined,
): TileLayer<XYZ> {
  const [minZoom = 0, maxZoom = 42] = acercamientos ?? [];
  return new TileLayer({
    ...(extent && { extent }),
    source: new XYZ({ url, minZoom, maxZoom }),
  });
}
