import type { Feature } from '../../core/feature.ts';
import { EN_BITACORA } from './bitacora.ts';
import { deshacer } from './routes.ts';

/** The undo of imports. */
export const feature: Feature = { routes: deshacer, ledger: EN_BITACORA };
