import type { UbicacionDeDemo } from '../../src/commands/demo/expedientes.ts';
import type { DemoObra } from './obra.ts';
import {
  blocksIn,
  choosePoint,
  type DemoMunicipio,
  plotAround,
  pointAt,
  routeFrom,
  type Setting,
  streetFrom,
} from './places.ts';
import type { Random } from './random.ts';
import { COLONIAS, ESCUELAS, KINDS, type Kind, REFERENCIAS, STATE_DEPENDENCIAS } from './works.ts';

const THIS_YEAR = 2026;

/** The fiscal years, and each one's part of the works. */
// biome-ignore format: rows of years
export const YEARS = [
  [2018, 8], [2019, 9], [2020, 7], [2021, 10], [2022, 12], [2023, 13], [2024, 14], [2025, 15],
  [THIS_YEAR, 12],
] as const;

/** The statuses of a year's works: this year's, last year's, those of the year before. */
// biome-ignore format: rows of statuses
const STATUSES: [estatus: string, weight: number][][] = [
  [
    ['Planeada', 27], ['En licitación', 20], ['Contratada', 16], ['En proceso', 30],
    ['Suspendida', 2], ['Terminada', 4], ['Cancelada', 1],
  ],
  [
    ['En licitación', 2], ['Contratada', 8], ['En proceso', 38], ['Suspendida', 4],
    ['Terminada', 45], ['Cancelada', 3],
  ],
  [['En proceso', 12], ['Suspendida', 4], ['Terminada', 80], ['Cancelada', 4]],
];
// biome-ignore format: a row of statuses
const OLD_STATUSES: [estatus: string, weight: number][] = [
  ['En proceso', 1], ['Suspendida', 2], ['Terminada', 93], ['Cancelada', 4],
];

const KIND_WEIGHTS = KINDS.map((kind) => [kind, kind.weight] as const);
const UBICACIONES = [
  [0, 4],
  [1, 82],
  [2, 10],
  [3, 4],
] as const;

/** Costs further from the median than these many deviations are drawn again. */
const FURTHEST = 2.5;

/** The words that replace a text's {words} in one work. */
type Street = Record<'calle' | 'desde' | 'hasta' | 'colonia', string>;
type Place = Record<'escuela' | 'municipio' | 'localidad' | 'lugar', string>;
type Words = Street & Place & Record<'km' | 'metros' | 'm2' | 'n' | 'pocos' | 'familias', string>;

/** The place and size of a work, drawn once so that its texts and its shapes agree. */
interface Site {
  place: DemoMunicipio;
  /** Outside the seat: in another locality or in the fields. */
  isAway: boolean;
  metres: number;
  squareMetres: number;
  words: Words;
}

/** Works without end, one at a time; a shorter list is the beginning of a longer one with the same choices. */
export function* generateObras(
  places: DemoMunicipio[],
  random: Random,
): Generator<DemoObra, never> {
  const weights = new Map(KINDS.map((kind) => [kind, placesFor(kind, places)]));
  const folios = new Map<string, number>();
  for (;;) {
    const kind = random.weighted(KIND_WEIGHTS);
    const place = random.weighted(weights.get(kind) ?? []);
    const anio = random.weighted(YEARS);
    const siglas = random.pick(kind.dependencias);
    const series = `${siglas}-${anio}`;
    const folio = (folios.get(series) ?? 0) + 1;
    folios.set(series, folio);
    const [nombre, descripcion, timesMedian = 1] = random.pick(kind.obras);
    const site = chooseSite(kind, nombre, place, random);
    yield {
      claveUnica: `${series}-${String(folio).padStart(5, '0')}`,
      nombre: filled(nombre, site.words),
      descripcion: `${filled(descripcion, site.words)}\nObra ficticia, generada para demostración.`,
      monto: monto(timesMedian * kind.median, kind.spread, random),
      anio,
      dependencia: DEPENDENCIA.get(siglas) as string,
      tipo: random.next() < 0.06 ? null : kind.tipo,
      estatus: random.weighted(STATUSES[THIS_YEAR - anio] ?? OLD_STATUSES),
      municipioId: place.id,
      ubicaciones: Array.from({ length: random.weighted(UBICACIONES) }, (_, index) =>
        ubicacion(kind, index === 0 ? site : elsewhere(site, random), random),
      ),
    };
  }
}

/** Works in towns follow the people; in the fields the large cities have no more of them than others. */
function placesFor({ only, setting }: Kind, places: DemoMunicipio[]) {
  return places
    .filter(({ id }) => only?.includes(id) ?? true)
    .map(
      (place) => [place, setting === 'campo' ? Math.min(place.weight, 40) : place.weight] as const,
    );
}

