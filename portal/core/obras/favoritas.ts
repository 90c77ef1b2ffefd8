import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, readPages } from '../api.ts';
import { sentencesOf } from '../errores.ts';
import { announceError } from '../piezas/avisos.tsx';
import { useSession } from '../usar.ts';
import { queryOf } from './filtros/direccion.ts';

const KEY = ['favoritas'];

/** The ids of the caller's favorite works, all of them. */
async function readFavoritas(signal: AbortSignal): Promise<number[]> {
  const query = { ...queryOf({ favoritas: 'true' }), campos: 'id', limit: 1000 };
  const rows = await readPages((cursor) =>
    api.GET('/obras', { params: { query: { ...query, ...cursor } }, signal }),
  );
  return (rows as { id: number }[]).map(({ id }) => id);
}

/**
 * The caller's favorites, read once for all rows, and the function that makes a work a favorite or takes it out. It shows at
 * once, and is taken back where the registry refuses it.
 *
 * @returns null without a session
 */
export function useFavoritas(): {
  isFavorita: (obraId: number) => boolean;
  toggle: (obraId: number) => void;
} | null {
  const session = useSession();
  const queries = useQueryClient();
  const { data = [] } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => readFavoritas(signal),
    enabled: session !== null,
    staleTime: 5 * 60_000,
  });
  const mutation = useMutation({
    mutationKey: KEY,
    mutationFn: ({ obraId, isOn }: { obraId: number; isOn: boolean }) => {
      const params = { path: { id: session?.user.id ?? '', obraId } };
      const path = '/users/{id}/favorites/{obraId}';
      return isOn
        ? read<unknown>(api.POST(path, { params }))
        : read<unknown>(api.DELETE(path, { params }));
    },
    onMutate: ({ obraId, isOn }) => {
      void queries.cancelQueries({ queryKey: KEY });
      put(obraId, isOn);
    },
    onError: (error, { obraId, isOn }) => {
      put(obraId, !isOn);
      announceError(sentencesOf(error).join(' '));
    },
    onSettled: () => {
      // Stars that were pressed meanwhile are read with the last of them.
      if (queries.isMutating({ mutationKey: KEY }) > 1) return;
      void queries.invalidateQueries({ queryKey: KEY });
      // Lists, sums and maps of the favorites alone are others now.
      void queries.invalidateQueries({
        predicate: ({ queryKey }) =>
          queryKey.some((part) => typeof part === 'object' && part !== null && 'favoritas' in part),
      });
    },
  });
  const put = (obraId: number, isOn: boolean) =>
    queries.setQueryData<number[]>(KEY, (ids = []) => {
      const others = ids.filter((id) => id !== obraId);
      return isOn ? [...others, obraId] : others;
    });
  if (!session) return null;
  const ids = new Set(data);
  return {
    isFavorita: (obraId) => ids.has(obraId),
    toggle: (obraId) => mutation.mutate({ obraId, isOn: !ids.has(obraId) }),
  };
}
