import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, sentencesOf } from '../api.ts';
import { announceError } from '../piezas/avisos.tsx';
import { useSession } from '../sesion.ts';

const KEY = ['favoritas'];
/** Works asked for at a time, the most that the registry gives. */
const PAGE = 1000;

/**
 * Which works are the caller's favorites, read once for all that shows them, and how one becomes a favorite or ceases to
 * be one. It is shown at once and taken back where the registry refuses it.
 *
 * @returns null for who has no session
 */
export function useFavoritas(): {
  isFavorita: (obraId: number) => boolean;
  toggle: (obraId: number) => void;
} | null {
  const queries = useQueryClient();
  const userId = useSession()?.user.id;
  const { data: ids } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => readIds(userId as string, signal),
    enabled: userId !== undefined,
  });
  if (!userId) return null;

  async function toggle(obraId: number): Promise<void> {
    const isFavorite = ids?.has(obraId) ?? false;
    const options = { params: { path: { id: userId as string, obraId } } };
    const show = (after: boolean) =>
      queries.setQueryData<Set<number>>(KEY, (shown) => {
        const next = new Set(shown);
        if (after) next.add(obraId);
        else next.delete(obraId);
        return next;
      });
    await queries.cancelQueries({ queryKey: KEY });
    show(!isFavorite);
    try {
      await (isFavorite
        ? read(api.DELETE('/users/{id}/favorites/{obraId}', options))
        : read(api.POST('/users/{id}/favorites/{obraId}', options)));
    } catch (error) {
      show(isFavorite);
      announceError(sentencesOf(error).join(' '));
    }
    // The favorites themselves, and every list, map and summary that is narrowed to them.
    await queries.invalidateQueries({
      predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('favoritas'),
    });
  }

  return {
    isFavorita: (obraId) => ids?.has(obraId) ?? false,
    toggle: (obraId) => void toggle(obraId),
  };
}

async function readIds(id: string, signal: AbortSignal): Promise<Set<number>> {
  const ids = new Set<number>();
  for (let page = 1; ; page++) {
    const { data, meta } = await read(
      api.GET('/users/{id}/favorites', {
        params: { path: { id }, query: { limit: PAGE, page } },
        signal,
      }),
    );
    for (const obra of data) ids.add(obra.id);
    if (page >= meta.totalPages) return ids;
  }
}
