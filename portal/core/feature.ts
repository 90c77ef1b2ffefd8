import type { ComponentType } from 'react';
import { NAMES } from '../features.ts';
import type { Icon } from './icons.tsx';

// A feature adds itself to the core by files of fixed names in its folder, each with one constant of data. `feature.ts` is what
// every page needs of it, and is light. The others are parts of a page of the core, whose code they come with: the page reads the
// same file of all features by `import.meta.glob`, and has the constant's type.

/** What a feature adds to all pages. */
export interface Feature {
  pages?: Page[];
  ways?: Way[];
  /** A strip below the bar of every page, while the user has something waiting there. */
  strip?: {
    isDue(userId: string): boolean;
    load(): Promise<{ default: ComponentType<{ userId: string }> }>;
  };
}

/**
 * The readers of a page: `reader` is anybody where the registry is read in public, `token` any user, `admin` administrators.
 */
export type Access = 'open' | 'reader' | 'token' | 'admin';

/** A page, whose code is fetched when a user goes there. */
export interface Page {
  /** Below /portal. */
  path: string;
  access: Access;
  load(): Promise<{ default: ComponentType }>;
  /** Whether those who capture need it where there may be no network: they get its code before. */
  enCampo?: true;
}

/** A way to a page, in the bar and on a phone. */
export interface Way {
  href: string;
  nombre: string;
  icono: Icon;
  /** Its place among all ways, from small to large. */
  place: number;
  /** The users who have it; without it everybody. Those who capture begin with theirs. */
  de?: 'clerk' | 'user' | 'admin';
  /** On a phone, whether it leaves its room at the thumb to the others, where they are many, or always. */
  cede?: 'si faltara lugar' | 'siempre';
  /** Whether it stands at the end, beside the user's account. */
  isLast?: true;
}

/** The features' constants of one file, in the order of the list; of features that it does not name there are none. */
export const ofFeatures = <T>(files: Record<string, T>): T[] =>
  NAMES.flatMap((name) =>
    Object.entries(files).flatMap(([path, data]) =>
      path.includes(`/features/${name}/`) ? [data] : [],
    ),
  );
