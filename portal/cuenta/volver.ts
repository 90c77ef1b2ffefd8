/**
 * Where in the portal a page was asked to lead back to by `?volver=`; never anywhere outside of it. All works without any choice are
 * where people come in by an old link: then it is the first page, which is a clerk's own works.
 */
export function placeIn(search: string): string {
  const back = new URLSearchParams(search).get('volver') ?? '/';
  return /^\/(?![/\\])/.test(back) && back !== '/obras' ? back : '/';
}
