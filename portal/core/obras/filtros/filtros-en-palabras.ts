import type { operations } from '../../../generado/openapi.d.ts';
import { day, isWholeInWords, money, moneyInWords } from '../../formato.ts';

// The filters of works as people see them. A filter of the registry that has no entry here does not compile.

/** The filters as the typed API takes them, for `GET /obras` and everything else that takes the same. */
export type ConsultaFiltros = Omit<
  NonNullable<operations['listObras']['parameters']['query']>,
  'orden' | 'campos' | 'limit' | 'page' | 'cursor'
>;
export type Filtro = keyof ConsultaFiltros;

/** Filters of several values: ids of a catalog, joined by commas. */
export const LISTAS = [
  'municipioId',
  'estatusObraId',
  'ejercicioFiscalId',
  'dependenciaId',
  'tipoProyectoId',
] as const satisfies Filtro[];
export type Lista = (typeof LISTAS)[number];

/** The groups of the fields behind «Más», in their order. */
export const GRUPOS = ['Registro', 'Avance', 'Contratos'] as const;
type Grupo = (typeof GRUPOS)[number];

export interface FiltroEnPalabras {
  /** Its chip for a value of the address. */
  chip(value: string): string;
  /** Its field behind «Más». A filter without one is set elsewhere. */
  campo?: {
    grupo: Grupo;
    tipo: 'casilla' | 'dia' | 'porciento' | 'texto' | 'monto';
    etiqueta: string;
    /** The users who may set it, unless all may. */
    de?: 'administradores' | 'usuarios';
  };
}

/** In the order of the chips, which is that of the fields. */
export const EN_PALABRAS: Record<Exclude<Filtro, Lista>, FiltroEnPalabras> = {
  q: { chip: (words) => `Con las palabras: ${words}` },
  anioMax: { chip: (year) => `De ${year} o antes` },
  montoMin: {
    chip: (amount) => `Monto desde ${inWords(amount)}`,
    campo: { grupo: 'Registro', tipo: 'monto', etiqueta: 'Monto desde' },
  },
  montoMax: {
    chip: (amount) => `Monto hasta ${inWords(amount)}`,
    campo: { grupo: 'Registro', tipo: 'monto', etiqueta: 'Monto hasta' },
  },
  variacionMonto: {
    chip: (percent) => `El monto cambió más de ${percent} %`,
  },
  posibleDuplicada: { chip: () => 'Posibles duplicadas' },
  registradaDesde: {
    chip: (text) => `Registradas desde el ${dayInWords(text)}`,
    campo: { grupo: 'Registro', tipo: 'dia', etiqueta: 'Registradas desde el día' },
  },
  registradaPorMi: {
    chip: () => 'Registradas por mí',
    campo: {
      grupo: 'Registro',
      tipo: 'casilla',
      etiqueta: 'Sólo las que registré yo',
      de: 'administradores',
    },
  },
  sinUbicacion: {
    chip: () => 'Sin ubicación',
    campo: { grupo: 'Registro', tipo: 'casilla', etiqueta: 'Sólo las que no tienen ubicación' },
  },
  fueraDeMunicipio: {
    chip: () => 'Fuera de su municipio',
    campo: {
      grupo: 'Registro',
      tipo: 'casilla',
      etiqueta: 'Sólo las que están fuera de su municipio',
    },
  },
  conFotos: {
    chip: () => 'Con fotos',
    campo: { grupo: 'Registro', tipo: 'casilla', etiqueta: 'Sólo las que tienen fotos' },
  },
  conAvance: {
    chip: () => 'Con algo construido o pagado',
    campo: {
      grupo: 'Avance',
      tipo: 'casilla',
      etiqueta: 'Sólo las que tienen algo construido o pagado',
    },
  },
  atrasadas: {
    chip: () => 'Atrasadas',
    campo: { grupo: 'Avance', tipo: 'casilla', etiqueta: 'Sólo las atrasadas' },
  },
  sinReporteDesde: {
    chip: (text) => `Sin reporte desde el ${dayInWords(text)}`,
    campo: { grupo: 'Avance', tipo: 'dia', etiqueta: 'Sin un reporte de avance desde el día' },
  },
  avanceMin: {
    chip: (percent) => `Avance desde ${percent} %`,
    campo: { grupo: 'Avance', tipo: 'porciento', etiqueta: 'Avance físico desde (%)' },
  },
  avanceMax: {
    chip: (percent) => `Avance hasta ${percent} %`,
    campo: { grupo: 'Avance', tipo: 'porciento', etiqueta: 'Avance físico hasta (%)' },
  },
  contratista: {
    chip: (words) => `Contratista: ${words}`,
    campo: { grupo: 'Contratos', tipo: 'texto', etiqueta: 'Contratista' },
  },
  pagoAdelantado: {
    chip: (points) => `Lo pagado rebasa al avance físico en más de ${points} puntos`,
    campo: {
      grupo: 'Avance',
      tipo: 'porciento',
      etiqueta: 'Pago adelantado: puntos por encima del avance físico',
    },
  },
  crecimientoContratos: {
    chip: (percent) => `Contratos que crecieron más de ${percent} %`,
    campo: {
      grupo: 'Contratos',
      tipo: 'porciento',
      etiqueta: 'Contratos que crecieron por convenio más de (%)',
    },
  },
  sinMontoFinal: {
    chip: () => 'Con un contrato terminado antes de tiempo, sin monto final',
    campo: {
      grupo: 'Contratos',
      tipo: 'casilla',
      etiqueta: 'Sólo las que tienen un contrato sin monto final',
    },
  },
  favoritas: {
    chip: (value) => (value === 'false' ? 'Sin sus favoritas' : 'Sus favoritas'),
    campo: { grupo: 'Registro', tipo: 'casilla', etiqueta: 'Sólo mis favoritas', de: 'usuarios' },
  },
  bbox: { chip: () => 'Esta parte del mapa' },
};

/** The filters behind «Más». */
export const MAS = (Object.keys(EN_PALABRAS) as (keyof typeof EN_PALABRAS)[]).filter(
  (filtro) => EN_PALABRAS[filtro].campo,
);

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
