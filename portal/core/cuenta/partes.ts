import type { ComponentType } from 'react';
import { ofFeatures } from '../feature.ts';
import { juntas } from '../juntas.ts';

/** What a feature says to those who capture: `cuenta.tsx` in its folder has it as `cuenta`. */
export interface EnCuenta {
  /** Of their role, on the page of their account. */
  Papel?: ComponentType<{ nombres: string }>;
  /** Where the page that they asked for is for administrators. */
  SinRol?: ComponentType;
}

const FEATURES = ofFeatures(
  import.meta.glob<EnCuenta>('../../features/*/cuenta.tsx', { eager: true, import: 'cuenta' }),
);

export const Papel = juntas(FEATURES.flatMap((feature) => feature.Papel ?? []));
export const SinRol = juntas(FEATURES.flatMap((feature) => feature.SinRol ?? []));
