import type { ComponentType } from 'react';
import { ofFeatures } from '../../feature.ts';
import { juntas } from '../../juntas.ts';
import type { Seleccion } from './elegidas.ts';

interface Props {
  seleccion: NonNullable<Seleccion>;
  /** Focuses something else, where the action's own button goes. */
  focusElse: () => void;
}

/** What a feature does with several works at once: `seleccion.tsx` in its folder has it as `seleccion`. */
export type EnSeleccion = ComponentType<Props>;

export const Acciones = juntas(
  ofFeatures(
    import.meta.glob<EnSeleccion>('../../../features/*/seleccion.tsx', {
      eager: true,
      import: 'seleccion',
    }),
  ),
);
