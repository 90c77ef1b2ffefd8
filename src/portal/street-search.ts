import { areaAt, type Bounded, MARGIN, metresAround, nearest, round } from '../base/geo.ts';
import { limites } from '../catalogos/limites.ts';
import { readCrossings, type StreetWords, wordsIn } from '../obras/cruces.ts';
import { COLUMNS, createPace, positionOf, type Street, type StreetIndex } from './street-index.ts';

// Streets and crossings by the words that somebody types. Streets of one name that lie apart are told one by one.

/** A street or a crossing that was found. */
export interface Calle {
  nombre: string;
  tipo: 'calle' | 'cruce';
  municipio: string;
  /** The nearest quarter or town that the map names. */
  cercaDe: string | null;
  /** Longitude and latitude in degrees: on the street, or in the middle of the crossing. */
  punto: [number, number];
  /** West, south, east, north in degrees: what a map shows of it. */
  bbox: Bounded['bbox'];
}

/** So many are answered: who looks for another says more. */
const MOST_FOUND = 10;
/** Names that are looked at for each street of the words, those that are gone on with, and pairs of them for a crossing. */
const MOST_CANDIDATES = 2_000;
const MOST_NAMES = 200;
const MOST_PAIRS = 40;
/** Streets of one crossing: «60 entre 61 y 63» has three. */
const MOST_STREETS = 4;
/** Parts that touch the same square of 2^5 squares to a side, some 290 m, or neighbours, are one street; 70 m one crossing. */
const TOGETHER = { calle: 5, cruce: 3 };
/** How near a quarter is that names a street, and how much a map shows around it, in metres. */
const NEAR = 1_500;
const AROUND = 150;
/** Words of addresses that tell nothing apart. */
const IDLE_WORDS = new Set(
  'col colonia fracc fraccionamiento cp municipio mpio yuc yucatan mex mexico'.split(' '),
);

/**
 * The streets and crossings that a text may mean: first by their names, then the nearest.
 *
 * @param q as it was typed
 * @param cerca longitude and latitude in degrees; without it the longest come first
 */
export async function searchStreets(
  index: StreetIndex,
  q: string,
  cerca?: [number, number],
): Promise<Calle[]> {
  for (const [i, [main, ...others]] of readCrossings(q).entries()) {
    if (!main) continue;
    const matches = matchesOf(index, main);
    const places = others.length
      ? await crossings(index, matches, others.slice(0, MOST_STREETS - 1))
      : await stretches(matches);
    const found = inPlace(index, places, cerca);
    // Words that nothing bears are left aside where the rest says enough: a number, or two streets that cross.
    const isSure = i === 0 && (others.length > 0 || main.numbers.length > 0);
    const all = found.length > 0 || !isSure ? found : told(index, leastLeft(places), cerca);
    if (all.length > 0) return all;
  }
  return [];
}

// Names -------------------------------------------------------------------------------------------

interface Match {
  street: Street;
  /** What is looked for and not in its name: it has to be that of the place. */
  left: string[];
  /** How far the name is from what is looked for; 0 is to the word. */
  rank: number;
}

/** Whether a word is the one that is looked for, or begins like it. */
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
    .slice(0, MOST_NAMES);
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

/** Squares that lie together, in the state. */
interface Group {
  /** How many they are. */
  size: number;
  municipio: string;
  point: [number, number];
  bbox: Bounded['bbox'];
}

interface Found {
  group: Group;
  nombre: string;
  tipo: Calle['tipo'];
  left: string[];
  rank: number;
}

const groupsOfStreets = new WeakMap<Street, Promise<Group[]>>();

/** Each street of each name. */
async function stretches(matches: Match[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const { street, ...match } of matches) {
    const groups = groupsOfStreets.get(street) ?? groupsOf(street.cells, 'calle');
    groupsOfStreets.set(street, groups);
    for (const group of await groups) {
      found.push({ group, ...match, nombre: street.nombre, tipo: 'calle' });
    }
  }
  return found;
}

/** Where the first street crosses one of the others. */
async function crossings(
  index: StreetIndex,
  matches: Match[],
  others: StreetWords[],
): Promise<Found[]> {
  const found: Found[] = [];
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
      for (const group of await groupsOf(both, 'cruce')) found.push({ group, ...rest });
    }
  }
  return found;
}

/** How many squares are looked at between two looks at the clock. */
const A_FEW = 1_023;

/** The squares of one street that the other touches too, or their neighbours. */
async function inBoth(one: Uint32Array, other: Uint32Array): Promise<number[]> {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  const pause = createPace();
  const both: number[] = [];
  for (const [i, cell] of few.entries()) {
    if ((i & A_FEW) === A_FEW && pause.isDue()) await pause.rest();
    if (isBeside(many, cell - COLUMNS) || isBeside(many, cell) || isBeside(many, cell + COLUMNS)) {
      both.push(cell);
    }
  }
  return both;
}

