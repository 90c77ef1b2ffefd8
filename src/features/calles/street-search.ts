import {
  areaAt,
  type Bounded,
  MARGIN_OF_LIMITS,
  metresAround,
  nearest,
  round,
} from '../../core/base/geo.ts';
import { limites } from '../../limites/limites.ts';
import { readCrossings, SMALL, type StreetWords, wordsIn } from '../../palabras/cruces.ts';
import type { Calle, Found } from './schema.ts';
import {
  createPace,
  positionOf,
  SQUARES_PER_ROW,
  type Street,
  type StreetIndex,
} from './street-index.ts';

// Streets and crossings by the words of a search. Streets of one name that lie apart are separate results.

/** Results of an answer; a longer search narrows them. */
const MOST_RESULTS = 10;
/** Names that are compared for each street of the words, names that are followed, and pairs of them for a crossing. */
const MOST_CANDIDATES = 2_000;
const NAMES_COMPARED = 200;
const MOST_PAIRS = 40;
/** Streets of one crossing: «60 entre 61 y 63» has three. */
const MOST_STREETS = 4;
/** Parts that touch the same square of 2^5 squares to a side, some 290 m, or neighbours, are one street; 70 m one crossing. */
const GROUP_BITS = { calle: 5, cruce: 3 };
/** Metres to the quarter that names a street, and around a street in a map's view. */
const METRES_TO_QUARTER = 1_500;
const METRES_AROUND_STREET = 150;
/** Words of addresses that distinguish nothing. */
const IDLE_WORDS = new Set(
  'col colonia fracc fraccionamiento cp municipio mpio yuc yucatan mex mexico'.split(' '),
);

/**
 * The streets and crossings of a text: first by their names, then the nearest. Those of other places are not offered where the
 * text names one.
 *
 * @param q as it was typed
 * @param cerca longitude and latitude in degrees; without it the longest come first
 */
export async function searchStreets(
  index: StreetIndex,
  q: string,
  cerca?: [number, number],
): Promise<Found> {
  for (const [i, [main, ...others]] of readCrossings(q).entries()) {
    if (!main) continue;
    const matches = matchesOf(index, main);
    const places = others.length
      ? await crossings(index, matches, others.slice(0, MOST_STREETS - 1))
      : await stretches(matches);
    const results = inPlace(index, places, cerca);
    // Words without a match are ignored where the rest is clear enough: a number, or two streets that cross.
    const isSure = i === 0 && (others.length > 0 || main.numbers.length > 0);
    if (results.length === 0 && isSure && places.length > 0) {
      const nearest = leastLeft(places);
      const sinCallesEn = placeNamed(index, nearest[0]?.left ?? []);
      return { calles: sinCallesEn === null ? toCalles(index, nearest, cerca) : [], sinCallesEn };
    }
    if (results.length > 0) return { calles: results, sinCallesEn: null };
  }
  return { calles: [], sinCallesEn: null };
}

/** The municipio, or else the place of the map, all of whose name is in these words; the one with most words. */
function placeNamed({ places }: StreetIndex, left: string[]): string | null {
  const longestOf = (named: { nombre: string; words: string[] }[]) =>
    named
      .map(({ nombre, words }) => ({ nombre, words: words.filter((word) => !SMALL.has(word)) }))
      .filter(({ words }) => words.length > 0 && words.every((word) => left.includes(word)))
      .sort((one, other) => other.words.length - one.words.length)[0]?.nombre;
  const municipios = limites().map(({ nombre }) => ({ nombre, words: wordsIn(nombre) }));
  return longestOf(municipios) ?? longestOf(places) ?? null;
}

// Names -------------------------------------------------------------------------------------------

interface Match {
  street: Street;
  /** Words of the search that are not in its name: its place must have them. */
  left: string[];
  /** The distance of the name from the search; 0 for an exact match. */
  rank: number;
}

const begins = (word: string, sought: string) =>
  word === sought || (sought.length > 1 && word.startsWith(sought));

function matchesOf(index: StreetIndex, sought: StreetWords): Match[] {
  const candidates = new Set<Street>();
  const consider = (streets: Street[]) => {
    for (const street of streets) if (candidates.size < MOST_CANDIDATES) candidates.add(street);
  };
  for (const number of sought.numbers) consider(index.byNumber.get(number) ?? []);
  for (const [word, streets] of index.byWord) {
    if (sought.words.some((one) => begins(word, one))) consider(streets);
  }
  return [...candidates]
    .map((street) => matchOf(street, sought))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, NAMES_COMPARED);
}

