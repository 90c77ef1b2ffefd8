import { Link } from 'wouter';
import { RECURSOS } from '../../../src/features/importacion/recursos.ts';
import type { EnHistorial } from '../../core/obras/historial/partes.ts';
import piezas from '../../core/piezas/piezas.module.css';

/** The kind of sheet that rows of a resource came by, where it is not that of works. */
const CLASE_DE: Record<string, string> = {
  avances: 'seguimiento',
  contratos: 'seguimiento',
  expediente: 'expedientes',
};

export const historial: EnHistorial = {
  recursos: RECURSOS,
  // To the undo of its import. Rows of before imports had a name say so.
  Enlaces: ({ renglon: { recurso, importacion, deshace } }) => {
    if (importacion === null) {
      return (
        <span className={piezas.ayuda}>
          Es de antes de que la bitácora nombrara cada importación: no se puede deshacer.
        </span>
      );
    }
    const clase = CLASE_DE[recurso] ?? 'obras';
    return (
      !deshace && <Link href={`/deshacer/${clase}/${importacion}`}>Deshacer esta importación</Link>
    );
  },
};
