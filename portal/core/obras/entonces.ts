import { createContext, useContext } from 'react';

/** The earlier instant at which a page shows a work. */
export interface Entonces {
  /** The parameters by which the registry is asked for it. */
  query: Record<string, string>;
  /** The day that it was in Mérida. */
  dia: string;
}

/** Stands around what shows a work as it stood. */
export const DeEntonces = createContext<Entonces | undefined>(undefined);
/** The instant that this page shows; undefined for a page of today. */
export const useEntonces = () => useContext(DeEntonces);
