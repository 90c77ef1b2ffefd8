/**
 * The page of the portal that `?volver=` names to lead back to, never anywhere outside of it. An old link leads to the list of
 * all works without any choice: then it is the first page, which is a clerk's own works.
 */
export function placeIn(search: string): string {
  const back = new URLSearchParams(search).get('volver') ?? '/';
  return /^\/(?![/\\])/.test(back) && back !== '/obras' ? back : '/';
}
