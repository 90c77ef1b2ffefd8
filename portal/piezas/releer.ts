import { useQueryClient } from '@tanstack/react-query';

/** Reads anew, after a change, all of these kinds that is on the screen; the rest when it is next seen. */
export function useReread(): (...kinds: string[]) => Promise<unknown> {
  const queries = useQueryClient();
  return (...kinds) =>
    Promise.all(kinds.map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
}
