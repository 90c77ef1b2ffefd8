import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, sentencesOf } from '../api.ts';
import { announce, announceError } from '../piezas/avisos.tsx';
import { useSession } from '../sesion.ts';

const KEY = ['favoritas'];
/** Works asked for at a time, the most that the registry gives. */
const PAGE = 1000;

export interface Favoritas {
  /** Which works they are; undefined without a session, and until they are read. */
  ids: ReadonlySet<number> | undefined;
  /** Adds the work, or takes it out where it is one, and says so. It is shown at once and taken back where it is refused. */
  toggle: (obraId: number) => Promise<void>;
}

/** The works that whoever is signed in has marked as their favorites, for marks and buttons wherever works are shown. */
export function useFavoritas(): Favoritas {
  const queries = useQueryClient();
  const userId = useSession()?.user.id;
  const { data: ids } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => readIds(userId as string, signal),
    enabled: userId !== undefined,
  });

  async function toggle(obraId: number): Promise<void> {
    if (!userId || !ids) return;
    const isFavorite = ids.has(obraId);
    const options = { params: { path: { id: userId, obraId } } };
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
      announce(
        isFavorite
          ? 'La obra ya no está entre sus favoritas.'
          : 'La obra está entre sus favoritas.',
      );
    } catch (error) {
      show(isFavorite);
      announceError(sentencesOf(error).join(' '));
    }
    // The favorites themselves, and every list, map and summary that is narrowed to them.
    await queries.invalidateQueries({
      predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('favoritas'),
    });
  }

  return { ids, toggle };
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
