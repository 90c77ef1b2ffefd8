import type { Filtros } from '../../core/obras/filtros/direccion.ts';
import type { EnPalabras } from '../../core/obras/filtros/palabras.ts';

// The address of a feed is for whoever has it: no filter in it depends on who asks.

/**
 * The filters that mean the same for everybody.
 *
 * @param en all filters in words
 * @param propios those whose answer depends on the user
 */
export const paraTodos = (filtros: Filtros, en: EnPalabras, propios: readonly string[]): Filtros =>
  Object.fromEntries(
    Object.entries(filtros).filter(([name]) => {
      const { propio, campo } = en[name as keyof EnPalabras] ?? {};
      return !propios.includes(name) && !propio && !campo?.de;
    }),
  );

/** Entries by their day, days and entries in the order that they come. */
export function porDia<One extends { date_modified: string }>(
  entradas: One[],
  day: (instant: string) => string,
): [string, One[]][] {
  const days = new Map<string, One[]>();
  for (const entrada of entradas) {
    const date = day(entrada.date_modified);
    days.set(date, [...(days.get(date) ?? []), entrada]);
  }
  return [...days];
}

/** The place of what an entry leads to below /portal; none where it leads nowhere. */
export const lugarDe = ({ url }: { url?: string }): string | undefined =>
  url === undefined ? undefined : new URL(url).pathname.replace(/^.*?\/portal(?=\/)/, '');

/** The cursor in the address of a feed's next page. */
export const cursorIn = (next: string | undefined): string | undefined =>
  next === undefined ? undefined : (new URL(next).searchParams.get('cursor') ?? undefined);
