import { useQueryClient } from '@tanstack/react-query';

/**
 * The keys of answers that stay as they were: the portal's own file of limits, the streets of the map below, bytes of
 * photos, and the records that a form or a question was opened with, which may be gone by now.
 */
const FIXED = new Set(['limites', 'calles', 'imagen', 'editar', 'por confirmar']);

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