const DEPENDENCIA = new Map<string, string>(
  STATE_DEPENDENCIAS.map(({ siglas, nombre }) => [siglas, nombre]),
);

function filled(text: string, words: Words): string {
  return text.replace(/\{(\w+)\}/g, (_, word: keyof Words) => words[word]);
}

/** Costs are skewed: many small works, few very large ones. */
function monto(median: number, spread: number, random: Random): string {
  for (;;) {
    const deviations = random.normal();
    if (Math.abs(deviations) < FURTHEST) return (median * Math.exp(spread * deviations)).toFixed(2);
  }
}

/** Only works whose name has a `lugar` are in a locality other than the seat. */
function chooseSite({ setting }: Kind, nombre: string, place: DemoMunicipio, random: Random): Site {
  const { nombre: municipio, localidades } = place;
  const inTown = setting === 'pueblo';
  const isLikely = random.next() < (inTown ? 0.2 : 0.7);
  const inLocalidad = isLikely && localidades.length > 0 && nombre.includes('{lugar}');
  // Drawn even if it isn't used, so that later choices don't depend on the registry's localities.
  const chance = Math.floor(random.next() * localidades.length);
  const localidad = localidades[chance] ?? 'la zona agrícola';
  const metres = inTown ? random.integer(15, 150) * 10 : random.integer(8, 60) * 100;
  const squareMetres = random.integer(4, 90) * 100;
  return {
    place,
    isAway: inLocalidad || !inTown,
    metres,
    squareMetres,
    words: {
      ...street(metres, random),
      escuela: random.pick(ESCUELAS),
      municipio,
      localidad,
      lugar: inLocalidad ? `${localidad}, municipio de ${municipio}` : municipio,
      km: (metres / 1000).toFixed(1),
      metros: String(metres),
      m2: String(squareMetres),
      n: String(random.integer(4, 30)),
      pocos: String(random.integer(2, 6)),
      familias: String(random.integer(15, 400)),
    },
  };
}

/** In the towns of Yucatán the streets that cross an odd one are even, and they count on by twos. */
function street(metres: number, random: Random): Street {
  const calle = random.integer(10, 89);
  const desde = 2 * random.integer(5, 40) + ((calle + 1) % 2);
  return {
    calle: String(calle),
    desde: String(desde),
    hasta: String(desde + 2 * blocksIn(metres)),
    colonia: random.pick(COLONIAS),
  };
}

/** The further places of a work: in the same town, on other streets. */
function elsewhere(site: Site, random: Random): Site {
  return { ...site, words: { ...site.words, ...street(site.metres, random) } };
}

function ubicacion(kind: Kind, site: Site, random: Random): UbicacionDeDemo {
  const { place, isAway, words } = site;
  const start = choosePoint(place, isAway ? 'campo' : 'pueblo', random);
  const [point, route, plot] = kind.shapes;
  const tipoGeometria = random.weighted([
    ['PUNTO', point],
    ['RUTA', route],
    ['POLIGONO', plot],
  ] as const);
  const geometriaJson = {
    PUNTO: () => pointAt(start),
    RUTA: () =>
      kind.setting === 'pueblo'
        ? streetFrom(start, site.metres, Number(words.calle), place, random)
        : routeFrom(start, site.metres, place, random),
    POLIGONO: () => plotAround(start, site.squareMetres, place, random),
  }[tipoGeometria]();
  return {
    direccion: filled(DIRECCIONES[kind.setting][tipoGeometria], words),
    localidadReferencia: random.next() < 0.4 ? (isAway ? words.localidad : words.municipio) : null,
    referenciaLugar: random.next() < 0.3 ? random.pick(REFERENCIAS) : null,
    tipoGeometria,
    geometriaJson,
  };
}

const DIRECCIONES: Record<Setting, Record<UbicacionDeDemo['tipoGeometria'], string>> = {
  pueblo: {
    PUNTO: 'Calle {calle} entre {desde} y {hasta}, colonia {colonia}, {lugar}',
    RUTA: 'Calle {calle}, de la {desde} a la {hasta}, {lugar}',
    POLIGONO: 'Predio en la calle {calle} por {desde}, colonia {colonia}, {lugar}',
  },
  campo: {
    PUNTO: 'Camino a {localidad}, km {km}, {municipio}',
    RUTA: 'Tramo {municipio} - {localidad}, {km} km',
    POLIGONO: 'Predio rural en {lugar}',
  },
};
