import { grouped } from '../../formato.ts';

/** The stages of a work, by their ids in the fixed catalog of statuses. */
export const ETAPAS = [1, 2, 3, 4, 6];

/** «con su ubicación», «con sus 3 ubicaciones» */
export const withPlaces = (many: number): string =>
  many === 0
    ? 'sin ubicaciones'
    : many === 1
      ? 'con su ubicación'
      : `con sus ${grouped(many)} ubicaciones`;
