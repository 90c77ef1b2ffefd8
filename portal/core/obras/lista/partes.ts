import type { ComponentType, ReactNode } from 'react';
import { ofFeatures } from '../../feature.ts';
import { juntas } from '../../juntas.ts';
import type { Fila, Orden } from '../filas.ts';
import type { Filtros } from '../filtros/direccion.ts';

/** What a feature adds to the works' page: `lista.tsx` in its folder has it as `lista`. */
export interface EnLista {
  /** A row's picture, where there is one. */
  imagen?(obra: Fila): ReactNode;
  /** How works go, by their ids, of the one feature that knows it. Its parts get it again, of each work. */
  useMarcha?(filas: Fila[]): Record<number, Marcha>;
  /** Beside the status. */
  Marca?: ComponentType<DeFila & Pick<Lista, 'filtros' | 'orden'>>;
  /** In a card, between status and amount. */
  Linea?: ComponentType<DeFila>;
  columnas?: Columna[];
  /** Orders by name, behind the core's. */
  ordenes?: { id: Orden; nombre: string }[];
  /** In the card of the chosen work, below its status. */
  EnTarjeta?: ComponentType<{ obra: Fila }>;
  /** Buttons of the page. */
  Botones?: ComponentType<Lista>;
}

/** A column of the table. */
export interface Columna {
  id: string;
  titulo: string;
  /** Its place among all, from small to large. */
  place: number;
  /** The class of its cells, and of its heading. */
  clase?: string | undefined;
  /** The order of the registry that goes by it, where there is one. */
  orden?: Orden;
  /** Whether it is left out on paper, where the list has many more rows. */
  isOnScreenOnly?: true;
  celda: (obra: Fila, marcha: Marcha) => ReactNode;
}

/** What the feature that knows how works go says of one. */
export type Marcha = unknown;

export interface DeFila {
  obra: Fila;
  marcha: Marcha;
}

/** The list as it is seen. */
export interface Lista {
  filtros: Filtros;
  orden: Orden;
  /** The number of works in it, once that is known. */
  total: number | undefined;
  soloIcono: boolean;
  /** Called with the rows that are to be printed, and with none once they are. */
  onPrint(filas: Fila[] | undefined): void;
}

const FEATURES = ofFeatures(
  import.meta.glob<EnLista>('../../../features/*/lista.tsx', { eager: true, import: 'lista' }),
);

const of = <K extends keyof EnLista>(part: K) =>
  FEATURES.flatMap((feature) => {
    const own: EnLista[K] = feature[part];
    return own ? [own] : [];
  });

const NONE: Record<number, Marcha> = {};

/** How the works of these rows go, by their ids, as far as that is known. */
export const useMarcha = of('useMarcha')[0] ?? (() => NONE);

export const COLUMNAS_DE_MAS = of('columnas').flat();
export const ORDENES_DE_MAS = of('ordenes').flat();
export const imagenOf = (obra: Fila) =>
  of('imagen')
    .map((imagenOf) => imagenOf(obra))
    .find(Boolean);
export const Marca = juntas(of('Marca'));
export const Linea = juntas(of('Linea'));
export const EnTarjeta = juntas(of('EnTarjeta'));
export const Botones = juntas(of('Botones'));
