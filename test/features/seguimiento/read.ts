import { fila as filaDeSeguimiento } from '../../../src/features/seguimiento/importacion/fila.ts';
import { type Asked, type Reading, readAll } from '../../hojas/read.ts';

export interface SeguimientoOptions extends Asked {
  fechaCorte?: string;
}

/**
 * Reads a file of follow-up.
 *
 * @throws Unreadable where it can't be read
 */
export async function readSeguimiento(
  file: string | Buffer,
  asked: SeguimientoOptions = {},
): Promise<Reading> {
  return readAll(
    file,
    filaDeSeguimiento,
    { ...asked, withCells: true },
    ({ clave, avance, contrato, bare }) => ({ claveUnica: clave, avance, contrato, bare }),
  );
}
