import { createContext, useContext } from 'react';
import { type Clase, OBRAS } from './clase.ts';

const Contexto = createContext(OBRAS);

/** The kind of sheet that the page is about. */
export const useClase = (): Clase => useContext(Contexto);
export const DeClase = Contexto.Provider;
