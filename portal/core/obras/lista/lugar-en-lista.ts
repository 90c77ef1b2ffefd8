// The list that was seen last, for the pages that lead back to it. It outlives a reload.

const LAST = 'registro.ultima-lista';

/** Keeps the list that is seen now, by the query of its address. */
export const keepLista = (search: string): void =>
  sessionStorage.setItem(LAST, search.replace(/^\?/, ''));

/** The address of the list as it was seen last: for «Volver a la lista», which finds its filters, page and place again. */
export function lastLista(): string {
  const search = sessionStorage.getItem(LAST);
  return search ? `/obras?${search}` : '/obras';
}
