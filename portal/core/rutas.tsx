import { type ComponentType, lazy, useState } from 'react';
import { Redirect } from 'wouter';
import { type Access, type Feature, ofFeatures, type Page } from './feature.ts';

// The pages of the portal, one line each: start reading here. A page's code is fetched when a user goes there.

export interface Ruta extends Pick<Page, 'path' | 'access' | 'enCampo'> {
  page: ComponentType;
  /** Fetches its code before it is shown. */
  fetch(): Promise<void>;
}

/**
 * A page whose code is fetched when it is first shown, or before. One that is there already is shown at once: React keeps what
 * stands in for a page that it waits for on the screen for 300 ms, however soon the page is there.
 */
function page(path: string, access: Access, load: () => Promise<{ default: ComponentType }>): Ruta {
  let There: ComponentType | undefined;
  const Fetched = lazy(load);
  const Page = () => {
    // The choice is made once: another one would begin the page anew.
    const [Shown] = useState<ComponentType>(() => There ?? Fetched);
    return <Shown />;
  };
  const fetch = async () => {
    There = (await load()).default;
  };
  return { path, access, page: Page, fetch };
}

/** An address that leads to another page. */
const elsewhere = (path: string, access: Access, to: string): Ruta => ({
  path,
  access,
  page: () => <Redirect to={to} replace />,
  fetch: async () => {},
});

export const FEATURES = ofFeatures(
  import.meta.glob<Feature>('../features/*/feature.ts', { eager: true, import: 'feature' }),
);

export const RUTAS: Ruta[] = [
  // For visitors: people with a session are led on to where their work is.
  page('/', 'reader', () => import('./inicio/inicio.tsx')),
  page('/entrar', 'open', () => import('./cuenta/entrar.tsx')),
  page('/obras', 'reader', () => import('./obras/lista/explorar.tsx')),
  page('/obras/nueva', 'admin', () => import('./obras/formulario/registrar.tsx')),
  // The names that people try for it.
  ...['registrar', 'agregar', 'crear', 'nuevo'].map((name) =>
    elsewhere(`/obras/${name}`, 'admin', '/obras/nueva'),
  ),
  page('/obras/:id', 'reader', () => import('./obras/ficha/ficha.tsx')),
  page('/obras/:id/editar', 'admin', () => import('./obras/formulario/corregir.tsx')),
  page('/obras/:id/historial', 'admin', () => import('./obras/historial/historial.tsx')),
  page('/catalogos', 'reader', () => import('./catalogos/indice.tsx')),
  page('/catalogos/:catalogo', 'reader', () => import('./catalogos/catalogo.tsx')),
  page('/usuarios', 'admin', () => import('./usuarios/usuarios.tsx')),
  page('/bitacora', 'admin', () => import('./bitacora/bitacora.tsx')),
  page('/cuenta', 'token', () => import('./cuenta/cuenta.tsx')),
  // Those of each feature.
  ...FEATURES.flatMap(({ pages = [] }) =>
    pages.map(({ path, access, load, enCampo }) => ({
      ...page(path, access, load),
      enCampo,
    })),
  ),
];

/** Whether there is a page at a path of the table: a link to a feature's stands only where the feature is. */
export const hasPage = (path: string): boolean => RUTAS.some((ruta) => ruta.path === path);

/** The time that the bar waits for the first page's code, in milliseconds. */
const PATIENCE = 300;

/** Fetches the code of the page at an address below /portal. The page itself says when its code fails or is late. */
export async function fetchPage(address: string): Promise<void> {
  const isThere = ({ path }: Ruta) =>
    new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(address);
  const fetched = RUTAS.find(isThere)?.fetch();
  const tooLong = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([fetched, tooLong]).catch(() => {});
}
