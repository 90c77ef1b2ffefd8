import type { Filtros } from './direccion.ts';
import type { Filtro } from './palabras.ts';

// The address of a list, as it is read. This loads nothing else: the first page's works are asked for by it before its code is there.

/** The filters of an address's query, such as `?municipioId=50,41&q=parque`. Empty ones and other parameters are left out. */
export function readFiltros(all: Filtro[], params: URLSearchParams): Filtros {
  const filtros: Filtros = {};
  for (const name of all) {
    const value = params.getAll(name).filter(Boolean).join(',');
    if (value) filtros[name] = value;
  }
  return filtros;
}

/** The page of the list that an address names, counted from 1. */
export function readPage(params: URLSearchParams): number {
  const asked = Number(params.get('pagina'));
  return Number.isSafeInteger(asked) && asked > 0 ? asked : 1;
}
