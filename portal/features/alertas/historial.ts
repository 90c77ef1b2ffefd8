import { RECURSOS } from '../../../src/features/alertas/recursos.ts';
import type { EnHistorial } from '../../core/obras/historial/partes.ts';

export const historial: EnHistorial = { recursos: RECURSOS };
