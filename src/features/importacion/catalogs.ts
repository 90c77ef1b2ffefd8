import type { Db } from '../../core/db/db.ts';
import {
  bareName,
  bigrams,
  confidentMatch,
  fold,
  foldName,
  isAlikeBeyondKind,
  isBrief,
  LEAST_SIMILARITY,
  mostSimilar,
  quoted,
  type Word,
  wordsOf,
} from '../../hojas/celdas/index.ts';
import type { Mapped } from './columnas.ts';

/** The catalogs before an import, as plain data for the process that reads sheets. */
export interface Catalogs {
  dependencias: CatalogRecord[];
  tiposProyecto: CatalogRecord[];
  municipios: CatalogRecord[];
  estatus: CatalogRecord[];
  ejercicios: { id: number; anio: number; activo: boolean }[];
}

export interface CatalogRecord {
  id: number;
  nombre: string;
  activo: boolean;
  siglas?: string | null;
}

/** Reads all catalogs, in one round trip. */
export async function readCatalogs(db: Db): Promise<Catalogs> {
  const json = await db.json(
    `SELECT json_build_object(
       'dependencias', (SELECT coalesce(json_agg(d), '[]') FROM (
          SELECT id, nombre, activo, siglas FROM dependencias ORDER BY id) d),
       'tiposProyecto', (SELECT coalesce(json_agg(t), '[]') FROM (
          SELECT id, nombre, activo FROM tipos_proyecto ORDER BY id) t),
       'municipios', (SELECT json_agg(m) FROM (SELECT id, nombre, activo FROM municipios ORDER BY id) m),
       'estatus', (SELECT json_agg(s) FROM (SELECT id, nombre, true AS activo FROM estatus_obra ORDER BY id) s),
       'ejercicios', (SELECT coalesce(json_agg(e), '[]') FROM (
          SELECT id, anio, activo FROM ejercicios_fiscales ORDER BY id) e)
     ) AS json`,
  );
  return JSON.parse(json) as Catalogs;
}

/** The result of looking for a name: one record, several, or none, with the nearest name where there is one. */
export interface NameMatch {
  record?: CatalogRecord;
  several?: CatalogRecord[];
  nearest?: string | undefined;
  /** True where the nearest was almost certainly meant. */
  isCertain?: boolean;
  /** A more similar name further up in the file. */
  other?: NewName;
  /** The reason why a name that is understood stands for no record, as the end of a sentence that begins with the name. */
  fault?: string;
}

/**
 * Ids of the records that the importer chose for names, by folded name (`foldName`); null where the catalog gets the name, if
 * it lacks it.
 */
export type Equivalents = Map<Mapped, Map<string, number | null>>;

/** The most unknown names that are compared, and the most records that they are compared with. */
const MOST_UNKNOWN = 500;
const MOST_COMPARED = 5_000;

/**
 * Returns a function that finds a record by its name: exactly, else without case and accents, else by its siglas.
 *
 * @param others further names, folded, with the record's id
 * @param equivalents the importer's choices, which come first
 * @param least similarity of a suggested name
 */
