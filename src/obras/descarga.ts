import { money } from '../base/pesos.ts';
import { int4List } from '../base/text.ts';
import { dayOf, momentOf } from '../base/time.ts';
import type { Db } from '../db/db.ts';
import type { Sheet, TypedCell } from '../hojas/index.ts';
import { labelOf, OBRA } from './campos.ts';
import type { Narrowing } from './filters.ts';
import { ObraFilters } from './schema.ts';

// What a file of obras says of itself: its name, and a workbook's second sheet. Who is handed it knows what it is of.

/** A filter that is set: what it looks at, its value in words, and what the file's name says of it. */
export interface Said {
  label: string;
  value: string;
  inName: string;
}

/** Filters by the records of a catalog: their label, and how several of them are counted. */
const CATALOGS = {
  municipioId: [labelOf(OBRA.municipioId), 'municipios'],
  estatusObraId: [labelOf(OBRA.estatusObraId), 'estatus'],
  ejercicioFiscalId: [labelOf(OBRA.ejercicioFiscalId), 'ejercicios'],
  dependenciaId: [labelOf(OBRA.dependenciaId), 'dependencias'],
  tipoProyectoId: [labelOf(OBRA.tipoProyectoId), 'tipos'],
} as const;
type Catalog = keyof typeof CATALOGS;
const isCatalog = (filter: keyof ObraFilters): filter is Catalog => filter in CATALOGS;

/** The other filters, by what is given. */
const WORDS: Record<Exclude<keyof ObraFilters, Catalog>, (given: string) => Said> = {
  montoMin: (amount) => ({
    label: 'Monto desde',
    value: money(Number(amount)),
    inName: `desde ${amount}`,
  }),
  montoMax: (amount) => ({
    label: 'Monto hasta',
    value: money(Number(amount)),
    inName: `hasta ${amount}`,
  }),
  q: (words) => ({ label: 'Con las palabras', value: words, inName: words }),
  bbox: (edges) => ({
    label: 'En el rectángulo (longitudes y latitudes mínimas y máximas)',
    value: edges,
    inName: 'zona',
  }),
  favoritas: () => ({
    label: 'Favoritas',
    value: 'Sólo las de quien descargó el archivo',
    inName: 'favoritas',
  }),
  anioMax: (year) => ({ label: 'Del año', value: `${year} o antes`, inName: `hasta ${year}` }),
  sinUbicacion: () => ({ label: 'Ubicación', value: 'Sin ninguna', inName: 'sin ubicacion' }),
  fueraDeMunicipio: () => ({
    label: 'Ubicación',
    value: 'A más de 1 km del municipio que se indica en ella',
    inName: 'fuera de municipio',
  }),
  registradaDesde: (day) => ({
    label: 'Registradas desde el',
    value: day,
    inName: `desde ${day}`,
  }),
  registradaPorMi: () => ({
    label: 'Registradas por',
    value: 'Quien descargó el archivo',
    inName: 'registradas por mi',
  }),
  variacionMonto: (percent) => ({
    label: 'El monto cambió más de',
    value: `${percent} %`,
    inName: `variacion ${percent}`,
  }),
  avanceMin: (percent) => ({
    label: 'Avance físico desde',
    value: `${percent} %`,
    inName: `avance desde ${percent}`,
  }),
  avanceMax: (percent) => ({
    label: 'Avance físico hasta',
    value: `${percent} %`,
    inName: `avance hasta ${percent}`,
  }),
  conAvance: () => ({
    label: 'Avance',
    value: 'Con algo construido o pagado',
    inName: 'con avance',
  }),
  atrasadas: () => ({
    label: 'Plazo',
    value: 'Vencido, sin que se haya dicho que terminaron',
    inName: 'atrasadas',
  }),
  sinReporteDesde: (day) => ({
    label: 'Sin avance reportado desde el',
    value: day,
    inName: `sin reporte desde ${day}`,
  }),
  contratista: (words) => ({ label: 'Contratista', value: words, inName: words }),
  pagoAdelantado: (points) => ({
    label: 'Lo pagado rebasa al avance físico en más de',
    value: `${points} puntos`,
    inName: `pago adelantado ${points}`,
  }),
  crecimientoContratos: (percent) => ({
    label: 'Los contratos crecieron por convenio más de',
    value: `${percent} %`,
    inName: `contratos crecidos ${percent}`,
  }),
  posibleDuplicada: () => ({
    label: 'Duplicadas',
    value: 'Las que parecen estar registradas dos veces',
    inName: 'posibles duplicadas',
  }),
};

