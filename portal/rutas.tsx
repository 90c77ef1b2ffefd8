import { type ComponentType, lazy } from 'react';

// The pages of the portal, one line each: start reading here. A page's code is fetched when somebody goes there.

/**
 * The readers of a page: `reader` is anybody where the registry is read in public, `token` any user, `admin` administrators.
 */
export type Access = 'open' | 'reader' | 'token' | 'admin';

export interface Ruta {
  /** Below /portal. */
  path: string;
  access: Access;
  page: ComponentType;
}

export const RUTAS: Ruta[] = [
  { path: '/entrar', access: 'open', page: lazy(() => import('./cuenta/entrar.tsx')) },
  { path: '/obras', access: 'reader', page: lazy(() => import('./obras/explorar.tsx')) },
  { path: '/obras/nueva', access: 'admin', page: lazy(() => import('./obras/registrar.tsx')) },
  { path: '/obras/:id', access: 'reader', page: lazy(() => import('./obras/ficha.tsx')) },
  { path: '/obras/:id/editar', access: 'admin', page: lazy(() => import('./obras/corregir.tsx')) },
  {
    path: '/obras/:id/historial',
    access: 'admin',
    page: lazy(() => import('./obras/historial.tsx')),
  },
  {
    path: '/obras/:id/reportar',
    access: 'token',
    page: lazy(() => import('./seguimiento/reportar.tsx')),
  },
  {
    path: '/mis-obras',
    access: 'token',
    page: lazy(() => import('./seguimiento/mis-obras.tsx')),
  },
  { path: '/resumen', access: 'reader', page: lazy(() => import('./resumen/resumen.tsx')) },
  { path: '/calidad', access: 'admin', page: lazy(() => import('./calidad/calidad.tsx')) },
  { path: '/importar', access: 'admin', page: lazy(() => import('./importar/importar.tsx')) },
  {
    path: '/importar/avances',
    access: 'token',
    page: lazy(() => import('./importar/avances.tsx')),
  },
  { path: '/catalogos', access: 'reader', page: lazy(() => import('./catalogos/indice.tsx')) },
  {
    path: '/catalogos/:catalogo',
    access: 'reader',
    page: lazy(() => import('./catalogos/catalogo.tsx')),
  },
  { path: '/usuarios', access: 'admin', page: lazy(() => import('./usuarios/usuarios.tsx')) },
  { path: '/bitacora', access: 'admin', page: lazy(() => import('./bitacora/bitacora.tsx')) },
  { path: '/cuenta', access: 'token', page: lazy(() => import('./cuenta/cuenta.tsx')) },
  { path: '/ayuda', access: 'open', page: lazy(() => import('./ayuda/ayuda.tsx')) },
];
