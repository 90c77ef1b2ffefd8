import { Feature } from 'ol';
import { getCenter } from 'ol/extent.js';
import type { FeatureLike } from 'ol/Feature.js';
import { Circle, Point } from 'ol/geom.js';
import { fromLonLat } from 'ol/proj.js';
import { Circle as CircleStyle, Fill, Icon, Stroke, Style, Text } from 'ol/style.js';
import { ESTATUS, LATE, LATE_COLOR, PATHS } from '../../core/estatus.ts';
import { shortCount } from '../../core/formato.ts';
import type { Lugar, Marca } from './mosaicos.ts';
import { dot, stroke } from './pluma.ts';

// The look of works on all maps: a disc with a number for several places, a status' own shape and colour for one.

const PAPER = '#fff';
const BRAND = '#0b5563';
const FOCUS = '#ffb000';
const HERE = '#0b63ce';
/** Works are always drawn. Names of places stand beside them. */
const OBSTACLE = 'obstacle';
const UNKNOWN = { color: '#5a6572', forma: 'punto' as const };

export const lookOf = (estatusObraId: number) => ESTATUS[estatusObraId] ?? UNKNOWN;

/** The width in pixels of the arc on a circle's edge. */
const ARC = 3.5;

/**
 * A place of several works: a circle with their number, and an arc on its edge for the share that is late, from above and
 * clockwise.
 *
 * @param radius in pixels
 */
export function circleStyle({ ubicaciones, atrasadas }: Marca, radius: number): Style[] {
  return [
    new Style({
      image: new CircleStyle({
        radius,
        fill: new Fill({ color: BRAND }),
        stroke: new Stroke({ color: PAPER, width: 2 }),
        declutterMode: OBSTACLE,
      }),
      text: new Text({
        text: shortCount(ubicaciones),
        font: '600 13px system-ui, sans-serif',
        fill: new Fill({ color: PAPER }),
        declutterMode: 'none',
      }),
      zIndex: 2,
    }),
    ...(atrasadas > 0 ? [arcStyle(radius, atrasadas / ubicaciones)] : []),
  ];
}

function arcStyle(radius: number, share: number): Style {
  return new Style({
    renderer: (place, { context, pixelRatio }) => {
      const [x = 0, y = 0] = place as number[];
      for (const [width, color] of [
        [ARC + 3, PAPER],
        [ARC, LATE_COLOR],
      ] as const) {
        context.beginPath();
        context.arc(x, y, radius * pixelRatio, -Math.PI / 2, (2 * share - 0.5) * Math.PI);
        context.lineWidth = width * pixelRatio;
        context.strokeStyle = color;
        context.stroke();
      }
    },
    zIndex: 2,
  });
}

const shapes = new Map<string, Icon>();

/** The shape of a status. Its white rim stands out on any ground. A late work has a mark beside it. */
export function symbolOf(estatusObraId: number, isLate = false): Icon {
  const name = `${estatusObraId} ${isLate}`;
  const known = shapes.get(name);
  if (known) return known;
  const { color, forma } = lookOf(estatusObraId);
  // Drawn twice as large, for screens of fine pixels. The status stands in the middle, whether there is a mark or not.
  const side = isLate ? 84 : 48;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const pen = canvas.getContext('2d');
  if (pen) {
    pen.translate((side - 48) / 2, (side - 48) / 2);
    pen.scale(2.4, 2.4);
    pen.translate(2, 2);
    pen.lineJoin = 'round';
    const draw = (path: Path2D, colour: string) => {
      pen.lineWidth = 3;
      pen.strokeStyle = PAPER;
      pen.stroke(path);
      pen.fillStyle = colour;
      pen.fill(path, 'evenodd');
    };
    draw(new Path2D(PATHS[forma]), color);
    if (isLate) {
      pen.translate(11, -9);
      pen.scale(0.85, 0.85);
      draw(new Path2D(LATE), LATE_COLOR);
    }
  }
  const icon = new Icon({ img: canvas, scale: 0.5, declutterMode: OBSTACLE });
  shapes.set(name, icon);
  return icon;
}

/** One place of a work: the shape and colour of its status, and a mark where it is late. */
export const placeStyle = ({ estatusObraId, atrasada }: Lugar): Style =>
  new Style({ image: symbolOf(estatusObraId, atrasada), zIndex: 3 });

/** A route or a polygon in the colour of its status, with its shape at its middle. */
export function geometryStyle(
  feature: FeatureLike,
  { estatusObraId, atrasada }: Pick<Lugar, 'estatusObraId' | 'atrasada'>,
): Style[] {
  const { color } = lookOf(estatusObraId);
  const geometry = new Point(getCenter(feature.getGeometry()?.getExtent() ?? []));
  return [
    stroke(PAPER, 5),
    new Style({
      stroke: new Stroke({ color, width: 2.5 }),
      fill: new Fill({ color: `${color}26` }),
      zIndex: 1,
    }),
    new Style({ geometry, image: symbolOf(estatusObraId, atrasada), zIndex: 3 }),
  ];
}

/** A ring around the middle of a place; lengths are in pixels. */
const ringStyle = (radius: number, color: string, width: number) =>
  new Style({
    geometry: (feature) => new Point(getCenter(feature.getGeometry()?.getExtent() ?? [])),
    image: new CircleStyle({ radius, stroke: new Stroke({ color, width }) }),
  });

/** The mark of the chosen work: an amber ring around each of its places, and its lines wider. */
export const chosenStyle = [
  stroke('#000', 11),
  stroke(FOCUS, 8),
  ringStyle(16, '#000', 8),
  ringStyle(16, FOCUS, 5),
];

/** The mark of the work that the user points at in a list: a dark ring around each of its places. */
export const pointedStyle = [ringStyle(14, PAPER, 7), ringStyle(14, BRAND, 4)];

/**
 * The user's own place: a dot, and around it the circle that they are within.
 *
 * @param position longitude and latitude in degrees
 * @param metres on the ground
 */
export const hereWithin = (position: number[], metres: number): Feature[] => {
  const middle = fromLonLat(position);
  // Web Mercator is larger than the ground, the more the further from the equator.
  const radius = metres / Math.cos(((position[1] ?? 0) * Math.PI) / 180);
  return [new Feature(new Circle(middle, radius)), new Feature(new Point(middle))];
};

/** The style of the user's own place. */
export const hereStyle = [
  new Style({
    fill: new Fill({ color: 'rgb(11 99 206 / 14%)' }),
    stroke: new Stroke({ color: HERE, width: 1.5 }),
  }),
  dot(7, HERE, PAPER),
];

/** A mark as a feature, in the map's own projection. */
export const pointOf = ({ x, y }: Marca): Feature => new Feature(new Point([x, y]));

/** The limits of the municipios that the filter names. */
export const chosenLimit = stroke(BRAND, 3);
