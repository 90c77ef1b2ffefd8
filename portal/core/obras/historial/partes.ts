import type { ComponentType } from 'react';
import type { Schema } from '../../api.ts';

/** A row of the ledger, or of a work's history. */
export type Renglon = Schema<'RenglonBitacora'>;

/** Rows that are told as one. */
export type Seguidos = [Renglon, ...Renglon[]];

/** What a feature adds to the words of the ledger: `historial.ts`, or `.tsx`, in its folder has it as `historial`. */
export interface EnHistorial {
  /** Its resources within a sentence: «el contrato». */
  recursos?: Record<string, string>;
  /** The labels of the fields of each resource, in their order. */
  etiquetas?: Record<string, Record<string, string>>;
  /** The words of what is chosen, by the field. */
  elecciones?: Record<string, Record<string, string>>;
  /** A value in words, by the field, where it is no text, day, choice or amount. The catalogs' names are by `field/id`. */
  enPalabras?: Record<string, (value: unknown, names: ReadonlyMap<string, string>) => string>;
  /** Neighbours that are told as one. */
  juntas?: {
    /** Alike for those that stand together; undefined for a row that stands alone. */
    claveOf(renglon: Renglon): string | undefined;
    frase(seguidos: Seguidos): string;
  };
  /** What stands below the values of a row. */
  Pie?: ComponentType<{ renglon: Renglon }>;
  /** Links of a row that a file brought. */
  Enlaces?: ComponentType<{ renglon: Renglon }>;
}

/** What all features have of one kind, by its names. */
export const deTodas = <K extends 'recursos' | 'etiquetas' | 'elecciones' | 'enPalabras'>(
  features: EnHistorial[],
  kind: K,
): NonNullable<EnHistorial[K]> => Object.assign({}, ...features.map((one) => one[kind]));

/** Rows in their order: neighbours that a feature tells as one stand together, with that feature's words. */
export function juntos(
  features: EnHistorial[],
  renglones: readonly Renglon[],
): { seguidos: Seguidos; frase: string }[] {
  const groups: { seguidos: Seguidos; own: EnHistorial['juntas']; clave: string | undefined }[] =
    [];
  for (const renglon of renglones) {
    const own = features.find(({ juntas }) => juntas?.claveOf(renglon) !== undefined)?.juntas;
    const clave = own?.claveOf(renglon);
    const last = groups.at(-1);
    if (last && own && own === last.own && clave === last.clave) last.seguidos.push(renglon);
    else groups.push({ seguidos: [renglon], own, clave });
  }
  return groups.map(({ seguidos, own }) => ({
    seguidos,
    frase: seguidos.length > 1 && own ? own.frase(seguidos) : seguidos[0].resumen,
  }));
}
