import type { ComponentType, ReactNode } from 'react';
import { ofFeatures } from '../../feature.ts';
import type { Geometria, Lugar, Tipo, Trazo } from '../../geometria/trazo.ts';

/** What the form gives the map that a geometry is drawn on. The positions live in the form: every gesture makes new ones. */
export interface PropsDeDibujo {
  /** The map's name for screen readers. */
  nombre: string;
  tipo: Tipo;
  trazo: Trazo;
  onChange: (trazo: Trazo) => void;
  onUndo: () => void;
  canUndo: boolean;
  /** The vertex that is chosen. */
  elegido: Lugar | null;
  /** A vertex was chosen, here or in the table. */
  onElegir: (lugar: Lugar | null) => void;
  /** The work's other geometries: the map shows them, and the drawing snaps to them. */
  vecinas: Geometria[];
  /** The map's view where nothing is drawn: west, south, east, north, in degrees. */
  bbox: number[];
}

/** A feature's file `lugar.tsx`: the map of a place in the form of a work. */
export interface MapaDeLugar {
  /** The map and the search of a place on it, around the same place in words. */
  Mapa: ComponentType<PropsDeDibujo & { children: ReactNode }>;
  /** Fetches its code, ahead of its use, before a network is lost. */
  fetch(): Promise<unknown>;
}

/** The map of the form; undefined without a feature that has one. Then places are typed and pasted. */
export const [MAPA] = ofFeatures(
  import.meta.glob<MapaDeLugar>('../../../features/*/lugar.tsx', { eager: true, import: 'lugar' }),
);
