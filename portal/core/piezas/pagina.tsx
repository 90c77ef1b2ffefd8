import { Component, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Boton } from './boton.tsx';
import piezas from './piezas.module.css';

const REGISTRY = 'Registro de Obras Públicas';
/** The browser itself puts the focus where it belongs when the first page opens. */
let isFirst = true;

/** The scroll position of each page, by its address: people who go back find the place again. */
const places = new Map<string, number>();
const address = () => location.pathname + location.search;
let here = address();
let isBack = false;
/** The state of an entry of the history that leads back to a page, such as from a form that was sent. */
export const VUELVE = { vuelve: true };
// The router tells of the last two itself.
for (const event of ['popstate', 'pushState', 'replaceState']) {
  window.addEventListener(event, () => {
    places.set(here, window.scrollY);
    here = address();
    isBack = event === 'popstate' || history.state?.vuelve === true;
  });
}

/** Whether the browser's «back» or «forward» led to what is shown: the place in the page is found again then. */
export const cameBack = (): boolean => isBack;

interface Props {
  /** The heading of the page, and its title in the browser. */
  titulo: string;
  /** Buttons and links that stand beside the heading. */
  acciones?: ReactNode;
  /** A line before the heading: where the page belongs. */
  antetitulo?: ReactNode;
  /** The page's purpose: a map uses the whole screen, its head is for the ear, and text is easier to read on a narrow one. */
  ancho?: 'texto' | 'tabla' | 'mapa';
  children: ReactNode;
}

const ANCHOS = {
  texto: `${piezas.pagina} ${piezas.deTexto}`,
  tabla: piezas.pagina,
  mapa: `${piezas.pagina} ${piezas.deMapa}`,
};

/** A page: its title, its one heading of the first rank, which has the focus when the page opens, and its content. */
export function Pagina({ titulo, acciones, antetitulo, ancho = 'tabla', children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${titulo} – ${REGISTRY}`;
  }, [titulo]);
  useLayoutEffect(() => {
    if (!isFirst) window.scrollTo(0, (isBack && places.get(here)) || 0);
  }, []);
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return (
    <div className={ANCHOS[ancho]}>
      <div className={`${piezas.enFila} ${piezas.cabeza}`}>
        <div>
          {antetitulo && <p className={piezas.antetitulo}>{antetitulo}</p>}
          <h1 tabIndex={-1} ref={heading}>
            {titulo}
          </h1>
        </div>
        {acciones && <div className={piezas.acciones}>{acciones}</div>}
      </div>
      {children}
    </div>
  );
}

interface Contenido {
  children: ReactNode;
  /** Takes the place of a part that failed; without it the whole page says so. */
  fallback?: ReactNode;
}

/** Keeps a page's or a part's fault to itself: the rest of the portal goes on. */
export class ErrorBoundary extends Component<Contenido, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    const { error } = this.state;
    const isMissing = /dynamically imported module|preload CSS|module script/.test(String(error));
    return (
      <Pagina
        titulo={isMissing ? 'Una parte del portal no llegó' : 'Esta página falló'}
        ancho="texto"
      >
        <p>
          {isMissing
            ? 'Revise su conexión y cargue la página de nuevo. Lo que había escrito se conserva.'
            : 'Lo que había escrito en un formulario se conserva. Vuelva a cargar la página para seguir.'}
        </p>
        {!isMissing && (
          <p className={piezas.ayuda}>
            Si pide ayuda, mencione esto:{' '}
            <code>{error instanceof Error ? error.message : String(error)}</code>
          </p>
        )}
        <Boton tono="principal" onPress={() => location.reload()}>
          Cargar de nuevo
        </Boton>
      </Pagina>
    );
  }
}