/** Names that stand in a file's name for one filter; where there are more, it says how many. */
const MOST_NAMED = 2;

/** The filters that are set, in words and in the order of the API's parameters. */
export async function filtersInWords(db: Db, filters: Narrowing): Promise<Said[]> {
  const names = await findNames(db, filters);
  return (Object.keys(ObraFilters.properties) as (keyof ObraFilters)[]).flatMap((filter) => {
    const given = filters[filter];
    if (given === undefined) return [];
    if (!isCatalog(filter)) return WORDS[filter](String(given));
    const [label, many] = CATALOGS[filter];
    const named = names[filter] ?? [];
    const inName = named.length > MOST_NAMED ? `${named.length} ${many}` : named.join(' ');
    return { label, value: named.join('; '), inName };
  });
}

/** The names of the records that the filters look for, in their order. One that does not exist has its id. */
async function findNames(db: Db, filters: Narrowing): Promise<Partial<Record<Catalog, string[]>>> {
  const asked = (Object.keys(CATALOGS) as Catalog[]).map((filter) => {
    const ids = filters[filter];
    return ids === undefined ? null : [...new Set(int4List(ids))];
  });
  if (asked.every((ids) => ids === null)) return {};
  const named = (n: number, catalog: string, name = 'nombre') =>
    `ARRAY(SELECT coalesce(${name}::text, id::text)
       FROM unnest($${n}::integer[]) WITH ORDINALITY i (id, lugar) LEFT JOIN ${catalog} USING (id)
       ORDER BY lugar)`;
  return (await db.one<Record<Catalog, string[]>>(
    `SELECT ${named(1, 'municipios')} AS "municipioId", ${named(2, 'estatus_obra')} AS "estatusObraId",
       ${named(3, 'ejercicios_fiscales', 'anio')} AS "ejercicioFiscalId",
       ${named(4, 'dependencias')} AS "dependenciaId", ${named(5, 'tipos_proyecto')} AS "tipoProyectoId"`,
    asked,
  )) as Record<Catalog, string[]>;
}

/** As long as the part of a file's name gets that says the filters. */
const LONGEST_NAME = 80;

/** The name of a file of these obras, or of what there is `of` them, read at this instant: `obras-merida-en-proceso-2026-11-23.csv`. */
export function fileName(said: Said[], read: Date, extension: string, of = 'obras'): string {
  const words = said.flatMap(({ inName }) => wordsIn(inName));
  while (words.join('-').length > LONGEST_NAME) words.pop();
  return `${[of, ...words, dayOf(read)].join('-')}.${extension}`;
}

/** The words of a text in letters that every system takes in a file's name. */
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? [];

export const DATOS = 'Datos de la descarga';

/** What the rows of a file came to: how many there were, and their amounts in cents of MXN. */
export interface Totals {
  obras: number;
  cents: bigint;
}

/** The sheet that says what a workbook's other one is of. Its totals are read once that one has been written. */
export function datosSheet(
  said: Said[],
  publisher: string,
  read: Date,
  totals: Totals,
  counted = 'Obras',
): Sheet {
  const number = (type: 'number' | 'amount', value: string): TypedCell => ({ type, value });
  async function* rows() {
    const { obras, cents } = totals;
    const digits = String(cents).padStart(3, '0');
    yield [
      ['Publicado por', publisher],
      ['Leído del registro', `${momentOf(read)} (hora de Mérida)`],
      ...(said.length === 0
        ? [['Filtros', 'Ninguno: todas las obras']]
        : said.map(({ label, value }) => [label, value])),
      [counted, number('number', String(obras))],
      [
        'Suma de sus montos en pesos',
        number('amount', `${digits.slice(0, -2)}.${digits.slice(-2)}`),
      ],
    ];
  }
  return {
    name: DATOS,
    columns: [
      { heading: DATOS, type: 'text', width: 30 },
      { heading: '', type: 'text', width: 60 },
    ],
    rows: rows(),
  };
}
