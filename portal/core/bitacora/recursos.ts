import { RECURSOS as DEL_REGISTRO } from '../../../src/core/bitacora/recursos.ts';
import { RECURSOS as ARCHIVOS } from '../../../src/features/archivos/recursos.ts';
import { RECURSOS as DESHACER } from '../../../src/features/deshacer/recursos.ts';
import { RECURSOS as RESPALDO } from '../../../src/features/respaldo/recursos.ts';
import { RECURSOS as SEGUIMIENTO } from '../../../src/features/seguimiento/recursos.ts';

/** The resources of the ledger within a sentence, those of the core and of each feature. */
export const RECURSOS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(DEL_REGISTRO).map(([name, { called }]) => [name, called])),
  ...SEGUIMIENTO,
  ...ARCHIVOS,
  ...DESHACER,
  ...RESPALDO,
};
