import { useQueryClient } from '@tanstack/react-query';

/**
 * What no change in the registry changes, the portal's own file of limits and the streets of the map below; and what a form or a
 * question was opened with, which stays as it was, and may be gone by now.
 */
const FIXED = new Set(['limites', 'calles', 'editar', 'editada', 'por confirmar']);

/**
 * Reads anew, after a change, all that is on the screen; the rest when it is next seen. One work stands in lists, sums, maps, the
 * counts of Calidad and the ledger, and so do the names of catalogs and people: nothing is left as it was.
 */
export function useReread(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey }) => !queryKey.some((part) => FIXED.has(String(part))),
    });
}
