import { ofFeatures } from '../feature.ts';
import type { Consulta } from '../obras/totales.ts';

/** The figures that a feature adds to the front page: `inicio.ts` in its folder has them as `inicio`. */
export interface EnInicio<Data = unknown> {
  consulta: Consulta<Data>;
  cifras: {
    /** Its place among all, from small to large. */
    place: number;
    nombre: string;
    /** The works that it counts. */
    href: string;
    valor(data: Data): string;
  }[];
}

/** Those of all features. */
export const CIFRAS = ofFeatures(
  import.meta.glob<EnInicio>('../../features/*/inicio.ts', { eager: true, import: 'inicio' }),
);
