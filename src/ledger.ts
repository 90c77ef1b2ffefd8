import { EN_BITACORA as ARCHIVOS } from './archivos/bitacora.ts';
import type { Ledger } from './bitacora/ledger.ts';
import { RECURSOS } from './bitacora/recursos.ts';
import { EN_BITACORA as RESPALDO } from './commands/backup/bitacora.ts';
import { EN_BITACORA as DESHACER } from './deshacer/bitacora.ts';
import { EN_BITACORA as SEGUIMIENTO } from './seguimiento/bitacora.ts';

/** The resources of the ledger, of the core and of each feature. */
export const LEDGER: Ledger = {
  ...RECURSOS,
  ...SEGUIMIENTO,
  ...ARCHIVOS,
  ...DESHACER,
  ...RESPALDO,
};