export function createFinder(
  records: CatalogRecord[],
  others: Record<string, number> = {},
  equivalents?: Map<string, number | null>,
  least = LEAST_SIMILARITY,
): (name: string) => NameMatch {
  const exact = new Map(records.map((record) => [record.nombre, record]));
  const byId = new Map(records.map((record) => [record.id, record]));
  const folded = groupedNames(records, ({ nombre }) => fold(nombre));
  const siglas = groupedNames(records, (record) => (record.siglas ? fold(record.siglas) : ''));
  const remembered = new Map<string, NameMatch>();
  let unknown = 0;
  let compared: { pairs: [string, Set<string>][]; words: [CatalogRecord, Word[]][] } | undefined;
  const known = (name: string): NameMatch | undefined => {
    const same = exact.get(name);
    if (same) return { record: same };
    const key = fold(name);
    const fitting = folded.get(key) ?? (key === '' ? undefined : siglas.get(key));
    const [first, ...more] = fitting ?? [];
    if (first) return more.length > 0 ? { several: [first, ...more] } : { record: first };
    const other = byId.get(others[key] ?? 0);
    return other && { record: other };
  };
  const find = (name: string): NameMatch => {
    if (!isBrief(name)) return {};
    const meant = byId.get(equivalents?.get(foldName(name)) ?? 0);
    if (meant) return { record: meant };
    const sameName = known(name);
    if (sameName) return sameName;
    // «No terminada» is similar to «Terminada», and its opposite.
    if (/^(no|sin) /i.test(name.trim())) return {};
    unknown += 1;
    if (unknown > MOST_UNKNOWN) return {};
    const bare = bareName(name);
    const meantBare = known(bare)?.record;
    if (meantBare?.activo) return { nearest: meantBare.nombre, isCertain: true };
    const few = records.slice(0, MOST_COMPARED);
    compared ??= {
      // An inactive record is no suggestion, since rows may not name it. But it keeps others from being certain.
      pairs: few.flatMap(({ nombre, activo }) => (activo ? [[nombre, bigrams(fold(nombre))]] : [])),
      words: few.map((record) => [record, wordsOf(record.nombre)]),
    };
    const certain = confidentMatch(wordsOf(bare), compared.words);
    if (certain?.activo) return { nearest: certain.nombre, isCertain: true };
    const nearest = mostSimilar(bigrams(fold(name)), compared.pairs, least);
    return nearest !== undefined && isAlikeBeyondKind(name, nearest) ? { nearest } : {};
  };
  return (name) => {
    let match = remembered.get(name);
    if (!match) {
      match = find(name);
      if (remembered.size < MOST_COMPARED) remembered.set(name, match);
    }
    return match;
  };
}

function groupedNames(
  records: CatalogRecord[],
  keyOf: (record: CatalogRecord) => string,
): Map<string, CatalogRecord[]> {
  const groups = new Map<string, CatalogRecord[]>();
  for (const record of records) {
    const key = keyOf(record);
    const group = groups.get(key);
    if (group) group.push(record);
    else groups.set(key, [record]);
  }
  return groups;
}

export interface NewName {
  /** Its first spelling. */
  nombre: string;
  siglas: string | null;
  /** The first row with it. */
  fila: number;
  /** An earlier, very similar name. */
  like: NewName | undefined;
}

/** Returns a function that adds a new name: those that differ in case, accents and punctuation alone are one. */
export function createNewNames(): (nombre: string, fila: number) => NewName {
  const known = new Map<string, NewName>();
  const compared: [NewName, Set<string>][] = [];
  return (nombre, fila) => {
    const key = foldName(nombre);
    const same = known.get(key);
    if (same) return same;
    const own = bigrams(key);
    const isCompared = compared.length < MOST_UNKNOWN;
    const nearest = isCompared ? mostSimilar(own, compared) : undefined;
    const like = nearest && isAlikeBeyondKind(nombre, nearest.nombre) ? nearest : undefined;
    const made: NewName = { nombre, siglas: null, fila, like };
    if (isCompared) compared.push([made, own]);
    if (known.size < MOST_COMPARED) known.set(key, made);
    return made;
  };
}

/** The failure of a name that no record has. */
export function unknownName(what: string, name: string, nearest?: string): string {
  const hint = nearest === undefined ? '' : ` ¿Quiso decir ${quoted(nearest)}?`;
  return `no existe ${what} ${quoted(name)}.${hint}`;
}

/** Older spellings and longer names of municipios, folded, by INEGI's number. */
export const OTHER_MUNICIPIOS: Record<string, number> = {
  chicxulub: 20,
  dzilambravo: 28,
  motuldecarrillopuerto: 52,
  motuldefelipecarrillopuerto: 52,
  progresodecastro: 59,
  sanfelipeyucatan: 65,
  tekaxdealvaroobregon: 79,
  telchac: 82,
  tixkokobyucatan: 93,
  valladolidyucatan: 102,
};

/** Names of the statuses in other files, folded, by the registry's own id. */
export const OTHER_ESTATUS: Record<string, number> = {
  planeado: 1,
  planeacion: 1,
  enplaneacion: 1,
  programada: 1,
  programado: 1,
  poriniciar: 1,
  noiniciada: 1,
  licitacion: 2,
  enprocesodelicitacion: 2,
  contratado: 3,
  adjudicada: 3,
  enejecucion: 4,
  ejecucion: 4,
  proceso: 4,
  encurso: 4,
  enconstruccion: 4,
  suspendido: 5,
  terminado: 6,
  concluida: 6,
  concluido: 6,
  finalizada: 6,
  finalizado: 6,
  enfiniquito: 6,
  cancelado: 7,
};
