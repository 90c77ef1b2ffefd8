import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { useLimites } from '../../core/catalogos.ts';
import type { MapaDeLugar } from '../../core/obras/formulario/mapa.ts';
import type { Destino } from '../../core/obras/lugar-buscado.ts';
import { Aviso } from '../../core/piezas/avisos.tsx';
import { Esqueleto } from '../../core/piezas/estados.tsx';
import { ErrorBoundary } from '../../core/piezas/pagina.tsx';
import { BuscadorLugar } from './buscador-lugar.tsx';
import css from './dibujo.module.css';

const fetch = () => import('./dibujo.tsx');

/** The map is fetched when it is needed; without it the table and pasting go on. */
const Dibujo = lazy(fetch);

const MapaNoDisponible = () => (
  <Aviso>El mapa no se pudo cargar. Escriba o pegue las coordenadas: se guardan igual.</Aviso>
);

function Mapa({ children, ...dibujo }: ComponentProps<MapaDeLugar['Mapa']>) {
  const [destino, setDestino] = useState<Destino | null>(null);
  const { data: limites, isError: isMapMissing } = useLimites();
  return (
    <>
      {limites && <BuscadorLugar limites={limites} cerca={dibujo.bbox} onGo={setDestino} />}
      <div className={css.partes}>
        {limites ? (
          <ErrorBoundary fallback={<MapaNoDisponible />}>
            <Suspense fallback={<Esqueleto renglones={1} alto={360} />}>
              <Dibujo {...dibujo} limites={limites} destino={destino} />
            </Suspense>
          </ErrorBoundary>
        ) : isMapMissing ? (
          <MapaNoDisponible />
        ) : (
          <Esqueleto renglones={1} alto={360} />
        )}
        {children}
      </div>
    </>
  );
}

/** The form of a work has a map to draw on. */
export const lugar: MapaDeLugar = { Mapa, fetch };
