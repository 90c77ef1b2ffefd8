// The list that somebody came from, so that a sheet leads to the works before and after it, and back.

const KEY = 'registro.lista';
/** Works that are remembered at most, some kilobytes. */
const MOST = 2000;

interface Lista {
  /** The page with its filters and order: `/obras?municipioId=50`. */
  href: string;
  /** The works that it has read so far, in its order. */
  ids: number[];
}

/** Said by a page that lists works, whenever what it shows has changed. It is kept for as long as the tab is open. */
export function keepList(href: string, ids: readonly number[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ href, ids: ids.slice(0, MOST) } satisfies Lista));
  } catch {
    // Without storage, a sheet has no neighbours.
  }
}

/** Where a work stands in the list that somebody came from; without `previous` and `next` where it is not in it. */
export function neighboursOf(id: number): { href: string; previous?: number; next?: number } {
  const { href, ids } = kept();
  const place = ids.indexOf(id);
  if (place < 0) return { href };
  const [previous, next] = [ids[place - 1], ids[place + 1]];
  return {
    href,
    ...(previous !== undefined && { previous }),
    ...(next !== undefined && { next }),
  };
}

function kept(): Lista {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '') as Lista;
  } catch {
    return { href: '/obras', ids: [] };
  }
}
