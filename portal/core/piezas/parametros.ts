import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { withQuery } from './direccion.ts';

// The choices on a page stand in its address, so that it can be kept, sent and gone back to.

/** The page's own address below /portal, with its query: where another page leads back to. */
export function useAqui(): string {
  const [path] = useLocation();
  return withQuery(path, new URLSearchParams(useSearch()));
}

/** `replace` takes the place of the present entry in the browser's history, for what changes with every key or move. */
export interface How {
  replace?: boolean;
}

/** Changes of the address; undefined or nothing takes a parameter out of it. */
type Changes = Record<string, string | undefined>;

/** Everything in the page's query, and the one way to change it. Two changes in a row both count. */
export function useParametros(): {
  params: URLSearchParams;
  changeParams: (changes: Changes, how?: How) => void;
} {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const changeParams = useCallback(
    (changes: Changes, { replace = false }: How = {}) => {
      const next = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      if (next.toString() === new URLSearchParams(location.search).toString()) return;
      // An entry of the history keeps its own state besides its address.
      navigate(withQuery(path, next), { replace, state: replace ? history.state : null });
    },
    [path, navigate],
  );
  return { params, changeParams };
}
