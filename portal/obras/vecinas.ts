import { useQueryClient } from '@tanstack/react-query';
import { ordenOf } from './columnas.tsx';
import { PAGE, placeOf, useFilas } from './consultas.ts';
import { readFiltros } from './filtros.ts';
import { lastLista } from './lugar-en-lista.ts';

export interface Vecinas {
  /** The list that was seen last, with its filters and order. */
  lista: string;
  /** Where the work stands in it: «12 de 5,071»; nothing where it was not seen there. */
  lugar?: { numero: number; total: number };
  anterior?: number | undefined;
  siguiente?: number | undefined;
}

/** The works before and after this one in the list that somebody came from, also beyond what they have scrolled. */
export function useVecinas(id: number): Vecinas {
  const queries = useQueryClient();
  const lista = lastLista();
  const [, search = ''] = lista.split('?');
  const filtros = readFiltros(search);
  const orden = ordenOf(new URLSearchParams(search).get('orden'), filtros);
  const found = placeOf(queries, filtros, orden, id);
  const around = found
    ? [found.place - 1, found.place + 1].filter((place) => place >= 0 && place < found.total)
    : [];
  const pages = [...new Set(around.map((place) => Math.floor(place / PAGE)))];
  const results = useFilas(filtros, orden, pages);
  if (!found) return { lista };
  const idAt = (place: number) =>
    results[pages.indexOf(Math.floor(place / PAGE))]?.data?.filas[place % PAGE]?.id;
  return {
    lista,
    lugar: { numero: found.place + 1, total: found.total },
    anterior: idAt(found.place - 1),
    siguiente: idAt(found.place + 1),
  };
}
