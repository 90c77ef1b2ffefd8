import type { Ledger } from '../../src/core/bitacora/ledger.ts';
import { RECURSOS } from '../../src/core/bitacora/recursos.ts';
import { EN_BITACORA as ARCHIVOS } from '../../src/features/archivos/bitacora.ts';
import { EN_BITACORA as DESHACER } from '../../src/features/deshacer/bitacora.ts';
import { EN_BITACORA as RESPALDO } from '../../src/features/respaldo/bitacora.ts';
import { EN_BITACORA as SEGUIMIENTO } from '../../src/features/seguimiento/bitacora.ts';

/** The resources of the ledger, as the service has them (src/features.ts). */
export const LEDGER: Ledger = {
  ...RECURSOS,
  ...SEGUIMIENTO,
  ...ARCHIVOS,
  ...DESHACER,
  ...RESPALDO,
};
