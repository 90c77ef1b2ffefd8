import { grouped } from '../../formato.ts';

/** The stages of a work, by their ids in the fixed catalog of statuses. */
const ETAPAS = [1, 2, 3, 4, 6];

/**
 * The way of a work in a status from plan to end, and how many of its stages are behind it. «Suspendida» and «Cancelada» are no
 * stages: the registry does not say which one a work that was stopped had reached, so none counts as passed.
 */
export function etapasOf(estatus: number) {
  const at = ETAPAS.indexOf(estatus);
  const isStopped = at < 0;
  return { etapas: isStopped ? [...ETAPAS, estatus] : ETAPAS, passed: Math.max(at, 0), isStopped };
}

/** «con su ubicación», «con sus 3 ubicaciones» */
export const withPlaces = (many: number): string =>
  many === 0
    ? 'sin ubicaciones'
    : many === 1
      ? 'con su ubicación'
      : `con sus ${grouped(many)} ubicaciones`;
