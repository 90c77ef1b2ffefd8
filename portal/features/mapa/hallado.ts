import { Feature, type Map as OlMap } from 'ol';
import { Point } from 'ol/geom.js';
import { Vector as VectorLayer } from 'ol/layer.js';
import { fromLonLat } from 'ol/proj.js';
import { Vector as VectorSource } from 'ol/source.js';
import { useEffect } from 'react';
import type { Hallado } from '../../core/obras/lugar-buscado.ts';

const BLACK = '#17202a';

/** Marks a place on the map, over all else, with its name below it. */
export function useHallado(map: OlMap | null, hallado: Hallado | undefined): void {
  useEffect(() => {
    if (!map || !hallado) return;
    const feature = new Feature(new Point(fromLonLat([...hallado.position])));
    const layer = new VectorLayer({
      source: new VectorSource({ features: [feature] }),
      // Names of the map below give way to this one.
      declutter: true,
      style: {
        'circle-radius': 6,
        'circle-fill-color': '#fff',
        'circle-stroke-color': BLACK,
        'circle-stroke-width': 2.5,
        'text-value': hallado.nombre,
        'text-font': '600 13px system-ui, sans-serif',
        'text-offset-y': 18,
        'text-fill-color': BLACK,
        'text-stroke-color': '#fff',
        'text-stroke-width': 4,
      },
    });
    map.addLayer(layer);
    return () => void map.removeLayer(layer);
  }, [map, hallado]);
}
