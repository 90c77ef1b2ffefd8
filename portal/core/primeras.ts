import { CAMPOS_CON_LUGAR, camposDeLista, NEWEST, PAGE } from './obras/filas.ts';
import { readFiltros, readPage } from './obras/filtros/leer.ts';
import type { Filtro } from './obras/filtros/palabras.ts';
import { ordenOf } from './obras/lista/orden.ts';
import { PROPIOS } from './obras/propios.ts';

// The questions to the registry that a page begins with, by the page's address: they can be asked before its code is there.

/** Parameters of the works' page that filter nothing. */
const OF_PAGE = ['vista', 'pagina', 'orden', 'lugar', 'obra'];

/** Who reads the page. */
interface Reader {
  hasSession: boolean;
  isAdmin: boolean;
}

/**
 * The addresses of the registry that a page of the portal begins with; none where only its code knows them.
 *
 * @param address the page's path below /portal and its parameters
 * @param deFeatures the fields that features add to rows of the list
 */
export function firstQuestions(
  { pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
  { hasSession, isAdmin }: Reader,
  deFeatures: string[],
): string[] {
  const path = pathname.replace(/^\/portal\b/, '').replace(/(.)\/$/, '$1');
  if (/^\/obras\/\d+$/.test(path)) return [path];
  // A user with a session is led on to where their work is.
  if (path === '/' && !hasSession) {
    return [listOf({ orden: '-id', campos: CAMPOS_CON_LUGAR.join(','), limit: String(NEWEST) })];
  }
  const isElsewhere = searchParams.get('vista') === 'mapa' || readPage(searchParams) > 1;
  if (path !== '/obras' || isElsewhere) return [];
  // Without a session these lead to signing in.
  if (!hasSession && PROPIOS.some((filtro) => searchParams.has(filtro))) return [];
  const names = [...searchParams.keys()].filter((name) => !OF_PAGE.includes(name));
  const filtros = readFiltros(names as Filtro[], searchParams);
  const orden = ordenOf(searchParams.get('orden'), filtros);
  const campos = camposDeLista(isAdmin, filtros, deFeatures);
  return [listOf({ ...filtros, orden, campos, limit: String(PAGE) })];
}

const listOf = (query: Record<string, string>) => `/obras?${new URLSearchParams(query)}`;

/** What two addresses share that ask the same, whatever the order of their parameters. */
export function questionOf(url: URL): string {
  const params = new URLSearchParams(url.searchParams);
  params.sort();
  return `${url.pathname}?${params}`;
}
