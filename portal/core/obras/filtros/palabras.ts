import type { operations } from '../../../generado/openapi.d.ts';
import type { OpcionDeCatalogo } from '../../catalogos/opciones.ts';
import { day, isWholeInWords, money, moneyInWords } from '../../formato.ts';

// The filters of works as people see them: the core's, and those that features add to them.

/** The filters as the typed API takes them, for `GET /obras` and everything else that takes the same. */
export type ConsultaFiltros = Omit<
  NonNullable<operations['listObras']['parameters']['query']>,
  'orden' | 'campos' | 'limit' | 'page' | 'cursor'
>;

/** The part of the map is in the list's address with any map, and without one too. */
export type Filtro = keyof ConsultaFiltros | 'bbox';

/** Filters of several values: ids of a catalog, joined by commas. */
export const LISTAS = [
  'municipioId',
  'estatusObraId',
  'ejercicioFiscalId',
  'dependenciaId',
  'tipoProyectoId',
] as const satisfies Filtro[];

export type Lista = (typeof LISTAS)[number];

export interface FiltroEnPalabras {
  /** Its chip for a value of the address, a day or an amount in words. */
  chip(value: string): string;
  /**
   * Of a filter of several values, their catalog, or of one the record that it names: the question for it, for `useQuery`. Each value
   * has its own chip.
   */
  catalogo?(value: string): {
    queryKey: unknown[];
    queryFn(context: { signal: AbortSignal }): Promise<OpcionDeCatalogo[]>;
  };
  /** Set on a filter that only administrators may use and that has no field: feeds, the same for all, refuse it. */
  propio?: true;
  /** Its field behind «Más». A filter without one is set elsewhere. */
  campo?: {
    /** The group of the fields that it stands in. */
    grupo: string;
    tipo: 'casilla' | 'dia' | 'porciento' | 'texto' | 'monto' | 'catalogo';
    etiqueta: string;
    /** The users who may set it, unless all may. */
    de?: 'administradores' | 'usuarios';
  };
}

export type EnPalabras = Partial<Record<Exclude<Filtro, Lista>, FiltroEnPalabras>>;

/** The filters that a feature adds: `filtros.ts` in its folder has them as `filtros`. */
export interface EnFiltros {
  /** Their place among those of the features and the core's, which has 0 and 80. */
  place: number;
  en: EnPalabras;
}

const ANTES: EnPalabras = {
  q: { chip: (words) => `Con las palabras: ${words}` },
  anioMax: { chip: (year) => `De ${year} o antes` },
  montoMin: {
    chip: (amount) => `Monto desde ${amount}`,
    campo: { grupo: 'Registro', tipo: 'monto', etiqueta: 'Monto desde' },
  },
  montoMax: {
    chip: (amount) => `Monto hasta ${amount}`,
    campo: { grupo: 'Registro', tipo: 'monto', etiqueta: 'Monto hasta' },
  },
};

const DESPUES: EnPalabras = {
  favoritas: {
    chip: (value) => (value === 'false' ? 'Sin sus favoritas' : 'Sus favoritas'),
    campo: { grupo: 'Registro', tipo: 'casilla', etiqueta: 'Sólo mis favoritas', de: 'usuarios' },
  },
};

/**
 * An amount of the address in words, where they say all of it: the rest would be filtered by, unseen. A text that the
 * registry takes for no amount stays as it is.
 */
function inWords(amount: string): string {
  if (!/^\d{1,13}(\.\d{1,2})?$/.test(amount)) return amount;
  const number = Number(amount);
  return isWholeInWords(number) ? moneyInWords(number) : money(number);
}

/** A day of the address in words. */
const dayInWords = (text: string) => {
  const noon = new Date(`${text}T12:00:00-06:00`);
  return Number.isNaN(noon.getTime()) ? text : day(noon);
};

/** All filters, in the order of the chips, which is that of the fields. @param features the files of features */
export const enPalabras = (features: EnFiltros[]): EnPalabras =>
  Object.assign(
    {},
    ...[{ place: 0, en: ANTES }, { place: 80, en: DESPUES }, ...features]
      .sort((a, b) => a.place - b.place)
      .map(({ en }) => en),
  );

/** The filters behind «Más». */
export const masOf = (en: EnPalabras) =>
  (Object.keys(en) as (keyof EnPalabras)[]).filter((filtro) => en[filtro]?.campo);

/** The groups of their fields, in their order. */
export const gruposOf = (en: EnPalabras) =>
  new Set(masOf(en).map((filtro) => en[filtro]?.campo?.grupo as string));

/** The chip of a filter that has this value in the address. */
export function chipOf({ chip, campo }: FiltroEnPalabras, value: string): string {
  if (campo?.tipo === 'dia') return chip(dayInWords(value));
  return chip(campo?.tipo === 'monto' ? inWords(value) : value);
}
