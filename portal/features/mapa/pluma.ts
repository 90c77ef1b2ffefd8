import { Circle as CircleStyle, Fill, Stroke, Style } from 'ol/style.js';

// Colours, lines and dots of all maps.

export const LAND = '#f7f5ef';
/** Meters a pixel at zoom 0 of the map, at the equator. */
export const FARTHEST = 156543.03392804097;
/** As --mar in app.css. */
export const SEA = '#dfe9f0';

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
