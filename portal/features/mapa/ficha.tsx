import { lazy, Suspense } from 'react';
import type { DeObra, EnFicha } from '../../core/obras/ficha/partes.ts';
import type { Obra } from '../../core/obras/obra.ts';
import { ErrorBoundary } from '../../core/piezas/pagina.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import css from './mapa-ficha.module.css';

const MapaFicha = lazy(() => import('./mapa-ficha.tsx'));

const SinMapa = () => (
  <p className={piezas.ayuda}>
    No se pudo cargar el mapa. Las coordenadas están junto a cada ubicación.
  </p>
);

/** Whether the map has no more to show than where the work is. */
const isMark = ({ ubicaciones }: Obra) =>
  ubicaciones.length === 1 && ubicaciones[0]?.tipoGeometria === 'PUNTO';

function Mapa({ obra }: DeObra) {
  if (obra.ubicaciones.length === 0) return null;
  return (
    <div className={isMark(obra) ? `${css.alLado} ${css.marca}` : css.alLado}>
      {/* Without its map the sheet still says everything. */}
      <ErrorBoundary fallback={<SinMapa />}>
        <Suspense fallback={<div className={css.mapaFicha} />}>
          <MapaFicha obra={obra} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

export const ficha: EnFicha = {
  cuerpo: [{ place: 50, Parte: Mapa, pasado: true }],
  finales: { sinLugar: '; por eso no aparece en el mapa' },
};
