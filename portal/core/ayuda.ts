import type { ReactNode } from 'react';
import { ofFeatures } from './feature.ts';

/** What a feature adds to the page of help: `ayuda.tsx` in its folder has it as `ayuda`. */
export interface EnAyuda {
  /** A sentence for the entry that tells how works are found. */
  encontrar?: string;
  /** An entry of what people do here. */
  uso?: ReactNode;
  /** Keys, by where they act; each group has its place among all, from small to large. Those of an entry have a blank between. */
  teclas?: { place: number; donde: string; teclas: [string, string][]; nota?: string }[];
  seccion?: ReactNode;
  /** An entry of what programs read. */
  programas?: ReactNode;
}

/** What all features add to the help. */
export const AYUDAS = ofFeatures(
  // The page itself has that name in its own folder.
  import.meta.glob<EnAyuda>(['../features/*/ayuda.tsx', '!../features/ayuda/*'], {
    eager: true,
    import: 'ayuda',
  }),
);
