import { type ComponentType, lazy, useState } from 'react';

// The pages of the portal, one line each: start reading here. A page's code is fetched when a user goes there.

/**
 * The readers of a page: `reader` is anybody where the registry is read in public, `token` any user, `admin` administrators.
 */
export type Access = 'open' | 'reader' | 'token' | 'admin';

export interface Ruta {
  /** Below /portal. */
  path: string;
  access: Access;
  page: Page;
}

/** A page, and how its code is fetched before it is shown. */
type Page = ComponentType & { fetch(): Promise<void> };

/**
 * A page whose code is fetched when it is first shown, or before. One that is there already is shown at once: React keeps what
 * stands in for a page that it waits for on the screen for 300 ms, however soon the page is there.
 */
function page(load: () => Promise<{ default: ComponentType }>): Page {
  let There: ComponentType | undefined;
  const Fetched = lazy(load);
  const fetch = async () => {
    There = (await load()).default;
  };
  return Object.assign(
    () => {
      // The choice is made once: another one would begin the page anew.
      const [Shown] = useState<ComponentType>(() => There ?? Fetched);
      return <Shown />;
    },
    { fetch },
  );
}

export const RUTAS: Ruta[] = [
  // For visitors: people with a session are led on to where their work is.
  { path: '/', access: 'reader', page: page(() => import('./inicio/inicio.tsx')) },
  { path: '/entrar', access: 'open', page: page(() => import('./cuenta/entrar.tsx')) },
  { path: '/obras', access: 'reader', page: page(() => import('./obras/lista/explorar.tsx')) },
  {
    path: '/obras/nueva',
    access: 'admin',
    page: page(() => import('./obras/formulario/registrar.tsx')),
  },
  { path: '/obras/:id', access: 'reader', page: page(() => import('./obras/ficha/ficha.tsx')) },
  {
    path: '/obras/:id/editar',
    access: 'admin',
    page: page(() => import('./obras/formulario/corregir.tsx')),
  },
  {
    path: '/obras/:id/historial',
    access: 'admin',
    page: page(() => import('./obras/historial/historial.tsx')),
  },
  {
    path: '/obras/:id/reportar',
    access: 'token',
    page: page(() => import('./seguimiento/reportar.tsx')),
  },
  {
    path: '/obras/:id/fotos',
    access: 'token',
    page: page(() => import('./obras/archivos/fotos.tsx')),
  },
  {
    path: '/mis-obras',
    access: 'token',
    page: page(() => import('./seguimiento/mis-obras.tsx')),
  },
  { path: '/resumen', access: 'reader', page: page(() => import('./resumen/resumen.tsx')) },
  { path: '/calidad', access: 'admin', page: page(() => import('./calidad/calidad.tsx')) },
  { path: '/importar', access: 'admin', page: page(() => import('./importar/importar.tsx')) },
  {
    path: '/importar/avances',
    access: 'token',
    page: page(() => import('./importar/avances.tsx')),
  },
  { path: '/catalogos', access: 'reader', page: page(() => import('./catalogos/indice.tsx')) },
  {
    path: '/catalogos/:catalogo',
    access: 'reader',
    page: page(() => import('./catalogos/catalogo.tsx')),
  },
  { path: '/usuarios', access: 'admin', page: page(() => import('./usuarios/usuarios.tsx')) },
  { path: '/bitacora', access: 'admin', page: page(() => import('./bitacora/bitacora.tsx')) },
  { path: '/cuenta', access: 'token', page: page(() => import('./cuenta/cuenta.tsx')) },
  { path: '/ayuda', access: 'open', page: page(() => import('./ayuda/ayuda.tsx')) },
];

/** The time that the bar waits for the first page's code, in milliseconds. */
const PATIENCE = 300;

/** Fetches the code of the page at an address below /portal. The page itself says when its code fails or is late. */
export async function fetchPage(address: string): Promise<void> {
  const isThere = ({ path }: Ruta) =>
    new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(address);
  const fetched = RUTAS.find(isThere)?.page.fetch();
  const tooLong = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([fetched, tooLong]).catch(() => {});
}
