/** Where in the portal a page was asked to lead back to by `?volver=`; never anywhere outside of it. */
export function placeIn(search: string): string {
  const back = new URLSearchParams(search).get('volver') ?? '/';
  return /^\/(?![/\\])/.test(back) ? back : '/';
}
