import type { ComponentType } from 'react';
import { ofFeatures } from '../../feature.ts';
import type { Accion } from '../../piezas/menu.tsx';
import type { Entonces } from '../entonces.ts';
import type { Obra } from '../obra.ts';

export interface DeObra {
  obra: Obra;
  etag: string | undefined;
  /** Whether the reader captures what is under this work. */
  captura: boolean;
}

/** A part of the sheet at its place among all, from small to large. */
export interface Parte {
  place: number;
  Parte: ComponentType<DeObra>;
  /** Whether it shows the work as it stood, too (`useEntonces`). The others stand on today's sheet alone. */
  pasado?: true;
}

/** What the reader may do with a work, at its place among all. */
export type Tarea = Accion & Pick<Parte, 'place' | 'pasado'>;

/** What a feature adds to the sheet of a work: `ficha.tsx` in its folder has it as `ficha`. */
export interface EnFicha {
  /** Across the whole sheet, above its body. */
  cabeza?: Parte[];
  /** The figures in large letters, each a `Cifra`. */
  cifras?: Parte[];
  /** The others, each a `Cifra` too. */
  datos?: Parte[];
  cuerpo?: Parte[];
  /** What the reader may do with the work: the first of all is a button, and the others stand behind «⋯». */
  tareas?(of: DeObra): Tarea[];
  /** Buttons between those two. */
  botones?: Parte[];
  /** The sheet as the work stood, where the address says when: what stands above it, then. */
  entonces?: { of(params: URLSearchParams): Entonces | undefined; Banda: ComponentType<DeObra> };
  /** The end of a sentence about a work without places, and of one about positions that are not written out. */
  finales?: { sinLugar?: string; masPosiciones?: string };
}

const FEATURES = ofFeatures(
  import.meta.glob<EnFicha>('../../../features/*/ficha.tsx', { eager: true, import: 'ficha' }),
);

/** The parts of the core's and of all features, each at its place. */
export const partesWith = (
  place: 'cabeza' | 'cifras' | 'datos' | 'cuerpo' | 'botones',
  own: Parte[] = [],
): Parte[] =>
  [...own, ...FEATURES.flatMap((feature) => feature[place] ?? [])].sort(
    (a, b) => a.place - b.place,
  );

/** How features end a sentence. */
export const finalOf = (name: keyof NonNullable<EnFicha['finales']>) =>
  FEATURES.map(({ finales }) => finales?.[name]);

/** The feature that has works as they stood. */
export const DEL_PASADO = FEATURES.find(({ entonces }) => entonces)?.entonces;

/** The features' tasks with a work. */
export const tareasOf = (of: DeObra) => FEATURES.flatMap(({ tareas }) => tareas?.(of) ?? []);