function matchOf(street: Street, { numbers, words, kinds }: StreetWords): Match {
  const noNumbers = numbers.filter((number) => !street.numbers.includes(number));
  const noWords = words.filter(
    (word) => !IDLE_WORDS.has(word) && !street.words.some((one) => begins(one, word)),
  );
  const more =
    street.numbers.filter((number) => !numbers.includes(number)).length +
    street.words.filter((word) => !words.some((one) => begins(word, one))).length;
  const halves = words.filter((word) => !noWords.includes(word) && !street.words.includes(word));
  const isOther =
    kinds.length > 0 &&
    street.kinds.length > 0 &&
    !kinds.some((kind) => street.kinds.includes(kind));
  return {
    street,
    left: [...noNumbers, ...noWords],
    rank: 10 * noNumbers.length + 4 * noWords.length + more + (isOther ? 2 : 0) + halves.length / 4,
  };
}

// Places ------------------------------------------------------------------------------------------

/** Neighbouring squares within the state. */
interface SquareGroup {
  /** The number of its squares. */
  size: number;
  municipio: string;
  point: [number, number];
  bbox: Bounded['bbox'];
}

interface StreetResult {
  group: SquareGroup;
  nombre: string;
  tipo: Calle['tipo'];
  left: string[];
  rank: number;
}

const groupsOfStreets = new WeakMap<Street, Promise<SquareGroup[]>>();

/** Each street of each name. */
async function stretches(matches: Match[]): Promise<StreetResult[]> {
  const results: StreetResult[] = [];
  for (const { street, ...match } of matches) {
    const groups = groupsOfStreets.get(street) ?? groupsOf(street.cells, 'calle');
    groupsOfStreets.set(street, groups);
    for (const group of await groups) {
      results.push({ group, ...match, nombre: street.nombre, tipo: 'calle' });
    }
  }
  return results;
}

/** The crossings of the first street with one of the others. */
async function crossings(
  index: StreetIndex,
  matches: Match[],
  others: StreetWords[],
): Promise<StreetResult[]> {
  const results: StreetResult[] = [];
  for (const other of others) {
    const pairs = matchesOf(index, other)
      .flatMap((second) => matches.map((first) => ({ first, second })))
      .filter(({ first, second }) => first.street !== second.street)
      .sort((a, b) => a.first.rank + a.second.rank - b.first.rank - b.second.rank)
      .slice(0, MOST_PAIRS);
    for (const { first, second } of pairs) {
      const rest = {
        nombre: `${first.street.nombre} × ${second.street.nombre}`,
        tipo: 'cruce' as const,
        left: [...new Set([...first.left, ...second.left])],
        rank: first.rank + second.rank,
      };
      const both = await inBoth(first.street.cells, second.street.cells);
      for (const group of await groupsOf(both, 'cruce')) results.push({ group, ...rest });
    }
  }
  return results;
}

/** Squares between two looks at the clock. */
const A_FEW = 1_023;

/** The squares of one street that the other touches too, or their neighbours. */
async function inBoth(one: Uint32Array, other: Uint32Array): Promise<number[]> {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  const pause = createPace();
  const both: number[] = [];
  for (const [i, cell] of few.entries()) {
    if ((i & A_FEW) === A_FEW && pause.isDue()) await pause.rest();
    if (
      isBeside(many, cell - SQUARES_PER_ROW) ||
      isBeside(many, cell) ||
      isBeside(many, cell + SQUARES_PER_ROW)
    ) {
      both.push(cell);
    }
  }
  return both;
}

/** Whether one of three squares in a row belongs to a street. */
function isBeside(cells: Uint32Array, middle: number): boolean {
  let [from, to] = [0, cells.length];
  while (from < to) {
    const at = (from + to) >> 1;
    if ((cells[at] as number) < middle - 1) from = at + 1;
    else to = at;
  }
  return (cells[from] ?? Number.POSITIVE_INFINITY) <= middle + 1;
}

/** Squares in groups, by the larger squares that they touch, without those outside the state. */
async function groupsOf(cells: Iterable<number>, tipo: Calle['tipo']): Promise<SquareGroup[]> {
  const bits = GROUP_BITS[tipo];
  const pause = createPace();
  const larger = new Map<number, number[]>();
  let i = 0;
  for (const cell of cells) {
    if ((i++ & A_FEW) === A_FEW && pause.isDue()) await pause.rest();
    const key =
      (Math.floor(cell / SQUARES_PER_ROW) >> bits) * SQUARES_PER_ROW +
      ((cell % SQUARES_PER_ROW) >> bits);
    const known = larger.get(key);
    if (known) known.push(cell);
    else larger.set(key, [cell]);
  }
  const groups: SquareGroup[] = [];
  for (const first of larger.keys()) {
    if (pause.isDue()) await pause.rest();
    const waiting = [first];
    const together: number[][] = [];
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      const own = larger.get(key);
      if (!own) continue;
      larger.delete(key);
      together.push(own);
      for (const row of [-SQUARES_PER_ROW, 0, SQUARES_PER_ROW]) {
        waiting.push(key + row - 1, key + row, key + row + 1);
      }
    }
    const group = together.length > 0 && groupOf(together.flat(), tipo);
    if (group) groups.push(group);
  }
  return groups;
}

