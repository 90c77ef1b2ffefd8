import { EN_BITACORA as ARCHIVOS } from '../../src/archivos/bitacora.ts';
import type { Ledger } from '../../src/bitacora/ledger.ts';
import { RECURSOS } from '../../src/bitacora/recursos.ts';
import { EN_BITACORA as RESPALDO } from '../../src/commands/backup/bitacora.ts';
import { EN_BITACORA as DESHACER } from '../../src/deshacer/bitacora.ts';
import { EN_BITACORA as SEGUIMIENTO } from '../../src/seguimiento/bitacora.ts';

/** The resources of the ledger, as the service has them (src/features.ts). */
export const LEDGER: Ledger = {
  ...RECURSOS,
  ...SEGUIMIENTO,
  ...ARCHIVOS,
  ...DESHACER,
  ...RESPALDO,
};
