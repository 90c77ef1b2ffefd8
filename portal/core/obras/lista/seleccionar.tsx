import type { ComponentProps } from 'react';
import { Boton } from '../../piezas/boton.tsx';
import { lazyPart } from '../../piezas/parte.tsx';
import piezas from '../../piezas/piezas.module.css';
import css from './seleccion.module.css';
import { changeSeleccion, useSeleccion } from './seleccion.ts';

const BarraSeleccion = lazyPart(() => import('./seleccion-barra.tsx'));

/** Below the list, and below the map once something is selected. It stays the same however wide the window becomes. */
export function Seleccionar({
  isListHidden,
  isPhone,
  ...props
}: { isListHidden: boolean; isPhone: boolean } & Omit<
  ComponentProps<typeof BarraSeleccion>,
  'seleccion'
>) {
  const seleccion = useSeleccion();
  if (!seleccion && isListHidden) return null;
  return (
    <div className={`${piezas.enFila} ${css.deSeleccion} ${piezas.noSeImprime}`}>
      {seleccion && <BarraSeleccion {...props} seleccion={seleccion} />}
      <Boton
        icono={seleccion ? 'cerrar' : undefined}
        soloIcono={isPhone && seleccion !== null}
        onPress={() => changeSeleccion((now) => (now ? null : new Map()))}
      >
        {!seleccion ? 'Seleccionar varias' : seleccion.size > 0 ? 'Quitar selección' : 'Terminar'}
      </Boton>
    </div>
  );
}
