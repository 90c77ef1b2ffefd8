import type { Access, Way } from './feature.ts';

// Who comes to which page, and which way of the bar leads to where one is.

/** What the door of a page goes by, of its visitor. */
export interface Visitante {
  roles: string;
  mustChangePassword: boolean;
}

/** The page itself, the first page of a user's work, that it is for administrators, or the address to go to instead. */
export type Paso = 'page' | 'home' | 'refused' | `/${string}`;

/**
 * What comes of going to a page.
 *
 * @param visitor null without a session
 * @param here the address, to come back to after signing in
 * @param isOwn whether it asks for what belongs to a user, such as favorites: also where everybody reads the works
 * @param isPublic whether everybody reads the works
 */
export function pasoOf(
  { access, path }: { access: Access; path: string },
  visitor: Visitante | null,
  { here, isOwn, isPublic }: { here: string; isOwn: boolean; isPublic: boolean },
): Paso {
  const back = `volver=${encodeURIComponent(here)}` as const;
  const isOpen = access === 'open' || (access === 'reader' && isPublic);
  if (!visitor && (isOwn || !isOpen)) return path === '/' ? '/entrar' : `/entrar?${back}`;
  if (!visitor) return 'page';
  if (path === '/') return 'home';
  if (visitor.mustChangePassword && path !== '/cuenta' && path !== '/entrar') {
    return `/cuenta?${back}`;
  }
  return access === 'admin' && visitor.roles !== 'admin' ? 'refused' : 'page';
}

/** Whether a way leads to where one is, among all there are: of two that begin alike it is the longer one. */
export function leadsHere(
  { href, nombre }: Pick<Way, 'href' | 'nombre'>,
  ways: Pick<Way, 'href'>[],
  path: string,
  search: string,
): boolean {
  const isFavorites = new URLSearchParams(search).get('favoritas') === 'true';
  const [to = ''] = href.split('?');
  const isIn = (way: string) => path === way || path.startsWith(`${way}/`);
  if (!isIn(to) || ways.some((way) => way.href.startsWith(`${to}/`) && isIn(way.href))) {
    return false;
  }
  return to !== '/obras' || (nombre === 'Favoritas') === (isFavorites && path === '/obras');
}
