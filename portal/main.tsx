import './app.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useState } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { Router, useLocation } from 'wouter';
import { FRESH } from './core/adelantadas.ts';
import './core/adelantar.ts';
import { loadAjustes } from './core/ajustes.ts';
import { watchConnection } from './core/conexion.ts';
import { Marco } from './core/marco.tsx';
import { Falla } from './core/piezas/estados.tsx';
import { ErrorBoundary, Pagina } from './core/piezas/pagina.tsx';
import { keepPlaceOverReload } from './core/piezas/recarga.ts';
import { fetchPage } from './core/rutas.tsx';
import { findSession } from './core/sesion.ts';
import { goOnTranslated } from './core/traduccion.ts';
import { useSession } from './core/usar.ts';

const createQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // `ask()` waits and tries again itself where that helps. Without a network, what was read stays on the screen.
        retry: false,
        networkMode: 'always',
        staleTime: FRESH,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** One person's reading and open pages are not shown to the next: for each the portal begins anew. */
function PorPersona({ children }: { children: ReactNode }) {
  return <Consultas key={useSession()?.user.id}>{children}</Consultas>;
}

function Consultas({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueries);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

/** React Aria's links go through the portal's own router. */
function Portal() {
  const [, navigate] = useLocation();
  return (
    <RouterProvider navigate={(path) => navigate(path)} useHref={(path) => `/portal${path}`}>
      <Marco />
    </RouterProvider>
  );
}

const root = createRoot(document.getElementById('raiz') as HTMLElement);
watchConnection();
goOnTranslated();
keepPlaceOverReload();

async function open(): Promise<void> {
  try {
    const address = location.pathname.replace(/^\/portal/, '');
    await Promise.all([loadAjustes(), findSession(), fetchPage(address)]);
  } catch (error) {
    root.render(
      <Pagina titulo="El registro no responde" ancho="texto">
        <Falla error={error} onRetry={() => void open()} />
      </Pagina>,
    );
    return;
  }
  root.render(
    <StrictMode>
      <I18nProvider locale="es-MX">
        <PorPersona>
          <Router base="/portal">
            <ErrorBoundary>
              <Portal />
            </ErrorBoundary>
          </Router>
        </PorPersona>
      </I18nProvider>
    </StrictMode>,
  );
}

void open();
