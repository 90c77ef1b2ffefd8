import type { Posicion } from '../geometria/trazo.ts';
import type { Opcion } from '../piezas/campos.tsx';

// A place that is looked for by its name: what the search has of the features that find one.

/** The target of a map: a point, or a rectangle of west, south, east and north, in degrees. */
export type Destino = { position: Posicion } | { bbox: number[] };

/** A place on offer. */
export interface LugarBuscado extends Opcion {
  /** Answers its target, or finds it out. */
  go: () => Destino | Promise<Destino>;
}

/** A place that was found and is marked. */
export interface Hallado {
  position: Posicion;
  nombre: string;
}

/** Streets and crossings of a name, as `useCalles` of a feature's file `lugares.ts` finds them while a user types. */
export type UseCalles = (
  text: string,
  /** The middle of the map's view: the near ones come first; undefined where that is the whole state. */
  cerca: [number, number] | undefined,
) => {
  /** Whether streets are found by their names at all. */
  hay: boolean;
  lugares: LugarBuscado[];
  /** Why there are none for now. */
  aviso?: string | undefined;
  isAsking: boolean;
  /** The municipio or localidad that the text names and that has no such street. */
  sinCallesEn: string | null;
};
