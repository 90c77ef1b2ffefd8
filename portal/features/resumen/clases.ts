import type { Limites } from '../../core/catalogos.ts';
import { counted, grouped, moneyInWords } from '../../core/formato.ts';
import type { Medida } from './cuentas.ts';

// The map of municipios: shapes to be drawn, the colour of each, and the way from one to the next.

/** From few to many; each differs enough from the next to be told apart on paper too. */
const COLORS = ['#d8ebe6', '#a3cfca', '#63a9ac', '#2d7f8a', '#0b4a57'];

/** Width of the drawing; its height follows from the state's. */
export const WIDTH = 600;

const MARGIN = 4;

interface Shape {
  id: number;
  nombre: string;
  path: string;
  /** The municipio's place in the drawing, for moving to the next one. */
  x: number;
  y: number;
}

/** The arrows begin at the capital. */
export const MERIDA = 50;

export const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest in a direction, within an angle of 60 degrees to either side; itself where there is none. */
export function nextTo(at: Shape, shapes: Shape[], [right, down]: [number, number]): Shape {
  let best = at;
  let least = Number.POSITIVE_INFINITY;
  for (const shape of shapes) {
    const [x, y] = [shape.x - at.x, shape.y - at.y];
    const ahead = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    if (ahead <= 0 || aside > ahead * Math.sqrt(3)) continue;
    const distance = ahead + 2 * aside;
    if (distance < least) [best, least] = [shape, distance];
  }
  return best;
}

/** From a value to below another; the first begins above nothing, and the last has no end. */
interface Class {
  from: number;
  to: number;
  color: string;
  municipios: number;
}

/**
 * At most five classes with round limits. Each has about as many different values: a few municipios have far more than the
 * rest, and classes of as many municipios each would hide that.
 */
export function classesOf(values: number[]): Class[] {
  const present = values.filter((value) => value > 0);
  const distinct = [...new Set(present)].sort((one, other) => one - other);
  const [least = 0, most = 0] = [distinct[0], distinct.at(-1)];
  const parts = COLORS.length;
  const limits = COLORS.slice(1)
    .map((_, i) => roundest(distinct[Math.round(((i + 1) * distinct.length) / parts)] as number))
    .filter((limit, i, all) => limit > least && limit <= most && all.indexOf(limit) === i);
  const classes = [0, ...limits].map((from, i) => {
    const to = limits[i] ?? Number.POSITIVE_INFINITY;
    return { from, to, municipios: present.filter((value) => value >= from && value < to).length };
  });
  // Fewer classes are as far apart in colour as they can be.
  const last = Math.max(1, classes.length - 1);
  return classes.map((one, i) => ({
    ...one,
    color: COLORS[Math.round((i * (parts - 1)) / last)] as string,
  }));
}

/** The round number that is nearest by proportion: 1, 2, 5, 10, 25, 50, 100, 250 … */
function roundest(value: number): number {
  const ten = 10 ** Math.floor(Math.log10(value));
  const rounds = [1, ten > 1 ? 2.5 : 2, 5, 10].map((round) => round * ten);
  const apart = (round: number) => Math.abs(Math.log(round / value));
  return rounds.reduce((best, round) => (apart(round) < apart(best) ? round : best));
}

/** A class of the map in words: «de 3 a 9 obras», «$1 millón o más»; «Todos» where it is the only one. */
export function rangeOf({ from, to }: Class, medida: Medida): string {
  const works = medida === 'obras';
  const figure = (value: number) => (works ? counted(value, 'obra', 'obras') : moneyInWords(value));
  if (to === Number.POSITIVE_INFINITY) {
    return from === 0 ? 'Todos' : `${figure(from)} o más`;
  }
  if (from === 0) return `Menos de ${figure(to)}`;
  if (!works) return `De ${figure(from)} a menos de ${figure(to)}`;
  return to - from === 1 ? figure(from) : `De ${grouped(from)} a ${figure(to - 1)}`;
}

type Ring = [number, number][];

/** Draws the limits with equal scales in both directions at the state's middle, which at this size is as good as any projection. */
export function draw({ features }: Limites): { shapes: Shape[]; height: number } {
  const all = features.map(({ id, properties, geometry }) => ({
    id,
    nombre: properties.nombre,
    rings: (geometry.type === 'Polygon'
      ? geometry.coordinates
      : geometry.coordinates.flat()) as Ring[],
  }));
  const positions = all.flatMap(({ rings }) => rings.flat());
  const [west, east] = rangeIn(positions.map(([lon]) => lon));
  const [south, north] = rangeIn(positions.map(([, lat]) => lat));
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = (WIDTH - 2 * MARGIN) / ((east - west) * narrow);
  const x = (lon: number) => MARGIN + (lon - west) * narrow * scale;
  const y = (lat: number) => MARGIN + (north - lat) * scale;
  const shapes = all.map(({ id, nombre, rings }) => {
    const largest = rings.reduce((one, other) => (other.length > one.length ? other : one));
    const [left, right] = rangeIn(largest.map(([lon]) => x(lon)));
    const [top, bottom] = rangeIn(largest.map(([, lat]) => y(lat)));
    return {
      id,
      nombre,
      x: (left + right) / 2,
      y: (top + bottom) / 2,
      path: rings
        .map(
          (ring) =>
            `M${ring.map(([lon, lat]) => `${x(lon).toFixed(1)} ${y(lat).toFixed(1)}`).join('L')}Z`,
        )
        .join(''),
    };
  });
  return { shapes, height: Math.ceil((north - south) * scale + 2 * MARGIN) };
}

const rangeIn = (values: number[]): [number, number] =>
  values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );

/** The name of a municipio; undefined where the limits have none of this id. */
export const nameOf = (municipioId: number, { features }: Limites) =>
  features.find(({ id }) => id === municipioId)?.properties.nombre;

/** The municipios that share a border with one, by name: their limits have the same vertices there. */
export function neighboursOf(municipioId: number, { features }: Limites): number[] {
  const own = features.find(({ id }) => id === municipioId);
  const border = new Set(own && verticesOf(own));
  return features
    .filter((one) => one !== own && verticesOf(one).some((vertex) => border.has(vertex)))
    .toSorted((one, two) => one.properties.nombre.localeCompare(two.properties.nombre, 'es'))
    .map(({ id }) => id);
}

const verticesOf = ({ geometry }: Limites['features'][number]): string[] =>
  geometry.coordinates.flat(geometry.type === 'Polygon' ? 1 : 2).map(String);
