import { useQueryClient } from '@tanstack/react-query';

/** What somebody has changed: reads anew all that is on the screen of these kinds, and the rest of them when it is next seen. */
export function useReread(): (...kinds: string[]) => Promise<unknown> {
  const queries = useQueryClient();
  return (...kinds) =>
    Promise.all(kinds.map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
}
