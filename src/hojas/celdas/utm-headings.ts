import { isBrief } from './text.ts';

// Headings of coordinates in metres of a UTM zone, and the difference between such metres and degrees.

/** Words of a heading beside the axis that it names: «Coordenada X (UTM 16N)». */
const BESIDE_AXIS =
  /(?<![\p{L}\p{N}])(?:coordenadas?|coord\.?|utm|zona|huso|wgs ?84|itrf ?\d*|datum|epsg:? ?\d+|1[1-6] ?[nq]?|metros)(?![\p{L}\p{N}])/giu;

/** The axis that a heading of coordinates names, without other words. */
export const axisIn = (heading: string): string =>
  isBrief(heading)
    ? heading
        .replace(/[\s_()[\],:;-]+/g, ' ')
        .replace(BESIDE_AXIS, '')
        .trim()
    : '';

/** True for a heading or a title that names UTM. */
export const isOfUtm = (text: string): boolean =>
  isBrief(text) &&
  /(?<![\p{L}\p{N}])(?:utm|huso|epsg:? ?326\d\d)(?![\p{L}])/iu.test(text.replaceAll('_', ' '));

const ZONES = [
  /epsg:? ?326(1[1-6])(?!\d)/i,
  /(?:utm|zona|huso)[^\p{L}\p{N}]{0,4}(?:(?:zona|huso|[xy])[^\p{L}\p{N}]{0,4})?(1[1-6])(?!\d)/iu,
  /(?<![\p{L}\p{N}])(1[1-6]) ?[nq](?![\p{L}\p{N}])/iu,
];

/** The number of the UTM zone that a text names; those of Mexico. */
export function zoneIn(text: string): number | undefined {
  if (!isBrief(text)) return undefined;
  const plain = text.replaceAll('_', ' ');
  for (const zone of ZONES) {
    const number = zone.exec(plain)?.[1];
    if (number !== undefined) return Number(number);
  }
  return undefined;
}

/** True for two numbers that are metres east and north of UTM in Mexico. Degrees are never that large. */
export const areMetres = (east: number, north: number): boolean =>
  east >= 100_000 && east < 1_000_000 && north >= 1_000_000 && north < 4_000_000;
