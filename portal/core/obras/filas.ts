import type { components, operations } from '../../generado/openapi.d.ts';

// The rows of lists of works.

export type Orden = NonNullable<
  NonNullable<operations['listObras']['parameters']['query']>['orden']
>;

/** Rows of a page of the list. */
export const PAGE = 50;

/** The fields of a row: everything but places and description, which are long. */
export const CAMPOS = [
  'id',
  'claveUnica',
  'nombre',
  'monto',
  'ejercicioFiscal',
  'dependencia',
  'municipio',
  'tipoProyecto',
  'estatusObra',
] as const;

/** Works that the front page shows. */
export const NEWEST = 5;

/** The same with its first address. */
export const CAMPOS_CON_LUGAR = [...CAMPOS, 'lugar'];

/** The fields that a page of the list is asked for. @param deFeatures those that features add to its rows */
export const camposDeLista = (isAdmin: boolean, { q }: { q?: string }, deFeatures: string[]) =>
  [...CAMPOS_CON_LUGAR, ...deFeatures, ...(q ? ['textos'] : []), ...(isAdmin ? ['etag'] : [])].join(
    ',',
  );

/**
 * A work as the list knows it, with its first address; of a search, with the texts that it may have been found by, and for who may
 * change it, with its ETag.
 */
export type Fila = Pick<components['schemas']['Obra'], (typeof CAMPOS)[number]> & {
  lugar?: string | null;
  textos?: string[];
  etag?: string;
};