/** Whether one of three squares in a row is among those of a street. */
function isBeside(cells: Uint32Array, middle: number): boolean {
  let [from, to] = [0, cells.length];
  while (from < to) {
    const at = (from + to) >> 1;
    if ((cells[at] as number) < middle - 1) from = at + 1;
    else to = at;
  }
  return (cells[from] ?? Number.POSITIVE_INFINITY) <= middle + 1;
}

/** Squares in groups, by the larger squares that they touch. Those outside the state are left out. */
async function groupsOf(cells: Iterable<number>, tipo: Calle['tipo']): Promise<Group[]> {
  const bits = TOGETHER[tipo];
  const pause = createPace();
  const larger = new Map<number, number[]>();
  let i = 0;
  for (const cell of cells) {
    if ((i++ & A_FEW) === A_FEW && pause.isDue()) await pause.rest();
    const key = (Math.floor(cell / COLUMNS) >> bits) * COLUMNS + ((cell % COLUMNS) >> bits);
    const known = larger.get(key);
    if (known) known.push(cell);
    else larger.set(key, [cell]);
  }
  const groups: Group[] = [];
  for (const first of larger.keys()) {
    if (pause.isDue()) await pause.rest();
    const waiting = [first];
    const together: number[][] = [];
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      const own = larger.get(key);
      if (!own) continue;
      larger.delete(key);
      together.push(own);
      for (const row of [-COLUMNS, 0, COLUMNS]) {
        waiting.push(key + row - 1, key + row, key + row + 1);
      }
    }
    const group = together.length > 0 && groupOf(together.flat(), tipo);
    if (group) groups.push(group);
  }
  return groups;
}

function groupOf(cells: number[], tipo: Calle['tipo']): Group | undefined {
  let [west, south, east, north] = [Infinity, -Infinity, -Infinity, Infinity];
  let [across, down] = [0, 0];
  const places = cells.map((cell) => [cell % COLUMNS, Math.floor(cell / COLUMNS)] as const);
  for (const [column, row] of places) {
    [west, east] = [Math.min(west, column), Math.max(east, column + 1)];
    [north, south] = [Math.min(north, row), Math.max(south, row + 1)];
    across += column / cells.length;
    down += row / cells.length;
  }
  // A street may be bent around its middle: its point is the square of it that is nearest to that.
  let [middle, least] = [[across, down] as readonly [number, number], Infinity];
  for (const place of tipo === 'calle' ? places : []) {
    const away = (place[0] - across) ** 2 + (place[1] - down) ** 2;
    if (away < least) [middle, least] = [place, away];
  }
  const point = positionOf(middle[0] + 0.5, middle[1] + 0.5).map(round) as [number, number];
  const municipio = areaAt(point, limites()) ?? nearest(point, MARGIN, limites());
  if (!municipio) return undefined;
  const around = metresAround(point, AROUND);
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

// Which of them -----------------------------------------------------------------------------------

/** Those whose place bears the words that their names don't. */
function inPlace(index: StreetIndex, places: Found[], cerca?: [number, number]): Calle[] {
  const named = new Map<string, StreetIndex['places']>();
  const namedBy = (word: string) => {
    const known = named.get(word);
    if (known) return known;
    const found = index.places.filter(({ words }) => words.some((one) => begins(one, word)));
    named.set(word, found);
    return found;
  };
  const isThere = ({ left, group: { bbox, municipio } }: Found) =>
    left.every(
      (word) =>
        namedBy(word).some(({ position: [x, y] }) => {
          const [west, south, east, north] = metresAround([x, y], NEAR);
          return bbox[0] <= east && bbox[2] >= west && bbox[1] <= north && bbox[3] >= south;
        }) || wordsIn(municipio).some((one) => begins(one, word)),
    );
  return told(index, places.filter(isThere), cerca);
}

/** Those whose names lack the least of what is looked for. */
function leastLeft(places: Found[]): Found[] {
  const least = Math.min(...places.map(({ left }) => left.length));
  return places.filter(({ left }) => left.length === least);
}

/** The first of them, as they are answered. */
function told(index: StreetIndex, places: Found[], cerca?: [number, number]): Calle[] {
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
    .slice(0, MOST_FOUND)
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
  const [west, south, east, north] = metresAround([x, y], NEAR);
  let [found, least]: [string | null, number] = [null, Infinity];
  for (const {
    nombre,
    position: [across, down],
  } of places) {
    if (across < west || across > east || down < south || down > north) continue;
    const away = (across - x) ** 2 + (down - y) ** 2;
    if (away < least) [found, least] = [nombre, away];
  }
  return found;
}
