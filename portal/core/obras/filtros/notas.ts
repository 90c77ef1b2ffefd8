import type { ComponentType } from 'react';
import { ofFeatures } from '../../feature.ts';
import { juntas } from '../../juntas.ts';
import type { Filtros } from './direccion.ts';

/** What features have to say of the filters that are set, below their chips: `nota.tsx` in a feature's folder has it as `Nota`. */
export const Notas = juntas(
  ofFeatures(
    import.meta.glob<ComponentType<{ filtros: Filtros }>>('../../../features/*/nota.tsx', {
      eager: true,
      import: 'Nota',
    }),
  ),
);
