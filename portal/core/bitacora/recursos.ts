import { RECURSOS as DEL_REGISTRO } from '../../../src/core/bitacora/recursos.ts';
import { deTodas } from '../obras/historial/partes.ts';
import { FEATURES } from '../obras/historial/todas.ts';

/** The resources of the ledger within a sentence, those of the core and of each feature. */
export const RECURSOS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(DEL_REGISTRO).map(([name, { called }]) => [name, called])),
  ...deTodas(FEATURES, 'recursos'),
};
