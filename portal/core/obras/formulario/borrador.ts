import type { Schema } from '../../api.ts';
import { type Borrador, borradores } from '../../records/borradores.ts';
import type { Comparison } from '../../records/merge3.ts';
import { comparePlaces } from './lugares-de-ambos.ts';
import {
  CAMPOS,
  isAlike,
  newUbicacion,
  SIN_VALORES,
  saysTheSame,
  type Valores,
  valoresOf,
  withIds,
} from './valores.ts';

/** A draft of a work: `de` is the id of the one that is corrected, or `nueva-` and a key of its own for one that is registered. */
export interface BorradorDeObra extends Borrador {
  valores: Valores;
  /** The work that is corrected, as it was read, and its ETag. */
  leida?: Leida;
}

/** A work as the registry answered it. */
export interface Leida {
  obra: Schema<'Obra'>;
  etag: string;
  /** The time of the answer, by the registry's clock. */
  instante: string;
}

/** The name of a draft's work; empty until there is one. */
export const nameOf = ({ nombre, claveUnica }: Valores): string =>
  nombre.trim() || claveUnica.trim();

/** The works that a user was registering, the newest first. */
export const newBorradores = (userId: string): BorradorDeObra[] =>
  ofObras(userId)
    .filter(({ de }) => de.startsWith('nueva-'))
    .sort((a, b) => b.instante - a.instante);

const ofObras = (userId: string): BorradorDeObra[] =>
  borradores(userId).flatMap((guardado) => wholeOf(guardado) ?? []);

/** A draft with all fields of a work; undefined where it is none of a work. */
export function wholeOf(guardado: Borrador | undefined): BorradorDeObra | undefined {
  const borrador = guardado as BorradorDeObra | undefined;
  if (!Array.isArray(borrador?.valores.ubicaciones)) return undefined;
  return { ...borrador, valores: whole(borrador) };
}

/** How a work is written, for both of its forms. */
export const OBRA: Comparison<Valores> & {
  valoresOf: (leida: Leida) => Valores;
  registroOf: (leida: Leida) => Schema<'Obra'>;
  saysTheSame: Comparison<Valores>['isAlike'];
  adopt: (valores: Valores, sent: Valores, obra: Schema<'Obra'>) => Valores;
} = {
  campos: CAMPOS,
  isAlike,
  saysTheSame,
  partes: { ubicaciones: comparePlaces },
  valoresOf: ({ obra }) => valoresOf(obra),
  registroOf: ({ obra }) => obra,
  adopt: withIds,
};

/**
 * A draft's values with all fields. One of an earlier version of the portal may lack some: those are as the work has them,
 * so that none is taken for emptied, or empty.
 */
function whole({ valores, leida }: BorradorDeObra): Valores {
  const before = leida && valoresOf(leida.obra);
  const known = Object.entries(before ?? {}).filter(([, value]) => value !== undefined);
  const ubicaciones = valores.ubicaciones.map((each) => ({
    ...newUbicacion(each.tipoGeometria),
    ...before?.ubicaciones.find(({ id }) => id === each.id),
    ...each,
  }));
  return { ...SIN_VALORES, ...Object.fromEntries(known), ...valores, ubicaciones };
}