function groupOf(cells: number[], tipo: Calle['tipo']): SquareGroup | undefined {
  let [west, south, east, north] = [Infinity, -Infinity, -Infinity, Infinity];
  let [across, down] = [0, 0];
  const places = cells.map(
    (cell) => [cell % SQUARES_PER_ROW, Math.floor(cell / SQUARES_PER_ROW)] as const,
  );
  for (const [column, row] of places) {
    [west, east] = [Math.min(west, column), Math.max(east, column + 1)];
    [north, south] = [Math.min(north, row), Math.max(south, row + 1)];
    across += column / cells.length;
    down += row / cells.length;
  }
  // A street may be bent around its middle: its point is its square nearest to that.
  let [middle, least] = [[across, down] as readonly [number, number], Infinity];
  for (const place of tipo === 'calle' ? places : []) {
    const away = (place[0] - across) ** 2 + (place[1] - down) ** 2;
    if (away < least) [middle, least] = [place, away];
  }
  const point = positionOf(middle[0] + 0.5, middle[1] + 0.5).map(round) as [number, number];
  const municipio = areaAt(point, limites()) ?? nearest(point, MARGIN_OF_LIMITS, limites());
  if (!municipio) return undefined;
  const around = metresAround(point, METRES_AROUND_STREET);
  const [left, top] = positionOf(west, north);
  const [right, bottom] = positionOf(east, south);
  return {
    size: cells.length,
    municipio: municipio.nombre,
    point,
    bbox: [
      round(Math.min(left, around[0])),
      round(Math.min(bottom, around[1])),
      round(Math.max(right, around[2])),
      round(Math.max(top, around[3])),
    ],
  };
}

// Choice ------------------------------------------------------------------------------------------

/** The results whose place has the words that their names lack. */
function inPlace(index: StreetIndex, places: StreetResult[], cerca?: [number, number]): Calle[] {
  const named = new Map<string, StreetIndex['places']>();
  const namedBy = (word: string) => {
    const known = named.get(word);
    if (known) return known;
    const matching = index.places.filter(({ words }) => words.some((one) => begins(one, word)));
    named.set(word, matching);
    return matching;
  };
  const isThere = ({ left, group: { bbox, municipio } }: StreetResult) =>
    left.every(
      (word) =>
        namedBy(word).some(({ position: [x, y] }) => {
          const [west, south, east, north] = metresAround([x, y], METRES_TO_QUARTER);
          return bbox[0] <= east && bbox[2] >= west && bbox[1] <= north && bbox[3] >= south;
        }) || wordsIn(municipio).some((one) => begins(one, word)),
    );
  return toCalles(index, places.filter(isThere), cerca);
}

/** The results whose names lack the fewest words of the search. */
function leastLeft(places: StreetResult[]): StreetResult[] {
  const least = Math.min(...places.map(({ left }) => left.length));
  return places.filter(({ left }) => left.length === least);
}

/** The first results in the form of an answer. */
function toCalles(index: StreetIndex, places: StreetResult[], cerca?: [number, number]): Calle[] {
  const away = cerca
    ? ([west, south, east, north]: Bounded['bbox']) =>
        Math.hypot(
          Math.max(west - cerca[0], 0, cerca[0] - east),
          Math.max(south - cerca[1], 0, cerca[1] - north),
        )
    : undefined;
  return places
    .map((place) => ({ ...place, away: away?.(place.group.bbox) ?? -place.group.size }))
    .sort((one, other) => one.rank - other.rank || one.away - other.away)
    .slice(0, MOST_RESULTS)
    .map(({ nombre, tipo, group: { municipio, point, bbox } }) => ({
      nombre,
      tipo,
      municipio,
      cercaDe: placeAt(index, point),
      punto: point,
      bbox,
    }));
}

/** The quarter or town nearest to a point. */
function placeAt({ places }: StreetIndex, [x, y]: [number, number]): string | null {
  const [west, south, east, north] = metresAround([x, y], METRES_TO_QUARTER);
  let [closest, least]: [string | null, number] = [null, Infinity];
  for (const {
    nombre,
    position: [across, down],
  } of places) {
    if (across < west || across > east || down < south || down > north) continue;
    const away = (across - x) ** 2 + (down - y) ** 2;
    if (away < least) [closest, least] = [nombre, away];
  }
  return closest;
}
