import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import { fromLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Text from 'ol/style/Text.js';
import { useEffect } from 'react';
import { dot } from './pluma.ts';
import type { Posicion } from './trazo.ts';

/** A place that a user looked for, by its name. */
export interface Hallado {
  position: Posicion;
  nombre: string;
}

const BLACK = '#17202a';

/** Marks a place on the map, over all else, with its name below it. */
export function useHallado(map: OlMap | null, hallado: Hallado | undefined): void {
  useEffect(() => {
    if (!map || !hallado) return;
    const style = dot(6, '#fff', BLACK);
    style.setText(
      new Text({
        text: hallado.nombre,
        font: '600 13px system-ui, sans-serif',
        offsetY: 18,
        fill: new Fill({ color: BLACK }),
        stroke: new Stroke({ color: '#fff', width: 4 }),
      }),
    );
    const feature = new Feature(new Point(fromLonLat([...hallado.position])));
    const layer = new VectorLayer({
      source: new VectorSource({ features: [feature] }),
      // Names of the map below give way to this one.
      declutter: true,
      style,
    });
    map.addLayer(layer);
    return () => void map.removeLayer(layer);
  }, [map, hallado]);
}
