import { useQuery } from '@tanstack/react-query';
import { api, read } from './api.ts';
import { useIsAdmin, useSession } from './usar.ts';

/** The caller's right to write follow-up, as it is read: for pages that can do nothing without it. */
export function useConsultaMisDependencias() {
  const id = useSession()?.user.id;
  return useQuery({
    queryKey: ['capturista', id],
    queryFn: ({ signal }) =>
      read(api.GET('/users/{id}/dependencias', { params: { path: { id: id ?? '' } }, signal })),
    enabled: id !== undefined,
    staleTime: 5 * 60_000,
  });
}

/** The agencies whose follow-up the caller writes, by id; undefined until they are known, and without a session. */
export function useMisDependencias(): number[] | undefined {
  const { data, error } = useConsultaMisDependencias();
  // Everybody can read the rest without them. The registry refuses writes that are not allowed. What was known before an
  // answer was lost still holds.
  return data?.dependenciaIds ?? (error ? [] : undefined);
}

/** Whether the caller writes the follow-up of an agency's works: the registry decides, the portal hides what it would refuse. */
export function useCapturas(): (dependenciaId: number) => boolean {
  const isAdmin = useIsAdmin();
  const own = useMisDependencias();
  return (dependenciaId) => isAdmin || (own?.includes(dependenciaId) ?? false);
}

/** Whether the caller writes the follow-up of this agency's works. */
export const useCaptura = (dependenciaId: number): boolean => useCapturas()(dependenciaId);
