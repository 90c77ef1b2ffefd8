// The row of a list that was at the top when somebody left it. It outlives the page and its reload, and is kept for
// each filter and order by itself.

const PREFIX = 'registro.fila:';
/** The list that was seen last, for the pages that lead back to it. */
const LAST = 'registro.ultima-lista';

/**
 * Marks the present entry of the browser's history with the list that it shows.
 *
 * @returns whether it was marked so before: somebody came back to it
 */
export function markEntry(list: string): boolean {
  const state = history.state as { lista?: string } | null;
  if (state?.lista === list) return true;
  history.replaceState({ ...state, lista: list }, '');
  return false;
}

/** Keeps the row at a list's top, as `rowOf` answers it. */
export function keepRow(list: string, row: number): void {
  sessionStorage.setItem(PREFIX + list, String(row));
}

/** The row, with the part of it that was out of sight: 12.5 is half of the thirteenth. */
export const rowOf = (list: string): number => Number(sessionStorage.getItem(PREFIX + list)) || 0;

/** Keeps the list that is seen now, by the query of its address. */
export const keepLista = (search: string): void =>
  sessionStorage.setItem(LAST, search.replace(/^\?/, ''));

/** The address of the list as it was seen last: for «Volver a la lista», which finds its filters, place and row again. */
export function lastLista(): string {
  const search = sessionStorage.getItem(LAST);
  return search ? `/obras?${search}` : '/obras';
}
