import type { Geometry } from 'geojson';
import type { ComponentType, ReactNode } from 'react';
import { ofFeatures } from '../../feature.ts';
import type { Filtros } from '../filtros/direccion.ts';
import type { Hallado } from '../lugar-buscado.ts';

/** A rectangle in degrees: west, south, east, north. */
export type Rectangulo = [number, number, number, number];

/** What the works' page gives its map, and what it hears of it. */
export interface PropsDeMapa {
  filtros: Filtros;
  /**
   * The map's place as the address has it: longitude, latitude and zoom, or a rectangle of west, south, east and north.
   * Without it the whole of what is sought is shown.
   */
  lugar: string | undefined;
  /** The filters that the map has moved for, as `seekingOf()` says them; they outlive it where only the list is seen. */
  encuadre: { current: string | undefined };
  /** Called when the user has moved the map: its place for the address, and what is in sight. */
  onMove: (lugar: string, vista: Rectangulo) => void;
  /** The part in sight, also before anybody moves. */
  onView: (vista: Rectangulo) => void;
  onChoose: (obraId: number) => void;
  /** Several works stand on one spot, which no zoom takes apart. */
  onSpot: (spot: Rectangulo) => void;
  /** Called with the user's own place when they ask for it: longitude and latitude in degrees. */
  onLocate: (position: [number, number]) => void;
  /** The places of the chosen work; undefined while none is chosen, or until they are known. */
  elegida: Geometry[] | undefined;
  /** Whether the map is to move for it: from near, or only where it is out of sight. */
  alcance: 'cerca' | 'a la vista' | undefined;
  /** A place that was looked for and is marked. */
  hallado: Hallado | undefined;
  /** Whether the list lies over the map's left side. */
  isBesideList: boolean;
  /** Things over the map: the card of the chosen work, the works in sight. */
  children?: ReactNode;
}

/** What the works' page gives the button that opens the place finder. */
export interface PropsDeIrALugar {
  /** The words of the search: often they name a place. */
  palabras: string | undefined;
  /** The map's view, as the page's address has it. */
  cerca: string | null;
  soloIcono: boolean;
  /** Whether a place is marked on the map. */
  isMarked: boolean;
  /**
   * @param lugar the place for the page's address
   * @param hallado the point to be marked, where it is one
   */
  onGo: (lugar: string, hallado: Hallado | undefined) => void;
  onUnmark: () => void;
}

/** A feature's file `explorar.ts`: the map of the works' page. */
export interface MapaDeObras {
  Mapa: ComponentType<PropsDeMapa>;
  IrALugar: ComponentType<PropsDeIrALugar>;
}

/** The map of the works' page; undefined without a feature that has one. Then the list is all of the page. */
export const [MAPA] = ofFeatures(
  import.meta.glob<MapaDeObras>('../../../features/*/explorar.ts', { eager: true, import: 'mapa' }),
);
