import { useQueryClient } from '@tanstack/react-query';
import { placeOf, useFilas } from '../consultas.ts';
import { PAGE } from '../filas.ts';
import { FILTROS } from '../filtros/filtros.ts';
import { readFiltros } from '../filtros/leer.ts';
import { lastLista } from '../lista/lugar-en-lista.ts';
import { ordenOf } from '../lista/orden.ts';

export interface Vecinas {
  /** The list that was seen last, with its filters and order. */
  lista: string;
  /** The work's place in the list: «12 de 5,071»; undefined where it was not seen there. */
  lugar?: { numero: number; total: number };
  anterior?: number | undefined;
  siguiente?: number | undefined;
}

/** The works before and after this one in the list that the user came from, also beyond what was scrolled. */
export function useVecinas(id: number): Vecinas {
  const queries = useQueryClient();
  const lista = lastLista();
  const [, search = ''] = lista.split('?');
  const filtros = readFiltros(FILTROS, new URLSearchParams(search));
  const orden = ordenOf(new URLSearchParams(search).get('orden'), filtros);
  const current = placeOf(queries, filtros, orden, id);
  const around = current
    ? [current.place - 1, current.place + 1].filter((place) => place >= 0 && place < current.total)
    : [];
  const pages = [...new Set(around.map((place) => Math.floor(place / PAGE)))];
  const results = useFilas(filtros, orden, pages);
  if (!current) return { lista };
  const idAt = (place: number) =>
    results[pages.indexOf(Math.floor(place / PAGE))]?.data?.filas[place % PAGE]?.id;
  return {
    lista,
    lugar: { numero: current.place + 1, total: current.total },
    anterior: idAt(current.place - 1),
    siguiente: idAt(current.place + 1),
  };
}
